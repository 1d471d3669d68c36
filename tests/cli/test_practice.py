"""Practice in a terminal: a session from a pipe, results that are kept, own misses first, JSON for other programs."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
from html import unescape
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from cli.practice import RESULTS, read_results, results_file
from tests.conftest import EXAMPLES, Deduce


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("typer.get_app_dir", lambda name: str(tmp_path / name))
    return tmp_path / "deduce" / RESULTS


def exercises(deduce: Deduce, *words: str) -> list[dict[str, object]]:
    answer = deduce("practice", "--json", *words)
    assert answer.exit_code == 0, answer.stderr
    found = json.loads(answer.stdout)["exercises"]
    assert isinstance(found, list)
    return found


def test_a_session_of_right_and_wrong_answers(deduce: Deduce, own_results: Path) -> None:
    first, second = exercises(deduce, "--level", "2", "--seed", "4", "--count", "2")
    assert isinstance(first["answers"], list)
    typed = f"{first['answers'][0]}\nred 9\nhint\nwhy\nq\n"
    answer = deduce("practice", "--level", "2", "--seed", "4", text=typed)
    assert answer.exit_code == 0
    assert "Exercise 1 of 10 · level 2" in answer.stdout
    assert str(first["question"]) in " ".join(answer.stdout.split())
    assert "Right." in answer.stdout
    assert "There is no red 9." in answer.stdout, "what cannot be read is asked for again"
    assert "Look at" in answer.stdout
    assert "Right would be" in answer.stdout
    assert "1 of 2 right at the first try." in answer.stdout
    assert [(one.id, one.right) for one in read_results()] == [(first["id"], True), (second["id"], False)]
    assert own_results == results_file()


@pytest.mark.seldom
def test_what_is_cut_off_is_kept_as_far_as_it_was_answered(deduce: Deduce) -> None:
    (first,) = exercises(deduce, "--level", "1", "--seed", "4", "--count", "1")
    assert isinstance(first["answers"], list)
    answer = deduce("practice", "--level", "1", "--seed", "4", text=f"{first['answers'][0]}\n")
    assert answer.exit_code == 0
    assert len(read_results()) == 1


@pytest.mark.seldom
def test_ctrl_c_stops_with_how_it_went(tmp_path: Path) -> None:
    home = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "cli", "practice", "--seed", "4"]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, env=home, cwd=EXAMPLES) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write("skip\n")
        running.stdin.flush()
        shown = iter(running.stdout)
        assert any("Exercise 2 of 10" in line for line in shown)
        assert any("?" in line for line in shown), "the second question is asked"
        running.send_signal(signal.SIGINT)
        rest, faults = running.communicate(timeout=120)
    assert (running.returncode, faults) == (0, "")
    assert "0 of 1 right at the first try." in " ".join(rest.split())
    (kept,) = tmp_path.rglob(RESULTS)
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 1


def test_a_second_try_does_not_make_it_right(deduce: Deduce) -> None:
    (first,) = exercises(deduce, "--level", "2", "--seed", "4", "--count", "1")
    assert isinstance(first["answers"], list)
    deduce("practice", "--level", "2", "--seed", "4", text=f"red 0\n{first['answers'][0]}\nq\n")
    assert [one.right for one in read_results()] == [False]


@pytest.mark.seldom
def test_where_nothing_can_be_written_it_is_said_and_goes_on(deduce: Deduce, own_results: Path) -> None:
    own_results.parent.parent.joinpath("deduce").write_text("a file where a folder should be")
    answer = deduce("practice", "--seed", "4", text="skip\nq\n")
    assert answer.exit_code == 0
    assert "could not be kept" in answer.stdout


def test_what_was_missed_comes_back_first(deduce: Deduce, own_results: Path) -> None:
    (first,) = exercises(deduce, "--level", "2", "--seed", "4", "--count", "1")
    own_results.parent.mkdir()
    own_results.write_text(f"2026-01-01 12:00  wrong  9.0 s  level 2  cross  doubled colour  {first['id']}\n")
    answer = deduce("practice", text="q\n")
    assert str(first["question"]) in " ".join(answer.stdout.split())
    assert "comes back the next time" in deduce("practice", "--how").stdout


def test_own_misses_come_first(deduce: Deduce) -> None:
    found = exercises(deduce, str(EXAMPLES / "evening.game"), "--count", "4")
    assert all("evening.game" in str(one["id"]) for one in found)
    kinds = [one["kind"] for one in found]
    assert "cross" in kinds


def test_progress_by_pattern(deduce: Deduce, own_results: Path) -> None:
    assert "Nothing practised yet" in deduce("practice", "--how").stdout
    own_results.parent.mkdir()
    rows = ("right  12.0 s  level 1  cross  one sum  think-str8 1:9:cross", "wrong  30.0 s  level 4  bet  -  x:9:bet")
    own_results.write_text("".join(f"2026-01-01 12:00  {row}\n" for row in rows))
    shown = deduce("practice", "--how").stdout
    assert "2 exercises so far, 1 right at the first try." in shown
    assert "one sum" in shown
    assert "100%" in shown


@pytest.mark.seldom
def test_all_that_an_answer_needs_is_shown(deduce: Deduce) -> None:
    """Racks and every question of Tricoda; what was laid off in Think Str8!, which older sums have in them."""
    (first,) = exercises(deduce, "--game", "tricoda", "--level", "4", "--seed", "3", "--count", "1")
    shown = deduce("practice", "--game", "tricoda", "--level", "4", "--seed", "3", text="q\n").stdout
    rows = [line.split() for line in str(first["log"]).splitlines()]
    for holder, *stones in (words[1:] for words in rows if words[0] == "see"):
        assert any(line.split()[:1] == [holder] and stones[1].strip(",") in line for line in shown.splitlines()), holder
    assert sum(" card " in line for line in shown.splitlines()) == sum(words[0] == "ask" for words in rows)
    swapped = EXAMPLES / "evening.game"
    assert " ↓" in deduce("practice", swapped, "--count", "1", text="q\n").stdout


@pytest.mark.parametrize("game", ["think-str8", "tricoda"])
def test_every_pattern_has_a_page(deduce: Deduce, game: str) -> None:
    shown = deduce("practice", "--patterns", "--game", game)
    assert shown.exit_code == 0
    assert shown.stdout.count("(level ") >= 5
    assert shown.stdout.count("is out:") >= 5


@pytest.mark.seldom
def test_json_has_the_keys_that_others_rely_on_and_the_same_seed_the_same_exercises(deduce: Deduce) -> None:
    found = exercises(deduce, "--seed", "3", "--count", "12")
    assert found == exercises(deduce, "--seed", "3", "--count", "12")
    keys = {"id", "kind", "game", "log", "seat", "question", "answers", "level", "pattern", "proof"}
    assert all(keys <= one.keys() for one in found)
    assert len({one["id"] for one in found}) == 12
    assert len({one["kind"] for one in found}) > 1
    assert {one["level"] for one in exercises(deduce, "--level", "3", "--count", "3")} == {3}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "thinkaboxin"), "There are no exercises for Thinkaboxin."),
        (("--game", "chess"), "The game `chess` is not known."),
        (("--level", "6"), "--level needs 5 or less."),
        (("nowhere.game",), "There is no nowhere.game."),
    ],
)
def test_what_cannot_be_practised_says_so(deduce: Deduce, words: tuple[str, ...], said: str) -> None:
    answer = deduce("practice", *words)
    assert answer.exit_code == 2
    assert said in answer.stderr


def test_of_a_tables_log_each_player_has_their_own_exercises(deduce: Deduce, own_results: Path) -> None:
    log = str(EXAMPLES.parent / "table" / "friday.game")
    assert "Ask from a seat: --as Anna" in deduce("practice", log, "--json").stderr
    (first,) = exercises(deduce, log, "--as", "Ben", "--count", "1")
    assert (first["seat"], first["id"]) == ("Ben", f"{log} as Ben:10:cross")
    deduce("practice", log, "--as", "Ben", "--count", "1", text="skip\n")
    missed = own_results.read_text(encoding="utf-8")
    own_results.write_text(missed.replace(missed[:10], "2026-01-01"), encoding="utf-8")
    assert str(first["question"]) in " ".join(deduce("practice", text="q\n").stdout.split()), "it comes back"
    assert "Anna's own log" in deduce("practice", str(EXAMPLES / "evening.game"), "--as", "Ben").stderr


@pytest.mark.seldom
def test_a_review_ends_with_what_to_practise(deduce: Deduce) -> None:
    log = EXAMPLES / "evening.game"
    shown = " ".join(deduce("review", log).stdout.split())
    assert "Practise these 3 What could be crossed out that you crossed late, or never: " in shown
    asked = exercises(deduce, str(log), "--count", "4")
    lines = [str(one["id"]).split(":")[-2] for one in asked]
    assert all(f"- Line {line}, " in shown for line in lines[:3])
    assert f"- Line {lines[3]}, " not in shown
    assert "--count 3" in shown
    page = deduce("review", log, "--html", "-").stdout
    assert "<h2>Practise these 3</h2>" in page
    assert page.count("Right would be: ") == 3
    (command,) = re.findall(r"<code>\S+ (practice .*?)</code>", page)
    assert [str(one["id"]).split(":")[-2] for one in exercises(deduce, *shlex.split(unescape(command))[1:])] == lines[
        :3
    ]
    assert "Practise" not in deduce("review", log, "--as", "Ben").stdout
