"""The easiest deduction not yet on my pad: where to look, then what, then why."""

from __future__ import annotations

from dataclasses import dataclass

from solver.engine.facts import Puzzle
from solver.engine.worlds import count_worlds
from solver.games.think_str8.crosses import list_uncrossed
from solver.games.think_str8.facts import list_lines, make_puzzle
from solver.games.think_str8.table import Table
from solver.games.think_str8.wording import word_proof
from solver.proof.conflicts import Sentence
from solver.proof.smallest import Claim, Proof, prove
from solver.proof.steps import tell

WHERE, WHAT, WHY = 0, 1, 2  # how much a hint tells


@dataclass(frozen=True, slots=True)
class Hint:
    """How many numbers are left to find; of the easiest the colour, and as far as asked the number and its proof."""

    level: int
    left: int
    colour: str | None = None
    number: int | None = None
    proof: Proof | None = None
    sentences: tuple[Sentence, ...] = ()

    def data(self) -> dict[str, object]:
        found: dict[str, object] = {"left": self.left, "colour": self.colour}
        if self.number is not None:
            found["number"] = self.number
        if self.proof is not None:
            lines = list_lines(self.proof.because)
            found["because"] = [{"line": line.number, "text": line.event} for line in lines]
            found["steps"] = [sentence.text for sentence in self.sentences]
        return found


def give_hint(table: Table, seat: str, level: int) -> Hint | None:
    """The easiest number to cross out; None if no hand fits the log."""
    puzzle = make_puzzle(table, seat)
    if not count_worlds(puzzle).count:
        return None
    open_ = list_uncrossed(table, seat)
    proofs = [(proof, colour, number) for colour, number in open_ if (proof := _prove(puzzle, colour, number))]
    if not proofs:
        return Hint(level, 0)
    proof, colour, number = min(proofs, key=lambda found: _ease(found[0]))
    if level < WHY:
        return Hint(level, len(proofs), colour, number if level >= WHAT else None)
    return Hint(level, len(proofs), colour, number, proof, word_proof(tell(proof), table, seat))


def _prove(puzzle: Puzzle, colour: str, number: int) -> Proof | None:
    card = next(card for card in puzzle.hand if card.name == colour)
    return prove(puzzle, Claim.is_not(card, number))


def _ease(proof: Proof) -> tuple[int, int, list[int]]:
    """Cheap facts, few facts, early lines; of equals the first in pad order."""
    return proof.cost, len(proof.because), sorted((fact.line.number for fact in proof.because), reverse=True)
