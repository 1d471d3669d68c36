"""Many evenings added up: by hand and by single reviews, names folded, honest intervals, months, one page."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from solver import commands
from solver.evenings import Conduct, Rate
from solver.game import Opened
from solver.games import open_log
from solver.games.think_str8.game import ThinkStr8
from solver.games.think_str8.lab.match import play_game
from solver.games.tricoda.lab.simulation import play_game as play_tricoda
from solver.log import parse_log
from solver.season import Evenings, Mean, find_mean, gather_evenings, say_mean, say_tally
from tests.conftest import EXAMPLES, Deduce

DAYS = ("2026-09-04", "2026-09-18", "2026-10-02")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three evenings of Anna's; Ben is written in two ways."""
    place = tmp_path_factory.mktemp("evenings")
    for seed, day in enumerate(DAYS):
        ben = "ben" if seed == 1 else "Ben"
        played = play_game((("Anna", "pad"), (ben, "best"), ("Cleo", "pad")), str(seed))
        (place / f"think-str8-{day}.game").write_text(str(played.log), encoding="utf-8")
    return place


def open_all(folder: Path) -> list[Opened]:
    logs = [open_log(parse_log(path.read_text("utf-8"), str(path))) for path in sorted(folder.glob("*.game"))]
    assert all(isinstance(log, Opened) for log in logs)
    return [log for log in logs if isinstance(log, Opened)]


@pytest.mark.seldom
def test_evenings_add_up_to_their_single_reviews(folder: Path) -> None:
    logs = open_all(folder)
    together = gather_evenings(ThinkStr8(), logs)
    people = {person.player: person for person in together.people}
    assert set(people) == {"Anna", "Ben", "Cleo"}, "ben is Ben"
    singles = [commands.review([log], "Anna").data() for log in logs]
    given_up = [single["sums"]["given_up"] for single in singles]  # type: ignore[index]
    mean = people["Anna"].given_up
    assert mean is not None
    assert mean.value == pytest.approx(sum(given_up) / 3, abs=1e-4)
    scores = [{name.casefold(): points for name, points in single["scores"].items()} for single in singles]  # type: ignore[attr-defined]
    assert people["Ben"].points == find_mean([score["ben"] for score in scores])
    assert sum(people["Ben"].places.values()) == 3
    bets = [bet for log in logs for this in log.table.rounds if (bet := this.bets.get("Anna"))]  # type: ignore[attr-defined]
    assert people["Anna"].bets == {
        token: Rate(
            sum(bet.answer == "hit" for bet in bets if bet.length == token), sum(b.length == token for b in bets)
        )
        for token in sorted({bet.length for bet in bets})
    }
    told = [
        rival["bits"]
        for single in singles
        for rival in single.get("reading", {}).get("rivals", ())  # type: ignore[attr-defined]
        if rival["player"] == "Cleo"
    ]
    assert people["Cleo"].read is not None
    assert people["Cleo"].read.value == pytest.approx(sum(told) / len(told), abs=1e-4)
    assert people["Anna"].read is None, "nobody reads their own bets"


@pytest.mark.seldom
def test_missed_deductions_are_those_of_practice() -> None:
    log = open_log(parse_log((EXAMPLES / "evening.game").read_text("utf-8"), "evening.game"))
    assert isinstance(log, Opened)
    (anna,) = (one for one in ThinkStr8().look_back(log, 1).played if one.player == "Anna")
    asked = [one for one in ThinkStr8().exercises(log, "x") if one.kind == "cross"]
    assert sum(tally.of for tally in anna.missed.values()) == len(asked)
    assert sum(tally.times for tally in anna.missed.values()) == sum(one.missed for one in asked) == 3


@pytest.mark.seldom
def test_working_beside_each_other_gives_the_same(folder: Path) -> None:
    logs, heard = open_all(folder), list[int]()
    beside = gather_evenings(ThinkStr8(), logs, 2, heard.append)
    assert beside.data() == gather_evenings(ThinkStr8(), logs).data()
    assert heard == [1, 2, 3]


def test_intervals_are_honest() -> None:
    assert find_mean([]) is None
    assert say_mean(find_mean([10, 12])) == "11.0", "of two evenings nobody can say more"
    assert say_mean(find_mean([10, 12, 14])) == "12.0 (7.0–17.0)", "Student, two degrees of freedom: 4.30 · 2 / √3"
    assert say_mean(find_mean([0, 0, 3], least=0.0)) == "1.0 (0.0–5.3)"
    wide = find_mean([float(number % 7) for number in range(200)])
    assert wide is not None
    assert wide.high is not None
    assert wide.high - wide.value == pytest.approx(1.96 * 2 / 200**0.5, rel=0.03)
    assert find_mean([2.0] * 5) == Mean(2.0, None, None), "five times the same says nothing of how much it varies"
    assert say_tally(Rate(3, 10)) == "3 of 10 (11%–60%)", "Wilson's interval"
    assert say_tally(Rate()) == "–"


