"""Hands tallied for one throw after the other: how many by sum, by number, and by pairs of numbers.

An answer to a bet cuts the hands by their sum, a card laid off parts them by its number: both are sums over the same
tallies, so that all bets of a round and the best swap after each wrong answer come out of one pass over the hands.
Here a colour's numbers are only those it can still have: five at most, if all cards in sight are known.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from solver.games.think_str8.known import Ints, Known
from solver.games.think_str8.rules import NUMBERS
from solver.games.think_str8.worth import GAINS, Floats, best_worth_of, fresh_worth

MANY, MOST_CELLS = 400, 50_000  # hands from which a table is quicker; cells from which it no longer is


class Cuts(NamedTuple):
    """Sets of hands, tallied. `numbers[number, set, colour]`; `pairs[number, its number, set, two colours]`.

    Where the sets are those with one sum each, `lowest` is the sum of the first.
    """

    numbers: Ints
    pairs: Ints
    lowest: int = 0

    @property
    def hands(self) -> Ints:
        hands: Ints = self.numbers[:, :, 0].sum(axis=0)
        return hands


class Swapped(NamedTuple):
    """Sets of hands after the best swap: worth of the final bets, and the colour; -1 where no pile has a card."""

    worth: Floats
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
        self._possible = possible
        self._codes = (possible.cumsum(axis=1) - 1).ravel().take(places)  # the how manieth possible number it is
        twos = list(combinations(range(size), 2))
        self._one, self._two = np.array(twos).T
        self._places = {two: place for place, two in enumerate(twos)}
        self._even = bool((known.ways == 1).all())
        self._type = np.int32 if self.total * int(GAINS[0]) * size < 2**31 else np.int64  # the smaller is quicker
        self.fresh = np.array([fresh_worth(unseen - 1) for unseen in known.unseen])

    def by_sum(self, dice: Sequence[str]) -> Cuts:
        """The hands with each sum."""
        many = len(self.known.hands) > MANY and self.most ** len(self.known.colours) <= MOST_CELLS
        return self.by_sum_in_table(dice) if many else self.by_sum_in_rows(self.known.sums(dice))

    def together(self) -> Cuts:
        """All hands as one set."""
        return self.by_sum_in_rows(np.zeros(len(self.known.hands), dtype=np.int64))

    # Few hands: each is looked at.

    def by_sum_in_rows(self, sums: Ints) -> Cuts:
        size, most, twos = len(self.known.colours), self.most, len(self._one)
        lowest, span = int(sums.min()), int(sums.max() - sums.min()) + 1
        above = (sums - lowest)[:, None]
        numbers = self._count(self._number_keys + above * (most * size), span * most * size)
        pairs = self._count(self._pair_keys + above * (most * most * twos), span * most * most * twos)
        by_number = numbers.reshape(span, most, size).transpose(1, 0, 2)
        return Cuts(by_number, pairs.reshape(span, most, most, twos).transpose(1, 2, 0, 3), lowest)

    @cached_property
    def _number_keys(self) -> Ints:
        size = len(self.known.colours)
        keys: Ints = self._codes * size + np.arange(size)
        return keys

    @cached_property
    def _pair_keys(self) -> Ints:
        keys: Ints = self._codes[:, self._one] * self.most + self._codes[:, self._two]
        keys *= len(self._one)
        keys += np.arange(len(self._one))
        return keys

    def _count(self, keys: Ints, size: int) -> Ints:
        weights = None if self._even else np.repeat(self.known.ways, keys.shape[1])
        return np.bincount(keys.ravel(), weights, size).astype(self._type)  # exact: far below 2^53

    # Many hands: a table with an axis per colour, whose sides are the colours thrown and the others.

    @cached_property
    def _table(self) -> Floats:
        size, most = len(self.known.colours), self.most
        flat = self._codes @ (most ** np.arange(size)[::-1])
        table: Floats = np.bincount(flat, self.known.ways, most**size).astype(np.float64).reshape([most] * size)
        return table

    def by_sum_in_table(self, dice: Sequence[str]) -> Cuts:
        """The same by a few small products of matrices, whatever the number of hands."""
        colours, most = self.known.colours, self.most
        thrown = [i for i, colour in enumerate(colours) if colour in dice]
        others = [i for i, colour in enumerate(colours) if colour not in dice]
        table = self._table.transpose(thrown + others).reshape(most ** len(thrown), -1)
        lowest, sums = self._sums_of(thrown, [dice.count(colours[i]) for i in thrown])
        span = len(sums)
        sides = (thrown, sums * table.sum(axis=1)), (others, sums @ table)
        numbers = np.empty((most, span, len(colours)), dtype=self._type)
        pairs = np.empty((most, most, span, len(self._one)), dtype=self._type)
        for side, by_sum in sides:
            found = (by_sum @ _one_hot(most, len(side))).reshape(span, len(side), most)
            numbers[:, :, side] = found.transpose(2, 0, 1)
            within = [self._places[one, two] for one, two in combinations(side, 2)]
            twos = (by_sum @ _two_hot(most, len(side))).reshape(span, len(within), most, most)
            pairs[:, :, :, within] = twos.transpose(2, 3, 0, 1)
        self._fill_across(pairs, sums, table, thrown, others)
        return Cuts(numbers, pairs, lowest)

    def _fill_across(self, pairs: Ints, sums: Floats, table: Floats, thrown: list[int], others: list[int]) -> None:
        """Pairs of a colour that was thrown and one that was not."""
        most = self.most
        by_sum = (sums[:, None, :] * _one_hot(most, len(thrown)).T).reshape(-1, len(table))
        found = by_sum @ (table @ _one_hot(most, len(others)))
        across = found.reshape(len(sums), len(thrown), most, len(others), most).transpose(1, 3, 2, 4, 0)
        for i, one in enumerate(thrown):
            for j, two in enumerate(others):
                both = across[i, j] if one < two else across[i, j].swapaxes(0, 1)
                pairs[:, :, :, self._places[min(one, two), max(one, two)]] = both

    def _sums_of(self, thrown: list[int], times: list[int]) -> tuple[int, Floats]:
        """The lowest sum, and `[sum above it, numbers of the colours thrown]`: 1 where they add up to it."""
        sums = np.zeros([1] * len(thrown), dtype=np.int64)
        for axis, (i, count) in enumerate(zip(thrown, times, strict=True)):
            found = np.flatnonzero(self._possible[i])
            numbers = np.full(self.most, found[0], dtype=np.int64)  # the rest of the axis is empty
            numbers[: len(found)] = found
            sums = sums + count * numbers.reshape([-1 if other == axis else 1 for other in range(len(thrown))])
        agrees: Floats = (sums.ravel() == np.arange(sums.min(), sums.max() + 1)[:, None]).astype(np.float64)
        return int(sums.min()), agrees

    # After a wrong answer.

    @cached_property
    def _beside(self) -> tuple[Floats, Floats]:
        """Which two colours a pair is of: the first, and the second, as 0 and 1."""
        colours = np.arange(len(self.known.colours))
        return (self._one[:, None] == colours).astype(np.float64), (self._two[:, None] == colours).astype(np.float64)

    def swap_worths(self, cuts: Cuts) -> Floats:
        """`[set, colour]`: the worth of the final bets after laying off each colour."""
        one, two = self._beside
        after_one = best_worth_of([cuts.pairs[:, j] for j in range(self.most)]).sum(axis=0)
        after_two = best_worth_of(list(cuts.pairs)).sum(axis=0)
        worths: Floats = after_one @ one + after_two @ two + cuts.hands[:, None] * self.fresh
        return worths

    def swapped(self, cuts: Cuts, piles: Collection[str]) -> Swapped:
        """The sets after a wrong answer, when a card must be laid off if any pile has one."""
        can = np.array([colour in piles for colour in self.known.colours])
        if not can.any():
            worth = best_worth_of(list(cuts.numbers)).sum(axis=-1).astype(np.float64)
            return Swapped(worth, np.full(len(worth), -1))
        worths = np.where(can, self.swap_worths(cuts), -np.inf)
        return Swapped(worths.max(axis=1), worths.argmax(axis=1))


@lru_cache
def _one_hot(most: int, colours: int) -> Floats:
    """`[numbers of so many colours, colour and number]`: 1 where the colour has the number."""
    codes = np.stack(np.unravel_index(np.arange(most**colours), [most] * colours), axis=1)
    single: Floats = (codes[:, :, None] == np.arange(most)).reshape(len(codes), -1).astype(np.float64)
    return single


@lru_cache
def _two_hot(most: int, colours: int) -> Floats:
    """`[numbers of so many colours, two of the colours and their numbers]`: 1 where both have those."""
    single = _one_hot(most, colours).reshape(-1, colours, most)
    both = [single[:, one, :, None] * single[:, two, None, :] for one, two in combinations(range(colours), 2)]
    return np.stack(both, axis=1).reshape(len(single), -1) if both else np.zeros((len(single), 0))
