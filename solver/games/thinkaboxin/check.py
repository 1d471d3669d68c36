"""Is the log sound? What players bid is not a fact, and the replay judges broken rules; but cups and who was said to be
right can contradict each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.games.thinkaboxin.rounds import Round, tell_clash
from solver.games.thinkaboxin.table import Table
from solver.grammar import Reading
from solver.proof.conflicts import Check, Conflict, Sentence


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:  # noqa: ARG001
    """Check a log that was read and replayed without fault."""
    clashes = [this for this in table.rounds if this.clash]
    return Check(seat, table.me, _conflict(clashes, seat) if clashes else None)


def _conflict(clashes: Sequence[Round], seat: str) -> Conflict:
    """All rounds in which the bid, the cups and the word on who was right cannot all be typed well."""
    found = [
        line
        for this in clashes
        for line in (this.bids[-1].line, this.end_line, this.verdict_line, *this.cup_lines.values())
        if line is not None
    ]
    lines = {line.number: line for line in found}
    sentences = tuple(Sentence("", 0, f"{_said(this)} {tell_clash(this)}") for this in clashes)
    return Conflict(seat, (), tuple(lines[number] for number in sorted(lines)), sentences)


def _said(this: Round) -> str:
    line = this.verdict_line.number if this.verdict_line else 0
    return f"Round {this.number}: line {line} says that {this.lifter} was {'right' if this.verdict else 'wrong'}."
