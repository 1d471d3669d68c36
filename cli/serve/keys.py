"""The keys of the table's own screen: free a seat, who is away, put a line right, what clashes, a new game, stop."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cli.serve.screen import LiveScreen
from cli.serve.table import Refused
from cli.serve.web import Web
from solver.language import say
from solver.tongues import is_short_for

try:
    import termios
    import tty
except ImportError:  # Windows: there the board has no keys
    termios = None  # type: ignore[assignment]

ENTER, ESCAPE, BACK = "\r\n", "\x1b", "\x7f\b"
SHOWN = "shown"  # cards are, until any key is pressed
SEEN = "seen"  # what follows from a line that is to be put right


class Keys:
    """What is pressed, one key after the other. `stop` ends the server."""

    def __init__(self, web: Web, board: LiveScreen, stop: Callable[[], None]) -> None:
        self.web, self.board, self.stop = web, board, stop
        self.doing, self.typed = "", ""

    def press(self, key: str) -> None:
        try:
            self._press(key)
        except Refused as refused:
            self._say(" ".join(f"{error.problem} {error.hint}" for error in refused.errors[:1]))
        except OSError as failed:
            self._say(failed.strerror or str(failed))
        self.board.announce()

    def _press(self, key: str) -> None:
        if self.doing == SHOWN or (self.doing and key == ESCAPE):
            self._say("")
        elif self.doing == "e":
            self._type(key)
        elif self.doing:
            self._choose(key)
        elif key == "q":
            self.stop()
        elif self.web.gathering.room and key in "fae":
            self._begin(key)
        elif key == "c" and self.web.gathering.room and self.web.room.clashes:
            self.doing = key
            self.board.ask = say("It names cards: whoever holds them looks away. y shows it, Esc goes back.")
        elif self.web.gathering.room and key == "n":
            self.doing = key
            self.board.ask = say("Begin a new game with the same seats? y begins it, Esc goes back.")

    def _begin(self, key: str) -> None:
        self.doing, self.typed = key, ""
        names = "  ".join(f"{number} {name}" for number, name in enumerate(self.web.room.players, 1))
        if key == "f":
            self.board.ask = say("Whose seat is free again? {names}", names=names)
        elif key == "a":
            self.board.ask = say("Who is away, or back? {names}", names=names)
        else:
            self.board.ask = self._prompt()

    def _prompt(self) -> str:
        return say("The line as it should be, such as {example}: {typed}", example="see Ben yellow 4", typed=self.typed)

    def _choose(self, key: str) -> None:
        doing, names = self.doing, self.web.room.players
        if doing == "c":
            told = " ".join(self.web.room.tell_clashes()) if is_short_for(key, "yes") else ""
            self._say(told and say("{told} (any key: out of sight)", told=told))
            self.doing = SHOWN if told else ""
            return
        if doing == SEEN:
            if is_short_for(key, "yes"):
                self._put_right()
            else:
                self._say("")
            return
        if doing == "n":
            if is_short_for(key, "yes"):
                self.web.change_here(self.web.gathering.play_next)
            self._say("")
            return
        chosen = names[int(key) - 1] if key.isdecimal() and 0 < int(key) <= len(names) else None
        self._say("")
        if chosen and doing == "f":
            self.web.free(chosen)
        elif chosen:
            room = self.web.room
            self.web.change_here(lambda: room.set_away(chosen, chosen not in room.away))

    def _type(self, key: str) -> None:
        if key in ENTER and self.web.room.has_shown(self.typed):
            self.doing = SEEN
            self.board.ask = say("What follows from that was seen already. y puts it right anyway, Esc goes back.")
            return
        if key in ENTER:
            self._put_right()
            return
        self.typed = self.typed[:-1] if key in BACK else self.typed + key if key.isprintable() else self.typed
        self.board.ask = self._prompt()

    def _put_right(self) -> None:
        room, typed = self.web.room, self.typed
        self._say(self.web.change_here(lambda: room.put_right_here(typed)))

    def _say(self, text: str) -> None:
        self.doing, self.typed, self.board.ask = "", "", text


@contextmanager
def read_keys(press: Callable[[str], None], add: Callable[[int, Callable[[], None]], None]) -> Iterator[None]:
    """Hand on what is typed, a key at a time, as long as this lasts; `add` has a descriptor watched."""
    descriptor = sys.stdin.fileno()
    if termios is None:
        yield
        return
    before = termios.tcgetattr(descriptor)

    def read() -> None:
        with contextlib.suppress(OSError):
            for key in os.read(descriptor, 64).decode(errors="ignore"):
                press(key)

    tty.setcbreak(descriptor)
    try:
        add(descriptor, read)
        yield
    finally:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
