"""How fast Tricoda's form is: python -m pytest tests/bench/test_tricoda_speed.py

The baseline is the naive count of the same log in the same run: every three stones tried against every answer.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from solver.games import Opened, open_log
from solver.games.tricoda.sheet import make_sheet
from solver.log import parse_log
from tests.conftest import ROOT
from tests.tricoda.brute_force import count_racks
from tests.tricoda.random_games import random_game

THREE = (ROOT / "examples" / "tricoda" / "three_players.game").read_text(encoding="utf-8")
LOGS = {"start": random_game(1, 4, 0, 0).text, "three players": THREE, "long": random_game(5, 4, 23, 4).text}
WARM = 0.050  # seconds: a sheet in a process that is running


def test_baseline_brute_force(benchmark: BenchmarkFixture) -> None:
    benchmark.pedantic(count_racks, (LOGS["long"],), rounds=3)


@pytest.mark.parametrize("name", LOGS)
def test_warm_show(benchmark: BenchmarkFixture, name: str) -> None:
    """Read, replayed, counted, and CP-SAT agreed."""
    log = parse_log(LOGS[name])

    def show() -> int:
        opened = open_log(log)
        assert isinstance(opened, Opened)
        return make_sheet(opened.table, "Anna").ways

    assert benchmark.pedantic(show, rounds=8, warmup_rounds=1) > 0
    assert benchmark.stats.stats.min < WARM
