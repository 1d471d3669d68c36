"""What stands on the screen of a session: for its owner, or, while it is covered, for everybody who looks.

Whatever is about cards is said in two forms, and which of them is seen is decided here alone. A pipe gets every word at
once. A terminal is painted again at every prompt, in a screen of its own, so that what was typed is gone with the next
line and nothing of a game is left behind when the session ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO

from rich.cells import cell_len
from rich.console import Console

from cli.play.keyboard import Keyboard
from cli.views.console import Screen, out
from solver.english import say_ask
from solver.language import later, say

PEEK = 8.0  # seconds that a sheet stays uncovered
MORE, BACK = later("Enter for more; any other key goes back."), later("Any key goes back.")

PAGER_QUITS = "q"  # goes back and nothing else, as in programs that show pages

SIGN = re.compile(r"\x1b\[[\d;]*m|.")  # a change of style, or what is seen

Show = Callable[[Console], None]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something said: as the owner sees it, and as everybody may. An answer is shown because its owner asked for it."""

    open: str | Show
    covered: str | Show
    answer: bool = False


class Board:
    """The screen of one session."""

    def __init__(self, console: Console, keyboard: Keyboard, covered: bool) -> None:
        self.screen, self.keyboard, self.covered = console, keyboard, covered
        self.live = keyboard.live  # painted again at every prompt, until the session ends
        self.peeking = False
        self.alone = False  # nobody else plays any more, so that a covered sheet hides nothing that was typed
        self.console = _paper(console.width) if self.live else console
        self.parts: list[Notice] = []

    @property
    def shut(self) -> bool:
        """Whether the sheet, with all that it tells, is out of sight now."""
        return self.covered and not self.peeking

    @property
    def hidden(self) -> bool:
        """Whether only what everybody may see is shown now."""
        return self.shut and not self.alone

    def turn(self) -> None:
        """Cover what lies open, or uncover it for a moment."""
        if self.covered:
            self.peeking = not self.peeking
        else:
            self.covered = True

    def cover(self) -> None:
        self.covered, self.peeking = True, False

    # What is said.

    def say(self, open_: Show, covered: Show) -> None:
        if self.live:
            self._collect()
            self.parts.append(Notice(open_, covered))
        else:
            (covered if self.hidden else open_)(self.console)

    def answer(self, show: Show) -> None:
        """What the owner asked for: it is seen even while the rest is covered, until the next key."""
        self._collect()
        show(self.console)
        if self.live and (text := self._take()):
            self.parts.append(Notice(text, "", answer=True))

    def renew(self) -> None:
        """After an interruption: a row may have been stopped in the middle."""
        self.console = _paper(self.console.width) if self.live else out(say_ask)

    def clear(self) -> None:
        """A new line was taken: what was said before is over, and so is a peek."""
        self._take()
        self.parts.clear()
        self.peeking = False

    # What is painted.

    def open_screen(self) -> None:
        if self.live:
            self.screen.set_alt_screen(True)

    def close_screen(self) -> None:
        """Wipe it, even on a terminal with only one screen; what was said after the last prompt is left to be read."""
        if self.live:
            self.cover()
            self._collect()
            self.screen.clear()
            self.screen.set_alt_screen(False)
            self._write(self._lay_out(self.parts))
            self.console, self.live = self.screen, False

    def paint(self, top: Show, below: int) -> str:
        """Paint the top and what was said, leaving `below` rows for the prompt; the key pressed if a page was turned.

        An answer that has no room beneath the top, or stands beside something covered, has pages of its own.
        """
        self.console.width = out().width  # the window may have another size by now
        self._collect()
        above, said = self._lay_out([Notice(top, top)]), self._lay_out(self.parts)
        height, key = self.screen.height, ""
        answers = [part for part in self.parts if part.answer]
        if len(said) + below > height or (answers and (self.hidden or len(above) + len(said) + below > height)):
            key = self._turn_pages(self._lay_out(answers or self.parts, peeking=bool(answers)))
            self.parts = [part for part in self.parts if not part.answer]
            said = self._lay_out(self.parts)[: max(0, height - below)]
        self.screen.clear()
        self._write([*above[: max(0, height - below - len(said))], *said])
        return key

    def show_first(self, top: Show) -> None:
        """What was understood is on the screen at once, while something that nobody asked for is still worked out."""
        if self.keyboard.live:
            self._collect()
            rows = self._lay_out([Notice(top, top), *self.parts])
            self.screen.clear()
            self._write(rows[: self.screen.height - 1])

    def _turn_pages(self, rows: Sequence[str]) -> str:
        """Page by page, while Enter is pressed; any other key ends it, and begins the next line if it can."""
        while True:
            size = self.screen.height - 1
            page, rows = rows[:size], rows[size:]
            self.screen.clear()
            self._write(page)
            key = self.keyboard.press(say(MORE if rows else BACK))
            if key != "\r" or not rows:
                return key.strip() if key.isprintable() and key != PAGER_QUITS else ""

    def _lay_out(self, parts: Sequence[Notice], peeking: bool = False) -> list[str]:
        """The rows of these parts."""
        for part in parts:
            form = part.covered if self.hidden and not peeking else part.open
            if isinstance(form, str):
                self.console.file.write(form)
            else:
                form(self.console)
        return [part for row in self._take().splitlines() for part in _fold(row, self.console.width)]

    def _collect(self) -> None:
        """What was printed on the paper since, in one form for all."""
        if self.live and (text := self._take()):
            self.parts.append(Notice(text, text))

    def _take(self) -> str:
        paper = self.console.file
        if not isinstance(paper, StringIO) or not self.live:
            return ""
        text = paper.getvalue()
        paper.seek(0)
        paper.truncate()
        return text

    def _write(self, rows: Sequence[str]) -> None:
        self.screen.file.write("".join(f"{row}\n" for row in rows))
        self.screen.file.flush()


def _fold(row: str, width: int) -> list[str]:
    """A row as the terminal breaks it: one that was left long, to be copied whole, may take several."""
    if len(row) <= width:
        return [row]
    parts, room = [""], width
    for sign in SIGN.findall(row):
        size = 0 if sign.startswith("\x1b") else cell_len(sign)
        if size > room:
            parts.append("")
            room = width
        parts[-1] += sign
        room -= size
    return parts


def _paper(width: int) -> Screen:
    """A console that keeps what is printed, styled as on the terminal."""
    return Screen(say_ask, file=StringIO(), force_terminal=True, width=width)
