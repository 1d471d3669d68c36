"""`deduce` and `deduce play` without a log: something sensible begins, with a proposed name."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from cli.play.beginning import propose_name
from solver.log import LONGEST
from tests.conftest import ROOT, Deduce
from tests.test_play import MISHEARD, PROMPT, Typed, open_always, wait_for

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


def test_what_is_still_to_be_asked_is_no_fault_of_an_answer(folder: Path, deduce: Deduce) -> None:
    begun = deduce("play", text="1\n\nanna\n")
    assert "One player is not enough." in begun.stdout
    assert "The log ends before its `me` line." not in begun.stdout
    assert logs(folder)


@pytest.mark.parametrize("said", ["Str8!", "think str8", "Think-Str8", "1"])
def test_a_game_is_known_by_what_people_call_it(said: str, folder: Path, deduce: Deduce) -> None:
    assert deduce("play", text=f"{said}\n\nAnna Ben\n").exit_code == 0
    assert (folder / logs(folder)[0]).read_text(encoding="utf-8").startswith("game think-str8\n")


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


# What is pasted at these questions.


@pytest.fixture
def answered(deduce: Deduce, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Typed, str]]:
    """`deduce play` with these answers: what waited at the prompts, and what was said."""

    def answer(*lines: str | type[BaseException]) -> tuple[Typed, str]:
        keyboard = Typed(*lines)
        monkeypatch.setattr("cli.play.loop.open_keyboard", lambda _: keyboard)
        played = deduce.inside(folder)("play")
        return keyboard, " ".join((played.stdout + played.stderr).split())

    return answer


Answered = Callable[..., tuple[Typed, str]]
EVENING = "# An evening of ours.\n" + (ROOT / "examples" / "think_str8" / "evening.game").read_text(encoding="utf-8")


def typed_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("there", [False, True], ids=["Which game?", "Go on with which?"])
@pytest.mark.seldom
def test_a_whole_log_may_be_pasted_at_the_first_question(folder: Path, answered: Answered, there: bool) -> None:
    if there:
        (folder / "old.game").write_text(MISHEARD, encoding="utf-8")
    _, said = answered(EVENING, "quit")
    (name,) = [name for name in logs(folder) if name != "old.game"]
    assert re.fullmatch(TODAY, name)
    assert f"In which file? {name} (`save as` goes on in another)." in said
    assert (folder / name).read_text(encoding="utf-8").splitlines() == typed_lines(EVENING)
    assert not there or (folder / "old.game").read_text(encoding="utf-8") == MISHEARD


@pytest.mark.seldom
def test_a_whole_log_may_come_from_a_pipe(folder: Path, deduce: Deduce) -> None:
    assert deduce("play", text=EVENING).exit_code == 0
    (name,) = logs(folder)
    assert (folder / name).read_text(encoding="utf-8").splitlines() == typed_lines(EVENING)


def test_pasted_answers_are_taken_one_by_one(folder: Path, answered: Answered) -> None:
    answered("think-str8\r\n\r\nour friday\rAnna Ben\nAnna\ntable\nfull\n# note", "quit")
    assert logs(folder) == ["our friday.game"]
    saved = (folder / "our friday.game").read_text(encoding="utf-8")
    assert saved == "game think-str8\nplayers Anna Ben\nme Anna\n# note\n"
    answered("1\n# more\n# and more")
    assert (folder / "our friday.game").read_text(encoding="utf-8") == f"{saved}# more\n# and more\n"
    answered("\n", "2", "our friday.game\n# last")
    assert (folder / "our friday.game").read_text(encoding="utf-8") == f"{saved}# more\n# and more\n# last\n"


def test_a_log_may_be_pasted_when_a_file_is_asked_for(folder: Path, answered: Answered) -> None:
    answered("tricoda", "players Anna Ben\nme Anna", "quit")
    (name,) = logs(folder)
    assert (folder / name).read_text(encoding="utf-8") == "game tricoda\nplayers Anna Ben\nme Anna\n"


def test_a_file_may_be_called_like_a_line(folder: Path, answered: Answered) -> None:
    answered("tricoda", "game", "quit")
    assert logs(folder) == ["game.game"]


def test_what_is_pasted_behind_a_refused_answer_waits_with_it(folder: Path, answered: Answered) -> None:
    refused = "chess\nAnna Ben", "game chess\nx", "players Anna Ben", "no/where.game\nAnna Ben"
    pasted = f"# note\n{refused[0]}", *refused[1:3], f"2\n{refused[3]}"
    keyboard, said = answered(*pasted, "here\nAnna Cleo", "quit")
    assert keyboard.waiting[:5] == ["", *refused]
    for sentence in (
        "`chess` is not one of the games.",
        "The game `chess` is not known.",
        "The first line must say which game it is.",
        "There is no folder no.",
    ):
        assert sentence in said
    assert (folder / "here.game").read_text(encoding="utf-8") == "# note\ngame tricoda\nplayers Anna Cleo\n"


@pytest.mark.parametrize(("sign", "left"), [("\0", ""), ("\x1b[2J", "[2J"), ("\udcff", ""), ("\u2028", "")])
def test_signs_that_a_log_cannot_hold_are_refused(folder: Path, answered: Answered, sign: str, left: str) -> None:
    keyboard, said = answered(f"tri{sign}coda\nx", f"tricoda\nfri{sign}day\nAnna Ben", "day\nAnna Ben", "quit")
    assert keyboard.waiting[:3] == ["", f"tri{left}coda\nx", f"fri{left}day\nAnna Ben"]
    assert said.count("A log cannot hold this character. Type the line without it.") == 2
    assert (folder / "day.game").read_text(encoding="utf-8") == "game tricoda\nplayers Anna Ben\n"


def test_a_name_as_long_as_a_book_is_refused(folder: Path, answered: Answered) -> None:
    keyboard, said = answered("tricoda", "x" * 2 * LONGEST)
    assert "A line has at most 1,000 characters." in said
    assert keyboard.waiting == ["", "", "x" * LONGEST]
    assert logs(folder) == []


def test_what_is_not_taken_of_a_paste_is_said(folder: Path, answered: Answered) -> None:
    for pasted, left in (("quit\nplayers Anna Ben\nme Anna", "2 more lines"), ("2\nq\nme Anna", "1 more line")):
        assert answered(pasted)[1] == f"Not taken: {left} of what was pasted."
    assert "Not taken" not in answered("chess\n2", KeyboardInterrupt)[1], "it waited at the prompt"
    assert logs(folder) == []
    (folder / "old.game").write_text(MISHEARD, encoding="utf-8")
    for name in (".", "x" * 300):
        said = answered(f"{name}\n# one\n# two")[1]
        assert "Not taken: 2 more lines of what was pasted." in said, "there is no log to which they could go"


def test_a_comment_may_come_before_the_name_of_a_log_that_is_there(folder: Path, answered: Answered) -> None:
    (folder / "old.txt").write_text("game tricoda\nplayers Anna Ben\nme Anna\n", encoding="utf-8")
    answered("# note", "think-str8", "old.txt", "quit")
    saved = (folder / "old.txt").read_text(encoding="utf-8")
    assert saved == "game tricoda\nplayers Anna Ben\nme Anna\n# note\n"


def test_a_log_pasted_into_a_terminal(folder: Path) -> None:
    child, keys = pty.fork()
    if child == 0:
        env = os.environ | {"TERM": "xterm", "COLUMNS": "80", "LINES": "24", "PROMPT_TOOLKIT_NO_CPR": "1"}
        env |= {"XDG_CONFIG_HOME": str(open_always(folder)), "PYTHONPATH": str(ROOT)}
        os.execve(sys.executable, [sys.executable, "-m", "cli", "play"], env)
    wait_for(keys, "Which game?")
    text = "game think-str8\nplayers Anna Ben\nme Anna\ndice bbb\nbet Ben 4-9 low\n"
    os.write(keys, f"\x1b[200~# {chr(7)}\n{text}\x1b[201~\r".encode())
    wait_for(keys, "A log cannot hold this", PROMPT)
    os.write(keys, f"\x1b[200~{text}\x1b[201~\r".encode())
    wait_for(keys, "Ben: sum above 9", PROMPT)
    os.write(keys, b"\x04")
    wait_for(keys, "Saved. Go on")
    (name,) = logs(folder)
    assert (folder / name).read_text(encoding="utf-8") == text


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
