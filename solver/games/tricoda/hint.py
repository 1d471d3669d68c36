"""The easiest deduction I have not crossed out yet: first where to look, then what follows, then why."""

from __future__ import annotations

from dataclasses import dataclass

from solver.explain import Claim, prove
from solver.games.tricoda.claims import Question
from solver.games.tricoda.crosses import list_uncrossed
from solver.games.tricoda.facts import ALL, Answered, make_puzzle
from solver.games.tricoda.rules import Stone
from solver.games.tricoda.table import Table
from solver.games.tricoda.wording import Sentence, word_proof
from solver.grammar import all_of
from solver.log import Line


@dataclass(frozen=True, slots=True)
class Hint:
    """One stone that can be crossed out; `lines` are the answers to look at, none if the stones in sight suffice."""

    stone: Stone
    lines: tuple[Line, ...]
    sentences: tuple[Sentence, ...]
    more: int  # other stones that are out

    @property
    def where(self) -> str:
        if not self.lines:
            return "Look at the stones in sight."
        numbers = all_of(line.number for line in self.lines)
        return f"Look at the answer{'s' * (len(self.lines) > 1)} in line{'s' * (len(self.lines) > 1)} {numbers}."

    @property
    def what(self) -> str:
        return f"No {self.stone} can be on your rack."

    def data(self) -> dict[str, object]:
        return {
            "where": self.where,
            "claim": f"{self.stone} is out",
            "because": [{"line": line.number, "text": line.event} for line in self.lines],
            "steps": [sentence.text for sentence in self.sentences],
            "more": self.more,
        }


def make_hint(table: Table) -> Hint | None:
    """The stone whose proof is cheapest; None if everything that is out is crossed out."""
    uncrossed = list_uncrossed(table)
    puzzle = make_puzzle(table, table.me)
    best: tuple[int, Hint] | None = None
    for stone in uncrossed:
        proof = prove(puzzle, Claim(puzzle.hand[0], ALL - Question(stone).racks()))
        if proof is not None and (best is None or proof.cost < best[0]):
            lines = tuple(fact.line for fact in proof.because if isinstance(fact.told, Answered))
            sentences = word_proof(proof.because, table, table.me)
            best = (proof.cost, Hint(stone, lines, sentences, len(uncrossed) - 1))
    return best[1] if best else None
