"""The final bets: per colour the best one, two or three numbers for points, and what bolder or safer would cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from solver.games.think_str8.known import Ints, Known
from solver.games.think_str8.rules import FINAL_LOSS, FINAL_POINTS, NUMBERS, final_points
from solver.games.think_str8.worth import GAINS, MOST

Bets = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Shape:
    """The likeliest so many numbers of a colour: the chance that the card is among them, and the expected points."""

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
