"""A number laid off that was copied into the wrong row of a paper sheet: the rows in which everything would fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solver.engine.worlds import count_worlds
from solver.games.think_str8.events import read_log
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.places import put_at_place
from solver.games.think_str8.replay import replay
from solver.games.think_str8.table import Round, Table
from solver.log import Line, parse_log
from solver.proof.conflicts import WrongRow
from solver.replay import Timeline


def find_misplaced(log: Timeline[Table], table: Table, lines: Iterable[Line]) -> Iterator[WrongRow]:
    """Of the lines that do not fit together, the numbers laid off that would fit in other rows."""
    concerned = {line.number for line in lines}
    for this in table.rounds if table.paper else ():
        swap = this.swaps.get(table.me)
        if swap and swap.line.number in concerned:
            rows = tuple(other.number for other in table.rounds if other is not this and _fits(log, table, this, other))
            if rows:
                yield WrongRow(swap.line, rows)


def _fits(log: Timeline[Table], table: Table, this: Round, other: Round) -> bool:
    """Whether all fits if what was laid off in one row was laid off in the other."""
    swap = this.swaps[table.me]
    if table.me in other.swaps:
        return False
    without = put_at_place(log.reading.log, log.reading.events, table.me, f"laid off {this.number}", "")
    reading = read_log(parse_log(without))
    line = f"swap {swap.old}"
    moved = put_at_place(reading.log, reading.events, table.me, f"laid off {other.number}", line)
    found = replay(read_log(parse_log(moved)), log.upto).table
    return found is not None and count_worlds(make_puzzle(found, table.me)).count > 0
