"""Tallies: the table against the rows against plain loops."""

from __future__ import annotations

import pytest

from solver.games.think_str8.known import Known, know
from solver.games.think_str8.tallies import Tallies
from solver.games.think_str8.worth import best_worth, best_worth_of
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
        first = rows.lowest - table.lowest  # the table may begin and end with sums that no hand has
        part = slice(first, first + rows.numbers.shape[1])
        assert (rows.numbers == table.numbers[:, part]).all()
        assert (rows.pairs == table.pairs[:, :, part]).all()
        assert table.numbers.sum() == rows.numbers.sum()
        assert table.pairs.sum() == rows.pairs.sum()
        assert rows.numbers.sum() == known.total * len(known.colours)


@pytest.mark.parametrize("seed", range(4))
def test_worth_number_by_number_is_worth_by_sorting(seed: int) -> None:
    counts = known_of(seed, 2).counts()
    assert (best_worth_of(list(counts.T)) == best_worth(counts)).all()
