"""What the log does not tell: stones and questions that are missing, as far as a seat's rack rests on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.games.tricoda.table import Table


class Unfilled(NamedTuple):
    """The pile did not have enough stones for this rack."""

    holder: str


class OwnersStones(NamedTuple):
    """The seat sees the stones of the log's owner, which the log does not have."""

    owner: str


class Unseen(NamedTuple):
    """Stones on somebody's rack are not typed; `first` if there was only one rack, `present` if it stands there."""

    holder: str
    first: bool
    present: bool


class Unshown(NamedTuple):
    """The stones that the seat had when it declared in these lines are not typed."""

    lines: tuple[int, ...]


class Skipped(NamedTuple):
    """Before this line it was another player's turn to read."""

    line: int
    turn: str


class Revealed(NamedTuple):
    """The seat's rack was turned over after this question."""

    round: int


Gap = Unfilled | OwnersStones | Unseen | Unshown | Skipped | Revealed


def find_gaps(table: Table, seat: str) -> Iterator[Gap]:
    """The weightiest for this seat's rack first."""
    yield from (Unfilled(holder) for holder, history in table.racks.items() if history[-1].short)
    yield from _unseen(table, seat)
    if lacking := [rack for rack in table.racks[seat][:-1] if not rack.known]:
        yield Unshown(tuple(rack.declared.line.number for rack in lacking if rack.declared))
    yield from _skipped(table)
    if table.current(seat).revealed:
        yield Revealed(table.round)


def _unseen(table: Table, seat: str) -> Iterator[Gap]:
    for holder, history in table.racks.items():
        lacking = [rack for rack in history if not rack.known]
        if holder == seat or not lacking:
            continue
        if holder == table.me:
            yield OwnersStones(holder)
        else:
            yield Unseen(holder, len(history) == 1, lacking[-1].until is None)


def _skipped(table: Table) -> Iterator[Skipped]:
    """A question that must have been read in between; the first is enough."""
    for before, after in zip(table.asked, table.asked[1:], strict=False):
        turn = table.players[(table.players.index(before.reader) + 1) % len(table.players)]
        if after.reader != turn:
            yield Skipped(after.line.number, turn)
            return
