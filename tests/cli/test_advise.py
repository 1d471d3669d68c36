"""`deduce advise` as it is called: exit codes, JSON keys, the ways to type dice, and 80 columns without colour."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import CERTAIN, DEAL

ROUND = "dice blue green yellow\n"


def call(log: str, *words: str) -> Result:
    return CliRunner().invoke(app, ["advise", *words], input=log.encode(), env={"COLUMNS": "80", "NO_COLOR": "1"})


def data_of(log: str, *words: str) -> dict[str, object]:
    result = call(log, "-", "--json", *words)
    assert result.exit_code == 0, result.output
    data: dict[str, object] = json.loads(result.stdout)
    return data


def test_json_of_a_bet() -> None:
    data = data_of(DEAL + ROUND)
    best, options = data["best"], data["options"]
    assert data["phase"] == "bet"
    assert isinstance(best, dict)
    assert isinstance(options, list)
    assert options[0] == best
    assert {"token", "range", "hit", "points", "expected", "answers", "value", "reason"} <= set(best)
    assert best["range"][1] - best["range"][0] + 1 == best["token"]
    assert len(options) == 133


def test_json_of_a_swap_and_the_final_bets() -> None:
    assert data_of(DEAL + ROUND + "bet 3-9 low\n")["phase"] == "swap"
    final = data_of(random_game(1).text)
    assert final["phase"] == "final"
    assert isinstance(final["bets"], dict)
    assert set(final["bets"]) == {"blue", "green", "yellow", "purple", "red", "grey"}
    assert isinstance(final["expected"], float)


@pytest.mark.parametrize("aim", ["points", "8", "-3", "win"])
def test_every_aim_answers(aim: str) -> None:
    data = data_of(random_game(1).text, "--aim", aim)
    assert str(data["aim"]) == aim
    assert (data["chance"] is None) == (aim == "points")
    assert "expected" in call(random_game(1).text, "-", "--aim", aim).stdout


@pytest.mark.parametrize("words", ["LOG --dice y g b", "--dice y g b LOG", "--dice ygb LOG", "LOG --dice y,g,b"])
def test_dice_may_be_typed_as_words_of_their_own(words: str, tmp_path: Path) -> None:
    log = tmp_path / "evening.game"
    log.write_text(DEAL, encoding="utf-8")
    result = call("", *[str(log) if word == "LOG" else word for word in words.split()], "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert (data["phase"], data["thrown"]) == ("dice", ["yellow", "green", "blue"])


def test_a_contradiction_points_to_check() -> None:
    log = DEAL + ROUND + "bet 0-6 hit\n" + ROUND + "bet 20-21 hit\n"
    result = call(log, "-")
    assert result.exit_code == 1
    assert "deduce check -" in result.stderr
    assert json.loads(call(log, "-", "--json").stdout)["consistent"] is False


@pytest.mark.parametrize("words", [["--aim", "gold"], ["--taken", "9"], ["--as", "Zoe"], ["more"], ["--round", "7"]])
def test_a_bad_call_says_what_to_type(words: list[str]) -> None:
    result = call(DEAL + ROUND, "-", *words)
    assert result.exit_code == 2
    assert result.stderr
    assert not result.stdout


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (DEAL, []),
        (DEAL, ["--dice", "ygb", "--all"]),
        (DEAL + ROUND, ["--all"]),
        (DEAL + ROUND + "bet 3-9 low\n", []),
        (DEAL + ROUND, ["--final"]),
        ("game think-str8\nplayers Anna Ben\nme Anna\n" + ROUND, ["--all"]),  # 262,144 hands
        (CERTAIN + ROUND, []),
        (CERTAIN.removesuffix("bet 0-0 hit\n"), ["--taken", "2,3,4,5,6,7"]),  # one bet has all three words
        (random_game(0, players=2).text, ["--aim", "win"]),
        (random_game(0, players=4, end=True).text, []),
        (random_game(4, players=3, grey=False, rounds=3).text, ["--as", "Ben", "--dice", "eee", "--all"]),
    ],
)
def test_eighty_columns_are_enough(log: str, words: list[str]) -> None:
    result = call(log, "-", *words)
    assert result.exit_code == 0, result.output
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "\x1b" not in result.stdout
    assert not [line for line in result.stdout.splitlines() if line.endswith(" ")]


def test_what_is_said_once_is_not_said_twice() -> None:
    log = random_game(4, players=3, grey=False, rounds=3).text
    assert "Turn three grey to " in call(log, "-", "--as", "Ben", "--dice", "eee").stdout
    certain = call(CERTAIN, "-", "--final").stdout
    assert "+30 points expected, whatever the hand is." in certain
    assert "If that is too high or too low: lay off" in call(DEAL + ROUND, "-").stdout
    assert "If that is wrong: lay off" in call(DEAL + "dice eee\n", "-", "--taken", "2,3,4,5,6,7").stdout


def test_the_run_is_marked_under_the_chart() -> None:
    lines = call(DEAL + ROUND, "-").stdout.splitlines()
    axis = next(i for i, line in enumerate(lines) if line.strip().startswith("0  1  2"))
    low, high = map(int, lines[2].split()[1].split("-"))
    mark = lines[axis + 1]
    start, end = mark.index("└"), mark.index("┘")
    covered = [int(lines[axis][at : at + 2]) for at in range(start, end, 3)]
    assert covered == list(range(low, high + 1))


def test_another_seat_is_advised() -> None:
    text = call(DEAL + ROUND, "-", "--as", "Be").stdout
    assert "what Ben should do" in text


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("game tricoda\nplayers Anna Ben\nme Anna\n", ["--trust", "0.5"]),
        ("game tricoda\nplayers Anna Ben\nme Anna\n", ["--final"]),
        ("game thinkaboxin\nplayers Anna Ben\nme Anna\nset 4\nroll 2 5 5 1\n", ["--final"]),
    ],
)
def test_what_another_game_would_understand_is_refused(log: str, words: list[str]) -> None:
    result = call(log, "-", *words)
    assert result.exit_code == 2
    assert " has no " in result.stderr


def test_what_is_left_of_a_search_that_was_not_ended_is_said() -> None:
    shown = call(random_game(7, players=3, rounds=3).text, "-", "--final", "--aim", "14")
    said = " ".join(shown.stdout.split())
    assert "(exact; no other bets on one colour or two have more; better bets may exist)" in said
