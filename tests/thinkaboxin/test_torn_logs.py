"""Logs with lines lost, doubled, moved or misspelt: an answer or a list of faults, never a crash."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from solver.games import open_log
from solver.games.thinkaboxin.advice import advise
from solver.games.thinkaboxin.opened import ThinkaboxinLog
from solver.games.thinkaboxin.review import review
from solver.games.thinkaboxin.sheet import make_sheet as show
from solver.games.thinkaboxin.why import explain as why
from solver.log import parse_log
from tests.thinkaboxin.random_games import (
    Evening,
    goldrush_evening,
    knockout_race,
    nuggets_evening,
    plain_evening,
    sheriff_evening,
)
from tests.thinkaboxin.random_games import Table as RandomTable


def race(seed: int, players: int) -> Evening:
    table = RandomTable(seed, players, told="verdict", donkeys=0.1)
    knockout_race(table, table.game.players)
    return table.game


MAKERS: list[Callable[[int, int], Evening]] = [plain_evening, goldrush_evening, nuggets_evening, sheriff_evening, race]


def tear(lines: list[str], rng: random.Random) -> list[str]:
    lines = lines[: rng.randint(3, len(lines))]
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(3, len(lines) + 1) if len(lines) > 3 else 3
        deed = rng.choice(["lose", "double", "move", "misspell", "renumber", "end"])
        line = lines[at] if at < len(lines) else "donkey"
        if deed == "lose":
            lines[at : at + 1] = []
        elif deed == "double":
            lines.insert(at, line)
        elif deed == "move":
            lines[at : at + 1] = []
            lines.insert(rng.randint(3, len(lines)), line)
        elif deed == "misspell":
            lines[at : at + 1] = [line[:-1]]
        elif deed == "renumber":
            lines[at : at + 1] = ["".join(str(rng.randint(0, 9)) if sign.isdigit() else sign for sign in line)]
        else:
            lines[at : at + 1] = [line.replace(" right", "").replace(" wrong", "")]
    return lines


@pytest.mark.parametrize("seed", range(150))
def test_torn_logs_are_answered_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    game = MAKERS[seed % len(MAKERS)](seed // 5 % 20, 2 + seed % 4)
    opened = open_log(parse_log("\n".join(tear(game.lines, rng)) + "\n"), rng.choice([None, None, 0, 1, 3]))
    if isinstance(opened, tuple):
        assert all(error.hint and error.problem for error in opened)
        return
    assert isinstance(opened, ThinkaboxinLog)
    table = opened.table
    for seat in table.players:
        sheet = show(table, seat)
        assert sheet.sight.hidden >= 0
        sheet.data()
        advise(table, seat).data()
        why(table, seat, ("3x5",)).data()
    if seed % 5 == 0:
        review((table,), table.me).data()
