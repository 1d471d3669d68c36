"""Which colour to lay off after a wrong bet: the card shown sharpens older sums, the new one starts from the unseen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.known import Ints, Known
from solver.games.think_str8.rules import FINAL_LOSS
from solver.games.think_str8.worth import best_worth, final_points_of, fresh_worth


@dataclass(frozen=True, slots=True)
class SwapOption:
    """Laying off one colour: expected final-bet points after it, and where they come from."""

    colour: str
    pile: int
    value: float
    card_now: float  # expected points of this colour's best final bet if it is kept
    card_new: float  # the same for the card that would be drawn
    unseen: int  # numbers the new card may have
    sharpens: float  # what seeing the old card adds to the other colours

    @property
    def reason(self) -> str:
        return (
            f"the {self.colour} card is worth {self.card_now:+.2f} as it is, a new one {self.card_new:+.2f} "
            f"({self.unseen} unseen); seeing the old one adds {self.sharpens:+.2f} to the other colours"
        )

    def data(self) -> dict[str, object]:
        return {
            "colour": self.colour,
            "value": round(self.value, 4),
            "pile": self.pile,
            "unseen": self.unseen,
            "kept": round(self.card_now, 4),
            "new": round(self.card_new, 4),
            "sharpens": round(self.sharpens, 4),
            "reason": self.reason,
        }


def swap_worths(pairs: Ints, totals: Ints, known: Known) -> NDArray[np.float64]:
    """`[…, colour]`: the worth of the hands after laying off each colour.

    `pairs[…, colour, number, other, its number]` counts the hands and `totals[…]` how many there are.
    """
    others = best_worth(pairs).sum(axis=(-1, -2))  # over the other colours and the numbers the card may show
    fresh = np.array([fresh_worth(unseen - 1) for unseen in known.unseen])
    worths: NDArray[np.float64] = others + totals[..., None] * fresh
    return worths


def offered(known: Known, piles: Collection[str]) -> NDArray[np.bool_]:
    return np.array([colour in piles for colour in known.colours])


def rank_swaps(known: Known, piles: dict[str, int]) -> tuple[SwapOption, ...]:
    """Every colour whose pile has cards, best first."""
    nothing = np.zeros(len(known.hands), dtype=np.int64)
    total, size = known.total, len(known.colours)
    worths = swap_worths(known.pairs_by_sum(nothing)[0], np.array(total), known)
    now = best_worth(known.counts())
    options = []
    for i, colour in enumerate(known.colours):
        if not piles.get(colour):
            continue
        new = fresh_worth(known.unseen[i] - 1)
        sharpens = (worths[i] - (now.sum() - now[i])) / total - new
        value = final_points_of(worths[i], total, size)
        kept = now[i] / total - FINAL_LOSS
        options.append(
            SwapOption(
                colour, piles[colour], float(value), float(kept), new - FINAL_LOSS, known.unseen[i] - 1, float(sharpens)
            )
        )
    return tuple(sorted(options, key=lambda option: -option.value))
