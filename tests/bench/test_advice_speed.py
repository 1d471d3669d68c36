"""How fast advice is, against doing the same the plain way."""

from __future__ import annotations

import numpy as np
import pytest

import solver.engine.cpsat  # noqa: F401  loading ortools is not what is timed
from solver.games.think_str8.advice.bets import Stakes, rank_bets, rank_dice, rank_swaps
from solver.games.think_str8.advice.final_bets import chance_of, find_rivals, win_prizes
from solver.games.think_str8.advice.moves import advise_final
from solver.games.think_str8.advice.tallies import best_worth
from solver.games.think_str8.facts import Known, know
from tests.bench.figures import hold, least, spent
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


def test_all_bets_at_the_start() -> None:
    """15,625 hands, 133 bets: at least 5 times as fast as one search per bet."""
    known = know(START, "Anna")
    assert known.total == 15_625
    stakes = Stakes(START.tokens, START.tokens, known.colours)
    assert rank_bets(known, DICE, stakes)[0].value == pytest.approx(search_each_bet(known))
    taken = least(lambda: rank_bets(known, DICE, stakes))
    hold("all 133 bets of a round", taken, 0.2, spent(lambda: search_each_bet(known)), "one search per bet")


def test_die_to_turn_at_the_start() -> None:
    """All 16 throws in less than twice the time that one search per bet takes for a single throw."""
    known = know(START, "Anna")
    stakes = Stakes(START.tokens, START.tokens, known.colours)
    assert len(rank_dice(known, DICE, stakes)) == 16
    taken = least(lambda: rank_dice(known, DICE, stakes))
    hold("the same for all 16 throws", taken, 2, spent(lambda: search_each_bet(known)), "one search per bet of one")


def test_aim_points_at_the_start() -> None:
    """At least 5 times as fast as trying every bet on every colour."""
    known = know(START, "Anna")
    taken = least(lambda: advise_final(START, "Anna", known, "points"))

    def try_every_bet() -> None:
        for i in range(len(known.colours)):
            bet_values([int(hand[i]) for hand in known.hands])

    hold("final bets for points", taken, 0.2, spent(try_every_bet), "every bet on every colour")


def test_aim_win_at_the_start() -> None:
    """2,500 hands drawn, two rivals: at least twice as fast as comparing 500 with all the hands of one rival."""
    known, rivals = know(START, "Anna"), find_rivals(START, "Anna")
    assert not isinstance(rivals, str)
    assert advise_final(START, "Anna", known, "win").sampled
    taken = least(lambda: advise_final(START, "Anna", known, "win"))

    def compare_hands() -> None:
        for hand in known.hands[:500]:
            part(rivals[0].known, (rivals[0].known.hands != hand).all(axis=1)).counts()

    hold("final bets for the win, at the start", taken, 0.5, spent(compare_hands), "500 hands with all of a rival")


def test_aim_number_at_the_start() -> None:
    """No time goes into a proof that would not end."""
    known = know(START, "Anna")
    assert not advise_final(START, "Anna", known, "12").proved
    hold("final bets for 12 points, at the start", least(lambda: advise_final(START, "Anna", known, "12"), 3), 60)


def test_aim_win_on_a_last_round() -> None:
    """96 hands after the last of ten rounds, against trying all final bets of the same game.

    With so few bets the trial is the quicker one; CP-SAT must stay within 4 times of it.
    """
    known = know(LAST_ROUND, "Anna")
    advice = advise_final(LAST_ROUND, "Anna", known, "win")
    taken = least(lambda: advise_final(LAST_ROUND, "Anna", known, "win"), 3)

    def try_all_bets() -> float:
        rivals = find_rivals(LAST_ROUND, "Anna")
        assert not isinstance(rivals, str)
        prizes = win_prizes(LAST_ROUND, "Anna", known.hands, rivals)
        tried = all_final_bets(hand_list(known))
        return max(chance_of(known, prizes, dict(zip(known.colours, bets, strict=True))) for bets in tried)

    assert advice.proved
    assert advice.best.chance == pytest.approx(try_all_bets(), abs=1e-6)
    hold("final bets for the win, last round", taken, 4, spent(try_all_bets), "all final bets tried")
