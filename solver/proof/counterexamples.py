"""Worlds that deny a claim, each as the set of facts it violates: a table of most of them, a search for the rest.

The facts that such a world violates are a correction set, and a proof hits every one of them (see `smallest`). A proof
is the cheapest choice that touches every one of these sets; sets are bit masks. They need not be known beforehand:
`smallest` adds those that a choice misses until none is left, as in Moreno-Centeno and Karp, "The Implicit Hitting Set
Approach to Solve Combinatorial Optimization Problems", Operations Research 61, 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.engine.facts import Hidden, OneOf, Puzzle, SumIn


def cheapest_hit(masks: Iterable[int], weights: Sequence[int], better: Mapping[int, int] | None = None) -> int:
    """The choice of bits with the least weight that shares a bit with every mask. No mask may be empty.

    `better` has for a bit those that do all it does and weigh less: it is never chosen without all of them.

    Branch and bound: the smallest untouched mask must be touched by one of its bits. The bound is a dual solution of
    the linear relaxation, raised mask by mask, and bits whose reduced cost exceeds the gap are left out: Beasley, "An
    Algorithm for Set Covering Problem", European Journal of Operational Research 31, 1987.
    """
    better = better or {}
    smallest: list[int] = []
    for mask in sorted({_best_of(mask, better) for mask in masks}, key=lambda mask: (mask.bit_count(), mask)):
        if not any(mask & inner == inner for inner in smallest):  # what touches the inner mask touches the outer
            smallest.append(mask)
    choice = _Choice(weights, better)
    choice.search(smallest, 0, 0, 0)
    return choice.found


def _best_of(mask: int, better: Mapping[int, int]) -> int:
    """The bits with no better one beside them: one of these is chosen if any is."""
    return mask & ~sum(bit for bit, others in better.items() if others & mask)


class _Choice:
    def __init__(self, weights: Sequence[int], better: Mapping[int, int]) -> None:
        self.weight = {1 << bit: weight for bit, weight in enumerate(weights)}
        self.least: int = sum(weights) + 1
        self.found = 0
        self.whole = {bit: bit | better.get(bit, 0) for bit in self.weight}  # what is chosen with a bit
        self.worse = dict(zip(self.weight, self.weight, strict=True))  # what is not chosen without it
        for bit, others in better.items():
            for other in split_bits(others):
                self.worse[other] |= bit

    def search(self, masks: list[int], chosen: int, cost: int, banned: int) -> None:
        """Go on from `chosen`; `banned` bits were tried by a branch before this one, or cost too much."""
        if not masks:
            if cost < self.least:
                self.least, self.found = cost, chosen
            return
        left: dict[int, int] = {}  # what each bit costs beyond the bound: every mask takes what all its bits have left
        bound = cost
        for mask in masks:
            bits = split_bits(mask & ~banned)
            for bit in bits:
                if bit not in left:
                    left[bit] = self.weight[bit]
            taken = min([left[bit] for bit in bits], default=self.least)
            bound += taken
            if bound >= self.least:
                return
            if taken:
                for bit in bits:
                    left[bit] -= taken
        for bit, more in left.items():
            if bound + more >= self.least:
                banned |= self.worse[bit]
        tightest = min([mask & ~banned for mask in masks], key=int.bit_count)
        for bit in sorted(split_bits(tightest), key=left.__getitem__):
            taken = self.whole[bit] & ~chosen
            paid = sum([self.weight[each] for each in split_bits(taken)])
            self.search([mask for mask in masks if not mask & taken], chosen | taken, cost + paid, banned)
            banned |= self.worse[bit]


@lru_cache(maxsize=1 << 14)
def split_bits(mask: int) -> tuple[int, ...]:
    """The single bits of a mask, lowest first."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return tuple(bits)


_LARGEST = 8**7
_MOST_FACTS = 63  # bits of the table's masks


