"""The map says where each verb lives: the modules of its game that name its event."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from solver.games import GAMES as OURS
from solver.grammar import Opening, Words
from solver.log import parse_line
from tests.test_map import GAMES, HOUSE
from tests.test_rooms import modules

VERBS = "| verb | modules |\n|---|---|\n"


def verbs_and_modules() -> Iterator[str]:
    """Every verb with the modules of its game that name its event, by which it is written, read, seen and told."""
    opening = Opening(("Anna", "Ben", "Cleo"), "Anna")
    for game, folder in zip(OURS, GAMES, strict=True):
        rooms = (f"solver.games.{folder}.", f"cli.games.{folder}.")
        of_game = {name: path for name, path in modules().items() if name.startswith(rooms)}
        trees = {name: ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for name, path in of_game.items()}
        ids = {
            name.removeprefix(rooms[0]).removeprefix("games."): {node.id for node in tree if isinstance(node, ast.Name)}
            for name, tree in trees.items()
            if not re.search(r"\blab\b", name)
        }
        for verb in game.notation().verbs:
            line = parse_line(1, verb.examples[0])
            event = type(verb.read(Words(line, verb, opening))).__name__
            yield f"| {game.title}: {verb.name} | {' · '.join(sorted(name for name in ids if event in ids[name]))} |\n"


@pytest.mark.seldom
def test_every_verb_lives_where_the_map_says(request: pytest.FixtureRequest) -> None:
    text, found = HOUSE.read_text(encoding="utf-8"), "".join(verbs_and_modules())
    before, _, behind = text.partition(VERBS)
    told, _, after = behind.partition("\n\n")
    if request.config.getoption("--record"):
        HOUSE.write_text(f"{before}{VERBS}{found}\n{after}", encoding="utf-8")
        told = found.rstrip()
    assert f"{told}\n" == found, "`python -m pytest --record tests/test_map_of_verbs.py` writes it; read what changed"
