"""Is the log sound? What players bid is not a fact, and the replay judges broken rules; but cups and who was said to be
right can contradict each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.games.thinkaboxin.events import Lift
from solver.games.thinkaboxin.notation import format_event, read_log
from solver.games.thinkaboxin.replay import replay
from solver.games.thinkaboxin.rounds import Round, tell_clash
from solver.games.thinkaboxin.rules import FACES
from solver.games.thinkaboxin.table import Table
from solver.grammar import Reading
from solver.log import parse_log, with_line_changed
from solver.proof.conflicts import Check, Conflict, Repair, Sentence


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    clashes = table.clashes
    if not clashes:
        return Check(seat, table.me)
    return Check(seat, table.me, _find_conflict(table, seat), _find_repairs(reading, clashes, upto))


def _find_conflict(table: Table, seat: str) -> Conflict:
    """All rounds in which the bid, the cups and the word on who was right cannot all be typed well."""
    found = [
        line
        for this in table.clashes
        for line in (this.bids[-1].line, this.end_line, this.verdict_line, *this.cup_lines.values())
        if line is not None
    ]
    lines = {line.number: line for line in found}
    sentences = tuple(Sentence("", 0, clash) for clash in tell_clashes(table))
    return Conflict(seat, (), tuple(lines[number] for number in sorted(lines)), sentences)


def tell_clashes(table: Table) -> tuple[str, ...]:
    """What cannot be, a sentence for each round."""
    return tuple(f"{_said(this)} {tell_clash(this)}" for this in table.clashes)


def _said(this: Round) -> str:
    line = this.verdict_line.number if this.verdict_line else 0
    return f"Round {this.number}: line {line} says that {this.lifter} was {'right' if this.verdict else 'wrong'}."


def _find_repairs(reading: Reading, clashes: Sequence[Round], upto: int | None) -> tuple[Repair, ...]:
    """Right for wrong or wrong for right, if that is all there is to mend and what follows still fits."""
    this = clashes[0]
    if len(clashes) > 1 or this.lifter is None or this.verdict_line is None:
        return ()
    instead = format_event(Lift(this.lifter, not this.verdict))
    text = with_line_changed(reading.log.text, this.verdict_line.number, instead)
    mended, errors = replay(read_log(parse_log(text, reading.log.name)), upto)
    if errors or mended is None or mended.clashes:
        return ()
    hidden = this.total - sum(len(dice) for dice in this.cups.values())
    return (Repair(this.verdict_line, instead, "who was right", FACES**hidden),)
