"""After the game: every answer counted again, when each code could first be known, declarations judged by their chance.

Everybody's racks are used as far as the log has them by now; what a player could know is what that player had seen and
heard by then, true or false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log2

from solver.english import FollowUp, Saying, say_remark
from solver.games.tricoda.advice import QUESTION_WORTH
from solver.games.tricoda.courses import CodesLeft, Course, Deduction, Memory, Outlook, Point, deduce
from solver.games.tricoda.facts import NoRack, RackClash, Recount, find_clashes, recount
from solver.games.tricoda.gaps import Unseen, Unshown, find_gaps
from solver.games.tricoda.rules import Code, format_answer
from solver.games.tricoda.sheet import Guess
from solver.games.tricoda.table import Asked, Declared, Table
from solver.games.tricoda.words.gaps import say_gap
from solver.games.tricoda.words.proofs import say_clash
from solver.language import later, say, say_count
from solver.log import Line

EARLY, LATE, OTHER, NEVER = "early", "late", "other", "never"  # kinds of costs


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A declaration with its chance at that moment, and the best there was."""

    claim: Declared
    course: Course
    known: CodesLeft
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
        """In words, shown by `say`."""
        if self.best is None:
            return later("no code fitted what had been heard: an answer was false")
        if self.chance == 1:
            return later("it was certain")
        if self.chance == 0 and self.claim.right:
            return later("it had been ruled out by a false answer")
        if self.chance == 0:
            return later("it had been ruled out")
        return later("another code was likelier") if self.chance < self.best.chance else later("the likeliest code")


def _judge(claim: Declared, courses: tuple[Course, ...], memory: Memory) -> JudgedClaim:
    course = next(course for course in courses if course.rack.declared is claim)
    line = claim.line.number
    return JudgedClaim(claim, course, memory.known_before(course.rack, line), memory.outlook_before(course.rack, line))


@dataclass(frozen=True, slots=True)
class Cost:
    """Points that a player gave up with one rack: declared too early or too late, another code, or never.

    `after` is the question after which it happened.
    """

    kind: str
    player: str
    points: float
    after: int
    line: Line
    course: Course
    judged: JudgedClaim | None = None

    def data(self) -> dict[str, object]:
        place = {"player": self.player, "rack": self.course.rack.order, "after": self.after, "line": self.line.number}
        return {"kind": self.kind, **place, "points": round(self.points, 4)}


def list_costs(courses: Iterable[Course], judged: Iterable[JudgedClaim]) -> tuple[Cost, ...]:
    """All costs, highest first; among equals the earlier."""
    declared = {id(one.course): one for one in judged}
    costs = [cost for course in courses for cost in _weigh(course, declared.get(id(course)))]
    return tuple(sorted(costs, key=lambda cost: (-round(cost.points, 9), cost.line.number)))


def _weigh(course: Course, judged: JudgedClaim | None) -> Iterator[Cost]:
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


@dataclass(frozen=True, slots=True)
class Luck:
    """What a player owed to chance, in points: to the cards that came and their answers, and to declarations."""

    questions: float
    declarations: float

    def data(self) -> dict[str, object]:
        return {"questions": round(self.questions, 4), "declarations": round(self.declarations, 4)}


@dataclass(frozen=True, slots=True)
class Review:
    """What `review` tells."""

    table: Table
    seat: str
    recounts: tuple[Recount, ...]
    courses: tuple[Course, ...]
    judged: tuple[JudgedClaim, ...]
    costs: tuple[Cost, ...]  # of all players, highest first
    deductions: tuple[Deduction, ...]  # of the seat
    clashes: tuple[RackClash, ...]
    notes: tuple[Saying, ...]

    @property
    def consistent(self) -> bool:
        return not self.clashes

    @property
    def false_answers(self) -> tuple[Recount, ...]:
        return tuple(recount for recount in self.recounts if recount.false)

    def courses_of(self, player: str) -> list[Course]:
        return [course for course in self.courses if course.rack.holder == player]

    def judged_of(self, player: str) -> list[JudgedClaim]:
        return [one for one in self.judged if one.claim.player == player]

    def luck_of(self, player: str) -> Luck:
        points = (point for course in self.courses_of(player) for point in course.points)
        return Luck(sum(point.luck for point in points), sum(one.luck for one in self.judged_of(player)))

    def points_of(self, asked: Asked) -> Iterator[tuple[Course, Point]]:
        """What everybody knew around a question."""
        for course in self.courses:
            yield from ((course, point) for point in course.points if point.asked is asked)

    def bits(self, asked: Asked) -> float:
        """How much a question told the table: how often it halved the codes left, summed over all who heard it."""
        return sum(log2(point.factor) for _, point in self.points_of(asked))

    @property
    def most_telling(self) -> Asked | None:
        """The question that told the table most; among equals the earlier."""
        told = max(self.table.asked, key=lambda asked: round(self.bits(asked), 9), default=None)
        return told if told and self.bits(told) > 0 else None

    def data(self) -> dict[str, object]:
        answers, false = (
            [_recount_data(self.table, one) for one in some] for some in (self.recounts, self.false_answers)
        )
        return {
            "game": "tricoda",
            "seat": self.seat,
            "consistent": self.consistent,
            "scores": self.table.points,
            "winner": self.table.winner,
            "answers": answers,
            "false_answers": false,
            "racks": [_course_data(course) for course in self.courses],
            "declarations": [_judged_data(judged) for judged in self.judged],
            "most_telling": _number(self.most_telling),
            "given_up": [cost.data() for cost in self.costs],
            "luck": {player: self.luck_of(player).data() for player in self.table.players},
            "deductions": [deduction.data() for deduction in self.deductions],
            "missing": list(map(str, self.notes)),
        }


