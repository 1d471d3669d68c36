"""Tables for tests, straight from the text of a log."""

from __future__ import annotations

from collections.abc import Sequence

from solver.games import open_log
from solver.games.think_str8.facts import Known
from solver.games.think_str8.lab.match import Record
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.table import Table
from solver.grammar import Event
from solver.log import parse_log

# Three players; what Anna does not see: blue 0 3 5 6 7, green 0 4 5 6 7, yellow 1 2 3 5 6, purple 0 2 3 5 6, …
DEAL = """game think-str8
players Anna Ben Cleo
me Anna
see Ben 1 1 0 1 4 5
see Cleo 2 2 4 4 0 3
see neutral 4 3 7 7 2 6
"""
# Six rounds later she knows them all: 0 0 1 0 1 0.
CERTAIN = DEAL + "".join(
    f"dice {colour * 3}\nbet {total}-{total} hit\n" for colour, total in zip("bgypre", (0, 0, 3, 0, 3, 0), strict=True)
)


def table_of(text: str, upto: int | None = None) -> Table:
    opened = open_log(parse_log(text), upto)
    assert isinstance(opened, Str8Log), opened
    table: Table = opened.table
    return table


def hand_list(known: Known) -> list[tuple[int, ...]]:
    return [tuple(map(int, hand)) for hand, ways in zip(known.hands, known.ways, strict=True) for _ in range(ways)]


def make_record(players: Sequence[str], me: str, events: Sequence[Event]) -> Record:
    """The log of what one player of a simulated game saw."""
    record = Record(players, me)
    for event in events:
        seen = event.seen_by(me)
        if seen is not None:
            record.write(seen)
    return record
