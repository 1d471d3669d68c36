"""Reading the table: the weights are those of the naive twin, nothing exact knows of them, and they can be told."""

from __future__ import annotations

import numpy as np
import pytest

from solver.games.think_str8.reading import Reader
from solver.games.think_str8.rules import COLOURS, TOKENS
from tests.think_str8.naive_reading import SmallBox, hand_weights


def read_all(box: SmallBox, me: str) -> Reader:
    reader = Reader(box.players, me, box.colours)
    for event in box.seen_by(me):
        reader.see(event)
    return reader


@pytest.mark.parametrize(
    ("seed", "players", "colours", "rounds"),
    [(1, 2, 3, 4), (2, 3, 3, 3), (3, 4, 3, 3), (4, 4, 3, 4), (5, 3, 2, 5), (6, 4, 2, 4), (7, 2, 4, 1)],
)
def test_the_weights_are_those_of_the_naive_twin(seed: int, players: int, colours: int, rounds: int) -> None:
    box = SmallBox(seed, players, COLOURS[:colours], rounds)
    for me in box.players[:2]:
        reader = read_all(box, me)
        expected = hand_weights(box.seen_by(me), box.players, me, box.colours, TOKENS)
        assert sorted(map(tuple, reader.rows.tolist())) == sorted(expected)
        weights = reader.weights / reader.weights.max()
        found = dict(zip(map(tuple, reader.rows.tolist()), weights.tolist(), strict=True))
        assert found == pytest.approx(expected, rel=2e-3)
        assert tuple(box.hands[me].values()) in found


def test_before_any_bet_all_hands_weigh_the_same() -> None:
    reader = read_all(SmallBox(1, 3, COLOURS, 0), "Anna")
    assert (reader.weights == 1).all()
    assert len(np.unique(reader.weighed.ways)) == 1
