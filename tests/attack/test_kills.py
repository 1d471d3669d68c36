"""Sessions that are ended at random moments keep what they answered; one that forgets a line is found out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cli.logfile import LogFile
from cli.serve.seats import Seats
from tests.attack import kills, tables
from tests.attack.terminals import CTRL_C, ENDS
from tests.attack.true_logs import PLAY
from tests.conftest import ROOT

pytestmark = pytest.mark.seldom


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TERM", "PROMPT_TOOLKIT_NO_CPR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, "")  # set by the attack, put back by pytest


def test_a_few_kills_of_each_kind() -> None:
    """By the command: forked from a process with many threads, a session may inherit a lock that nobody opens."""
    call = [sys.executable, "-m", "tests.attack.kills", "--count", "14", "--seed", "3"]
    ended = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert ended.returncode == 0, ended.stdout
    assert all(name in ended.stdout for name in (*PLAY, *ENDS, "play 7", "serve 7"))


def test_a_line_that_would_be_asked_about_is_spelt_out() -> None:
    text = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nraise free\nset\nroll 6 3 1 1\nbid Ben 1x3\n"
    assert kills.spell_out(text, "lift", "Anna") == "lift Anna"
    assert kills.spell_out(text, "lift Cleo", "Anna") == "lift Cleo"


def test_a_line_that_is_not_saved_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.logfile._append", lambda *_: None)
    assert any("the log ends with" in fault for _, _, fault in kills.attack(seed=3, count=4, folder=tmp_path))


@pytest.mark.thorough
def test_a_session_that_ends_with_ctrl_c_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.play.keyboard.Interrupts.start", lambda _: None)
    monkeypatch.setattr(kills, "ENDS", (CTRL_C,))
    assert any(fault for _, _, fault in kills.attack(seed=3, count=3, folder=tmp_path))


# The server.


def test_a_line_that_is_acknowledged_too_early_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogFile, "save", lambda file, text: setattr(file, "text", text))
    assert any("the log ends with" in fault for _, _, fault in tables.attack(seed=3, count=3, folder=tmp_path))


@pytest.mark.thorough
def test_versions_that_come_again_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PLAY", {"tricoda": PLAY["tricoda"]})
    monkeypatch.setattr("cli.serve.seats._number", lambda _: 0)
    assert any("version" in fault for _, _, fault in tables.attack(seed=3, count=2, folder=tmp_path))


@pytest.mark.thorough
def test_seats_that_are_not_kept_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PLAY", {"tricoda": PLAY["tricoda"]})
    monkeypatch.setattr(Seats, "_read", lambda _: {"code": "always-the-same"})
    assert any("seat is lost" in fault for _, _, fault in tables.attack(seed=3, count=2, folder=tmp_path))
