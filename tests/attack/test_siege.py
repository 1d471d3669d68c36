"""A small siege of `serve` is withstood, and a gate that stands open is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.logfile import LogFile
from cli.serve.seats import Seats
from cli.serve.table import TableLog
from cli.serve.views import View
from cli.serve.web import Guard, Web
from tests.attack import siege
from tests.attack.terminals import Lost

pytestmark = pytest.mark.seldom


def test_a_small_siege(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats are served all the time; how fast, a machine that does much else beside cannot tell."""
    monkeypatch.setattr(siege, "PROMPT", 30.0)
    assert [name for name, _ in siege.besiege(seed=1, size=0.05, folder=tmp_path)] == [*siege.ASSAULTS, "markup"]


def test_four_seats_write_at_once(tmp_path: Path) -> None:
    *_, (posted, crowd) = siege.let_write(seed=1, posts=60, folder=tmp_path, rests=0)
    assert posted >= 60
    assert crowd.counted["taken"] > 0


def hold_out(folder: Path, assault: str) -> None:
    fort = siege.Fort(Random(1), folder)
    try:
        siege.ASSAULTS[assault](fort, 0.02)
        fort.check_seats()
    finally:
        fort.terminal.end("SIGKILL")


def test_an_open_gate_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seats, "seat_of", lambda seats, _: next(iter(seats.taken), None))
    with pytest.raises(Lost, match="cookie"):
        hold_out(tmp_path, "strangers")


@pytest.mark.thorough
def test_requests_from_another_site_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Guard, "find_problem", lambda *_: None)
    with pytest.raises(Lost, match="Origin"):
        hold_out(tmp_path, "strangers")


@pytest.mark.thorough
def test_a_right_code_refused_among_wrong_ones_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fits = Seats.fits
    monkeypatch.setattr(Seats, "fits", lambda seats, code: fits(seats, code) and len(seats.taken) < 4)
    with pytest.raises(Lost, match="the right code"):
        hold_out(tmp_path, "wrong codes")


@pytest.mark.thorough
def test_phones_that_are_not_told_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Web, "tell", lambda *_: None)
    monkeypatch.setattr(siege, "PATIENCE", 0.5)
    with pytest.raises(TimeoutError):
        hold_out(tmp_path, "streams")


def test_a_line_that_is_lost_in_the_crowd_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = LogFile.save
    monkeypatch.setattr(
        LogFile, "save", lambda file, text: len(text) > 500 or save(file, text)
    )  # a later one would save all
    with pytest.raises(Lost, match="were acknowledged"):
        list(siege.let_write(seed=1, posts=100, folder=tmp_path, rests=0))


@pytest.mark.thorough
def test_a_version_that_comes_again_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = TableLog._look_from

    def look_again(table: TableLog, *about: Any) -> View:
        view = look(table, *about)
        return replace(view, version=min(view.version, 1_000_005))

    monkeypatch.setattr(TableLog, "_look_from", look_again)
    with pytest.raises(Lost, match="version"):
        list(siege.let_write(seed=1, posts=100, folder=tmp_path, rests=0))


@pytest.mark.thorough
def test_a_server_that_grows_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bytes] = []
    tell = Web.tell

    def tell_and_keep(web: Web, seat: str, version: int) -> None:
        kept.append(b"x" * 700_000)
        tell(web, seat, version)

    monkeypatch.setattr(Web, "tell", tell_and_keep)
    monkeypatch.setattr(siege, "REST", 0.1)
    monkeypatch.setattr(siege, "MORE_MEMORY", 100.0)  # what answers take for a moment has no time to go
    with pytest.raises(Lost, match="megabytes at rest after"):
        list(siege.let_write(seed=1, posts=400, folder=tmp_path))
