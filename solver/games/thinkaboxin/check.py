"""Is the log sound? What is said over cups is never a fact: only rules can be broken, and the replay judges those."""

from __future__ import annotations

from solver.games.thinkaboxin.table import Table
from solver.grammar import Reading
from solver.verdict import Check


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:  # noqa: ARG001
    """A log that was read and replayed without fault has nothing left to contradict itself with."""
    return Check(seat, table.me)
