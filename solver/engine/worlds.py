"""All worlds at once: a table with one axis per hidden card, true where every fact holds. Counting is done here.

Two engines, one truth: a number is possible for CP-SAT if and only if the worlds count it more than 0 times.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.engine import Disagreement
from solver.engine.facts import Hidden, OneOf, Puzzle, SumIn
from solver.engine.stock import Weighed, open_numbers, weigh_worlds


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


FEW = 50  # up to this many numbers of a card, CP-SAT looks for a witness of each
MOST_WALKED = 40  # enumerating takes CP-SAT half a millisecond per world


def solve(puzzle: Puzzle) -> Worlds:
    """Count all worlds, after both engines have agreed on what is possible."""
    from solver.engine.cpsat import possible_numbers  # ortools is slow to load, and errors do not need it

    worlds = count_worlds(puzzle)
    if len(puzzle.cards) == 1 and len(puzzle.cards[0].values) > FEW:
        _compare_alone(puzzle, frozenset(worlds.counts(puzzle.cards[0])))
        return worlds
    possible = possible_numbers(puzzle)
    for card in puzzle.hand:
        _compare(card, frozenset(worlds.counts(card)), possible[card])
    return worlds


def weigh(puzzle: Puzzle) -> Weighed:
    """Weigh all worlds of cards made of parts, after both engines have agreed on what is possible."""
    weighed = weigh_worlds(puzzle)
    _compare_alone(puzzle, frozenset(weighed.weights))
    return weighed


def _compare_alone(puzzle: Puzzle, counted: frozenset[int]) -> None:
    """A hand of one card with many numbers: CP-SAT enumerates few worlds; of many it proves that none is missing."""
    from solver.engine.cpsat import find_other, find_world, list_numbers

    (card,) = puzzle.hand
    others_known = all(len(numbers) == 1 for other, numbers in open_numbers(puzzle).items() if other != card)
    if others_known and len(counted) <= MOST_WALKED:
        _compare(card, counted, list_numbers(puzzle))
        return
    other = find_other(puzzle, counted)
    _compare(card, counted, counted if other is None else counted | {other})
    if counted and find_world(puzzle, puzzle.facts) is None:
        _compare(card, counted, frozenset())


def _compare(card: Hidden, counted: frozenset[int], proved: frozenset[int]) -> None:
    if counted != proved:
        raise Disagreement(f"{card.name}: counting leaves {sorted(counted)}, the solver {sorted(proved)}")
