"""Every bet, throw and swap at once: all tokens and places, all dice, all colours to lay off, from tallies by sum
instead of one search each.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from solver.english import format_figure, say_points, say_remark, with_option
from solver.games.think_str8.advice.tallies import (
    FINAL_WEIGHT,
    Cuts,
    Floats,
    Swapped,
    Tallies,
    best_worth,
    best_worth_of,
    final_points_of,
    fresh_worth,
    whole_value,
)
from solver.games.think_str8.facts import Ints, Known, list_places
from solver.games.think_str8.rules import COLOURS, DICE, FINAL_LOSS, SUMS, format_span, parse_colours
from solver.language import later, say, say_percent
from solver.log import parse_line, unreadable


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer would leave: a number of hands and, if the bet was wrong, the colour to lay off then."""

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
    def open(self) -> bool:
        """Whether the answer is still open."""
        return sum(outcome.hands > 0 for outcome in self.outcomes) > 1

    @property
    def reason(self) -> str:
        told = later("{chance} for {points} is {expected} on average, and the answer leaves {final} for the final bets")
        figures = {"expected": format_figure(self.expected), "final": format_figure(self.final, "+")}
        return say(told, chance=say_percent(self.hit, ".1%"), points=say_points(self.points), **figures)

    @property
    def span(self) -> str:
        return format_span(self.low, self.high)

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


class WeighedBets(NamedTuple):
    """All bets on one throw or several: per bet, in the order of tokens and places, or `[throw, bet]`."""

    tokens: Ints
    lows: Ints
    points: Ints
    hit: Ints  # [throw, bet]: hands in which the bet is a hit
    high: Ints  # place, in `wrong`, of the hands in which it is too high; with the shortest token: wrong at all
    low: Ints
    hands: Ints  # [throw, place]
    wrong: Swapped  # likewise
    final: Floats  # [throw, bet]
    value: Floats  # [throw, bet]

    def best(self, throw: int = 0) -> int:
        """The place of the best bet; among equals the likelier, then the shorter, then the lower."""
        rounded = self.value[throw].round(9)
        equals = np.flatnonzero(rounded == rounded.max())
        return int(equals[self.hit[throw][equals].argmax()])

    def best_place(self, throw: int = 0) -> tuple[int, int]:
        """The numbers to bet on, from and to."""
        best = self.best(throw)
        low = int(self.lows[best])
        return low, low + int(self.tokens[best]) - 1


class Stakes(NamedTuple):
    """What can be laid and drawn: tokens with their points, those still free, colours with cards in their piles."""

    tokens: Mapping[int, int]
    free: Collection[int]
    piles: Collection[str]


def weigh_bets(
    tallies: Tallies, throws: Sequence[Sequence[str]], stakes: Stakes, weight: float = FINAL_WEIGHT
) -> WeighedBets:
    """Every free token on every place; `weight` is that of final points."""
    tokens, free, piles = stakes
    lengths, lows, points = list_places(tuple((length, tokens[length]) for length in sorted(free)))
    by_sum = tallies.by_sum(throws)
    running = Running(_totals(by_sum.numbers), _totals(by_sum.pairs), by_sum.lowest)
    starts, ends = running.at(lows), running.at(lows + lengths)
    cuts, high, low = _wrong_sets(running, starts, ends, np.flatnonzero(lengths == min(tokens)))
    wrong = tallies.swapped(cuts, piles)
    inside = running.numbers[:, :, ends] - running.numbers[:, :, starts]
    hit = inside[..., 0].sum(axis=0)
    worth = best_worth_of(list(inside)).sum(axis=-1) + wrong.worth[:, high] + wrong.worth[:, low]
    final = worth / tallies.total - FINAL_LOSS * len(tallies.known.colours)
    value = whole_value(points * hit / tallies.total, final, weight)
    return WeighedBets(lengths, lows, points, hit, high, low, cuts.hands, wrong, final, value)


class Running(NamedTuple):
    """Running totals over the sums that occur, from none to all: entry k of a throw is about the first k of them."""

    numbers: Ints
    pairs: Ints
    lowest: int

    def at(self, sums: Ints) -> Ints:
        """Which entry is about the sums below each of these."""
        entries: Ints = np.minimum(np.maximum(sums - self.lowest, 0), self.numbers.shape[2] - 1)  # np.clip is slow
        return entries


def _totals(counts: Ints) -> Ints:
    *sets, span, size = counts.shape
    totals = np.zeros((*sets, span + 1, size), dtype=counts.dtype)
    np.add.accumulate(counts, axis=-2, out=totals[..., 1:, :])
    return totals


def _wrong_sets(running: Running, starts: Ints, ends: Ints, shortest: Ints) -> tuple[Cuts, Ints, Ints]:
    """All sets of hands that wrong answers can leave, and which of them `high` and `low` leave for each bet.

    First those below each sum, then those from each sum on, then for bets with the shortest token those around it: no
    direction is told then, so the second set of these bets is the empty one.
    """
    size = running.numbers.shape[2]
    first = np.ones(len(shortest), dtype=np.bool_)  # bets that cover no possible sum are alike
    first[1:] = (np.diff(starts[shortest]) != 0) | (np.diff(ends[shortest]) != 0)
    start, end, which = starts[shortest][first], ends[shortest][first], first.cumsum() - 1
    numbers, pairs = (_below_above_around(totals, start, end) for totals in (running.numbers, running.pairs))
    high, low = starts.copy(), size + ends
    high[shortest], low[shortest] = 2 * size + which, 2 * size - 1
    return Cuts(numbers, pairs), high, low


