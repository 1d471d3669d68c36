"""The easiest deduction I have not crossed out yet: first where to look, then what follows, then why."""

from __future__ import annotations

from dataclasses import dataclass

from solver.engine.facts import Puzzle
from solver.english import all_of
from solver.games.tricoda.claims import Question
from solver.games.tricoda.crosses import list_uncrossed, possible_stones
from solver.games.tricoda.facts import ALL, Answered, list_lines, make_puzzle
from solver.games.tricoda.rules import Stone
from solver.games.tricoda.table import Table
from solver.games.tricoda.wording import word_proof
from solver.log import Line
from solver.proof.conflicts import Sentence
from solver.proof.smallest import Claim, Proof, prove

WHERE, WHAT, WHY = 0, 1, 2  # how much a hint tells


@dataclass(frozen=True, slots=True)
class Hint:
    """How many stones are left to find; of the easiest where to look, and as far as asked the stone and its proof.

    `lines` are the answers to look at, none if the stones in sight suffice.
    """

    level: int
    left: int
    lines: tuple[Line, ...] = ()
    stone: Stone | None = None
    proof: Proof | None = None
    sentences: tuple[Sentence, ...] = ()

    @property
    def where(self) -> str:
        if not self.left:
            return "Nothing is left to find: all that can be ruled out is seen or crossed out."
        if not self.lines:
            return "Look at the stones in sight."
        numbers, several = all_of(line.number for line in self.lines), "s" * (len(self.lines) > 1)
        return f"Look at the answer{several} in line{several} {numbers}."

    def data(self) -> dict[str, object]:
        found: dict[str, object] = {"left": self.left, "where": self.where}
        if self.stone is not None:
            found["stone"] = str(self.stone)
        if self.proof is not None:
            lines = list_lines(self.proof.because)
            found["because"] = [{"line": line.number, "text": line.event} for line in lines]
            found["steps"] = [sentence.text for sentence in self.sentences]
        return found


def give_hint(table: Table, seat: str, level: int) -> Hint | None:
    """The stone that is easiest to cross out; None if no rack fits the log."""
    puzzle = make_puzzle(table, seat)
    possible = possible_stones(table, seat)
    if not possible:
        return None
    proofs = [(proof, stone) for stone in list_uncrossed(table, seat, possible) if (proof := _prove(puzzle, stone))]
    if not proofs:
        return Hint(level, 0)
    proof, stone = min(proofs, key=lambda found: found[0].cost)
    lines = tuple(fact.line for fact in proof.because if isinstance(fact.told, Answered))
    if level < WHY:
        return Hint(level, len(proofs), lines, stone if level >= WHAT else None)
    return Hint(level, len(proofs), lines, stone, proof, word_proof(proof.because, table, seat))


def _prove(puzzle: Puzzle, stone: Stone) -> Proof | None:
    return prove(puzzle, Claim(puzzle.hand[0], ALL - Question(stone).racks()))
