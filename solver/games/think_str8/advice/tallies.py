"""What hands are worth at the end: the expected points of the best final bets, in exact whole numbers.

The worth of a set of hands adds up, per colour and hand, what the best bet wins above the loss of a wrong one: 7, 4
or 3 times the hands it is right in. So worths of separate answers may be added, and points come only at the end:
worth / hands - 2 per colour. Every value of information in this game goes through `whole_value`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.facts import Ints, Known
from solver.games.think_str8.rules import DICE, FINAL_LOSS, FINAL_POINTS, NUMBERS

Floats = NDArray[np.float64]
GAINS = np.array([FINAL_POINTS[size] + FINAL_LOSS for size in sorted(FINAL_POINTS)], dtype=np.int64)
MOST = len(GAINS)  # numbers that may be named per colour
FLOAT32_EXACT = 2**24  # whole numbers below this stay exact in the quicker matrix products
FINAL_WEIGHT = 1.0
MANY, MOST_CELLS = 2_000, 50_000  # hands from which a table is quicker; cells from which it no longer is, unless
EMPTY = 8  # there is at least one hand for this many cells: looked at one by one those would take a gigabyte
SMALL = 50_000  # up to this size pairs of colours are tallied by one product: its table is kept, and takes megabytes


def whole_value(points_now: Any, final_points: Any, weight: float = FINAL_WEIGHT) -> Any:
    """What a move is worth in all: points of this round and, for what it teaches, points of the final bets.

    The one place to weigh the two, whatever the round. What is learnt early helps later bets too, but later answers
    would teach it as well. In 2,000 games each, two seats against two, 0.7 lost 0.47 ± 0.11 points a game; 1.3, or a
    weight that falls from 1.5, 2 or 3 to 1 or rises from 0.5 to 1, could not be told from 1. To count the hands left
    beside the final points gained nothing certain.
    """
    return points_now + weight * final_points


def best_worth(counts: Ints) -> Ints:
    """The worth of the best bet on one colour; the last axis counts hands by number."""
    likeliest = -np.sort(-counts, axis=-1)[..., :MOST]
    best: Ints = (likeliest.cumsum(axis=-1) * GAINS).max(axis=-1)
    return best


def best_worth_of(counts: Sequence[Ints]) -> Ints:
    """The same from one array per number: far quicker than sorting, since only the three likeliest matter."""
    likeliest = [counts[0]]
    for count in counts[1:]:
        for place, other in enumerate(likeliest):
            likeliest[place] = np.maximum(other, count)
            if place < MOST - 1:
                count = np.minimum(other, count)
        if len(likeliest) < MOST:
            likeliest.append(count)
    right = likeliest[0]
    first, *others = GAINS.tolist()  # plain numbers keep the counts as small as they are
    best: Ints = first * right
    for gain, more in zip(others, likeliest[1:], strict=False):
        right = right + more
        best = np.maximum(best, gain * right)
    return best


@cache
def fresh_worth(unseen: int) -> float:
    """The worth, per hand, of a card just drawn: any of the `unseen` numbers, all equally likely."""
    if unseen < 1:
        return 0.0
    counts = np.zeros(max(MOST, unseen), dtype=np.int64)
    counts[:unseen] = 1
    return float(best_worth(counts)) / unseen


def final_points_of(worth: float, hands: int, colours: int) -> float:
    """Expected points of the final bets over these hands."""
    return worth / hands - FINAL_LOSS * colours if hands else 0.0


# Hands tallied for one throw or several at once: how many by sum, by number, and by pairs of numbers.
#
# An answer to a bet cuts the hands by their sum, a card laid off parts them by its number: both are sums over the same
# tallies, so that all bets of a round and the best swap after each wrong answer come out of one pass over the hands.
# Here a colour's numbers are only those it can still have: five at most, if all cards in sight are known.


class Cuts(NamedTuple):
    """Sets of hands, tallied. `numbers[number, …, colour]`; `pairs[number, its number, …, two colours]`.

    Between these stand the axes of the sets: throw and sum, with `lowest` the first sum, or what was made of these.
    """

    numbers: Ints
    pairs: Ints
    lowest: int = 0

    @property
    def hands(self) -> Ints:
        hands: Ints = self.numbers[..., 0].sum(axis=0)
        return hands


class Swapped(NamedTuple):
    """Sets of hands after the best swap: worth of the final bets, and the colour; -1 where no pile has a card."""

    worth: Floats
    colour: Ints


class Tallies:
    """What the seat knows, prepared for tallies by the sum of any dice."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.total = known.total
        size = len(known.colours)
        places = known.hands + len(NUMBERS) * np.arange(size)
        possible = np.bincount(places.ravel(), minlength=size * len(NUMBERS)).reshape(size, len(NUMBERS)) > 0
        self.most = int(possible.sum(axis=1).max(initial=1))
        self._possible = possible
        self._codes = (possible.cumsum(axis=1) - 1).ravel().take(places)  # the place among the possible numbers
        self._one, self._two, self._places = _twos(size)
        self._even = bool((known.ways == 1).all())
        most = self.total * int(GAINS[0]) * size
        self._type = np.int16 if most < 2**15 else np.int32 if most < 2**31 else np.int64  # the smaller the quicker
        self.fresh = np.array([fresh_worth(unseen - 1) for unseen in known.unseen])

    def by_sum(self, throws: Sequence[Sequence[str]]) -> Cuts:
        """The hands with each sum of each throw."""
        hands = len(self.known.hands)
        many = hands > MANY and self.most ** len(self.known.colours) <= max(MOST_CELLS, EMPTY * hands)
        return self.by_sum_in_table(throws) if many else self.by_sum_in_rows(self.known.sums(throws))

    def together(self) -> Cuts:
        """All hands as one set, without an axis for it."""
        numbers, pairs, _ = self.by_sum([self.known.colours[:DICE]])
        return Cuts(numbers[:, 0].sum(axis=1), pairs[:, :, 0].sum(axis=2))

    # Few hands: each is looked at.

    def by_sum_in_rows(self, sums: Ints) -> Cuts:
        """The same from the sums: `[throw, hand]`."""
        size, most, twos, throws = len(self.known.colours), self.most, len(self._one), len(sums)
        lowest = int(sums.min())
        span = int(sums.max()) - lowest + 1
        sets = (sums - lowest + span * np.arange(throws)[:, None])[:, :, None]
        numbers = self._count(self._number_keys + sets * (most * size), throws * span * most * size)
        pairs = self._count(self._pair_keys + sets * (most * most * twos), throws * span * most * most * twos)
        by_number = numbers.reshape(throws, span, most, size).transpose(2, 0, 1, 3)
        return Cuts(by_number, pairs.reshape(throws, span, most, most, twos).transpose(2, 3, 0, 1, 4), lowest)

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
        weights = None if self._even else np.broadcast_to(self.known.ways[:, None], keys.shape).ravel()
        return np.bincount(keys.ravel(), weights, size).astype(self._type)  # exact: far below 2^53

    # Many hands: a table with an axis per colour, whose sides are the colours thrown and the others.

    @cached_property
    def _table(self) -> Floats:
        size, most = len(self.known.colours), self.most
        flat = self._codes @ (most ** np.arange(size)[::-1])
        table = np.bincount(flat, self.known.ways, most**size).reshape([most] * size)
        small: Floats = table.astype(np.float32 if self.total < FLOAT32_EXACT else np.float64)
        return small

    def by_sum_in_table(self, throws: Sequence[Sequence[str]]) -> Cuts:
        """The same by a few small matrix products, whatever the number of hands."""
        size, most = len(self.known.colours), self.most
        times = np.array([[dice.count(colour) for colour in self.known.colours] for dice in throws])
        lowest = int((times @ self._numbers.min(axis=1)).min())
        span = int((times @ self._numbers.max(axis=1)).max()) - lowest + 1
        numbers = np.empty((most, len(throws), span, size), dtype=self._type)
        pairs = np.empty((most, most, len(throws), span, len(self._one)), dtype=self._type)
        for throw, row in enumerate(times):
            self._fill(numbers[:, throw], pairs[:, :, throw], row, np.arange(lowest, lowest + span))
        return Cuts(numbers, pairs, lowest)

    def _fill(self, numbers: Ints, pairs: Ints, times: Ints, span: Ints) -> None:
        """Tally one throw; `times` is how often each colour counts."""
        most = self.most
        thrown, others = np.flatnonzero(times).tolist(), np.flatnonzero(times == 0).tolist()
        table = self._table.transpose(thrown + others).reshape(most ** len(thrown), -1)
        sums = np.zeros(1, dtype=np.int64)
        for i in thrown:
            sums = np.add.outer(sums, times[i] * self._numbers[i]).ravel()
        agrees = (sums == span[:, None]).astype(table.dtype)
        for side, by_sum in (thrown, agrees * table.sum(axis=1)), (others, agrees @ table):
            found = (by_sum @ _one_hot(most, len(side))).reshape(len(span), len(side), most)
            numbers[:, :, side] = found.transpose(2, 0, 1)
            within = [self._places[one, two] for one, two in combinations(side, 2)]
            twos = _by_twos(by_sum, most, len(side))
            pairs[:, :, :, within] = twos.transpose(2, 3, 0, 1)
        self._fill_across(pairs, agrees, table, thrown, others)

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

    @cached_property
    def _numbers(self) -> Ints:
        """`[colour, place]`: the numbers a colour can have, then its first again, which no hand is counted at."""
        first = self._possible.argmax(axis=1)
        numbers: Ints = np.repeat(first[:, None], self.most, axis=1)
        for i, row in enumerate(self._possible):
            found = np.flatnonzero(row)
            numbers[i, : len(found)] = found
        return numbers

    # After a wrong answer.

    @cached_property
    def _beside(self) -> tuple[Floats, Floats]:
        """Which two colours a pair is of: the first, and the second, as 0 and 1."""
        colours = np.arange(len(self.known.colours))
        return (self._one[:, None] == colours).astype(np.float64), (self._two[:, None] == colours).astype(np.float64)

    def swap_worths(self, cuts: Cuts) -> Floats:
        """`[…, colour]`: the worth of the final bets after laying off each colour."""
        one, two = self._beside
        after_one = best_worth_of([cuts.pairs[:, j] for j in range(self.most)]).sum(axis=0)
        after_two = best_worth_of(list(cuts.pairs)).sum(axis=0)
        worths: Floats = after_one @ one + after_two @ two + cuts.hands[..., None] * self.fresh
        return worths

    def swapped(self, cuts: Cuts, piles: Collection[str]) -> Swapped:
        """The sets after a wrong answer, when a card must be laid off if any pile has one."""
        can = np.array([colour in piles for colour in self.known.colours])
        if not can.any():
            worth = best_worth_of(list(cuts.numbers)).sum(axis=-1).astype(np.float64)
            return Swapped(worth, np.full(worth.shape, -1))
        worths = np.where(can, self.swap_worths(cuts), -np.inf)
        return Swapped(worths.max(axis=-1), worths.argmax(axis=-1))


