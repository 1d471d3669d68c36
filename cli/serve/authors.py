"""Who entered which line of the table's log, by which numbers a seat calls what it sees of it, who is away, and how far
the hands are turned at the end.

The log itself does not say who typed a line, so that is kept beside it; where nothing is kept it was the laptop.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cli.logfile import PRIVATE, write_whole

LAPTOP = ""  # who types at the table's own screen, or into the file


class Authored(NamedTuple):
    """What is known of a line beside what it says: a number that it keeps, and who entered it."""

    uid: int
    by: str = LAPTOP


class Authors:
    """The marks of all lines of the log, in its order."""

    def __init__(self, log: Path, lines: Sequence[str]) -> None:
        self.place = log.with_name(f".{log.name}.by")
        self._uids = count(1)
        entered, self.away, self.turned = self._read(lines)
        self.lines, self.marks = list(lines), tuple(map(self._new, entered))

    def _new(self, by: str = LAPTOP) -> Authored:
        return Authored(next(self._uids), by)

    def next_uid(self) -> int:
        """For what is numbered like a line, and is none."""
        return next(self._uids)

    def added(self, by: str, lines: Sequence[str]) -> tuple[Authored, ...]:
        """The marks once the seat's line stands at the end."""
        return (*self.marks, *(self._new(by) for _ in lines[len(self.marks) :]))

    def changed(self, by: str, number: int, kept: Iterable[int]) -> tuple[Authored, ...]:
        """The marks once the seat has put line `number` right, if it is one of those kept."""
        return tuple(mark._replace(by=by) if at == number else mark for at in kept for mark in self.marks[at - 1 : at])

    def aligned(self, lines: Sequence[str]) -> tuple[Authored, ...]:
        """The marks of a log that somebody has changed elsewhere: of what is as it was."""
        same = _align(self.lines, lines)
        return tuple(self.marks[same[place]] if place in same else self._new() for place in range(len(lines)))

    def keep(self, lines: Sequence[str], marks: tuple[Authored, ...]) -> None:
        """Once the log itself is saved. If the disk refuses, it is known as long as the server runs."""
        self.lines, self.marks = list(lines), marks
        self._write()

    def keep_away(self, players: tuple[str, ...]) -> None:
        """Of whom the table's screen says that they are away."""
        self.away = players
        self._write()

    def keep_turned(self, hands: int) -> None:
        """How many hands everybody has looked at, once the game is over."""
        self.turned = hands
        self._write()

    def _write(self) -> None:
        entered = [[mark.by, line] for mark, line in zip(self.marks, self.lines, strict=True)]
        kept = {"lines": entered, "away": self.away, "turned": self.turned}
        with contextlib.suppress(OSError):
            beside = self.place.with_name(f"{self.place.name}.new")
            write_whole(self.place, beside, json.dumps(kept).encode(), PRIVATE, sync=False)

    def _read(self, lines: Sequence[str]) -> tuple[list[str], tuple[str, ...], int]:
        """Who entered these lines, who is away, and how many hands are turned, as far as that was kept.

        Once it was the lines alone.
        """
        try:
            kept = json.loads(self.place.read_text(encoding="utf-8"))
            kept = {"lines": kept, "away": []} if isinstance(kept, list) else kept
            rows = [(str(by), str(line)) for by, line in kept["lines"]]
            away, turned = tuple(map(str, kept["away"])), int(kept.get("turned", 0))
        except (OSError, ValueError, TypeError, LookupError):
            return [LAPTOP] * len(lines), (), 0
        same = _align([line for _, line in rows], lines)
        return [rows[same[place]][0] if place in same else LAPTOP for place in range(len(lines))], away, turned


def _align(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """For places of the new lines the place where they stood."""
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {block.b + step: block.a + step for block in blocks for step in range(block.size)}
