"""Tricoda in the terms of the contract: what each question of a front end leads to.

What needs numpy or ortools is imported inside the methods, so that help and errors answer at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from solver import game as contract
from solver.evenings import KeepsEvenings, Retrospect
from solver.game import Opened, Recounts, Repairs, SetupChoice, expect, override
from solver.language import later, say, say_count
from solver.log import LogError
from solver.practice import EVERY_KIND, LEVELS, Exercise, Judged, Pattern, Practises, Task, end_with_practice
from solver.replay import Notation, Reading

if TYPE_CHECKING:
    from solver.chronicle import Chronicle, Part
    from solver.games.tricoda.opened import TricodaLog
    from solver.proof.conflicts import Check


class Tricoda(KeepsEvenings, Practises, Repairs, Recounts):
    name = "tricoda"
    title = "Tricoda"
    seating = later("in turn order")
    legend = later(
        "Stones are a colour and a number; colours may be cut short: green 6, gre6, g6. Comparisons are "
        "answered first, second or same."
    )
    claims = ("blue 7", "7", "4 5 5")
    chosen = ("card",)
    setup = (
        SetupChoice(
            "card",
            later("What does your card 2 ask for?"),
            ((later("12 or more"), ""), (later("12 or less"), "card 2 at-most")),
        ),
    )
    secret = ("declare",)
    private = ("crossed", "revealed")
    counts = "question"
    short: ClassVar = {
        "ask": later("6 0 (card 6, the answer was 0)"),
        **dict.fromkeys(("see", "was", "reveal"), later("g1 b7 b7 (green 1, blue 7, blue 7)")),
    }

    turns = (Task.CROSS, Task.CROSS, Task.DECLARE)
    graded = later(
        "Declare or wait: 1 where the code is certain, and the higher, the closer the two are to each other."
    )

    @override
    def tell_rounds(self, typed: int) -> tuple[str, str]:
        problem = say_count("This log has only {count} question.", "This log has only {count} questions.", typed)
        return problem, say("Ask for an earlier question.")

    @override
    def tell_when(self, round_: int, told: str) -> str:
        if not round_:
            return say("Before question 1: {told}", told=told)
        return say("Question {question}: {told}", question=round_, told=told)

    @override
    def load(self) -> None:
        super().load()
        import solver.games.tricoda.advice
        import solver.games.tricoda.sheet  # noqa: F401

    @override
    def notation(self) -> Notation:
        from solver.games.tricoda.events import NOTATION

        return NOTATION

    @override
    def replay(self, reading: Reading, upto: int | None = None) -> TricodaLog | tuple[LogError, ...]:
        from solver.games.tricoda.opened import TricodaLog
        from solver.games.tricoda.replay import replay

        timeline = replay(reading, upto)
        return timeline.errors if timeline.table is None else TricodaLog(self, timeline, timeline.table)

    @override
    def review(self, logs: Sequence[Opened], seat: str) -> contract.Review:
        from solver.games.tricoda.opened import TricodaLog
        from solver.games.tricoda.review import make_review
        from solver.season import gather_evenings

        if len(logs) != 1:
            return gather_evenings(self, logs)
        return make_review(expect(TricodaLog, logs[0]).table, seat)

    @override
    def recount(self, logs: Sequence[Opened], review: contract.Review) -> Chronicle:
        from solver.games.tricoda.chronicle import recount
        from solver.games.tricoda.review import Review
        from solver.season import Evenings, recount_evenings

        read = [log.reading.log for log in logs]
        if isinstance(review, Evenings):
            return recount_evenings(review, read)
        made = expect(Review, review)
        return end_with_practice(recount(made, read[0]), self, logs[0], made.seat)

    @override
    def compare(self, reviews: Mapping[str, contract.Review]) -> Sequence[Part]:
        from solver.games.tricoda.chronicle import compare
        from solver.games.tricoda.review import Review

        return compare(expect(Review, next(iter(reviews.values()))))

    @override
    def check_broken(self, reading: Reading, errors: Sequence[LogError], upto: int | None) -> Check:
        from solver.games.tricoda.check import check_broken

        return check_broken(reading, errors, upto)

    @override
    def lessons(self) -> Mapping[str, str]:
        from solver.games.tricoda.evenings import KINDS

        return KINDS

    @override
    def look_back(self, opened: Opened, place: int) -> Retrospect:
        from solver.games.tricoda.evenings import look_back
        from solver.games.tricoda.opened import TricodaLog

        return look_back(expect(TricodaLog, opened), place)

    @override
    def patterns(self) -> Sequence[Pattern]:
        from solver.games.tricoda.practice import list_patterns

        return list_patterns(self)

    @override
    def exercises(
        self, opened: Opened, source: str, kinds: Collection[Task] = EVERY_KIND, levels: Collection[int] = LEVELS
    ) -> Iterator[Exercise]:
        from solver.games.tricoda.opened import TricodaLog
        from solver.games.tricoda.practice import find_exercises

        return find_exercises(expect(TricodaLog, opened), source, kinds, levels)

    @override
    def invent(
        self, seed: int, kinds: Collection[Task] = EVERY_KIND, levels: Collection[int] = LEVELS
    ) -> Iterator[Exercise]:
        from solver.games.tricoda.practice import invent_exercises

        return invent_exercises(self, seed, kinds, levels)

    @override
    def judge(self, exercise: Exercise, answer: str) -> Judged:
        from solver.games.tricoda.practice import judge

        return judge(self, exercise, answer)

    @override
    def name_answer(self, exercise: Exercise, answer: str) -> str:
        from solver.games.tricoda.practice import name_answer

        return name_answer(exercise, answer)

    @override
    def write_signs(self, exercise: Exercise) -> str:
        from solver.games.tricoda.practice import write_signs

        return write_signs(self, exercise)

    @override
    def explain(self, exercise: Exercise) -> tuple[str, ...]:
        from solver.games.tricoda.practice import explain

        return explain(self, exercise)

    @override
    def hints(self, exercise: Exercise) -> tuple[str, ...]:
        from solver.games.tricoda.practice import give_hints

        return give_hints(exercise)