@lru_cache
def _twos(colours: int) -> tuple[Ints, Ints, dict[tuple[int, int], int]]:
    """The first and the second colour of each pair, and the place of a pair."""
    twos = list(combinations(range(colours), 2))
    one, two = np.array(twos).T
    return one, two, {pair: place for place, pair in enumerate(twos)}


@lru_cache
def _one_hot(most: int, colours: int) -> Floats:
    """`[numbers of that many colours, colour and number]`: 1 where the colour has the number."""
    codes = np.stack(np.unravel_index(np.arange(most**colours), [most] * colours), axis=1)
    single: Floats = (codes[:, :, None] == np.arange(most)).reshape(len(codes), -1).astype(np.float32)
    return single


def _by_twos(by_sum: Floats, most: int, colours: int) -> Floats:
    """`[sum, two of the colours, number, number]`: one product, unless its table would be large."""
    if most ** (colours + 2) <= SMALL:
        return (by_sum @ _two_hot(most, colours)).reshape(len(by_sum), -1, most, most)
    cells, axes = by_sum.reshape(len(by_sum), *[most] * colours), set(range(1, colours + 1))
    twos = combinations(sorted(axes), 2)
    return np.stack([cells.sum(axis=tuple(axes - {one, two})) for one, two in twos], axis=1)


@lru_cache
def _two_hot(most: int, colours: int) -> Floats:
    """`[numbers of that many colours, two of the colours and their numbers]`: 1 where both have those."""
    single = _one_hot(most, colours).reshape(-1, colours, most)
    both = [single[:, one, :, None] * single[:, two, None, :] for one, two in combinations(range(colours), 2)]
    return np.stack(both, axis=1).reshape(len(single), -1) if both else np.zeros((len(single), 0), dtype=np.float32)
