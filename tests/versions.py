"""Do the versions that pyproject.toml names really work? `python -m tests.versions lowest`, or `newest`.

Makes an environment of its own in a folder that goes afterwards, installs exactly the lowest versions that are named
there, or the newest that there are, and runs the everyday tests in it; another Python with `--python python3.13`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

ROOT = Path(__file__).parent.parent
NEEDED = re.compile(r"^([\w.-]+)(?:\[.*\])?>=([\w.]+)$")


class Which(StrEnum):
    LOWEST = "lowest"
    NEWEST = "newest"


def lowest() -> list[str]:
    """Each direct need pinned to its lower bound; a need without one is a fault of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = [*project["dependencies"], *(need for extra in project["optional-dependencies"].values() for need in extra)]
    found = [NEEDED.match(need) for need in sorted(set(needs))]
    return [f"{need[1]}=={need[2]}" for need in found if need]


def main(
    which: Annotated[Which, typer.Argument(help="Which versions to install.")],
    python: Annotated[str, typer.Option(help="With which Python.")] = sys.executable,
    tests: Annotated[str, typer.Option(help="What pytest is told.")] = "-n auto",
) -> None:
    with TemporaryDirectory() as folder:
        place, pinned = Path(folder) / "venv", Path(folder) / "pinned.txt"
        pinned.write_text("\n".join(lowest() if which is Which.LOWEST else []), encoding="utf-8")
        inside = str(place / "bin" / "python")
        subprocess.run([python, "-m", "venv", place], check=True)
        subprocess.run([inside, "-m", "pip", "install", "-q", "-e", f"{ROOT}[dev]", "-c", pinned], check=True)
        subprocess.run([inside, "--version"], check=True)
        raise typer.Exit(subprocess.run([inside, "-m", "pytest", *tests.split()], cwd=ROOT).returncode)


if __name__ == "__main__":
    typer.run(main)
