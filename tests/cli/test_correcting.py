"""Putting things right in a session, as people do who misheard, misread and mistyped: few keys, one question."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.views.console import program
from tests.conftest import Deduce
from tests.test_play import Screen, needs_tmux

LOG = """game think-str8
players Anna Ben Cleo
me Anna
tokens 1:7 2:6 3:5 4:4 5:3 6:2 7:1
see Ben 657376
see Cleo 144120
see neutral 531562
dice ggg
bet 4-7 low
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "a.game").write_text(LOG, encoding="utf-8")
    return tmp_path


def play(deduce: Deduce, folder: Path, *typed: str) -> tuple[str, list[str]]:
    said = deduce("play", folder / "a.game", text="".join(f"{line}\n" for line in ("open", *typed))).stdout
    return said, (folder / "a.game").read_text(encoding="utf-8").splitlines()


BEN = "see Ben blue 6, green 2, yellow 7, purple 3, red 7, grey 6"


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (("ben g 2", "1"), {4: BEN}),
        (("see ben g 2", "1"), {4: BEN}),
        (("see ben g 2", ""), {9: "see ben g 2"}),
        (("fix ben g 2",), {4: BEN}),
        (("correct 5 627376",), {4: BEN}),
        (("change line 5: 627376",), {4: BEN}),
        (("edit 5", "627376"), {4: BEN}),
        (("hit", "1"), {8: "bet Anna 4-7 hit"}),
        (("fix =",), {8: "bet Anna 4-7 hit"}),
        (("fix gyb",), {7: "dice green yellow blue"}),
        (("correct round 1 5-8>",), {8: "bet Anna 5-8 low"}),
        (("fix r1 =",), {8: "bet Anna 4-7 hit"}),
        (("ben 3-5", "ben 4-6", "1"), {9: "bet Ben 4-6"}),
        (("ben 3-5", "ben 8-12", "2"), {9: "bet Cleo 3-5", 10: "bet Ben 8-12"}),
        (("ben 3-5", "ben 8-12", ""), {9: "bet Ben 3-5"}),
        (("ben 3-5", "ben 8-12", "cl 2-7"), {9: "bet Ben 3-5", 10: "bet Cleo 2-7"}),
        (("ben 4-6=", "see ben g 2"), {4: BEN, 9: "bet Ben 4-6 hit"}),
        (("ben 4-6=", "edit 5 627376"), {4: BEN, 9: "bet Ben 4-6 hit"}),
        (("ben 4-6=", "ben 4-6>"), {4: "see Ben 657376", 9: "bet Ben 4-6 low"}),
        (("ben 4-6=", "told ben low"), {4: "see Ben 657376", 9: "bet Ben 4-6 low"}),
        (("ben 4-6=", "ben low"), {4: "see Ben 657376", 9: "bet Ben 4-6 low"}),
        (("ben 4-6", "y3", "gyb", "ben y 2", "2"), {10: "swap Anna yellow 3", 11: "swap Ben yellow 7 2"}),
    ],
)
def test_it_is_put_right(folder: Path, deduce: Deduce, typed: tuple[str, ...], lines: dict[int, str]) -> None:
    said, log = play(deduce, folder, *typed)
    assert {place: log[place] for place in lines} == lines, said


def test_undo_brings_back_what_was_put_right(folder: Path, deduce: Deduce) -> None:
    said, log = play(deduce, folder, "ben g 2", "1", "undo")
    assert "Line 5 is again: see Ben 657376" in said
    assert "\n".join(log) + "\n" == LOG


def test_later_lines_that_break_a_rule_go_only_if_the_person_says_so(folder: Path, deduce: Deduce) -> None:
    said, log = play(deduce, folder, "ben 3-5", "edit 9 3-5>", "")
    assert "line  10  bet Ben 3-5" in said
    assert log[8:] == ["bet 4-7 low", "bet Ben 3-5"]
    _, log = play(deduce, folder, "edit 9 3-5>", "1")
    assert log[8:] == ["bet Anna 3-5 low"]


def test_a_forgotten_swap_is_told_when_the_next_throw_comes(folder: Path, deduce: Deduce) -> None:
    said, _ = play(deduce, folder, "ben 4-6", "gyb")
    assert "Round 1 lacks Cleo's bet or answer and your and Ben's swap" in " ".join(said.split())


def test_a_line_put_in_is_repeated_as_typed_and_told_as_understood(folder: Path, deduce: Deduce) -> None:
    said, _ = play(deduce, folder, "ben 4-6", "gyb", "round 1: ben g2")
    assert "Put in as line 11: swap Ben green 2\nBen laid off green 5 and now shows 2" in said
    (folder / "a.game").write_text(LOG, encoding="utf-8")
    covered, _ = play(deduce, folder, "cover", "ben 4-6", "gyb", "round 1: ben g2")
    assert "Put in as line 11: swap Ben green …\nBen laid off green 5 and drew a new card" in covered


@needs_tmux
def test_one_key_is_enough(folder: Path) -> None:
    with Screen(folder / "a.game", 80, 24) as screen:
        screen.type("ben g 2", "Enter")
        screen.see("1 correct line 5: Ben's green is 2, not 5", "1? Enter leaves it.")
        screen.type("1")
        screen.see("Line 5 was: see Ben 657376")


# The questions of a new log.


def begin(deduce: Deduce, folder: Path, *typed: str) -> str:
    return str(deduce.inside(folder)("play", "new.game", text="".join(f"{line}\n" for line in typed)).stdout)


def test_a_question_takes_its_own_words_first(folder: Path, deduce: Deduce) -> None:
    begin(deduce, folder, "str8", "Anna, Ben and Cleo", "Anna", "", "check", "n")
    lines = (folder / "new.game").read_text(encoding="utf-8").splitlines()
    assert lines[:4] == ["game think-str8", "players Anna Ben Cleo", "me Anna", "aid check"]


def test_a_name_with_blanks_can_be_typed_as_it_is_said(folder: Path, deduce: Deduce) -> None:
    (folder / "a game").write_text(LOG, encoding="utf-8")
    said = deduce.inside(folder)("play", "a game", text="quit\n").stdout
    assert said.endswith("Go on with: deduce play 'a game'\n")


def test_a_log_of_any_name_is_found_again(folder: Path, deduce: Deduce) -> None:
    (folder / "a.game").rename(folder / "evening")
    (folder / "notes.txt").write_text("game night on Friday?\nno log\n", encoding="utf-8")
    said = deduce.inside(folder)("play", text="1\nquit\n").stdout
    assert "1. evening: Think Str8!" in said
    assert "notes.txt" not in said


@pytest.mark.parametrize(
    ("started", "named"),
    [("/somewhere/cli/__main__.py", "python -m cli"), ("pytest", "deduce"), (".venv/bin/deduce", ".venv/bin/deduce")],
)
def test_a_command_is_named_as_the_program_was_started(
    started: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [started])
    monkeypatch.setattr("cli.views.console.which", lambda _: None)
    assert program() == named
