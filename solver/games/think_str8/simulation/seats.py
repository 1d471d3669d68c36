"""What every seat can be asked, and the seat that moves at random. A seat knows only what its eyes saw."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from solver.games.think_str8.advice.bets import turns
from solver.games.think_str8.rules import COLOURS, FINAL_POINTS, NUMBERS, SUMS
from solver.games.think_str8.simulation.eyes import Eyes
from solver.games.think_str8.table import Table
from solver.grammar import Event


class Seat(ABC):
    """A way of playing, on one chair."""

    def __init__(self, eyes: Eyes, tokens: Mapping[int, int], rng: random.Random) -> None:
        self.eyes, self.tokens, self.rng = eyes, tokens, rng

    def see(self, event: Event) -> None:
        self.eyes.see(event)

    @abstractmethod
    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        """The dice as they shall lie: one may be turned."""

    @abstractmethod
    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        """The run of numbers to lay one of the free tokens on."""

    @abstractmethod
    def swap(self) -> str:
        """The colour to lay off, of those that can be drawn."""

    @abstractmethod
    def final(self, table: Table) -> dict[str, tuple[int, ...]]:
        """One to three numbers for every colour; `table` is what this player could have written down."""


class RandomSeat(Seat):
    """Legal moves, each as likely as the other."""

    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        return self.rng.choice(list(turns(thrown, COLOURS)))

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        length = self.rng.choice(list(free))
        low = self.rng.randrange(len(SUMS) - length + 1)
        return low, low + length - 1

    def swap(self) -> str:
        return self.rng.choice(self.eyes.colours_to_draw)

    def final(self, _table: Table) -> dict[str, tuple[int, ...]]:
        return {
            colour: tuple(sorted(self.rng.sample(NUMBERS, self.rng.choice(list(FINAL_POINTS))))) for colour in COLOURS
        }
