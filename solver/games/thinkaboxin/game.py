"""Thinkaboxin in the terms of the contract: what each question of a front end leads to.

What needs numpy or ortools is imported inside the methods, so that help and errors answer at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from solver import game as contract
from solver.game import Awaited, Game, Opened, Question, Reads, Recounts, Step, Wish, expect, override
from solver.grammar import Event, Verb
from solver.log import Log, LogError
from solver.replay import Reading
from solver.trust import OPTION as TRUST_OPTION
from solver.trust import choose_trust

if TYPE_CHECKING:
    from solver.chronicle import Chronicle, Part
    from solver.games.thinkaboxin.advice import Advice, BidReading
    from solver.games.thinkaboxin.sheet import Sheet
    from solver.games.thinkaboxin.table import Table
    from solver.games.thinkaboxin.why import Reason
    from solver.proof.conflicts import Check


class Thinkaboxin(Game, Recounts):
    name = "thinkaboxin"
    title = "Thinkaboxin"
    seating = "as you sit around the table"
    legend = "A bid is an amount and a value: 3x5."
    claims = ("3x5",)
    short: ClassVar = {"roll": "2551", "bid": "3x5 (three fives)", "cup": "3316"}
    options = (TRUST_OPTION,)

    @override
    def load(self) -> None:
        """Nothing here is counted by the engines."""
        import solver.games.thinkaboxin.advice
        import solver.games.thinkaboxin.sheet  # noqa: F401

    @override
    def notation(self) -> tuple[Verb, ...]:
        from solver.games.thinkaboxin.notation import VERBS

        return VERBS

    @override
    def read(self, log: Log) -> Reading:
        from solver.games.thinkaboxin.notation import read_log

        return read_log(log)

    @override
    def format_event(self, event: Event) -> str:
        from solver.games.thinkaboxin.notation import format_event

        return format_event(event)

    @override
    def replay(self, reading: Reading, upto: int | None = None) -> ThinkaboxinLog | tuple[LogError, ...]:
        from solver.games.thinkaboxin.replay import replay

        table, errors = replay(reading, upto)
        return errors if errors or table is None else ThinkaboxinLog(self, reading, upto, table)

    @override
    def review(self, logs: Sequence[Opened], seat: str) -> contract.Review:
        from solver.games.thinkaboxin.review import review

        return review([expect(ThinkaboxinLog, log).table for log in logs], seat)

    @override
    def recount(self, logs: Sequence[Opened], review: contract.Review) -> Chronicle:
        from solver.games.thinkaboxin.chronicle import recount
        from solver.games.thinkaboxin.review import Review

        return recount(expect(Review, review), [log.reading.log for log in logs])

    @override
    def compare(self, reviews: Mapping[str, contract.Review]) -> Sequence[Part]:
        from solver.games.thinkaboxin.chronicle import compare
        from solver.games.thinkaboxin.review import Review

        return compare(expect(Review, next(iter(reviews.values()))))


class ThinkaboxinLog(Opened, Reads):
    table: Table

    @property
    @override
    def over(self) -> bool:
        """Between two sets all cups are lifted."""
        return self.table.set is not None and self.table.set.over

    @override
    def show(self, seat: str) -> Sheet:
        from solver.games.thinkaboxin.sheet import make_sheet

        return make_sheet(self.table, seat)

    @override
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[Reason]:
        from solver.games.thinkaboxin.why import explain

        return (explain(self.table, seat, claim),)

    @override
    def check(self, seat: str) -> Check:
        from solver.games.thinkaboxin.why import check

        return check(self.reading, self.table, seat, self.upto)

    @override
    def advise(self, seat: str, wish: Wish) -> Advice:
        from solver.games.thinkaboxin.advice import TRUST, advise

        return advise(self.table, seat, choose_trust(self.opening, TRUST, wish.get("trust")))

    @override
    def suggest(self, seat: str) -> BidReading | None:
        from solver.games.thinkaboxin.advice import TRUST, suggest

        return suggest(self.table, seat, choose_trust(self.opening, TRUST))

    @override
    def misheard(self, seat: str) -> Sequence[str]:  # noqa: ARG002 - everybody sees the cups
        from solver.games.thinkaboxin.why import tell_clashes

        return tell_clashes(self.table)

    @override
    def seen_from(self, seat: str) -> Iterable[Event]:
        from solver.games.thinkaboxin.gate import pass_through

        return pass_through(self.reading.events, self.table, seat)

    @override
    def in_public(self, event: Event) -> Event | None:
        from solver.games.thinkaboxin.gate import show_to_all

        return show_to_all(event, self.table)

    @override
    def scene(self) -> contract.Data:
        from solver.games.thinkaboxin.gate import describe_table

        return describe_table(self.table)

    @override
    def tell(self, event: Event) -> str:
        from solver.games.thinkaboxin.words import tell

        return tell(event, self.table)

    @override
    def tell_change(self, old: Event, new: Event) -> str:
        from solver.games.thinkaboxin.words import tell_change

        return tell_change(old, new, self.table) or super().tell_change(old, new)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:
        from solver.games.thinkaboxin.sheet import Sheet, tell_news

        return tell_news(None if before is None else expect(Sheet, before), expect(Sheet, after))

    @override
    def next_step(self) -> Step:
        from solver.games.thinkaboxin.words import next_step

        return next_step(self.table)

    @override
    def awaited(self) -> Sequence[Awaited]:
        from solver.games.thinkaboxin.words import list_awaited

        return list_awaited(self.table)

    @override
    def next_question(self, skipped: Collection[str]) -> Question | None:
        from solver.games.thinkaboxin.words import next_question

        return next_question(self.table, skipped)

    @override
    def words(self) -> Mapping[str, Iterable[str]]:
        from solver.games.thinkaboxin.words import words

        return words(self.table)
