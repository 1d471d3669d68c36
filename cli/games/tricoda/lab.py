"""Simulated games of Tricoda on the screen: who wins and with what, and how the games ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from cli.lab import Lab, show_head
from cli.views.console import add_figures, add_texts, plain_table, put, show_table
from solver.english import format_chance
from solver.game import expect, override

if TYPE_CHECKING:
    from solver.games.tricoda.lab.simulation import Report, Row
    from solver.lab import simulation as contract


class TricodaLab(Lab):
    @override
    def simulation(self) -> contract.Simulation:
        from solver.games.tricoda.lab.simulation import make_simulation

        return make_simulation()

    @override
    def show_report(self, console: Console, report: contract.Report, asked: int) -> None:
        from solver.games.tricoda.lab.simulation import Report

        show_report(console, expect(Report, report), asked)


def show_report(console: Console, report: Report, asked: int) -> None:
    show_head(console, "Tricoda", report.seats, report.games, asked)
    if not report.rows:
        return
    console.print()
    show_results(console, report)
    console.print()
    show_ends(console, report)


def show_results(console: Console, report: Report) -> None:
    grid = plain_table()
    add_texts(grid, ("", 9))
    add_figures(grid, ("wins", 7), ("95% sure", 16), ("points", 8), ("declared", 10), ("right", 8))
    add_figures(grid, ("questions a point", 20))
    for row in report.rows:
        grid.add_row(row.way, *_result(row))
    show_table(console, grid)
    each = " Figures are per seat and game." if report.games > 1 else ""
    console.print(Text(f"By luck alone a seat wins {format_chance(report.chance)}.{each}", style="dim"))


def _result(row: Row) -> tuple[str, ...]:
    low, high = (f"{edge:.1%}" for edge in row.between)
    declared = row.points + row.wrong
    right = f"{row.points / declared:.1%}" if declared else "-"
    questions = "-" if row.questions is None else f"{row.questions:.1f}"
    return f"{row.win:.1%}", f"{low} - {high}", f"{row.points:.2f}", f"{declared:.2f}", right, questions


def show_ends(console: Console, report: Report) -> None:
    """How games ended. What happens when the pile is empty is not in the rules, so it is said here too."""
    from solver.games.tricoda.lab.simulation import LATE, MOST_QUESTIONS, POINT

    console.print(Text("How the games ended", style="bold"))
    words = {
        POINT: "with a third point",
        LATE: f"after {MOST_QUESTIONS} questions: the most points win, a tie is shared",
    }
    for end, count in report.ended.items():
        if count:
            console.print(Text(f"{count / report.games:>7.1%}  {words[end]}"))
    console.print(Text(f"{report.questions:.1f} questions a game.", style="dim"))
    mixed = "Where the pile cannot fill a rack, the stones beside it are mixed in and the game goes on."
    put(console, mixed, style="dim")
