"""In how many ways a rack can have been drawn when all others are typed, stone by stone, stones mixed in again or not.

Where no stones were mixed in again, that is in how many ways the stones left make the rack. Where they were, a rack
that stayed on its stand also left fewer ways for what was drawn after the mixing. Kinds of stones have nothing to do
with each other, so one small table for each kind says all.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, perm
from typing import NamedTuple

import numpy as np

from solver.games.tricoda.possible_racks import COUNTS, Floats, Ints
from solver.games.tricoda.rules import KINDS, RACK, STONES, Stone
from solver.games.tricoda.table import Rack, Table


class BetweenMixings(NamedTuple):
    """From one mixing to the next, while a rack is out: of each kind the stones of others that stayed out, and all.

    `other` is the rack that is not known either: whether it stayed out as well, and whether it is out at all.
    """

    stayed: dict[Stone, int]
    out: dict[Stone, int]
    other_stayed: bool
    other_out: bool


def list_stretches(table: Table, rack: Rack, other: Rack | None = None) -> Iterator[BetweenMixings]:
    """The stretches in which the rack was out, from the one in which it was drawn."""
    without = (rack,) if other is None else (rack, other)
    for moment in filter(rack.is_out, table.moments):
        stayed, out = (table.count_out(moment, *without, since=since) for since in (moment - 1, None))
        there = other is not None and other.is_out(moment)
        yield BetweenMixings(stayed, out, there and other is not None and other.is_out(moment - 1), there)


def count_draws(table: Table, rack: Rack) -> Floats:
    """In how many ways each rack can be this one, compared with each other."""
    weights = np.ones(len(COUNTS))
    stretches = tuple(list_stretches(table, rack))
    for kind, stone in enumerate(KINDS):
        weights *= np.array(_draws_of(stone, stretches, 0))[COUNTS[:, kind]]
    return weights


def count_draws_beside(table: Table, rack: Rack, other: Rack, others: Ints) -> Floats:
    """The same in a row for each of the racks that another one may be."""
    weights = np.ones((len(others), len(COUNTS)))
    stretches = tuple(list_stretches(table, rack, other))
    for kind, stone in enumerate(KINDS):
        draws = np.array([_draws_of(stone, stretches, held) for held in range(RACK + 1)])
        weights *= draws[:, COUNTS[:, kind]][COUNTS[others, kind]]
    return weights


def _draws_of(stone: Stone, stretches: tuple[BetweenMixings, ...], held: int) -> list[float]:
    """With none, one, two and three stones of a kind on the rack, so many on the other: the ways to draw them all."""
    return [_ways_to_draw(stone, stretches, held, own) for own in range(RACK + 1)]


def _ways_to_draw(stone: Stone, stretches: tuple[BetweenMixings, ...], held: int, own: int) -> float:
    first, *later = stretches
    ways = _orders(STONES[stone] - first.out[stone] - held * first.other_out, own) / factorial(own)
    for each in later:
        left = STONES[stone] - each.stayed[stone] - held * each.other_stayed - own
        drawn = each.out[stone] - each.stayed[stone] + held * (each.other_out - each.other_stayed)
        ways *= _orders(left, drawn)
    return ways


def _orders(left: int, drawn: int) -> int:
    """In how many orders so many stones can be drawn from those left."""
    return perm(left, drawn) if left >= 0 else 0
