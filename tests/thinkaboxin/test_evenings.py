"""Random legal evenings in every mode: the replay keeps dice, losers and scores as the generator played them."""

from __future__ import annotations

import pytest

from solver.games import open_log
from solver.games.thinkaboxin.opened import ThinkaboxinLog
from solver.games.thinkaboxin.table import Table
from solver.log import parse_log
from tests.thinkaboxin.random_games import (
    Evening,
    goldrush_evening,
    nuggets_evening,
    plain_evening,
    sheriff_evening,
)


def table_of(text: str, upto: int | None = None) -> Table:
    opened = open_log(parse_log(text), upto)
    assert isinstance(opened, ThinkaboxinLog), opened
    assert isinstance(opened.table, Table)
    return opened.table


def assert_follows(game: Evening) -> Table:
    table = table_of(game.text)
    assert not table.warnings
    assert table.round == len(game.losers)
    assert [this.loser for this in table.rounds if not this.donkeys] == [
        loser for loser, this in zip(game.losers, table.rounds, strict=True) if not this.donkeys
    ]
    assert table.scores == game.scores
    assert table.dice == game.left[-1]
    for number, left in enumerate(game.left, 1):
        if number % 3 == 0:
            assert table_of(game.text, number).dice == left
    return table


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("told", ["cups", "verdict"])
def test_plain_sets(seed: int, told: str) -> None:
    assert_follows(plain_evening(seed, 2 + seed % 5, told=told))


@pytest.mark.parametrize("seed", range(5))
def test_goldrush_with_its_race(seed: int) -> None:
    game = goldrush_evening(seed, 2 + seed, told="cups" if seed % 2 else "verdict")
    table = assert_follows(game)
    assert table.champion == game.champion


@pytest.mark.parametrize("seed", range(4))
def test_sheriff_duels(seed: int) -> None:
    table = assert_follows(sheriff_evening(seed, 2 + seed))
    assert not table.duels_left


@pytest.mark.parametrize("seed", range(8))
def test_nuggets(seed: int) -> None:
    game = nuggets_evening(seed, 2 + seed % 5)
    table = assert_follows(game)
    assert table.pool == game.pool
    assert table.champion == game.champion


@pytest.mark.parametrize("seed", range(20))
def test_where_no_outcome_is_typed_all_that_is_told_is_true(seed: int) -> None:
    """No cups, no verdict: totals stay exact all the time, and each round says that it is not known who was wrong."""
    game = plain_evening(seed, 2 + seed % 4, sets=1, told="open", donkeys=0)
    table = table_of(game.text)
    for this, throws, loser in zip(table.rounds, game.throws, game.losers, strict=True):
        assert this.total == sum(map(len, throws.values()))
        assert this.loser in (None, loser)
        assert all(this.dice[player] in (None, len(dice)) for player, dice in throws.items())
        assert this.dice["Anna"] == len(throws["Anna"]), "her dice are typed"
    untold = [this.number for this in table.rounds[:-1] if this.loser is None]
    assert [warning.problem for warning in table.warnings] == [
        f"Who was wrong in round {number} is not typed." for number in untold
    ]
    for player, dice in table.dice.items():
        assert dice in (None, game.left[-1][player])


@pytest.mark.parametrize("seed", range(8))
def test_forgotten_lifts_cost_a_warning_and_nothing_else(seed: int) -> None:
    game = plain_evening(seed, 3, sets=1, donkeys=0)
    text = "".join(line + "\n" for line in game.lines if not line.startswith(("lift", "cup")))
    table = table_of(text)
    assert len(table.warnings) == len(game.losers) - 1
    assert [this.total for this in table.rounds] == [sum(map(len, throws.values())) for throws in game.throws]