def _below_above_around(totals: Ints, start: Ints, end: Ints) -> Ints:
    every = totals[..., -1:, :]
    return np.concatenate([totals, every - totals, every - totals[..., end, :] + totals[..., start, :]], axis=-2)


def rank_bets(known: Known, dice: Sequence[str], stakes: Stakes) -> tuple[BetOption, ...]:
    """All bets with the free tokens, the highest value first."""
    weighed = weigh_bets(Tallies(known), [dice], stakes)
    options = [_option(known, weighed, 0, i, min(stakes.tokens)) for i in range(len(weighed.lows))]
    return tuple(sorted(options, key=lambda option: (-round(option.value, 9), -option.hit, option.token, option.low)))


def compare_bet(known: Known, dice: Sequence[str], stakes: Stakes, low: int, high: int) -> tuple[BetOption, BetOption]:
    """The bet on these numbers and the best one."""
    weighed = weigh_bets(Tallies(known), [dice], stakes)
    made = int(np.flatnonzero((weighed.lows == low) & (weighed.tokens == high - low + 1))[0])
    chosen, best = (_option(known, weighed, 0, i, min(stakes.tokens)) for i in (made, weighed.best()))
    return chosen, best


def sum_chances(known: Known, dice: Sequence[str]) -> tuple[float, ...]:
    """How likely each sum from 0 to 21 is."""
    counts = np.bincount(known.sums([dice])[0], known.ways, len(SUMS))
    return tuple(float(count) for count in counts / known.total)


def _option(known: Known, weighed: WeighedBets, throw: int, i: int, shortest: int) -> BetOption:
    token, low, hit = int(weighed.tokens[i]), int(weighed.lows[i]), int(weighed.hit[throw, i])
    wrong = {"miss": weighed.high[i]} if token == shortest else {"high": weighed.high[i], "low": weighed.low[i]}
    return BetOption(
        token=token,
        low=low,
        high=low + token - 1,
        points=int(weighed.points[i]),
        hit=hit / known.total,
        outcomes=(
            Outcome("hit", hit, hit / known.total, None),
            *(_outcome(known, weighed, answer, (throw, int(place))) for answer, place in wrong.items()),
        ),
        final=float(weighed.final[throw, i]),
        value=float(weighed.value[throw, i]),
    )


def _outcome(known: Known, weighed: WeighedBets, answer: str, place: tuple[int, int]) -> Outcome:
    hands, swap = int(weighed.hands[place]), int(weighed.wrong.colour[place])
    return Outcome(answer, hands, hands / known.total, known.colours[swap] if hands and swap >= 0 else None)


# Which die to turn, and to what: every throw the thrower may make of the dice, by the best bet it allows.


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
        told = later("it allows {bet} with the token of {token}: {reason}")
        return say(told, bet=bet.span, token=bet.token, reason=bet.reason)

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
        problem = say("{typed} dice; there are {dice}.", typed=len(dice), dice=DICE)
        hint = say_remark("Type the colours as thrown: {ask}", ask=with_option("dice", "y g b"))
        raise unreadable(None, problem, hint)
    return dice


Turns = Mapping[tuple[str, ...], tuple[tuple[str, str], ...]]


def turns(thrown: Sequence[str], colours: Sequence[str]) -> Turns:
    """What the thrower may make of the dice, and how with the fewest turns; colours in pad order.

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


def rank_dice(known: Known, thrown: Sequence[str], stakes: Stakes) -> tuple[DiceOption, ...]:
    """Every way to leave the dice, best first; among equals the one with fewer turns."""
    made = turns(thrown, known.colours)
    weighed = weigh_bets(Tallies(known), tuple(made), stakes)
    options = [
        DiceOption(dice, turned, _option(known, weighed, i, weighed.best(i), min(stakes.tokens)))
        for i, (dice, turned) in enumerate(made.items())
    ]
    return tuple(sorted(options, key=lambda option: (-round(option.value, 9), len(option.turned))))


# Which colour to lay off after a wrong bet: the card shown sharpens older sums, the new one starts from the unseen.


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
        told = later(
            "the {colour} card is worth {now} as it is, a new one {new} ({unseen} unseen); seeing the old one adds "
            "{sharpens} to the other colours"
        )
        figures = {"now": format_figure(self.card_now, "+"), "new": format_figure(self.card_new, "+")}
        return say(
            told, colour=say(self.colour), unseen=self.unseen, sharpens=format_figure(self.sharpens, "+"), **figures
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
                sharpens=max(0.0, float((worths[i] - (now.sum() - now[i])) / total - new)),  # seeing more never hurts
            )
        )
    return tuple(sorted(options, key=lambda option: -round(option.value, 9)))
