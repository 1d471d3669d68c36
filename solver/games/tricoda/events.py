"""What can happen at a table of Tricoda: one frozen value per line of the log. `*_at` is the word to mark."""

from __future__ import annotations

from dataclasses import dataclass

from solver.games.tricoda.rules import Code, Stone
from solver.log import Line, Word, at_line, at_word


@dataclass(frozen=True, slots=True)
class Named:
    """A stone as a line names it."""

    stone: Stone
    at: Word = at_word()

    def __str__(self) -> str:
        return str(self.stone)


@dataclass(frozen=True, slots=True)
class Edition:
    """What my edition prints on a card; only card 2 differs."""

    card: int
    at_most: bool
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class See:
    holder: str
    stones: tuple[Named, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Ask:
    """`player` reads question `card` and answers it; a comparison is answered 1 first, 0 same, -1 second.

    Without an answer the stones in sight tell it.
    """

    player: str
    card: int
    answer: int | None
    line: Line = at_line()
    card_at: Word = at_word()
    answer_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Declare:
    player: str
    code: Code
    right: bool | None  # None where the stones typed tell it
    line: Line = at_line()
    right_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Mix:
    """The stones beside the pile are mixed in again: the sheet is silent on what to do when the pile is empty."""

    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Was:
    """The stones of a rack that was laid beside the pile."""

    player: str
    stones: tuple[Named, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Reveal:
    """The stones of a rack when the game is over."""

    player: str
    stones: tuple[Named, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Cross:
    """Crossed out on a form: all stones of a number, or one kind. In the table's own log `player` says whose."""

    marks: tuple[int | Stone, ...]
    player: str | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Uncross:
    marks: tuple[int | Stone, ...]
    player: str | None = None
    line: Line = at_line()
