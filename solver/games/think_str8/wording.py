"""Proofs as sentences for people: where a card was seen, what a bet told, and the arithmetic between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver.facts import Fact, Hidden, SumIn
from solver.games.think_str8.arithmetic import bound_words, plus, way_words
from solver.games.think_str8.facts import Answered, InSight, Shown
from solver.games.think_str8.rules import SUMS
from solver.games.think_str8.table import Held, Table
from solver.grammar import all_of
from solver.steps import Case, Item, Step, Strike, Telling
from solver.verdict import Sentence


def word_proof(telling: Telling, table: Table, seat: str) -> tuple[Sentence, ...]:
    """The whole proof, from what lies on the table to the claim."""
    return _Words(telling, table, seat).sentences()


class _Words:
    def __init__(self, telling: Telling, table: Table, seat: str) -> None:
        self.telling, self.seat, self.me = telling, seat, table.me
        self.hand = {(colour, table.current(seat, colour).first) for colour in table.colours}
        self.from_step: dict[Strike, str] = {}
        self.count = 0
        self.numbered = _count(telling.steps) > 1

    def sentences(self) -> tuple[Sentence, ...]:
        found = list(self.open())
        for item in self.telling.steps:
            found += self.item(item, 0)
        return tuple(found)

    def open(self) -> Iterable[Sentence]:
        """The claimed numbers that simply lie open."""
        claim = self.telling.proof.claim
        if claim is None:
            return
        out = [number for number in claim.card.values if number not in claim.numbers]
        seen = [number for number in out if (claim.card, number) in self.telling.given]
        if seen:
            yield Sentence("", 0, f"{self.name(claim.card).capitalize()}: {self.sources(claim.card, seen)}.")

    def item(self, item: Item, depth: int) -> list[Sentence]:
        if isinstance(item, Step):
            text = self.step(item)
            label = self.label() if self.numbered else ""
            if item.card:
                self.from_step |= {(item.card, number): label for number in item.out}
            return [Sentence(label, depth, text)]
        name = self.name(item.card)
        found = [Sentence("", depth, f"Suppose {name} were {item.number}.")]
        outside = dict(self.from_step)
        others = [(item.card, other) for other in item.card.values if other != item.number]
        self.from_step |= dict.fromkeys(others, "supposed")
        for step in item.steps:
            found += self.item(step, depth + 1)
        label = self.label()
        self.from_step = outside | {(item.card, item.number): label}
        return [*found, Sentence(label, depth, f"So {name} is not {item.number}.")]

    def label(self) -> str:
        self.count += 1
        return str(self.count)

    # One step.

    def step(self, step: Step) -> str:
        if step.sum is None:
            card = step.because[0][0]
            reasons = self.sources(card, [number for _, number in step.because])
            return f"Every number of {self.name(card)} is out: {reasons}."
        limit = step.sum.limit
        head = " ".join(f"{self.sum_told(fact)}." for fact in step.sum.facts)
        if len(step.sum.facts) > 1:
            head += f" The first less the second: {plus(limit.terms)} is {format_span(limit, step)}."
        if not limit.sums:
            return f"{head} No cards add up to that."
        others = [card for card, _ in limit.terms if card != step.card]
        left = {card: [number for number in card.values if (card, number) not in step.because] for card in others}
        words = bound_words(limit, step, left, self.name) or way_words(limit, step, left, self.name)
        clauses = [
            f"{card.name} {self.tense(card, words.says[card])}{self.because(card, step)}"
            for card in left
            if card in words.says
        ]
        body = f"{all_of(clauses)}, so {words.therefore}" if clauses else words.therefore
        return f"{head} {body[0].upper()}{body[1:]}."

    def because(self, card: Hidden, step: Step) -> str:
        numbers = [number for own, number in step.because if own == card]
        return f" ({self.sources(card, numbers)})" if numbers else ""

    def sum_told(self, fact: Fact) -> str:
        told = fact.told
        assert isinstance(told, Answered)
        lines = told.bet.lines
        where = f"line {lines[0].number}" if len(lines) == 1 else f"lines {all_of(line.number for line in lines)}"
        limit = next(limit for limit in fact.limits if isinstance(limit, SumIn))
        owner = "" if self.seat == self.me else f"{self.seat}'s "
        return f"Round {told.round.number} ({where}): {owner}{plus(limit.terms)} is {format_sums(told)}"

    # Cards and where they were seen.

    def name(self, card: Hidden) -> str:
        """Cards of the present hand by their colour; those laid off are the ones held then."""
        return card.name if (card.name, card.since) in self.hand else f"{card.name} then"

    def tense(self, card: Hidden, said: str) -> str:
        return f"is {said}" if self.name(card) == card.name else f"was {said} then"

    def sources(self, card: Hidden, numbers: Sequence[int]) -> str:
        """Why these numbers of the card are out, grouped by reason."""
        given: dict[int, tuple[Fact, list[int]]] = {}
        steps: dict[str, list[int]] = {}
        for number in sorted(numbers):
            strike = (card, number)
            fact = self.telling.given.get(strike)
            if fact is not None and strike not in self.from_step:
                given.setdefault(id(fact), (fact, []))[1].append(number)
            else:
                steps.setdefault(self.from_step.get(strike, ""), []).append(number)
        words = [self.source(card, fact) for fact, _ in given.values()]
        labels = sorted(int(label) for label in steps if label.isdecimal())
        words += ["supposed"] * ("supposed" in steps)
        words += [f"step{'s' * (len(labels) > 1)} {all_of(labels)}"] * bool(labels)
        return "; ".join(words)

    def source(self, card: Hidden, fact: Fact) -> str:
        told, line = fact.told, fact.line.number
        if isinstance(told, Shown):
            held = told.held
            how = f"laid off, line {line}" if held.last is not None else f"turned up, line {line}"
            itself = (held.colour, held.first) == (card.name, card.since)
            return how if itself else f"the {held.number} was {self.own()} own: {how}"
        assert isinstance(told, InSight)
        if told.held.holder == self.seat:
            return f"line {line}"
        return f"{told.held.number} {self.place(told.held)}, line {line}"

    def own(self) -> str:
        return "your" if self.seat == self.me else f"{self.seat}'s"

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
    span = f"{bet.low} to {bet.high}" if bet.low < bet.high else str(bet.low)
    return span if bet.answer == "hit" else f"not {span}"


def format_span(limit: SumIn, step: Step) -> str:
    """What two sums leave of their difference, and only the side that matters to the step."""
    low, high = min(limit.sums), max(limit.sums)
    if step.card is None:
        least = sum(min(times * n for n in card.values) for card, times in limit.terms)
        return f"at least {low}" if least < low and low > 0 else f"{low} to {high}"
    others = sum(min(times * n for n in card.values) for card, times in limit.terms if card != step.card)
    return f"at least {low}" if min(step.out) + others < low else f"at most {high}"


def _count(items: Sequence[Item]) -> int:
    return sum(_count(item.steps) + 1 if isinstance(item, Case) else 1 for item in items)
