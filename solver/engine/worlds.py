"""All worlds at once: a table with one axis per hidden card, true where every fact holds. Counting is done here.

Two engines, one truth: a number is possible for CP-SAT if and only if the worlds count it more than 0 times.

Cards made of parts from one stock, such as racks of stones, have too many worlds for a table: they are weighed without
listing them one by one. A world weighs as much as there are ways to make it of single pieces, every piece its own: a
card that takes 2 of the 4 blue pieces left can take them in 6 ways. Between two moments pieces go back to the stock,
and the cards that stay out are carried over; what was laid back is summed up, so that its many numbers cost little.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from solver.engine import Disagreement
from solver.engine.facts import ANSWERED, Hidden, OneOf, Parts, Puzzle, Stock, SumIn

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LIGHT = 2.0**40  # heavier weights are scaled down by a power of two, so that whole numbers stay exact
_LARGEST = 8  # no part has this many pieces, and no card takes as many
_FALLING: Floats = np.array(  # [n, k]: in how many orders k pieces are taken from n
    [[factorial(n) / factorial(n - k) if k <= n else 0 for k in range(_LARGEST)] for n in range(_LARGEST)]
)
_CHOICES: Ints = np.array([[comb(n, k) for k in range(_LARGEST)] for n in range(_LARGEST)])  # the same in any order
_FACTORIAL: Floats = np.array([float(factorial(n)) for n in range(_LARGEST)])


@dataclass(frozen=True, slots=True)
class Worlds:
    """`alive[i, j, …]` says whether the cards can be `values[0][i], values[1][j], …` together."""

    cards: tuple[Hidden, ...]
    values: tuple[tuple[int, ...], ...]
    alive: NDArray[np.bool_]

    @property
    def count(self) -> int:
        return int(self.alive.sum())

    def counts(self, card: Hidden) -> dict[int, int]:
        """In how many worlds the card has each number; numbers that occur in none are left out."""
        axis = self.cards.index(card)
        others = tuple(other for other in range(len(self.cards)) if other != axis)
        totals = self.alive.sum(axis=others)
        return {value: int(total) for value, total in zip(self.values[axis], totals, strict=True) if total}

    def counts_of_sum(self, terms: tuple[tuple[Hidden, int], ...]) -> dict[int, int]:
        """In how many worlds these cards, counted as `terms` says, have each sum; only sums that occur."""
        summed = [self.cards.index(card) for card, _ in terms]
        others = tuple(axis for axis in range(len(self.cards)) if axis not in summed)
        ways = self.alive.sum(axis=others, keepdims=True)
        totals = np.bincount(sum_table(self, terms).ravel(), ways.ravel())  # exact: far below 2^53
        return {number: int(total) for number, total in enumerate(totals) if total}


def count_worlds(puzzle: Puzzle) -> Worlds:
    """Build the table: limits on single cards shorten its axes, sums are cut out of it."""
    limits = [limit for fact in puzzle.facts for limit in fact.limits]
    numbers = {card: frozenset(card.values) for card in puzzle.cards}
    for limit in limits:
        if isinstance(limit, OneOf):
            numbers[limit.card] &= limit.numbers
    values = tuple(tuple(sorted(numbers[card])) for card in puzzle.cards)
    alive = np.ones([len(possible) for possible in values], dtype=np.bool_)
    worlds = Worlds(puzzle.cards, values, alive)
    for limit in limits:
        if isinstance(limit, SumIn):
            alive &= _is_among(sum_table(worlds, limit.terms), limit.sums)
    return worlds


def _is_among(totals: NDArray[np.int64], sums: frozenset[int]) -> NDArray[np.bool_]:
    """Which totals are one of the sums; as np.isin, but quick for small numbers."""
    told = np.zeros(max(int(totals.max(initial=0)), *sums, 0) + 1, dtype=np.bool_)
    told[list(sums)] = True
    return told[totals]


def sum_table(worlds: Worlds, terms: tuple[tuple[Hidden, int], ...]) -> NDArray[np.int64]:
    """The sum in every world, as small as it can be: axes of cards that do not count have length 1."""
    total = np.zeros([1] * len(worlds.cards), dtype=np.int64)
    for card, times in terms:
        axis = worlds.cards.index(card)
        shape = [1] * len(worlds.cards)
        shape[axis] = len(worlds.values[axis])
        total = total + times * np.array(worlds.values[axis], dtype=np.int64).reshape(shape)
    return total


# Cards made of parts.


@lru_cache(maxsize=64)
def _rows(parts: Parts) -> Ints:
    return np.array(parts.rows, dtype=np.int64)


def _rows_of(card: Hidden, numbers: Sequence[int]) -> Ints:
    assert card.parts is not None, "only cards made of parts take them from a stock"
    return np.asarray(_rows(card.parts)[list(numbers)])


def open_numbers(puzzle: Puzzle) -> dict[Hidden, tuple[int, ...]]:
    """What facts about single cards leave of each card that is in a fact or in the hand."""
    left = {card: frozenset(card.values) for card in puzzle.hand}
    for limit in (limit for fact in puzzle.facts for limit in fact.limits):
        if isinstance(limit, OneOf):
            before = left.get(limit.card)
            left[limit.card] = limit.numbers if before is None else before & limit.numbers
    return {card: tuple(sorted(numbers)) for card, numbers in left.items()}


@dataclass(frozen=True, slots=True)
class Weighed:
    """For each number of the hand's card the weight of its worlds, and in how many ways pieces make it.

    The two differ where another card is not known or pieces came back, which leaves some numbers more worlds.
    """

    weights: dict[int, float]
    ways: dict[int, int]

    @property
    def total(self) -> int:
        return sum(self.ways.values())


def weigh_worlds(puzzle: Puzzle) -> Weighed:
    """Weigh all worlds by the number of the hand's only card; numbers that fit in none are left out."""
    (hand,) = puzzle.hand
    assert hand.parts is not None
    weights = _weigh(puzzle, open_numbers(puzzle), hand)
    shown = shown_numbers(replace(puzzle, facts=tuple(fact for fact in puzzle.facts if fact.cost < ANSWERED)))
    if hand in shown:
        return Weighed(weights, dict.fromkeys(weights, 1))  # it is in sight, so it is not made of what is left
    ways = _CHOICES[_free_pieces(puzzle, shown, hand), _rows_of(hand, list(weights))].prod(axis=1)
    return Weighed(weights, dict(zip(weights, ways.tolist(), strict=True)))


