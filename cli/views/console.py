"""The two consoles: results on standard output, what goes wrong on standard error. 80 columns are enough."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from rich.console import Console
from rich.text import Text

WIDTH, NARROWEST = 80, 20  # what is too wide for a terminal narrower than that, the terminal breaks itself


def out() -> Console:
    return _console(stderr=False)


def err() -> Console:
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False, emoji=False, markup=False)
    console.width = max(NARROWEST, min(console.width, WIDTH)) if console.is_terminal else WIDTH
    return console


def clean(text: str) -> str:
    """A line from a file, safe to show: no control signs, every tab one column wide."""
    return "".join(sign if sign.isprintable() else " " if sign == "\t" else "·" for sign in text)


def say(console: Console, sentence: str, indent: int = 0, style: str = "", mark: str = "") -> None:
    """A sentence, its lines indented alike."""
    head = " " * indent + mark
    for row in wrap(clean(sentence), console.width, initial_indent=head, subsequent_indent=" " * len(head)):
        console.print(Text(row, style=style))


def show_notes(console: Console, notes: Iterable[str]) -> None:
    """What an answer leans on or lacks."""
    for note in notes:
        say(console, note, style="yellow", mark="! ")


def format_chance(chance: float) -> str:
    """Whole percents that never round to certainty."""
    if 0 < chance < 0.01:
        return "<1%"
    if 0.99 < chance < 1:
        return ">99%"
    return f"{chance:.0%}"
