"""The seats that count all hands: `best` follows our advice, `points` takes the most points of the moment."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.games.think_str8.aims import FEW_HANDS, SAMPLE, draw_hands
from solver.games.think_str8.bets import Weighed, weigh_bets
from solver.games.think_str8.dice import turns
from solver.games.think_str8.finals import bets_for_points, weigh_colours
from solver.games.think_str8.goals import good_for
from solver.games.think_str8.rules import COLOURS
from solver.games.think_str8.simulation.record import replay_seen
from solver.games.think_str8.simulation.seats import Seat
from solver.games.think_str8.winning import find_rivals, win_prizes
from solver.games.think_str8.worth import FINAL_WEIGHT


class PointsSeat(Seat):
    """The most expected points now: of the bet, then of the final bets."""

    weight = 0.0  # of what a bet teaches, beside the points of the round

    def weigh(self, dice: Sequence[str], free: Sequence[int]) -> Weighed:
        eyes = self.eyes
        return weigh_bets(eyes.tallies, dice, self.tokens, free, eyes.colours_to_draw, self.weight)

    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        made, free = turns(thrown, COLOURS), tuple(self.tokens)
        values = {dice: round(float(self.weigh(dice, free).value.max()), 9) for dice in made}
        return min(made, key=lambda dice: (-values[dice], len(made[dice])))

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        weighed = self.weigh(self.eyes.dice, free)
        best = weighed.best()
        low = int(weighed.lows[best])
        return low, low + int(weighed.tokens[best]) - 1

    def swap(self) -> str:
        tallies = self.eyes.tallies
        worths = tallies.swap_worths(tallies.together())[0] / tallies.total
        return max(self.eyes.colours_to_draw, key=lambda colour: round(float(worths[COLOURS.index(colour)]), 9))

    def final(self) -> dict[str, tuple[int, ...]]:
        return dict(bets_for_points(weigh_colours(self.eyes.known)))


class BestSeat(PointsSeat):
    """Our advice, and final bets for the win."""

    weight = FINAL_WEIGHT

    def final(self) -> dict[str, tuple[int, ...]]:
        known, eyes = self.eyes.known, self.eyes
        table = replay_seen(eyes.players, eyes.me, eyes.events).table()
        rivals = find_rivals(table, eyes.me)
        assert not isinstance(rivals, str), rivals
        if len(known.hands) > FEW_HANDS:
            known = draw_hands(known, np.random.default_rng(self.rng.randrange(2**32)), SAMPLE)
        return dict(good_for(known, win_prizes(table, eyes.me, known.hands, rivals)))
