"""Proofs as sentences for people: where a card was seen, what a bet told, and the arithmetic between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver.engine.facts import Fact, Hidden, SumIn
from solver.english import all_of
from solver.games.think_str8.arithmetic import Part, plus, reckon
from solver.games.think_str8.facts import Answered, InSight, Shown
from solver.games.think_str8.rules import SUMS
from solver.games.think_str8.table import Held, Table
from solver.proof.conflicts import Sentence
from solver.proof.steps import Case, Given, Item, Reason, Step, Strike, Supposed, Telling


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
        """The claimed numbers that simply lie open."""
        claim, reasons = self.telling.proof.claim, self.telling.open
        if claim and reasons:
            shown = any(self.shown(claim.card, reason) for reason in reasons)
            name = "" if shown else f"{self.name(claim.card)}: "
            yield Sentence("", 0, _sentence(f"{name}{self.sources(claim.card, reasons, spelled=True)}"))

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
        words = reckon(limit, step, self.name)
        if len(facts) > 1:
            texts.append(f"The first less the second: {plus(limit.terms, self.name)} is {words.span}.")
        texts += [self.therefore(part, step) for part in words.parts]
        return " ".join(texts)

    def therefore(self, part: Part, step: Step) -> str:
        """What must be known of the other cards, and what follows."""
        clauses = []
        for card, said in part.says.items():
            reasons = _enough(step.because, {(card, number) for number in said.out})
            why = f" ({self.sources(card, reasons)})" if reasons else ""
            clauses.append(f"{self.said(card, said.text)}{why}")
        return _sentence(f"{all_of(clauses)}, so {part.therefore}" if clauses else part.therefore)

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
        """Why numbers of the card are out: what lies open, then steps. `spelled`: the number of a card shown, too."""
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
                return f"the {held.number} was {self.own()} own: {how}"
            return f"{self.said(card, str(held.number))} ({how})" if spelled else how
        assert isinstance(told, InSight)
        if told.held.holder == self.seat:
            return f"line {line}"
        return f"{told.held.number} {self.place(told.held)}, line {line}"

    def shown(self, card: Hidden, reason: Reason) -> bool:
        """The reason is the card itself, laid off or turned up."""
        told = reason.fact.told if isinstance(reason, Given) else None
        return isinstance(told, Shown) and (told.held.colour, told.held.first) == (card.name, card.since)

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


def _enough(reasons: Iterable[Reason], strikes: set[Strike]) -> list[Reason]:
    """Only as many of the reasons as make all these strikes; some may be there for another card."""
    kept = [reason for reason in reasons if reason.strikes & strikes]
    for reason in sorted(kept, key=lambda reason: len(reason.strikes & strikes)):
        others = [other for other in kept if other is not reason]
        if strikes <= {strike for other in others for strike in other.strikes}:
            kept = others
    return kept


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _count(items: Sequence[Item]) -> int:
    return sum(_count(item.steps) + 1 if isinstance(item, Case) else 1 for item in items)
