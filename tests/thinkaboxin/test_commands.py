"""The commands on logs of Thinkaboxin: exit codes, JSON keys, 80 columns, no colour needed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import app

EXAMPLES = Path(__file__).parents[2] / "examples" / "thinkaboxin"
LOGS = sorted(EXAMPLES.glob("*.game"))
OPEN_ROUND = str(EXAMPLES / "in_progress.game")


def run(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=given, env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"})


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("command", ["show", "advise", "review"])
def test_examples_run_within_80_columns(path: Path, command: str) -> None:
    result = run(command, str(path))
    assert result.exit_code == 0, result.output
    assert result.stdout.strip()
    assert max(map(len, result.stdout.splitlines())) <= 80
    json.loads(run(command, str(path), "--json").stdout)


def test_show_json_keeps_the_contract() -> None:
    data = json.loads(run("show", OPEN_ROUND, "--json").stdout)
    assert data["game"] == "thinkaboxin"
    assert data["hidden_dice"] == 10
    assert set(data["bid"]) == {"amount", "value", "by", "chance"}
    assert data["bid"]["by"] == "Dirk"
    assert {"amount", "value", "chance"} <= set(data["odds"][0])


def test_the_bid_and_the_raises_are_marked_without_colour() -> None:
    shown = run("show", OPEN_ROUND).stdout
    assert "[89.6%]" in shown
    assert "70.1%+" in shown
    assert shown.count("[") == 2  # once in the table, once in the legend


def test_advise_has_two_columns_unless_trust_is_off() -> None:
    assert "with bids believed (trust 0.5)" in run("advise", OPEN_ROUND).stdout
    assert "believed" not in run("advise", OPEN_ROUND, "--trust", "0").stdout
    assert run("advise", OPEN_ROUND, "--trust", "2").exit_code == 2
    data = json.loads(run("advise", OPEN_ROUND, "--trust", "0.3", "--json").stdout)
    assert data["trust"] == 0.3
    assert data["best"] == data["options"][0]


def test_why() -> None:
    result = run("why", OPEN_ROUND)
    assert result.exit_code == 0
    assert "You hold two fives and a joker, so two more are needed" in " ".join(result.stdout.split())
    data = json.loads(run("why", OPEN_ROUND, "6x5", "--json").stdout)
    assert (data["claim"], data["verdict"]) == ("6x5", "possible")
    assert {"line": 16, "text": "roll 5 5 1"} in data["because"]
    wrong = run("why", OPEN_ROUND, "5x7")
    assert wrong.exit_code == 2
    assert "7x5?" in wrong.stderr


def test_another_seat_and_an_earlier_round() -> None:
    assert "Dice of Ben: 4 4 5 3" in run("show", OPEN_ROUND, "--as", "b", "--round", "1").stdout
    assert "not in the log" in " ".join(run("show", OPEN_ROUND, "--as", "Ben").stdout.split())
    assert run("show", OPEN_ROUND, "--round", "9").exit_code == 2


def test_bad_logs_exit_with_2() -> None:
    bad = str(EXAMPLES / "faulty" / "raises.game")
    assert run("show", bad).exit_code == 2
    data = json.loads(run("review", OPEN_ROUND, bad, "--json").stdout)
    assert {"line", "column", "kind", "problem", "hint"} == set(data["errors"][0])


def test_review_over_several_logs() -> None:
    several = run("review", str(EXAMPLES / "plain_set.game"), OPEN_ROUND).stdout
    assert "2 logs" in several
    assert "Anna" in several
    mixed = run("review", OPEN_ROUND, str(EXAMPLES.parent / "think_str8" / "notation.game"))
    assert mixed.exit_code == 2
    assert "different games" in mixed.stderr


def test_notation_lists_the_verbs() -> None:
    shown = run("notation", "thinkaboxin").stdout
    assert "game thinkaboxin" in shown
    for verb in ("bid", "lift", "cup", "donkey", "knockout", "tally"):
        assert verb in shown


def test_check_finds_nothing_in_a_sound_log_and_names_broken_rules() -> None:
    sound = run("check", str(EXAMPLES / "plain_set.game"))
    assert sound.exit_code == 0
    assert "No rule is broken" in sound.stdout
    assert json.loads(run("check", OPEN_ROUND, "--json").stdout)["consistent"] is True
    faulty = sorted((EXAMPLES / "faulty").glob("*.game"))[0]
    assert run("check", str(faulty)).exit_code == 2
