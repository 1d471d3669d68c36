"""Tricoda as people see it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from cli.look import Look, ShowsHints, ShowsReports
from solver.game import Advice, Review, Sheet, Told, expect
from solver.proof.conflicts import Check
from solver.remarks import Saying


class TricodaLook(Look, ShowsHints, ShowsReports):
    def show_sheet(self, console: Console, sheet: Sheet) -> None:
        from cli.games.tricoda import sheet as view
        from solver.games.tricoda import sheet as own

        view.show_sheet(console, expect(own.Sheet, sheet))

    def show_compact(self, console: Console, sheet: Sheet, before: Sheet | None, pad: bool) -> None:
        from cli.games.tricoda import sheet as view
        from solver.games.tricoda import sheet as own

        view.show_compact(console, expect(own.Sheet, sheet), None if before is None else expect(own.Sheet, before), pad)

    def show_progress(self, console: Console, sheet: Sheet) -> None:
        from cli.games.tricoda import sheet as view
        from solver.games.tricoda import sheet as own

        view.show_progress(console, expect(own.Sheet, sheet))

    def show_advice(self, console: Console, advice: Advice, every: bool) -> None:
        from cli.games.tricoda import advice as view
        from solver.games.tricoda.advice import Advice as Own

        view.show_advice(console, expect(Own, advice), every)

    def show_answers(self, console: Console, answers: Sequence[Told]) -> None:
        from cli.games.tricoda import why as view
        from solver.games.tricoda.why import Answer

        view.show_answers(console, [expect(Answer, answer) for answer in answers])

    def show_verdict(self, console: Console, verdict: Check) -> None:
        from cli.games.tricoda import why as view

        view.show_verdict(console, verdict)

    def show_choice(self, console: Console, verdict: Check, doubts: Sequence[Saying], rows: int | None) -> None:
        from cli.games.tricoda import why as view

        view.show_choice(console, verdict, doubts, rows)

    def show_review(self, console: Console, review: Review) -> None:
        from cli.games.tricoda import review as view
        from solver.games.tricoda.review import Review as One
        from solver.games.tricoda.review import Reviews

        view.show_review(console, review if isinstance(review, Reviews) else expect(One, review))

    def show_hint(self, console: Console, hint: Told) -> None:
        from cli.games.tricoda import why as view
        from solver.games.tricoda.why import Hint

        view.show_hint(console, expect(Hint, hint))

    def show_report(self, console: Console, report: Told, asked: int) -> None:
        from cli.games.tricoda import simulation as view
        from solver.games.tricoda.simulation.report import Report

        view.show_report(console, expect(Report, report), asked)

    def show_repairs(self, console: Console, verdict: Check) -> None:
        from cli.games.tricoda import why as view

        view.show_repairs(console, verdict)
