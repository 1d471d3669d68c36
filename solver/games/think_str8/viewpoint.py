"""One player's view as the game goes on: what lies in sight, and the hands that fit, kept up to date event by event."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from solver.games.think_str8.events import Bet, Dice, See, Swap
from solver.games.think_str8.hands_left import Ints, Known
from solver.games.think_str8.rules import COLOURS, NUMBERS, PILE, SUMS, sums_told
from solver.grammar import Event


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


@lru_cache
def _grid(sizes: tuple[int, ...]) -> Ints:
    return np.indices(sizes).reshape(len(sizes), -1)
