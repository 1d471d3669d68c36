"""Think Str8! in the terms of the contract: what each question of a front end leads to.

What needs numpy or ortools is imported inside the methods, so that help and errors answer at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from solver import game as contract
from solver.english import fold
from solver.evenings import KeepsEvenings, Retrospect
from solver.game import HasPad, Opened, Option, Recounts, Repairs, SetupChoice, expect, override
from solver.language import later, say
from solver.log import Fault, LogError, Word, unreadable
from solver.practice import EVERY_KIND, LEVELS, Exercise, Judged, Pattern, Practises, Task, end_with_practice
from solver.replay import Notation, Reading
from solver.trust import OPTION as TRUST_OPTION

if TYPE_CHECKING:
    from solver.chronicle import Chronicle, Part
    from solver.games.think_str8.opened import Str8Log
    from solver.pad import DrawnPad
    from solver.proof.conflicts import Check


class ThinkStr8(KeepsEvenings, Practises, Repairs, Recounts, HasPad):
    name = "think-str8"
    title = "Think Str8!"
    seating = later("the stone on top of the starting stack first")
    legend = later(
        "Colours are words or b g y p r e (e is grey), also run together: gyb. Answers: hit (yes, =), low (the "
        "sum is above: >), high (the sum is below: <), miss (no); `higher` and `lower` could mean either."
    )
    claims = ("red 6", "red", "red 6 round 3")
    chosen = ("without",)
    setup = (
        SetupChoice(
            "without",
            later("Which colours?"),
            ((later("All six"), ""), (later("Without grey, the introductory game"), "without grey")),
        ),
        SetupChoice(
            "tokens", later("Which tokens?"), ((later("1:7 to 7:1"), ""),), typed="tokens 1:7 2:6 3:5 4:4 5:3 6:2 7:1"
        ),
    )
    secret = ("final",)
    turns_hands = True
    private = ("crossed", "revealed")
    agreed = ("aid", "trust", "tokens")
    remembered = ("tokens",)
    short: ClassVar = {
        "dice": later("gyb (green, yellow, blue)"),
        "bet": later("13-19= (a hit; 13-19> if the sum is above, 13-19< if below)"),
        "bet NAME": later("13-19 (from 13 to 19)"),
        "told": later("hit (or: low, the bet was too low; high, too high)"),
        "swap": later("y7 (your yellow card was a 7)"),
        "swap NAME": later("y7 (NAME now shows a yellow 7)"),
    }
    options = (
        Option("dice", "y g b", later("The dice as thrown: which one to turn, and to what."), words=True),
        Option("taken", "7,5", later("Tokens, by length, taken by others and not typed.")),
        Option("final", "", later("The final bets as if the game ended now.")),
        Option("aim", "points|N|win", later("What the final bets aim at; N: at least N points.")),
        TRUST_OPTION,
    )

    _choices = (Task.SUM, Task.BET, Task.LAY_OFF, Task.FINAL, Task.SLIP)
    turns = tuple(kind for choice in _choices for kind in (Task.CROSS, choice))
    graded = later(
        "A bet, a card to lay off or final bets: the least level whose ways are enough to choose as well as the best. "
        "A misheard line: the least at which no other answer could be the wrong one."
    )

    @override
    def load(self) -> None:
        super().load()
        import solver.games.think_str8.advice.advise
        import solver.games.think_str8.sheet  # noqa: F401

    @override
    def notation(self) -> Notation:
        from solver.games.think_str8.events import NOTATION

        return NOTATION

    @override
    def replay(self, reading: Reading, upto: int | None = None) -> Str8Log | tuple[LogError, ...]:
        from solver.games.think_str8.opened import Str8Log
        from solver.games.think_str8.replay import replay, without_later_boxes

        timeline = replay(reading, upto)
        if timeline.table is None:
            return timeline.errors
        return Str8Log(self, timeline, without_later_boxes(timeline.table, timeline))

    @override
    def review(self, logs: Sequence[Opened], seat: str) -> contract.Review:
        from solver.games.think_str8.opened import Str8Log
        from solver.games.think_str8.review.review import review_log
        from solver.season import gather_evenings

        if len(logs) != 1:
            return gather_evenings(self, logs)
        log = expect(Str8Log, logs[0])
        if log.table.paper:
            from solver.games.think_str8.review.paper import review_paper

            return review_paper(log.timeline, log.table, seat)
        return review_log(log.timeline, log.table, seat, log.trust)

    @override
    def recount(self, logs: Sequence[Opened], review: contract.Review) -> Chronicle:
        from solver.games.think_str8.review.chronicle import recount
        from solver.games.think_str8.review.paper import PaperReview, recount_paper
        from solver.games.think_str8.review.review import Review
        from solver.season import Evenings, recount_evenings

        if isinstance(review, Evenings):
            return recount_evenings(review, [log.reading.log for log in logs])
        if isinstance(review, PaperReview):
            return recount_paper(review, logs[0].reading.log)
        made = expect(Review, review)
        return end_with_practice(recount(made, logs[0].reading.log), self, logs[0], made.seat)

    @override
    def compare(self, reviews: Mapping[str, contract.Review]) -> Sequence[Part]:
        from solver.games.think_str8.review.chronicle import compare
        from solver.games.think_str8.review.review import Review

        return (compare([expect(Review, review) for review in reviews.values()]),)

    @override
    def draw_pad(self, opened: Opened | None, seat: str = "") -> DrawnPad:
        from solver.games.think_str8.opened import Str8Log
        from solver.games.think_str8.pad import draw_empty, draw_filled

        return draw_empty() if opened is None else draw_filled(expect(Str8Log, opened).table, seat)

    @override
    def option_of(self, word: str) -> str | None:
        from solver.games.think_str8.advice.moves import POINTS, WIN
        from solver.games.think_str8.rules import parse_colours

        if fold(word) in (POINTS, WIN) or word.lstrip("+-").isdecimal():
            return "aim"
        try:
            parse_colours(Word(word, 0))
        except Fault:
            return None
        return "dice"

    @override
    def check_broken(self, reading: Reading, errors: Sequence[LogError], upto: int | None) -> Check:
        from solver.games.think_str8.check import check_broken

        return check_broken(reading, errors, upto)

    @override
    def lessons(self) -> Mapping[str, str]:
        from solver.games.think_str8.review.evenings import KINDS

        return KINDS

    @override
    def look_back(self, opened: Opened, place: int) -> Retrospect:  # noqa: ARG002 - no sentence names it
        from solver.games.think_str8.opened import Str8Log
        from solver.games.think_str8.review.evenings import look_back

        log = expect(Str8Log, opened)
        if log.table.paper:
            problem = say("{log} is a paper sheet, no evening.", log=log.reading.log.name)
            raise unreadable(None, problem, say("Review paper sheets one at a time."))
        return look_back(log)

    @override
    def patterns(self) -> Sequence[Pattern]:
        from solver.games.think_str8.practice.words import list_patterns

        return list_patterns()

    @override
    def exercises(
        self, opened: Opened, source: str, kinds: Collection[Task] = EVERY_KIND, levels: Collection[int] = LEVELS
    ) -> Iterator[Exercise]:
        from solver.games.think_str8.opened import Str8Log
        from solver.games.think_str8.practice.exercises import find_exercises

        return find_exercises(expect(Str8Log, opened), source, kinds, levels)

    @override
    def invent(
        self, seed: int, kinds: Collection[Task] = EVERY_KIND, levels: Collection[int] = LEVELS
    ) -> Iterator[Exercise]:
        from solver.games.think_str8.practice.exercises import invent_exercises

        return invent_exercises(self, seed, kinds, levels)

    @override
    def judge(self, exercise: Exercise, answer: str) -> Judged:
        from solver.games.think_str8.practice.judging import judge

        return judge(self, exercise, answer)

    @override
    def name_answer(self, exercise: Exercise, answer: str) -> str:
        from solver.games.think_str8.practice.judging import name_answer

        return name_answer(exercise, answer)

    @override
    def write_signs(self, exercise: Exercise) -> str:
        from solver.games.think_str8.practice.judging import write_signs

        return write_signs(self, exercise)

    @override
    def explain(self, exercise: Exercise) -> tuple[str, ...]:
        from solver.games.think_str8.practice.judging import explain

        return explain(self, exercise)

    @override
    def hints(self, exercise: Exercise) -> tuple[str, ...]:
        from solver.games.think_str8.practice.judging import give_hints

        return give_hints(self, exercise)
