"""`hint`: the easiest number first, and no more than was asked for."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.why import give_hint, list_uncrossed
from solver.proof.smallest import WHAT, WHERE, WHY, Claim, find_smallest
from tests.think_str8.random_games import random_game
from tests.think_str8.test_why import SHEET, table_of


@pytest.mark.parametrize("seed", range(5))
def test_no_number_is_easier(seed: int) -> None:
    table = table_of(random_game(seed, players=2 + seed % 3).text)
    puzzle, hint = make_puzzle(table, "Anna"), give_hint(table, "Anna", WHY)
    assert hint
    open_ = list_uncrossed(table, "Anna")
    assert hint.left == len(open_)
    costs = []
    for colour, number in open_:
        card = next(card for card in puzzle.hand if card.name == colour)
        costs.append(sum(fact.cost for fact in find_smallest(puzzle, Claim.is_not(card, number)) or ()))
    assert (hint.proof.cost if hint.proof else None) == min(costs, default=None)


def test_crosses_lead_on_until_nothing_is_left() -> None:
    text, found = SHEET, []
    while (hint := give_hint(table_of(text), "Anna", WHAT)) and hint.colour:
        found.append((hint.colour, hint.number))
        text += f"cross {hint.colour} {hint.number}\n"
    assert sorted(found) == [*(("red", n) for n in range(3, 8)), *(("yellow", n) for n in (6, 7))]


def test_levels() -> None:
    table = table_of(SHEET)
    where, what, why = (give_hint(table, "Anna", level) for level in (WHERE, WHAT, WHY))
    assert where
    assert what
    assert why
    assert (where.number, where.proof, what.proof) == (None, None, None)
    assert where.colour == what.colour == why.colour
    assert set(where.data()) == {"left", "colour"}
    assert set(why.data()) == {"left", "colour", "number", "because", "steps", "pattern"}


def test_the_command() -> None:
    run = CliRunner()
    outputs = [run.invoke(app, ["hint", "-", *more], input=SHEET).stdout for more in ([], ["--more"], ["--full"])]
    assert outputs[0].startswith("Look at yellow.\n7 numbers are left")
    assert outputs[1].startswith("yellow 6 can be crossed out.")
    assert "yellow is at most 5" not in outputs[1]
    assert "Yellow is at most 5" in outputs[2]
    assert run.invoke(app, ["hint", "-", "--more", "--more"], input=SHEET).stdout == outputs[2]
    done = run.invoke(app, ["hint", "-", "--json", "--as", "Ben"], input="game think-str8\nplayers A Ben\nme A\n")
    assert json.loads(done.stdout) == {"left": 0, "colour": None, "consistent": True, "notes": []}
    contradiction = "game think-str8\nplayers A B\nme A\ndice red red red\nbet 0-6 high\n"
    assert run.invoke(app, ["hint", "-"], input=contradiction).exit_code == 1
