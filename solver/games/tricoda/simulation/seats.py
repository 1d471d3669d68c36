"""The ways of playing: when a seat declares, and which code. A seat knows only what its eyes saw."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from solver.games.tricoda.advice import LEAST, decide
from solver.games.tricoda.outlook import look_ahead, weigh_rival
from solver.games.tricoda.rules import POINTS_TO_WIN, Code
from solver.games.tricoda.sheet import rank_codes
from solver.games.tricoda.simulation.eyes import Eyes

RANDOM_CHANCE = 1 / 20  # that `random` declares after a question

Way = Callable[[Eyes, random.Random], Code | None]  # the code to declare now, None to wait


def declare_best(eyes: Eyes, _: random.Random) -> Code | None:
    """As `advise` advises. What cannot change its decision is not counted: only rivals one point from winning matter,
    and without one a code that is more likely wrong than right is never declared.
    """
    rack_ways, table = eyes.rack_ways, eyes.table
    best = rank_codes(rack_ways)[0]
    if best.chance == 1:
        return best.code
    near = [player for player, points in table.points.items() if points == POINTS_TO_WIN - 1 and player != eyes.me]
    if not near and best.chance < LEAST:
        return None
    rivals = tuple(weigh_rival(table, eyes.me, player, rack_ways) for player in near)
    declare, _reason = decide(best, look_ahead(table, eyes.me, rack_ways), rivals)
    return best.code if declare else None


def declare_certain(eyes: Eyes, _: random.Random) -> Code | None:
    codes = rank_codes(eyes.rack_ways)
    return codes[0].code if len(codes) == 1 else None


def declare_random(eyes: Eyes, rng: random.Random) -> Code | None:
    return rng.choice(rank_codes(eyes.rack_ways)).code if rng.random() < RANDOM_CHANCE else None


WAYS: Mapping[str, Way] = {"best": declare_best, "certain": declare_certain, "random": declare_random}