@pytest.mark.seldom
def test_a_folder_is_all_that_is_in_it(deduce: Deduce, folder: Path) -> None:
    shown = deduce("review", folder)
    assert shown.exit_code == 0, shown.output
    assert max(map(len, shown.stdout.splitlines())) <= 80
    for told in ("3 evenings", "Games won: Ben 3.", "Month by month", "too long a token", "How often bets hit"):
        assert told in shown.stdout
    assert deduce("review", *sorted(folder.glob("*.game"))).stdout == shown.stdout
    data = json.loads(deduce("review", folder, "--json").stdout)
    assert data["players"]["Ben"]["won"]["times"] == 3
    assert [one["month"] for one in data["evenings"]] == ["2026-09", "2026-09", "2026-10"]
    page = deduce("review", folder, "--html", "-").stdout
    assert "<h2>Month by month</h2>" in page
    assert ">9/26</text>" in page, "the first month has its year"
    assert ">10</text>" in page, "October is a tick of the plot"


def test_without_dates_it_goes_evening_by_evening(deduce: Deduce, tmp_path: Path) -> None:
    for seed in range(2):
        played = play_tricoda((("Anna", "best"), ("Ben", "certain")), str(seed))
        (tmp_path / f"{seed}.game").write_text(str(played.log), encoding="utf-8")
    shown = deduce("review", tmp_path)
    assert shown.exit_code == 0, shown.output
    assert "Evening by evening" in shown.stdout
    assert "declared too late" in shown.stdout
    assert "Game 2 · " in shown.stdout, "each in short"
    data = json.loads(deduce("review", tmp_path, "--json").stdout)
    assert len(data["games"]) == len(data["evenings"]) == 2


@pytest.mark.seldom
def test_of_many_people_no_figure_is_cut_short(deduce: Deduce) -> None:
    """A grid too wide for the screen is told in several tables; every figure and name stands there whole."""
    logs = sorted(EXAMPLES.glob("*.game"))
    shown, data = deduce("review", *logs).stdout, json.loads(deduce("review", *logs, "--json").stdout)
    assert len(data["players"]) > 9
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.count("  kind of lesson") > 1, "each table has the first column"
    for player in data["players"]:
        assert f" {player}" in shown


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("think_str8/evening.game", "tricoda/evening.game"), "These logs are of different games."),
        (("paper/markus.game", "paper/markus.game"), "is a paper sheet"),
        (("../tests/serve",), "There is no log in"),
        (("think_str8/evening.game", "nowhere.game"), "There is no"),
    ],
)
def test_what_does_not_add_up_is_refused(deduce: Deduce, names: tuple[str, ...], said: str) -> None:
    refused = deduce("review", *(EXAMPLES.parent / name for name in names))
    assert refused.exit_code == 2
    assert said in refused.stderr


def test_a_game_that_goes_on_counts_no_points(deduce: Deduce, tmp_path: Path, folder: Path) -> None:
    whole = next(iter(sorted(folder.glob("*.game")))).read_text("utf-8")
    for name, text in (("a", whole), ("b", whole.partition("final")[0])):
        (tmp_path / f"{name}.game").write_text(text, encoding="utf-8")
    shown = " ".join(deduce("review", tmp_path).stdout.split())
    assert "1 of these games is not over: no points are counted for it." in shown
    anna = Evenings(ThinkStr8(), "Anna", tuple(ThinkStr8().look_back(log, 1) for log in open_all(tmp_path))).people[0]
    assert [one.points is None for one in anna.played] == [False, True]
    assert anna.won.of == 1
    assert Conduct("Anna").given_up is None


@pytest.mark.seldom
def test_whoever_does_not_wait_for_many_evenings_is_left_in_peace(tmp_path: Path) -> None:
    """Ctrl-C reaches the workers as well, as from a terminal: nothing is said of them, and nothing of them is left."""
    for number in range(60):
        (tmp_path / f"{number}.game").write_text((EXAMPLES / "evening.game").read_text("utf-8"), "utf-8")
    command = [sys.executable, "-m", "cli", "review", str(tmp_path)]
    with Popen(command, stdout=PIPE, stderr=PIPE, text=True, start_new_session=True) as running:
        time.sleep(3)
        os.killpg(running.pid, signal.SIGINT)
        told, faults = running.communicate(timeout=120)
    assert (told, faults) == ("", "")
    assert running.returncode in (130, -signal.SIGINT), "the latter before there are any workers"
