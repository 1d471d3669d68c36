"""Twins give a seat the same bytes whatever it sends; a table that tries a line on everybody's cards is found out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from solver.games.think_str8.events import See
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.rules import Card
from solver.grammar import Event
from tests.attack import probes
from tests.conftest import ROOT


def test_twins_of_each_game() -> None:
    """By the command: forked from a process with many threads, a server may inherit a lock that nobody opens."""
    call = [sys.executable, "-m", "tests.attack.probes", "--count", "3", "--seed", "4", "--probes", "10"]
    ended = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert ended.returncode == 0, ended.stdout
    assert "3 pairs" in ended.stdout


@pytest.mark.thorough
def test_a_table_that_tries_a_line_on_all_cards_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def try_it(_: Str8Log, line: str) -> Event | None:
        return See("Anna", (Card("red", 0),)) if line.startswith("see") else None

    monkeypatch.setattr(Str8Log, "left_to_table", try_it)
    assert any(fault for _, _, fault in probes.attack(seed=1, count=10, folder=tmp_path))
