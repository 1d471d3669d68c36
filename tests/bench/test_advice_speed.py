"""How fast advice is, as a ratio to a named baseline in the same run; absolute figures are printed beside it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import solver.engine.cpsat  # noqa: F401  loading ortools is not what is timed
from solver.games.think_str8.advice.bets import Stakes, rank_bets, rank_dice, rank_swaps
from solver.games.think_str8.advice.final_bets import PATIENCE, chance_of, find_rivals, win_prizes
from solver.games.think_str8.advice.moves import advise_final
from solver.games.think_str8.advice.tallies import best_worth
from solver.games.think_str8.facts import Known, know
from tests.think_str8.naive_advice import all_final_bets, bet_values
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import hand_list, table_of

START = table_of(random_game(1, rounds=0).text)
DICE = ("blue", "green", "yellow")
LAST_ROUND = table_of(random_game(0, players=2).text)  # of the first thirty random games the one with most hands left


def part(known: Known, keep: np.ndarray) -> Known:
    return Known(known.colours, known.hands[keep], known.ways[keep], known.unseen)


def search_each_bet(known: Known) -> float:
    """Baseline: one search per bet, hands picked anew for every answer."""
    sums, best = known.sums([DICE])[0], 0.0
    for token, points in START.tokens.items():
        for low in range(22 - token + 1):
            inside = (sums >= low) & (sums < low + token)
            hit = part(known, inside)
            value = hit.total / known.total * points + best_worth(hit.counts()).sum() / known.total - 12
            wrong = [~inside] if token == 1 else [sums < low, sums >= low + token]
            for keep in wrong:
                if keep.any():
                    left = part(known, keep)
                    swap = rank_swaps(left, dict.fromkeys(known.colours, 1))[0].value + 12
                    value += left.total / known.total * swap
            best = max(best, float(value))
    return best


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def judge(benchmark: BenchmarkFixture, baseline: float, ratio: float) -> None:
    assert benchmark.stats is not None, "run without --benchmark-disable"
    median = float(benchmark.stats.stats.median)
    benchmark.extra_info |= {"median_ms": round(median * 1e3, 2), "baseline_ms": round(baseline * 1e3, 2)}
    print(f"\n{benchmark.name}: {median * 1e3:.2f} ms, baseline {baseline * 1e3:.2f} ms, {baseline / median:.1f} times")
    assert baseline / median > ratio


def test_all_bets_at_the_start(benchmark: BenchmarkFixture) -> None:
    """15,625 hands, 133 bets: at least 5 times as fast as one search per bet."""
    known = know(START, "Anna")
    assert known.total == 15_625
    bets = benchmark(lambda: rank_bets(known, DICE, Stakes(START.tokens, START.tokens, known.colours)))
    assert bets[0].value == pytest.approx(search_each_bet(known))
    judge(benchmark, timed(lambda: search_each_bet(known)), 5)


def test_die_to_turn_at_the_start(benchmark: BenchmarkFixture) -> None:
    """All 16 throws in less than twice the time that one search per bet takes for a single throw."""
    known = know(START, "Anna")
    options = benchmark(lambda: rank_dice(known, DICE, Stakes(START.tokens, START.tokens, known.colours)))
    assert len(options) == 16
    judge(benchmark, timed(lambda: search_each_bet(known)), 0.5)


def test_aim_points_at_the_start(benchmark: BenchmarkFixture) -> None:
    """At least 5 times as fast as trying every bet on every colour."""
    known = know(START, "Anna")
    benchmark(lambda: advise_final(START, "Anna", known, "points"))

    def try_every_bet() -> None:
        for i in range(len(known.colours)):
            bet_values([int(hand[i]) for hand in known.hands])

    judge(benchmark, timed(try_every_bet), 5)


def test_aim_win_at_the_start(benchmark: BenchmarkFixture) -> None:
    """2,500 hands drawn, two rivals: at least twice as fast as comparing 500 with all the hands of one rival."""
    known, rivals = know(START, "Anna"), find_rivals(START, "Anna")
    assert not isinstance(rivals, str)
    advice = benchmark(lambda: advise_final(START, "Anna", known, "win"))
    assert advice.sampled

    def compare_hands() -> None:
        for hand in known.hands[:500]:
            part(rivals[0].known, (rivals[0].known.hands != hand).all(axis=1)).counts()

    judge(benchmark, timed(compare_hands), 2)


def test_aim_number_at_the_start(benchmark: BenchmarkFixture) -> None:
    """No time goes into a proof that would not end: well within what it may take where it is tried."""
    known = know(START, "Anna")
    advice = benchmark(lambda: advise_final(START, "Anna", known, "12"))
    assert not advice.proved
    judge(benchmark, PATIENCE, 2)


def test_aim_win_on_a_last_round(benchmark: BenchmarkFixture) -> None:
    """96 hands after the last of ten rounds, against trying all final bets of the same game.

    With so few bets the trial is the quicker one; CP-SAT must stay within 4 times of it.
    """
    known = know(LAST_ROUND, "Anna")
    advice = benchmark(lambda: advise_final(LAST_ROUND, "Anna", known, "win"))

    def try_all_bets() -> float:
        rivals = find_rivals(LAST_ROUND, "Anna")
        assert not isinstance(rivals, str)
        prizes = win_prizes(LAST_ROUND, "Anna", known.hands, rivals)
        tried = all_final_bets(hand_list(known))
        return max(chance_of(known, prizes, dict(zip(known.colours, bets, strict=True))) for bets in tried)

    assert advice.proved
    assert advice.best.chance == pytest.approx(try_all_bets(), abs=1e-6)
    judge(benchmark, timed(try_all_bets), 0.25)
