"""One name, one meaning: what the glossary names exists once, and no two rooms call different things the same.

The names of the shared rooms are theirs alone, and inside one game a name stands for one class. What the contract asks
of every game (a table, a sheet) is called the same in each, and so is what two games have alike (a round, a cross).
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache

from tests.test_map import HOUSE
from tests.test_rooms import modules

OF_EVERY_GAME = {"Advice", "Replay", "Report", "Review", "Sheet", "Table"}
ALIKE = OF_EVERY_GAME | {  # in the games that have it
    *("Seating", "See", "Cross", "Uncross", "Reveal", "Trust"),  # verbs that do the same
    *("Round", "Held", "Stone"),  # on the table; a stone is what each rule sheet calls so
    *("Answer", "Hint", "InSight", "Shown", "Answered", "Viewpoint"),  # what a seat knows
    *("Rival", "Waiting", "Course", "Deduction"),  # advice and reviews
    *("FinishedGame", "Match", "Played", "Row"),  # the laboratory
}


@cache
def classes() -> dict[str, tuple[str, ...]]:
    """Every class of the house and every type made of others, a module's own ones aside, and where it is defined."""
    found = defaultdict[str, list[str]](list)
    for module, path in modules().items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            name = node.name if isinstance(node, ast.ClassDef) else _made(node)
            if name and not name.startswith("_"):
                found[name].append(module)
    return {name: tuple(where) for name, where in found.items()}


def _made(node: ast.stmt) -> str:
    """The name of a type made of others: `Weights = dict[str, float]`. Arrays and type variables are called alike."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return ""
    name, value = node.targets[0].id, ast.unparse(node.value)
    of_types = not name.isupper() and name[0].isupper() and isinstance(node.value, ast.Subscript | ast.BinOp)
    return name if of_types and not value.startswith("NDArray") else ""


def room_of(module: str) -> str:
    """The game a module belongs to, in `solver/` and in `cli/` alike; nothing for the shared rooms."""
    of_game = re.match(r"(?:solver|cli)\.games\.(\w+)", module)
    return of_game[1] if of_game else ""


def test_no_two_rooms_call_different_things_the_same() -> None:
    wrong = []
    for name, where in classes().items():
        rooms = [room_of(module) for module in where]
        shared = rooms.count("") > 0 and len(rooms) > 1
        twice = any(rooms.count(room) > 1 for room in rooms)
        if twice or (shared and name not in OF_EVERY_GAME):
            wrong.append(f"{name}: {', '.join(where)}")
    assert not wrong, "\n".join(wrong)


def test_no_two_games_call_different_things_the_same() -> None:
    found = {name for name, where in classes().items() if len(where) > 1}
    assert found - ALIKE == set(), "another name for one of the two; or, if they are alike, a place in ALIKE"
    assert ALIKE - found == set(), "this is in one game alone"


def test_what_the_glossary_names_exists_once() -> None:
    glossary = HOUSE.read_text(encoding="utf-8").partition("\n## Words\n")[2].partition("\n## ")[0]
    named = re.findall(r"`([A-Z][A-Za-z]+)`", glossary)
    assert len(named) > 20
    for name in named:
        where = classes().get(name, ())
        assert len(where) == 1 or (name in OF_EVERY_GAME and where), f"{name} is in {', '.join(where) or 'no module'}"
