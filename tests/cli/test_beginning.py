"""`deduce` and `deduce play` without a log: something sensible begins, with a proposed name."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from cli.play.beginning import propose_name
from tests.conftest import ROOT, Deduce

TODAY = rf"think-str8-{date.today():%Y-%m}-\d\d\.game"  # a test may run at midnight


def test_a_name_has_the_game_and_the_day_and_is_free() -> None:
    day, there = date(2026, 11, 20), set[str]()
    for expected in ("tricoda-2026-11-20.game", "tricoda-2026-11-20-2.game", "tricoda-2026-11-20-3.game"):
        assert propose_name("tricoda", day, there.__contains__) == expected
        there.add(expected)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def logs(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.game"))


def test_play_without_a_log_begins_one(folder: Path, deduce: Deduce) -> None:
    begun = deduce("play", text="foo\nthink-\n\nAnna Ben\nAnna\n\n")
    assert begun.exit_code == 0
    assert "`foo` is not one of the games." in begun.stdout
    (name,) = logs(folder)
    assert re.fullmatch(TODAY, name)
    assert f"In which file? (Enter: {name})" in begun.stdout
    lines = ["game think-str8", "players Anna Ben", "me Anna"]
    assert (folder / name).read_text(encoding="utf-8").splitlines() == lines, "the game is asked for once"


def test_a_name_without_an_ending_gets_that_of_all_logs(folder: Path, deduce: Deduce) -> None:
    assert deduce("play", text="2\nour friday\nAnna Ben\nAnna\n").exit_code == 0
    assert logs(folder) == ["our friday.game"]


def test_play_without_a_log_offers_those_that_lie_here(folder: Path, deduce: Deduce) -> None:
    for place, name in enumerate(("think_str8/evening", "tricoda/evening", "think_str8/faulty/bad_name")):
        path = folder / f"{name.replace('/', '-')}.game"
        path.write_text((ROOT / "examples" / f"{name}.game").read_text(encoding="utf-8"), encoding="utf-8")
        os.utime(path, (place, place))
    listed = deduce("play", text="2\n")
    assert "  1. tricoda-evening.game: Tricoda, Anna, Ben, Cleo and Dirk; Anna wins" in listed.stdout
    assert "bad_name" not in listed.stdout, "what cannot be read is not offered"
    assert "deduce play think_str8-evening.game" in listed.stdout
    named = deduce("play", text="other.game\nthinkaboxin\n")
    assert "deduce play other.game" in named.stdout
    before = logs(folder)
    for leaving in ("quit\n", "", "\nquit\n", "\n\nquit\n"):
        assert deduce("play", text=leaving).exit_code == 0
    assert logs(folder) == before, "who leaves leaves nothing behind"


def test_deduce_alone_plays_in_a_terminal_and_helps_in_a_pipe(folder: Path, deduce: Deduce) -> None:
    assert deduce().stdout.startswith("Usage: ")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "cli"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm"},
    ) as running:
        seen, end = b"", time.monotonic() + 20
        while b"Which game?" not in seen and time.monotonic() < end:
            if select.select([ours], [], [], 0.2)[0]:
                seen += os.read(ours, 4096)
        running.terminate()
    assert b"Which game?" in seen
    assert not logs(folder)
