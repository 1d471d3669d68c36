"""No command writes over a log, or over any file it did not make, unless told to."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import EXAMPLES, Deduce

REFUSALS = Path(__file__).parent / "refusals"
Golden = Callable[[Path, str], None]


@pytest.fixture
def table(tmp_path: Path, deduce: Deduce) -> Deduce:
    """A working folder with a log, a link and another name for it, and a letter."""
    shutil.copy(EXAMPLES / "evening.game", tmp_path)
    (tmp_path / "link.html").symlink_to("evening.game")
    os.link(tmp_path / "evening.game", tmp_path / "second.html")
    (tmp_path / "letter.html").write_text("<!doctype html>\n<html>Dear Ben,\n")
    return deduce.inside(tmp_path)


@pytest.mark.seldom
@pytest.mark.parametrize("name", ["evening.game", "link.html", "second.html", "letter.html"])
def test_a_page_does_not_replace_what_is_there(name: str, table: Deduce, golden: Golden) -> None:
    before = Path(name).read_bytes()
    result = table("review", "evening.game", "--html", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert Path(name).read_bytes() == before
    golden(REFUSALS / f"page_over_{name.partition('.')[0]}.txt", result.stderr)


def test_in_a_session_it_does_not_either(table: Deduce) -> None:
    before = Path("evening.game").read_bytes()
    assert (
        "`--html` means nothing after `review`"
        in table("play", "evening.game", text="review --html evening.game\n").stdout
    )
    assert Path("evening.game").read_bytes() == before


@pytest.mark.seldom
def test_a_page_may_be_written_again_and_over_nothing(table: Deduce) -> None:
    Path("new.html").touch()
    for _ in range(2):
        assert table("review", "evening.game", "--html", "new.html").exit_code == 0
    assert table("review", "evening.game", "--html", os.devnull).exit_code == 0


def test_force_overwrites(table: Deduce) -> None:
    assert table("review", "evening.game", "--html", "letter.html", "--force").exit_code == 0
    assert "Dear Ben" not in Path("letter.html").read_text(encoding="utf-8")


def test_simulated_games_do_not_replace_logs(table: Deduce, golden: Golden) -> None:
    call = ("simulate", "think-str8", "--seats", "random,random", "--games", "2", "--log", "logs")
    Path("logs").mkdir()
    shutil.copy("evening.game", "logs/1.game")
    refused = table(*call)
    assert (refused.exit_code, refused.stdout) == (2, "")
    golden(REFUSALS / "logs_over_logs.txt", refused.stderr)
    assert Path("logs/1.game").read_bytes() == Path("evening.game").read_bytes()
    assert table(*call, "--force").exit_code == 0
    assert Path("logs/1.game").read_bytes() != Path("evening.game").read_bytes()
    into_file = table(*call[:-1], "evening.game", "--force")
    assert into_file.exit_code == 2
    golden(REFUSALS / "logs_over_log.txt", into_file.stderr)
