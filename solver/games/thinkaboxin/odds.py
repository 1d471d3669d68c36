"""Exact chances of dice: whole-number ways, divided only at the end.

A `Spread` says in how many ways so many dice of a group count as a value: place k holds the ways for exactly k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial, prod

from solver.games.thinkaboxin.rules import FACES, Bid, count_matches, faces_of

Spread = tuple[int, ...]


@lru_cache(maxsize=1024)
def spread_fair(dice: int, value: int) -> Spread:
    """Fair dice of which nothing is known: 6 to the power of `dice` ways in all."""
    good = faces_of(value)
    return tuple(comb(dice, k) * good**k * (FACES - good) ** (dice - k) for k in range(dice + 1))


def combine(spreads: Iterable[Spread]) -> Spread:
    """Several groups taken together; they do not depend on each other."""
    total: Spread = (1,)
    for spread in spreads:
        sums = [0] * (len(total) + len(spread) - 1)
        for i, a in enumerate(total):
            for j, b in enumerate(spread):
                sums[i + j] += a * b
        total = tuple(sums)
    return total


def ways_at_least(spread: Spread) -> Spread:
    """Place k holds the ways for k or more; one place more than the spread, since more than all is never."""
    return tuple(accumulate((0, *reversed(spread))))[::-1]


def chance_at_least(spread: Spread, need: int) -> Fraction:
    """The chance that at least `need` dice of the group count."""
    return Fraction(sum(spread[max(0, need) :]), sum(spread))


@lru_cache(maxsize=65536)
def chance_fair(dice: int, need: int, value: int) -> Fraction:
    """The same for fair dice."""
    return chance_at_least(spread_fair(dice, value), need)


def chance_true(bid: Bid, known: Iterable[int], hidden: int) -> Fraction:
    """The chance that a bid is true with these dice known and so many hidden ones."""
    return chance_fair(hidden, bid.amount - count_matches(known, bid.value), bid.value)


Holding = tuple[int, ...]


@lru_cache(maxsize=32)
def list_holdings(dice: int) -> Mapping[Holding, int]:
    """Everything a cup may hold, dice in rising order, with the number of throws that give it."""
    return {
        holding: factorial(dice) // prod(factorial(same) for same in Counter(holding).values())
        for holding in combinations_with_replacement(range(1, FACES + 1), dice)
    }


def format_chance(chance: Fraction) -> str:
    """Percents to one place that never round to certainty."""
    if 0 < chance < Fraction(1, 1000):
        return "<0.1%"
    if Fraction(999, 1000) < chance < 1:
        return ">99.9%"
    return f"{float(chance):.0%}" if chance in (0, 1) else f"{float(chance):.1%}"
