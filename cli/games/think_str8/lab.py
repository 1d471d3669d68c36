"""Simulated games of Think Str8! on the screen: who wins and with what, and how right readings were."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from cli.lab import Lab, show_head
from cli.views.console import add_figures, add_texts, plain_table, show_table
from solver.english import format_chance
from solver.game import expect, override

if TYPE_CHECKING:
    from solver.games.think_str8.lab.match import Measured, Report, Row
    from solver.lab import simulation as contract


class ThinkStr8Lab(Lab):
    @override
    def simulation(self) -> contract.Simulation:
        from solver.games.think_str8.lab.match import make_simulation

        return make_simulation()

    @override
    def show_report(self, console: Console, report: contract.Report, asked: int) -> None:
        from solver.games.think_str8.lab.match import Report

        show_report(console, expect(Report, report), asked)


def show_report(console: Console, report: Report, asked: int) -> None:
    show_head(console, "Think Str8!", report.seats, report.games, asked)
    if not report.rows:
        return
    console.print()
    show_results(console, report)
    console.print()
    show_tokens(console, report)
    for row in report.rows:
        if row.reading:
            console.print()
            show_readings(console, row.way, row.reading)


def show_results(console: Console, report: Report) -> None:
    grid = plain_table()
    add_texts(grid, ("", 8))
    add_figures(grid, ("wins", 7), ("95% sure", 16), ("points", 8))
    add_texts(grid, ("", 7))
    add_figures(grid, ("bets", 7), ("final", 7), ("hits", 7), ("hands left", 11))
    for row in report.rows:
        grid.add_row(row.way, *_result(row))
    show_table(console, grid)
    each = " Figures are per seat." if any(row.seats > 1 for row in report.rows) else ""
    console.print(Text(f"By luck alone a seat wins {format_chance(report.chance)}.{each}", style="dim"))


def _result(row: Row) -> tuple[str, ...]:
    low, high = (f"{edge:.1%}" for edge in row.between)
    wins = f"{row.win:.1%}", f"{low} - {high}", f"{row.points:.2f}", f" ± {row.error:.2f}"
    return (*wins, f"{row.bets:.2f}", f"{row.final:.2f}", f"{row.hits:.1%}", f"{row.hands:g}")


def show_tokens(console: Console, report: Report) -> None:
    """Per token: how often a seat takes it in a game, and how often it then hits."""
    grid = plain_table()
    add_texts(grid, ("token", 8))
    add_figures(grid, *((str(token.length), 10) for token in report.rows[0].tokens))
    for row in report.rows:
        cells = (f"{token.taken:.2f}×{'–' if token.hit is None else f'{token.hit:.0%}':>4}" for token in row.tokens)
        grid.add_row(row.way, *cells)
    show_table(console, grid)
    console.print(Text("How often a seat takes the token in a game × how often it is a hit then.", style="dim"))


def show_readings(console: Console, way: str, measured: Measured) -> None:
    """How right the readings were: by tenths of the chance said, and in bits against the exact chances."""
    console.print(Text(f"What {way} read from the others' bets", style="bold"))
    for title, row in _calibration(measured):
        console.print(Text(f"{title:<8}{''.join(f'{cell:>7}' for cell in row)}"))
    every = [("all rivals", measured.loss), *measured.by_kind]
    for kind, loss in every:
        exact, read = loss.exact / loss.decisions, loss.read / loss.decisions
        console.print(Text(f"{kind:<11}log-loss of the true hand {read:.2f} bits, from exact chances {exact:.2f}"))
    console.print(Text("Said: mean chance of a number by reading. True: how often it was that number.", style="dim"))


def _calibration(measured: Measured) -> list[tuple[str, list[str]]]:
    used = [each for each in measured.bins if each.cases]
    return [
        ("said", [f"{each.said / each.cases:.1%}" for each in used]),
        ("true", [f"{each.true / each.cases:.1%}" for each in used]),
        ("cases", [f"{each.cases:,}" if each.cases < 100_000 else f"{each.cases // 1000}k" for each in used]),
    ]
