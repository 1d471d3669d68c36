"""Which changes are worth trying on a log that contradicts itself: only those that touch what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator

from solver.diagnose import count_without
from solver.explain import find_smallest
from solver.facts import Fact, Puzzle
from solver.games.think_str8.events import Bet, Dice, Reveal, See, Swap, Told
from solver.games.think_str8.facts import Answered, InSight, Shown, make_puzzle
from solver.games.think_str8.others import Heard, find_misheard
from solver.games.think_str8.slips import Change, Slip, propose
from solver.games.think_str8.table import Table
from solver.grammar import Reading
from solver.worlds import count_worlds


def list_suspects(reading: Reading, table: Table, seat: str) -> Iterator[Change]:
    """Changes that can make the hand fit again; if it fits, those that can set another player's answer right."""
    puzzle = make_puzzle(table, seat)
    sieve: _OwnSieve | _HeardSieve
    if not count_worlds(puzzle).count:
        sieve = _OwnSieve(puzzle, table, seat)
    else:
        misheard = next(find_misheard(table, seat), None)
        if misheard is None:
            return
        sieve = _HeardSieve(misheard)
    for event in reading.events:
        if sieve.may_matter(event):
            changes = propose(event.line, reading.opening)  # type: ignore[attr-defined]
            yield from (change for change in changes if sieve.passes(event, change))


class _OwnSieve:
    """No hand fits: a change must touch a fact of the smallest conflict, and without the facts it touches hands fit.

    My swaps (and swaps that may be mine) are always tried, since they say which card every sum was about.
    """

    def __init__(self, puzzle: Puzzle, table: Table, seat: str) -> None:
        self.puzzle, self.seat = puzzle, seat
        self.conflict = set(map(id, find_smallest(puzzle, None) or ()))
        self.rounds = {this.line.number: this.number for this in table.rounds}
        self.fits: dict[frozenset[int], bool] = {}

    def may_matter(self, event: object) -> bool:
        if isinstance(event, Swap):
            return True
        return isinstance(event, See | Reveal | Dice | Bet | Told) and bool(self.touched(event, None))

    def passes(self, event: object, change: Change) -> bool:
        if isinstance(event, Swap) and self.rearranges(event, change):
            return True
        touched = self.touched(event, change)
        if not any(id(fact) in self.conflict for fact in touched):
            return False
        key = frozenset(map(id, touched))
        if key not in self.fits:
            self.fits[key] = count_without(self.puzzle, touched) > 0
        return self.fits[key]

    def rearranges(self, event: Swap, change: Change) -> bool:
        """The change gives my cards another history."""
        if event.player == self.seat:
            return change.slip in (Slip.COLOUR, Slip.PLAYER)
        return change.slip is Slip.PLAYER

    def touched(self, event: object, change: Change | None) -> list[Fact]:
        """The facts that change with the line; without a change, all that depend on it."""
        line = event.line.number  # type: ignore[attr-defined]
        return [fact for fact in self.puzzle.facts if self.depends(fact, line, change)]

    def depends(self, fact: Fact, line: int, change: Change | None) -> bool:
        told = fact.told
        if isinstance(told, Answered):
            return any(part.number == line for part in told.bet.lines) or self.rounds.get(line) == told.round.number
        if fact.line.number != line:
            return False
        assert isinstance(told, InSight | Shown)
        card = (told.held.colour, told.held.number)
        return change is None or card in change.cards


class _HeardSieve:
    """Another player's answer does not agree with the cards in sight: the bet, the dice, those cards and the swaps."""

    def __init__(self, heard: Heard) -> None:
        self.player = heard.player
        self.cards = {(held.colour, held.number) for held in heard.cards}
        bet = heard.round.bets[heard.player]
        self.lines = {line.number for line in (*bet.lines, heard.round.line)}
        self.lines |= {held.line.number for held in heard.cards if held.line}

    def may_matter(self, event: object) -> bool:
        return isinstance(event, Swap) or event.line.number in self.lines  # type: ignore[attr-defined]

    def passes(self, event: object, change: Change) -> bool:
        if isinstance(event, See | Reveal):
            return bool(change.cards & self.cards) or change.slip is Slip.PLAYER
        if isinstance(event, Swap):
            return event.player == self.player or (change.slip is Slip.PLAYER and self.player in change.text)
        return True
