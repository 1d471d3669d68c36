"""How fast Tricoda's sheet and its proofs are: python -m pytest tests/bench/test_tricoda_speed.py

The baseline is the naive count of the same log in the same run: every three stones tried against every answer.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from solver import commands
from solver.engine.worlds import weigh_worlds
from solver.games import open_log
from solver.games.tricoda.facts import make_puzzle
from solver.games.tricoda.opened import TricodaLog
from solver.games.tricoda.possible_racks import ALL
from solver.games.tricoda.rules import KINDS
from solver.games.tricoda.sheet import make_sheet
from solver.games.tricoda.why import Query
from solver.log import parse_log
from solver.proof.shortages import fits_some_world
from solver.proof.smallest import Claim, find_conflict, prove
from tests.attack.mutations import mishear
from tests.attack.true_logs import make_log
from tests.bench.test_speed import best_time
from tests.conftest import ROOT
from tests.tricoda.brute_force import count_racks
from tests.tricoda.random_games import NAMES, random_game
from tests.tricoda.test_commands import calls_on, long_game, with_a_false_answer
from tests.tricoda.test_mixes import NEVER_TYPED
from tests.tricoda.test_why import opened_of

THREE = (ROOT / "examples" / "tricoda" / "three_players.game").read_text(encoding="utf-8")
LOGS = {
    "start": random_game(1, 4, 0, 0).text,
    "twelve questions": random_game(8, 4, 12, 0).text,
    "three players": THREE,
    "long": random_game(5, 4, 23, 4).text,
}
WARM = 0.050  # seconds: a sheet in a process that is running
MOST = 2.0  # seconds: any call on 200 lines
SIX_RACKS = """game tricoda
players Emma Dirk Anna Cleo
me Dirk
declare Dirk 5 4 4 wrong
declare Dirk 7 3 3 wrong
declare Dirk 7 6 6 wrong
declare Dirk 2 7 3 right
declare Dirk 4 5 6 right
mix
declare Anna 5 7 5 wrong
declare Emma 6 4 2 wrong
declare Dirk 4 4 3 right
"""


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


def against_brute_force(name: str, work: Callable[[], object], most: float = MOST) -> None:
    """In less than `most` seconds of this process; beside it, what twelve questions counted by brute force take."""
    start = process_time()
    count_racks(LOGS["twelve questions"])
    middle = process_time()
    work()
    baseline, taken = middle - start, process_time() - middle
    print(f"\n{name}: {taken:.2f} s, {taken / baseline:.2f} times twelve questions by brute force")
    assert taken < most, name


@pytest.mark.parametrize("seat", NAMES[:2])
@pytest.mark.parametrize("false", [False, True])
def test_each_call_on_200_lines(seat: str, false: bool) -> None:
    text = long_game(140, 16, 30)
    opened = opened_of(with_a_false_answer(text) if false else text)
    for name, call in calls_on(opened, seat).items():
        against_brute_force(name, call)


def test_a_review_of_a_thousand_questions() -> None:
    opened = opened_of(long_game(1000, 60, 0))
    against_brute_force("review of 1,000 questions", lambda: commands.review([opened], "Anna"), 5.0)


@pytest.mark.parametrize("seed", range(3))
def test_three_racks_of_mine_never_typed(seed: int) -> None:
    game = random_game(seed, 4, questions=92, declarations=0)
    asks = [place for place, line in enumerate(game.lines) if line.startswith("ask")]
    for place in (asks[70], asks[45], asks[20 if seed else 1]):
        game.lines.insert(place, "declare Anna 1 2 3 wrong")
    opened = opened_of(game.text)
    assert len(opened.table.racks["Anna"]) == 4
    for name, call in calls_on(opened, "Anna").items():
        against_brute_force(name, call)


@pytest.mark.parametrize(("text", "seat"), [(NEVER_TYPED, "Anna"), (SIX_RACKS, "Dirk")])
def test_racks_that_nobody_typed(text: str, seat: str) -> None:
    opened = opened_of(text)
    for name, call in calls_on(opened, seat).items():
        against_brute_force(name, call)


def test_contradictions_with_racks_that_nobody_typed() -> None:
    """What an answer misheard contradicts, for every player; the slowest must keep its bound as well."""
    slowest, conflicts = 0.0, 0
    for seed in range(300):
        rng = Random(seed)
        lines = [line for line in make_log(rng, "tricoda").lines if not line.startswith("was")]
        opened = open_log(parse_log("\n".join(mishear(rng, lines))))
        if not isinstance(opened, TricodaLog):
            continue
        for puzzle in (make_puzzle(opened.table, player) for player in opened.table.players):
            if not fits_some_world(puzzle):
                start, conflicts = process_time(), conflicts + 1
                assert find_conflict(puzzle)
                slowest = max(slowest, process_time() - start)
    print(f"\nslowest of {conflicts} contradictions explained: {slowest:.2f} s")
    assert slowest < MOST
