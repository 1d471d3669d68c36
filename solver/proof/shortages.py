"""Counterexamples where cards are made of parts from one stock: which facts a world must violate for lack of pieces.

A number of a card can be ruled out by a fact about that card, or because the pieces it needs are elsewhere: on cards
in sight, or on others in question. Worlds that violate few facts are found card by card, keeping the best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from solver.engine.facts import Fact, Hidden, Limit, OneOf, Parts, Puzzle
from solver.engine.worlds import open_numbers, pieces_known, shown_numbers
from solver.log import Line

_MOST_MASKS = 8  # found at a time
_FEW, _ALL = 48, 256  # numbers of a card that are tried: first the lightest, then all
_KEPT = 40  # partial worlds that are continued, where there are more than two cards
_NEVER = 1e6  # what it costs to violate a fact that must hold
LEFT_OUT = -1  # in place of a number: the card is not in this world

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """Pieces of one part that a fact (its bit) puts on another card, from the moment `first` to `last`."""

    bit: int
    amount: int
    first: int
    last: int


class Shortages:
    """Worlds in which `cards` are in question; if the first is claimed to have one of `numbers`, it has none of them.

    All other cards are put in sight by some fact or left out. Those in question may be left out too, which violates all
    facts about them.
    """

    def __init__(self, puzzle: Puzzle, cards: Sequence[Hidden], numbers: frozenset[int] | None) -> None:
        self.puzzle, self.cards, self.claimed = puzzle, cards, numbers is not None
        self.kills = [dict.fromkeys((*card.values, LEFT_OUT), 0) for card in cards]
        if numbers is not None:
            self.kills[0] = dict.fromkeys(sorted(frozenset(cards[0].values) - numbers), 0)
        self.impossible = not self.kills[0]
        self.stocks = [stock for stock in puzzle.stocks if any(card in stock.cards for card in cards)]
        self.elsewhere: list[list[_Elsewhere]] = [[] for _ in puzzle.stocks[0].most]
        self._sort_facts()
        self.numbers = [list(kills) for kills in self.kills]
        self.rows = [_rows(card, numbers) for card, numbers in zip(cards, self.numbers, strict=True)]
        self.there = np.array([[card in stock.cards for stock in self.stocks] for card in cards], dtype=np.bool_)
        self.better = self._find_better()

    def _sort_facts(self) -> None:
        """Facts about the cards in question, and those that put pieces elsewhere: of several the cheapest."""
        facts = self.puzzle.facts
        settling: dict[Limit, int] = {}
        for place in sorted(range(len(facts)), key=lambda place: (-facts[place].cost, -place)):
            settling |= dict.fromkeys(facts[place].limits, place)
        for place, fact in enumerate(facts):
            for limit in fact.limits:
                if not isinstance(limit, OneOf):
                    continue
                if limit.card in self.cards:
                    kills = self.kills[self.cards.index(limit.card)]
                    for number in kills.keys() - limit.numbers:
                        kills[number] |= 1 << place
                elif len(limit.numbers) == 1 and settling[limit] == place:
                    self._put(limit, 1 << place)

    def _put(self, limit: OneOf, bit: int) -> None:
        moments = [place for place, stock in enumerate(self.stocks) if limit.card in stock.cards]
        (number,) = limit.numbers
        for part, amount in enumerate(_rows(limit.card, [number])[0].tolist()):
            if amount and moments:
                self.elsewhere[part].append(_Elsewhere(bit, amount, moments[0], moments[-1]))

    def _find_better(self) -> dict[int, int]:
        """For facts about one piece elsewhere: lighter facts about pieces like it that are there at least as long."""
        facts, told = self.puzzle.facts, Counter(each.bit for elsewhere in self.elsewhere for each in elsewhere)
        about = reduce(or_, (kill for kills in self.kills for kill in kills.values()), 0)
        better: dict[int, int] = {}
        for elsewhere in self.elsewhere:
            alike = [each for each in elsewhere if told[each.bit] == each.amount == 1 and not each.bit & about]
            alike.sort(key=lambda each: (facts[each.bit.bit_length() - 1].cost, each.bit))
            for place, each in enumerate(alike):
                covering = [other for other in alike[:place] if other.first <= each.first and each.last <= other.last]
                if covering:
                    better[each.bit] = sum(other.bit for other in covering)
        return better

    def overlooked(self, chosen: int) -> list[int]:
        """Masks of worlds that violate none of the chosen facts; several that share no fact, smallest first."""
        found: list[int] = []
        world = self.lightest(chosen)
        while world is not None:
            found.append(self._violated(world, chosen))
            chosen |= found[-1]
            world = self._light(chosen) if found[-1] and len(found) < _MOST_MASKS else None
        return found

    # The world that violates fewest facts.

    def lightest(self, chosen: int) -> list[int] | None:
        """The number of every card; the chosen facts hold. Where none is found CP-SAT has the last word."""
        world = self._light(chosen)
        return self._find_any(chosen) if world is None and len(self.cards) > 2 else world

    def _light(self, chosen: int) -> list[int] | None:
        """The same, but with more than two cards the lightest may be missed."""
        prices = self._prices(chosen)
        own = [
            np.array([_NEVER if kill & chosen else kill.bit_count() for kill in kills.values()], dtype=np.float64)
            for kills in self.kills
        ]
        order = [np.argsort(costs, kind="stable")[: int((costs < _NEVER).sum())] for costs in own]
        for most in (_FEW, _ALL):
            cost, world = self._best_of([places[:most] for places in order], own, prices)
            rest = [costs[places[most]] for costs, places in zip(own, order, strict=True) if len(places) > most]
            if not rest or (world and cost <= min(rest)):
                break  # any number not tried would cost more by itself
        return world

    def _best_of(self, places: list[Ints], own: list[Floats], prices: Floats) -> tuple[float, list[int] | None]:
        """The lightest world among some numbers of each card, and what it costs."""
        needs: Ints = np.zeros((1, len(self.stocks), len(self.elsewhere)), dtype=np.int64)
        paid, picks = np.zeros(1), np.zeros((1, 0), dtype=np.int64)
        fewest_first = sorted(range(len(places)), key=lambda card: len(places[card]))
        for card in fewest_first:
            at, costs = places[card], own[card]
            taken = self.rows[card][at, None] * self.there[card][:, None]
            total = paid[:, None] + costs[at] + _pay(prices, needs, taken, self.there[card])
            before, number = _least(total, _ALL if len(self.cards) < 3 else _KEPT)
            needs, paid = needs[before] + taken[number], paid[before] + costs[at][number]
            picks = np.concatenate([picks[before], at[number][:, None]], axis=1)
        if not len(picks):
            return _NEVER, None
        world = [self.numbers[card][picks[0, fewest_first.index(card)]] for card in range(len(places))]
        return float(total[before[0], number[0]]), world

    def _prices(self, chosen: int) -> Floats:
        """For each moment, part and amount needed: how many facts must be violated for it."""
        most = np.array([stock.most for stock in self.stocks], dtype=np.int64).reshape(-1, len(self.elsewhere), 1)
        needed = np.arange(1 + sum(int(rows.max(initial=0)) for rows in self.rows))
        lacking = needed + self._away(~0)[..., None] - most
        forbidden = needed + self._away(chosen)[..., None] > most
        prices: Floats = np.where(forbidden, _NEVER, np.maximum(0, lacking))
        prices[..., 0] = 0
        return prices

    def _away(self, facts: int) -> Ints:
        """How many pieces these facts put elsewhere, for each moment and part."""
        away = np.zeros((len(self.stocks), len(self.elsewhere)), dtype=np.int64)
        for part, elsewhere in enumerate(self.elsewhere):
            for each in elsewhere:
                if each.bit & facts:
                    away[each.first : each.last + 1, part] += each.amount
        return away

    def _find_any(self, chosen: int) -> list[int] | None:
        from solver.engine.cpsat import find_world

        facts = [fact for place, fact in enumerate(self.puzzle.facts) if chosen >> place & 1]
        denial = OneOf(self.cards[0], frozenset(self.numbers[0]))
        denials = [Fact(Line(0, "", ()), (denial,), None, 0)] if self.claimed else []
        world = find_world(replace(self.puzzle, hand=()), (*facts, *denials))
        return None if world is None else [world.get(card, LEFT_OUT) for card in self.cards]

    # What it violates.

    def _violated(self, world: Sequence[int], chosen: int) -> int:
        mask = reduce(or_, (kills[number] for kills, number in zip(self.kills, world, strict=True)))
        rows = np.concatenate([_rows(card, [number]) for card, number in zip(self.cards, world, strict=True)])
        needs = self.there.T.astype(np.int64) @ rows
        for part in needs.any(axis=0).nonzero()[0]:
            mask |= self._short(part, needs[:, part].tolist(), chosen)
        return mask

    def _short(self, part: int, needs: list[int], chosen: int) -> int:
        """The facts about other cards that must be violated for lack of a part.

        What stays away longest is given up first: it helps at every later moment. Among equals it is the heaviest:
        a proof has the others before it, so to hit this world it must have one of those.
        """
        gone = 0
        for moment, needed in enumerate(needs):
            away = [each for each in self.elsewhere[part] if each.first <= moment <= each.last and not each.bit & gone]
            lacking = needed + sum(each.amount for each in away) - self.stocks[moment].most[part] if needed else 0
            for each in sorted(away, key=lambda each: (-each.last, -each.bit)) if lacking > 0 else ():
                if lacking > 0 and not each.bit & chosen:
                    gone, lacking = gone | each.bit, lacking - each.amount
        return gone


class CardByCard:
    """The same worlds with a bit for each card in question: all that is told of it, believed or not."""

    def __init__(self, worlds: Shortages) -> None:
        self.worlds, self.impossible = worlds, worlds.impossible
        self.better: dict[int, int] = {}
        self.told = [reduce(or_, kills.values(), 0) for kills in worlds.kills]
        self.all = (1 << len(worlds.puzzle.facts)) - 1

    def overlooked(self, chosen: int) -> list[int]:
        """The cards that such worlds give the lie to, none of them chosen."""
        doubted = reduce(or_, (bits for place, bits in enumerate(self.told) if not chosen >> place & 1), 0)
        masks = self.worlds.overlooked(self.all & ~doubted)
        return [sum(1 << place for place, bits in enumerate(self.told) if bits & mask) for mask in masks]


def fits_some_world(puzzle: Puzzle) -> bool:
    """Whether all facts can be true together; quicker than weighing all worlds in which they are."""
    left, shown = open_numbers(puzzle), shown_numbers(puzzle)
    free = [stock.most - pieces_known(stock, stock.cards, shown) for stock in puzzle.stocks]
    if not all(left.values()) or any((pieces < 0).any() for pieces in free):
        return False
    unknown = [card for card in puzzle.cards if card in left and card not in shown]
    for card in unknown:  # each by itself
        there = [pieces for pieces, stock in zip(free, puzzle.stocks, strict=True) if card in stock.cards]
        if there and not (_rows(card, left[card]) <= np.min(there, axis=0)).all(axis=1).any():
            return False
    return not unknown or Shortages(puzzle, unknown, None).lightest((1 << len(puzzle.facts)) - 1) is not None


def _pay(prices: Floats, needs: Ints, taken: Ints, there: NDArray[np.bool_]) -> Floats:
    """For every partial world and every number of the next card: the cost of what both need together.

    The card takes nothing at moments when it is not `there`.
    """
    total = np.zeros((len(needs), len(taken)))
    for moment, part in np.argwhere(prices.any(axis=2)):
        needed = needs[:, moment, part, None] + (taken[None, :, moment, part] if there[moment] else 0)
        total += prices[moment, part][needed]
    return total


def _least(total: Floats, kept: int) -> tuple[Ints, Ints]:
    """The smallest totals as row and column, smallest first; none where a fact that must hold is violated."""
    flat = total.ravel()
    best = np.argpartition(flat, kept)[:kept] if len(flat) > kept else np.arange(len(flat))
    best = best[flat[best] < _NEVER]
    row, column = np.unravel_index(best[np.argsort(flat[best], kind="stable")], total.shape)
    return row, column


@lru_cache(maxsize=64)
def _all_rows(parts: Parts) -> Ints:
    """The parts of every number, and last, where `LEFT_OUT` finds it, none."""
    return np.array([*parts.rows, (0,) * len(parts.rows[0])], dtype=np.int64)


def _rows(card: Hidden, numbers: Sequence[int]) -> Ints:
    assert card.parts is not None
    return np.asarray(_all_rows(card.parts)[list(numbers)])
