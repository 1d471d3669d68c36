"""Advice at the largest table, measured against walking through every throw of six hidden dice for a single bid."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import product

from pytest_benchmark.fixture import BenchmarkFixture

from solver.games.thinkaboxin import advice, sheet
from solver.games.thinkaboxin.advice import Option, Position, weigh_moves
from solver.games.thinkaboxin.rules import Bid, Said
from tests.thinkaboxin.test_true_logs import answer_all, long_logs

DICE = dict.fromkeys(("Anna", "Ben", "Cleo", "Dirk", "Emma", "Finn"), 4)
BIDS = (Said("Dirk", Bid(4, 3)), Said("Emma", Bid(6, 3)), Said("Finn", Bid(7, 5)))
POSITION = Position("Anna", (2, 5, 5, 1), DICE, BIDS, ("Ben",))


def walk_through_six_dice() -> int:
    return sum(sum(die in (1, 5) for die in throw) >= 3 for throw in product(range(1, 7), repeat=6))


def advise_afresh() -> tuple[Option, ...]:
    """As in a new call of the program: nothing is remembered."""
    for remembered in (sheet.chance_fair, sheet.spread_fair, advice.weigh_holdings, advice.spread_believed):
        remembered.cache_clear()
    return weigh_moves(POSITION, Fraction(1, 2))


def test_advice_with_24_dice(benchmark: BenchmarkFixture) -> None:
    started = time.perf_counter()
    walk_through_six_dice()
    baseline = time.perf_counter() - started
    assert benchmark(advise_afresh)
    assert benchmark.stats
    ratio = benchmark.stats.stats.min / baseline
    benchmark.extra_info["ratio to six dice by hand"] = round(ratio, 2)
    assert ratio < 1


def test_all_calls_on_200_lines() -> None:
    """In less than two seconds of this process, beside what six dice by hand take."""
    started = time.process_time()
    walk_through_six_dice()
    baseline = time.process_time() - started
    for lines in long_logs():
        started = time.process_time()
        answer_all(lines)
        taken = time.process_time() - started
        print(f"\n{len(lines)} lines, {lines[3]}: {taken:.2f} s, {taken / baseline:.1f} times six dice by hand")
        assert taken < 2, lines[3]
