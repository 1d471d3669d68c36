"""What hands are worth at the end: the expected points of the best final bets, in exact whole numbers.

The worth of a set of hands adds up, per colour and hand, what the best bet wins above the loss of a wrong one: 7, 4
or 3 times the hands it is right in. So worths of separate answers may be added, and points come only at the end:
worth / hands - 2 per colour. Every value of information in this game goes through `whole_value`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.known import Ints
from solver.games.think_str8.rules import FINAL_LOSS, FINAL_POINTS

Floats = NDArray[np.float64]
GAINS = np.array([FINAL_POINTS[size] + FINAL_LOSS for size in sorted(FINAL_POINTS)], dtype=np.int64)
MOST = len(GAINS)  # numbers that may be named per colour
FLOAT32_EXACT = 2**24  # whole numbers below this lose nothing in the quicker products of matrices

FINAL_WEIGHT = 1.0


def whole_value(points_now: Any, final_points: Any, weight: float = FINAL_WEIGHT) -> Any:
    """What a move is worth in all: points of this round and, for what it teaches, points of the final bets.

    The one place to weigh the two, whatever the round. What is learnt early helps later bets too, but later answers
    would teach it as well. In 2,000 games each, two seats against two, 0.7 lost 0.47 ± 0.11 points a game; 1.3, or a
    weight that falls from 1.5, 2 or 3 to 1 or rises from 0.5 to 1, could not be told from 1. To count the hands left
    beside the final points gained nothing certain.
    """
    return points_now + weight * final_points


def best_worth(counts: Ints) -> Ints:
    """The worth of the best bet on one colour; the last axis counts hands by number."""
    likeliest = -np.sort(-counts, axis=-1)[..., :MOST]
    best: Ints = (likeliest.cumsum(axis=-1) * GAINS).max(axis=-1)
    return best


def best_worth_of(counts: Sequence[Ints]) -> Ints:
    """The same from one array per number: far quicker than sorting, since only the three likeliest matter."""
    likeliest = [counts[0]]
    for count in counts[1:]:
        for place, other in enumerate(likeliest):
            likeliest[place] = np.maximum(other, count)
            if place < MOST - 1:
                count = np.minimum(other, count)
        if len(likeliest) < MOST:
            likeliest.append(count)
    right = likeliest[0]
    first, *others = GAINS.tolist()  # plain numbers keep the counts as small as they are
    best: Ints = first * right
    for gain, more in zip(others, likeliest[1:], strict=False):
        right = right + more
        best = np.maximum(best, gain * right)
    return best


@cache
def fresh_worth(unseen: int) -> float:
    """The worth, per hand, of a card just drawn: any of so many numbers, all equally likely."""
    if unseen < 1:
        return 0.0
    counts = np.zeros(max(MOST, unseen), dtype=np.int64)
    counts[:unseen] = 1
    return float(best_worth(counts)) / unseen


def final_points_of(worth: float, hands: int, colours: int) -> float:
    """Expected points of the final bets over these hands."""
    return worth / hands - FINAL_LOSS * colours if hands else 0.0
