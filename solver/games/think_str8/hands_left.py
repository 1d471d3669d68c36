"""The hands a seat may still hold, as rows of numbers, and the histograms that bets, swaps and final bets need.

`know` takes them from a table; a `Viewpoint` keeps them up to date event by event as a game goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.engine.facts import Hidden
from solver.engine.worlds import Worlds, count_worlds
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.rules import COLOURS, NUMBERS, PILE, SUMS, Bet, Dice, See, Swap, sums_told
from solver.games.think_str8.sheet import seen_numbers
from solver.games.think_str8.table import Table
from solver.grammar import Event

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """All hands that fit: `hands[i]` has a number per colour and stands for `ways[i]` worlds.

    `unseen` counts, per colour, the numbers that lie or lay nowhere in sight: the card held is one of them, the
    next card drawn will be another.
    """

    colours: tuple[str, ...]
    hands: Ints
    ways: Ints
    unseen: tuple[int, ...]

    @property
    def total(self) -> int:
        return int(self.ways.sum())

    def counts(self) -> Ints:
        """In how many worlds each colour has each number."""
        counts: Ints = self.by_sum(np.zeros(len(self.hands), dtype=np.int64))[0]
        return counts

    def sums(self, throws: Sequence[Sequence[str]]) -> Ints:
        """`[throw, hand]`: the sum of the dice; a colour thrown twice counts twice."""
        times = np.array([[dice.count(colour) for colour in self.colours] for dice in throws], dtype=np.int64)
        sums: Ints = times @ self.hands.T
        return sums

    def by_sum(self, sums: Ints) -> Ints:
        """`[sum, colour, number]`: the worlds with that sum in which the colour has that number."""
        columns = [self._tally(sums, self.hands[:, i], len(NUMBERS)) for i in range(len(self.colours))]
        return np.stack(columns, axis=1)

    def _tally(self, sums: Ints, keys: Ints, size: int) -> Ints:
        found = np.bincount(sums * size + keys, self.ways, len(SUMS) * size)  # exact: far below 2^53
        return found.astype(np.int64).reshape(len(SUMS), size)


def know(table: Table, seat: str, worlds: Worlds | None = None) -> Known:
    """What the seat knows; `worlds` spares the counting if that was done."""
    puzzle = make_puzzle(table, seat)
    worlds = worlds or count_worlds(puzzle)
    hands, ways = _hands(worlds, puzzle.hand)
    unseen = tuple(len(NUMBERS) - len(seen_numbers(table, seat, colour)) for colour in table.colours)
    return Known(table.colours, hands, ways, unseen)


def _hands(worlds: Worlds, hand: tuple[Hidden, ...]) -> tuple[Ints, Ints]:
    """The table of worlds folded to the present hand: cards laid off long ago are summed over."""
    axes = [worlds.cards.index(card) for card in hand]
    past = tuple(axis for axis in range(len(worlds.cards)) if axis not in axes)
    kept = sorted(axes)
    ways = worlds.alive.sum(axis=past, dtype=np.int64).transpose([kept.index(axis) for axis in axes])
    places = np.nonzero(ways)
    numbers = [np.array(worlds.values[axis], dtype=np.int64)[at] for axis, at in zip(axes, places, strict=True)]
    return np.stack(numbers, axis=1), ways[places]


class Viewpoint:
    """Only events as this player sees them may be shown to it. A bet is seen twice: when laid, then with its answer."""

    def __init__(self, players: Sequence[str], me: str, colours: Sequence[str] = COLOURS) -> None:
        self.players, self.me, self.colours = tuple(players), me, tuple(colours)
        self.dice: tuple[str, ...] = ()
        self.events: list[Event] = []
        self.piles = dict.fromkeys(self.colours, PILE)
        self.unseen = {colour: list(NUMBERS) for colour in self.colours}
        self._rows: Ints | None = None
        self._known: Known | None = None

    @property
    def colours_to_draw(self) -> tuple[str, ...]:
        return tuple(colour for colour, cards in self.piles.items() if cards)

    @property
    def times(self) -> tuple[int, ...]:
        """How often each colour lies on the dice."""
        return tuple(self.dice.count(colour) for colour in self.colours)

    def see(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, See):
            for card in event.cards:
                self._cross_out(card.colour, card.number)
        elif isinstance(event, Dice):
            self.dice = event.colours
        elif isinstance(event, Bet) and event.player == self.me and event.answer:
            told = np.zeros(len(SUMS), dtype=np.bool_)
            told[list(sums_told(event.low, event.high, event.answer))] = True
            self._keep(told[self.rows @ np.array(self.times)])
        elif isinstance(event, Swap):
            self._see_swap(event)

    def _see_swap(self, swap: Swap) -> None:
        colour, column = swap.old.colour, self.colours.index(swap.old.colour)
        self.piles[colour] -= 1
        if swap.player != self.me:
            for card in (swap.old, swap.new) if swap.new else (swap.old,):
                self._cross_out(colour, card.number)
            return
        self._keep(self.rows[:, column] == swap.old.number)
        fresh = self.unseen[colour] = [number for number in self.unseen[colour] if number != swap.old.number]
        self._take(np.repeat(np.arange(len(self.rows)), len(fresh)))
        self.rows[:, column] = np.tile(fresh, len(self.rows) // len(fresh))

    def _cross_out(self, colour: str, number: int) -> None:
        """The card lies elsewhere."""
        if number in self.unseen[colour]:
            self.unseen[colour].remove(number)
            self._known = None
            if self._rows is not None:
                self._keep(self.rows[:, self.colours.index(colour)] != number)

    def _keep(self, fits: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
        if not fits.all():
            self._take(np.flatnonzero(fits))

    def _take(self, places: Ints) -> None:
        """Go on with the hands at these places."""
        self._rows, self._known = self.rows[places], None

    @property
    def rows(self) -> Ints:
        """The hands that fit: a number per colour."""
        if self._rows is None:
            grid = _grid(tuple(map(len, self.unseen.values())))
            columns = [np.array(self.unseen[colour])[grid[i]] for i, colour in enumerate(self.colours)]
            self._rows = np.stack(columns, axis=1)
        return self._rows

    @property
    def known(self) -> Known:
        """The same, ready to be weighed; the same object while nothing changes."""
        if self._known is None:
            unseen = tuple(map(len, self.unseen.values()))
            self._known = Known(self.colours, self.rows, np.ones(len(self.rows), dtype=np.int64), unseen)
        return self._known


@lru_cache(maxsize=32)
def _grid(sizes: tuple[int, ...]) -> NDArray[np.int8]:
    """Every hand, by places. Up to 262,144 of them: small numbers, and not too many kept, as servers run for long."""
    return np.indices(sizes, dtype=np.int8).reshape(len(sizes), -1)
