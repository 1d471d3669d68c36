"""Every bet of a round at once: all tokens, all places, from histograms by sum instead of one search per bet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.known import Ints, Known
from solver.games.think_str8.rules import FINAL_LOSS, SUMS
from solver.games.think_str8.swaps import offered, swap_worths
from solver.games.think_str8.worth import best_worth, whole_value

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer would leave: so many hands, and if it is wrong the colour to lay off then."""

    answer: str
    hands: int
    chance: float
    swap: str | None

    def data(self) -> dict[str, object]:
        return {"hands": self.hands, "chance": round(self.chance, 4), "swap": self.swap}


@dataclass(frozen=True, slots=True)
class BetOption:
    """A token on a place: chance, points, what the answers leave, and the value of the whole."""

    token: int
    low: int
    high: int
    points: int
    hit: float
    outcomes: tuple[Outcome, ...]
    final: float  # expected final-bet points after the answer and, if wrong, after the best swap
    value: float

    @property
    def expected(self) -> float:
        return self.points * self.hit

    @property
    def hands_left(self) -> float:
        """Hands left on average after the answer, before any swap."""
        return sum(outcome.chance * outcome.hands for outcome in self.outcomes)

    @property
    def reason(self) -> str:
        return (
            f"{self.hit:.1%} for {self.points} point{'s' * (self.points != 1)} is {self.expected:.2f} on average, "
            f"and the answer leaves {self.final:+.2f} for the final bets"
        )

    def data(self) -> dict[str, object]:
        return {
            "token": self.token,
            "range": [self.low, self.high],
            "hit": round(self.hit, 4),
            "points": self.points,
            "expected": round(self.expected, 4),
            "answers": {outcome.answer: outcome.data() for outcome in self.outcomes},
            "final": round(self.final, 4),
            "value": round(self.value, 4),
            "reason": self.reason,
        }


class Wrong(NamedTuple):
    """Wrong answers of one kind, by where they cut: hands left, worth after the best swap, and which colour that is."""

    hands: Ints
    worth: Floats
    swap: Ints  # -1 where no pile has a card

    def at(self, cuts: Ints) -> Wrong:
        return Wrong(self.hands[cuts], self.worth[cuts], self.swap[cuts])


class Round(NamedTuple):
    """The histograms of one throw. Entry k of the two cuts is about the sums below k, and those from k on."""

    hands: Ints  # by sum, running totals: entry k counts the sums below k
    numbers: Ints  # the same per colour and number
    below: Wrong
    above: Wrong
    pairs: Ints


def rank_bets(
    known: Known,
    dice: Collection[str],
    tokens: Mapping[int, int],
    free: Collection[int],
    piles: Collection[str],
) -> tuple[BetOption, ...]:
    """All bets with the free tokens, the highest value first. `piles` are the colours that can still be drawn."""
    this = _histograms(known, tuple(dice), piles)
    options = [
        option
        for token in sorted(free)
        for option in _place(known, this, token, tokens[token], token == min(tokens), piles)
    ]
    return tuple(sorted(options, key=lambda option: (-round(option.value, 9), -option.hit, option.token, option.low)))


def sum_chances(known: Known, dice: Collection[str]) -> tuple[float, ...]:
    """How likely each sum from 0 to 21 is."""
    counts = np.bincount(known.sums(tuple(dice)), known.ways, len(SUMS))
    return tuple(float(count) for count in counts / known.total)


def _histograms(known: Known, dice: tuple[str, ...], piles: Collection[str]) -> Round:
    sums = known.sums(dice)
    numbers, pairs = _running(known.by_sum(sums)), _running(known.pairs_by_sum(sums))
    hands = numbers[:, 0].sum(axis=-1)
    below = _after_wrong(known, numbers, pairs, piles)
    above = _after_wrong(known, numbers[-1] - numbers, pairs[-1] - pairs, piles)
    return Round(hands, numbers, below, above, pairs)


def _running(histogram: Ints) -> Ints:
    """Running totals over the sums, from none to all."""
    totals = np.zeros((len(histogram) + 1, *histogram.shape[1:]), dtype=np.int64)
    np.cumsum(histogram, axis=0, out=totals[1:])
    return totals


def _after_wrong(known: Known, numbers: Ints, pairs: Ints, piles: Collection[str]) -> Wrong:
    """What sets of hands are worth after a wrong answer, when a card must be laid off if any pile has one."""
    hands = numbers[:, 0].sum(axis=-1)
    can = offered(known, piles)
    if not can.any():
        return Wrong(hands, best_worth(numbers).sum(axis=-1).astype(np.float64), np.full(len(hands), -1))
    worths = np.where(can, swap_worths(pairs, hands, known), -np.inf)
    return Wrong(hands, worths.max(axis=-1), worths.argmax(axis=-1))


def _place(
    known: Known, this: Round, token: int, points: int, shortest: bool, piles: Collection[str]
) -> list[BetOption]:
    """One token on all its places."""
    lows = np.arange(len(SUMS) - token + 1)
    ends, total = lows + token, known.total
    hit = this.hands[ends] - this.hands[lows]
    inside = this.numbers[ends] - this.numbers[lows]
    if shortest:
        around = this.pairs[-1] - (this.pairs[ends] - this.pairs[lows])
        wrong = {"miss": _after_wrong(known, this.numbers[-1] - inside, around, piles)}
    else:
        wrong = {"high": this.below.at(lows), "low": this.above.at(ends)}
    worth = best_worth(inside).sum(axis=-1) + sum(kind.worth for kind in wrong.values())
    final = worth / total - FINAL_LOSS * len(known.colours)
    value = whole_value(points * hit / total, final)
    return [
        BetOption(
            token=token,
            low=int(low),
            high=int(low) + token - 1,
            points=points,
            hit=float(hit[i] / total),
            outcomes=_outcomes(known, int(hit[i]), wrong, i),
            final=float(final[i]),
            value=float(value[i]),
        )
        for i, low in enumerate(lows)
    ]


def _outcomes(known: Known, hit: int, wrong: Mapping[str, Wrong], i: int) -> tuple[Outcome, ...]:
    outcomes = [Outcome("hit", hit, hit / known.total, None)]
    for answer, kind in wrong.items():
        hands, swap = int(kind.hands[i]), int(kind.swap[i])
        colour = known.colours[swap] if hands and swap >= 0 else None
        outcomes.append(Outcome(answer, hands, hands / known.total, colour))
    return tuple(outcomes)
