"""What bids suggest about the dice of those who made them. Not facts: kept apart, and `trust` 0 switches them off.

Everything a cup may hold is weighted by each bid its owner made this round: by the chance, seen from that cup with all
other dice fair, that the bid was true. `trust` t from 0 to 1 mixes that with no weighting at all: a holding for which
the bid was as likely as it can be counts 1, any other 1 - t + t * (its chance / that best chance). So with 0 bids say
nothing, and with 1 a holding that made the bid half as likely counts half.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm

from solver.games.thinkaboxin.rules import Bid, count_matches
from solver.games.thinkaboxin.sheet import Holding, Spread, chance_true, list_holdings

TRUST = Fraction(1, 2)


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
