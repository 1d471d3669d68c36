"""The commands on logs of Thinkaboxin: exit codes, JSON keys, 80 columns, no colour needed."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import app

EXAMPLES = Path(__file__).parents[2] / "examples" / "thinkaboxin"
LOGS = sorted(EXAMPLES.glob("*.game"))
FAULTY = sorted((EXAMPLES / "faulty").glob("*.game"))
COMMANDS = ("show", "check", "advise", "why", "review")
OPEN_ROUND = str(EXAMPLES / "in_progress.game")


def run(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=given, env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"})


def expected_code(path: Path) -> int:
    """2 for a log that breaks a rule, 1 for the one that contradicts itself."""
    return 2 if path in FAULTY else int(path.stem == "clash")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("command", ["show", "advise", "review"])
@pytest.mark.seldom
def test_examples_run_within_80_columns(path: Path, command: str) -> None:
    result = run(command, str(path))
    assert result.exit_code == expected_code(path), result.output
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
    assert "with bids believed" in run("advise", OPEN_ROUND).stdout
    assert "with trust 0.5" in run("advise", OPEN_ROUND).stdout
    assert "believed" not in run("advise", OPEN_ROUND, "--trust", "0").stdout
    assert run("advise", OPEN_ROUND, "--trust", "2").exit_code == 2
    data = json.loads(run("advise", OPEN_ROUND, "--trust", "0.3", "--json").stdout)
    assert data["trust"] == 0.3
    assert set(data["reading"]) == {"trust", "differs", "from_dice"}
    assert data["reading"]["differs"] == (data["reading"]["from_dice"] != data["best"])
    assert "reading" not in json.loads(run("advise", OPEN_ROUND, "--trust", "0", "--json").stdout)
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
    assert "log 1, line" in " ".join(several.split())
    mixed = run("review", OPEN_ROUND, str(EXAMPLES.parent / "think_str8" / "notation.game"))
    assert mixed.exit_code == 2
    assert "different games" in mixed.stderr


CLASH = """game thinkaboxin
players Anna Ben Cleo
me Anna
set 4
roll 2 5 5 1
bid Ben 2x3
lift Cleo right
cup Ben 3 3 3 3
cup Cleo 3 3 3 3
"""


@pytest.mark.parametrize("command", COMMANDS)
def test_cups_against_what_was_said(command: str) -> None:
    """A contradiction for every command: dice go by what was said, bids by the cups."""
    told = run(command, "-", given=CLASH)
    assert told.exit_code == 1
    sentence = "By the dice typed (lines 5, 8 and 9) Ben's 2x3 was true, so Cleo was wrong"
    assert sentence in " ".join(told.stdout.split())
    asked = run(command, "-", "--json", given=CLASH)
    assert asked.exit_code == 1
    assert json.loads(asked.stdout)["consistent"] is False
    corrected = run(command, "-", given=CLASH.replace("lift Cleo right", "lift Cleo wrong"))
    assert corrected.exit_code == 0
    assert sentence not in " ".join(corrected.stdout.split())


def test_a_contradiction_is_mended_by_the_other_word() -> None:
    data = json.loads(run("check", "-", "--json", given=CLASH).stdout)
    assert [line["line"] for line in data["conflict"]] == [5, 6, 7, 8, 9]
    assert [(repair["line"], repair["instead"]) for repair in data["repairs"]] == [(7, "lift Cleo wrong")]
    unfit = CLASH + "roll 2 5 5\nbid Ben 1x2\n"  # Ben begins, so he was wrong: there is no such repair
    assert not json.loads(run("check", "-", "--json", given=unfit).stdout)["repairs"]
    for command in ("show", "review"):
        shown = run(command, "-", given=CLASH).stdout
        assert "ine threes were there: Ben was said to be wrong, against the dice" in shown


@pytest.mark.parametrize("path", [*LOGS, *FAULTY], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_command_on_every_log(path: Path) -> None:
    """All take a log, find the same contradiction in it, or refuse it."""
    answers = {command: run(command, str(path), "--json") for command in COMMANDS}
    codes = {command: answer.exit_code for command, answer in answers.items() if command != "why"}
    assert set(codes.values()) == {expected_code(path)}, codes
    assert answers["why"].exit_code in (2, *codes.values())  # there may be no bid to explain
    for command, answer in answers.items():
        if answer.exit_code != 2 or path in FAULTY:
            assert ("errors" in json.loads(answer.stdout)) == (path in FAULTY), command
    assert run("hint", str(path)).exit_code == 2


def test_a_review_has_a_title_a_result_sets_and_a_seat() -> None:
    shown = run("review", str(EXAMPLES / "nuggets.game")).stdout.splitlines()
    assert shown[:2] == ["Thinkaboxin · Mia's game, 7 sets, 39 rounds", "Lea wins. Nuggets: Lea 30, Mia 0, Noah 0."]
    assert " ".join(shown[2:4]).startswith(
        "You were wrong 7 times in 23 moves. Such moves are wrong 5.4 times on average, the safest ones 2.1 times. "
    )
    order = ["The turning point.", "1. Bid no", "2. Do not", "3. Bid on", "Luck and", "Everybody's habits", "Set 1 ·"]
    places = [next(at for at, line in enumerate(shown) if line.startswith(title)) for title in order]
    assert places == sorted(places)
    assert "three fours 91.2%. (-1.5 dice)" in " ".join(" ".join(shown).split())
    assert "Set 2 · 4 dice each · won by Noah and Lea" in shown
    assert any(line.split() == ["You", "23", "7", "2.11", "3.24", "-1.65", "7"] for line in shown)
    lea = run("review", str(EXAMPLES / "nuggets.game"), "--as", "Lea").stdout
    assert re.search(r"Lea bids four fives +42.9% +51.7%", lea)
    assert "Lea was wrong 13 times in 58 moves" in lea
    assert "You" not in lea
    data = json.loads(run("review", str(EXAMPLES / "nuggets.game"), "--as", "Lea", "--json").stdout)
    assert (data["seat"], data["standings"][0]["winner"]) == ("Lea", "Lea")
    assert data["players"]["Mia"]["unlucky"] == 6


def test_a_review_without_moves() -> None:
    shown = run("review", "-", given="game thinkaboxin\nplayers Anna Ben\nme Anna\n").stdout
    assert "Nothing to judge yet: no bid is typed." in shown
    assert "bluffs" not in shown


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


NOT_IN_THE_ROUND = """game thinkaboxin
players Low Mix Red Hit
me Red
mode nuggets
bid 5x1
set
bid 1x3
lift
bid 10x1
lift
bid Hit 1x4
lift
bid 7x1
set
bid Hit 1x2
lift Hit
donkey Mix
bid Mix 4x1
lift Hit
donkey Mix
bid Mix 2x6
lift Hit
bid 1x5
lift Hit
set
"""


def test_moves_after_a_bid_of_somebody_without_dice_are_not_judged() -> None:
    """So much is left out that, by the log, Red had no dice left to bid with."""
    result = run("review", "-", given=NOT_IN_THE_ROUND)
    assert (result.exit_code, "None of your moves can be judged" in result.stdout) == (0, True), result.output
