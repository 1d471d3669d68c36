"""Thinkaboxin as people see it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from cli.games.thinkaboxin import sheet as sheet_view
from cli.look import Look
from solver import game as contract
from solver.english import Saying
from solver.game import Told, expect, override
from solver.games.thinkaboxin.game import ThinkaboxinLog
from solver.games.thinkaboxin.sheet import Sheet
from solver.proof.conflicts import Check


class ThinkaboxinLook(Look):
    @override
    def show_sheet(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:
        sheet_view.show_sheet(console, expect(Sheet, sheet), pad)

    @override
    def show_compact(self, console: Console, sheet: contract.Sheet, before: contract.Sheet | None, pad: bool) -> None:
        old = None if before is None else expect(Sheet, before)
        sheet_view.show_compact(console, expect(Sheet, sheet), old, pad)

    @override
    def show_public(self, console: Console, opened: contract.Opened, brief: bool = False) -> None:
        sheet_view.show_public(console, expect(ThinkaboxinLog, opened).table, brief)

    @override
    def show_progress(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:
        sheet_view.show_earlier_rounds(console, expect(Sheet, sheet).table)
        sheet_view.show_progress(console, expect(Sheet, sheet), pad)

    @override
    def show_advice(self, console: Console, advice: contract.Advice, every: bool) -> None:
        from cli.games.thinkaboxin.answers import show_advice
        from solver.games.thinkaboxin.advice import Advice

        show_advice(console, expect(Advice, advice), every)

    @override
    def show_answers(self, console: Console, answers: Sequence[Told]) -> None:
        from cli.games.thinkaboxin.answers import show_answers
        from solver.games.thinkaboxin.why import Reason

        show_answers(console, [expect(Reason, answer) for answer in answers])

    @override
    def show_verdict(self, console: Console, verdict: Check) -> None:
        from cli.games.thinkaboxin.answers import show_verdict

        show_verdict(console, verdict)

    @override
    def show_choice(self, console: Console, verdict: Check, doubts: Sequence[Saying], rows: int | None) -> None:
        from cli.games.thinkaboxin.answers import show_choice

        show_choice(console, verdict, doubts, rows)
