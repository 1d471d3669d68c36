"""`check`: conflicts, repairs, crosses, broken rules; every repair is counted again by brute force."""

from __future__ import annotations

import json
import random

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.games import open_log
from solver.games.think_str8.check import _Trial, check, check_broken
from solver.games.think_str8.events import read_log
from solver.games.think_str8.facts import find_misheard
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.slips import propose
from solver.grammar import Opening
from solver.log import parse_line, parse_log
from solver.proof.conflicts import Check
from solver.proof.smallest import find_conflict
from tests.bench.measure_slips import KINDS
from tests.think_str8.brute_force import count_hands
from tests.think_str8.random_games import random_game

OPENING = "game think-str8\nplayers Anna Ben\nme Anna\n"
PAD = OPENING + "see Ben red 6\ndice red red red\nbet 12-18 low\n"  # red is 7


def opened_of(text: str) -> Str8Log:
    opened = open_log(parse_log(text))
    assert isinstance(opened, Str8Log), opened
    return opened


def check_text(text: str) -> Check:
    opened = open_log(parse_log(text))
    if isinstance(opened, Str8Log):
        return check(opened.timeline, opened.table, str(opened.opening.me))
    assert isinstance(opened, tuple)
    return check_broken(read_log(parse_log(text)), opened)


def slipped(seeds: range, kinds: tuple[str, ...] = tuple(KINDS)) -> list[tuple[str, int, str]]:
    """Logs with one slip, the place of the slip and what should stand there."""
    logs = []
    for seed in seeds:
        game = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0)
        for kind in kinds:
            slip = KINDS[kind](random.Random(f"{seed} {kind}"), game.lines)
            if slip:
                lines = [*game.lines[: slip[0]], slip[1], *game.lines[slip[0] + 1 :]]
                logs.append(("\n".join(lines) + "\n", slip[0], game.lines[slip[0]]))
    return logs


def corrected(text: str, number: int, instead: str) -> str:
    lines = text.splitlines()
    lines[number - 1] = instead
    return "\n".join(lines) + "\n"


# Contradictions.


@pytest.mark.parametrize("seed", range(3))
def test_repairs_fit_and_a_conflict_cannot(seed: int) -> None:
    for text, _, _ in slipped(range(seed * 4, seed * 4 + 4), ("answer turned", "range one off", "colour mixed up")):
        verdict = check_text(text)
        for repair in verdict.repairs:
            for instead in (repair.instead, *repair.also):
                again = corrected(text, repair.line.number, instead)
                assert check_text(again).consistent
                if instead == repair.instead:
                    counts = count_hands(again)
                    assert {sum(count.values()) for count in counts.values()} == {repair.hands}
        if verdict.conflict and verdict.conflict.player == "Anna":
            assert set(count_hands(text)["blue"]) == set()


@pytest.mark.seldom
def test_the_true_line_is_named() -> None:
    """A small sample; tests/bench/measure_slips.py has the figures."""
    places = []
    for text, place, _ in slipped(range(500, 506), ("answer turned", "card misread", "wrong player")):
        verdict = check_text(text)
        if not verdict.consistent:
            places.append([repair.line.number for repair in verdict.repairs].index(place + 1))
    assert len(places) > 8
    assert places.count(0) >= 0.8 * len(places)
    assert max(places) <= 1


def test_no_change_is_overlooked() -> None:
    """Trying every change of every line finds no line that the quick way misses."""
    for text, _, _ in slipped(range(20, 22), ("answer turned", "colour mixed up")):
        opened = open_log(parse_log(text))
        if not isinstance(opened, Str8Log) or check_text(text).consistent:
            continue
        trial = _Trial(opened.timeline, "Anna")
        quick = {change.text for place, change in trial.changes() if trial.weigh(place, change)}
        every = [(place, change) for place, event in enumerate(trial.log.events) for change in trial.propose(event)]
        assert quick == {change.text for place, change in every if trial.weigh(place, change)}


def test_another_players_answer_is_held_against_the_cards_in_sight() -> None:
    text = OPENING + "see Ben red 1, blue 2\ndice red red blue\nbet Ben 4-5 low\n"
    verdict = check_text(text)
    assert verdict.conflict
    assert verdict.conflict.player == "Ben"
    assert [line.number for line in verdict.conflict.lines] == [4, 6]
    assert "bet Ben 4-5 hit" in [repair.instead for repair in verdict.repairs]
    assert not check_text(text.replace("low", "hit")).conflict


def test_gaps_in_the_log_are_no_contradiction() -> None:
    """Ben may have laid off his red card after round 1 without anybody typing it."""
    gap = "see Ben red 1\ndice blue blue blue\nbet Ben 3-3 miss\ndice red red red\nbet Ben 10-12 low\n"
    assert check_text(OPENING + gap).consistent
    for seed in range(12):
        game = random_game(seed, players=2 + seed % 3, miss_chance=0.35)
        assert not list(find_misheard(opened_of(game.text).table)), seed


