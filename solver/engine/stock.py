"""Cards made of parts from one stock, such as racks of stones: all worlds weighed, without listing them one by one.

A world gives every card a number. It weighs as much as there are ways to make it of single pieces, every piece its own:
a card that takes 2 of the 4 blue pieces left can take them in 6 ways. Between two moments pieces go back to the stock,
and the cards that stay out are carried over; what was laid back is summed up, so that its many numbers cost little.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from solver.engine.facts import Hidden, OneOf, Parts, Puzzle, Stock

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_AT_ONCE = 2_000  # sums of parts in one table
_LIGHT = 2.0**40  # heavier weights are scaled down by a power of two, so that whole numbers stay exact
_LARGEST = 8  # no part has this many pieces, and no card takes as many
_FALLING: Floats = np.array(  # [n, k]: in how many orders k pieces are taken from n
    [[factorial(n) / factorial(n - k) if k <= n else 0 for k in range(_LARGEST)] for n in range(_LARGEST)]
)
_FACTORIAL: Floats = np.array([float(factorial(n)) for n in range(_LARGEST)])


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
            left[limit.card] = left.get(limit.card, limit.numbers) & limit.numbers
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
    shown = shown_numbers(puzzle)
    if hand in shown:
        return Weighed(weights, dict.fromkeys(weights, 1))  # it is in sight, so it is not made of what is left
    free = _free_pieces(puzzle, shown, hand)
    return Weighed(weights, {number: prod(map(comb, free, hand.parts.rows[number])) for number in weights})


def shown_numbers(puzzle: Puzzle) -> dict[Hidden, tuple[int, ...]]:
    """The cards in sight: a single fact settles each."""
    limits = [limit for fact in puzzle.facts for limit in fact.limits if isinstance(limit, OneOf)]
    return {limit.card: tuple(limit.numbers) for limit in limits if len(limit.numbers) == 1}


def _free_pieces(puzzle: Puzzle, shown: dict[Hidden, tuple[int, ...]], hand: Hidden) -> list[int]:
    """How many pieces of each part can be on the card: those out of sight when most were in sight."""
    stocks = [stock for stock in puzzle.stocks if hand in stock.cards]
    free = [np.array(stock.most) - pieces_known(stock, stock.cards, shown) for stock in stocks]
    return [int(least) for least in np.maximum(0, np.min(free, axis=0))]


def pieces_known(stock: Stock, cards: Iterable[Hidden], left: dict[Hidden, tuple[int, ...]]) -> Ints:
    """The parts of those cards that have one number left."""
    fixed = [_rows_of(card, left[card])[0] for card in cards if len(left.get(card, ())) == 1]
    return np.asarray(sum(fixed, np.zeros(len(stock.most), dtype=np.int64)))


def _weigh(puzzle: Puzzle, left: dict[Hidden, tuple[int, ...]], hand: Hidden) -> dict[int, float]:
    """From moment to moment. `carried` is the unknown card that stays out, with the weights of its numbers."""
    if not all(left.values()):
        return {}
    carried: Hidden | None = None
    weights: Floats = np.ones(1)
    for place, stock in enumerate(puzzle.stocks):
        after = puzzle.stocks[place + 1].cards if place + 1 < len(puzzle.stocks) else (hand,)
        before = puzzle.stocks[place - 1].cards if place else ()
        moment = _Moment(stock, left, before)
        stays = [card for card in moment.unknown if card in after]
        assert len(stays) <= 1, "only one unknown card can be out while pieces go back"
        carried, weights = stays[0] if stays else None, moment.weigh(carried, weights, stays[0] if stays else None)
        if not weights.any():
            return {}
        weights = np.ldexp(weights, -int(np.frexp(weights.max())[1]) if weights.max() > _LIGHT else 0)
    if carried is None:  # the hand is known
        return {left[hand][0]: 1.0}
    return {number: float(weight) for number, weight in zip(left[hand], weights, strict=True) if weight}


class _Moment:
    """One stock: the pieces left of each part as the moment begins, and once all known cards have theirs."""

    def __init__(self, stock: Stock, left: dict[Hidden, tuple[int, ...]], before: tuple[Hidden, ...]) -> None:
        cards = [card for card in stock.cards if card in left]
        self.left = left
        self.unknown = [card for card in cards if len(left[card]) > 1]
        self.begins = np.array(stock.most) - pieces_known(stock, [card for card in cards if card in before], left)
        self.ends = np.array(stock.most) - pieces_known(stock, cards, left)

    def weigh(self, carried: Hidden | None, weights: Floats, stays: Hidden | None) -> Floats:
        """The weight of each number of the card that stays, all others summed up; one weight if none stays."""
        if (self.ends < 0).any():
            return np.zeros(1)
        sums, given = np.zeros((1, len(self.ends)), dtype=np.int64), np.ones(1)
        shares = {card: _orders(_rows_of(card, self.left[card])) for card in self.unknown}
        if carried is not None and carried in shares:
            taken = _rows_of(carried, self.left[carried])
            shares[carried] = weights * _FACTORIAL[np.maximum(0, self.begins - taken)].prod(axis=1)
        for card in self.unknown:
            if card != stays:
                sums, given = self._add(sums, given, _rows_of(card, self.left[card]), shares[card])
        if stays is None:
            return self._spread(sums, given, np.zeros((1, len(self.ends)), dtype=np.int64))
        return self._spread(sums, given, _rows_of(stays, self.left[stays])) * shares[stays]

    def _add(self, sums: Ints, given: Floats, rows: Ints, shares: Floats) -> tuple[Ints, Floats]:
        """All sums of parts with one more card."""
        fits = (rows <= self.ends).all(axis=1)
        rows, shares = rows[fits], shares[fits]
        if len(sums) == 1:
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
        total = np.zeros(len(rows))
        for start in range(0, len(sums), _AT_ONCE):
            rest = self.ends - sums[start : start + _AT_ONCE]
            orders = (given[start : start + _AT_ONCE] * _FALLING[self.ends, self.ends - rest].prod(axis=1))[:, None]
            for part in range(len(self.ends)):
                orders = orders * _FALLING[rest[:, part]][:, rows[:, part]]
            total += orders.sum(axis=0)
        return total


def _pack(rows: Ints) -> Ints:
    """Each row in one number, four bits to a part. The fourth is cleared if more is taken than there is."""
    return np.asarray((rows << 4 * np.arange(rows.shape[1])).sum(axis=1))


def _orders(rows: Ints) -> Floats:
    """In how many orders the pieces of each row can be laid out if equal ones look alike."""
    return np.asarray(_FACTORIAL[rows.sum(axis=1)] / _FACTORIAL[rows].prod(axis=1))
