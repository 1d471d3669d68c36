"""The sheet of a seat: the exact chance of every bid from the dice alone, which bids may follow, the score.

Chances are whole-number ways, divided only at the end. In a `Spread`, place k holds the number of ways in which exactly
k dice of a group count as a value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial, prod

from solver.games.thinkaboxin.rules import (
    FACES,
    Bid,
    Said,
    count_matches,
    faces_of,
    list_bids,
    list_raises,
)
from solver.games.thinkaboxin.table import Round, Sight, Table, look
from solver.games.thinkaboxin.words.gaps import find_gaps
from solver.language import say, say_percent

Spread = tuple[int, ...]


@lru_cache(maxsize=1024)
def spread_fair(dice: int, value: int) -> Spread:
    """Fair dice of which nothing is known: 6 to the power of `dice` ways in all."""
    good = faces_of(value)
    return tuple(comb(dice, k) * good**k * (FACES - good) ** (dice - k) for k in range(dice + 1))


def combine(spreads: Iterable[Spread]) -> Spread:
    """Several independent groups taken together: the convolution of their spreads."""
    total: Spread = (1,)
    for spread in spreads:
        sums = [0] * (len(total) + len(spread) - 1)
        for i, a in enumerate(total):
            for j, b in enumerate(spread):
                sums[i + j] += a * b
        total = tuple(sums)
    return total


def ways_at_least(spread: Spread) -> Spread:
    """Place k holds the ways for k or more; one place more than the spread, for more than there are: 0 ways."""
    return tuple(accumulate((0, *reversed(spread))))[::-1]


@lru_cache(maxsize=65536)
def chance_fair(dice: int, need: int, value: int) -> Fraction:
    """The chance that at least `need` of so many fair dice count."""
    return Fraction(sum(spread_fair(dice, value)[max(0, need) :]), FACES**dice)


def chance_true(bid: Bid, known: Iterable[int], hidden: int) -> Fraction:
    """The chance that a bid is true with these dice known and this many hidden ones."""
    return chance_fair(hidden, bid.amount - count_matches(known, bid.value), bid.value)


Holding = tuple[int, ...]


@lru_cache(maxsize=32)
def list_holdings(dice: int) -> Mapping[Holding, int]:
    """Everything a cup may hold, dice in rising order, with the number of throws that give it."""
    return {
        holding: factorial(dice) // prod(factorial(same) for same in Counter(holding).values())
        for holding in combinations_with_replacement(range(1, FACES + 1), dice)
    }


def format_chance(chance: Fraction) -> str:
    """Percents to one place that never round to certainty."""
    if 0 < chance < Fraction(1, 1000):
        return say("<{percent}", percent=say_percent(0.001, ".1%"))
    if Fraction(999, 1000) < chance < 1:
        return say(">{percent}", percent=say_percent(0.999, ".1%"))
    return say_percent(float(chance), ".0%" if chance in (0, 1) else ".1%")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What `show` shows. No bid is believed here: only own dice, dice shown and arithmetic count."""

    table: Table
    seat: str
    sight: Sight
    odds: dict[Bid, Fraction]
    legal: tuple[Bid, ...]
    lacks: tuple[str, ...]
    fits: bool = True  # any dice can lie under a cup

    @property
    def consistent(self) -> bool:
        return not self.table.clashes

    @property
    def this(self) -> Round | None:
        return self.table.current

    @property
    def said(self) -> Said | None:
        return self.this.bids[-1] if self.this and self.this.bids else None

    @property
    def chance(self) -> Fraction:
        """That the bid on the table is true, from the dice alone; 0 for a bid on more dice than there are."""
        return self.odds.get(self.said.bid, Fraction(0)) if self.said else Fraction(1)

    def data(self) -> dict[str, object]:
        """The sheet under the keys that outside programs rely on."""
        bid = self._bid_data()
        return self.pad_data() | {
            "consistent": self.consistent,
            "bid": bid and bid | {"chance": float(self.chance)},
            "odds": [self._odds_data(bid) for bid in self.odds],
        }

    def pad_data(self) -> dict[str, object]:
        """The same without anything worked out: own dice, dice shown, what happened."""
        table, this, last = self.table, self.this, self.table.set
        return {
            "game": "thinkaboxin",
            "seat": self.seat,
            "mode": table.mode,
            "set": last.number if last else 0,
            "round": table.round,
            "dice": list(self.sight.own) if self.sight.own is not None else None,
            "hidden_dice": self.sight.hidden,
            "total_dice": self.sight.total,
            "bid": self._bid_data(),
            "turn": list(table.turn),
            "direction": this.direction if this else None,
            "round_over": this.over if this else False,
            "loser": this.loser if this else None,
            "dice_left": dict(table.dice),
            "scores": dict(table.scores),
            "scoring": table.scoring,
            "pool": table.pool,
            "finalists": list(table.finalists) if table.finalists else None,
            "duels_left": [list(pair) for pair in table.duels_left],
            "winner": [table.champion] if table.champion else [],
            "missing": list(self.lacks),
            "warnings": [warning.data() for warning in table.warnings],
        }

    def _bid_data(self) -> dict[str, object] | None:
        said = self.said
        return {"amount": said.bid.amount, "value": said.bid.value, "by": said.player} if said else None

    def _odds_data(self, bid: Bid) -> dict[str, object]:
        chance = self.odds[bid]
        fraction = f"{chance.numerator}/{chance.denominator}"
        numbers = {"amount": bid.amount, "value": bid.value, "chance": float(chance), "fraction": fraction}
        return {**numbers, "legal": bid in self.legal}


def make_sheet(table: Table, seat: str) -> Sheet:
    sight, this = look(table, seat), table.current
    odds = {bid: chance_true(bid, sight.known, sight.hidden) for bid in list_bids(sight.total)}
    over = this is not None and this.over
    legal = () if over else list_raises(this.bid if this else None, sight.total, table.free)
    return Sheet(table, seat, sight, odds, legal, find_gaps(table, sight))
