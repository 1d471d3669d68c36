"""Answers of Think Str8! on the screen: proofs, hints, and reports of simulated games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from cli.views.console import add_figures, add_texts, badge, plain_table, say, show_head, show_table
from cli.views.reasons import FULL, MORE, show_proof
from solver.english import any_of, format_chance, remark
from solver.games.think_str8.facts import list_lines
from solver.games.think_str8.why import Answer, Hint
from solver.proof.smallest import CERTAIN, IMPOSSIBLE, WHY

if TYPE_CHECKING:
    from solver.games.think_str8.match import Measured, Report, Row  # loads what only simulated games need


# Proofs.


def show_answers(console: Console, answers: Sequence[Answer]) -> None:
    for place, answer in enumerate(answers):
        if place:
            console.print()
        show_answer(console, answer)


def show_answer(console: Console, answer: Answer) -> None:
    console.print(Text(_verdict(answer), style="bold"))
    if answer.proof and answer.proof.because:
        show_proof(console, list_lines(answer.proof.because), answer.sentences)
    if answer.example and answer.verdict != CERTAIN:
        console.print()
        console.print("One hand that fits everything:")
        console.print(_hand(answer.example))


def _verdict(answer: Answer) -> str:
    question, hands = answer.question, answer.hands
    card = question.colour if question.round is None else f"{question.colour} of round {question.round}"
    name, left = card.capitalize(), any_of(answer.numbers)
    if answer.verdict == IMPOSSIBLE:
        return f"{name} is not {question.number}."
    if answer.verdict == CERTAIN:
        return f"{name} is {left}: certain."
    if question.number is None:
        return f"{name} can be {left}."
    share = format_chance(answer.count / hands)
    fits = "fits" if answer.count == 1 else "fit"
    return f"{name} can still be {question.number}: {answer.count:,} of {hands:,} hands {fits} ({share})."


def _hand(hand: dict[str, int]) -> Text:
    text = Text("  ")
    for place, (colour, number) in enumerate(hand.items()):
        text.append(", " if place else "").append_text(badge(colour, f"{colour} {number}"))
    return text


# Hints.


def show_hint(console: Console, hint: Hint) -> None:
    if hint.colour is None:
        console.print("Nothing is left to find: all that can be ruled out is seen or crossed out.")
        return
    left = "1 number is" if hint.left == 1 else f"{hint.left} numbers are"
    colour = badge(hint.colour)
    if hint.number is None:
        console.print(Text("Look at ").append_text(colour).append("."))
        say(
            console, remark(f"{left} left to find. `", MORE, "` tells the number, `", FULL, "` the proof."), style="dim"
        )
        return
    console.print(colour.append(f" {hint.number} can be crossed out."))
    if hint.level < WHY:
        say(console, remark("`", FULL, "` tells why."), style="dim")
    elif hint.proof:
        show_proof(console, list_lines(hint.proof.because), hint.sentences)


# Simulated games.


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
