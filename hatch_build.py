"""While a package is built, the catalogues of the languages are compiled: `solver/locale/de.po` becomes `de.mo`.

The tests compile them too, so that a clone speaks what its catalogues say.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = Path(__file__).parent / "solver" / "locale"


def compile_catalogues(folder: Path = CATALOGUES) -> None:
    """Every catalogue that is newer than what was compiled from it; what has lost its catalogue goes."""
    for compiled in folder.glob("*.mo"):
        if not compiled.with_suffix(".po").exists():
            compiled.unlink(missing_ok=True)
    for source in folder.glob("*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns:
            begun = compiled.with_suffix(f".{os.getpid()}")
            with source.open("rb") as read, begun.open("wb") as written:
                write_mo(written, read_po(read))
            begun.replace(compiled)


class CustomBuildHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_catalogues()
