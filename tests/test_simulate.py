"""`deduce simulate` as a person calls it: figures, logs that all commands read, refusals, Ctrl-C."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.games.think_str8.lab.match import make_simulation
from solver.lab.simulation import play_games

CALL = ["simulate", "think-str8", "--seats", "pad,random,random", "--workers", "1"]


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_the_table_fits_80_columns_and_names_every_way() -> None:
    code, text, _ = run("simulate", "think-str8", "--seats", "best,pad,points,random", "--games", "4")
    assert code == 0
    assert "4 games" in text
    for way in ("best", "pad", "points", "random"):
        assert sum(line.startswith(way) for line in text.partition("What best read")[0].splitlines()) == 2
    assert max(map(len, text.splitlines())) <= 80


def test_the_same_seed_gives_the_same_figures_and_another_does_not() -> None:
    outcomes = [run(*CALL, "--games", "4", "--json", "--seed", seed) for seed in ("7", "7", "8")]
    first, second, third = (json.loads(text) for _, text, _ in outcomes)
    assert first == second
    assert first["ways"] != third["ways"]
    assert (first["games"], first["asked"], first["complete"], first["seed"]) == (4, 4, True, 7)
    keys = {"way", "seats", "points", "win", "win_between", "tokens", "hands_left", "final_points"}
    assert keys <= set(first["ways"][0])


def test_logs_are_written_and_read_by_other_commands(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    assert run(*CALL, "--games", "3", "--log", str(folder))[0] == 0
    logs = sorted(folder.iterdir())
    assert [log.name for log in logs] == ["1.game", "2.game", "3.game"]
    for log in logs:
        code, text, _ = run("show", str(log), "--json")
        sheet = json.loads(text)
        assert (code, sheet["round"], sheet["rounds"], sheet["consistent"], sheet["hands"]) == (0, 9, 9, True, 1)
    assert run("advise", str(logs[0]), "--round", "9")[0] == 0
    code, _, text = run(*CALL, "--games", "3", "--log", str(folder))
    assert (code, "logs in it already" in text) == (2, True)


@pytest.mark.parametrize(("game", "seats"), [("think-str8", "pad,random,random"), ("tricoda", "certain,random")])
def test_the_tables_own_logs_hold_the_log_of_every_seat(game: str, seats: str, tmp_path: Path) -> None:
    call = ["simulate", game, "--seats", seats, "--workers", "1", "--games", "2"]
    assert run(*call, "--log", str(tmp_path / "first"))[0] == 0
    assert run(*call, "--log", str(tmp_path / "table"), "--table")[0] == 0
    for log in sorted((tmp_path / "table").iterdir()):
        assert "\nme nobody\n" in log.read_text(encoding="utf-8")
        own = (tmp_path / "first" / log.name).read_text(encoding="utf-8")
        owner = own.splitlines()[2].removeprefix("me ")
        assert run("extract", str(log), owner) == (0, own, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "think-str8", "--table"], "--log games --table"),
        (["simulate", "chess"], "is not known"),
        (["simulate", "think-str8", "--seats", "best,pda"], "Did you mean `pad`?"),
        (["simulate", "think-str8", "--seats", "best,somebody"], "pad: a careful human"),
        (["simulate", "think-str8", "--seats", "best"], "1 seat"),
        (["simulate", "think-str8", "--seats", "best,pad,pad,pad,pad"], "5 seats"),
        (["simulate", "think-str8", "--seats", ""], "0 seats"),
        (["simulate", "thinkaboxin"], "not played by machine"),
        (["simulate", "tricoda", "--seats", "best,pad"], "certain: declares only what is certain"),
        (["simulate", "think-str8", "--seats", "pad,pad", "--log", "/dev/null/logs"], "--log"),
    ],
)
def test_what_cannot_be_done_is_said(words: list[str], said: str) -> None:
    code, text, wrong = run(*words)
    assert (code, text) == (2, "")
    assert said in wrong


def start(workers: str, folder: Path) -> subprocess.Popen[str]:
    """A long run under way: its first log is written."""
    call = [sys.executable, "-m", "cli", "simulate", "think-str8", "--seats", "random,random"]
    call += ["--games", "100000", "--workers", workers, "--log", str(folder)]
    started = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    patience = time.monotonic() + 60
    while not any(folder.iterdir()) and time.monotonic() < patience:
        time.sleep(0.05)
    return started


@pytest.mark.parametrize(("workers", "pause"), [("2", None), ("1", 0), ("2", 0.001), ("1", 0.1)])
@pytest.mark.seldom
def test_control_c_once_or_twice_shows_the_games_so_far(workers: str, pause: float | None, tmp_path: Path) -> None:
    started = start(workers, tmp_path)
    os.killpg(started.pid, signal.SIGINT)  # a terminal sends it to the workers too
    if pause is not None:
        time.sleep(pause)
        os.killpg(started.pid, signal.SIGINT)
    text, wrong = started.communicate(timeout=120)
    assert (started.returncode, wrong) == (0, "")
    assert "of 100,000, then stopped" in text
    assert all(log.read_text(encoding="utf-8").startswith("game think-str8\n") for log in tmp_path.iterdir())


@pytest.mark.seldom
def test_workers_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    started = start("2", tmp_path)
    children = Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()
    started.kill()
    started.communicate(timeout=120)
    patience = time.monotonic() + 60
    while any(Path(f"/proc/{child}/cmdline").exists() for child in children) and time.monotonic() < patience:
        time.sleep(0.05)
    assert not [child for child in children if Path(f"/proc/{child}/cmdline").exists()]


@pytest.mark.parametrize(("games", "most"), [(100, 3), (8, 2)])
def test_no_more_workers_than_cores_and_games(games: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Pool:
        def __init__(self, workers: int, **_: object) -> None:
            asked.append(workers)
            raise KeyError("enough is known")

    monkeypatch.setattr("solver.lab.simulation.ProcessPoolExecutor", Pool)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    with pytest.raises(KeyError):
        next(play_games(make_simulation(), ("random", "random"), games, seed=1, workers=100_000))
    assert asked == [most]


@pytest.mark.parametrize("workers", [1, 2])
def test_more_games_than_anybody_can_play_begin_at_once(workers: int) -> None:
    running = play_games(make_simulation(), ("random", "random"), 10**30, seed=1, workers=workers)
    assert next(running)[0] < 8
    running.close()


def test_a_full_disk_ends_the_games_and_shows_those_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_text

    def refuse(path: Path, *arguments: str, **options: str) -> int:
        if path.name == "3.game":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, *arguments, **options)

    monkeypatch.setattr(Path, "write_text", refuse)
    code, text, said = run(*CALL, "--games", "6", "--log", str(tmp_path / "logs"))
    assert code == 2
    assert "3 games of 6, then stopped" in text
    assert os.strerror(errno.ENOSPC) in " ".join(said.split())


def test_sums_are_left_to_one_thread_before_anything_loads_numpy() -> None:
    """Else every worker's sums want all cores, and games take three times as long, a session's answers even more."""
    code = (
        "import os, sys, cli.app; from cli.__main__ import main; "
        "cli.app.main = lambda: print(os.environ['OPENBLAS_NUM_THREADS'], 'numpy' in sys.modules); main()"
    )
    bare = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    told = subprocess.run([sys.executable, "-c", code], env=bare, capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["1", "False"]
