"""Why a bid has its chance, and whether the log is sound, in Thinkaboxin."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.views.console import clean, say
from cli.views.reasons import show_lines
from solver.english import Ask, Saying, remark
from solver.games.thinkaboxin.rounds import WHAT_COUNTS
from solver.games.thinkaboxin.sheet import format_chance
from solver.games.thinkaboxin.why import Reason
from solver.proof.conflicts import Check


def show_answers(console: Console, answers: Sequence[Reason]) -> None:
    for reason in answers:
        show_why(console, reason)


def show_verdict(console: Console, verdict: Check) -> None:
    if verdict.conflict:
        title = "This log contradicts itself: the cups and who was said to be right do not fit."
        say(console, title, style="bold red")
        show_lines(console, verdict.conflict.lines)
        console.print()
        for sentence in verdict.conflict.sentences:
            say(console, sentence.text)
        say(console, f"One of the lines is wrong. {WHAT_COUNTS}")
        for place, repair in enumerate(verdict.repairs, 1):
            console.print()
            say(console, repair.line.event, mark=f"{place:>2}. line {repair.line.number:>3}   ")
            say(console, repair.instead, mark="    instead    ", style="green")
        return
    console.print(Text("No rule is broken: turns, raises, dice and cups fit together.", style="bold green"))
    say(console, remark("A false bid is not a fault of the log; `", Ask("review"), "` judges those."))


def show_choice(console: Console, verdict: Check, doubts: Sequence[Saying], rows: int | None) -> None:  # noqa: ARG001
    show_verdict(console, verdict)


def show_why(console: Console, reason: Reason) -> None:
    console.print(Text.assemble((f"{reason.bid} ", "bold"), clean(reason.sentence)))
    if len(reason.terms) > 1:
        console.print()
        console.print(_add_up(reason))
    console.print()
    show_lines(console, reason.because)


def _add_up(reason: Reason) -> Table:
    """The chances of exactly this many more, and their sum."""
    sums = Table.grid(padding=(0, 3, 0, 2))
    sums.add_column()
    sums.add_column(justify="right")
    for count, chance in reason.terms:
        sums.add_row(f"exactly {count:>2}", format_chance(chance))
    sums.add_row("together", format_chance(reason.chance), style="bold")
    return sums
