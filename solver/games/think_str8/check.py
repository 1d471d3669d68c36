"""Is the log free of contradictions, and are my own crosses justified? Nothing is given away that I have not found.

A contradiction comes with the smallest set of lines that cannot hold together and the likeliest repairs; a broken rule
with repairs only, since the fault itself names the lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.engine.facts import Puzzle
from solver.games.think_str8.crosses import judge_pad
from solver.games.think_str8.facts import list_lines, make_puzzle
from solver.games.think_str8.others import explain_misheard, find_misheard
from solver.games.think_str8.repairs import find_repairs
from solver.games.think_str8.table import Table
from solver.games.think_str8.wording import word_proof
from solver.grammar import Reading
from solver.log import LogError
from solver.proof.conflicts import Check, Conflict, NoPad, find_two_lines
from solver.proof.smallest import Proof, find_conflict
from solver.proof.steps import tell


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    puzzle = make_puzzle(table, seat)
    conflict = explain_conflict(table, seat, puzzle)
    if conflict is None:
        return Check(seat, table.me, pad=judge_pad(reading, table) if seat == table.me else NoPad())
    repairs = find_repairs(reading, table, seat, upto)
    pair = () if repairs or conflict.player != seat else find_two_lines(puzzle)
    return Check(seat, table.me, conflict, repairs, pair)


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(reading, None, me, upto) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def explain_conflict(table: Table, seat: str, puzzle: Puzzle | None = None) -> Conflict | None:
    """Lines that cannot hold together: about the seat's own cards, else about another player's."""
    own = find_conflict(puzzle or make_puzzle(table, seat))
    if own is not None:
        return _word(own, table, seat)
    for heard in find_misheard(table, seat):
        return _word(explain_misheard(heard), table, heard.player)
    return None


def _word(proof: Proof, table: Table, player: str) -> Conflict:
    return Conflict(player, proof.because, list_lines(proof.because), word_proof(tell(proof), table, player))
