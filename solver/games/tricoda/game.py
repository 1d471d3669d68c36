"""Tricoda in the terms of the contract: what each question of a front end leads to.

What needs numpy or ortools is imported inside the methods, so that help and errors answer at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from solver import game as contract
from solver.game import (
    Awaited,
    Game,
    Hints,
    Opened,
    Question,
    Questions,
    Recounts,
    Repairs,
    Simulates,
    Step,
    Told,
    Wish,
    expect,
    override,
)
from solver.grammar import Event, Verb
from solver.log import Log, LogError
from solver.replay import Reading

if TYPE_CHECKING:
    from solver.chronicle import Chronicle, Part
    from solver.games.tricoda.advice import Advice
    from solver.games.tricoda.sheet import Sheet
    from solver.games.tricoda.table import Table
    from solver.games.tricoda.why import Answer
    from solver.proof.conflicts import Check
    from solver.simulation import Simulation


class Tricoda(Game, Repairs, Recounts, Simulates):
    name = "tricoda"
    title = "Tricoda"
    seating = "in turn order"
    legend = (
        "Stones are a colour and a number; colours may be cut short: green 6, gre6, g6. Comparisons are "
        "answered first, second or same."
    )
    claims = ("blue 7", "7", "4 5 5")
    counts = "question"
    short: ClassVar = {
        "ask": "6 0 (card 6, the answer was 0)",
        **dict.fromkeys(("see", "was", "reveal"), "g1 b7 b7 (green 1, blue 7, blue 7)"),
    }

    @override
    def load(self) -> None:
        super().load()
        import solver.games.tricoda.advice
        import solver.games.tricoda.sheet  # noqa: F401

    @override
    def notation(self) -> tuple[Verb, ...]:
        from solver.games.tricoda.notation import VERBS

        return VERBS

    @override
    def read(self, log: Log) -> Reading:
        from solver.games.tricoda.notation import read_log

        return read_log(log)

    @override
    def format_event(self, event: Event) -> str:
        from solver.games.tricoda.notation import format_event

        return format_event(event)

    @override
    def replay(self, reading: Reading, upto: int | None = None) -> TricodaLog | tuple[LogError, ...]:
        from solver.games.tricoda.replay import replay

        table, errors = replay(reading, upto)
        return errors if errors or table is None else TricodaLog(self, reading, upto, table)

    @override
    def review(self, logs: Sequence[Opened], seat: str) -> contract.Review:
        from solver.games.tricoda.review.review import review_logs

        return review_logs([expect(TricodaLog, log).table for log in logs], seat)

    @override
    def recount(self, logs: Sequence[Opened], review: contract.Review) -> Chronicle:
        from solver.games.tricoda.review.chronicle import recount, recount_games
        from solver.games.tricoda.review.review import Review, Reviews

        read = [log.reading.log for log in logs]
        if isinstance(review, Reviews):
            return recount_games(review, read)
        return recount(expect(Review, review), read[0])

    @override
    def compare(self, reviews: Mapping[str, contract.Review]) -> Sequence[Part]:
        from solver.games.tricoda.review.chronicle import compare
        from solver.games.tricoda.review.review import Review

        return compare(expect(Review, next(iter(reviews.values()))))

    @override
    def check_broken(self, reading: Reading, errors: Sequence[LogError], upto: int | None) -> Check:
        from solver.games.tricoda.check import check_broken

        return check_broken(reading, errors, upto)

    @override
    def simulation(self) -> Simulation:
        from solver.games.tricoda.simulation import make_simulation

        return make_simulation()


class TricodaLog(Opened, Hints, Questions):
    table: Table

    @override
    def show(self, seat: str) -> Sheet:
        from solver.games.tricoda.sheet import make_sheet

        return make_sheet(self.table, seat)

    @override
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[Answer]:
        from solver.games.tricoda.why import explain

        return explain(self.table, seat, claim)

    @override
    def check(self, seat: str) -> Check:
        from solver.games.tricoda.check import check

        return check(self.reading, self.table, seat, self.upto)

    @override
    def advise(self, seat: str, wish: Wish) -> Advice:  # noqa: ARG002 - no options, so nothing to wish
        from solver.games.tricoda.advice import make_advice

        return make_advice(self.table, seat)

    @override
    def hint(self, seat: str, level: int) -> Told | None:
        from solver.games.tricoda.why import give_hint

        return give_hint(self.table, seat, level)

    @override
    def questions(self, seat: str) -> Told | None:
        from solver.games.tricoda.advice import weigh_questions

        return weigh_questions(self.table, seat)

    @override
    def misheard(self, seat: str) -> Sequence[str]:
        from solver.games.tricoda.facts import tell_misheard

        return tell_misheard(self.table, seat)

    @override
    def seen_from(self, seat: str) -> Iterable[Event]:
        from solver.games.tricoda.gate import pass_through

        return pass_through(self.reading.events, self.table, seat)

    @override
    def in_public(self, event: Event) -> Event | None:
        from solver.games.tricoda.gate import show_to_all

        return show_to_all(event, self.table)

    @override
    def scene(self) -> contract.Data:
        from solver.games.tricoda.gate import describe_table

        return describe_table(self.table)

    @override
    def tell(self, event: Event) -> str:
        from solver.games.tricoda.words import tell

        return tell(event, self.table)

    @override
    def tell_change(self, old: Event, new: Event) -> str:
        from solver.games.tricoda.words import tell_change

        return tell_change(old, new, self.table) or super().tell_change(old, new)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:
        from solver.games.tricoda.sheet import Sheet, tell_news

        return tell_news(None if before is None else expect(Sheet, before), expect(Sheet, after))

    @override
    def next_step(self) -> Step:
        from solver.games.tricoda.words import next_step

        return next_step(self.table)

    @override
    def awaited(self) -> Sequence[Awaited]:
        from solver.games.tricoda.words import list_awaited

        return list_awaited(self.table)

    @override
    def next_question(self, skipped: Collection[str]) -> Question | None:
        from solver.games.tricoda.words import next_question

        return next_question(self.table, skipped)

    @override
    def words(self) -> Mapping[str, Iterable[str]]:
        from solver.games.tricoda.words import words

        return words(self.table)
