"""What every seat can be asked, and all ways to play: at random, by counting hands, and as people do.

`points` takes the most points of the moment, `exact` follows our advice from exact chances, `best` reads the table too.
`pad` has the deduction pad: one sum at a time, what lies in sight, no counting of hands. `expert` has the pad's crosses
too, but middle sums are likelier and a token is chosen by points times chance. `reader` also looks at the bets that lie
when its turn comes, by a rule of thumb; `noisy` errs like a person.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import exp
from typing import ClassVar, NamedTuple

import numpy as np

from solver.games.think_str8.advice.bets import Stakes, WeighedBets, turns, weigh_bets
from solver.games.think_str8.advice.final_bets import (
    FEW_HANDS,
    SAMPLE,
    bets_for_points,
    draw_hands,
    find_rivals,
    good_for,
    weigh_colours,
    win_prizes,
)
from solver.games.think_str8.advice.tallies import FINAL_WEIGHT, Tallies
from solver.games.think_str8.events import Bet, Dice, See, Swap
from solver.games.think_str8.facts import Known, Viewpoint
from solver.games.think_str8.reader import Reader
from solver.games.think_str8.rules import COLOURS, FINAL_LOSS, FINAL_POINTS, NUMBERS, SUMS, TOKENS, sums_told
from solver.games.think_str8.table import Table
from solver.grammar import Event


class MachineSeat(ABC):
    """A way of playing, on one chair. A seat knows only what its viewpoint saw."""

    viewpoint_type: ClassVar[type[Viewpoint]] = Viewpoint

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        self.viewpoint, self.rng = viewpoint, rng

    def see(self, event: Event) -> None:
        self.viewpoint.see(event)

    @abstractmethod
    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        """How to leave the dice: one may be turned."""

    @abstractmethod
    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        """The run of numbers to lay one of the free tokens on."""

    @abstractmethod
    def swap(self) -> str:
        """The colour to lay off, of those that can be drawn."""

    @abstractmethod
    def final(self, table: Table) -> dict[str, tuple[int, ...]]:
        """One to three numbers for every colour; `table` is what this player could have written down."""


class RandomSeat(MachineSeat):
    """Legal moves, all equally likely."""

    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        return self.rng.choice(list(turns(thrown, COLOURS)))

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        length = self.rng.choice(list(free))
        low = self.rng.randrange(len(SUMS) - length + 1)
        return low, low + length - 1

    def swap(self) -> str:
        return self.rng.choice(self.viewpoint.colours_to_draw)

    def final(self, _table: Table) -> dict[str, tuple[int, ...]]:
        return {
            colour: tuple(sorted(self.rng.sample(NUMBERS, self.rng.choice(list(FINAL_POINTS))))) for colour in COLOURS
        }


class PointsSeat(MachineSeat):
    """The most expected points now: of the bet, then of the final bets."""

    weight = 0.0  # of what a bet teaches, compared with the points of the round

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        self._meant: tuple[int, int] | None = None  # the bet for which a die was turned
        self._tallies: Tallies | None = None

    @property
    def known(self) -> Known:
        return self.viewpoint.known

    @property
    def tallies(self) -> Tallies:
        """The hands ready to be weighed; kept while nothing changes."""
        if self._tallies is None or self._tallies.known is not self.known:
            self._tallies = Tallies(self.known)
        return self._tallies

    def weigh(self, throws: Sequence[Sequence[str]], free: Sequence[int]) -> WeighedBets:
        stakes = Stakes(TOKENS, free, self.viewpoint.colours_to_draw)
        return weigh_bets(self.tallies, throws, stakes, self.weight)

    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        made = turns(thrown, COLOURS)
        throws = tuple(made)
        weighed = self.weigh(throws, tuple(TOKENS))
        values = weighed.value.max(axis=1).round(9).tolist()
        best = min(range(len(throws)), key=lambda throw: (-values[throw], len(made[throws[throw]])))
        self._meant = weighed.best_place(best)
        return throws[best]

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        meant, self._meant = self._meant, None
        if meant and len(free) == len(TOKENS):  # nothing happened since
            return meant
        return self.weigh([self.viewpoint.dice], free).best_place()

    def swap(self) -> str:
        tallies = self.tallies
        worths = tallies.swap_worths(tallies.together()) / tallies.total
        return max(self.viewpoint.colours_to_draw, key=lambda colour: round(float(worths[COLOURS.index(colour)]), 9))

    def final(self, _table: Table) -> dict[str, tuple[int, ...]]:
        return dict(bets_for_points(weigh_colours(self.known)))


class ExactSeat(PointsSeat):
    """Our advice from exact chances, and final bets for the win."""

    weight = FINAL_WEIGHT

    def final(self, table: Table) -> dict[str, tuple[int, ...]]:
        known, me = self.known, self.viewpoint.me
        rivals = find_rivals(table, me)
        assert not isinstance(rivals, str), rivals
        if len(known.hands) > FEW_HANDS:
            known = draw_hands(known, np.random.default_rng(self.rng.randrange(2**32)), SAMPLE)
        return dict(good_for(known, win_prizes(table, me, known.hands, rivals)))


class BestSeat(ExactSeat):
    """The same with the hands weighed by what the others' bets tell."""

    viewpoint_type = Reader
    viewpoint: Reader

    @property
    def known(self) -> Known:
        return self.viewpoint.weighed


