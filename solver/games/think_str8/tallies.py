"""Hands tallied for one throw after the other: how many by sum, by number, and by pairs of numbers.

An answer to a bet cuts the hands by their sum, a card laid off parts them by its number: both are sums over the same
tallies, so that all bets of a round and the best swap after each wrong answer come out of one pass over the hands.
Here a colour's numbers are only those it can still have: five at most, if all cards in sight are known.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from solver.games.think_str8.known import Ints, Known
from solver.games.think_str8.rules import NUMBERS, SUMS
from solver.games.think_str8.worth import (
    Floats,
    Scale,
    best_worth_of,
    doubt_worth,
    fresh_doubt,
    fresh_worth,
    whole_value,
)


class Cuts(NamedTuple):
    """Sets of hands, tallied. `numbers[number, set, colour]`; `pairs[number, its number, set, two colours]`."""

    numbers: Ints
    pairs: Ints

    @property
    def hands(self) -> Ints:
        hands: Ints = self.numbers[:, :, 0].sum(axis=0)
        return hands


class Swapped(NamedTuple):
    """Sets of hands after the best swap: worth of the final bets, doubt, and the colour; -1 where no pile has a card."""

    worth: Floats
    doubt: Floats
    colour: Ints


class Tallies:
    """What the seat knows, made ready to be tallied by the sum of any dice."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.total = known.total
        size = len(known.colours)
        places = known.hands + len(NUMBERS) * np.arange(size)
        possible = np.bincount(places.ravel(), minlength=size * len(NUMBERS)).reshape(size, len(NUMBERS)) > 0
        self.most = int(possible.sum(axis=1).max(initial=1))
        self._codes = (possible.cumsum(axis=1) - 1).ravel().take(places)  # the how manieth possible number it is
        self._twos = list(combinations(range(size), 2))
        self._even = bool((known.ways == 1).all())
        self.fresh = np.array([fresh_worth(unseen - 1) for unseen in known.unseen])
        self.fresh_doubt = np.array([fresh_doubt(unseen - 1) for unseen in known.unseen])

    @cached_property
    def _number_keys(self) -> Ints:
        size = len(self.known.colours)
        keys: Ints = self._codes * (len(SUMS) * size) + np.arange(size)
        return keys

    @cached_property
    def _pair_keys(self) -> Ints:
        one, two = np.array(self._twos).T
        keys: Ints = self._codes[:, one] * self.most + self._codes[:, two]
        keys *= len(SUMS) * len(self._twos)
        keys += np.arange(len(self._twos))
        return keys

    @cached_property
    def _beside(self) -> tuple[Floats, Floats]:
        """Which two colours a pair is of: the first, and the second, as 0 and 1."""
        one, two = np.array(self._twos).T
        colours = np.arange(len(self.known.colours))
        return (one[:, None] == colours).astype(np.float64), (two[:, None] == colours).astype(np.float64)

    def by_sum(self, dice: Sequence[str]) -> Cuts:
        """The hands with each sum."""
        return self._tally(self.known.sums(dice))

    def together(self) -> Cuts:
        """All hands as one set."""
        every = self._tally(np.zeros(len(self.known.hands), dtype=np.int64))
        return Cuts(every.numbers[:, :1], every.pairs[:, :, :1])

    def _tally(self, sums: Ints) -> Cuts:
        size, most = len(self.known.colours), self.most
        numbers = self._count(self._number_keys + (sums * size)[:, None], most * len(SUMS) * size)
        pairs = self._count(self._pair_keys + (sums * len(self._twos))[:, None], most * most * len(SUMS) * len(self._twos))
        shape = (most, most, len(SUMS), len(self._twos))
        return Cuts(numbers.reshape(most, len(SUMS), size), pairs.reshape(shape))

    def _count(self, keys: Ints, size: int) -> Ints:
        if self._even:
            return np.bincount(keys.ravel(), minlength=size)
        weights = np.repeat(self.known.ways, keys.shape[1])
        return np.bincount(keys.ravel(), weights, size).astype(np.int64)  # exact: far below 2^53

    def swap_worths(self, cuts: Cuts) -> tuple[Floats, Floats]:
        """`[set, colour]`: the worth of the final bets, and the doubt, after laying off each colour."""
        one, two = self._beside
        after_one = best_worth_of([cuts.pairs[:, j] for j in range(self.most)]).sum(axis=0)
        after_two = best_worth_of(list(cuts.pairs)).sum(axis=0)
        hands = cuts.hands[:, None]
        worth = after_one @ one + after_two @ two + hands * self.fresh
        doubt = doubt_worth(cuts.numbers).sum(axis=0) + hands * self.fresh_doubt
        return worth, doubt

    def swapped(self, cuts: Cuts, piles: Collection[str], scale: Scale) -> Swapped:
        """The sets after a wrong answer, when a card must be laid off if any pile has one."""
        can = np.array([colour in piles for colour in self.known.colours])
        if not can.any():
            worth = best_worth_of(list(cuts.numbers)).sum(axis=-1).astype(np.float64)
            return Swapped(worth, doubt_worth(cuts.hands), np.full(len(worth), -1))
        worths, doubts = self.swap_worths(cuts)
        values = np.where(can, whole_value(0.0, worths, doubts, scale), -np.inf)
        best = values.argmax(axis=1)
        rows = np.arange(len(best))
        return Swapped(worths[rows, best], doubts[rows, best], best)
