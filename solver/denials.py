"""Worlds that deny a claim, each as the set of facts it violates: a table of most of them, a search for the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.facts import Hidden, OneOf, Puzzle, SumIn
from solver.hitting import split_bits

_LARGEST = 8**7
_MOST_FACTS = 63  # bits of the table's masks


@dataclass(frozen=True, slots=True)
class _Sum:
    bit: int
    terms: tuple[tuple[Hidden, int], ...]
    sums: frozenset[int]
    mask: int  # the sums as bits


class Denials:
    """All worlds in which `card` has none of `numbers` (with no card: all worlds)."""

    def __init__(self, puzzle: Puzzle, card: Hidden | None, numbers: frozenset[int]) -> None:
        self.cards = puzzle.cards
        self.sums: list[_Sum] = []
        self.kills = {other: dict.fromkeys(other.values, 0) for other in puzzle.cards}
        for place, fact in enumerate(puzzle.facts):
            for limit in fact.limits:
                if isinstance(limit, OneOf):
                    for value in set(limit.card.values) - limit.numbers:
                        self.kills[limit.card][value] |= 1 << place
                else:
                    mask = sum(1 << total for total in limit.sums)
                    self.sums.append(_Sum(1 << place, limit.terms, limit.sums, mask))
        if card is not None:
            self.kills[card] = {value: kill for value, kill in self.kills[card].items() if value not in numbers}
        self.impossible = not all(self.kills.values())
        self.claimed = card
        self.masks = self._table(len(puzzle.facts)) if not self.impossible else np.zeros(0, np.uint64)

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

    # The table: cards that one fact settles stand at that number, all others range over everything.

    def _table(self, facts: int) -> NDArray[np.uint64]:
        counted = {card for total in self.sums for card, _ in total.terms} | {self.claimed}
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
        for total in self.sums:
            table |= _violated(total, axes, values)
        return table.reshape(-1)

    def _values(self, card: Hidden, counted: bool) -> list[int]:
        """The numbers a card has in the table."""
        kills = self.kills[card]
        best = sorted(kills, key=lambda value: kills[value].bit_count())
        if not counted or (card != self.claimed and self._settled(card)):
            return best[:1]
        return list(kills)

    def _settled(self, card: Hidden) -> bool:
        """One fact leaves a single number: it kills all others."""
        kills = list(self.kills[card].values())
        facts = split_bits(kills[0] | kills[-1])
        return any(sum(bool(kill & bit) for kill in kills) == len(kills) - 1 for bit in facts)

    # The search: for worlds outside the table, in which a card laid off is taken for another one.

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
        for total in self.sums:
            if sum(times * world[card] for card, times in total.terms) not in total.sums:
                mask |= total.bit
        return mask

    def _world(self, chosen: int) -> dict[Hidden, int] | None:
        """A world in which the chosen facts hold."""
        domains = {}
        for card, kills in self.kills.items():
            domains[card] = sorted(
                (value for value, kill in kills.items() if not kill & chosen), key=lambda value: kills[value].bit_count()
            )
            if not domains[card]:
                return None
        sums = [total for total in self.sums if total.bit & chosen]
        order = list(dict.fromkeys(card for total in sums for card, _ in total.terms))
        world = {card: domains[card][0] for card in domains}
        return world if _assign(world, order, domains, [_Open.of(total, order, domains) for total in sums]) else None


@dataclass(frozen=True, slots=True)
class _Open:
    """A sum while cards are dealt in a fixed order: how often each place counts, what the rest can still add up to."""

    mask: int
    times: tuple[int, ...]
    rest: tuple[int, ...]  # per place the sums, as bits, that the cards after it can reach

    @staticmethod
    def of(total: _Sum, order: list[Hidden], domains: dict[Hidden, list[int]]) -> _Open:
        counts = dict(total.terms)
        times = tuple(counts.get(card, 0) for card in order)
        reach, rest = 1, []
        for card, count in zip(reversed(order), reversed(times), strict=True):
            rest.append(reach)
            if count:
                reach = _spread(reach, (count * value for value in domains[card]))
        return _Open(total.mask, times, tuple(reversed(rest)))


def _spread(reach: int, steps: Iterator[int]) -> int:
    wider = 0
    for step in steps:
        wider |= reach << step
    return wider


def _assign(
    world: dict[Hidden, int], order: list[Hidden], domains: dict[Hidden, list[int]], sums: list[_Open]
) -> bool:
    """Deal numbers to the cards of `order` so that every sum holds; the world is filled in place."""

    def deal(place: int, totals: list[int]) -> bool:
        if place == len(order):
            return True
        card = order[place]
        for value in domains[card]:
            after = [total + open_.times[place] * value for open_, total in zip(sums, totals, strict=True)]
            if all(open_.mask >> total & open_.rest[place] for open_, total in zip(sums, after, strict=True)):
                world[card] = value
                if deal(place + 1, after):
                    return True
        return False

    return deal(0, [0] * len(sums))


def _violated(total: _Sum, axes: list[Hidden], values: dict[Hidden, list[int]]) -> NDArray[np.uint64]:
    """The bit of the sum where it is violated, as small as it can be."""
    sums = np.zeros([1] * len(axes), np.int64)
    for card, times in total.terms:
        numbers = times * np.array(values[card], np.int64)
        sums = sums + (_along(numbers, axes.index(card), len(axes)) if card in axes else numbers[0])
    bits = np.full(int(sums.max()) + 1, total.bit, np.uint64)
    bits[[good for good in total.sums if good < len(bits)]] = 0
    return bits[sums]


def _along(numbers: NDArray[np.generic], axis: int, axes: int) -> NDArray[np.generic]:
    return numbers.reshape([-1 if place == axis else 1 for place in range(axes)])
