"""True evenings of every mode with lines left out: never refused, never called contradictory, nothing false told."""

from __future__ import annotations

import random

import pytest

from solver.games.thinkaboxin.sheet import make_sheet
from solver.games.thinkaboxin.table import Table
from tests.thinkaboxin.random_games import EVENINGS, Evening, forget_bids, forget_lifts, forget_results
from tests.thinkaboxin.test_evenings import table_of


def evening(mode: str, seed: int) -> Evening:
    told = "verdict" if seed % 2 else "cups"
    return EVENINGS[mode](seed, 2 + seed % 5, told=told)


def assert_sound(table: Table, game: Evening) -> None:
    """What the table tells is true; what it leaves open may be anything."""
    for this, throws, loser in zip(table.rounds, game.throws, game.losers, strict=True):
        assert set(throws) <= set(this.active)
        assert this.total >= sum(map(len, throws.values()))
        assert this.loser in (None, loser) or this.donkeys
        assert all(this.dice[player] in (None, len(dice)) for player, dice in throws.items())
    assert all(table.scores[player] in (None, score) for player, score in game.scores.items())
    assert table.champion in (None, game.champion)


@pytest.mark.parametrize("mode", EVENINGS)
@pytest.mark.parametrize("seed", range(30))
def test_results_left_out(mode: str, seed: int) -> None:
    rng, game = random.Random(seed), evening(mode, seed)
    share = rng.choice([0.3, 0.7, 1.0])
    table = table_of("\n".join(forget_results(game.lines, rng, share)))
    assert_sound(table, game)
    assert make_sheet(table, "Anna").consistent


@pytest.mark.parametrize("mode", EVENINGS)
@pytest.mark.parametrize("seed", range(30))
def test_bids_cups_and_lifts_left_out(mode: str, seed: int) -> None:
    rng, game = random.Random(seed), evening(mode, seed)
    lines = forget_results(forget_bids(game.lines, rng, rng.choice([0.2, 0.6])), rng, rng.choice([0.0, 0.5, 1.0]))
    lines = forget_lifts(lines, rng, rng.choice([0.0, 0.2]))
    table = table_of("\n".join(lines))
    assert make_sheet(table, "Anna").consistent
    assert not table.clashes
