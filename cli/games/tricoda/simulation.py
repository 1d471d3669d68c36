"""Simulated games of Tricoda, for people: who did better, and how the games ended."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cli.views.console import add_figures, add_texts, plain_table, show_head, show_table
from solver.english import format_chance
from solver.games.tricoda.simulation import LATE, MOST_QUESTIONS, PILE, POINT, Report, Row


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
    """How games ended. What happens when the pile is empty is not in the rules, so it is said here."""
    console.print(Text("How the games ended", style="bold"))
    words = {
        POINT: "with a third point",
        PILE: "the pile could not fill a rack: the most points win, a tie is shared",
        LATE: f"after {MOST_QUESTIONS} questions: the most points win too",
    }
    for end, count in report.ended.items():
        if count:
            console.print(Text(f"{count / report.games:>7.1%}  {words[end]}"))
    console.print(Text(f"{report.questions:.1f} questions a game.", style="dim"))
