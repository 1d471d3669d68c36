"""Reading the table: what the others' bets tell about my own cards. Evidence, never a proof.

A rival sees my cards, so a rival's bet is likelier with some of my hands than with others. For every hand that I may
hold, the hands the rival then thinks possible give the chance of each bet, and so how natural the bet is that was made.
No single picture of people is believed: a bet's chance is a mixture of styles, and per rival several mixtures run side
by side, each weighed by how well it foretold that rival's bets. Nothing here may reach what is called exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from math import prod

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.events import Bet, Card, Dice, See, Swap
from solver.games.think_str8.hands_left import Ints, Known
from solver.games.think_str8.rules import COLOURS, NUMBERS, SUMS, TOKENS, sums_told
from solver.games.think_str8.viewpoint import Viewpoint
from solver.grammar import Event

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

KEEN = 3  # a keen player prefers points so many times as strongly as a calm one
WIDTHS = 1.2, 0.7  # of the bells around the sum a player expects, and around the middle of what it can be
SAME = 1e-5  # points on average that nobody tells apart
CAUTION = 0.9  # bets are believed a little less than they seem to tell: no style is quite how people play
SCALE = 1 << 18  # all hands together, once their weights are whole numbers
# Shares of the styles: calm, keen, the best bet by points, around the expected sum, around the middle, any bet.
MIXTURES = np.array(
    [
        [0.38, 0.19, 0.09, 0.10, 0.09, 0.15],
        [0.00, 0.60, 0.17, 0.08, 0.00, 0.15],
        [0.00, 0.00, 0.00, 0.00, 0.85, 0.15],
        [0.10, 0.00, 0.00, 0.00, 0.00, 0.90],
    ],
    dtype=np.float32,
)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A swap of the player may be missing from the log: what the player was told before says nothing any more."""

    player: str