def test_two_lines_to_look_at_when_no_single_change_helps() -> None:
    lines = ["dice red red red", "bet 0-6 high", "dice blue blue blue", "bet 0-6 high"]
    verdict = check_text(OPENING + "\n".join(lines) + "\n")
    assert not verdict.repairs
    assert [line.number for line in verdict.pair] == [5, 7]


def test_the_conflict_is_the_one_that_show_names() -> None:
    text = OPENING + "see Ben red 7\ndice red red red\nbet 15-20 low\n"
    run = CliRunner()
    checked = run.invoke(app, ["check", "-", "--json"], input=text)
    shown = run.invoke(app, ["show", "-", "--json"], input=text)
    assert checked.exit_code == shown.exit_code == 1
    data, sheet = json.loads(checked.stdout), json.loads(shown.stdout)
    assert (
        data["conflict"]
        == sheet["conflict"]
        == [
            {"line": 4, "text": "see Ben red 7"},
            {"line": 6, "text": "bet 15-20 low"},
        ]
    )
    assert data["repairs"] == sheet["repairs"]
    assert data["repairs"][0] | {"also": []} == {
        "line": 6, "text": "bet 15-20 low", "instead": "bet 15-20 high", "hands": 163840, "slip": "answer", "also": [],
    }  # fmt: skip
    words = run.invoke(app, ["show", "-"], input=text).stdout
    assert "Likeliest slip: line 6." in words
    assert "bet 15-20 high" in words


# Broken rules.


def test_a_card_in_two_holders() -> None:
    text = OPENING + "see Ben blue 3, red 1\nsee neutral blue 3, red 2\n"
    verdict = check_text(text)
    assert [error.line for error in verdict.errors] == [5]
    assert {repair.line.number for repair in verdict.repairs} == {4, 5}
    for repair in verdict.repairs:
        assert check_text(corrected(text, repair.line.number, repair.instead)).consistent
    run = CliRunner()
    result = run.invoke(app, ["check", "-", "--json"], input=text)
    assert result.exit_code == 2
    assert set(json.loads(result.stdout)) == {"errors", "repairs"}
    shown = run.invoke(app, ["check", "-"], input=text)
    assert shown.exit_code == 2
    assert "line   4" in shown.output
    assert "line   5" in shown.output


def test_ends_swapped_and_unreadable_lines() -> None:
    text = OPENING + "dice red red red\nbet 15-9 hit\n"
    assert check_text(text).repairs[0].instead == "bet 9-15 hit"
    assert check_text(OPENING + "dice red red red\nbte 9-15 hit\n").repairs == ()
    assert CliRunner().invoke(app, ["check", "nowhere.game"]).exit_code == 2


# My pad.


def test_crosses_are_judged_when_they_were_made() -> None:
    early = OPENING + "dice red red red\ncross red 0 1\nbet 12-18 low\n"
    verdict = check_text(early)
    assert [cross.justified for cross in verdict.pad.crosses] == [False, False]
    assert not verdict.fine
    late = check_text(PAD + "cross red 0 1\n")
    assert [cross.justified for cross in late.pad.crosses] == [True, True]
    assert late.fine
    assert late.pad.more == 4  # red 2 to 5; red 6 is seen


def test_a_cross_taken_back_is_forgiven() -> None:
    wrong = PAD + "cross blue 3\n"
    assert not check_text(wrong).fine
    assert check_text(wrong + "uncross blue 3\n").fine
    again = check_text(wrong + "uncross blue 3\ncross blue 3\n")
    assert [cross.line.number for cross in again.pad.crosses] == [9]
    assert not again.fine


def test_a_column_crossed_out_whole_is_never_fine() -> None:
    verdict = check_text(PAD + "cross red 0 1 2 3 4 5 7\n")
    assert verdict.pad.full == ("red",)
    assert not verdict.fine
    assert [cross.mark for cross in verdict.pad.crosses if not cross.justified] == ["red 7"]


def test_nothing_is_given_away() -> None:
    run = CliRunner()
    result = run.invoke(app, ["check", "-"], input=PAD + "cross blue 3, red 0\n")
    assert result.exit_code == 1
    assert "Line 7: blue 3 was still possible" in result.stdout
    assert "5 more numbers could be crossed out now" in result.stdout
    assert "red" not in result.stdout
    data = json.loads(run.invoke(app, ["check", "-", "--json"], input=PAD + "cross red 0\n").stdout)
    assert data["crosses"] == [{"line": 7, "claim": "red 0", "justified": True}]
    assert (data["consistent"], data["more"], data["conflict"], data["repairs"]) == (True, 5, [], [])


