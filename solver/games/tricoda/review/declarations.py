"""Declarations judged: at what chance, what waiting was worth, and what a rack cost that was ripe and not declared.

All costs are in points: a chance given up at the moment of a declaration, or questions waited for in vain, each worth
what the advice reckons for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from solver.games.tricoda.advice import QUESTION_WORTH
from solver.games.tricoda.review.courses import Course, Known, Memory, Outlook
from solver.games.tricoda.rules import Code
from solver.games.tricoda.sheet import Guess
from solver.games.tricoda.table import Asked, Declared, Table
from solver.log import Line

EARLY, LATE, OTHER, NEVER = "early", "late", "other", "never"  # kinds of costs


@dataclass(frozen=True, slots=True)
class Judged:
    """A declaration with its chance at that moment, and the best there was."""

    claim: Declared
    course: Course
    known: Known
    outlook: Outlook

    @property
    def known_after(self) -> Asked | None:
        return self.course.known_after

    @property
    def true(self) -> Code | None:
        """What the stones were, as far as the log tells."""
        return self.course.rack.code

    @property
    def chance(self) -> float:
        return self.known.chance(self.claim.code)

    @property
    def best(self) -> Guess | None:
        return self.known.best

    @property
    def luck(self) -> float:
        """Points won beyond what could be expected."""
        return self.claim.right - self.chance

    @property
    def verdict(self) -> str:
        if self.best is None:
            return "no code fitted what had been heard: an answer was false"
        if self.chance == 1:
            return "it was certain"
        if self.chance == 0:
            return "it had been ruled out by a false answer" if self.claim.right else "it had been ruled out"
        return "another code was likelier" if self.chance < self.best.chance else "the likeliest code"


def judge_declarations(table: Table, courses: tuple[Course, ...], memories: Mapping[str, Memory]) -> tuple[Judged, ...]:
    return tuple(_judge(claim, courses, memories[claim.player]) for claim in table.declared)


def _judge(claim: Declared, courses: tuple[Course, ...], memory: Memory) -> Judged:
    course = next(course for course in courses if course.rack.declared is claim)
    line = claim.line.number
    return Judged(claim, course, memory.known_before(course.rack, line), memory.outlook_before(course.rack, line))


@dataclass(frozen=True, slots=True)
class Cost:
    """Points that a player gave up with one rack: declared too early or too late, another code, or never.

    `after` is the question after which it happened; `ripe` the first moment to declare, with the code that was best.
    """

    kind: str
    player: str
    points: float
    after: int
    line: Line
    course: Course
    judged: Judged | None = None

    def data(self) -> dict[str, object]:
        place = {"player": self.player, "rack": self.course.rack.order, "after": self.after, "line": self.line.number}
        return {"kind": self.kind, **place, "points": round(self.points, 4)}


def list_costs(courses: Iterable[Course], judged: Iterable[Judged]) -> tuple[Cost, ...]:
    """All costs, dearest first; the earlier of equals."""
    declared = {id(one.course): one for one in judged}
    costs = [cost for course in courses for cost in _weigh(course, declared.get(id(course)))]
    return tuple(sorted(costs, key=lambda cost: (-round(cost.points, 9), cost.line.number)))


def _weigh(course: Course, judged: Judged | None) -> Iterator[Cost]:
    ripe, player = course.ripe, course.rack.holder
    if judged is None:
        last = course.points[-1].asked if course.points else None
        if ripe and last and last.number > ripe.asked.number:
            yield Cost(NEVER, player, ripe.best, last.number, ripe.asked.line, course)
        return
    claim, lost = judged.claim, judged.outlook.value - judged.chance
    if ripe and claim.after > ripe.asked.number:
        waited = (claim.after - ripe.asked.number) * QUESTION_WORTH
        yield Cost(LATE, player, waited, claim.after, claim.line, course, judged)
    if lost > 1e-9 and judged.best is not None:
        kind = OTHER if judged.outlook.declare else EARLY
        yield Cost(kind, player, lost, claim.after, claim.line, course, judged)