def shown_numbers(puzzle: Puzzle) -> dict[Hidden, tuple[int, ...]]:
    """The cards in sight: a single fact settles each."""
    limits = [limit for fact in puzzle.facts for limit in fact.limits if isinstance(limit, OneOf)]
    return {limit.card: tuple(limit.numbers) for limit in limits if len(limit.numbers) == 1}


def _free_pieces(puzzle: Puzzle, shown: dict[Hidden, tuple[int, ...]], hand: Hidden) -> Ints:
    """How many pieces of each part can be on the card: those out of sight when most were in sight."""
    stocks = [stock for stock in puzzle.stocks if hand in stock.cards]
    free = [np.array(stock.most) - pieces_known(stock, stock.cards, shown) for stock in stocks]
    return np.asarray(np.maximum(0, np.min(free, axis=0)))


def pieces_known(stock: Stock, cards: Iterable[Hidden], left: dict[Hidden, tuple[int, ...]]) -> Ints:
    """The parts of those cards that have one number left."""
    known = [(card.parts, left[card]) for card in cards if len(left.get(card, ())) == 1]
    rows = [parts.rows[number] for parts, (number,) in known if parts is not None]
    return np.asarray(np.array(rows, dtype=np.int64).reshape(-1, len(stock.most)).sum(axis=0))


