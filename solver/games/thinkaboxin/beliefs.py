"""What bids suggest about the dice of those who made them. Not facts: kept apart, and `trust` 0 switches them off.

Everything a cup may hold is weighted by each bid its owner made this round: by the chance, seen from that cup with all
other dice fair, that the bid was true. `trust` t from 0 to 1 mixes that with no weighting at all: a holding for which
the bid was as likely as it can be counts 1, any other 1 - t + t * (its chance / that best chance). So with 0 bids say
nothing, and with 1 a holding that made the bid half as likely counts half.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from solver.english import whose
from solver.games.thinkaboxin.rules import Bid, Said, count_matches, format_bid
from solver.games.thinkaboxin.sheet import (
    Holding,
    Spread,
    chance_at_least,
    chance_true,
    combine,
    format_chance,
    list_holdings,
)
from solver.games.thinkaboxin.table import Table, look

TRUST = Fraction(1, 2)
ASSUMES = "Bids are not facts: it is assumed that people like to bid what their own dice make likely."


@lru_cache(maxsize=512)
def weigh_holdings(dice: int, total: int, bids: tuple[Bid, ...], trust: Fraction) -> Mapping[Holding, int]:
    """How heavily each holding of a cup counts after its owner's bids; only the ratios mean anything."""
    weights = dict(list_holdings(dice))
    for bid in bids if trust else ():
        chances = {holding: chance_true(bid, holding, total - dice) for holding in weights}
        best = max(chances.values())
        if not best:
            continue  # a bid no holding could make true says nothing about the cup
        factors = {holding: (1 - trust) + trust * chance / best for holding, chance in chances.items()}
        scale = lcm(*(factor.denominator for factor in factors.values()))
        weights = {holding: int(weights[holding] * factors[holding] * scale) for holding in weights}
    return weights


@lru_cache(maxsize=4096)
def spread_believed(dice: int, total: int, bids: tuple[Bid, ...], value: int, trust: Fraction) -> Spread:
    """In how many weighted ways this many of the cup's dice count as the value."""
    ways = [0] * (dice + 1)
    for holding, weight in weigh_holdings(dice, total, bids, trust).items():
        ways[count_matches(holding, value)] += weight
    return tuple(ways)


@dataclass(frozen=True, slots=True)
class BidReading:
    """The bid to raise or to doubt, from the dice alone and with all bids believed: beneath a sheet, never in it."""

    trust: Fraction
    said: Said
    exact: Fraction
    read: Fraction
    me: str

    assumes = ASSUMES

    @property
    def sentences(self) -> tuple[str, ...]:
        figures = f"{format_chance(self.exact)} from the dice alone; with the bids believed {format_chance(self.read)}"
        owner = whose(self.said.player, self.me)
        return (f"{owner[0].upper()}{owner[1:]} {format_bid(self.said.bid)}: {figures}.",)

    def data(self) -> dict[str, object]:
        figures = {"exact": round(float(self.exact), 4), "reading": round(float(self.read), 4)}
        suggests = [{"player": self.said.player, "bid": str(self.said.bid), **figures}]
        return {"trust": float(self.trust), "suggests": suggests, "assumes": ASSUMES}


def suggest(table: Table, seat: str, trust: Fraction) -> BidReading | None:
    """What the bids of the round say of the last one; None if there is nothing to believe."""
    this, sight = table.current, look(table, seat)
    if not trust or this is None or this.over or not this.bids or None in this.dice.values():
        return None
    said, cups = this.bids[-1], list[Spread]()
    for player, dice in this.dice.items():
        if dice and (player != seat or sight.own is None):
            bids = tuple(one.bid for one in this.bids if one.player == player != seat)
            cups.append(spread_believed(dice, sight.total, bids, said.bid.value, trust))
    need = said.bid.amount - count_matches(sight.own or (), said.bid.value)
    exact, read = chance_true(said.bid, sight.own or (), sight.hidden), chance_at_least(combine(cups), need)
    return None if exact == read else BidReading(trust, said, exact, read, table.me)
