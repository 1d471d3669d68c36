"""The two consoles: results on standard output, what goes wrong on standard error. 80 columns are enough."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

WIDTH = 80


def out() -> Console:
    return _console(stderr=False)


def err() -> Console:
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False, emoji=False, markup=False)
    console.width = min(console.width, WIDTH) if console.is_terminal else WIDTH
    return console


def print_indented(console: Console, text: Text, indent: int, label: str = "") -> None:
    """A paragraph with all its lines indented, `label` before the first; no blanks at the end of a line."""
    for row in text.wrap(console, console.width - indent):
        row.rstrip()
        console.print(Text(f"{label:<{indent}}", style=text.style) + row)
        label = ""


def clean(text: str) -> str:
    """A line from a file, safe to show: no control signs, every tab one column wide."""
    return "".join(sign if sign.isprintable() else " " if sign == "\t" else "·" for sign in text)


def format_chance(chance: float) -> str:
    """Whole percents that never round to certainty."""
    if 0 < chance < 0.01:
        return "<1%"
    if 0.99 < chance < 1:
        return ">99%"
    return f"{chance:.0%}"