def _weigh(puzzle: Puzzle, left: dict[Hidden, tuple[int, ...]], hand: Hidden) -> dict[int, float]:
    """From moment to moment. `carried` is the unknown card that stays out, with the weights of its numbers."""
    if not all(left.values()):
        return {}
    carried: Hidden | None = None
    weights: Floats = np.ones(1)
    before: tuple[Hidden, ...] = ()
    for stock, later in zip(puzzle.stocks, [*(later.cards for later in puzzle.stocks[1:]), (hand,)], strict=True):
        unknown = tuple((card, card.parts, left[card]) for card in stock.cards if len(left.get(card, ())) > 1)
        stays = [card for card, *_ in unknown if card in later]
        assert len(stays) <= 1, "only one unknown card can be out while pieces go back"
        there = set(before)
        begins = stock.most - pieces_known(stock, [card for card in stock.cards if card in there], left)
        ends = stock.most - pieces_known(stock, stock.cards, left)
        weights = _weigh_moment(unknown, begins.tobytes(), ends.tobytes(), carried, weights.tobytes(), *stays)
        if not weights.any():
            return {}
        weights = np.ldexp(weights, -int(np.frexp(weights.max())[1]) if weights.max() > _LIGHT else 0)
        carried, before = stays[0] if stays else None, stock.cards
    if carried is None:  # the hand is known
        return {left[hand][0]: 1.0}
    return {number: weight for number, weight in zip(left[hand], weights.tolist(), strict=True) if weight}


@lru_cache(maxsize=256)  # a review weighs the same moments again and again
def _weigh_moment(
    unknown: tuple[tuple[Hidden, Parts | None, tuple[int, ...]], ...],
    begins: bytes,
    ends: bytes,
    carried: Hidden | None,
    weights: bytes,
    stays: Hidden | None = None,
) -> Floats:
    left = {card: numbers for card, _, numbers in unknown}
    moment = _Moment(left, np.frombuffer(begins, np.int64), np.frombuffer(ends, np.int64))
    return moment.weigh(carried, np.frombuffer(weights), stays)


class _Moment:
    """One stock: the pieces left of each part as the moment begins, and once all known cards have theirs."""

    def __init__(self, left: dict[Hidden, tuple[int, ...]], begins: Ints, ends: Ints) -> None:
        self.left, self.begins, self.ends = left, begins, ends

    def weigh(self, carried: Hidden | None, weights: Floats, stays: Hidden | None) -> Floats:
        """The weight of each number of the card that stays, all others summed up; one weight if none stays."""
        if (self.ends < 0).any():
            return np.zeros(1)
        sums, given = np.zeros((1, len(self.ends)), dtype=np.int64), np.ones(1)
        shares = {card: _orders(_rows_of(card, numbers)) for card, numbers in self.left.items()}
        if carried is not None and carried in shares:
            taken = _rows_of(carried, self.left[carried])
            shares[carried] = weights * _FACTORIAL[np.maximum(0, self.begins - taken)].prod(axis=1)
        for card, numbers in self.left.items():
            if card != stays:
                sums, given = self._add(sums, given, _rows_of(card, numbers), shares[card])
        if stays is None:
            return self._spread(sums, given, np.zeros((1, len(self.ends)), dtype=np.int64))
        return self._spread(sums, given, _rows_of(stays, self.left[stays])) * shares[stays]

    def _add(self, sums: Ints, given: Floats, rows: Ints, shares: Floats) -> tuple[Ints, Floats]:
        """All sums of parts with one more card."""
        fits = (rows <= self.ends).all(axis=1)
        rows, shares = rows[fits], shares[fits]
        if len(sums) == 1 and not sums.any():  # the first card
            return rows, given * shares
        if len(sums) < len(rows):  # fewer steps below
            sums, given, rows, shares = rows, shares, sums, given
        size, guards = self.ends + 1, _pack(np.full((1, len(self.ends)), _LARGEST))
        room, places = _pack(self.ends - sums) + guards, np.ravel_multi_index(tuple(sums.T), tuple(size))
        steps = np.ravel_multi_index(tuple(rows.T), tuple(size))
        wider = np.zeros(size.prod())
        for taken, step, share in zip(_pack(rows), steps, shares, strict=True):
            fits = (room - taken) & guards == guards
            wider[places[fits] + step] += share * given[fits]
        found = np.flatnonzero(wider)
        return np.stack(np.unravel_index(found, tuple(size)), axis=1), wider[found]

    def _spread(self, sums: Ints, given: Floats, rows: Ints) -> Floats:
        """For each row of parts, in how many orders it and the sums are taken from what is left."""
        rest, orders = self.ends - sums, given * _FALLING[self.ends, sums].prod(axis=1)
        if len(sums) == 1:
            return np.asarray(orders[0] * _FALLING[rest[0], rows].prod(axis=1))
        if not rows.any():
            return np.full(len(rows), orders.sum())
        falling = _FALLING.T[: rows.max(initial=0) + 1, rest.T]  # by pieces taken, part and sum
        taken = [[(count, part) for part, count in enumerate(row) if count] for row in rows.tolist()]
        found = np.zeros(len(rows))
        by_first = sorted(range(len(rows)), key=lambda place: taken[place][:-1])
        for first, places in groupby(by_first, key=lambda place: taken[place][:-1]):  # rows share most of their parts
            shared, ends = prod((falling[each] for each in first), start=orders), list(places)
            counts, parts = zip(*(taken[place][-1] for place in ends), strict=True)
            found[ends] = falling[counts, parts] @ shared
        return found


