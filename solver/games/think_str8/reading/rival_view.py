"""What a rival can know of the own hand before seeing mine, in as few cells as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.hands_left import Ints
from solver.games.think_str8.rules import SUMS

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Tied:
    """Colours tied by sums that a player was told: `fits` has an axis per colour over the numbers it may have."""

    colours: tuple[int, ...]
    fits: Bools


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What a rival can know of the own hand before seeing mine: per colour the numbers, and the ties between them."""

    numbers: tuple[tuple[int, ...], ...]
    groups: tuple[Tied, ...]

    @classmethod
    def begin(cls, numbers: Sequence[tuple[int, ...]]) -> View:
        fresh = (Tied((i,), np.ones(len(each), dtype=np.bool_)) for i, each in enumerate(numbers))
        return cls(tuple(numbers), tuple(fresh))

    def without(self, colour: int, number: int) -> View:
        """That card is seen elsewhere."""
        if number not in self.numbers[colour]:
            return self
        group = self._group(colour)
        kept = [place for place, other in enumerate(self.numbers[colour]) if other != number]
        fits = group.fits.take(kept, axis=group.colours.index(colour))
        return self._with_numbers(colour, number)._with_groups(Tied(group.colours, fits))

    def swapped(self, colour: int, number: int) -> View:
        """The card is laid off, seen by its owner now, and another one drawn."""
        view, group = self, self._group(colour)
        if number in self.numbers[colour]:
            fits = np.asarray(group.fits.take(self.numbers[colour].index(number), group.colours.index(colour)))
            view = self._with_numbers(colour, number)
        else:  # the log has it twice; nothing can be learnt from such a card
            fits = np.asarray(group.fits.any(axis=group.colours.index(colour)))
        fresh = Tied((colour,), np.ones(len(view.numbers[colour]), dtype=np.bool_))
        others = tuple(other for other in group.colours if other != colour)
        return view._with_groups(fresh, *([Tied(others, fits)] if others else []))

    def told(self, times: Sequence[int], sums: Iterable[int]) -> View:
        """The cards, each counted so many times, add up to one of these sums."""
        group = self.joined(times)
        told = np.zeros(len(SUMS), dtype=np.bool_)
        told[list(sums)] = True
        return self._with_groups(Tied(group.colours, group.fits & told[self.sums_of(group.colours, times)]))

    def joined(self, times: Sequence[int]) -> Tied:
        """All groups with a colour that counts, as one; its last colours are those that count."""
        touched = [group for group in self.groups if any(times[colour] for colour in group.colours)]
        group = reduce(_join, touched)
        order = sorted(range(len(group.colours)), key=lambda axis: times[group.colours[axis]] > 0)
        return Tied(tuple(group.colours[axis] for axis in order), group.fits.transpose(order))

    def sums_of(self, colours: Sequence[int], times: Sequence[int]) -> Ints:
        """The sum in every cell of these colours, an axis for each."""
        sums = np.zeros((), dtype=np.int64)
        for colour in colours:
            sums = np.add.outer(sums, [times[colour] * number for number in self.numbers[colour]])
        return sums

    def _group(self, colour: int) -> Tied:
        return next(group for group in self.groups if colour in group.colours)

    def _with_numbers(self, colour: int, without: int) -> View:
        left = tuple(number for number in self.numbers[colour] if number != without)
        return replace(self, numbers=(*self.numbers[:colour], left, *self.numbers[colour + 1 :]))

    def _with_groups(self, *changed: Tied) -> View:
        """Groups that share a colour with a changed one give way to it."""
        colours = {colour for group in changed for colour in group.colours}
        return replace(self, groups=(*(group for group in self.groups if not colours & set(group.colours)), *changed))


def _join(one: Tied, two: Tied) -> Tied:
    return Tied(one.colours + two.colours, np.logical_and.outer(one.fits, two.fits))
