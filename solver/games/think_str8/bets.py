"""Every bet of a round at once: all tokens, all places, from tallies by sum instead of one search per bet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from solver.games.think_str8.known import Ints, Known
from solver.games.think_str8.rules import FINAL_LOSS, SUMS
from solver.games.think_str8.tallies import Cuts, Swapped, Tallies
from solver.games.think_str8.worth import FINAL_WEIGHT, Floats, best_worth_of, whole_value


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


class Weighed(NamedTuple):
    """All bets of a round, one per entry, in the order of their tokens and places."""

    tokens: Ints
    lows: Ints
    points: Ints
    hit: Ints  # hands in which the bet is a hit
    high: Ints  # place, in `wrong`, of the hands in which it is too high; with the shortest token: wrong at all
    low: Ints
    hands: Ints  # of each set of `wrong`
    wrong: Swapped
    final: Floats
    value: Floats

    def best(self) -> int:
        """The place of the best bet; of equals the likelier one, then the shorter, then the lower."""
        rounded = self.value.round(9)
        equals = np.flatnonzero(rounded == rounded.max())
        return int(equals[self.hit[equals].argmax()])


def weigh_bets(
    tallies: Tallies,
    dice: Collection[str],
    tokens: Mapping[int, int],
    free: Collection[int],
    piles: Collection[str],
    weight: float = FINAL_WEIGHT,
) -> Weighed:
    """Every free token on every place; `piles` can still be drawn from, `weight` is that of final points."""
    lengths, lows, points = _places(tuple((length, tokens[length]) for length in sorted(free)))
    running = _running(tallies.by_sum(tuple(dice)))
    starts, ends = running.at(lows), running.at(lows + lengths)
    cuts, high, low = _wrong_sets(running, starts, ends, np.flatnonzero(lengths == min(tokens)))
    wrong = tallies.swapped(cuts, piles)
    inside = running.numbers[:, ends] - running.numbers[:, starts]
    hit = inside[:, :, 0].sum(axis=0)
    worth = best_worth_of(list(inside)).sum(axis=-1) + wrong.worth[high] + wrong.worth[low]
    final = worth / tallies.total - FINAL_LOSS * len(tallies.known.colours)
    value = whole_value(points * hit / tallies.total, final, weight)
    return Weighed(lengths, lows, points, hit, high, low, cuts.hands, wrong, final, value)


@lru_cache
def _places(free: tuple[tuple[int, int], ...]) -> tuple[Ints, Ints, Ints]:
    """Length, first number and points of every bet with these tokens."""
    places = [(length, low, points) for length, points in free for low in range(len(SUMS) - length + 1)]
    lengths, lows, points = np.array(places, dtype=np.int64).T.copy()
    return lengths, lows, points


class Running(NamedTuple):
    """Running totals over the sums that occur, from none to all: entry k is about the first k of them."""

    numbers: Ints
    pairs: Ints
    lowest: int

    def at(self, sums: Ints) -> Ints:
        """Which entry is about the sums below each of these."""
        entries: Ints = np.minimum(np.maximum(sums - self.lowest, 0), self.numbers.shape[1] - 1)  # np.clip is slow
        return entries


def _running(cuts: Cuts) -> Running:
    numbers, pairs, lowest = cuts
    most, span, size = numbers.shape
    below = np.zeros((most, span + 1, size), dtype=numbers.dtype)
    twos = np.zeros((most, most, span + 1, pairs.shape[3]), dtype=pairs.dtype)
    numbers.cumsum(axis=1, out=below[:, 1:])
    pairs.cumsum(axis=2, out=twos[:, :, 1:])
    return Running(below, twos, lowest)


def _wrong_sets(running: Running, starts: Ints, ends: Ints, shortest: Ints) -> tuple[Cuts, Ints, Ints]:
    """All sets of hands that wrong answers can leave, and which of them `high` and `low` leave for each bet.

    First those below each sum, then those from each sum on, then for bets with the shortest token those around it: no
    direction is told then, so the second set of these bets is the empty one.
    """
    numbers, pairs, _ = running
    size = numbers.shape[1]
    first = np.ones(len(shortest), dtype=np.bool_)  # bets beside all sums are alike
    first[1:] = (np.diff(starts[shortest]) != 0) | (np.diff(ends[shortest]) != 0)
    start, end, which = starts[shortest][first], ends[shortest][first], first.cumsum() - 1
    every, every_two = numbers[:, -1:], pairs[:, :, -1:]
    around = every - numbers[:, end] + numbers[:, start]
    around_two = every_two - pairs[:, :, end] + pairs[:, :, start]
    cuts = Cuts(
        np.concatenate([numbers, every - numbers, around], axis=1),
        np.concatenate([pairs, every_two - pairs, around_two], axis=2),
    )
    high, low = starts.copy(), size + ends
    high[shortest], low[shortest] = 2 * size + which, 2 * size - 1
    return cuts, high, low


def rank_bets(
    known: Known,
    dice: Collection[str],
    tokens: Mapping[int, int],
    free: Collection[int],
    piles: Collection[str],
) -> tuple[BetOption, ...]:
    """All bets with the free tokens, the highest value first."""
    weighed = weigh_bets(Tallies(known), dice, tokens, free, piles)
    options = [_option(known, weighed, i, min(tokens)) for i in range(len(weighed.lows))]
    return tuple(sorted(options, key=lambda option: (-round(option.value, 9), -option.hit, option.token, option.low)))


def sum_chances(known: Known, dice: Collection[str]) -> tuple[float, ...]:
    """How likely each sum from 0 to 21 is."""
    counts = np.bincount(known.sums(tuple(dice)), known.ways, len(SUMS))
    return tuple(float(count) for count in counts / known.total)


def _option(known: Known, weighed: Weighed, i: int, shortest: int) -> BetOption:
    token, low, hit = int(weighed.tokens[i]), int(weighed.lows[i]), int(weighed.hit[i])
    wrong = {"miss": weighed.high[i]} if token == shortest else {"high": weighed.high[i], "low": weighed.low[i]}
    return BetOption(
        token=token,
        low=low,
        high=low + token - 1,
        points=int(weighed.points[i]),
        hit=hit / known.total,
        outcomes=(
            Outcome("hit", hit, hit / known.total, None),
            *(_outcome(known, weighed, answer, int(place)) for answer, place in wrong.items()),
        ),
        final=float(weighed.final[i]),
        value=float(weighed.value[i]),
    )


def _outcome(known: Known, weighed: Weighed, answer: str, place: int) -> Outcome:
    hands, swap = int(weighed.hands[place]), int(weighed.wrong.colour[place])
    return Outcome(answer, hands, hands / known.total, known.colours[swap] if hands and swap >= 0 else None)
