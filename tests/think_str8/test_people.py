"""Reading that starts from what the same people did on evenings before: it gets better, and only for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver import commands
from solver.game import Opened
from solver.games import open_log
from solver.games.think_str8.beliefs import learn_people, read_bets
from solver.games.think_str8.lab.match import play_game
from solver.games.think_str8.opened import Str8Log
from solver.log import parse_log
from tests.bench.measure_people import measure
from tests.conftest import EXAMPLES, Deduce


def evening(seed: int, name: str = "Cleo") -> str:
    """Ben and Cleo lay everything two spaces too high."""
    return str(play_game((("Anna", "best"), ("Ben", "optimist"), (name, "optimist")), f"people {seed}").log)


def opened(text: str) -> Str8Log:
    found = open_log(parse_log(text))
    assert isinstance(found, Str8Log)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("people")
    for seed in range(2):
        (place / f"{seed}.game").write_text(evening(seed, "cleo"), encoding="utf-8")
    return place


@pytest.mark.seldom
def test_a_habit_known_before_makes_the_true_hand_likelier() -> None:
    found = measure("optimist", 0)
    assert found.decisions > 10
    assert found.learnt > found.fresh > 0


def test_names_are_folded_and_strangers_are_read_as_ever(folder: Path) -> None:
    known = learn_people(opened(path.read_text("utf-8")).table for path in sorted(folder.glob("*.game")))
    assert [name for name, _ in known] == ["ben", "cleo"]
    table = opened(evening(7).partition("final")[0]).table
    fresh, learnt = read_bets(table, "Anna", 1.0), read_bets(table, "Anna", 1.0, known)
    assert fresh is not None
    assert learnt is not None
    assert (fresh.weights != learnt.weights).any()
    strangers = tuple((f"not {name}", ways) for name, ways in known)
    unread = read_bets(table, "Anna", 1.0, strangers)
    assert unread is not None
    assert (fresh.weights == unread.weights).all()


def test_the_same_people_read_alike_whoever_is_asked_first(folder: Path) -> None:
    """Readers are kept: what is known of people must not stay with those about whom nothing is known."""
    logs = [opened(path.read_text("utf-8")) for path in sorted(folder.glob("*.game"))]
    log = opened(evening(7).partition("final")[0])
    plain = commands.show(log, "Anna").data()
    with_people = commands.show(commands.know_people(log, logs), "Anna").data()
    assert commands.show(log, "Anna").data() == plain
    assert with_people["cards"] == plain["cards"], "what is exact stays exact"
    assert commands.show(commands.know_people(log, logs), "Anna").data() == with_people


def test_the_call(deduce: Deduce, folder: Path, tmp_path: Path) -> None:
    log = tmp_path / "tonight.game"
    log.write_text(evening(7).rpartition("bet Anna")[0], encoding="utf-8")
    plain, known = (json.loads(deduce("show", log, "--json", *more).stdout) for more in ((), ("--people", folder)))
    assert plain["cards"] == known["cards"]
    assert plain.get("reading") != known.get("reading")
    assert deduce("advise", log, "--people", folder).exit_code == 0
    assert "nobody is read" in deduce("show", EXAMPLES.parent / "tricoda" / "evening.game", "--people", folder).stderr
    assert "There is no" in deduce("show", log, "--people", tmp_path / "nowhere").stderr
    alone = json.loads(deduce("show", log, "--json", "--people", tmp_path).stdout)
    assert alone == plain, "an evening does not teach about itself"
    assert isinstance(opened(log.read_text("utf-8")), Opened)
