"""The order of rooms: each module knows only rooms to its left, and no two modules know each other.

Every import counts, also those inside functions and those for type checkers only.
"""

from __future__ import annotations

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = (  # from left to right; a room is a module or a folder, and what stands in one row may not know its neighbours
    ("solver.language",),
    ("solver.english",),
    ("solver.log",),
    ("solver.tongues",),
    ("solver.grammar",),
    ("solver.moments",),
    ("solver.replay",),
    ("solver.engine",),
    ("solver.proof",),
    ("solver.pad",),
    ("solver.chronicle",),
    ("solver.lab",),
    ("solver.game",),
    ("solver.practice",),
    ("solver.evenings",),
    ("solver.season",),
    ("solver.trust",),
    ("solver.games.think_str8", "solver.games.tricoda", "solver.games.thinkaboxin"),
    ("solver.games",),
    ("solver.session", "solver.commands", "solver.gate"),
    ("solver.corrections",),
    ("solver.offers",),
    ("solver.agreements",),
    ("cli.language",),
    ("cli.views",),
    ("cli.look", "cli.lab"),
    ("cli.games.think_str8", "cli.games.tricoda", "cli.games.thinkaboxin"),
    ("cli.games",),
    ("cli.logfile", "cli.opening"),
    ("cli.options",),
    ("cli.practice",),
    ("cli.play", "cli.serve", "cli.simulate"),
    ("cli.app",),
    ("cli.__main__",),
)
ALONE = {
    "ortools": ("solver.engine.cpsat",),
    "rich": ("cli",),
    "typer": ("cli",),
    "prompt_toolkit": ("cli.play",),
    "distributed": ("solver.lab",),
    **dict.fromkeys(("starlette", "uvicorn", "sse_starlette", "segno"), ("cli.serve",)),
}


@cache
def modules() -> dict[str, Path]:
    """Every module of the project by its dotted name; a package is its `__init__`."""
    files = (path for room in ("solver", "cli") for path in (ROOT / room).rglob("*.py"))
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


@cache
def imports(module: str) -> frozenset[str]:
    """The modules that a module names in its imports, wherever they stand."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(modules()[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"{module} has a relative import"
            inside = (f"{node.module}.{name.name}" for name in node.names)
            found.update(name if name in modules() else node.module for name in inside)
    return frozenset(found)


def own_imports(module: str) -> list[str]:
    return sorted(name for name in imports(module) if name in modules() and name != module)


def place(module: str) -> tuple[int, str]:
    """How far to the right a module stands, and its room."""
    rooms = [(row, room) for row, rooms in enumerate(ROOMS) for room in rooms if f"{module}.".startswith(f"{room}.")]
    return max(rooms, key=lambda found: len(found[1]), default=(-1, ""))


@pytest.mark.parametrize("module", sorted(modules()))
def test_nothing_knows_what_stands_right_of_it(module: str) -> None:
    row, room = place(module)
    assert room or module in ("solver", "cli"), f"{module} has no place in the order of rooms: add it to ROOMS"
    for known in own_imports(module):
        there, other = place(known)
        assert other == room or there < row, f"{module} must not know {known}, which is not left of it"


def test_no_two_modules_know_each_other() -> None:
    try:
        TopologicalSorter({module: own_imports(module) for module in modules()}).prepare()
    except CycleError as cycle:
        pytest.fail(f"these modules know each other in a ring: {' → '.join(cycle.args[1])}")


@pytest.mark.parametrize("package", ALONE)
def test_packages_that_only_some_rooms_may_use(package: str) -> None:
    for module in modules():
        used = any(f"{name}.".startswith(f"{package}.") for name in imports(module))
        assert not used or any(f"{module}.".startswith(f"{room}.") for room in ALONE[package]), (
            f"{module} must not import {package}"
        )


def in_lab(module: str) -> bool:
    return "lab" in module.split(".")


def test_only_simulate_knows_a_lab() -> None:
    """What only measures us has a door of its own; what people need never passes through it."""
    labs = [module for module in modules() if in_lab(module)]
    assert len(labs) > 5
    for module in modules():
        known = [name for name in own_imports(module) if in_lab(name)]
        assert in_lab(module) or module == "cli.simulate" or not known, f"{module} must not know {known}"


def test_imports_inside_functions_and_for_type_checkers_are_seen() -> None:
    assert "solver.games.think_str8.why" in imports("solver.games.think_str8.opened")  # inside a method
    assert "solver.chronicle" in imports("solver.game")  # for type checkers only


WRITERS = {f"cli.serve.{name}" for name in ("table", "views", "changes", "room")}


def test_only_the_writers_of_the_server_know_the_tables_log() -> None:
    """What answers a seat gets a view, made by the gate; the log itself and the gate are known to these alone."""
    for module in modules():
        if module.startswith("cli.serve.") and module not in WRITERS:
            known = {"solver.gate", "solver.session"} & imports(module)
            assert not known, f"{module} must not know {known}"
            inside = ast.walk(ast.parse(modules()[module].read_text(encoding="utf-8")))
            held = {node.attr for node in inside if isinstance(node, ast.Attribute)} & {"_opened", "_file"}
            assert not held, f"{module} must not reach into the room for {held}"
