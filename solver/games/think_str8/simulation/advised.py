"""The seats that count all hands: `best` follows our advice, `points` takes the most points of the moment."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from solver.games.think_str8.advice.bets import Weighed, turns, weigh_bets
from solver.games.think_str8.advice.final_bets import FEW_HANDS, bets_for_points, good_for, weigh_colours
from solver.games.think_str8.advice.tallies import FINAL_WEIGHT
from solver.games.think_str8.advice.winning import SAMPLE, draw_hands, find_rivals, win_prizes
from solver.games.think_str8.rules import COLOURS
from solver.games.think_str8.simulation.eyes import Eyes
from solver.games.think_str8.simulation.seats import Seat
from solver.games.think_str8.table import Table


class PointsSeat(Seat):
    """The most expected points now: of the bet, then of the final bets."""

    weight = 0.0  # of what a bet teaches, beside the points of the round

    def __init__(self, eyes: Eyes, tokens: Mapping[int, int], rng: random.Random) -> None:
        super().__init__(eyes, tokens, rng)
        self._meant: tuple[int, int] | None = None  # the bet for which a die was turned

    def weigh(self, throws: Sequence[Sequence[str]], free: Sequence[int]) -> Weighed:
        eyes = self.eyes
        return weigh_bets(eyes.tallies, throws, self.tokens, free, eyes.colours_to_draw, self.weight)

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
        return self.weigh([self.eyes.dice], free).best_place()

    def swap(self) -> str:
        tallies = self.eyes.tallies
        worths = tallies.swap_worths(tallies.together()) / tallies.total
        return max(self.eyes.colours_to_draw, key=lambda colour: round(float(worths[COLOURS.index(colour)]), 9))

    def final(self, _table: Table) -> dict[str, tuple[int, ...]]:
        return dict(bets_for_points(weigh_colours(self.eyes.known)))


class BestSeat(PointsSeat):
    """Our advice, and final bets for the win."""

    weight = FINAL_WEIGHT

    def final(self, table: Table) -> dict[str, tuple[int, ...]]:
        known, me = self.eyes.known, self.eyes.me
        rivals = find_rivals(table, me)
        assert not isinstance(rivals, str), rivals
        if len(known.hands) > FEW_HANDS:
            known = draw_hands(known, np.random.default_rng(self.rng.randrange(2**32)), SAMPLE)
        return dict(good_for(known, win_prizes(table, me, known.hands, rivals)))
