"""What every screen is made of: consoles, tones, sentences, tables. 80 columns are enough.

Results go to standard output, what goes wrong to standard error. A sentence may suggest what to ask next; a console
words it in its own voice: a shell as a whole command, a session as the words that are typed there.

Colours can be read on a black screen and on a white one: at least 4.5:1 (WCAG AA), which a test computes. They are
numbers of the 256-colour palette, which terminals leave alone; the sixteen named ones depend on the theme. A card's
colour is a badge with a background of its own. Nothing is told by colour alone: NO_COLOR loses no word and no mark.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from shlex import quote
from shutil import which
from string import Formatter
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import rich._wrap
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text
from rich.theme import Theme

from solver.english import FollowUp, Saying, without_joiners
from solver.language import say

if TYPE_CHECKING:
    from rich.table import Table

WIDTH, NARROWEST = 80, 20  # in a narrower terminal, what is too wide is wrapped by the terminal

QUIET, GOOD, BAD, NAME = "color(243)", "color(29)", "color(131)", "color(63)"
NO_BREAK = "\u00a0\u202f"  # blanks at which no line is broken, as other languages have in numbers: one column wide
# rich takes them for blanks like others, so a row could begin with `: …` or `%`
rich._wrap.re_word = re.compile(rf"[^\S{NO_BREAK}]*[\S{NO_BREAK}]+[^\S{NO_BREAK}]*")
THEME = Theme(  # the usual names of styles mean these tones on our screens
    {
        "dim": QUIET,
        "green": GOOD,
        "bold green": f"bold {GOOD}",
        "red": BAD,
        "bold red": f"bold {BAD}",
        "yellow": BAD,
        "bold yellow": f"bold {BAD}",
        "cyan": NAME,
        "bold cyan": f"bold {NAME}",
    }
)
_BLACK, _WHITE = "color(16)", "color(231)"
BADGES = {
    "blue": f"{_WHITE} on color(21)",
    "green": f"{_WHITE} on color(28)",
    "yellow": f"{_BLACK} on color(220)",
    "purple": f"{_WHITE} on color(91)",
    "red": f"{_WHITE} on color(160)",
    "grey": f"{_BLACK} on color(248)",
    "black": f"{_WHITE} on color(16)",
    "brown": f"{_WHITE} on color(94)",
    "pink": f"{_BLACK} on color(213)",
}


def program() -> str:
    """How this program was started, so that a command it names works when it is typed."""
    path = Path(sys.argv[0])
    if path.name == "__main__.py" and path.parent.name == "cli":
        return "python -m cli"
    found = which("deduce")
    if path.name != "deduce" or (found and os.path.realpath(found) == os.path.realpath(path)):
        return "deduce"
    here = os.path.relpath(path)
    return quote(str(path) if here.startswith("..") else here if os.sep in here else f".{os.sep}{here}")


Voice = Callable[[FollowUp], str]  # how a suggestion is worded; in a session, as what is typed there: `say_ask`


def in_shell(log: str = "LOG") -> Voice:
    """A suggestion as a command line about this log."""

    def suggest(ask: FollowUp) -> str:
        seat = () if ask.seat is None else ("--as", ask.seat)
        round_ = () if ask.round is None else ("--round", str(ask.round))
        options = (word for name, value in ask.options for word in (f"--{name}", value) if word)
        added = (*ask.words, *options, *seat, *round_)
        return " ".join(added if ask.again else (program(), ask.command, log if log == "LOG" else quote(log), *added))

    return suggest


class Screen(Console):
    """A console that knows how to word suggestions, and has our tones."""

    def __init__(self, voice: Voice, **settings: Any) -> None:
        super().__init__(theme=THEME, highlight=False, emoji=False, markup=False, **settings)
        self.voice = voice


def out(voice: Voice | None = None, stderr: bool = False) -> Screen:
    screen = Screen(voice or in_shell(), stderr=stderr)
    screen.width = max(NARROWEST, min(screen.width, WIDTH)) if screen.is_terminal else WIDTH
    return screen


def outlive_readers() -> None:
    """Other commands end quietly with whoever reads what they write, as `| head` does; not those that talk to machines,
    which may hang up."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def err(voice: Voice | None = None) -> Screen:
    return out(voice, stderr=True)


def word(console: Console, saying: Saying) -> str:
    """A sentence as this console says it, safe to show."""
    return clean(put_in_words(saying, console.voice if isinstance(console, Screen) else in_shell()))


def put_in_words(saying: Saying, voice: Voice) -> str:
    if isinstance(saying, str):
        return saying
    return "".join(part if isinstance(part, str) else voice(part) for part in saying.parts)


def clean(text: str) -> str:
    """A line from a file, safe to show: no control characters, every tab one column wide."""
    shown = without_joiners(text)
    if shown.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in NO_BREAK else " " if sign == "\t" else "·" for sign in shown)


def say_text(sentence: str, /, **places: object) -> Text:
    """A sentence as it is said, with words of another style among its places."""
    said = Text()
    for text, name, form, _ in Formatter().parse(say(sentence)):
        said.append(text)
        if name is not None:
            place = places[name]
            said.append(place if isinstance(place, Text) else format(place, form or ""))
    return said


def put(console: Console, sentence: Saying, indent: int = 0, style: str = "", mark: str = "") -> None:
    """A sentence, its lines indented alike."""
    head = " " * indent + mark
    for row in wrap(
        word(console, sentence),
        console.width,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,  # a command or a file name stays whole
    ):
        console.print(Text(row, style=style))


def show_notes(console: Console, notes: Iterable[Saying]) -> None:
    """What an answer rests on or lacks."""
    for note in notes:
        put(console, note, style="yellow", mark="! ")


def badge(colour: str, text: str = "") -> Text:
    """The colour's name, or a text about it, on a background of that colour; blanks around it have none."""
    return Text().append(text or say(colour), style=BADGES[colour])


# Tables: how wide a column is, and which side its text keeps to, is said once; rich does the rest.


def plain_table(head: bool = True) -> Table:
    """A table without rules, and with no blanks but those that its columns leave."""
    from rich.table import Table  # only for what has columns

    return Table(box=None, show_header=head, show_edge=False, pad_edge=False, padding=0, header_style="bold")


def add_texts(table: Table, *columns: tuple[str, int]) -> None:
    """Columns of words: name and width; a name that is longer makes it wider."""
    for name, width in columns:
        table.add_column(name, width=max(width, cell_len(name)), no_wrap=True)


def add_figures(table: Table, *columns: tuple[str, int]) -> None:
    """Columns of figures, aligned right: name and width; a name that is longer makes it wider."""
    for name, width in columns:
        beside = bool(table.columns and table.columns[-1].header)  # heads are kept apart by a blank
        width = max(width, cell_len(name) + beside)
        table.add_column(name, width=width, justify="right", no_wrap=True)


def add_rest(table: Table, name: str = "") -> None:
    """A column of words, wrapped where the others leave little room."""
    table.add_column(name, overflow="fold")


def show_table(console: Console, table: RenderableType, below: Sequence[Text] = ()) -> None:
    """Print a table without the blanks that fill its last columns; `below` has a text for each row after the head."""
    shown: list[Segment] = []
    for place, line in enumerate(console.render_lines(table, pad=False)):
        while line and not line[-1].text.strip():
            line.pop()
        if line:
            line[-1] = Segment(line[-1].text.rstrip(), line[-1].style)
        shown += [*line, Segment.line()]
        for text in below[place - 1 : place] if place else ():
            shown += console.render(text)
    console.print(Segments(shown), end="")