@dataclass(frozen=True, slots=True, eq=False)
class _Sum:
    """A sum with the bit of its fact; `sums` has a bit for each of its numbers."""

    bit: int
    limit: SumIn
    sums: int


class Denials:
    """All worlds in which `card` has none of `numbers` (with no card: all worlds)."""

    def __init__(self, puzzle: Puzzle, card: Hidden | None, numbers: frozenset[int]) -> None:
        self.cards = puzzle.cards
        self.sums: list[_Sum] = []
        self.kills = {other: dict.fromkeys(other.values, 0) for other in puzzle.cards}
        for place, fact in enumerate(puzzle.facts):
            for limit in fact.limits:
                if isinstance(limit, OneOf):
                    kills = self.kills[limit.card]
                    for value in kills.keys() - limit.numbers:
                        kills[value] |= 1 << place
                elif isinstance(limit, SumIn):
                    self.sums.append(_Sum(1 << place, limit, sum(1 << each for each in limit.sums)))
        if card is not None:
            self.kills[card] = {value: kill for value, kill in self.kills[card].items() if value not in numbers}
        self.impossible = not all(self.kills.values())
        self.claimed = card
        self.better: dict[int, int] = {}
        self.masks = np.zeros(0, np.uint64) if self.impossible else self._table(len(puzzle.facts))

    def overlooked(self, chosen: int) -> list[int]:
        """Masks of worlds that violate none of the chosen facts; several that share no fact, smallest first."""
        found: list[int] = []
        missed = self.masks[(self.masks & np.uint64(chosen)) == 0] if len(self.masks) else self.masks
        while len(missed):
            mask = missed[np.bitwise_count(missed).argmin()]
            found.append(int(mask))
            if not mask:
                return found
            missed = missed[(missed & mask) == 0]
        for mask_ in found:  # whatever touches this mask touches every larger one
            self.masks = self.masks[(self.masks & np.uint64(mask_)) != mask_]
        return found or self._search(chosen)

    # The table: cards that one fact settles keep that number, all others range over everything.

    def _table(self, facts: int) -> NDArray[np.uint64]:
        counted = {card for entry in self.sums for card in entry.limit.cards} | {self.claimed}
        values = {card: self._values(card, card in counted) for card in self.cards}
        size = np.prod([float(len(numbers)) for numbers in values.values()])
        if facts > _MOST_FACTS or size > _LARGEST:
            return np.zeros(0, np.uint64)
        axes = [card for card in self.cards if len(values[card]) > 1]
        shape = [len(values[card]) for card in axes]
        fixed = 0
        for card in self.cards:
            if card not in axes:
                fixed |= self.kills[card][values[card][0]]
        table = np.full(shape, fixed, np.uint64)
        for card in axes:
            kills = np.array([self.kills[card][value] for value in values[card]], np.uint64)
            table |= _along(kills, axes.index(card), len(axes))
        for entry in self.sums:
            table |= _violated(entry, axes, values)
        return table.reshape(-1)

    def _values(self, card: Hidden, counted: bool) -> list[int]:
        """The numbers a card has in the table."""
        kills = self.kills[card]
        best = sorted(kills, key=lambda value: kills[value].bit_count())
        if not counted or (card != self.claimed and self._settled(card)):
            return best[:1]
        return list(kills)

    def _settled(self, card: Hidden) -> bool:
        """Whether one fact leaves a single number, ruling out all others."""
        kills = list(self.kills[card].values())
        facts = split_bits(kills[0] | kills[-1])
        return any(sum(bool(kill & bit) for kill in kills) == len(kills) - 1 for bit in facts)

    # The search: for worlds outside the table, in which a card laid off was a different one.

    def _search(self, chosen: int) -> list[int]:
        world = self._world(chosen)
        if world is None:
            return []
        mask = self._violated_by(world)
        for bit in sorted(split_bits(mask & ~chosen), reverse=True):
            if mask & bit and (better := self._world(chosen | bit)) is not None:
                chosen, mask = chosen | bit, self._violated_by(better)
        return [mask]

    def _violated_by(self, world: dict[Hidden, int]) -> int:
        mask = 0
        for card, value in world.items():
            mask |= self.kills[card][value]
        for entry in self.sums:
            if not entry.limit.holds(world):
                mask |= entry.bit
        return mask

    def _world(self, chosen: int) -> dict[Hidden, int] | None:
        """A world in which the chosen facts hold."""
        domains = {
            card: sum(1 << value for value, kill in kills.items() if not kill & chosen)
            for card, kills in self.kills.items()
        }
        told = [entry for entry in self.sums if entry.bit & chosen]
        return deal(domains, told, lambda card, value: self.kills[card][value].bit_count())