def _recount_data(table: Table, recount: Recount) -> dict[str, object]:
    asked, question = recount.asked, table.question(recount.asked.card)
    return {
        "line": asked.line.number,
        "question": asked.number,
        "reader": asked.reader,
        "card": asked.card,
        "answer": table.format_answer(asked),
        "true": None if recount.true is None else format_answer(question, recount.true),
    }


def _number(asked: Asked | None) -> int | None:
    return asked.number if asked else None


def _course_data(course: Course) -> dict[str, object]:
    return {
        "player": course.rack.holder,
        "rack": course.rack.order,
        "numbers": list(course.code) if course.code else None,
        "codes_before": [len(point.before.guesses) for point in course.points],
        "codes": [len(point.known.guesses) for point in course.points],
        "most_telling": _number(course.most_telling.asked if course.most_telling else None),
        "declare_after": _number(course.ripe.asked if course.ripe else None),
        "known_after": _number(course.known_after),
        "misled_after": _number(course.misled_after),
        "without_false_answers_after": _number(course.doubted_after),
    }


def _judged_data(judged: JudgedClaim) -> dict[str, object]:
    return {
        "line": judged.claim.line.number,
        "player": judged.claim.player,
        "numbers": list(judged.claim.code),
        "right": judged.claim.right,
        "chance": round(judged.chance, 4),
        "best": judged.best.data() if judged.best else None,
        "known_after": _number(judged.known_after),
        "without_false_answers": judged.known.doubted,
        "verdict": say(judged.verdict),
    }


def make_review(table: Table, seat: str) -> Review:
    recounts = tuple(recount(table, asked) for asked in table.asked)
    false = frozenset(recount.asked.number for recount in recounts if recount.false)
    memories = {player: Memory(table, player, false) for player in table.players}
    courses = tuple(memories[player].follow(rack) for player in table.players for rack in table.racks[player])
    judged = tuple(_judge(claim, courses, memories[claim.player]) for claim in table.declared)
    clashes = tuple(find_clashes(table, seat))
    return Review(
        table=table,
        seat=seat,
        recounts=recounts,
        courses=courses,
        judged=judged,
        costs=list_costs(courses, judged),
        deductions=tuple(
            deduction
            for course in courses
            if course.rack.holder == seat
            for deduction in deduce(course, memories[seat])
        ),
        clashes=clashes,
        notes=(*_contradictions(courses, table, len(false), clashes), *_notes(table, seat)),
    )


def _contradictions(
    courses: tuple[Course, ...], table: Table, false: int, clashes: Iterable[RackClash]
) -> Iterator[Saying]:
    """Why the log contradicts itself."""
    if false:
        yield say_count(
            "The log contradicts itself: an answer does not fit the stones typed.",
            "The log contradicts itself: {count} answers do not fit the stones typed.",
            false,
        )
    lost = {course.rack.holder: course.lost_after for course in reversed(courses) if course.lost_after}
    for holder, asked in reversed(lost.items()):
        yield say_remark(
            "The log contradicts itself: after question {number} no code fits what {player} heard. "
            "Look for the line with: {ask}",
            number=asked.number,
            player=holder,
            ask=FollowUp("check", seat=None if holder == table.me else holder),
        )
    asked_in = {asked.line for asked in table.asked}
    for clash in clashes:
        told = bool(false) if isinstance(clash, NoRack) else clash.line in asked_in
        if clash.player not in lost and not told:
            yield say("The log contradicts itself. {clash}", clash=say_clash(table, clash))


def _notes(table: Table, seat: str) -> Iterator[Saying]:
    if not table.winner:
        yield say("Nobody has won yet: this is a review of the game so far.")
    if table.current(table.me).stones == () and seat == table.me:
        yield say("Your present rack is not typed (reveal …): answers about it cannot be counted again.")
    if not all(rack.known for rack in table.racks[table.me]):
        yield say(
            "The others saw stones of {player} that this log does not have: they may have known more.", player=table.me
        )
    yield from (say_gap(gap, table, seat) for gap in find_gaps(table, seat) if isinstance(gap, Unseen | Unshown))
