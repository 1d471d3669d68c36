"""Final bets for a goal improved two colours at a time: what is done where not all bets can be tried or proved.

What a bet on a colour brings depends on one number of the hand. So for two colours the hands are summed up once for
every pair of numbers and everything the two bets can bring; after that all bets on the two are weighed together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

import numpy as np

from solver.games.think_str8.advice.tallies import GAINS, Floats
from solver.games.think_str8.facts import Ints, Known
from solver.games.think_str8.rules import NUMBERS

BROUGHT = (0, *map(int, GAINS))  # points more than with a wrong bet, by how many numbers a right bet names
SAME = 1e-6  # of a hand: no prize is told from another by less
MOST_STARTS, SEED = 12, 6  # from where it is improved as well, drawn by chance but always the same


class Pairs:
    """A choice is the place of one bet per colour in `options`; prizes are by hand and by points above the least."""

    def __init__(self, known: Known, prizes: Floats, options: Sequence[Sequence[tuple[int, ...]]]) -> None:
        self.known, self.prizes, self.rows = known, prizes, np.arange(len(known.hands))
        self.named = [np.array([[n in bet for n in NUMBERS] for bet in bets], dtype=np.float64) for bets in options]
        self.sizes = [np.array([len(bet) for bet in bets]) for bets in options]
        gains = np.array(BROUGHT)
        ways = known.counts()
        self.points = [  # what each bet brings, over all worlds
            (named @ ways[colour]) * gains[sizes]
            for colour, (named, sizes) in enumerate(zip(self.named, self.sizes, strict=True))
        ]

    def best_from(self, starts: Iterable[Sequence[int]]) -> tuple[int, ...]:
        """The best that these starts, and some drawn by chance, lead to; of equals the one with more points."""
        rng = Random(SEED)
        drawn = ([rng.randrange(len(sizes)) for sizes in self.sizes] for _ in range(MOST_STARTS))
        found = {self.climb(start) for start in (*starts, *drawn)}
        return max(sorted(found), key=self._merit_of)

    def climb(self, start: Sequence[int]) -> tuple[int, ...]:
        """Improve one colour or two until no change of one or two helps."""
        choice, pairs = list(start), list(combinations(range(len(start)), 2))
        brought, still = [self._brought(colour, bet) for colour, bet in enumerate(choice)], 0
        while still < len(pairs):
            one, two = pair = pairs.pop(0)
            pairs.append(pair)
            rest = sum((each for colour, each in enumerate(brought) if colour not in pair), 0 * self.rows)
            worth, points = self._weigh(one, two, rest), np.add.outer(self.points[one], self.points[two])
            near = worth > worth.max() - SAME
            best = np.unravel_index(np.where(near, points, -np.inf).argmax(), near.shape)
            now = choice[one], choice[two]
            if near[now] and points[now] > points[best] - SAME:
                still += 1
                continue
            for colour, bet in zip(pair, best, strict=True):
                choice[colour], brought[colour] = int(bet), self._brought(colour, int(bet))
            still = 1
        return tuple(choice)

    def _brought(self, colour: int, bet: int) -> Ints:
        """The points that a bet brings with each hand."""
        by_number: Ints = self.named[colour][bet].astype(np.int64) * BROUGHT[self.sizes[colour][bet]]
        return by_number[self.known.hands[:, colour]]

    def _weigh(self, one: int, two: int, rest: Ints) -> Floats:
        """`[bet on one, bet on two]`: the prizes of all hands together, where the other colours bring the rest."""
        cells = self.known.hands[:, one] * len(NUMBERS) + self.known.hands[:, two]
        shape = len(NUMBERS), len(NUMBERS)
        sums = np.array(  # [size of the first bet, or 0 if it is wrong, of the second, number of one, number of two]
            [[self._sum_up(cells, rest + first + second).reshape(shape) for second in BROUGHT] for first in BROUGHT]
        )
        right, wrong = self.named[two], 1 - self.named[two]
        by_two = np.einsum("abmn,bn->abm", sums[:, self.sizes[two]], right) + np.einsum(
            "amn,bn->abm", sums[:, 0], wrong
        )
        right, wrong = self.named[one], 1 - self.named[one]
        weighed: Floats = np.einsum("abm,am->ab", by_two[self.sizes[one]], right) + wrong @ by_two[0].T
        return weighed

    def _sum_up(self, cells: Ints, points: Ints) -> Floats:
        prizes: Floats = self.known.ways * self.prizes[self.rows, points]
        summed: Floats = np.bincount(cells, prizes, len(NUMBERS) ** 2).astype(np.float64)
        return summed

    def _merit_of(self, choice: tuple[int, ...]) -> tuple[float, float]:
        points = np.add.reduce([self._brought(colour, bet) for colour, bet in enumerate(choice)])
        prizes = float(self.prizes[self.rows, points] @ self.known.ways)
        return round(prizes, 6), float(points @ self.known.ways)
