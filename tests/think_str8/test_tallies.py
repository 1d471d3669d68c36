"""Tallies: the table against the rows against plain loops."""

from __future__ import annotations

from collections import Counter

import pytest

from solver.games.think_str8.advice.tallies import Tallies, best_worth, best_worth_of
from solver.games.think_str8.facts import Known, know
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
    rows, table = tallies.by_sum_in_rows(known.sums(THROWS)), tallies.by_sum_in_table(THROWS)
    first = rows.lowest - table.lowest  # the table may begin and end with sums that no hand has
    part = slice(first, first + rows.numbers.shape[2])
    assert (rows.numbers == table.numbers[:, :, part]).all()
    assert (rows.pairs == table.pairs[:, :, :, part]).all()
    assert table.numbers.sum() == rows.numbers.sum()
    assert table.pairs.sum() == rows.pairs.sum()
    assert rows.numbers.sum() == known.total * len(known.colours) * len(THROWS)


def test_as_many_hands_as_there_can_be_are_never_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no card in sight there are 8^6; one by one, all throws at once took 1.3 gigabytes."""
    monkeypatch.delattr(Tallies, "by_sum_in_rows")
    known = know(table_of("game think-str8\nplayers Anna Ben\nme Anna\n"), "Anna")
    cuts = Tallies(known).by_sum(THROWS)
    assert cuts.hands.sum(axis=1).tolist() == [8**6] * len(THROWS)


@pytest.mark.parametrize("seed", range(6))
def test_throws_tallied_together_are_as_by_themselves(seed: int) -> None:
    known = known_of(seed, seed % 4, 0.3 if seed == 5 else 0.0)
    tallies = Tallies(known)
    for count in (tallies.by_sum_in_table, lambda throws: tallies.by_sum_in_rows(known.sums(throws))):
        together = count(THROWS)
        for place, dice in enumerate(THROWS):
            alone = count([dice])
            first = alone.lowest - together.lowest
            part = slice(first, first + alone.numbers.shape[2])
            assert (alone.numbers[:, 0] == together.numbers[:, place, part]).all()
            assert (alone.pairs[:, :, 0] == together.pairs[:, :, place, part]).all()


@pytest.mark.parametrize("seed", range(6))
def test_tallies_count_hands_one_by_one(seed: int) -> None:
    known = known_of(seed, 1 + seed % 3)
    cuts = Tallies(known).by_sum(THROWS)
    hands = known.hands.tolist()
    for place, dice in enumerate(THROWS):
        sums = [sum(hand[known.colours.index(colour)] for colour in dice) for hand in hands]
        for total in range(22):
            inside = [hand for hand, found in zip(hands, sums, strict=True) if found == total]
            at = total - cuts.lowest
            counted = cuts.hands[place, at] if 0 <= at < cuts.hands.shape[1] else 0
            assert counted == len(inside)
            if inside:
                twos = Counter((hand[0], hand[-1]) for hand in inside)
                last = len(known.colours) - 2  # the pair of the first colour and the last
                assert sorted(twos.values()) == sorted(filter(None, cuts.pairs[:, :, place, at, last].ravel().tolist()))


@pytest.mark.parametrize("seed", range(4))
def test_worth_number_by_number_is_worth_by_sorting(seed: int) -> None:
    counts = known_of(seed, 2).counts()
    assert (best_worth_of(list(counts.T)) == best_worth(counts)).all()
