"""Which die to turn, and to what: every throw the thrower may make of the dice, by the best bet it allows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from solver.games.think_str8.bets import BetOption, best_bets
from solver.games.think_str8.colours import parse_colours
from solver.games.think_str8.known import Known
from solver.games.think_str8.rules import COLOURS, DICE
from solver.log import parse_line, unreadable


@dataclass(frozen=True, slots=True)
class DiceOption:
    """Dice as they would lie after turning, what is turned, and the best bet on them."""

    dice: tuple[str, ...]
    turned: tuple[tuple[str, str], ...]  # from and to
    bet: BetOption

    @property
    def value(self) -> float:
        return self.bet.value

    @property
    def reason(self) -> str:
        bet = self.bet
        return f"it allows {bet.low}-{bet.high} with the token of {bet.token}: {bet.reason}"

    def data(self) -> dict[str, object]:
        return {
            "dice": list(self.dice),
            "turned": [{"from": one, "to": two} for one, two in self.turned],
            "value": round(self.value, 4),
            "bet": self.bet.data(),
            "reason": self.reason,
        }


def read_dice(text: str) -> tuple[str, ...]:
    """The dice as thrown; grey counts as a face of the die in every game."""
    words = parse_line(0, text).words
    dice = tuple(colour for word in words for colour in parse_colours(word))
    if len(dice) != DICE:
        problem = f"{len(dice)} dice; there are {DICE}."
        raise unreadable(None, problem, "Type the colours as thrown: --dice y g b")
    return dice


Turns = Mapping[tuple[str, ...], tuple[tuple[str, str], ...]]


def turns(thrown: Sequence[str], colours: Sequence[str]) -> Turns:
    """What the thrower may make of the dice, and with the fewest turns how; colours in pad order.

    One die may be turned to any colour. A die whose colour is not in the game must be turned as well.
    """
    return _turns(tuple(sorted(thrown, key=COLOURS.index)), tuple(colours))


@lru_cache
def _turns(thrown: tuple[str, ...], colours: tuple[str, ...]) -> Turns:
    must = sum(colour not in colours for colour in thrown)
    found = {}
    for made in combinations_with_replacement(colours, DICE):
        new, gone = list(made), []
        for colour in thrown:
            if colour in new:
                new.remove(colour)
            else:
                gone.append(colour)
        if len(gone) <= must + 1:
            found[made] = tuple(zip(gone, new, strict=True))
    return found


def rank_dice(
    known: Known,
    thrown: Sequence[str],
    tokens: Mapping[int, int],
    free: Collection[int],
    piles: Collection[str],
) -> tuple[DiceOption, ...]:
    """Every way to leave the dice, best first; of equals the one with fewer turns."""
    made = turns(thrown, known.colours)
    bets = best_bets(known, tuple(made), tokens, free, piles)
    options = [DiceOption(dice, turned, bet) for (dice, turned), bet in zip(made.items(), bets, strict=True)]
    return tuple(sorted(options, key=lambda option: (-round(option.value, 9), len(option.turned))))
