"""Final bets for a goal that needs whole hands: at least N points, or the win. Colours are tied by the sums.

A goal is a table of prizes: what so many points are worth with each hand, 0 to 1, never less for more points. A quick
search finds good bets, CP-SAT then proves the best.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.finals import Bets, points_by_hand, points_by_number, possible_bets, weigh_colours
from solver.games.think_str8.known import Known
from solver.games.think_str8.rules import FINAL_LOSS, FINAL_POINTS
from solver.games.think_str8.worth import GAINS

Prizes = NDArray[np.float64]  # [hand, points above the least]
SCALE = 1_000_000  # chances of parted prizes are compared to a millionth of a hand
PATIENCE = 5.0  # seconds for the proof


@dataclass(frozen=True, slots=True)
class Chosen:
    """The bets found, their chance, and what no bets can exceed; `proved` if that is the same."""

    bets: Bets
    chance: float
    bound: float
    proved: bool


def least_points(colours: int) -> int:
    """All colours wrong; prizes start there."""
    return -FINAL_LOSS * colours


def most_points(colours: int) -> int:
    return max(FINAL_POINTS.values()) * colours


def prizes_for(known: Known, goal: int) -> Prizes:
    """The prize for at least `goal` points."""
    least, most = least_points(len(known.colours)), most_points(len(known.colours))
    row = (np.arange(least, most + 1) >= goal).astype(np.float64)
    return np.tile(row, (len(known.hands), 1))


def chance_of(known: Known, prizes: Prizes, bets: Bets) -> float:
    """The average prize of these bets."""
    points = points_by_hand(known, bets) - least_points(len(known.colours))
    return float(prizes[np.arange(len(points)), points] @ known.ways) / known.total


def best_for(known: Known, prizes: Prizes, patience: float = PATIENCE) -> Chosen:
    """The bets with the highest average prize, proved unless it takes too long; of equals, those with more points."""
    search = _Search(known, prizes)
    found = search.climb(search.start())
    bets, bound, proved = _prove(known, prizes, search.bets(found), patience)
    polished = search.bets(search.climb(search.choice(bets)))
    chance = chance_of(known, prizes, polished)
    return Chosen(polished, chance, chance if proved else max(chance, bound), proved)


def search_for(known: Known, prizes: Prizes) -> Bets:
    """The bets that the quick search finds, without a proof."""
    search = _Search(known, prizes)
    return search.bets(search.climb(search.start()))


class _Search:
    """Tries bets colour by colour. A choice is the place of one bet per colour in `options`."""

    def __init__(self, known: Known, prizes: Prizes) -> None:
        self.known, self.prizes = known, prizes
        self.options = possible_bets(known)
        self.rows = np.arange(len(known.hands))
        self.points = [  # [bet, hand]
            np.array([points_by_number(bet) for bet in bets])[:, known.hands[:, i]]
            for i, bets in enumerate(self.options)
        ]
        self.least = least_points(len(known.colours))

    def bets(self, choice: list[int]) -> Bets:
        return {colour: self.options[i][choice[i]] for i, colour in enumerate(self.known.colours)}

    def choice(self, bets: Bets) -> list[int]:
        return [self.options[i].index(bets[colour]) for i, colour in enumerate(self.known.colours)]

    def start(self) -> list[int]:
        """The best mix of bold and safe with the likeliest numbers."""
        shapes = [[shape.numbers for shape in column.shapes] for column in weigh_colours(self.known)]
        places = [[self.options[i].index(bet) for bet in bets] for i, bets in enumerate(shapes)]
        return list(max(product(*places), key=lambda choice: self.merit(sum_of(self.points, choice))[0]))

    def merit(self, points: NDArray[np.int64]) -> tuple[float, float]:
        """The prize, then the points, both weighed by how many worlds a hand stands for."""
        prize = self.prizes[self.rows, points - self.least] @ self.known.ways
        return round(float(prize), 6), float(points @ self.known.ways)

    def climb(self, choice: list[int]) -> list[int]:
        """Better one colour at a time until none helps."""
        choice, best = list(choice), self.merit(sum_of(self.points, choice))
        while True:
            before = best
            for i in range(len(choice)):
                rest = sum_of(self.points, choice) - self.points[i][choice[i]]
                for place, points in enumerate(self.points[i]):
                    merit = self.merit(rest + points)
                    if merit > best:
                        choice[i], best = place, merit
            if best == before:
                return choice


def sum_of(points: list[NDArray[np.int64]], choice: Iterable[int]) -> NDArray[np.int64]:
    total: NDArray[np.int64] = np.add.reduce([points[i][place] for i, place in enumerate(choice)])
    return total


def _prove(known: Known, prizes: Prizes, bets: Bets, patience: float) -> tuple[Bets, float, bool]:
    from solver.cpsat import Goal, cover_most  # ortools is slow to load

    steps = np.diff(prizes, axis=1, prepend=0.0)
    goals, sure = [], 0.0
    for hand, points in zip(*np.nonzero(steps > 0), strict=True):
        weight = float(steps[hand, points]) * int(known.ways[hand])
        if points == 0:
            sure += weight  # a prize for doing nothing
        else:
            goals.append(Goal(tuple(map(int, known.hands[hand])), int(points), round(weight * SCALE)))
    gains = {size: int(gain) for size, gain in enumerate(GAINS, 1)}
    hint = [bets[colour] for colour in known.colours]
    cover = cover_most(goals, gains, hint, patience)
    named = dict(zip(known.colours, cover.numbers, strict=True))
    return named, (sure + cover.bound / SCALE) / known.total, cover.proved
