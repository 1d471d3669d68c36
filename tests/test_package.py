"""What is handed out: both packages hold all that they should and nothing else, and the examples are told of."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import __version__
from cli.app import app

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
TOLD = (EXAMPLES / "README.md").read_text(encoding="utf-8")
LOGS = sorted(path.relative_to(EXAMPLES) for path in EXAMPLES.glob("*/*.game"))
COMMANDS = sorted(set(re.findall(r"`(deduce [^`]* [^`]*)`", TOLD)) - {"deduce play new.game"})
PACKED = ["solver", "cli"]
BESIDE = [".ci/run", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "hatch_build.py", "pyproject.toml"]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling", reason="what builds packages is not here")
    folder = tmp_path_factory.mktemp("packages")
    call = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run(call, cwd=ROOT, check=True, capture_output=True, timeout=120)
    return folder


def files_of(*folders: str) -> set[str]:
    """All that is in the tree, without what Python and tools leave there."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    names = (path.relative_to(ROOT) for path in found)
    return {
        name.as_posix() for name in names if not any(part == "__pycache__" or part[0] == "." for part in name.parts)
    }


@pytest.mark.seldom
def test_the_wheel_has_the_program_and_nothing_else(packages: Path, tmp_path: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
        about = message_from_string(next(tmp_path.glob("*.dist-info/METADATA")).read_text(encoding="utf-8"))
    assert names == files_of(*PACKED)
    assert {"solver/py.typed", "cli/py.typed"} < names
    assert (about["Name"], about["Version"], about["Author"]) == ("deduce-table", __version__, "the deduce maintainers")
    call = [sys.executable, "-P", "-m", "cli", "show", str(EXAMPLES / "table" / "friday.game"), "--as", "Ben"]
    done = subprocess.run(call, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.seldom
def test_the_source_has_its_tests_and_nothing_else(packages: Path) -> None:
    (source,) = packages.glob("*.tar.gz")
    with tarfile.open(source) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    compiled = {name for name in files_of("solver") if name.endswith(".mo")}  # whoever builds from it does that
    assert names - {"PKG-INFO", ".gitignore"} == (files_of(*PACKED, "examples", "tests") | set(BESIDE)) - compiled


def test_the_version_is_said_and_has_its_changes() -> None:
    assert CliRunner().invoke(app, ["--version"]).stdout == f"deduce {__version__}\n"
    assert f"\n## {__version__}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("log", LOGS, ids=str)
def test_every_example_is_told_of(log: Path) -> None:
    assert f"`{log.as_posix()}`" in TOLD


@pytest.mark.seldom
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_to_be_tried_works(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, command.split()[1:])
    assert done.exit_code == (1 if "check" in command or "false_hint" in command else 0), done.output
    assert done.stdout.strip()
