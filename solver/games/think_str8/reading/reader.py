"""The hands I may hold, weighed by the bets of the others as they are laid.

A rival sees my cards, so a rival's bet is likelier with some of my hands than with others. Per rival several mixtures
of styles run side by side, each weighed by how well it foretold that rival's bets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.hands_left import Ints, Known, Viewpoint
from solver.games.think_str8.reading.styles import CAUTION, MIXTURES, Floats, View, style_chances, sum_chances
from solver.games.think_str8.rules import COLOURS, NUMBERS, TOKENS, Bet, Card, Dice, See, Swap, sums_told
from solver.grammar import Event
from solver.log import Line, at_line

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
    cells: Ints


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
            self.reads.append(ReadBet(bet.player, self.round, bet.low, bet.high, foretold, cells))

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


def weigh_hands(known: Known, weights: Weights) -> Known:
    """Hands with whole numbers for weights; those too unlikely to matter in any choice are left out."""
    likely = known.ways * weights
    ways = np.rint(likely * (SCALE / likely.sum())).astype(np.int64)
    kept = ways > 0
    return replace(known, hands=known.hands[kept], ways=ways[kept])
