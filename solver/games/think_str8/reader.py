"""The hands I may hold, weighed by the bets of the others as they are laid.

A rival sees my cards, so a rival's bet is likelier with some of my hands than with others. What a rival can know of
that rival's own hand is kept in as few cells as possible. No single picture of people is believed: for each rival
several ways to play run side by side, each weighed by how well it predicted the bets, and each of them twice: by
somebody who sees my cards, and by somebody whose bets have nothing to do with them, which is taken for likelier until
the bets tell. So where bets contradict each other, or what I was told myself, little is read from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import reduce
from math import prod
from typing import Self

import numpy as np
from numpy.typing import NDArray

from solver.english import fold
from solver.games.think_str8.events import Bet, Dice, See, Swap
from solver.games.think_str8.facts import Ints, Known, Viewpoint
from solver.games.think_str8.rules import COLOURS, NUMBERS, SUMS, TOKENS, Card, sums_told
from solver.games.think_str8.styles import HABITS, MIXTURES, SHIFTS, Floats, Weights, chances_apart, style_chances
from solver.grammar import Event
from solver.log import Line, at_line

Bools = NDArray[np.bool_]
# Of people whose evenings are known: by folded name, how likely each way to play is, in logarithms, first those of
# somebody who sees my cards, then those that have nothing to do with them.
People = tuple[tuple[str, tuple[float, ...]], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Tied:
    """Colours tied by sums that a player was told: `fits` has an axis per colour over the numbers it may have."""

    colours: tuple[int, ...]
    fits: Bools


@dataclass(frozen=True, slots=True, eq=False)
class RivalView:
    """What a rival can know of their own hand before seeing mine: per colour the numbers, and the ties between them."""

    numbers: tuple[tuple[int, ...], ...]
    groups: tuple[Tied, ...]

    @classmethod
    def begin(cls, numbers: Sequence[tuple[int, ...]]) -> RivalView:
        fresh = (Tied((i,), np.ones(len(each), dtype=np.bool_)) for i, each in enumerate(numbers))
        return cls(tuple(numbers), tuple(fresh))

    def without(self, colour: int, number: int) -> RivalView:
        """That card is seen elsewhere."""
        if number not in self.numbers[colour]:
            return self
        group = self._group(colour)
        kept = [place for place, other in enumerate(self.numbers[colour]) if other != number]
        fits = group.fits.take(kept, axis=group.colours.index(colour))
        return self._with_numbers(colour, number)._with_groups(Tied(group.colours, fits))

    def swapped(self, colour: int, number: int) -> RivalView:
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

    def told(self, times: Sequence[int], sums: Iterable[int]) -> RivalView:
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

    def _with_numbers(self, colour: int, without: int) -> RivalView:
        left = tuple(number for number in self.numbers[colour] if number != without)
        return replace(self, numbers=(*self.numbers[:colour], left, *self.numbers[colour + 1 :]))

    def _with_groups(self, *changed: Tied) -> RivalView:
        """Groups that share a colour with a changed one give way to it."""
        colours = {colour for group in changed for colour in group.colours}
        return replace(self, groups=(*(group for group in self.groups if not colours & set(group.colours)), *changed))


def _join(one: Tied, two: Tied) -> Tied:
    return Tied(one.colours + two.colours, np.logical_and.outer(one.fits, two.fits))


def sum_chances(
    view: RivalView, times: Sequence[int], mine: Sequence[Sequence[int]], hands: Ints
) -> tuple[Floats, Ints]:
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


def _keep_apart(counts: Floats, view: RivalView, colours: Sequence[int], mine: Sequence[Sequence[int]]) -> Floats:
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


# A viewpoint that reads.


SCALE = 1 << 18  # all hands together, once their weights are whole numbers
CAUTION = 0.7  # bets are believed less than they seem to tell: no style is quite how people play
APART = 0.8  # so likely are a rival's bets to have nothing to do with my cards, before any was laid
HABITUAL = 0.9  # so likely is a habit before it is said of somebody
DOUBT = 0.02  # of all that is read: it proves nothing, however well it fits


@dataclass(frozen=True, slots=True)
class Forgotten(Event):
    """A swap of the player may be missing from the log: what the player was told before says nothing any more."""

    player: str
    line: Line = at_line()


@dataclass(frozen=True, slots=True, eq=False)
class ReadBet:
    """A bet that was read: `[mixture, cell]` how likely it was, and the cell of each of my hands.

    `blind` is how likely it was for each way to play that has nothing to do with my cards.
    """

    player: str
    round: int
    low: int
    high: int
    foretold: Floats
    cells: NDArray[np.int32]
    blind: Weights


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
        people: People = (),
    ) -> None:
        super().__init__(players, me, colours)
        self.tokens, self.trust, self.recall = tokens, trust, recall
        self.rivals = tuple(player for player in self.players if player != me)
        self.round = 0
        self.reads: list[ReadBet] = []
        self._views = {rival: RivalView.begin([tuple(NUMBERS)] * len(self.colours)) for rival in self.rivals}
        self._told: dict[str, Floats] = {}  # by rival, [mixture, hand]: how likely the bets were, up to a factor
        self._blind: dict[str, Weights] = {}  # the same if they have nothing to do with my cards
        self._taken: frozenset[int] = frozenset()
        self._likely: dict[str, Weights] = {}  # the same over all mixtures
        self._weights: Weights | None = None
        self._weighed: Known | None = None
        self._priors: dict[str, Weights] = {}
        self.know(people)

    def know(self, people: People) -> None:
        """Of these people some ways to play are likelier than others."""
        known = dict(people)
        self._priors = {rival: _spread_out(known[fold(rival)]) for rival in self.rivals if fold(rival) in known}
        self._likely, self._weights, self._weighed = {}, None, None

    def copy(self) -> Self:
        """Another reader that can go on from here by itself."""
        twin = copy(self)
        twin.events, twin.piles, twin.reads = list(self.events), dict(self.piles), list(self.reads)
        twin.unseen = {colour: list(numbers) for colour, numbers in self.unseen.items()}
        twin._views, twin._told, twin._blind = dict(self._views), dict(self._told), dict(self._blind)
        twin._likely = dict(self._likely)
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
        caution = CAUTION * self.trust
        foretold = (MIXTURES @ style_chances(chances, free, bet.low, bet.high)) ** np.float32(caution)
        most = foretold.max()
        foretold /= most
        told = foretold[:, cells]
        apart = chances_apart(self._lay_before(bet), free, bet.low, bet.high) ** caution / most
        blind = np.concatenate([told.mean(axis=1, dtype=np.float64), apart])
        rival = bet.player
        self._told[rival] = self._told[rival] * told if rival in self._told else told
        self._blind[rival] = self._blind[rival] * blind if rival in self._blind else blind
        self._likely.pop(rival, None)
        self._weights = self._weighed = None
        if self.recall:
            self.reads.append(ReadBet(rival, self.round, bet.low, bet.high, foretold, cells.astype(np.int32), blind))

    def _lay_before(self, bet: Bet) -> tuple[list[float], list[float]]:
        """Where the player's own bets of all rounds lay, and all others' of this round."""
        own: list[float] = []
        lying: list[float] = []
        for event in self.events[:-1]:
            if isinstance(event, Dice):
                lying = []
            if isinstance(event, Bet) and not event.answer:
                centre = (event.low + event.high) / 2
                lying.append(centre)
                own += [centre] if event.player == bet.player else []
        return own, lying

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
            self._views[player] = RivalView.begin(self._views[player].numbers)
        else:
            self._rows = self._known = self._weights = self._weighed = None
            self._told, self._blind, self._likely, self.reads = {}, {}, {}, []

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
        each = len(self.colours) + (len(MIXTURES) * len(self._told) + len(self.reads)) // 2
        return 0 if self._rows is None else len(self._rows) * each

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
        return self._multiply([rival] if rival in self._told else [])

    def weights_without(self, read: ReadBet) -> Weights:
        """The same had that bet not been laid."""
        rival = read.player
        told, blind = self._told[rival] / read.foretold[:, read.cells], self._blind[rival] / read.blind
        likely = _sum_up(told, blind, self._priors.get(rival))
        return _doubt(self._product([other for other in self._told if other != rival]) * likely)

    def habit_of(self, rival: str, hand: int) -> int:
        """By how many spaces the rival lays the token too high (or, below 0, too low), if I hold the hand at a place.

        0 where a habit is not much likelier than all other ways to play together.
        """
        if rival not in self._told:
            return 0
        told = self._told[rival][:, hand] + self._blind[rival][: len(MIXTURES)]
        likely = told[HABITS] / (told.sum() + self._blind[rival][len(MIXTURES) :].sum())
        for aside in (1, -1):
            habits = [shift * aside > 0 for shift in SHIFTS]
            if likely[habits].sum() > HABITUAL:
                return round(float(np.average(SHIFTS, weights=likely * habits)))
        return 0

    def ways_of(self, rival: str, hand: int) -> Weights:
        """How likely the rival's bets were for each way to play, in logarithms, if I held the hand at a place."""
        likely = np.concatenate([self._told[rival][:, hand], self._blind[rival]])
        ways: Weights = np.log(likely + np.finfo(np.float32).tiny)
        return ways

    def _multiply(self, rivals: Iterable[str]) -> Weights:
        return _doubt(self._product(rivals))

    def _product(self, rivals: Iterable[str]) -> Weights:
        weights = np.ones(len(self.rows))
        for rival in rivals:
            weights *= self._likely_by(rival)
        return weights

    def _likely_by(self, rival: str) -> Weights:
        if rival not in self._likely:
            self._likely[rival] = _sum_up(self._told[rival], self._blind[rival], self._priors.get(rival))
        return self._likely[rival]

    @property
    def weighed(self) -> Known:
        """The hands with whole numbers for weights, so that they can be counted like exact ones."""
        if self._weighed is None:
            self._weighed = weigh_hands(self.known, self.weights)
        return self._weighed