@dataclass(frozen=True, slots=True, eq=False)
class Tied:
    """Colours tied by sums that a player was told: `fits` has an axis per colour over the numbers it may have."""

    colours: tuple[int, ...]
    fits: Bools


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What a rival can know of the own hand before seeing mine: per colour the numbers, and the ties between them."""

    numbers: tuple[tuple[int, ...], ...]
    groups: tuple[Tied, ...]

    @classmethod
    def begin(cls, numbers: Sequence[tuple[int, ...]]) -> View:
        fresh = (Tied((i,), np.ones(len(each), dtype=np.bool_)) for i, each in enumerate(numbers))
        return cls(tuple(numbers), tuple(fresh))

    def without(self, colour: int, number: int) -> View:
        """That card is seen elsewhere."""
        if number not in self.numbers[colour]:
            return self
        group = self._group(colour)
        fits = np.delete(group.fits, self.numbers[colour].index(number), group.colours.index(colour))
        return self._with_numbers(colour, number)._with_groups(Tied(group.colours, fits))

    def swapped(self, colour: int, number: int) -> View:
        """The card is laid off, seen by its owner now, and another one drawn."""
        view, group = self, self._group(colour)
        if number in self.numbers[colour]:
            fits = np.asarray(group.fits.take(self.numbers[colour].index(number), group.colours.index(colour)))
            view = self._with_numbers(colour, number)
        else:  # the log has it twice; nothing can be learnt from such a card
            fits = np.asarray(group.fits.any(axis=group.colours.index(colour)))
        fresh = Tied((colour,), np.ones(len(view.numbers[colour]), dtype=np.bool_))
        others = tuple(other for other in group.colours if other != colour)
        return view._with_groups(fresh, *([Tied(others, fits)] if others else []))

    def told(self, times: Sequence[int], sums: Iterable[int]) -> View:
        """The cards, each counted so many times, add up to one of these sums."""
        group = self.joined(times)
        told = np.zeros(len(SUMS), dtype=np.bool_)
        told[list(sums)] = True
        return self._with_groups(Tied(group.colours, group.fits & told[self.sums_of(group.colours, times)]))

    def joined(self, times: Sequence[int]) -> Tied:
        """All groups with a colour that counts, as one; its last colours are those that count."""
        touched = [group for group in self.groups if any(times[colour] for colour in group.colours)]
        group = reduce(_join, touched)
        order = sorted(range(len(group.colours)), key=lambda axis: times[group.colours[axis]] > 0)
        return Tied(tuple(group.colours[axis] for axis in order), group.fits.transpose(order))

    def sums_of(self, colours: Sequence[int], times: Sequence[int]) -> Ints:
        """The sum in every cell of these colours, an axis for each."""
        sums = np.zeros((), dtype=np.int64)
        for colour in colours:
            sums = np.add.outer(sums, [times[colour] * number for number in self.numbers[colour]])
        return sums

    def _group(self, colour: int) -> Tied:
        return next(group for group in self.groups if colour in group.colours)

    def _with_numbers(self, colour: int, without: int) -> View:
        left = tuple(number for number in self.numbers[colour] if number != without)
        return replace(self, numbers=(*self.numbers[:colour], left, *self.numbers[colour + 1 :]))

    def _with_groups(self, *changed: Tied) -> View:
        """Groups that share a colour with a changed one give way to it."""
        colours = {colour for group in changed for colour in group.colours}
        return replace(self, groups=(*(group for group in self.groups if not colours & set(group.colours)), *changed))


def _join(one: Tied, two: Tied) -> Tied:
    return Tied(one.colours + two.colours, np.logical_and.outer(one.fits, two.fits))


# How natural a bet is.


def sum_chances(view: View, times: Sequence[int], mine: Sequence[Sequence[int]], hands: Ints) -> tuple[Floats, Ints]:
    """`[cell, sum]`: what a rival thinks of the own sum if I hold those cards; and the cell of each of my hands.

    `mine` are the numbers my cards can have. Only colours tied to those that count matter.
    """
    group = view.joined(times)
    busy = [colour for colour in group.colours if times[colour]]
    idle = [colour for colour in group.colours if not times[colour]]
    counts = _keep_apart(group.fits.astype(np.float32), view, idle, mine)
    sums = view.sums_of(busy, times).ravel()
    agrees = (sums[:, None] == np.arange(len(SUMS))).astype(np.float32)
    shape = [len(view.numbers[colour]) for colour in busy]
    by_sum = counts.reshape(len(sums), -1, 1) * agrees[:, None]
    by_sum = _keep_apart(by_sum.reshape(*shape, -1), view, busy, mine)
    cells, place = _cells_of(idle + busy, mine, hands)
    thrown = prod(len(mine[colour]) for colour in busy)
    counted = by_sum.reshape(-1, len(SUMS), thrown)[cells // thrown, :, cells % thrown]
    total = counted.sum(axis=1, keepdims=True)
    return np.divide(counted, total, out=np.full_like(counted, 1 / len(SUMS)), where=total > 0), place


def _keep_apart(counts: Floats, view: View, colours: Sequence[int], mine: Sequence[Sequence[int]]) -> Floats:
    """The first axes, one for each of these colours, counted by the number that I hold instead: they must differ.

    Each axis is turned to the end as it is counted: such products of matrices are the quickest way.
    """
    for colour in colours:
        apart = np.not_equal.outer(view.numbers[colour], mine[colour]).astype(np.float32)
        counts = counts.reshape(len(apart), -1).T @ apart
    return counts


def _cells_of(colours: Sequence[int], mine: Sequence[Sequence[int]], hands: Ints) -> tuple[Ints, Ints]:
    """The cells of these colours that my hands lie in, and which of them each hand lies in."""
    codes = np.zeros(len(hands), dtype=np.int64)
    for colour in colours:
        places = np.zeros(len(NUMBERS), dtype=np.int64)
        places[list(mine[colour])] = range(len(mine[colour]))
        codes = codes * len(mine[colour]) + places[hands[:, colour]]
    occupied = np.zeros(prod(len(mine[colour]) for colour in colours), dtype=np.bool_)
    occupied[codes] = True
    return np.flatnonzero(occupied), (occupied.cumsum() - 1)[codes]


def style_chances(chances: Floats, tokens: Sequence[tuple[int, int]], low: int, high: int) -> Floats:
    """`[style, cell]`: how likely each style makes this bet, one of all places of these tokens (length and points).

    Calm and keen players find a bet the likelier the more points it brings on average.
    """
    lengths, lows, points = _places(tuple(tokens))
    running = np.zeros((len(chances), len(SUMS) + 1), dtype=np.float32)
    np.cumsum(chances, axis=1, out=running[:, 1:])
    worth = (running[:, lows + lengths] - running[:, lows]) * points
    made = int(np.flatnonzero((lengths == high - low + 1) & (lows == low))[0])
    calm = np.exp(worth)
    keen = calm**KEEN
    best = worth > worth.max(axis=1, keepdims=True) - SAME
    expected = (chances @ np.arange(len(SUMS), dtype=np.float32)).astype(np.float32)
    first, last = (chances > 0).argmax(axis=1), len(SUMS) - 1 - (chances[:, ::-1] > 0).argmax(axis=1)
    middle = ((first + last) / 2).astype(np.float32)
    return np.stack(
        [
            calm[:, made] / calm.sum(axis=1),
            keen[:, made] / keen.sum(axis=1),
            best[:, made] / best.sum(axis=1),
            _bell(expected, low, high, WIDTHS[0]) / len(tokens),
            _bell(middle, low, high, WIDTHS[1]) * _token_chance(last - first + 1, tokens, high - low + 1),
            np.full(len(chances), 1 / len(lows)),
        ]
    ).astype(np.float32)


def _bell(centres: Floats, low: int, high: int, width: float) -> Floats:
    """How likely a token of that length lies there, if it is laid around a centre, more or less."""
    middles = np.arange(len(SUMS) - (high - low), dtype=np.float32) + np.float32((high - low) / 2)
    bell = np.exp(-((middles - centres[:, None]) ** 2) / np.float32(2 * width**2))
    chances: Floats = bell[:, low] / (bell.sum(axis=1) + np.float32(1e-30))
    return chances


def _token_chance(spans: Ints, tokens: Sequence[tuple[int, int]], length: int) -> Floats:
    """Half of the time any token, else the one with most points as if all sums of the span were equally likely."""
    lengths, points = np.array(tokens).T
    worth = points * np.minimum(lengths, spans[:, None])
    best = worth == worth.max(axis=1, keepdims=True)
    chances: Floats = 0.5 / len(tokens) + 0.5 * best[:, lengths == length][:, 0] / best.sum(axis=1)
    return chances


@lru_cache
def _places(tokens: tuple[tuple[int, int], ...]) -> tuple[Ints, Ints, Floats]:
    """Length, first number and points of every bet with these tokens."""
    places = [(length, low, points) for length, points in tokens for low in range(len(SUMS) - length + 1)]
    lengths, lows, points = np.array(places, dtype=np.int64).T.copy()
    return lengths, lows, points.astype(np.float32)


# My hands, weighed.


class Reader(Viewpoint):
    """A viewpoint that reads: beside the hands that fit, how likely every rival's bets were with each of them."""

    def __init__(
        self,
        players: Sequence[str],
        me: str,
        colours: Sequence[str] = COLOURS,
        tokens: Mapping[int, int] = TOKENS,
    ) -> None:
        super().__init__(players, me, colours)
        self.tokens = tokens
        self.rivals = tuple(player for player in self.players if player != me)
        every = [tuple(NUMBERS)] * len(self.colours)
        self._views = {rival: View.begin(every) for rival in self.rivals}
        self._told: Floats | None = None
        self._taken: set[int] = set()
        self._weighed: Known | None = None

    def see(self, event: Event) -> None:
        super().see(event)
        if isinstance(event, Dice):
            self._taken = set()
        elif isinstance(event, See):
            for card in event.cards:
                self._shown(event.holder, card)
        elif isinstance(event, Bet) and event.player != self.me:
            if event.answer:
                sums = sums_told(event.low, event.high, event.answer)
                self._views[event.player] = self._views[event.player].told(self.times, sums)
            else:
                self._read(event)
        elif isinstance(event, Swap):
            self._read_swap(event)
        if isinstance(event, Bet):
            self._taken.add(event.high - event.low + 1)

    def _cross_out(self, colour: str, number: int) -> None:
        self._weighed = None
        super()._cross_out(colour, number)

    def _shown(self, holder: str, card: Card) -> None:
        """All see the card but the one who holds it."""
        column = self.colours.index(card.colour)
        for rival in self.rivals:
            if rival != holder:
                self._views[rival] = self._views[rival].without(column, card.number)

    def _read_swap(self, swap: Swap) -> None:
        column = self.colours.index(swap.old.colour)
        for card in (swap.old, swap.new) if swap.new else (swap.old,):
            self._shown(swap.player, card)
        if swap.player != self.me:
            self._views[swap.player] = self._views[swap.player].swapped(column, swap.old.number)

    def _read(self, bet: Bet) -> None:
        """A bet that was laid: how natural it is with each of my hands."""
        free = [(length, points) for length, points in sorted(self.tokens.items()) if length not in self._taken]
        chances, place = sum_chances(self._views[bet.player], self.times, list(self.unseen.values()), self.rows)
        foretold = (MIXTURES @ style_chances(chances, free, bet.low, bet.high)) ** np.float32(CAUTION)
        told = self.told[self.rivals.index(bet.player)]
        told *= (foretold / foretold.max())[:, place]
        self._weighed = None

    def _take(self, places: Ints) -> None:
        self._weighed = None
        if self._told is not None:
            self._told = self._told[:, :, places]
        super()._take(places)

    @property
    def told(self) -> Floats:
        """`[rival, mixture, hand]`: how likely the rival's bets were, up to a factor."""
        if self._told is None:
            self._told = np.ones((len(self.rivals), len(MIXTURES), len(self.rows)), dtype=np.float32)
        return self._told

    @property
    def weights(self) -> NDArray[np.float64]:
        """How likely each hand is, up to a factor."""
        weights: NDArray[np.float64] = self.told.mean(axis=1).prod(axis=0, dtype=np.float64)
        return weights

    @property
    def weighed(self) -> Known:
        """The hands with whole numbers for weights, so that they can be counted like exact ones."""
        if self._weighed is None:
            known, weights = self.known, self.weights
            ways = np.rint(weights * (SCALE / weights.sum())).astype(np.int64)
            kept = ways > 0
            self._weighed = replace(known, hands=known.hands[kept], ways=ways[kept])
        return self._weighed
