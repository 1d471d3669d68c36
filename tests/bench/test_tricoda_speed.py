"""How fast Tricoda's sheet and its proofs are, against the naive count: every three stones tried with every answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random

import pytest

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
from tests.bench.figures import hold, least, spent
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
COUNT = "twelve questions by brute force"
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


@cache
def by_brute_force() -> float:
    return least(lambda: count_racks(LOGS["twelve questions"]), 2)


@pytest.mark.parametrize("name", LOGS)
def test_warm_show(name: str) -> None:
    """Read, replayed, counted, and CP-SAT agreed."""
    log = parse_log(LOGS[name])

    def show() -> int:
        opened = open_log(log)
        assert isinstance(opened, TricodaLog)
        return make_sheet(opened.table, "Anna").ways

    hold(f"a warm sheet, {name}", least(show, 8), 4, by_brute_force(), COUNT)


@pytest.mark.parametrize("name", ["three players", "long"])
def test_smallest_proof(name: str) -> None:
    """Every stone that is out, one after the other; the dearest counts."""
    opened = open_log(parse_log(LOGS[name]))
    assert isinstance(opened, TricodaLog)
    puzzle = make_puzzle(opened.table, "Anna")
    possible = set(weigh_worlds(puzzle).weights)
    out = [racks for stone in KINDS if not (racks := Query(stone).racks()) & possible]
    claims = [Claim(puzzle.hand[0], ALL - racks) for racks in out]
    assert claims
    slowest = max(least(lambda claim=claim: prove(puzzle, claim), 3) for claim in claims)  # type: ignore[misc]
    hold(f"the dearest smallest proof, {name}", slowest, 2.5)


def hold_all(calls: Mapping[str, Callable[[], object]], which: str) -> None:
    """The slowest of all calls on a log."""
    taken = {name: spent(call) for name, call in calls.items()}
    slowest = max(taken, key=lambda name: taken[name])
    hold(f"slowest on {which}: {slowest}", taken[slowest], 100)


@pytest.mark.parametrize("seat", NAMES[:2])
@pytest.mark.parametrize("false", [False, True])
def test_each_call_on_200_lines(seat: str, false: bool) -> None:
    text = long_game(140, 16, 30)
    opened = opened_of(with_a_false_answer(text) if false else text)
    hold_all(calls_on(opened, seat), f"200 {'false' if false else 'true'} lines, {seat}")


def test_a_review_of_a_thousand_questions() -> None:
    opened = opened_of(long_game(1000, 60, 0))
    hold("review of 1,000 questions", spent(lambda: commands.review([opened], "Anna")), 240)


@pytest.mark.parametrize("seed", range(3))
def test_three_racks_of_mine_never_typed(seed: int) -> None:
    game = random_game(seed, 4, questions=92, declarations=0)
    asks = [place for place, line in enumerate(game.lines) if line.startswith("ask")]
    for place in (asks[70], asks[45], asks[20 if seed else 1]):
        game.lines.insert(place, "declare Anna 1 2 3 wrong")
    opened = opened_of(game.text)
    assert len(opened.table.racks["Anna"]) == 4
    hold_all(calls_on(opened, "Anna"), f"three racks untyped {seed}")


@pytest.mark.parametrize(("text", "seat"), [(NEVER_TYPED, "Anna"), (SIX_RACKS, "Dirk")])
def test_racks_that_nobody_typed(text: str, seat: str) -> None:
    opened = opened_of(text)
    hold_all(calls_on(opened, seat), f"racks untyped, {seat}")


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
                conflicts += 1
                slowest = max(slowest, spent(lambda asked=puzzle: find_conflict(asked)))  # type: ignore[misc]
    hold(f"slowest of {conflicts} contradictions explained", slowest, 100)
