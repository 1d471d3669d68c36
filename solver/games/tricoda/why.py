"""Answers to "why": the smallest proof that something is out or certain, or a rack that shows it is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.engine.facts import Puzzle
from solver.engine.worlds import count_worlds
from solver.games.tricoda.claims import Question, parse_claims
from solver.games.tricoda.facts import ALL, list_lines, make_puzzle
from solver.games.tricoda.racks import COLOURED_OF, RACK_STONES
from solver.games.tricoda.rules import Stone
from solver.games.tricoda.table import Table
from solver.games.tricoda.wording import word_proof
from solver.proof.conflicts import Sentence
from solver.proof.smallest import Claim, Proof, prove

IMPOSSIBLE, CERTAIN, POSSIBLE = "impossible", "certain", "possible"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is true of a question and why.

    A proof comes with its sentences; what is only possible with how many of all `hands` have it, how likely that is,
    and one `example`.
    """

    question: Question
    verdict: str
    proof: Proof | None
    sentences: tuple[Sentence, ...]
    count: int
    hands: int
    chance: float
    example: tuple[Stone, ...] | None

    def data(self) -> dict[str, object]:
        """The answer under the keys that outside programs rely on."""
        lines = list_lines(self.proof.because) if self.proof else ()
        return {
            "claim": str(self.question),
            "verdict": self.verdict,
            "because": [{"line": line.number, "text": line.event} for line in lines],
            "steps": [sentence.text for sentence in self.sentences],
            "count": self.count,
            "hands": self.hands,
            "chance": round(self.chance, 4),
            "example": list(map(str, self.example)) if self.example else None,
        }


def explain(table: Table, seat: str, words: Sequence[str]) -> tuple[Answer, ...]:
    """Read what is asked and answer it; raises a Fault that says what to type instead."""
    return answer(table, seat, parse_claims(words, table))


def answer(table: Table, seat: str, questions: Sequence[Question]) -> tuple[Answer, ...]:
    """Answers in the order asked; empty if no rack fits the log, so that there is nothing to explain but that."""
    puzzle = make_puzzle(table, seat)
    counts = count_worlds(puzzle).counts(puzzle.hand[0])
    return tuple(_answer(table, seat, question, puzzle, counts) for question in questions) if counts else ()


def _answer(table: Table, seat: str, question: Question, puzzle: Puzzle, counts: dict[int, int]) -> Answer:
    true = question.racks()
    having = sorted(true & counts.keys())
    claim, verdict = None, POSSIBLE
    if not having:
        claim, verdict = Claim(puzzle.hand[0], ALL - true), IMPOSSIBLE
    elif len(having) == len(counts):
        claim, verdict = Claim(puzzle.hand[0], true), CERTAIN
    proof = prove(puzzle, claim) if claim else None
    return Answer(
        question=question,
        verdict=verdict,
        proof=proof,
        sentences=word_proof(proof.because, table, seat) if proof else (),
        count=len(having),
        hands=len(counts),
        chance=sum(counts[rack] for rack in having) / sum(counts.values()),
        example=RACK_STONES[COLOURED_OF[having[0]]] if verdict == POSSIBLE else None,
    )
