"""Tricoda as people see it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from cli.games.tricoda import sheet as sheet_view
from cli.look import Look, ShowsHints, ShowsQuestions, ShowsReports
from solver import game as contract
from solver.game import Told, expect, override
from solver.games.tricoda.game import TricodaLog
from solver.games.tricoda.sheet import Sheet


class TricodaLook(Look, ShowsHints, ShowsQuestions, ShowsReports):
    things, mark, whole = "stones", "stone", "way"

    @override
    def show_sheet(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:
        sheet_view.show_sheet(console, expect(Sheet, sheet), pad)

    @override
    def show_compact(self, console: Console, sheet: contract.Sheet, before: contract.Sheet | None, pad: bool) -> None:
        old = None if before is None else expect(Sheet, before)
        sheet_view.show_compact(console, expect(Sheet, sheet), old, pad)

    @override
    def show_public(self, console: Console, opened: contract.Opened, brief: bool = False) -> None:
        sheet_view.show_public(console, expect(TricodaLog, opened).table, brief)

    @override
    def show_progress(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:  # noqa: ARG002
        sheet_view.show_progress(console, expect(Sheet, sheet))

    @override
    def show_advice(self, console: Console, advice: contract.Advice, every: bool) -> None:
        from cli.games.tricoda.answers import show_advice
        from solver.games.tricoda.advice import Advice

        show_advice(console, expect(Advice, advice), every)

    @override
    def show_answers(self, console: Console, answers: Sequence[Told]) -> None:
        from cli.games.tricoda.answers import show_answers
        from solver.games.tricoda.why import Answer

        show_answers(console, [expect(Answer, answer) for answer in answers])

    @override
    def show_hint(self, console: Console, hint: Told) -> None:
        from cli.games.tricoda.answers import show_hint
        from solver.games.tricoda.why import Hint

        show_hint(console, expect(Hint, hint))

    @override
    def show_questions(self, console: Console, questions: Told) -> None:
        from cli.games.tricoda.answers import show_questions
        from solver.games.tricoda.advice import Questions

        show_questions(console, expect(Questions, questions))

    @override
    def show_report(self, console: Console, report: Told, asked: int) -> None:
        from cli.games.tricoda.answers import show_report
        from solver.games.tricoda.simulation import Report

        show_report(console, expect(Report, report), asked)
