"""One command of `deduce` on one log, in this process: what it said, how it left, what it took."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from unittest.mock import patch

import typer.testing
from typer.main import get_command
from typer.testing import CliRunner

from cli.app import app
from solver.game import Opened
from solver.games import open_log
from solver.log import Log, LogError

typer.testing._get_command = cache(get_command)  # type: ignore[attr-defined] # or all would be built for every call
ROOT = Path(__file__).parent.parent.parent
PLAIN = {"COLUMNS": "80", "NO_COLOR": "1", "FORCE_COLOR": ""}
FRESH = 150.0  # megabytes of a process that has loaded the program and both engines
COLOURED = {"COLUMNS": "80", "NO_COLOR": "", "FORCE_COLOR": "1"}


@dataclass(frozen=True, slots=True)
class Call:
    """A command and what stands after the log in its call; `notation` takes no log."""

    command: str
    options: tuple[str, ...] = ()
    coloured: bool = False  # as if to a terminal

    @property
    def in_json(self) -> bool:
        return "--json" in self.options

    def __str__(self) -> str:
        return " ".join(("deduce", self.command, "LOG", *self.options))


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a call. `crash` says where the program broke, if it did."""

    call: Call
    code: int
    out: str
    err: str
    crash: str | None
    seconds: float  # of the processor: other work on the machine does not count
    megabytes: float  # the most a fresh process would have held meanwhile


def ask(call: Call, log: bytes) -> Answer:
    """Run the command with the log on standard input."""
    _forget_peak()
    before, begun = _read_memory("VmRSS"), time.process_time()
    words = (
        [call.command, *call.options] if call.command in ("notation", "play") else [call.command, "-", *call.options]
    )
    done = CliRunner().invoke(app, words, input=log, env=COLOURED if call.coloured else PLAIN)
    seconds = time.process_time() - begun
    crash = None
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        crash = f"{type(done.exception).__name__} in {_place_of(done.exception.__traceback__)}: {done.exception}"
    megabytes = FRESH + max(0.0, _read_memory("VmHWM") - before)
    return Answer(call, done.exit_code, done.stdout, done.stderr, crash, seconds, megabytes)


@contextmanager
def opened_once() -> Iterator[None]:
    """Meanwhile all commands on the same text share the opened log, as they do in `play` and `serve`."""
    kept: dict[tuple[str, str, int | None], Opened | tuple[LogError, ...]] = {}

    def open_kept(log: Log, upto: int | None = None) -> Opened | tuple[LogError, ...]:
        key = (log.name, log.text, upto)
        if key not in kept:
            kept[key] = open_log(log, upto)
        return kept[key]

    with patch("solver.commands.open_log", open_kept), patch("solver.gate.open_log", open_kept):
        yield


def _place_of(trace: TracebackType | None) -> str:
    """The last line of ours on the way to the fault."""
    ours = [step for step in traceback.extract_tb(trace) if step.filename.startswith(str(ROOT))]
    last = [step for step in ours if "/tests/" not in step.filename][-1:] or ours[-1:]
    return " ".join(f"{Path(step.filename).relative_to(ROOT)}:{step.name}" for step in last) or "a library"


def _forget_peak() -> None:
    """Let the system measure the most memory anew; where it cannot, the most so far is taken."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return


def _read_memory(row: str) -> float:
    """Megabytes: `VmRSS` is what this process holds, `VmHWM` the most it held; 0 where the system does not say."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith(row)), 0.0)
