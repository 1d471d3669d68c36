"""The hands I may hold, weighed by the bets of the others as they are laid.

A rival sees my cards, so a rival's bet is likelier with some of my hands than with others. What a rival can know of
that rival's own hand is kept in as few cells as possible. No single picture of people is believed: the chance of a bet
is a mixture of styles, and for each rival several mixtures run side by side, each weighed by how well it predicted the
bets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from math import prod
from typing import Self

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.facts import Ints, Known, Viewpoint, list_places
from solver.games.think_str8.rules import COLOURS, NUMBERS, SUMS, TOKENS, Bet, Card, Dice, See, Swap, sums_told
from solver.grammar import Event
from solver.log import Line, at_line

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Tied:
    """Colours tied by sums that a player was told: `fits` has an axis per colour over the numbers it may have."""

    colours: tuple[int, ...]
    fits: Bools


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What a rival can know of their own hand before seeing mine: per colour the numbers, and the ties between them."""

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
        kept = [place for place, other in enumerate(self.numbers[colour]) if other != number]
        fits = group.fits.take(kept, axis=group.colours.index(colour))
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
        """The cards, each counted a number of times, add up to one of these sums."""
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


Floats = NDArray[np.float32]
KEEN = np.float32(3)  # a keen player prefers points this many times as strongly as a calm one
WIDTHS = 1.2, 0.7  # of the bells around the sum a player expects, and around the middle of what it can be
SAME = 1e-5  # points on average that nobody tells apart
CAUTION = 0.9  # bets are believed a little less than they seem to tell: no style is quite how people play


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


def sum_chances(view: View, times: Sequence[int], mine: Sequence[Sequence[int]], hands: Ints) -> tuple[Floats, Ints]:
    """`[cell, sum]`: what a rival thinks of their own sum if I hold those cards; and the cell of each of my hands.

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

    Each axis is turned to the end as it is counted: such matrix products are the quickest way.
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
    tokens = tuple(tokens)
    lengths, lows, points = list_places(tokens)
    running = np.zeros((len(chances), len(SUMS) + 1), dtype=np.float32)
    np.cumsum(chances, axis=1, out=running[:, 1:])
    worth = (running[:, lows + lengths] - running[:, lows]) * points.astype(np.float32)
    made = int(np.flatnonzero((lengths == high - low + 1) & (lows == low))[0])
    calm, keen = np.exp(worth), np.exp(KEEN * worth)
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
            _bell(middle, low, high, WIDTHS[1]) * _token_chances(tokens, high - low + 1)[last - first],
            np.full(len(chances), 1 / len(lows)),
        ]
    ).astype(np.float32)


def _bell(centres: Floats, low: int, high: int, width: float) -> Floats:
    """How likely a token of that length lies there, if it is laid around a centre, more or less."""
    middles = np.arange(len(SUMS) - (high - low), dtype=np.float32) + np.float32((high - low) / 2)
    bell = np.exp(-((middles - centres[:, None]) ** 2) / np.float32(2 * width**2))
    chances: Floats = bell[:, low] / (bell.sum(axis=1) + np.float32(1e-30))
    return chances


@lru_cache
def _token_chances(tokens: tuple[tuple[int, int], ...], length: int) -> Floats:
    """How likely the token of that length is taken, by how far the last sum that can be lies beyond the first.

    Half of the time any token, otherwise the one that brings most points if all sums of the span are equally likely.
    """
    lengths, points = np.array(tokens).T
    worth = points * np.minimum(lengths, np.arange(1, len(SUMS) + 1)[:, None])
    best = worth == worth.max(axis=1, keepdims=True)
    chances: Floats = 0.5 / len(tokens) + 0.5 * best[:, lengths == length][:, 0] / best.sum(axis=1)
    return chances.astype(np.float32)


# A viewpoint that reads.


Weights = NDArray[np.float64]
SCALE = 1 << 18  # all hands together, once their weights are whole numbers


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A swap of the player may be missing from the log: what the player was told before says nothing any more."""

    player: str
    line: Line = at_line()


@dataclass(frozen=True, slots=True, eq=False)
class ReadBet:
    """A bet that was read: `[mixture, cell]` how likely it was, and the cell of each of my hands."""

    player: str
    round: int
    low: int
    high: int
    foretold: Floats
    cells: NDArray[np.int32]