@pytest.mark.parametrize("seed", range(6))
def test_a_true_log_is_free_of_contradictions(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, miss_chance=0.3 * (seed % 2), end=seed > 3)
    counts, sheet = count_hands(game.text), check_text(game.text)
    assert sheet.fine
    seen = opened_of(game.text).show("Anna")
    out = sum(8 - len(count) for count in counts.values()) - sum(len(column.seen) for column in seen.columns)
    assert sheet.pad.more == out
    assert find_conflict(seen.puzzle) is None


# Proposed changes.


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("bet 9-15 low  # clearly", "bet 9-15 high  # clearly"),
        ("b 9 - 15 too low", "b 9 - 15 high"),
        ("bet Ben 9-15 hit", "bet Ben 8-14 hit"),
        ("bet Ben 1-3 hit", "bet Ben 1-8 hit"),
        ("bet 15-9 hit", "bet 9-15 hit"),
        ("bet 9-15 hit", "bet Ben 9-15 hit"),
        ("told Ben low", "told Ben high"),
        ("told low", "told Cleo low"),
        ("see Ben 607145", "see Ben 067145"),
        ("see Ben 6 0 7 1 4 5", "see Ben 6 0 1 1 4 5"),
        ("see Ben green 3", "see Ben grey 3"),
        ("see Ben green 3", "see Cleo green 3"),
        ("dice yyr", "dice ygr"),
        ("dice yellow yellow red", "dice yellow green red"),
        ("swap Ben yellow 7 0", "swap Ben yellow 0 7"),
        ("swap Ben yellow 7 0", "swap Ben yellow 1 0"),
        ("swap Ben yellow 7 0", "swap Anna yellow 7"),
        ("swap yellow 2", "swap Ben yellow 2"),
    ],
)
def test_slips_people_make(line: str, instead: str) -> None:
    opening = Opening(("Anna", "Ben", "Cleo"), "Anna")
    assert instead in {change.text for change in propose(parse_line(1, line), opening)}


@pytest.mark.parametrize("line", ["", "# nothing", "players Anna Ben", "cross red 5", "score Ben 12", "bet"])
def test_lines_that_are_not_changed(line: str) -> None:
    assert propose(parse_line(1, line), Opening(("Anna", "Ben"), "Anna")) == ()


THROWN_THRICE = (
    OPENING + "see Ben 1 2 3 4 5 6\nsee neutral 0 0 0 0 0 0\nsee neutral2 7 7 7 7 7 7\n"
    "dice blue blue blue\nbet 4-10 hit\nbet Ben 4-7 low\n"
)


def test_dice_in_another_order_are_no_other_change() -> None:
    repairs = check_text(THROWN_THRICE).repairs
    thrown = [sorted(text.split()) for repair in repairs for text in (repair.instead, *repair.also) if "dice" in text]
    assert thrown
    assert len(set(map(tuple, thrown))) == len(thrown)


FORGOTTEN = OPENING + "dice b b b\nbet 4-10 low\ndice b b b\nbet 0-6 hit\n"


@pytest.mark.parametrize("command", [["check"], ["why", "blue"], ["hint"]])
def test_a_swap_of_mine_that_is_missing_is_said_wherever_it_could_mislead(command: list[str]) -> None:
    name, *claim = command
    for text, said in ((FORGOTTEN, True), (FORGOTTEN.replace("low", "hit"), False)):
        done = CliRunner().invoke(app, [name, "-", *claim], input=text)
        assert ("no swap is typed" in done.stdout) == said
        notes = json.loads(CliRunner().invoke(app, [name, "-", *claim, "--json"], input=text).stdout)["notes"]
        assert bool(notes) == said


@pytest.mark.parametrize("command", [["show"], ["why", "blue"], ["hint"], ["advise", "--final"], ["check"]])
def test_a_contradiction_about_another_player_is_one_for_every_command(command: list[str]) -> None:
    name, *more = command
    for text, exit_code in ((THROWN_THRICE, 1), (THROWN_THRICE.replace("low", "high"), 0)):
        assert CliRunner().invoke(app, [name, "-", *more], input=text).exit_code == exit_code
    for kind in ("show", "advise"):
        data = json.loads(CliRunner().invoke(app, [kind, "-", "--json"], input=THROWN_THRICE).stdout)
        assert data["consistent"] is False


def test_show_names_the_conflict_of_another_player_and_its_repair() -> None:
    printed = CliRunner().invoke(app, ["show", "-"], input=THROWN_THRICE).stdout
    assert "these lines cannot all be true of Ben's cards" in printed
    assert "bet Ben 4-7 high" in printed
    conflict = json.loads(CliRunner().invoke(app, ["show", "-", "--json"], input=THROWN_THRICE).stdout)["conflict"]
    assert [line["line"] for line in conflict] == [4, 9]