# Human ways to play.


@dataclass(frozen=True, slots=True)
class Noted:
    """A sum that was told, as far as it is about cards still held: how often each counts, and what it may be."""

    times: tuple[tuple[str, int], ...]
    sums: frozenset[int]

    def without(self, colour: str, number: int) -> Noted:
        """The card was laid off and seen: what the others must add up to."""
        times = dict(self.times)
        known = times.pop(colour, 0) * number
        return Noted(tuple(times.items()), frozenset(total - known for total in self.sums))


class Pad:
    """The numbers left per colour, by sight and by single sums."""

    def __init__(self, unseen: Mapping[str, Collection[int]]) -> None:
        self.left = {colour: set(numbers) for colour, numbers in unseen.items()}
        self.noted: list[Noted] = []

    def note(self, dice: Sequence[str], bet: Bet) -> None:
        """The answer to a bet."""
        times = tuple((colour, dice.count(colour)) for colour in COLOURS if colour in dice)
        self.noted.append(Noted(times, frozenset(sums_told(bet.low, bet.high, bet.answer or ""))))

    def lay_off(self, colour: str, number: int, unseen: Collection[int]) -> None:
        self.noted = [sums.without(colour, number) for sums in self.noted]
        self.left[colour] = set(unseen)

    def cross_out(self, unseen: Mapping[str, Collection[int]]) -> None:
        """Go over sight and all sums until nothing more can be crossed out."""
        for colour, numbers in self.left.items():
            numbers.intersection_update(unseen[colour])
        before = -1
        while before != (before := sum(map(len, self.left.values()))):
            for noted in self.noted:
                self._cross_out_by(noted)

    def _cross_out_by(self, noted: Noted) -> None:
        for colour, count in noted.times:
            rest = {0}
            for other, times in noted.times:
                if other != colour:
                    rest = {total + times * number for total in rest for number in self.left[other]}
            self.left[colour] = {
                number for number in self.left[colour] if any(total + count * number in noted.sums for total in rest)
            }

    def believed(self, dice: Sequence[str]) -> tuple[int, int]:
        """The lowest and the highest sum the pad leaves."""
        return sum(min(self.left[colour]) for colour in dice), sum(max(self.left[colour]) for colour in dice)


