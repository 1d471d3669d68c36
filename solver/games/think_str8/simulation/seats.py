"""What every seat can be asked; the seat that moves at random and those that count all hands.

`points` takes the most points of the moment, `exact` follows our advice from exact chances, `best` reads the table too.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from solver.games.think_str8.advice.bets import Weighed, turns, weigh_bets
from solver.games.think_str8.advice.final_bets import FEW_HANDS, bets_for_points, good_for, weigh_colours
from solver.games.think_str8.advice.tallies import FINAL_WEIGHT, Tallies
from solver.games.think_str8.advice.winning import SAMPLE, draw_hands, find_rivals, win_prizes
from solver.games.think_str8.hands_left import Known, Viewpoint
from solver.games.think_str8.reading.reader import Reader
from solver.games.think_str8.rules import COLOURS, FINAL_POINTS, NUMBERS, SUMS
from solver.games.think_str8.table import Table
from solver.grammar import Event


class Seat(ABC):
    """A way of playing, on one chair. A seat knows only what its viewpoint saw."""

    viewpoint_type: ClassVar[type[Viewpoint]] = Viewpoint

    def __init__(self, viewpoint: Viewpoint, tokens: Mapping[int, int], rng: random.Random) -> None:
        self.viewpoint, self.tokens, self.rng = viewpoint, tokens, rng

    def see(self, event: Event) -> None:
        self.viewpoint.see(event)

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
        return self.rng.choice(self.viewpoint.colours_to_draw)

    def final(self, _table: Table) -> dict[str, tuple[int, ...]]:
        return {
            colour: tuple(sorted(self.rng.sample(NUMBERS, self.rng.choice(list(FINAL_POINTS))))) for colour in COLOURS
        }


class PointsSeat(Seat):
    """The most expected points now: of the bet, then of the final bets."""

    weight = 0.0  # of what a bet teaches, beside the points of the round

    def __init__(self, viewpoint: Viewpoint, tokens: Mapping[int, int], rng: random.Random) -> None:
        super().__init__(viewpoint, tokens, rng)
        self._meant: tuple[int, int] | None = None  # the bet for which a die was turned
        self._tallies: Tallies | None = None

    @property
    def known(self) -> Known:
        return self.viewpoint.known

    @property
    def tallies(self) -> Tallies:
        """The hands ready to be weighed; kept while nothing changes."""
        if self._tallies is None or self._tallies.known is not self.known:
            self._tallies = Tallies(self.known)
        return self._tallies

    def weigh(self, throws: Sequence[Sequence[str]], free: Sequence[int]) -> Weighed:
        return weigh_bets(self.tallies, throws, self.tokens, free, self.viewpoint.colours_to_draw, self.weight)

    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        made = turns(thrown, COLOURS)
        throws = tuple(made)
        weighed = self.weigh(throws, tuple(self.tokens))
        values = weighed.value.max(axis=1).round(9).tolist()
        best = min(range(len(throws)), key=lambda throw: (-values[throw], len(made[throws[throw]])))
        self._meant = weighed.best_place(best)
        return throws[best]

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        meant, self._meant = self._meant, None
        if meant and len(free) == len(self.tokens):  # nothing happened since
            return meant
        return self.weigh([self.viewpoint.dice], free).best_place()

    def swap(self) -> str:
        tallies = self.tallies
        worths = tallies.swap_worths(tallies.together()) / tallies.total
        return max(self.viewpoint.colours_to_draw, key=lambda colour: round(float(worths[COLOURS.index(colour)]), 9))

    def final(self, _table: Table) -> dict[str, tuple[int, ...]]:
        return dict(bets_for_points(weigh_colours(self.known)))


class ExactSeat(PointsSeat):
    """Our advice from exact chances, and final bets for the win."""

    weight = FINAL_WEIGHT

    def final(self, table: Table) -> dict[str, tuple[int, ...]]:
        known, me = self.known, self.viewpoint.me
        rivals = find_rivals(table, me)
        assert not isinstance(rivals, str), rivals
        if len(known.hands) > FEW_HANDS:
            known = draw_hands(known, np.random.default_rng(self.rng.randrange(2**32)), SAMPLE)
        return dict(good_for(known, win_prizes(table, me, known.hands, rivals)))


class BestSeat(ExactSeat):
    """The same with the hands weighed by what the others' bets tell."""

    viewpoint_type = Reader
    viewpoint: Reader

    @property
    def known(self) -> Known:
        return self.viewpoint.weighed
