"""`why`: verdicts against brute force, and the words people get."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.games import open_log
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.table import Table
from solver.games.think_str8.why import Answer, CardAsked, explain, parse_claims
from solver.log import Fault, parse_log
from solver.proof.smallest import CERTAIN, IMPOSSIBLE, POSSIBLE
from tests.think_str8.brute_force import count_hands
from tests.think_str8.random_games import random_game

OPENING = "game think-str8\nplayers Anna Ben\nme Anna\n"
MARKUS = OPENING + (
    "see Ben green 0\ndice yellow yellow green\nbet 0-5 hit\ndice red red blue\nbet 3-3 miss\nswap yellow 2\n"
)
SHEET = OPENING + "see Ben yellow 0\ndice yellow red red\nbet 0-5 hit\n"


def table_of(text: str, upto: int | None = None) -> Table:
    opened = open_log(parse_log(text), upto)
    assert isinstance(opened, Str8Log), opened
    assert isinstance(opened.table, Table)
    return opened.table


def ask(text: str, *words: str, upto: int | None = None, seat: str = "Anna") -> tuple[Answer, ...]:
    table = table_of(text, upto)
    return explain(table, seat, words)


def told(text: str, *words: str) -> list[str]:
    return [sentence.text for found in ask(text, *words) for sentence in found.sentences]


def test_the_example_of_the_rule_sheet() -> None:
    """Markus lays off yellow 2: yellow twice and green was 0 to 5, so green is 0 or 1; green 0 is in sight: it is 1."""
    (found,) = ask(MARKUS, "green")
    assert (found.verdict, found.numbers) == (CERTAIN, (1,))
    reckoned = "Yellow was 2 then (laid off, line 9), so green is at most 5 - 2 - 2 = 1."
    assert told(MARKUS, "green") == [
        "Green: 0 is in Ben's holder, line 4.",
        f"Round 1 (line 6): yellow + yellow + green is 0 to 5. {reckoned}",
    ]


def test_arithmetic_is_shown() -> None:
    assert told(SHEET, "red", "3") == [
        "Round 1 (line 6): yellow + red + red is 0 to 5. Red + red is at most 5: red is at most 2."
    ]
    head = "Round 1 (line 6): yellow + red + red is 0 to 4. Yellow is at least 1 (0 is in Ben's holder, line 4)"
    assert told(SHEET.replace("0-5", "0-4"), "red", "2") == [
        f"{head}, so red + red is at most 4 - 1 = 3: red is at most 1."
    ]


def test_a_miss_is_told_by_ways() -> None:
    text = OPENING + "dice yellow yellow yellow\nbet 3-3 miss\n"
    head = "Round 1 (line 5): yellow + yellow + yellow is not 3."
    assert told(text, "yellow 1") == [f"{head} Yellow is not 1: 1 + 1 + 1 = 3."]
    text += "dice red red blue\nbet 20-20 hit\n"  # two reds are even, so blue is
    ways = "Red + red can only be 0, 2, 4, 6, 8, 10, 12 or 14; with blue 7, red + red would have to be 13"
    assert told(text, "blue 7") == [f"Round 2 (line 7): red + red + blue is 20. {ways}, so blue is not 7."]


@pytest.mark.parametrize("seed", range(8))
def test_verdicts_match_brute_force(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0, miss_chance=0.2 * (seed % 2))
    upto = (None, 3, 6)[seed % 3]
    counts = count_hands(game.text, upto)
    total = sum(next(iter(counts.values())).values())
    for colour in game.colours:
        for number in range(8):
            (found,) = ask(game.text, colour, str(number), upto=upto)
            count = counts[colour].get(number, 0)
            expected = IMPOSSIBLE if not count else CERTAIN if count == total else POSSIBLE
            assert (found.verdict, found.count, found.hands) == (expected, count, total)
            assert (found.proof is None) == (expected == POSSIBLE)
            if found.verdict == POSSIBLE:
                assert found.example
                assert found.example[colour] == number


def test_an_example_is_a_whole_hand_that_fits() -> None:
    game = random_game(5, players=3, rounds=4)
    counts = count_hands(game.text)
    colour = next(colour for colour in game.colours if len(counts[colour]) > 1)
    (found,) = ask(game.text, colour, str(next(iter(counts[colour]))))
    assert found.example
    hand = " ".join(str(found.example[colour]) for colour in game.colours)
    assert all(sum(count.values()) == 1 for count in count_hands(f"{game.text}reveal Anna {hand}\n").values())


def test_older_cards_and_other_seats() -> None:
    older, now = ask(MARKUS, "yellow", "3", "round", "1", "yellow", "3")
    assert (older.verdict, now.verdict) == (IMPOSSIBLE, POSSIBLE)
    assert older.proof
    assert [fact.line.number for fact in older.proof.because] == [9]
    (found,) = ask(MARKUS, "yellow 2 round 1")
    assert found.verdict == CERTAIN
    game = random_game(2, players=3)
    (other,) = ask(game.text, "blue", seat="Ben")
    assert other.numbers == tuple(count_hands(game.text, None, "Ben")["blue"])


@pytest.mark.parametrize(
    ("words", "claims"),
    [
        (["red", "6"], "red 6"),
        (["r6"], "red 6"),
        (["red"], "red"),
        (["red 6, blue 1"], "red 6, blue 1"),
        (["red", "6", "7", "round", "1"], "red 6 round 1, red 7 round 1"),
        (["e", "round", "2", "b"], "grey round 2, blue"),
    ],
)
def test_claims_are_read(words: list[str], claims: str) -> None:
    table = table_of(MARKUS)
    found = parse_claims(words, table)
    assert ", ".join(map(str, found)) == claims
    assert parse_claims([claims], table) == found
    assert isinstance(found[0], CardAsked)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["rde", "6"], "`rde` is not a colour."),
        (["6"], "`6` comes without a colour."),
        (["red", "9"], "There is no red 9."),
        (["red", "six"], "`six` is not a number."),
        (["red", "round"], "`round` needs the number of a round."),
        (["red", "6", "round", "7"], "There is no round 7."),
        ([","], "Nothing is asked."),
    ],
)
def test_claims_that_cannot_be_read_say_what_to_type(words: list[str], problem: str) -> None:
    with pytest.raises(Fault) as caught:
        parse_claims(words, table_of(MARKUS))
    assert caught.value.problem == problem
    assert caught.value.hint


def test_the_command() -> None:
    run = CliRunner()
    shown = run.invoke(app, ["why", "-", "green"], input=MARKUS)
    assert shown.exit_code == 0
    lines = ["  line   4   see Ben green 0", "  line   6   bet 0-5 hit", "  line   9   swap yellow 2"]
    assert shown.stdout.splitlines()[:4] == ["Green is 1: certain.", *lines]
    data = json.loads(run.invoke(app, ["why", "-", "green", "4", "--json"], input=MARKUS).stdout)
    assert data["claim"] == "green 4"
    assert data["verdict"] == "impossible"
    assert data["because"] == [{"line": 6, "text": "bet 0-5 hit"}, {"line": 9, "text": "swap yellow 2"}]
    several = json.loads(run.invoke(app, ["why", "-", "green", "4", "red", "--json"], input=MARKUS).stdout)
    assert [entry["claim"] for entry in several["claims"]] == ["green 4", "red"]
    assert run.invoke(app, ["why", "-", "pink"], input=MARKUS).exit_code == 2
    assert run.invoke(app, ["why", "-", "red", "--round", "1"], input=MARKUS).exit_code == 0
    contradiction = MARKUS.replace("swap yellow 2", "swap yellow 3")
    assert run.invoke(app, ["why", "-", "red"], input=contradiction).exit_code == 1
