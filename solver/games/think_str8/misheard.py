"""What the others were told, held against the cards the log shows in their holders: a slip comes to light there too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.engine.facts import Fact, OneOf, Puzzle, SumIn
from solver.games.think_str8.facts import SIGHT_COST, SUM_COST, Answered, InSight, hidden
from solver.games.think_str8.table import Held, Round, Table
from solver.proof.smallest import Proof, find_conflict


@dataclass(frozen=True, slots=True)
class Heard:
    """An answered bet of another player whose three cards of that round are known for sure."""

    player: str
    round: Round
    cards: tuple[Held, ...]  # one per thrown colour

    @property
    def fits(self) -> bool:
        sums = self.round.bets[self.player].sums
        return sums is not None and self.total in sums

    @property
    def total(self) -> int:
        return sum(held.number or 0 for held in self.cards for _ in range(self.times(held)))

    def times(self, held: Held) -> int:
        return (self.round.dice or ()).count(held.colour)


def list_heard(table: Table, seat: str) -> Iterator[Heard]:
    for player in table.players:
        if player == seat:
            continue
        gaps = table.lacking_swaps(player)
        for this in table.rounds:
            bet = this.bets.get(player)
            if bet is None or bet.sums is None or this.dice is None:
                continue
            held = [table.held_in(player, colour, this.number) for colour in dict.fromkeys(this.dice)]
            known = [card for card in held if card and _is_sure(table, card, this.number, gaps)]
            if len(known) == len(held):
                yield Heard(player, this, tuple(known))


def _is_sure(table: Table, held: Held, number: int, gaps: tuple[int, ...]) -> bool:
    """The card was that one in round `number`: no swap can be missing between then and when the log names it."""
    if held.number is None or held.line is None:
        return False
    named = sum(this.line.number < held.line.number for this in table.rounds)
    return not any(min(number, named) <= gap < max(number, named) for gap in gaps)


def find_misheard(table: Table, seat: str) -> Iterator[Heard]:
    """Answers to others that their cards in sight prove wrong, in the order of the rounds."""
    yield from sorted((heard for heard in list_heard(table, seat) if not heard.fits), key=lambda h: h.round.number)


def tell_misheard(table: Table, seat: str) -> tuple[str, ...]:
    """A sentence for each of them."""
    return tuple(
        f"What {heard.player} was told in round {heard.round.number} does not fit the cards typed for {heard.player}."
        for heard in find_misheard(table, seat)
    )


def explain_misheard(heard: Heard) -> Proof:
    """The fewest lines that show it: the bet, and the cards that matter."""
    bet = heard.round.bets[heard.player]
    facts = [
        Fact(held.line, (OneOf(hidden(held), frozenset({held.number})),), InSight(held), SIGHT_COST)
        for held in heard.cards
        if held.line and held.number is not None
    ]
    terms = tuple((hidden(held), heard.times(held)) for held in heard.cards)
    total = Fact(bet.lines[0], (SumIn(terms, frozenset(bet.sums or ())),), Answered(heard.round, bet), SUM_COST)
    cards = tuple(hidden(held) for held in heard.cards)
    proof = find_conflict(Puzzle(cards, cards, (*facts, total)))
    assert proof is not None
    return proof
