"""ThinkStr8 as people see it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from cli.look import HasPage, Look, ShowsHints, ShowsReadings, ShowsReports
from solver.game import Advice, Review, Sheet, Told, expect
from solver.proof.conflicts import Check
from solver.remarks import Saying


class ThinkStr8Look(HasPage, Look, ShowsHints, ShowsReadings, ShowsReports):
    def show_sheet(self, console: Console, sheet: Sheet) -> None:
        from cli.games.think_str8 import sheet as view
        from solver.games.think_str8 import sheet as own

        view.show_sheet(console, expect(own.Sheet, sheet))

    def show_compact(self, console: Console, sheet: Sheet, before: Sheet | None, pad: bool) -> None:
        from cli.games.think_str8 import sheet as view
        from solver.games.think_str8 import sheet as own

        view.show_compact(console, expect(own.Sheet, sheet), None if before is None else expect(own.Sheet, before), pad)

    def show_progress(self, console: Console, sheet: Sheet) -> None:
        from cli.games.think_str8 import sheet as view
        from solver.games.think_str8 import sheet as own

        view.show_progress(console, expect(own.Sheet, sheet))

    def show_advice(self, console: Console, advice: Advice, every: bool) -> None:
        from cli.games.think_str8 import advice as view
        from solver.games.think_str8.advice.advise import Advice as Own

        view.show_advice(console, expect(Own, advice), every)

    def show_answers(self, console: Console, answers: Sequence[Told]) -> None:
        from cli.games.think_str8 import why as view
        from solver.games.think_str8.why import Answer

        view.show_answers(console, [expect(Answer, answer) for answer in answers])

    def show_verdict(self, console: Console, verdict: Check) -> None:
        from cli.games.think_str8 import why as view

        view.show_verdict(console, verdict)

    def show_choice(self, console: Console, verdict: Check, doubts: Sequence[Saying], rows: int | None) -> None:
        from cli.games.think_str8 import why as view

        view.show_choice(console, verdict, doubts, rows)

    def show_review(self, console: Console, review: Review) -> None:
        from cli.games.think_str8 import review as view
        from solver.games.think_str8.review.review import Review as Own

        view.show_review(console, expect(Own, review))

    def show_hint(self, console: Console, hint: Told) -> None:
        from cli.games.think_str8 import why as view
        from solver.games.think_str8.check import Hint

        view.show_hint(console, expect(Hint, hint))

    def show_reading(self, console: Console, reading: Told) -> None:
        from cli.games.think_str8 import sheet as view
        from solver.games.think_str8.reading.beliefs import TableReading

        view.show_reading(console, expect(TableReading, reading))

    def show_report(self, console: Console, report: Told, asked: int) -> None:
        from cli.games.think_str8 import simulation as view
        from solver.games.think_str8.simulation.report import Report

        view.show_report(console, expect(Report, report), asked)

    def make_page(self, review: Review, name: str) -> str:
        from cli.games.think_str8 import page as view
        from solver.games.think_str8.review.review import Review as Own

        return view.make_page(expect(Own, review), name)
