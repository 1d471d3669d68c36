"""The pictures of the README show what the program prints today; `pytest --record` renews them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from cli.games import look_of
from cli.logfile import LogFile
from cli.play.keyboard import Pipe
from cli.play.loop import run
from cli.play.session import Play
from cli.practice import Session, Training
from solver.game import Opened
from solver.games import open_log
from solver.log import parse_log
from solver.practice import Practises

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "think_str8" / "four_players.game"
EVENING = EXAMPLE.with_name("evening.game")
BEGUN = ROOT / "examples" / "think_str8" / "notation.game"
TYPED = ["gyb", "13-19=", "ben 4-9", "cl 9-13", "r1", "b5", "peek", "why blue 0"]  # a whole round, as short as can be


FRAME = re.sub(r"@font-face {{.*?}}\s*|<!--.*?-->", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)  # nothing from afar


def recorder() -> Console:
    screen = io.StringIO()
    return Console(record=True, width=80, file=screen, force_terminal=True, color_system="256", highlight=False)


def draw_sheet(_: Path, __: pytest.MonkeyPatch) -> Console:
    opened = open_log(parse_log(EXAMPLE.read_text(encoding="utf-8")))
    assert isinstance(opened, Opened)
    console = recorder()
    look_of(opened.game).show_sheet(console, opened.show(opened.me))
    return console


def draw_session(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    opening = BEGUN.read_text(encoding="utf-8").partition("dice")[0]
    (folder / "evening.game").write_text(opening, encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in TYPED)))
    console = recorder()
    run(Play(console, Pipe(console), LogFile(Path("evening.game")), pad=False, covered=True))
    return console


def draw_practice(_: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    monkeypatch.setattr("cli.practice.monotonic", lambda: 0.0)  # however busy the machine is
    opened = open_log(parse_log(EVENING.read_text(encoding="utf-8")))
    assert isinstance(opened, Opened)
    game = opened.game
    assert isinstance(game, Practises)
    exercise = next(one for one in game.exercises(opened, EVENING.name) if one.level == 4 and "bet 5-9" in one.question)
    console, typed = recorder(), iter(["hint", exercise.answers[0]])

    def read() -> str:
        line = next(typed)
        console.print(f"> {line}")
        return line

    Session(console, Training(game, iter([exercise]), []), 1, read).run()
    return console


@pytest.mark.parametrize(
    ("name", "draw"), [("sheet", draw_sheet), ("session", draw_session), ("practice", draw_practice)]
)
def test_picture(
    name: str, draw: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[Path, str], None]
) -> None:
    assert callable(draw)
    drawn = draw(tmp_path, monkeypatch).export_svg(title="deduce", unique_id=name, code_format=FRAME)
    golden(ROOT / "examples" / "pictures" / f"{name}.svg", drawn)
