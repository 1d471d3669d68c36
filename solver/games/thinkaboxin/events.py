"""What can happen at a table of Thinkaboxin: one frozen value per line of the log. `*at` is the word to mark."""

from __future__ import annotations

from dataclasses import dataclass, field

from solver.games.thinkaboxin.rules import Bid
from solver.log import Line, Word

NOWHERE = Line(0, "", ())


def _line() -> Line:
    return field(default=NOWHERE, compare=False, repr=False)


def _word() -> Word:
    return field(default=Word("", 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Mode:
    mode: str
    line: Line = _line()


@dataclass(frozen=True, slots=True)
class FreeRaise:
    line: Line = _line()


@dataclass(frozen=True, slots=True)
class NewSet:
    """A new set. `dice` and `players` are None where the mode decides; `knockout` is a set of a knock-out race."""

    dice: int | None = None
    stake: int | None = None
    players: tuple[str, ...] | None = None
    knockout: bool = False
    line: Line = _line()
    dice_at: Word = _word()
    stake_at: Word = _word()


@dataclass(frozen=True, slots=True)
class Roll:
    dice: tuple[int, ...]
    line: Line = _line()


@dataclass(frozen=True, slots=True)
class Said:
    """A bid on the table."""

    player: str
    bid: Bid
    line: Line = _line()
    at: Word = _word()


@dataclass(frozen=True, slots=True)
class Lift:
    """A cup is lifted; `right` says whether the lifter was, None if the cups tell or it was not typed."""

    player: str
    right: bool | None = None
    line: Line = _line()


@dataclass(frozen=True, slots=True)
class Cup:
    player: str
    dice: tuple[int, ...]
    line: Line = _line()


@dataclass(frozen=True, slots=True)
class Donkey:
    players: tuple[str, ...]
    line: Line = _line()


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody has by the notepad or in nuggets, whatever was typed before; `player` None is the pool."""

    player: str | None
    points: int
    line: Line = _line()
