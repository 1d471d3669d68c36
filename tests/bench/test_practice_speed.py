"""How fast exercises come and evenings add up, against the sheets of one evening."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

import solver.engine.cpsat  # noqa: F401  loading ortools is not what is timed
from cli.practice import AHEAD, made_ahead
from solver.game import Opened
from solver.games import open_log
from solver.games.think_str8.game import ThinkStr8
from solver.games.think_str8.lab.match import play_game
from solver.games.think_str8.sheet import make_sheet
from solver.games.tricoda.game import Tricoda
from solver.log import parse_log
from solver.practice import LEVELS, Exercise, Practises, put_in_order
from solver.season import gather_evenings
from tests.bench.figures import hold, least, note, spent
from tests.think_str8.tables import table_of

EVENINGS = 4
SHEETS = "the sheets of one evening, of all players and rounds"
LOGS = [str(play_game((("Anna", "pad"), ("Ben", "best"), ("Cleo", "pad")), str(seed)).log) for seed in range(EVENINGS)]


def show_every_round() -> None:
    """Baseline: the sheet of each player after each round."""
    for number in range(10):
        table = table_of(LOGS[0], number)
        for player in table.players:
            make_sheet(table, player)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", [ThinkStr8(), Tricoda()], ids=["think-str8", "tricoda"])
def test_the_next_exercise_is_there_at_once(game: Practises, level: int) -> None:
    """Once it has been made ahead; the middle of three, since another program may take the machine for a moment."""
    made: list[Exercise] = []

    def counted() -> Iterator[Exercise]:
        for exercise in put_in_order(game, (), lambda: level, 0):
            made.append(exercise)
            yield exercise

    with made_ahead(counted()) as row:
        next(row)
        while len(made) <= AHEAD:  # a person thinks
            time.sleep(0.1)
        waited = []
        for _ in range(AHEAD):
            begun = time.perf_counter()
            next(row)
            waited.append(time.perf_counter() - begun)
    middle, baseline = sorted(waited)[AHEAD // 2], spent(show_every_round)
    against = f"{SHEETS}, {baseline * 1e3:.0f} ms"
    note(f"the next exercise, {game.name} {level}", f"{middle * 1e3:.1f} ms", 0.2, middle / baseline, against)


def test_an_exercise_is_made_while_a_person_thinks() -> None:
    """Ten on end, of all kinds: each in less than twice what the sheets of one evening take."""

    def make() -> None:
        row = put_in_order(ThinkStr8(), (), lambda: 2, 0)
        for _ in range(10):
            next(row)

    hold("ten exercises", least(make, 1), 20, spent(show_every_round), SHEETS)


def test_evenings_add_up() -> None:
    """Thirty in ten seconds on two cores: each in less than one and a half times its sheets, on one."""
    logs = [opened for text in LOGS if isinstance(opened := open_log(parse_log(text)), Opened)]
    hold("four evenings", least(lambda: gather_evenings(ThinkStr8(), logs), 2), 6, spent(show_every_round), SHEETS)
