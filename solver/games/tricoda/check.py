"""Is the log free of contradictions, and are my own crosses justified? Nothing is given away that I have not found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from solver.diagnose import find_pair
from solver.errors import LogError
from solver.explain import Proof, find_conflict
from solver.facts import Fact, Puzzle
from solver.games.tricoda.crosses import Pad, judge_pad
from solver.games.tricoda.facts import list_lines, make_puzzle
from solver.games.tricoda.repairs import Repair, find_repairs
from solver.games.tricoda.table import Table
from solver.games.tricoda.wording import Sentence, word_proof
from solver.grammar import Reading
from solver.log import Line


@dataclass(frozen=True, slots=True)
class Conflict:
    """Lines that cannot all be true of a player's stones, and why in sentences."""

    player: str
    proof: Proof
    sentences: tuple[Sentence, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        return list_lines(self.proof.because)


@dataclass(frozen=True, slots=True)
class Check:
    """What `check` says. `pair` is named only if no single change helps; `pad` only for the owner of the log."""

    seat: str
    me: str
    conflict: Conflict | None = None
    repairs: tuple[Repair, ...] = ()
    pair: tuple[Line, ...] = ()
    pad: Pad = field(default_factory=Pad)
    errors: tuple[LogError, ...] = ()

    @property
    def consistent(self) -> bool:
        return self.conflict is None and not self.errors

    @property
    def fine(self) -> bool:
        return self.consistent and self.pad.fine

    def data(self) -> dict[str, object]:
        """The verdict under the keys that outside programs rely on."""
        repairs = [repair.data() for repair in self.repairs]
        if self.errors:
            return {"errors": [error.data() for error in self.errors], "repairs": repairs}
        conflict = self.conflict.lines if self.conflict else ()
        return {
            "consistent": self.consistent,
            "conflict": [{"line": line.number, "text": line.event} for line in conflict],
            "about": self.conflict.player if self.conflict else None,
            "steps": [sentence.text for sentence in self.conflict.sentences] if self.conflict else [],
            "repairs": repairs,
            "look_at": [{"line": line.number, "text": line.event} for line in self.pair],
            **self.pad.data(),
        }


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    puzzle = make_puzzle(table, seat)
    conflict = explain_conflict(table, seat, puzzle)
    if conflict is None:
        pad = judge_pad(reading, table) if seat == table.me else Pad()
        return Check(seat, table.me, pad=pad)
    repairs = find_repairs(reading, seat, upto)
    pair = () if repairs else _find_pair(puzzle)
    return Check(seat, table.me, conflict, repairs, pair)


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(reading, me, upto) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def explain_conflict(table: Table, seat: str, puzzle: Puzzle | None = None) -> Conflict | None:
    """The smallest set of lines that cannot hold together."""
    proof = find_conflict(puzzle or make_puzzle(table, seat))
    return Conflict(seat, proof, word_proof(proof.because, table, seat)) if proof else None


def _find_pair(puzzle: Puzzle) -> tuple[Line, ...]:
    """Two lines to look at; if even two are not enough, none."""
    groups: dict[int, list[Fact]] = {}
    for fact in puzzle.facts:
        groups.setdefault(fact.line.number, []).append(fact)
    lines = {fact.line.number: fact.line for fact in puzzle.facts}
    pair = find_pair(puzzle, groups)
    return tuple(lines[number] for number in sorted(pair)) if pair else ()
