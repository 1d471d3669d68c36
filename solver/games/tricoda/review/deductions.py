"""What a player could find out after each question, new at that moment, each with its proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.english import Ask
from solver.games.tricoda.facts import list_lines
from solver.games.tricoda.possible_racks import ALL, RACK_CODES, racks_with_code
from solver.games.tricoda.review.courses import Course, Known, Memory, Point
from solver.games.tricoda.rules import Code, format_code
from solver.games.tricoda.table import Asked
from solver.games.tricoda.words import word_proof
from solver.log import Line
from solver.proof.conflicts import Sentence


@dataclass(frozen=True, slots=True)
class Deduction:
    """A number that is out, one that is certain, or the whole code, known for the first time after a question.

    `true` are the racks of which it holds. Only a page and programs want the proof, so it comes late.
    """

    course: Course
    point: Point
    about: int | Code
    certain: bool
    true: frozenset[int]
    memory: Memory

    @property
    def text(self) -> str:
        if not isinstance(self.about, int):
            return f"the code is {format_code(self.about)}"
        return f"a {self.about} is certain" if self.certain else f"no {self.about}"

    @property
    def asked(self) -> Asked:
        return self.point.asked

    def prove(self) -> tuple[Sequence[Sentence], Sequence[Line]]:
        """The smallest proof, in sentences, and the lines it rests on."""
        after = self.asked.line.number + 1
        proof = self.memory.prove_before(self.course.rack, after, self.true)
        assert proof is not None  # what was counted leaves nothing else
        then = self.memory.table.before(after)  # in which this rack is the present one
        return word_proof(proof.because, then, self.memory.player), list_lines(proof.because)

    @property
    def question(self) -> Ask | None:
        """What to ask for the proof as of that question; None where that is about another rack or another log."""
        rack, then = self.course.rack, self.asked.number
        if rack.holder != self.memory.table.me or (rack.until is not None and rack.until <= then):
            return None
        return Ask("why", tuple(self.claim.split()), round=then)

    @property
    def claim(self) -> str:
        """The claim as `why` takes it."""
        return str(self.about) if isinstance(self.about, int) else format_code(self.about)

    def data(self) -> dict[str, object]:
        sentences, lines = self.prove()
        return {
            "question": self.asked.number,
            "claim": self.claim,
            "verdict": "certain" if self.certain else "impossible",
            "because": [line.data() for line in lines],
            "steps": [sentence.text for sentence in sentences],
        }


def deduce(course: Course, memory: Memory) -> Iterator[Deduction]:
    """All that its owner could newly know of a rack, question by question."""
    for point in course.points:
        for about, certain, true in _news(point.before, point.known):
            yield Deduction(course, point, about, certain, true, memory)


def _news(before: Known, after: Known) -> Iterator[tuple[int | Code, bool, frozenset[int]]]:
    """What is new, and the racks that fit it; a whole code says all there is to say."""
    if before.doubted != after.doubted or not after.guesses:  # all that is new is that something was false
        return
    if after.only is not None and before.only is None:
        yield after.only, True, racks_with_code(after.only)
        return
    for number in sorted(before.numbers - after.numbers):
        yield number, False, frozenset(rack for rack in ALL if number not in RACK_CODES[rack])
    for number in sorted(after.numbers):
        if _has(after, number) and not _has(before, number):
            yield number, True, frozenset(rack for rack in ALL if number in RACK_CODES[rack])


def _has(known: Known, number: int) -> bool:
    return all(number in guess.code for guess in known.guesses)
