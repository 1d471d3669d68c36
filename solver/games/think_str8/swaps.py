"""Which colour to lay off after a wrong bet: the card shown sharpens older sums, the new one starts from the unseen."""

from __future__ import annotations

from dataclasses import dataclass

from solver.games.think_str8.known import Known
from solver.games.think_str8.rules import FINAL_LOSS
from solver.games.think_str8.tallies import Tallies
from solver.games.think_str8.worth import best_worth, final_points_of, fresh_worth


@dataclass(frozen=True, slots=True)
class SwapOption:
    """Laying off one colour: what it is worth, and where the final-bet points come from."""

    colour: str
    pile: int
    value: float  # expected final-bet points after it
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


def rank_swaps(known: Known, piles: dict[str, int]) -> tuple[SwapOption, ...]:
    """Every colour whose pile has cards, best first."""
    tallies = Tallies(known)
    total, size = known.total, len(known.colours)
    worths = tallies.swap_worths(tallies.together())
    now = best_worth(known.counts())
    options = []
    for i, colour in enumerate(known.colours):
        if not piles.get(colour):
            continue
        new = fresh_worth(known.unseen[i] - 1)
        options.append(
            SwapOption(
                colour=colour,
                pile=piles[colour],
                value=float(final_points_of(worths[i], total, size)),
                card_now=float(now[i] / total - FINAL_LOSS),
                card_new=new - FINAL_LOSS,
                unseen=known.unseen[i] - 1,
                sharpens=max(0.0, float((worths[i] - (now.sum() - now[i])) / total - new)),  # to see more never harms
            )
        )
    return tuple(sorted(options, key=lambda option: -round(option.value, 9)))