def _pack(rows: Ints) -> Ints:
    """Each row in one number, four bits to a part. The fourth is cleared if more is taken than there is."""
    return np.asarray((rows << 4 * np.arange(rows.shape[1])).sum(axis=1))


def _orders(rows: Ints) -> Floats:
    """In how many orders the pieces of each row can be laid out if equal ones look alike."""
    return np.asarray(_FACTORIAL[rows.sum(axis=1)] / _FACTORIAL[rows].prod(axis=1))


# Both engines.

FEW = 50  # up to this many numbers of a card, CP-SAT looks for a witness of each
MOST_WALKED = 40  # enumerating takes CP-SAT half a millisecond per world


def solve(puzzle: Puzzle) -> Worlds:
    """Count all worlds, after both engines have agreed on what is possible."""
    from solver.engine.cpsat import possible_numbers  # ortools is slow to load, and errors do not need it

    worlds = count_worlds(puzzle)
    if len(puzzle.cards) == 1 and len(puzzle.cards[0].values) > FEW:
        _compare_alone(puzzle, worlds.counts(puzzle.cards[0]))
        return worlds
    possible = possible_numbers(puzzle)
    for card in puzzle.hand:
        _compare(card, frozenset(worlds.counts(card)), possible[card])
    return worlds


def weigh(puzzle: Puzzle) -> Weighed:
    """Weigh all worlds of cards made of parts, after both engines have agreed on what is possible."""
    weighed = weigh_worlds(puzzle)
    _compare_alone(puzzle, weighed.weights)
    return weighed


def _compare_alone(puzzle: Puzzle, weights: Mapping[int, float]) -> None:
    """A hand of one card with many numbers: CP-SAT enumerates few worlds.

    Of many it proves that no number is missing, and looks for a world of the one with the least weight.
    """
    from solver.engine.cpsat import can_be, find_other, list_numbers

    (card,), counted = puzzle.hand, frozenset(weights)
    others_known = all(len(numbers) == 1 for other, numbers in open_numbers(puzzle).items() if other != card)
    if others_known and len(counted) <= MOST_WALKED:
        _compare(card, counted, list_numbers(puzzle))
        return
    other = find_other(puzzle, counted)
    _compare(card, counted, counted if other is None else counted | {other})
    rarest = min(weights, key=lambda number: weights[number], default=None)
    if rarest is not None and not can_be(puzzle, rarest):
        _compare(card, counted, counted - {rarest})


def _compare(card: Hidden, counted: frozenset[int], proved: frozenset[int]) -> None:
    if counted != proved:
        raise Disagreement(f"{card.name}: counting leaves {sorted(counted)}, the solver {sorted(proved)}")
