"""What hands are worth: the expected points of the best final bets, in exact whole numbers, and the doubt left.

The worth of a set of hands adds up, per colour and hand, what the best bet wins above the loss of a wrong one: 7, 4
or 3 times the hands it is right in. So worths of separate answers may be added, and points come only at the end:
worth / hands - 2 per colour. Doubt is how often the hands left must still be halved until one is left. Every value of
information in this game goes through `whole_value`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.known import Ints
from solver.games.think_str8.rules import FINAL_LOSS, FINAL_POINTS

Floats = NDArray[np.float64]
GAINS = np.array([FINAL_POINTS[size] + FINAL_LOSS for size in sorted(FINAL_POINTS)], dtype=np.int64)
MOST = len(GAINS)  # numbers that may be named per colour


class Scale(NamedTuple):
    """What counts as much as a point of this round: so much of a final-bet point, and of halving the hands once."""

    final: float
    learnt: float


LAST = Scale(final=1.0, learnt=0.0)
EARLIER = Scale(final=0.5, learnt=1.0)


def scale_for(rounds_left: int) -> Scale:
    """The scale with so many rounds to come after this one, as measured by `deduce simulate`.

    After the last round only the final bets count. Before it, a point they would bring now is worth half, since later
    answers may bring it as well, and half as many hands are worth a point, since they make later bets better too.
    """
    return EARLIER if rounds_left else LAST


def whole_value(points_now: Any, final_points: Any, learnt: Any, scale: Scale) -> Any:
    """What a move is worth in all: points of this round, of the final bets, and what is learnt for later rounds.

    The one place to weigh them. `learnt` is by how much doubt falls; it rises with a new card.
    """
    return points_now + scale.final * final_points + scale.learnt * learnt


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
            count = np.minimum(other, count)
        if len(likeliest) < MOST:
            likeliest.append(count)
    right = likeliest[0]
    best: Ints = GAINS[0] * right
    for gain, more in zip(GAINS[1:], likeliest[1:], strict=False):
        right = right + more
        best = np.maximum(best, gain * right)
    return best


def doubt_worth(counts: Any) -> Floats:
    """Sets of so many hands each: their doubt times the hands, so that separate sets may be added."""
    doubt: Floats = counts * np.log2(np.maximum(counts, 1))
    return doubt


def fresh_worth(unseen: int) -> float:
    """The worth, per hand, of a card just drawn: any of so many numbers, all equally likely."""
    if unseen < 1:
        return 0.0
    counts = np.zeros(max(MOST, unseen), dtype=np.int64)
    counts[:unseen] = 1
    return float(best_worth(counts)) / unseen


def fresh_doubt(unseen: int) -> float:
    """The doubt about a card just drawn."""
    return float(np.log2(max(1, unseen)))


def final_points_of(worth: float, hands: int, colours: int) -> float:
    """Expected points of the final bets over these hands."""
    return worth / hands - FINAL_LOSS * colours if hands else 0.0
