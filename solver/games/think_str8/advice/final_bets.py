"""The final bets: for points colour by colour, and for a goal that needs whole hands.

For points, each colour has its best one, two or three numbers, and what bolder or safer would cost. A goal, such as at
least N points or the win, is a table of prizes: what that many points are worth with each hand, 0 to 1, never less for
more points. Colours are tied by the sums then: a quick search finds good bets, CP-SAT proves the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.advice.tallies import GAINS, MOST, Floats
from solver.games.think_str8.hands_left import Ints, Known
from solver.games.think_str8.rules import FINAL_LOSS, FINAL_POINTS, NUMBERS, final_points

Bets = Mapping[str, tuple[int, ...]]
Prizes = Floats  # [hand, points above the least]
SCALE = 1_000_000  # chances of parted prizes are compared to a millionth of a hand
MIX_HANDS = 500
MOST_CELLS = 400_000  # bets on one colour times hands that a search may try: all, as long as every holder is typed
PATIENCE = 1.0  # seconds for the proof
SAME = 1e-9
FEW_HANDS = 1_000  # with more, no proof was seen to end in time, nor to come upon better bets


@dataclass(frozen=True, slots=True)
class Shape:
    """The likeliest one, two or three numbers of a colour: the chance that they have the card, the expected points."""

    numbers: tuple[int, ...]
    hit: float
    expected: float

    def data(self) -> dict[str, object]:
        return {"numbers": list(self.numbers), "hit": round(self.hit, 4), "expected": round(self.expected, 4)}


@dataclass(frozen=True, slots=True)
class ColourBets:
    """One colour: the chance of each number and the best bet of one, two and three numbers."""

    colour: str
    chances: dict[int, float]
    shapes: tuple[Shape, ...]

    @property
    def best(self) -> Shape:
        """The most expected points; of equals the safer."""
        return max(reversed(self.shapes), key=lambda shape: round(shape.expected, 9))

    def data(self) -> dict[str, object]:
        return {
            "chance": {str(number): round(chance, 4) for number, chance in self.chances.items()},
            "shapes": [shape.data() for shape in self.shapes],
        }


def weigh_colours(known: Known) -> tuple[ColourBets, ...]:
    """Every colour by itself: that is all expected points need."""
    return tuple(_weigh(colour, row, known.total) for colour, row in zip(known.colours, known.counts(), strict=True))


def _weigh(colour: str, counts: Ints, total: int) -> ColourBets:
    likeliest = [number for number in sorted(NUMBERS, key=lambda number: -counts[number]) if counts[number]]
    shapes = []
    for size in range(1, min(MOST, len(likeliest)) + 1):
        right = int(counts[likeliest[:size]].sum())
        expected = int(GAINS[size - 1]) * right / total - FINAL_LOSS
        shapes.append(Shape(tuple(sorted(likeliest[:size])), right / total, expected))
    chances = {number: int(counts[number]) / total for number in sorted(likeliest)}
    return ColourBets(colour, chances, tuple(shapes))


def bets_for_points(colours: tuple[ColourBets, ...]) -> Bets:
    return {column.colour: column.best.numbers for column in colours}


def bold_bets(colours: tuple[ColourBets, ...]) -> Bets:
    """One number for every colour, the likeliest."""
    return {column.colour: column.shapes[0].numbers for column in colours}


def safe_bets(colours: tuple[ColourBets, ...]) -> Bets:
    """As many numbers as may be named and are possible, the likeliest."""
    return {column.colour: column.shapes[-1].numbers for column in colours}


def points_by_hand(known: Known, bets: Bets) -> Ints:
    """The points these bets would bring with each hand."""
    points = np.zeros(len(known.hands), dtype=np.int64)
    for i, colour in enumerate(known.colours):
        points += points_by_number(bets[colour])[known.hands[:, i]]
    return points


def points_by_number(numbers: tuple[int, ...]) -> Ints:
    return np.array([final_points(card, numbers) for card in NUMBERS], dtype=np.int64)


def expected_points(known: Known, bets: Bets) -> float:
    return float(points_by_hand(known, bets) @ known.ways) / known.total


def possible_bets(known: Known) -> list[list[tuple[int, ...]]]:
    """Per colour every bet that makes sense: one to three of the numbers that can be."""
    chances = [[number for number in NUMBERS if row[number]] for row in known.counts()]
    return [
        [bet for size in FINAL_POINTS if size <= len(numbers) for bet in combinations(numbers, size)]
        for numbers in chances
    ]


# For a goal.


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
    return np.broadcast_to(row, (len(known.hands), len(row)))


def chance_of(known: Known, prizes: Prizes, bets: Bets) -> float:
    """The average prize of these bets."""
    points = points_by_hand(known, bets) - least_points(len(known.colours))
    return float(prizes[np.arange(len(points)), points] @ known.ways) / known.total


def best_for(known: Known, prizes: Prizes, patience: float = PATIENCE) -> Chosen:
    """The bets with the highest average prize, proved unless it takes too long; of equals, those with more points.

    Without patience nothing is proved.

    With very many hands the bets are chosen by some of them, and judged by all.
    """
    some, of_some = _some_hands(known, prizes, MOST_CELLS // max(map(len, possible_bets(known))))
    search, bets = _Search(some, of_some), good_for(some, of_some)
    bound = float(prizes[:, -1] @ known.ways) / known.total  # as if every bet were right
    proved = chance_of(known, prizes, bets) > bound - SAME
    if not proved and patience and len(known.hands) <= FEW_HANDS:
        bets, bound, proved = _prove(known, prizes, bets, patience)
    polished = search.bets(search.climb(search.choice(bets)))
    chance = chance_of(known, prizes, polished)
    return Chosen(polished, chance, chance if proved else max(chance, bound), proved)


def good_for(known: Known, prizes: Prizes) -> Bets:
    """Good bets without a proof: bold, safe, for points, and the best mix of these, bettered one colour at a time."""
    colours, search = weigh_colours(known), _Search(known, prizes)
    shapes = [[search.options[i].index(shape.numbers) for shape in column.shapes] for i, column in enumerate(colours)]
    starts = [search.choice(bets(colours)) for bets in (bold_bets, safe_bets, bets_for_points)]
    found = [search.climb(start) for start in dict.fromkeys((*starts, _mix(search, shapes)))]
    return search.bets(max(found, key=search.merit_of))


def _mix(search: _Search, shapes: list[list[int]]) -> tuple[int, ...]:
    """The best of all mixes of bold and safe; among very many hands judged on some of them."""
    small = _Search(*_some_hands(search.known, search.prizes, MIX_HANDS), search.options)
    mixes = list(product(*shapes))
    points = [small.points[i][list(column)] for i, column in enumerate(zip(*mixes, strict=True))]
    return mixes[_best_row(small.merits(np.add.reduce(points)))]


def _some_hands(known: Known, prizes: Prizes, most: int) -> tuple[Known, Prizes]:
    """At most this many hands, picked by chance but always the same, with their prizes."""
    if len(known.hands) <= most:
        return known, prizes
    rows = np.random.default_rng(0).choice(len(known.hands), most, replace=False)
    return replace(known, hands=known.hands[rows], ways=known.ways[rows]), prizes[rows]


def _best_row(merits: tuple[Floats, Floats]) -> int:
    """The first of the rows with the highest prize, and of these with the most points."""
    prizes, points = merits
    return int(np.where(prizes == prizes.max(), points, -np.inf).argmax())


class _Search:
    """Tries bets colour by colour. A choice is the place of one bet per colour in `options`."""

    def __init__(self, known: Known, prizes: Prizes, options: list[list[tuple[int, ...]]] | None = None) -> None:
        self.known, self.prizes = known, prizes
        self.options = options or possible_bets(known)
        self.rows = np.arange(len(known.hands))
        self.points = [  # [bet, hand]
            np.array([points_by_number(bet) for bet in bets])[:, known.hands[:, i]]
            for i, bets in enumerate(self.options)
        ]
        self.least = least_points(len(known.colours))

    def bets(self, choice: Sequence[int]) -> Bets:
        return {colour: self.options[i][choice[i]] for i, colour in enumerate(self.known.colours)}

    def choice(self, bets: Bets) -> tuple[int, ...]:
        return tuple(self.options[i].index(bets[colour]) for i, colour in enumerate(self.known.colours))

    def merit_of(self, choice: Iterable[int]) -> tuple[float, float]:
        prizes, points = self.merits(sum_of(self.points, choice)[None])
        return float(prizes[0]), float(points[0])

    def merits(self, points: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """`[bets, hand]` to the prize of each, then its points, both weighed by how many worlds a hand stands for."""
        prizes = self.prizes[self.rows, points - self.least] @ self.known.ways
        return prizes.round(6), (points @ self.known.ways).astype(np.float64)

    def climb(self, start: Sequence[int]) -> list[int]:
        """Better one colour at a time until none helps."""
        choice, best = list(start), self.merit_of(start)
        while True:
            before = best
            for i in range(len(choice)):
                rest = sum_of(self.points, choice) - self.points[i][choice[i]]
                prizes, points = self.merits(rest + self.points[i])
                row = _best_row((prizes, points))
                if (prizes[row], points[row]) > best:
                    choice[i], best = row, (float(prizes[row]), float(points[row]))
            if best == before:
                return choice


def sum_of(points: list[NDArray[np.int64]], choice: Iterable[int]) -> NDArray[np.int64]:
    total: NDArray[np.int64] = np.add.reduce([points[i][place] for i, place in enumerate(choice)])
    return total


def _prove(known: Known, prizes: Prizes, bets: Bets, patience: float) -> tuple[Bets, float, bool]:
    from solver.engine.cpsat import Goal, cover_most  # ortools is slow to load

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
