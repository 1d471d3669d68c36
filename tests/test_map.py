"""The map tells the truth: what its pages name exists, samples are our own code, and the walks are what happens."""

from __future__ import annotations

import ast
import io
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from rich.console import Console
from starlette.testclient import TestClient

from cli.logfile import LogFile
from cli.play.keyboard import Pipe
from cli.play.loop import run
from cli.play.session import Play
from cli.serve.room import Room
from cli.serve.seats import Seats
from cli.serve.web import make_app
from tests.test_rooms import ROOMS, modules

ROOT = Path(__file__).parent.parent
HOUSE, GUIDE, CONTRIBUTING, README = (
    ROOT / name for name in ("solver/README.md", "solver/games/README.md", "CONTRIBUTING.md", "README.md")
)
PAGES = (HOUSE, GUIDE, CONTRIBUTING)
GAMES = ("think_str8", "tricoda", "thinkaboxin")
DOTTED = re.compile(r"(?:solver|cli|tests)(?:\.\w+)+")
WALKS = {"bet 13-19 hit": "One line's walk", "why red 6": "And of `why red 6`"}
TAP = "## A tap's walk"
TABLE = (
    "game think-str8\nplayers Anna Ben Cleo\nme nobody\naid full\nsee Anna 607145\nsee Ben 134403\nsee Cleo 226726\n"
)


def named(page: Path) -> list[str]:
    """All that stands in backticks."""
    return re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))


def is_path(name: str) -> bool:
    return re.fullmatch(r"[\w./-]+", name) is not None and (name.endswith((".py", ".md", "/")) or "/" in name)


def places(name: str, page: Path) -> Iterator[Path]:
    """Where a path may be: from the top, or, if it is only a file, beside the page or in any of its folders."""
    for game in GAMES if "NAME" in name else ("",):
        yield ROOT / name.replace("NAME", game)
    if "/" not in name:
        yield from page.parent.rglob(name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_named_exists(page: Path) -> None:
    paths = [name for name in named(page) if is_path(name)]
    assert len(paths) > 3
    gone = [name for name in paths if not any(place.exists() for place in places(name, page))]
    assert not gone, f"{page.name} names what is not there: {', '.join(gone)}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_module_function_and_class_named_exists(page: Path) -> None:
    names = [name for name in named(page) if DOTTED.fullmatch(name)]
    gone = [name for name in names if not exists(name)]
    assert not gone, f"{page.name} names what is not there: {', '.join(gone)}"


def exists(name: str) -> bool:
    """Whether a dotted name is a module, or something that a module or a class in it defines; nothing is imported."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:cut])
        module = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if module.exists():
            return defines(ast.parse(module.read_text(encoding="utf-8")), parts[cut:])
    return False


def defines(tree: ast.Module | ast.ClassDef, names: list[str]) -> bool:
    if not names:
        return True
    for node in tree.body:
        own = getattr(node, "name", None)
        if own == names[0]:
            return len(names) == 1 or (isinstance(node, ast.ClassDef) and defines(node, names[1:]))
    return False


def test_every_room_is_on_the_map() -> None:
    text = HOUSE.read_text(encoding="utf-8")
    for room in (room for row in ROOMS for room in row):
        path = re.sub("|".join(GAMES), "NAME", room.replace(".", "/"))
        assert f"`{path}/" in text or f"`{path}.py`" in text, f"solver/README.md does not show the room {room}"


def test_every_module_of_the_shared_rooms_is_on_the_map() -> None:
    text = HOUSE.read_text(encoding="utf-8")
    for module in modules():
        if module.startswith(("solver.engine.", "solver.proof.")):
            assert f"`{module.rpartition('.')[2]}.py`" in text, f"solver/README.md does not show {module}"


def test_samples_are_our_own_code() -> None:
    samples = re.findall(
        r"From\s+`([^`]+)`:\n\n```python\n(.*?)```", CONTRIBUTING.read_text(encoding="utf-8"), re.DOTALL
    )
    assert len(samples) == 3
    for path, sample in samples:
        assert sample in (ROOT / path).read_text(encoding="utf-8"), f"{path} reads otherwise now"


def test_the_pages_point_to_each_other() -> None:
    for page in PAGES:
        assert f"`{page.relative_to(ROOT)}`" in README.read_text(encoding="utf-8")


@pytest.mark.parametrize("line", WALKS)
def test_the_walk_of_a_line_is_as_it_is_told(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HOUSE.read_text(encoding="utf-8").partition(WALKS[line])[2].partition("\n## ")[0]
    told = [name for name in re.findall(r"`([^`\n]+)`", text) if DOTTED.fullmatch(name)]
    assert len(told) > 12
    called = iter(calls(line, tmp_path / "walk.game", monkeypatch))
    for name in told:
        assert any(call == name for call in called), f"the walk of `{line}` is not as told from {name} on"


def calls(line: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All functions of ours that are called when the line is typed in a session, in order."""
    evening = (ROOT / "examples" / "think_str8" / "evening.game").read_text(encoding="utf-8")
    begun = evening.partition("\nbet")[0] + "\n"
    path.write_text(begun if line.startswith("bet") else evening, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{line}\n"))
    console = Console(file=io.StringIO(), width=80)
    play = Play(console, Pipe(console), LogFile(path), pad=False)
    found: list[str] = []
    with watched(found):
        run(play)
    play.file.close()
    return found


@contextmanager
def watched(found: list[str]) -> Iterator[None]:
    """All functions that are called meanwhile, in order, also by threads that begin now."""

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            found.append(f"{frame.f_globals.get('__name__', '')}.{frame.f_code.co_qualname}")

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def test_the_walk_of_a_tap_is_as_it_is_told(tmp_path: Path) -> None:
    text = HOUSE.read_text(encoding="utf-8").partition(TAP)[2].partition("\n## ")[0]
    told = [name for name in re.findall(r"`([^`\n]+)`", text) if DOTTED.fullmatch(name)]
    assert len(told) > 10
    called = iter(calls_of_tap(tmp_path / "walk.game"))
    for name in told:
        assert any(call == name for call in called), f"the walk of a tap is not as told from {name} on"


def calls_of_tap(path: Path) -> list[str]:
    """All functions of ours that are called when Ben bets and Cleo's phone asks what is new, in order."""
    path.write_text(f"{TABLE}dice gyb\nbet Anna 1-3\n", encoding="utf-8")
    file, seats, found = LogFile(path), Seats(path), list[str]()
    app = make_app(Room(file, seats.start), seats, ["testserver"])
    with watched(found):
        ben, cleo = TestClient(app), TestClient(app)
        for phone, player in ((ben, "Ben"), (cleo, "Cleo")):
            assert phone.post(f"/join/{seats.code}", json={"player": player}).status_code == 200
        version = ben.get("/api/state").json()["version"]
        found.clear()
        assert ben.post("/api/lines", json={"line": "8-14", "version": version}).status_code == 200
        assert "8" in cleo.get("/api/state").text
    file.close()
    return found
