"""What the log says against itself: no hand fits, or the cards typed for a player prove an answer wrong.

One rule for every command and every seat: the seat's own cards come first, then those of the log's owner, then what
others were told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.engine.facts import Fact, OneOf, Puzzle, SumIn
from solver.engine.worlds import count_worlds
from solver.games.think_str8.facts import SIGHT_COST, SUM_COST, Answered, InSight, hidden, make_puzzle
from solver.games.think_str8.table import Held, Round, Table
from solver.proof.smallest import Proof, find_conflict


@dataclass(frozen=True, slots=True)
class Heard:
    """An answered bet whose three cards of that round are known for sure."""

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


def list_heard(table: Table) -> Iterator[Heard]:
    """Every answer that can be worked out again, round by round."""
    for this in table.rounds:
        for player in table.players:
            bet = this.bets.get(player)
            cards = table.sure_cards(player, this) if bet and bet.answer else None
            if cards is not None:
                yield Heard(player, this, cards)


def find_misheard(table: Table) -> Iterator[Heard]:
    """Answers to others that the cards typed for them prove wrong; one to the owner leaves the owner no hand."""
    return (heard for heard in list_heard(table) if not heard.fits and heard.player != table.me)


@dataclass(frozen=True, slots=True)
class Clash:
    """Facts about a player's cards that cannot hold together; `heard` if that is all about one answer."""

    player: str
    puzzle: Puzzle
    heard: Heard | None = None

    def __str__(self) -> str:
        if self.heard is None:
            return f"No hand fits what {self.player} saw and was told."
        told = f"What {self.player} was told in round {self.heard.round.number}"
        return f"{told} does not fit the cards typed for {self.player}."

    def explain(self) -> Proof:
        """The fewest lines that show it."""
        proof = find_conflict(self.puzzle)
        assert proof is not None
        return proof


def find_clashes(table: Table, seat: str) -> Iterator[Clash]:
    """What cannot be true: of the seat's own cards, of the owner's, of what others were told."""
    for player in dict.fromkeys((seat, table.me)):
        puzzle = make_puzzle(table, player) if player in table.players else None
        if puzzle is not None and not count_worlds(puzzle).count:
            yield Clash(player, puzzle)
    yield from (Clash(heard.player, _puzzle_of(heard), heard) for heard in find_misheard(table))


def tell_misheard(table: Table, seat: str) -> tuple[str, ...]:
    """A sentence for everything that cannot be true, apart from the seat's own hand."""
    return tuple(str(clash) for clash in find_clashes(table, seat) if clash.heard or clash.player != seat)


def _puzzle_of(heard: Heard) -> Puzzle:
    """The answer, and the cards that were counted."""
    bet = heard.round.bets[heard.player]
    facts = [
        Fact(held.line, (OneOf(hidden(held), frozenset({held.number})),), InSight(held), SIGHT_COST)
        for held in heard.cards
        if held.line and held.number is not None
    ]
    terms = tuple((hidden(held), heard.times(held)) for held in heard.cards)
    total = Fact(bet.lines[0], (SumIn(terms, frozenset(bet.sums or ())),), Answered(heard.round, bet), SUM_COST)
    cards = tuple(hidden(held) for held in heard.cards)
    return Puzzle(cards, cards, (*facts, total))
