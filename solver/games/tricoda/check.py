"""Is the log free of contradictions, and are my own crosses justified? Nothing is given away that I have not found."""

from __future__ import annotations

from collections.abc import Sequence

from solver.engine.agreement import solve
from solver.engine.facts import Puzzle
from solver.errors import LogError
from solver.games.tricoda.crosses import judge_pad
from solver.games.tricoda.facts import list_lines, make_puzzle
from solver.games.tricoda.repairs import find_repairs
from solver.games.tricoda.table import Table
from solver.games.tricoda.wording import word_proof
from solver.grammar import Reading
from solver.proof.conflicts import Check, Conflict, NoPad, find_two_lines
from solver.proof.smallest import find_conflict


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    puzzle = make_puzzle(table, seat)
    conflict = explain_conflict(table, seat, puzzle)
    if conflict is None:
        return Check(seat, table.me, pad=judge_pad(reading, table) if seat == table.me else NoPad())
    repairs = find_repairs(reading, seat, upto)
    return Check(seat, table.me, conflict, repairs, () if repairs else find_two_lines(puzzle))


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(reading, me, upto) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def explain_conflict(table: Table, seat: str, puzzle: Puzzle | None = None) -> Conflict | None:
    """The smallest set of lines that cannot hold together."""
    puzzle = puzzle or make_puzzle(table, seat)
    if solve(puzzle).count:
        return None  # to look for a conflict that is not there can take a minute
    proof = find_conflict(puzzle)
    assert proof is not None
    return Conflict(seat, proof.because, list_lines(proof.because), word_proof(proof.because, table, seat))
