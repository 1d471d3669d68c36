"""A pad of paper, drawn: boxes in columns, and rows under them. The same for a terminal, a page and a printer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from solver.language import later, say


class BoxMark(StrEnum):
    """What is in a box. Every mark has a sign of its own, so that no colour is needed to tell two apart."""

    OPEN = "open"
    BLACK = "black"
    CROSS = "cross"
    CARD = "card"
    WRONG = "wrong"
    MISSED = "missed"
    DOUBTFUL = "doubtful"

    @property
    def sign(self) -> str:
        return _SIGNS[self]

    @property
    def means(self) -> str:
        return say(_MEANS[self])


_SIGNS = {
    BoxMark.OPEN: "□",
    BoxMark.BLACK: "■",
    BoxMark.CROSS: "✗",
    BoxMark.CARD: "○",
    BoxMark.WRONG: "⊗",
    BoxMark.MISSED: "✚",
    BoxMark.DOUBTFUL: "✗?",
}
_MEANS = {
    BoxMark.OPEN: later("open"),
    BoxMark.BLACK: later("black box"),
    BoxMark.CROSS: later("crossed out"),
    BoxMark.CARD: later("the card itself"),
    BoxMark.WRONG: later("crossed out, and it was the card"),
    BoxMark.MISSED: later("could be crossed out, and was not"),
    BoxMark.DOUBTFUL: later("crossed out, and could still be"),
}


@dataclass(frozen=True, slots=True)
class PadRow:
    """A row under the boxes: a cell for each column, and what is written beside it."""

    label: str
    cells: tuple[str, ...]
    beside: str = ""


@dataclass(frozen=True, slots=True)
class DrawnPad:
    """A column for each colour, with a box for each number from 0 on."""

    title: str
    colours: tuple[str, ...]
    boxes: tuple[tuple[BoxMark, ...], ...]  # number by number
    rows: tuple[PadRow, ...] = ()
    beside: str = ""  # what is written beside the rows


@dataclass(frozen=True, slots=True)
class Pads:
    """Pads side by side, to be compared."""

    pads: tuple[DrawnPad, ...]

    @property
    def legend(self) -> tuple[BoxMark, ...]:
        """The marks that need a word."""
        there = {mark for pad in self.pads for marks in pad.boxes for mark in marks}
        return tuple(mark for mark in BoxMark if mark in there and mark is not BoxMark.OPEN)