class Reader(Viewpoint):
    """A viewpoint that reads: beside the hands that fit, how likely every rival's bets were with each of them.

    `trust` is how far bets are believed, 0 to 1. With `recall` single bets can be left out again.
    """

    def __init__(
        self,
        players: Sequence[str],
        me: str,
        colours: Sequence[str] = COLOURS,
        tokens: Mapping[int, int] = TOKENS,
        trust: float = 1.0,
        recall: bool = False,
    ) -> None:
        super().__init__(players, me, colours)
        self.tokens, self.trust, self.recall = tokens, trust, recall
        self.rivals = tuple(player for player in self.players if player != me)
        self.round = 0
        self.reads: list[ReadBet] = []
        self._views = {rival: View.begin([tuple(NUMBERS)] * len(self.colours)) for rival in self.rivals}
        self._told: dict[str, Floats] = {}  # by rival, [mixture, hand]: how likely the bets were, up to a factor
        self._taken: frozenset[int] = frozenset()
        self._likely: dict[str, Floats] = {}  # the same over all mixtures
        self._weights: Weights | None = None
        self._weighed: Known | None = None

    def copy(self) -> Self:
        """Another reader that can go on from here by itself."""
        twin = copy(self)
        twin.events, twin.piles, twin.reads = list(self.events), dict(self.piles), list(self.reads)
        twin.unseen = {colour: list(numbers) for colour, numbers in self.unseen.items()}
        twin._views, twin._told, twin._likely = dict(self._views), dict(self._told), dict(self._likely)
        return twin

    def see(self, event: Event) -> None:
        super().see(event)
        if isinstance(event, Dice):
            self._taken, self.round = frozenset(), self.round + 1
        elif isinstance(event, See):
            for card in event.cards:
                self._shown(event.holder, card)
        elif isinstance(event, Bet):
            self._see_bet(event)
        elif isinstance(event, Swap):
            self._read_swap(event)
        elif isinstance(event, Forgotten):
            self._forget(event.player)

    def _see_bet(self, bet: Bet) -> None:
        free = [(length, points) for length, points in sorted(self.tokens.items()) if length not in self._taken]
        length = bet.high - bet.low + 1
        if bet.player != self.me and bet.answer:
            sums = sums_told(bet.low, bet.high, bet.answer)
            self._views[bet.player] = self._views[bet.player].told(self.times, sums)
        elif bet.player != self.me and any(length == token for token, _ in free) and len(self.rows):
            self._read(bet, free)
        self._taken |= {length}

    def _read(self, bet: Bet, free: Sequence[tuple[int, int]]) -> None:
        """A bet that was laid: how natural it is with each of my hands."""
        chances, cells = sum_chances(self._views[bet.player], self.times, list(self.unseen.values()), self.rows)
        styles = style_chances(chances, free, bet.low, bet.high)
        foretold = (MIXTURES @ styles) ** np.float32(CAUTION * self.trust)
        foretold /= foretold.max()
        told = foretold[:, cells]
        self._told[bet.player] = self._told[bet.player] * told if bet.player in self._told else told
        self._likely.pop(bet.player, None)
        self._weights = self._weighed = None
        if self.recall:
            self.reads.append(ReadBet(bet.player, self.round, bet.low, bet.high, foretold, cells.astype(np.int32)))

    def _shown(self, holder: str, card: Card) -> None:
        """Everybody sees the card except its holder."""
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

    def _forget(self, player: str) -> None:
        if player in self._views:
            self._views[player] = View.begin(self._views[player].numbers)
        else:
            self._rows = self._known = self._weights = self._weighed = None
            self._told, self._likely, self.reads = {}, {}, []

    def _cross_out(self, colour: str, number: int) -> None:
        self._weighed = None
        super()._cross_out(colour, number)

    def _take(self, places: Ints) -> None:
        self._weights = self._weighed = None
        self._told = {rival: told[:, places] for rival, told in self._told.items()}
        self._likely = {rival: likely[places] for rival, likely in self._likely.items()}
        self.reads = [replace(read, cells=read.cells[places]) for read in self.reads]
        super()._take(places)

    @property
    def size(self) -> int:
        """About how many numbers of eight bytes it holds: hands, how likely they are, and where each bet saw them."""
        return 0 if self._rows is None else len(self._rows) * (2 * len(self.colours) + len(self.reads))

    def place_of(self, hand: Sequence[int | None]) -> int | None:
        """Where a hand stands among the rows; None if it is not one of them."""
        found = np.flatnonzero((self.rows == [-1 if card is None else card for card in hand]).all(axis=1))
        return int(found[0]) if len(found) else None

    # My hands, weighed.

    @property
    def has_read(self) -> bool:
        return bool(self._told)

    @property
    def weights(self) -> Weights:
        """How likely each hand is, up to a factor."""
        if self._weights is None:
            self._weights = self._multiply(self._told)
        return self._weights

    def weights_of(self, rival: str) -> Weights:
        """The same from the bets of one rival alone."""
        return self._likely_by(rival).astype(np.float64) if rival in self._told else np.ones(len(self.rows))

    def weights_without(self, read: ReadBet) -> Weights:
        """The same had that bet not been laid."""
        others = self._multiply([rival for rival in self._told if rival != read.player])
        others *= (self._told[read.player] / read.foretold[:, read.cells]).mean(axis=0)
        return others

    def _multiply(self, rivals: Iterable[str]) -> Weights:
        weights = np.ones(len(self.rows))
        for rival in rivals:
            weights *= self._likely_by(rival)
        return weights

    def _likely_by(self, rival: str) -> Floats:
        """A rival's mixtures are equally likely beforehand."""
        if rival not in self._likely:
            self._likely[rival] = self._told[rival].mean(axis=0)
        return self._likely[rival]

    @property
    def weighed(self) -> Known:
        """The hands with whole numbers for weights, so that they can be counted like exact ones."""
        if self._weighed is None:
            self._weighed = weigh_hands(self.known, self.weights)
        return self._weighed


def bits_gained(weights: Weights, true: int) -> float:
    """How much likelier than by the hands alone the hand at a place is, in bits."""
    return float(np.log2(weights[true] / weights.mean()))


def weigh_hands(known: Known, weights: Weights) -> Known:
    """Hands with whole numbers for weights; those too unlikely to matter in any choice are left out."""
    likely = known.ways * weights
    ways = np.rint(likely * (SCALE / likely.sum())).astype(np.int64)
    kept = ways > 0
    return replace(known, hands=known.hands[kept], ways=ways[kept])
