"""How fast Tricoda's form and its proofs are: python -m pytest tests/bench/test_tricoda_speed.py

The baseline is the naive count of the same log in the same run: every three stones tried against every answer.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from solver.engine.stock import weigh_worlds
from solver.games import open_log
from solver.games.tricoda.facts import make_puzzle
from solver.games.tricoda.game import TricodaLog
from solver.games.tricoda.possible_racks import ALL
from solver.games.tricoda.rules import KINDS
from solver.games.tricoda.sheet import make_sheet
from solver.games.tricoda.why import Query
from solver.log import parse_log
from solver.proof.smallest import Claim, prove
from tests.bench.test_speed import best_time
from tests.conftest import ROOT
from tests.tricoda.brute_force import count_racks
from tests.tricoda.random_games import random_game

THREE = (ROOT / "examples" / "tricoda" / "three_players.game").read_text(encoding="utf-8")
LOGS = {
    "start": random_game(1, 4, 0, 0).text,
    "twelve questions": random_game(8, 4, 12, 0).text,
    "three players": THREE,
    "long": random_game(5, 4, 23, 4).text,
}
WARM = 0.050  # seconds: a sheet in a process that is running


def test_baseline_brute_force(benchmark: BenchmarkFixture) -> None:
    benchmark.pedantic(count_racks, (LOGS["twelve questions"],), rounds=3)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("name", LOGS)
def test_warm_show(benchmark: BenchmarkFixture, name: str) -> None:
    """Read, replayed, counted, and CP-SAT agreed."""
    log = parse_log(LOGS[name])

    def show() -> int:
        opened = open_log(log)
        assert isinstance(opened, TricodaLog)
        return make_sheet(opened.table, "Anna").ways

    benchmark.pedantic(show, rounds=8, warmup_rounds=1)  # type: ignore[no-untyped-call]
    assert best_time(show, 8) < WARM


@pytest.mark.parametrize("name", ["three players", "long"])
def test_smallest_proof(benchmark: BenchmarkFixture, name: str) -> None:
    """Every stone that is out, one after the other; the dearest counts."""
    opened = open_log(parse_log(LOGS[name]))
    assert isinstance(opened, TricodaLog)
    puzzle = make_puzzle(opened.table, "Anna")
    possible = set(weigh_worlds(puzzle).weights)
    out = [racks for stone in KINDS if not (racks := Query(stone).racks()) & possible]
    claims = [Claim(puzzle.hand[0], ALL - racks) for racks in out]
    assert claims
    assert max(best_time(lambda claim=claim: prove(puzzle, claim), 3) for claim in claims) < WARM  # type: ignore[misc]
    benchmark.pedantic(prove, (puzzle, claims[0]), rounds=8)  # type: ignore[no-untyped-call]