def _spread_out(ways: Sequence[float]) -> Weights:
    prior: Weights = np.exp(np.array(ways))
    prior /= prior.mean()
    return prior


def _sum_up(told: Floats, blind: Weights, prior: Weights | None) -> Weights:
    """All ways to play are equally likely beforehand, but most are of somebody who does not look at my cards.

    Of people whose evenings are known some ways are likelier.
    """
    if prior is not None:
        told, blind = told * prior[: len(told), None].astype(np.float32), blind * prior[len(told) :]
    likely: Weights = (1 - APART) * told.mean(axis=0, dtype=np.float64) + APART * blind.mean()
    likely /= likely.mean()
    return likely


def _doubt(weights: Weights) -> Weights:
    """A small part of it goes by the hands alone."""
    doubted: Weights = (1 - DOUBT) * weights / weights.mean() + DOUBT
    return doubted


def bits_gained(weights: Weights, true: int) -> float:
    """How much likelier than by the hands alone the hand at a place is, in bits."""
    return float(np.log2(weights[true] / weights.mean()))


def weigh_hands(known: Known, weights: Weights) -> Known:
    """Hands with whole numbers for weights; those too unlikely to matter in any choice are left out."""
    likely = known.ways * weights
    ways = np.rint(likely * (SCALE / likely.sum())).astype(np.int64)
    kept = ways > 0
    return replace(known, hands=known.hands[kept], ways=ways[kept])