def _violated(entry: _Sum, axes: list[Hidden], values: dict[Hidden, list[int]]) -> NDArray[np.uint64]:
    """The bit of the sum where it is violated, in as few axes as possible."""
    sums = np.zeros([1] * len(axes), np.int64)
    for card, times in entry.limit.terms:
        numbers = times * np.array(values[card], np.int64)
        sums = sums + (_along(numbers, axes.index(card), len(axes)) if card in axes else numbers[0])
    bits = np.full(int(sums.max()) + 1, entry.bit, np.uint64)
    bits[[good for good in entry.limit.sums if good < len(bits)]] = 0
    return bits[sums]


def _along(numbers: NDArray[Any], axis: int, axes: int) -> NDArray[Any]:
    return numbers.reshape([-1 if place == axis else 1 for place in range(axes)])


Domains = dict[Hidden, int]


def numbers_of(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def deal(domains: Domains, told: Sequence[_Sum], prefer: Callable[[Hidden, int], int]) -> dict[Hidden, int] | None:
    """A number for every card so that all sums hold, or None; preferred numbers are tried first."""
    domains = dict(domains)
    if not all(domains.values()) or not narrow(domains, told):
        return None
    counted = {card for each in told for card in each.limit.cards}
    undecided = [card for card in domains if card in counted and domains[card].bit_count() > 1]
    if not undecided:
        return {card: min(numbers_of(bits), key=lambda n: prefer(card, n)) for card, bits in domains.items()}
    card = min(undecided, key=lambda other: domains[other].bit_count())
    for number in sorted(numbers_of(domains[card]), key=lambda n: prefer(card, n)):
        found = deal(domains | {card: 1 << number}, told, prefer)
        if found is not None:
            return found
    return None


def narrow(domains: Domains, told: Sequence[_Sum]) -> bool:
    """Strike every number that no sum can use, in place; False if a card is left without any."""
    waiting = list(told)
    while waiting:
        each = waiting.pop()
        for card, bits in narrowed(domains, each):
            if not bits:
                return False
            domains[card] = bits
            waiting += [other for other in told if other is not each and card in other.limit.cards]
            if each not in waiting:
                waiting.append(each)
    return True


def narrowed(domains: Mapping[Hidden, int], told: _Sum) -> list[tuple[Hidden, int]]:
    """What one sum leaves of its cards, for those it narrows."""
    found = []
    for card, times in told.limit.terms:
        rest = 1
        for other, count in told.limit.terms:
            if other is not card:
                rest = add_up(rest, domains[other], count)
        left = keep(domains[card], times, rest, told.sums)
        if left != domains[card]:
            found.append((card, left))
    return found


@lru_cache(maxsize=1 << 16)
def add_up(sums: int, numbers: int, times: int) -> int:
    """All sums that these become with a card counted a number of times."""
    wider = 0
    for number in numbers_of(numbers):
        wider |= sums << times * number
    return wider


@lru_cache(maxsize=1 << 16)
def keep(numbers: int, times: int, rest: int, sums: int) -> int:
    """The numbers that reach one of the sums together with the rest."""
    return sum(1 << number for number in numbers_of(numbers) if rest << times * number & sums)
