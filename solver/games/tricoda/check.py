"""Is the log free of contradictions, and was every cross on my form justified? What I have not found is not told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, islice

from solver.engine.agreement import weigh
from solver.engine.stock import weigh_worlds
from solver.games.tricoda.facts import list_lines, make_puzzle
from solver.games.tricoda.misheard import Clash, Denied, find_clashes
from solver.games.tricoda.possible_racks import RACK_STONES
from solver.games.tricoda.repairs import find_repairs
from solver.games.tricoda.replay import stop_at_crosses
from solver.games.tricoda.rules import KINDS, NUMBERS, STONES, Stone
from solver.games.tricoda.sheet import seen_stones
from solver.games.tricoda.table import Table
from solver.games.tricoda.words import word_proof
from solver.grammar import Reading
from solver.log import Line, LogError
from solver.proof.blame import find_two_lines
from solver.proof.conflicts import Check, Conflict, JudgedCross, Pad, Sentence
from solver.proof.smallest import find_conflict

# My form: how many more crosses could be made is told, not which.

Mark = int | Stone


def judge_pad(reading: Reading, table: Table) -> Pad:
    """Judge the crosses of a log that fits together."""
    now = possible_stones(table, table.me)
    order = table.current(table.me).order
    crosses: list[JudgedCross] = []
    for before, moment in groupby(islice(stop_at_crosses(reading), len(table.crosses)), key=lambda stop: stop[1]):
        then = possible_stones(before, table.me)
        for line, mark in ((cross.line, mark) for cross, _ in moment for mark in cross.marks):
            justified = is_out(mark, then)
            late = not justified and before.current(table.me).order == order and is_out(mark, now)
            crosses.append(JudgedCross(line, str(mark), f"{mark} is out", justified, late))
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


# The log.

MOST_UNKNOWN = 3  # racks of a player: with more, too much is open for two lines to tell anything


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    weigh(make_puzzle(table, seat))  # both engines agree
    clash = next(find_clashes(table, seat), None)
    if clash is None:
        return Check(seat, table.me, pad=judge_pad(reading, table) if seat == table.me else Pad())
    conflict = _explain(clash, table)
    repairs = find_repairs(reading, seat, upto, conflict.lines)
    return Check(seat, table.me, conflict, repairs, () if repairs else _find_pair(clash, table))


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(reading, me, upto) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def _explain(clash: Clash, table: Table) -> Conflict:
    """The fewest lines that cannot hold together, and why."""
    if isinstance(clash, Denied):
        sentence = Sentence("", 0, f"{clash.text[0].upper()}{clash.text[1:]}.")
        return Conflict("", (), clash.lines, (sentence,))
    proof = find_conflict(clash.puzzle)
    assert proof is not None
    sentences = word_proof(proof.because, table, clash.player)
    return Conflict(clash.player, proof.because, list_lines(proof.because), sentences)


def _find_pair(clash: Clash, table: Table) -> tuple[Line, ...]:
    """Two lines to look at first."""
    if isinstance(clash, Denied):
        return ()
    racks = table.racks[clash.player]
    unknown = [rack for rack in racks if rack.until is None or not rack.known]
    return find_two_lines(clash.puzzle) if len(unknown) <= MOST_UNKNOWN else ()
