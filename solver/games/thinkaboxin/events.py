"""What can happen at a table of Thinkaboxin: one frozen value per line of the log. `*at` is the word to mark."""

from __future__ import annotations

from dataclasses import dataclass

from solver.games.thinkaboxin.rules import Bid
from solver.log import Line, Word, at_line, at_word


@dataclass(frozen=True, slots=True)
class Mode:
    mode: str
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class FreeRaise:
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class NewSet:
    """A new set. `dice` and `players` are None where the mode decides; `knockout` is a set of a knock-out race."""

    dice: int | None = None
    stake: int | None = None
    players: tuple[str, ...] | None = None
    knockout: bool = False
    line: Line = at_line()
    dice_at: Word = at_word()
    stake_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice under a cup: the owner's, or in the table's own log those of the `player` named."""

    dice: tuple[int, ...]
    player: str | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Said:
    """A bid on the table."""

    player: str
    bid: Bid
    line: Line = at_line()
    at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Lift:
    """A cup is lifted; `right` says whether the lifter was, None if the cups tell or it was not typed."""

    player: str
    right: bool | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Cup:
    player: str
    dice: tuple[int, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Donkey:
    players: tuple[str, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody has by the notepad or in nuggets, whatever was typed before; `player` None is the pool."""

    player: str | None
    points: int
    line: Line = at_line()
