"""Proofs as sentences for people: where a card was seen, what a bet told, and the arithmetic between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from solver.engine.facts import Fact, Hidden, SumIn
from solver.english import all_of, any_of, capital, whose
from solver.games.think_str8.facts import Answered, InSight, Shown
from solver.games.think_str8.rules import SUMS
from solver.games.think_str8.table import Held, Table
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
            name = "" if shown else f"{self.name(claim.card)}: "
            yield Sentence("", 0, f"{capital(name + self.sources(claim.card, reasons, spelled=True))}.")

    def item(self, item: Item, depth: int) -> list[Sentence]:
        if isinstance(item, Step):
            text = self.step(item)
            return [Sentence(self.label(item) if self.numbered else "", depth, text)]
        name, number = self.name(item.supposed.card), item.supposed.number
        found = [Sentence("", depth, f"Suppose {name} were {number}.")]
        for step in item.steps:
            found += self.item(step, depth + 1)
        return [*found, Sentence(self.label(item), depth, f"So {name} is not {number}.")]

    def label(self, item: Item) -> str:
        self.labels[item] = len(self.labels) + 1
        return str(self.labels[item])

    # One step.

    def step(self, step: Step) -> str:
        if step.sum is None:
            assert step.card
            reasons = self.sources(step.card, step.because, spelled=True)
            return f"Every number of {self.name(step.card)} is out: {reasons}."
        limit, facts = step.sum.limit, step.sum.facts
        texts = [f"{self.sum_told(fact)}." for fact in facts]
        if not limit.sums:
            texts.append("No cards add up to that." if len(facts) == 1 else "These are the same cards: impossible.")
            return " ".join(texts)
        span, parts = reckon(limit, step, self.name)
        if len(facts) > 1:
            texts.append(f"The first less the second: {plus(limit.terms, self.name)} is {span}.")
        texts += [self.therefore(part, step) for part in parts]
        return " ".join(texts)

    def therefore(self, part: Part, step: Step) -> str:
        """What must be known of the other cards, and what follows."""
        clauses = []
        for card, said in part.says.items():
            reasons = _enough(step.because, {(card, number) for number in said.out})
            why = f" ({self.sources(card, reasons)})" if reasons else ""
            clauses.append(f"{self.said(card, said.text)}{why}")
        return f"{capital(f'{all_of(clauses)}, so {part.therefore}' if clauses else part.therefore)}."

    def sum_told(self, fact: Fact) -> str:
        told = fact.told
        assert isinstance(told, Answered)
        limit = next(limit for limit in fact.limits if isinstance(limit, SumIn))
        owner, where = "" if self.seat == self.me else f"{self.seat}'s ", name_lines(told.bet.lines)
        return f"Round {told.round.number} ({where}): {owner}{plus(limit.terms)} is {format_sums(told)}"

    # Cards and where they were seen.

    def name(self, card: Hidden) -> str:
        """Cards of the present hand by their colour; one laid off is the one held then, several need their rounds."""
        if (card.name, card.since) in self.hand:
            return card.name
        several = [other for other in self.rounds if other.name == card.name and other != card]
        return f"{card.name} of round {self.rounds[card]}" if several and card in self.rounds else f"{card.name} then"

    def said(self, card: Hidden, said: str) -> str:
        name = self.name(card)
        if name == card.name:
            return f"{name} is {said}"
        return f"{card.name} was {said} then" if name.endswith("then") else f"{name} was {said}"

    def sources(self, card: Hidden, reasons: Sequence[Reason], spelled: bool = False) -> str:
        """Why numbers of the card are out: what is in sight, then steps. `spelled`: with the number of a card shown."""
        given = [reason for reason in reasons if isinstance(reason, Given)]
        given.sort(key=lambda each: min(number for own, number in each.strikes if own == card))
        words = [self.source(card, each, spelled) for each in given]
        words += ["supposed" for reason in reasons if isinstance(reason, Supposed)]
        labels = [self.labels[reason] for reason in reasons if isinstance(reason, Step | Case)]
        words += [f"step{'s' * (len(labels) > 1)} {all_of(sorted(labels))}"] * bool(labels)
        return "; ".join(words)

    def source(self, card: Hidden, given: Given, spelled: bool) -> str:
        told, line = given.fact.told, given.fact.line.number
        if isinstance(told, Shown):
            held = told.held
            how = f"laid off, line {line}" if held.last is not None else f"turned up, line {line}"
            if not self.shown(card, given):
                return f"the {held.number} was {whose(self.seat, self.me)} own: {how}"
            return f"{self.said(card, str(held.number))} ({how})" if spelled else how
        assert isinstance(told, InSight)
        if told.held.holder == self.seat:
            return f"line {line}"
        return f"{told.held.number} {self.place(told.held)}, line {line}"

    def shown(self, card: Hidden, reason: Reason) -> bool:
        """The reason is the card itself, laid off or turned up."""
        told = reason.fact.told if isinstance(reason, Given) else None
        return isinstance(told, Shown) and (told.held.colour, told.held.first) == (card.name, card.since)

    def place(self, held: Held) -> str:
        where = f"{held.holder}'s holder" if not held.holder.startswith("neutral") else f"the {held.holder} holder"
        return f"{'is' if held.last is None else 'was'} in {where}"


def format_sums(told: Answered) -> str:
    """What an answer says of the sum."""
    bet = told.bet
    if bet.answer == "low":
        return f"{bet.high + 1} or more" if bet.high < SUMS[-1] else f"more than {bet.high}"
    if bet.answer == "high":
        return f"{bet.low - 1} or less" if bet.low else "less than 0"
    return bet.span if bet.answer == "hit" else f"not {bet.span}"


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
class Said:
    """What is said of another card ("at least 1"), and the numbers that must be out for it."""

    text: str
    out: Sequence[int]


@dataclass(frozen=True, slots=True)
class Part:
    """What must be said of the other cards, and what follows."""

    says: Mapping[Hidden, Said]
    therefore: str


def plus(terms: Sequence[tuple[Hidden, int]], name: Name = lambda card: card.name) -> str:
    """`yellow + red + red`, and `purple - red` for what is left of two sums; `name` tells cards of one colour apart."""
    colours = [card.name for card, _ in terms]
    names = [(card.name if colours.count(card.name) == 1 else name(card), times) for card, times in terms]
    added = " + ".join(called for called, times in names for _ in range(times))
    return added + "".join(f" - {called}" for called, times in names for _ in range(-times))


def reckon(limit: SumIn, step: Step, name: Name) -> tuple[str, list[Part]]:
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
            parts[1] = Part({}, f"likewise {parts[1].therefore}")
    if not parts:
        return f"{low} to {high}", [_ways(limit, step, left, name)]
    span = f"{low} to {high}" if above and below else f"at most {high}" if above else f"at least {low}"
    return span, parts


def _ends(limit: SumIn, left: Left, pick: Pick) -> dict[Hidden, int]:
    """The number of every other card with which it adds the least or most."""
    times = dict(limit.terms)
    return {card: pick(times[card] * number for number in numbers) // times[card] for card, numbers in left.items()}


def _total(limit: SumIn, left: Left, pick: Pick) -> int:
    times = dict(limit.terms)
    return sum(times[card] * number for card, number in _ends(limit, left, pick).items())


def _says(left: Left, ends: Mapping[Hidden, int]) -> dict[Hidden, Said]:
    """For every other card the end that matters; that no card is below 0 need not be said."""
    says = {}
    for card, end in ends.items():
        if len(left[card]) == 1:
            says[card] = Said(str(end), [number for number in card.values if number != end])
        elif end == max(left[card]):
            says[card] = Said(f"at most {end}", [number for number in card.values if number > end])
        elif end > 0:
            says[card] = Said(f"at least {end}", [number for number in card.values if number < end])
    return says


def _bound(limit: SumIn, card: Hidden, left: Left, name: Name, pick: Pick) -> Part:
    """`red + red is at most 5 - 1 = 4: red is at most 2`."""
    times, ends = dict(limit.terms), _ends(limit, left, pick)
    side, total = ("at most", max(limit.sums)) if pick is min else ("at least", min(limit.sums))
    taken = [("-" if times[other] > 0 else "+", end) for other, end in ends.items() for _ in range(abs(times[other]))]
    reckoned = " ".join([str(total), *(f"{sign} {number}" for sign, number in taken if number)])
    if any(ends.values()):
        reckoned += f" = {total - _total(limit, left, pick)}"
    own = " + ".join([name(card)] * times[card])
    least, most = bounds(limit, card, left)
    alone = f": {name(card)} is {side} {most if pick is min else least}" if times[card] > 1 else ""
    return Part(_says(left, ends), f"{own} is {side} {reckoned}{alone}")


def _unreachable(limit: SumIn, left: Left, name: Name, pick: Pick) -> Part:
    """`the sum is at least 7 + 5 + 4 = 16: impossible`."""
    ends = _ends(limit, left, pick)
    added = [("+" if times > 0 else "-", ends[card]) for card, times in limit.terms for _ in range(abs(times))]
    made = " ".join(f"{sign} {number}" for sign, number in sorted(added, key=lambda entry: entry[0])).removeprefix("+ ")
    total = "the sum" if all(times > 0 for _, times in limit.terms) else plus(limit.terms, name)
    side = "least" if pick is min else "most"
    return Part(_says(left, ends), f"{total} is at {side} {made} = {_total(limit, left, pick)}: impossible")


def _ways(limit: SumIn, step: Step, left: Left, name: Name) -> Part:
    """Any other step: which sums the other cards make, and which they would have to make."""
    says = {
        card: Said(any_of(numbers), [number for number in card.values if number not in numbers])
        for card, numbers in left.items()
        if len(numbers) < len(card.values)
    }
    times = dict(limit.terms)
    made = _made(times, left)
    others = plus([(card, times[card]) for card in left], name)
    can = f"{others} can only be {any_of(list_runs(made))}"
    if step.card is None:
        return Part(says, f"{can}: impossible")
    own, card, out = times[step.card], name(step.card), sorted(step.out)
    if not left:
        sums = [f"{' + '.join([str(number)] * own)} = {own * number}" for number in out]
        return Part(says, f"{card} is not {any_of(out)}: {'; '.join(sums)}")
    alone = [times[other] for other in left] == [1]  # what the one other card can be is said already
    if len(out) > _MANY:
        rest = f"{card} can only be {any_of(n for n in step.card.values if n not in step.out)}"
        return Part(says, rest if alone else f"{can}, so {rest}")
    ever = _made(times, {other: other.values for other in left})
    tried = []
    for number in out:
        wanted = {total - own * number for total in limit.sums}
        within = [total for total in wanted if min(ever) <= total <= max(ever)]
        too = "much" if min(ever) > max(wanted) else "little"
        would = f"{others} would have to be {any_of(list_runs(within))}" if within else f"it is too {too}"
        tried.append(f"with {card} {number}, {would}")
    verdict, why = f"{card} is not {any_of(out)}", "; ".join(tried)
    return Part(says, f"{verdict}: {why}" if alone else f"{can}; {why}, so {verdict}")


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
    return [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