class PadSeat(MachineSeat):
    """Crosses out by single sums and by sight, bets the middle of what it believes, lays off what it knows least."""

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        self.pad = Pad(viewpoint.unseen)

    def see(self, event: Event) -> None:
        super().see(event)
        if isinstance(event, Swap) and event.player == self.viewpoint.me:
            self.pad.lay_off(event.old.colour, event.old.number, self.viewpoint.unseen[event.old.colour])
        if isinstance(event, Bet) and event.player == self.viewpoint.me and event.answer:
            self.pad.note(self.viewpoint.dice, event)
        self.pad.cross_out(self.viewpoint.unseen)

    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        """The dice whose sum it knows best."""
        made = turns(thrown, COLOURS)
        spans = {dice: self.pad.believed(dice)[1] - self.pad.believed(dice)[0] for dice in made}
        return min(made, key=lambda dice: (spans[dice], len(made[dice])))

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        """All sums it believes in seem equally likely, and the middle is the place."""
        first, last = self.pad.believed(self.viewpoint.dice)
        span = last - first + 1
        length = max(free, key=lambda token: (TOKENS[token] * min(token, span) / span, token))
        low = min(max(0, (first + last - length + 1) // 2), len(SUMS) - length)
        return low, low + length - 1

    def swap(self) -> str:
        return max(self.viewpoint.colours_to_draw, key=lambda colour: len(self.pad.left[colour]))

    def final(self, _table: Table) -> dict[str, tuple[int, ...]]:
        most = max(FINAL_POINTS)
        return {
            colour: tuple(sorted(self.rng.sample(sorted(numbers), min(most, len(numbers)))))
            for colour, numbers in self.pad.left.items()
        }


TILT = 0.1  # how strongly a reader believes a bet, per space between it and the expected sum
SLIPS, MISPLACED, UNSURE = 0.1, 0.8, 0.3  # of a noisy player: sums not used, spaces beside, points of difference unseen


class Place(NamedTuple):
    """A token on a run of numbers, and what it seems to bring."""

    worth: float
    low: int
    high: int


def sum_weights(left: Mapping[str, set[int]], dice: Sequence[str]) -> dict[int, float]:
    """How likely each sum seems if all numbers left are equally likely and no sum ties them."""
    weights = {0: 1.0}
    for colour in dict.fromkeys(dice):
        added: dict[int, float] = {}
        for total, number in product(weights, left[colour]):
            reached = total + dice.count(colour) * number
            added[reached] = added.get(reached, 0.0) + weights[total] / len(left[colour])
        weights = added
    return weights


class ExpertSeat(PadSeat):
    """Weighs sums and numbers as far as a head can: colour by colour, sum by sum."""

    def weights(self, dice: Sequence[str]) -> dict[int, float]:
        """How likely each own sum seems."""
        return sum_weights(self.pad.left, dice)

    def places(self, dice: Sequence[str], free: Sequence[int]) -> list[Place]:
        """For each token the best place; among equals the one nearest the expected sum."""
        weights = self.weights(dice)
        every, middle = sum(weights.values()), sum(total * weight for total, weight in weights.items())
        places = []
        for length in free:
            low = max(
                range(len(SUMS) - length + 1),
                key=lambda low: (
                    round(sum(weights.get(total, 0.0) for total in range(low, low + length)), 9),
                    -abs(low + (length - 1) / 2 - middle / every),
                ),
            )
            chance = sum(weights.get(total, 0.0) for total in range(low, low + length)) / every
            places.append(Place(TOKENS[length] * chance, low, low + length - 1))
        return places

    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        """The dice with the best bet."""
        made = turns(thrown, COLOURS)
        worth = {dice: max(self.places(dice, tuple(TOKENS))).worth for dice in made}
        return max(made, key=lambda dice: (round(worth[dice], 9), -len(made[dice])))

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        best = max(self.places(self.viewpoint.dice, free))
        return best.low, best.high

    def final(self, _table: Table) -> dict[str, tuple[int, ...]]:
        return {colour: self.final_bet(self.number_weights(colour)) for colour in COLOURS}

    def number_weights(self, colour: str) -> dict[int, float]:
        """How many combinations each number has in the sums that were told, all of them multiplied."""
        weights = dict.fromkeys(sorted(self.pad.left[colour]), 1.0)
        for noted in self.pad.noted:
            times = dict(noted.times)
            if colour in times:
                rest = Counter(_rests(self.pad.left, noted, colour))
                for number in weights:
                    weights[number] *= sum(rest[total - times[colour] * number] for total in noted.sums)
        return weights if any(weights.values()) else dict.fromkeys(weights, 1.0)

    def final_bet(self, weights: Mapping[int, float]) -> tuple[int, ...]:
        likeliest = sorted(weights, key=lambda number: -weights[number])
        worth = {
            size: (points + FINAL_LOSS) * sum(weights[number] for number in likeliest[:size])
            for size, points in FINAL_POINTS.items()
        }
        return tuple(sorted(likeliest[: max(worth, key=lambda size: (round(worth[size], 9), size))]))


def _rests(left: Mapping[str, set[int]], noted: Noted, colour: str) -> list[int]:
    """All sums of the other cards of a sum that was told."""
    others = [[times * number for number in left[other]] for other, times in noted.times if other != colour]
    return [sum(numbers) for numbers in product(*others)]


class ReaderSeat(ExpertSeat):
    """Keeps a pad for each rival too. A rival who bets lower than expected sees high cards, and those may be mine."""

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        rivals = [player for player in viewpoint.players if player != viewpoint.me]
        self.unseen = {rival: {colour: set(NUMBERS) for colour in COLOURS} for rival in rivals}
        for event in viewpoint.events:
            if isinstance(event, See):
                for card in event.cards:
                    self._show(card.colour, card.number, event.holder)
        self.pads = {rival: Pad(unseen) for rival, unseen in self.unseen.items()}
        self.astray = 0.0  # spaces between the bets of this round and the expected sums, added up

    def see(self, event: Event) -> None:
        super().see(event)
        if isinstance(event, Dice):
            self.astray = 0.0
        if isinstance(event, Swap):
            self._see_swap(event)
        if isinstance(event, Bet) and event.player in self.pads:
            pad = self.pads[event.player]
            if event.answer:
                pad.note(self.viewpoint.dice, event)
            else:
                weights = sum_weights(pad.left, self.viewpoint.dice)
                expected = sum(total * weight for total, weight in weights.items())
                self.astray += (event.low + event.high) / 2 - expected
        for rival, pad in self.pads.items():
            pad.cross_out(self.unseen[rival])

    def _see_swap(self, swap: Swap) -> None:
        for card in (swap.old, swap.new) if swap.new else (swap.old,):
            self._show(card.colour, card.number, swap.player)
        if swap.player in self.pads:
            self.unseen[swap.player][swap.old.colour].discard(swap.old.number)
            unseen = self.unseen[swap.player][swap.old.colour]
            self.pads[swap.player].lay_off(swap.old.colour, swap.old.number, unseen)

    def _show(self, colour: str, number: int, holder: str) -> None:
        for rival, unseen in self.unseen.items():
            if rival != holder:
                unseen[colour].discard(number)

    def weights(self, dice: Sequence[str]) -> dict[int, float]:
        plain = super().weights(dice)
        if dice != self.viewpoint.dice:
            return plain
        middle = sum(total * weight for total, weight in plain.items())
        return {total: weight * exp(-TILT * self.astray * (total - middle)) for total, weight in plain.items()}


class NoisySeat(ExpertSeat):
    """Forgets a sum now and then, misjudges points, and lays the token a little beside."""

    def see(self, event: Event) -> None:
        before = len(self.pad.noted)
        super().see(event)
        if len(self.pad.noted) > before and self.rng.random() < SLIPS:
            self.pad.noted.pop()

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        places = self.places(self.viewpoint.dice, free)
        best = max(places, key=lambda place: place.worth + self.rng.gauss(0, UNSURE))
        length = best.high - best.low + 1
        low = min(max(0, best.low + round(self.rng.gauss(0, MISPLACED))), len(SUMS) - length)
        return low, low + length - 1

    def number_weights(self, colour: str) -> dict[int, float]:
        weights = super().number_weights(colour)
        return {number: weight * exp(self.rng.gauss(0, UNSURE)) for number, weight in weights.items()}
