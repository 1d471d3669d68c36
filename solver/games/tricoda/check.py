"""Is the log free of contradictions, and was every cross on my form justified? What I have not found is not told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solver.engine.agreement import weigh
from solver.engine.facts import Puzzle
from solver.engine.stock import weigh_worlds
from solver.games.tricoda.events import Cross
from solver.games.tricoda.facts import list_lines, make_puzzle
from solver.games.tricoda.possible_racks import RACK_STONES
from solver.games.tricoda.repairs import find_repairs
from solver.games.tricoda.replay import replay
from solver.games.tricoda.rules import KINDS, NUMBERS, STONES, Stone
from solver.games.tricoda.sheet import seen_stones
from solver.games.tricoda.table import Table
from solver.games.tricoda.words import word_proof
from solver.grammar import Reading
from solver.log import LogError
from solver.proof.blame import find_two_lines
from solver.proof.conflicts import Check, Conflict, JudgedCross, Pad
from solver.proof.crosses import possible_at_crosses
from solver.proof.smallest import find_conflict

# My form: how many more crosses could be made is told, not which.

Mark = int | Stone


def judge_pad(reading: Reading, table: Table) -> Pad:
    """Judge the crosses of a log that fits together."""
    now = possible_stones(table, table.me)
    order = table.current(table.me).order
    moments = ((cross, _table_before(reading, cross)) for cross in table.crosses)
    puzzles = (((cross, before), make_puzzle(before, table.me)) for cross, before in moments)
    crosses: list[JudgedCross] = []
    for (cross, before), possible in possible_at_crosses(puzzles):
        (racks,) = possible.values()
        then = _stones(racks)
        for mark in cross.marks:
            justified = is_out(mark, then)
            late = not justified and before.current(table.me).order == order and is_out(mark, now)
            crosses.append(JudgedCross(cross.line, str(mark), f"{mark} is out", justified, late))
    return Pad(tuple(crosses), len(list_uncrossed(table, table.me, now)))


def possible_stones(table: Table, seat: str) -> frozenset[Stone]:
    """The kinds of stones that can be on the rack; none if no rack fits."""
    puzzle = make_puzzle(table, seat)
    return _stones(weigh_worlds(puzzle).weights)


def _stones(racks: Iterable[int]) -> frozenset[Stone]:
    return frozenset(stone for rack in racks for stone in RACK_STONES[rack])


def list_uncrossed(table: Table, seat: str, possible: frozenset[Stone]) -> list[Stone]:
    """Stones that are out but not crossed out, in the order of the form. A kind that lies open whole needs no cross.

    The log has the crosses of its owner only.
    """
    crossed = table.crossed.keys() if seat == table.me else set()
    seen = seen_stones(table, seat)
    return [
        stone
        for stone in KINDS
        if stone not in possible and seen[stone] < STONES[stone] and not {stone, stone.number} & crossed
    ]


def is_out(mark: Mark, possible: frozenset[Stone]) -> bool:
    if isinstance(mark, Stone):
        return mark not in possible
    assert mark in NUMBERS
    return all(stone.number != mark for stone in possible)


def _table_before(reading: Reading, event: Cross) -> Table:
    """The table as it stood when the cross was made: the lines above it."""
    place = next(place for place, other in enumerate(reading.events) if other is event)
    table, _ = replay(replace(reading, events=reading.events[:place]))
    assert table is not None  # the whole log was replayed without fault
    return table


# The log.

MOST_UNKNOWN = (
    3  # racks of the seat: with more, too much is open for two lines to tell anything, and the search is long
)


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    puzzle = make_puzzle(table, seat)
    conflict = explain_conflict(table, seat, puzzle)
    if conflict is None:
        return Check(seat, table.me, pad=judge_pad(reading, table) if seat == table.me else Pad())
    repairs = find_repairs(reading, seat, upto, conflict.lines)
    known = sum(rack.known for rack in table.racks[seat][:-1])
    pair = () if repairs or len(table.racks[seat]) - known > MOST_UNKNOWN else find_two_lines(puzzle)
    return Check(seat, table.me, conflict, repairs, pair)


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(reading, me, upto) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def explain_conflict(table: Table, seat: str, puzzle: Puzzle | None = None) -> Conflict | None:
    """The smallest set of lines that cannot hold together."""
    puzzle = puzzle or make_puzzle(table, seat)
    if weigh(puzzle).total:
        return None  # to look for a conflict that is not there can take a minute
    proof = find_conflict(puzzle)
    assert proof is not None
    return Conflict(seat, proof.because, list_lines(proof.because), word_proof(proof.because, table, seat))
