"""The table's own log as a person calls it: `extract`, every command with --as, and what is refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from solver.games.thinkaboxin.opened import ThinkaboxinLog
from tests.conftest import ROOT, Deduce

TABLE = ROOT / "examples" / "table"
GOLDEN = Path(__file__).parent / "table"
COMMANDS = [["show"], ["show", "--json"], ["show", "--round", "1"], ["check"], ["hint", "--more"], ["why", "red"]]


def test_an_extract_is_a_players_own_log(deduce: Deduce, golden: Callable[[Path, str], None]) -> None:
    result = deduce("extract", TABLE / "friday.game", "dirk")
    assert (result.exit_code, result.stderr) == (0, "")
    golden(GOLDEN / "extract.txt", result.stdout)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("player", ["Anna", "Ben", "Cleo", "Dirk"])
def test_every_command_is_the_same_on_the_extract(
    command: list[str], player: str, deduce: Deduce, tmp_path: Path
) -> None:
    own = tmp_path / "friday.game"
    own.write_text(deduce("extract", TABLE / "friday.game", player).stdout, encoding="utf-8")
    verb, *words = command
    through = deduce.inside(TABLE)(verb, "friday.game", *words, "--as", player)
    direct = deduce.inside(tmp_path)(verb, "friday.game", *words)
    assert (through.exit_code, through.stdout, through.stderr) == (direct.exit_code, direct.stdout, direct.stderr)
    assert through.stdout


def test_a_finished_table_is_reviewed_for_all(deduce: Deduce, golden: Callable[[Path, str], None]) -> None:
    result = deduce.inside(TABLE)("review", "monday.game")
    assert (result.exit_code, result.stderr) == (0, "")
    golden(GOLDEN / "whole_table.txt", result.stdout)


REFUSED = {
    "no_seat": ["show", "friday.game"],
    "no_seat_reviewed": ["review", "friday.game"],
    "no_seat_checked": ["check", "friday.game"],
    "stranger": ["extract", "friday.game", "Zoe"],
    "misspelt": ["extract", "friday.game", "Bne"],
    "stranger_asks": ["show", "friday.game", "--as", "Zoe"],
    "anothers_log": ["extract", "../think_str8/evening.game", "Ben"],
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str, deduce: Deduce, golden: Callable[[Path, str], None]) -> None:
    result = deduce.inside(TABLE)(*REFUSED[name])
    assert (result.exit_code, result.stdout) == (2, "")
    golden(GOLDEN / f"{name}.txt", result.stderr)


def test_every_golden_text_is_used() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {"extract", "whole_table", *REFUSED}


def test_what_a_seat_cannot_have_seen_is_somebodys_word_to_extract_as_to_show(
    deduce: Deduce, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lift is missing, and a new roll tells of a new round: if Cleo did not hear of it, a bid would not raise."""
    log = tmp_path / "torn.game"
    lines = ("bid Anna 3x2", "roll Ben 666", "bid Ben 2x5")
    log.write_text("game thinkaboxin\nplayers Anna Ben Cleo\nme nobody\nroll Ben 4244\n" + "\n".join(lines) + "\n")
    assert deduce("extract", log, "Cleo").stdout.splitlines()[3:] == ["bid Anna 3x2", "roll ?", "bid Ben 2x5"]
    monkeypatch.setattr(ThinkaboxinLog, "_begin_for", lambda *_: None)
    asked, extracted = deduce("show", log, "--as", "Cleo"), deduce("extract", log, "Cleo")
    assert (asked.exit_code, extracted.exit_code) == (0, 0)
    assert extracted.stdout.splitlines()[3:] == ["bid Anna 3x2", "says nobody bid Ben 2x5"]
    assert "2x5 does not raise 3x2" in asked.stdout + asked.stderr


def test_a_players_own_log_is_printed_to_the_last_byte(deduce: Deduce) -> None:
    log = ROOT / "examples" / "think_str8" / "evening.game"
    assert deduce("extract", log, "anna").stdout == log.read_text(encoding="utf-8")


@pytest.mark.seldom
def test_a_session_on_the_tables_own_log_looks_back_on_the_whole_table(deduce: Deduce, tmp_path: Path) -> None:
    """The same story as `deduce review`; while the game goes on, nobody may look at all of it."""
    shutil.copy(TABLE / "monday.game", tmp_path)
    told = deduce.inside(tmp_path)("play", "monday.game", text="review\n").stdout
    story = (GOLDEN / "whole_table.txt").read_text(encoding="utf-8")
    assert story.partition("\nFor Nora")[0] in told
    assert "For Mia" in told
    shutil.copy(TABLE / "friday.game", tmp_path)
    assert "Ask from a seat: as Anna" in deduce("play", "friday.game", text="review\n").stdout
