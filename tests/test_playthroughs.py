"""Whole sessions in plain text, replayed line by line: lines after `> ` are typed, all others must be answered.

The first lines set the scene: `$ deduce play NAME` and, before it, `$ cp EXAMPLE NAME` or `$ head -n N …`. After a
change that is meant, `python -m pytest --record tests/test_playthroughs.py` records the answers again; read the diff.
"""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from cli.app import app
from cli.views.console import WIDTH

ROOT = Path(__file__).parent.parent
SEEN = "   (seen: "  # how a typed line is repeated while the screen is covered
PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").rglob("*.txt"))
EVENINGS = sorted((Path(__file__).parent / "languages").glob("*.txt"))  # one for each language we speak


def replay(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    output, whole = io.StringIO(), ""
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{name}", output)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    monkeypatch.chdir(folder)
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        output.write(f"$ {command}\n")
        verb, *words = command.split()
        if verb == "cp":
            shutil.copy(ROOT / words[0], folder / words[1])
            continue
        if verb == "head":
            _, count, source, _, copy = words
            begun = (ROOT / source).read_text(encoding="utf-8").splitlines(keepends=True)[: int(count)]
            (folder / copy).write_text("".join(begun), encoding="utf-8")
            continue
        typed = [line[1:].partition(SEEN)[0].strip() for line in lines if line.startswith(">")]
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        with pytest.raises(SystemExit):
            app(words, prog_name="deduce")
        said = output.getvalue()
        output.seek(0)
        output.truncate()
        whole += name_typed(said, typed)
    return whole + output.getvalue()


def name_typed(said: str, typed: list[str]) -> str:
    """What was answered, with each line as it was typed; beside it how it was repeated, if that is something else."""
    left, rows = iter(typed), []
    for row in map(str.rstrip, said.splitlines()):
        line = next(left, "") if row.startswith(">") else ""
        rows.append(
            row if row in ("", f"> {line}".rstrip()) or not row.startswith(">") else f"> {line}{SEEN}{row[2:]})"
        )
    return "".join(f"{row}\n" for row in rows)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthrough(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[Path, str], None]
) -> None:
    recorded = path.read_text(encoding="utf-8")
    answered = replay(recorded, tmp_path, monkeypatch)
    golden(path, answered)
    assert max(map(len, answered.splitlines())) <= 110, "typed lines aside, 80 columns must be enough"


@pytest.mark.seldom
@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_in_another_language(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[Path, str], None]
) -> None:
    """Typed and answered in that language, from the first question to the review, and no row too wide."""
    answered = replay(path.read_text(encoding="utf-8"), tmp_path, monkeypatch)
    golden(path, answered)
    shown = [row for row in answered.splitlines() if not row.startswith((">", "$"))]
    assert max(map(cell_len, shown)) <= WIDTH
    assert not [row for row in shown if re.search(r"[^\W\dA-Z]…|^\s*[:;»](\s|$)", row)], "something was cut off"


def test_there_is_a_playthrough_for_every_game() -> None:
    from solver.games import GAMES

    told = "".join(path.read_text(encoding="utf-8") for path in PLAYTHROUGHS)
    assert all(game.title in told for game in GAMES)
