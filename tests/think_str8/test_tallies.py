"""Tallies: the table against the rows against plain loops; and doubt after an answer and a swap, by plain loops."""

from __future__ import annotations

from collections import Counter
from math import log2

import pytest

from solver.games.think_str8.bets import weigh_bets
from solver.games.think_str8.known import Known, know
from solver.games.think_str8.rules import TOKENS
from solver.games.think_str8.tallies import Tallies
from solver.games.think_str8.worth import Scale, best_worth, best_worth_of
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import table_of

THROWS = [("blue", "green", "blue"), ("red", "yellow", "purple"), ("red", "red", "red"), ("blue", "yellow", "green")]


def known_of(seed: int, rounds: int, miss_chance: float = 0.0) -> Known:
    game = random_game(seed, 2 + seed % 3, grey=seed % 4 > 0, rounds=rounds, miss_chance=miss_chance)
    return know(table_of(game.text), "Anna")


@pytest.mark.parametrize("seed", range(6))
def test_table_and_rows_tally_alike(seed: int) -> None:
    known = known_of(seed, seed % 4, 0.3 if seed == 5 else 0.0)
    tallies = Tallies(known)
    for dice in THROWS:
        rows, table = tallies.by_sum_in_rows(known.sums(dice)), tallies.by_sum_in_table(dice)
        assert (rows.numbers == table.numbers).all()
        assert (rows.pairs == table.pairs).all()
        assert rows.numbers.sum() == known.total * len(known.colours)


@pytest.mark.parametrize("seed", range(4))
def test_worth_number_by_number_is_worth_by_sorting(seed: int) -> None:
    counts = known_of(seed, 2).counts()
    assert (best_worth_of(list(counts.T)) == best_worth(counts)).all()


def doubt(hands: list[tuple[int, ...]]) -> float:
    return log2(len(hands))


def doubt_after_swap(hands: list[tuple[int, ...]], colour: int, unseen: int) -> float:
    """The card laid off parts the hands, the new one is any of the unseen."""
    cards = Counter(hand[colour] for hand in hands)
    return sum(count / len(hands) * log2(count) for count in cards.values()) + log2(unseen - 1)


@pytest.mark.parametrize("seed", range(5))
def test_what_a_bet_teaches(seed: int) -> None:
    known = known_of(seed, 3)
    hands = [tuple(map(int, hand)) for hand in known.hands]
    dice, piles = THROWS[seed % 4], known.colours[:3]
    thrown = [known.colours.index(colour) for colour in dice]
    weighed = weigh_bets(Tallies(known), dice, TOKENS, TOKENS, piles, Scale(0.0, 1.0))
    for i in range(0, len(weighed.lows), 7):
        low, token = int(weighed.lows[i]), int(weighed.tokens[i])
        told: dict[str, list[tuple[int, ...]]] = {}
        for hand in hands:
            total = sum(hand[place] for place in thrown)
            side = "low" if total >= low + token else "high" if total < low else "hit"
            told.setdefault("miss" if token == 1 and side != "hit" else side, []).append(hand)
        after = 0.0
        for answer, left in told.items():
            swaps = [doubt_after_swap(left, place, known.unseen[place]) for place in range(len(piles))]
            after += len(left) / len(hands) * (doubt(left) if answer == "hit" else min(swaps))
        assert weighed.learnt[i] == pytest.approx(doubt(hands) - after, abs=1e-9)
