"""Proofs as sentences for people: where a card was seen, what a bet told, and the arithmetic between them.

What is arithmetic is handed to its sentence in signs, too: `signs="lila + grün ≥ 8"`; a language may say just that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from solver.engine.facts import Fact, Hidden, SumIn
from solver.english import all_of, any_of, capital
from solver.games.think_str8.facts import Answered, Blacked, InSight, Shown
from solver.games.think_str8.rules import SUMS, format_span
from solver.games.think_str8.table import Held, Table
from solver.language import say
from solver.log import name_lines
from solver.proof.conflicts import Sentence
from solver.proof.steps import Case, Given, Item, Reason, Step, Strike, Supposed, Telling, bounds

_MANY = 3  # up to this many numbers struck by one step are gone through one by one
Left = Mapping[Hidden, Sequence[int]]  # of the other cards: the numbers that are not struck
Name = Callable[[Hidden], str]
Pick = Callable[[Iterable[int]], int]  # min or max


def word_proof(telling: Telling, table: Table, seat: str) -> tuple[Sentence, ...]:
    """The whole proof, from what lies on the table to the claim."""
    return _Words(telling, table, seat).sentences()


class _Words:
    def __init__(self, telling: Telling, table: Table, seat: str) -> None:
        self.telling, self.seat, self.me = telling, seat, table.me
        self.hand = {(colour, table.current(seat, colour).first) for colour in table.colours}
        self.rounds: dict[Hidden, int] = {}  # for each card that was laid off, the first round told of it
        for fact in telling.proof.because:
            if isinstance(fact.told, Answered):
                cards = [card for limit in fact.limits for card in limit.cards]
                older = [card for card in cards if (card.name, card.since) not in self.hand]
                self.rounds = dict.fromkeys(older, fact.told.round.number) | self.rounds
        self.labels: dict[Reason, int] = {}
        self.numbered = _count(telling.steps) > 1

    def sentences(self) -> tuple[Sentence, ...]:
        found = list(self.open())
        for item in self.telling.steps:
            found += self.item(item, 0)
        return tuple(found)

    def open(self) -> Iterable[Sentence]:
        """The claimed numbers that are simply in sight."""
        claim, reasons = self.telling.proof.claim, self.telling.open
        if claim and reasons:
            shown = any(self.shown(claim.card, reason) for reason in reasons)
            told = self.sources(claim.card, reasons, spelled=True)
            if not shown:
                told = say("{card}: {reasons}", card=self.name(claim.card), reasons=told)
            yield Sentence("", 0, f"{capital(told)}.")

    def item(self, item: Item, depth: int) -> list[Sentence]:
        if isinstance(item, Step):
            text = self.step(item)
            return [Sentence(self.label(item) if self.numbered else "", depth, text)]
        name, number = self.name(item.supposed.card), item.supposed.number
        places = {"card": name, "number": number}
        found = [Sentence("", depth, say("Suppose {card} were {number}.", signs=f"{name} = {number}", **places))]
        for step in item.steps:
            found += self.item(step, depth + 1)
        denied = say("So {card} is not {number}.", signs=f"{name} ≠ {number}", **places)
        return [*found, Sentence(self.label(item), depth, denied)]

    def label(self, item: Item) -> str:
        self.labels[item] = len(self.labels) + 1
        return str(self.labels[item])

    # One step.

    def step(self, step: Step) -> str:
        if step.sum is None:
            assert step.card
            reasons = self.sources(step.card, step.because, spelled=True)
            return say("Every number of {card} is out: {reasons}.", card=self.name(step.card), reasons=reasons)
        limit, facts = step.sum.limit, step.sum.facts
        texts = [self.sum_told(fact) for fact in facts]
        if not limit.sums:
            no_such_sum, same = say("No cards add up to that."), say("These are the same cards: impossible.")
            return " ".join([*texts, no_such_sum if len(facts) == 1 else same])
        span, parts = reckon(limit, step, self.name)
        if len(facts) > 1:
            cards = plus(limit.terms, self.name)
            told = say("The first less the second: {cards} is {sums}.", cards=cards, sums=span.text, signs=span.signs)
            texts.append(told)
        texts += [self.therefore(part, step) for part in parts]
        return " ".join(texts)

    def therefore(self, part: Inference, step: Step) -> str:
        """What must be known of the other cards, and what follows."""
        clauses = []
        for card, bound in part.says.items():
            reasons = _enough(step.because, {(card, number) for number in bound.out})
            why = f" ({self.sources(card, reasons)})" if reasons else ""
            clauses.append(f"{self.said(card, bound.text, bound.signs)}{why}")
        told = part.therefore
        if clauses:
            told = say("{clauses}, so {therefore}", clauses=all_of(clauses), therefore=told)
        return f"{capital(told)}."

    def sum_told(self, fact: Fact) -> str:
        told = fact.told
        assert isinstance(told, Answered)
        limit = next(limit for limit in fact.limits if isinstance(limit, SumIn))
        cards = plus(limit.terms)
        sums, signs = format_sums(told), _sums_in_signs(told, cards)
        places = {"round": told.round.number, "lines": name_lines(told.bet.lines), "cards": cards, "sums": sums}
        if self.seat == self.me:
            return say("Round {round} ({lines}): {cards} is {sums}.", signs=signs, **places)
        return say("Round {round} ({lines}): {player}'s {cards} is {sums}.", player=self.seat, signs=signs, **places)

    # Cards and where they were seen.

    def name(self, card: Hidden) -> str:
        """Cards of the present hand by their colour; one laid off is the one held then, several need their rounds."""
        colour = say(card.name)
        if self.present(card):
            return colour
        held_in = self.round_of(card)
        if held_in is None:
            return say("{card} then", card=colour)
        return say("{card} of round {round}", card=colour, round=held_in)

    def present(self, card: Hidden) -> bool:
        return (card.name, card.since) in self.hand

    def round_of(self, card: Hidden) -> int | None:
        """By which a card that was laid off is told from others of its colour."""
        several = [other for other in self.rounds if other.name == card.name and other != card]
        return self.rounds.get(card) if several else None

    def said(self, card: Hidden, number: str, signs: str) -> str:
        name = self.name(card)
        signs = f"{name} {signs}"
        if self.present(card):
            return say("{card} is {number}", card=name, number=number, signs=signs)
        if self.round_of(card) is None:
            return say("{card} was {number} then", card=say(card.name), number=number, signs=signs)
        return say("{card} was {number}", card=name, number=number, signs=signs)

    def sources(self, card: Hidden, reasons: Sequence[Reason], spelled: bool = False) -> str:
        """Why numbers of the card are out: what is in sight, then steps. `spelled`: with the number of a card shown."""
        given = [reason for reason in reasons if isinstance(reason, Given)]
        given.sort(key=lambda each: min(number for own, number in each.strikes if own == card))
        words = [self.source(card, each, spelled) for each in given]
        words += [say("supposed") for reason in reasons if isinstance(reason, Supposed)]
        labels = sorted(self.labels[reason] for reason in reasons if isinstance(reason, Step | Case))
        if len(labels) == 1:
            words.append(say("step {number}", number=labels[0]))
        elif labels:
            words.append(say("steps {numbers}", numbers=all_of(labels)))
        return "; ".join(words)

    def source(self, card: Hidden, given: Given, spelled: bool) -> str:
        told, line = given.fact.told, given.fact.line.number
        if isinstance(told, Shown):
            held = told.held
            turned = say("turned up, line {line}", line=line)
            how = say("laid off, line {line}", line=line) if held.last is not None else turned
            if self.shown(card, given):
                return f"{self.said(card, str(held.number), f'= {held.number}')} ({how})" if spelled else how
            if self.seat == self.me:
                return say("the {number} was your own: {how}", number=held.number, how=how)
            return say("the {number} was {player}'s own: {how}", number=held.number, player=self.seat, how=how)
        if isinstance(told, Blacked):
            return say("you blacked out the {number}, line {line}", number=told.card.number, line=line)
        assert isinstance(told, InSight)
        if told.held.holder == self.seat:
            return say("line {number}", number=line)
        return self.in_sight(told.held, line)

    def shown(self, card: Hidden, reason: Reason) -> bool:
        """The reason is the card itself, laid off or turned up."""
        told = reason.fact.told if isinstance(reason, Given) else None
        return isinstance(told, Shown) and (told.held.colour, told.held.first) == (card.name, card.since)

    def in_sight(self, held: Held, line: int) -> str:
        places = {"number": held.number, "player": held.holder, "line": line}
        neutral, there = held.holder.startswith("neutral"), held.last is None
        if neutral and there:
            return say("{number} is in the {player} holder, line {line}", **places)
        if neutral:
            return say("{number} was in the {player} holder, line {line}", **places)
        if there:
            return say("{number} is in {player}'s holder, line {line}", **places)
        return say("{number} was in {player}'s holder, line {line}", **places)


def format_sums(told: Answered) -> str:
    """What an answer says of the sum."""
    bet = told.bet
    if bet.answer == "low":
        if bet.high < SUMS[-1]:
            return say("{number} or more", number=bet.high + 1)
        return say("more than {number}", number=bet.high)
    if bet.answer == "high":
        return say("{number} or less", number=bet.low - 1) if bet.low else say("less than {number}", number=0)
    return bet.span if bet.answer == "hit" else say("not {range}", range=bet.span)


def _sums_in_signs(told: Answered, cards: str) -> str:
    bet = told.bet
    if bet.answer == "low":
        return f"{cards} > {bet.high}" if bet.high == SUMS[-1] else f"{cards} ≥ {bet.high + 1}"
    if bet.answer == "high":
        return f"{cards} ≤ {bet.low - 1}" if bet.low else f"{cards} < 0"
    if bet.answer != "hit":
        return f"{cards} ≠ {format_span(bet.low, bet.high)}"
    return _between(bet.low, cards, bet.high) if bet.low else f"{cards} ≤ {bet.high}"


def _between(low: int, cards: str, high: int) -> str:
    return f"{cards} = {low}" if low == high else f"{low} ≤ {cards} ≤ {high}"


def _enough(reasons: Iterable[Reason], strikes: set[Strike]) -> list[Reason]:
    """Only as many of the reasons as make all these strikes; some may be there for another card."""
    kept = [reason for reason in reasons if reason.strikes & strikes]
    for reason in sorted(kept, key=lambda reason: len(reason.strikes & strikes)):
        others = [other for other in kept if other is not reason]
        if strikes <= {strike for other in others for strike in other.strikes}:
            kept = others
    return kept


def _count(items: Sequence[Item]) -> int:
    return sum(_count(item.steps) + 1 if isinstance(item, Case) else 1 for item in items)


# The arithmetic of one step: a bound and how it is worked out or, where bounds are not enough, every way tried.


@dataclass(frozen=True, slots=True)
class Bound:
    """What is said of another card ("at least 1"), the same in signs, and the numbers that must be out for it."""

    text: str
    signs: str
    out: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Inference:
    """What must be said of the other cards, and what follows."""

    says: Mapping[Hidden, Bound]
    therefore: str


def plus(terms: Sequence[tuple[Hidden, int]], name: Name = lambda card: say(card.name)) -> str:
    """`yellow + red + red`, and `purple - red` for what is left of two sums; `name` tells cards of one colour apart."""
    colours = [card.name for card, _ in terms]
    names = [(say(card.name) if colours.count(card.name) == 1 else name(card), times) for card, times in terms]
    added = " + ".join(called for called, times in names for _ in range(times))
    return added + "".join(f" - {called}" for called, times in names for _ in range(-times))


def reckon(limit: SumIn, step: Step, name: Name) -> tuple[Bound, list[Inference]]:
    """As much of the sum as matters, and a part for each bound, if bounds say all that the step does."""
    left = {card: step.left(card) for card in limit.cards if card != step.card}
    low, high = min(limit.sums), max(limit.sums)
    if step.card is None:
        above, below = _total(limit, left, min) > high, _total(limit, left, max) < low
        parts = [_unreachable(limit, left, name, pick) for pick, true in ((min, above), (max, below)) if true]
    else:
        least, most = bounds(limit, step.card, left)
        above, below = max(step.out) > most, min(step.out) < least
        inside = any(least <= number <= most for number in step.out)
        sides = ((min, above and not inside), (max, below and not inside))
        parts = [_bound(limit, step.card, left, name, pick) for pick, true in sides if true]
        if len(parts) > 1 and parts[0].says and parts[0].says == parts[1].says:
            parts[1] = Inference({}, say("likewise {therefore}", therefore=parts[1].therefore))
    cards = plus(limit.terms, name)
    if not parts or (above and below):
        span = Bound(say("{low} to {high}", low=low, high=high), _between(low, cards, high))
        return span, parts or [_ways(limit, step, left, name)]
    if above:
        return Bound(say("at most {number}", number=high), f"{cards} ≤ {high}"), parts
    return Bound(say("at least {number}", number=low), f"{cards} ≥ {low}"), parts


def _ends(limit: SumIn, left: Left, pick: Pick) -> dict[Hidden, int]:
    """The number of every other card with which it adds the least or most."""
    times = dict(limit.terms)
    return {card: pick(times[card] * number for number in numbers) // times[card] for card, numbers in left.items()}


def _total(limit: SumIn, left: Left, pick: Pick) -> int:
    times = dict(limit.terms)
    return sum(times[card] * number for card, number in _ends(limit, left, pick).items())


def _says(left: Left, ends: Mapping[Hidden, int]) -> dict[Hidden, Bound]:
    """For every other card the end that matters; that no card is below 0 need not be said."""
    says = {}
    for card, end in ends.items():
        if len(left[card]) == 1:
            says[card] = Bound(str(end), f"= {end}", [number for number in card.values if number != end])
        elif end == max(left[card]):
            out = [number for number in card.values if number > end]
            says[card] = Bound(say("at most {number}", number=end), f"≤ {end}", out)
        elif end > 0:
            out = [number for number in card.values if number < end]
            says[card] = Bound(say("at least {number}", number=end), f"≥ {end}", out)
    return says


def _bound(limit: SumIn, card: Hidden, left: Left, name: Name, pick: Pick) -> Inference:
    """`red + red is at most 5 - 1 = 4: red is at most 2`."""
    times, ends = dict(limit.terms), _ends(limit, left, pick)
    total = max(limit.sums) if pick is min else min(limit.sums)
    taken = [("-" if times[other] > 0 else "+", end) for other, end in ends.items() for _ in range(abs(times[other]))]
    reckoned = " ".join([str(total), *(f"{sign} {number}" for sign, number in taken if number)])
    if any(ends.values()):
        reckoned += f" = {total - _total(limit, left, pick)}"
    own = " + ".join([name(card)] * times[card])
    least, most = bounds(limit, card, left)
    end, sign = (most, "≤") if pick is min else (least, "≥")
    places = {"cards": own, "reckoned": reckoned, "card": name(card), "number": end}
    signs = f"{own} {sign} {reckoned}"
    if times[card] == 1 and pick is min:
        therefore = say("{cards} is at most {reckoned}", signs=signs, **places)
    elif times[card] == 1:
        therefore = say("{cards} is at least {reckoned}", signs=signs, **places)
    else:
        signs = f"{signs}: {name(card)} {sign} {end}"
        if pick is min:
            therefore = say("{cards} is at most {reckoned}: {card} is at most {number}", signs=signs, **places)
        else:
            therefore = say("{cards} is at least {reckoned}: {card} is at least {number}", signs=signs, **places)
    return Inference(_says(left, ends), therefore)


def _unreachable(limit: SumIn, left: Left, name: Name, pick: Pick) -> Inference:
    """`the sum is at least 7 + 5 + 4 = 16: impossible`."""
    ends = _ends(limit, left, pick)
    added = [("+" if times > 0 else "-", ends[card]) for card, times in limit.terms for _ in range(abs(times))]
    made = " ".join(f"{sign} {number}" for sign, number in sorted(added, key=lambda entry: entry[0])).removeprefix("+ ")
    cards, total = plus(limit.terms, name), _total(limit, left, pick)
    whole = all(times > 0 for _, times in limit.terms)
    places = {"cards": say("the sum") if whole else cards, "reckoned": made, "number": total}
    if pick is min:
        signs = f"{cards} ≥ {made} = {total}"
        therefore = say("{cards} is at least {reckoned} = {number}: impossible", signs=signs, **places)
    else:
        signs = f"{cards} ≤ {made} = {total}"
        therefore = say("{cards} is at most {reckoned} = {number}: impossible", signs=signs, **places)
    return Inference(_says(left, ends), therefore)


def _ways(limit: SumIn, step: Step, left: Left, name: Name) -> Inference:
    """Any other step: which sums the other cards make, and which they would have to make."""
    says = {
        card: Bound(
            any_of(numbers), f"= {any_of(numbers)}", [number for number in card.values if number not in numbers]
        )
        for card, numbers in left.items()
        if len(numbers) < len(card.values)
    }
    times = dict(limit.terms)
    made = _made(times, left)
    others = plus([(card, times[card]) for card in left], name)
    can = _can_only_be(others, list_runs(made))
    if step.card is None:
        return Inference(says, say("{reason}: impossible", reason=can))
    own, card, out = times[step.card], name(step.card), sorted(step.out)
    not_out = f"{card} ≠ {', '.join(map(str, out))}"
    if not left:
        sums = "; ".join(f"{' + '.join([str(number)] * own)} = {own * number}" for number in out)
        places = {"card": card, "numbers": any_of(out), "sums": sums}
        return Inference(says, say("{card} is not {numbers}: {sums}", signs=f"{not_out}: {sums}", **places))
    alone = [times[other] for other in left] == [1]  # what the one other card can be is said already
    if len(out) > _MANY:
        rest = _can_only_be(card, [number for number in step.card.values if number not in step.out])
        return Inference(says, rest if alone else say("{clauses}, so {therefore}", clauses=can, therefore=rest))
    verdict = say("{card} is not {numbers}", card=card, numbers=any_of(out), signs=not_out)
    why = "; ".join(_try(limit, step.card, left, name, number) for number in out)
    if alone:
        return Inference(says, say("{therefore}: {reason}", therefore=verdict, reason=why))
    return Inference(says, say("{known}; {reason}, so {therefore}", known=can, reason=why, therefore=verdict))


def _can_only_be(cards: str, sums: Iterable[object]) -> str:
    found = any_of(sums)
    return say("{cards} can only be {sums}", cards=cards, sums=found, signs=f"{cards} = {found}")


def _try(limit: SumIn, card: Hidden, left: Left, name: Name, number: int) -> str:
    """What the other cards would have to be if the card were this number."""
    times = dict(limit.terms)
    ever = _made(times, {other: other.values for other in left})
    wanted = {total - times[card] * number for total in limit.sums}
    within = [total for total in wanted if min(ever) <= total <= max(ever)]
    own, whole, others = name(card), plus(limit.terms, name), plus([(each, times[each]) for each in left], name)
    places = {"card": own, "number": number}
    if within:
        sums = any_of(list_runs(within))
        signs = f"{own} = {number}: {others} = {sums}"
        return say(
            "with {card} {number}, {cards} would have to be {sums}", cards=others, sums=sums, signs=signs, **places
        )
    if min(ever) > max(wanted):
        signs = f"{own} = {number}: {whole} > {max(limit.sums)}"
        return say("with {card} {number}, it is too much", signs=signs, **places)
    return say(
        "with {card} {number}, it is too little", signs=f"{own} = {number}: {whole} < {min(limit.sums)}", **places
    )


def _made(times: Mapping[Hidden, int], left: Mapping[Hidden, Iterable[int]]) -> set[int]:
    """All that these cards can add up to."""
    made = {0}
    for card, numbers in left.items():
        made = {one + times[card] * number for one in made for number in numbers}
    return made


def list_runs(numbers: Iterable[int]) -> list[str]:
    """`3`, `5 to 8`, `12`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else say("{low} to {high}", low=run[0], high=run[-1]) for run in runs]
