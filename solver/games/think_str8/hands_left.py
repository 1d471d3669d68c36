"""The hands a seat may still hold, as rows of numbers, and the histograms that bets, swaps and final bets need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.engine.facts import Hidden
from solver.engine.worlds import Worlds, count_worlds
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.rules import NUMBERS, SUMS
from solver.games.think_str8.sheet import seen_numbers
from solver.games.think_str8.table import Table

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """All hands that fit: `hands[i]` has a number per colour and stands for `ways[i]` worlds.

    `unseen` counts, per colour, the numbers that lie or lay nowhere in sight: the card held is one of them, the
    next card drawn will be another.
    """

    colours: tuple[str, ...]
    hands: Ints
    ways: Ints
    unseen: tuple[int, ...]

    @property
    def total(self) -> int:
        return int(self.ways.sum())

    def counts(self) -> Ints:
        """In how many worlds each colour has each number."""
        counts: Ints = self.by_sum(np.zeros(len(self.hands), dtype=np.int64))[0]
        return counts

    def sums(self, throws: Sequence[Sequence[str]]) -> Ints:
        """`[throw, hand]`: the sum of the dice; a colour thrown twice counts twice."""
        times = np.array([[dice.count(colour) for colour in self.colours] for dice in throws], dtype=np.int64)
        sums: Ints = times @ self.hands.T
        return sums

    def by_sum(self, sums: Ints) -> Ints:
        """`[sum, colour, number]`: the worlds with that sum in which the colour has that number."""
        columns = [self._tally(sums, self.hands[:, i], len(NUMBERS)) for i in range(len(self.colours))]
        return np.stack(columns, axis=1)

    def _tally(self, sums: Ints, keys: Ints, size: int) -> Ints:
        found = np.bincount(sums * size + keys, self.ways, len(SUMS) * size)  # exact: far below 2^53
        return found.astype(np.int64).reshape(len(SUMS), size)


def know(table: Table, seat: str, worlds: Worlds | None = None) -> Known:
    """What the seat knows; `worlds` spares the counting if that was done."""
    puzzle = make_puzzle(table, seat)
    worlds = worlds or count_worlds(puzzle)
    hands, ways = _hands(worlds, puzzle.hand)
    unseen = tuple(len(NUMBERS) - len(seen_numbers(table, seat, colour)) for colour in table.colours)
    return Known(table.colours, hands, ways, unseen)


def _hands(worlds: Worlds, hand: tuple[Hidden, ...]) -> tuple[Ints, Ints]:
    """The table of worlds folded to the present hand: cards laid off long ago are summed over."""
    axes = [worlds.cards.index(card) for card in hand]
    past = tuple(axis for axis in range(len(worlds.cards)) if axis not in axes)
    kept = sorted(axes)
    ways = worlds.alive.sum(axis=past, dtype=np.int64).transpose([kept.index(axis) for axis in axes])
    places = np.nonzero(ways)
    numbers = [np.array(worlds.values[axis], dtype=np.int64)[at] for axis, at in zip(axes, places, strict=True)]
    return np.stack(numbers, axis=1), ways[places]
