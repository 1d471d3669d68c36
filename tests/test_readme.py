"""The README tells the truth: every command in it runs and prints what stands there; set-up lines match .ci/run.

In a `console` block a line after `$ ` is run in a copy of examples/; the lines below it are the output, `…` for some.
"""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from cli.app import app
from cli.options import COMMANDS as OF_SHELL

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
COMMANDS = [part for block in BLOCKS for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
SETUP = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a `deduce` command prints, both streams together."""
    output = io.StringIO()
    monkeypatch.setattr("sys.stdout", output)
    monkeypatch.setattr("sys.stderr", output)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit):
        app(shlex.split(command)[1:], prog_name="deduce")
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines())


@pytest.mark.parametrize("part", COMMANDS, ids=lambda part: part.splitlines()[0])
def test_command_prints_what_stands_there(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command, *lines = part.rstrip().splitlines()
    printed = run(command, monkeypatch)
    for piece in re.split(r"^…$", "\n".join(lines), flags=re.MULTILINE):
        assert piece.strip("\n") in printed, f"{command} now prints:\n{printed}"


def test_two_setup_lines_and_ci_runs_the_second() -> None:
    assert len(SETUP) == 2
    assert SETUP[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_first_setup_line_shows_the_main_job(monkeypatch: pytest.MonkeyPatch) -> None:
    command = SETUP[0].rpartition("&& .venv/bin/")[2]
    assert "hands left" in run(command, monkeypatch)


def test_every_command_is_in_the_readme() -> None:
    assert all(f"`deduce {command}" in README for command in OF_SHELL)


def test_no_registry_or_host_is_named_anywhere() -> None:
    files = [ROOT / "README.md", ROOT / "pyproject.toml", ROOT / ".ci" / "run"]
    assert not [path for path in files if re.search(r"https?://|index-url|pypi", path.read_text(encoding="utf-8"))]
