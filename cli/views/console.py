"""The two consoles: results on standard output, what goes wrong on standard error. 80 columns are enough.

A sentence may suggest what to ask next; a console says in its own voice how: a shell by a whole command, a session by
the words that are typed there.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from textwrap import wrap
from typing import Any, NamedTuple, Protocol

from rich.console import Console
from rich.text import Text

from cli.views.tones import THEME
from solver.remarks import Ask, Saying, say_ask

WIDTH, NARROWEST = 80, 20  # in a narrower terminal, what is too wide is wrapped by the terminal


class Voice(Protocol):
    """How a suggestion is worded."""

    def suggest(self, ask: Ask) -> str: ...


class ShellVoice(NamedTuple):
    """A suggestion as a command line about this log."""

    log: str = "LOG"

    def suggest(self, ask: Ask) -> str:
        seat = () if ask.seat is None else ("--as", ask.seat)
        round_ = () if ask.round is None else ("--round", str(ask.round))
        options = (word for name, value in ask.options for word in (f"--{name}", value) if word)
        added = (*ask.words, *options, *seat, *round_)
        log = self.log if self.log == "LOG" else shlex.quote(self.log)
        return " ".join(added if ask.again else ("deduce", ask.command, log, *added))


class SessionVoice:
    """A suggestion as what is typed in a session."""

    def suggest(self, ask: Ask) -> str:
        return say_ask(ask)


class Screen(Console):
    """A console that knows how to word suggestions, and has our tones."""

    def __init__(self, voice: Voice, **settings: Any) -> None:
        super().__init__(theme=THEME, highlight=False, emoji=False, markup=False, **settings)
        self.voice = voice


def out(voice: Voice | None = None) -> Screen:
    return _screen(voice, stderr=False)


def err(voice: Voice | None = None) -> Screen:
    return _screen(voice, stderr=True)


def _screen(voice: Voice | None, stderr: bool) -> Screen:
    screen = Screen(voice or ShellVoice(), stderr=stderr)
    screen.width = max(NARROWEST, min(screen.width, WIDTH)) if screen.is_terminal else WIDTH
    return screen


def word(console: Console, saying: Saying) -> str:
    """A sentence as this console says it, safe to show."""
    if isinstance(saying, str):
        return clean(saying)
    voice = console.voice if isinstance(console, Screen) else ShellVoice()
    return clean("".join(part if isinstance(part, str) else voice.suggest(part) for part in saying.parts))


def clean(text: str) -> str:
    """A line from a file, safe to show: no control characters, every tab one column wide."""
    return "".join(sign if sign.isprintable() else " " if sign == "\t" else "·" for sign in text)


def say(console: Console, sentence: Saying, indent: int = 0, style: str = "", mark: str = "") -> None:
    """A sentence, its lines indented alike."""
    head = " " * indent + mark
    for row in wrap(word(console, sentence), console.width, initial_indent=head, subsequent_indent=" " * len(head)):
        console.print(Text(row, style=style))


def show_notes(console: Console, notes: Iterable[Saying]) -> None:
    """What an answer rests on or lacks."""
    for note in notes:
        say(console, note, style="yellow", mark="! ")
