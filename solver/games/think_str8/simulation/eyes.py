"""What a seat sees as the game goes on, and the hands that fit it: the rows of `Known`, kept up to date."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from solver.games.think_str8.advice.tallies import Tallies
from solver.games.think_str8.events import Bet, Dice, See, Swap
from solver.games.think_str8.hands_left import Ints, Known
from solver.games.think_str8.rules import COLOURS, NUMBERS, PILE, SUMS, sums_told
from solver.grammar import Event


class Eyes:
    """One player's view. Only events as that player sees them may be shown to it."""

    def __init__(self, players: Sequence[str], me: str) -> None:
        self.players, self.me = tuple(players), me
        self.dice: tuple[str, ...] = ()
        self.events: list[Event] = []
        self.piles = dict.fromkeys(COLOURS, PILE)
        self.unseen = {colour: list(NUMBERS) for colour in COLOURS}
        self._rows: Ints | None = None
        self._tallies: Tallies | None = None

    @property
    def colours_to_draw(self) -> tuple[str, ...]:
        return tuple(colour for colour, cards in self.piles.items() if cards)

    def see(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, See):
            for card in event.cards:
                self.unseen[card.colour].remove(card.number)
        elif isinstance(event, Dice):
            self.dice = event.colours
        elif isinstance(event, Bet) and event.player == self.me and event.answer:
            sums = self.rows @ np.array([self.dice.count(colour) for colour in COLOURS])
            told = np.zeros(len(SUMS), dtype=np.bool_)
            told[list(sums_told(event.low, event.high, event.answer))] = True
            self._keep(told[sums])
        elif isinstance(event, Swap):
            self._see_swap(event)

    def _see_swap(self, swap: Swap) -> None:
        colour, column = swap.old.colour, COLOURS.index(swap.old.colour)
        self.piles[colour] -= 1
        if swap.new is not None:
            self.unseen[colour].remove(swap.new.number)
            self._keep(self.rows[:, column] != swap.new.number)
        if swap.player == self.me:
            self.unseen[colour].remove(swap.old.number)
            self._keep(self.rows[:, column] == swap.old.number)
            fresh = self.unseen[colour]
            rows = np.repeat(self.rows, len(fresh), axis=0)
            rows[:, column] = np.tile(fresh, len(rows) // len(fresh))
            self._rows, self._tallies = rows, None

    def _keep(self, fits: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
        if not fits.all():
            self._rows, self._tallies = self.rows[fits], None

    @property
    def rows(self) -> Ints:
        """The hands that fit: a number per colour."""
        if self._rows is None:
            grid = _grid(tuple(map(len, self.unseen.values())))
            columns = [np.array(self.unseen[colour])[grid[i]] for i, colour in enumerate(COLOURS)]
            self._rows = np.stack(columns, axis=1)
        return self._rows

    @property
    def known(self) -> Known:
        unseen = tuple(map(len, self.unseen.values()))
        return Known(COLOURS, self.rows, np.ones(len(self.rows), dtype=np.int64), unseen)

    @property
    def tallies(self) -> Tallies:
        """The hands ready to be weighed; kept while nothing changes."""
        if self._tallies is None or self._tallies.known.unseen != tuple(map(len, self.unseen.values())):
            self._tallies = Tallies(self.known)
        return self._tallies


@lru_cache
def _grid(sizes: tuple[int, ...]) -> Ints:
    return np.indices(sizes).reshape(len(sizes), -1)
