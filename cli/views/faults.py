"""How faults look: file, line, the line itself, a mark under the word, what is wrong, what to type instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cli.views.console import clean, err, put, say_text, show_notes, word
from solver.english import Saying
from solver.language import later, say, say_number
from solver.log import Kind, LogError

MOST = 20
REASONS = (  # what a machine most often gives for a refusal, in its own words
    later("No such file or directory"),
    later("Permission denied"),
    later("No space left on device"),
    later("Read-only file system"),
    later("Is a directory"),
    later("Not a directory"),
    later("File exists"),
    later("File name too long"),
    later("Operation not permitted"),
    later("Input/output error"),
    later("Address already in use"),
    later("Cannot assign requested address"),
)
KINDS = {
    Kind.UNREADABLE: later("unreadable"),
    Kind.AMBIGUOUS: later("ambiguous"),
    Kind.AGAINST_RULES: later("against the rules"),
    Kind.WARNING: later("warning"),
    Kind.MISSING: later("missing"),
}
_WINDOW = 70  # columns of a long line that are shown around the mark
_LONG_WORD = re.compile(r"\S{70,}")


def show_errors(errors: Sequence[LogError]) -> None:
    console = err()
    show_some(console, errors[:MOST])
    if len(errors) > MOST:
        console.print(say("… and {count} more lines with mistakes.", count=say_number(len(errors) - MOST)))


def show_some(console: Console, errors: Iterable[LogError]) -> None:
    for error in errors:
        show_error(console, error)


def show_error(console: Console, error: LogError) -> None:
    style = "yellow" if error.kind is Kind.WARNING else "red"
    file = clean(error.file)
    place = say("{file}, line {line}", file=file, line=error.line) if error.line else file
    if error.kind is not Kind.MISSING:  # the sentence says what is not there
        kind = Text(say(KINDS[error.kind]), f"bold {style}")
        console.print(say_text("{what}: {values}", what=Text(place, "bold"), values=kind), soft_wrap=True)
    if error.line:
        line, indent = _excerpt(clean(error.text), error.column - 1)
        width = max(1, min(cell_len(clean(error.text)[error.column - 1 :][: error.width]), _WINDOW - indent))
        console.print(f"    {line}", no_wrap=True, overflow="ellipsis")
        console.print(Text("    " + " " * indent + "^" * width, style=style), no_wrap=True)
    _say(console, error.problem)
    _say(console, error.hint, style="green")


def _say(console: Console, sentence: Saying, style: str = "") -> None:
    """A sentence indented in all its lines, with endless words cut."""
    short = _LONG_WORD.sub(lambda word: f"{word.group()[: _WINDOW // 2]}…", word(console, sentence))
    put(console, short, indent=2, style=style)


def _excerpt(line: str, start: int) -> tuple[str, int]:
    """A window on a long line, and how far the mark is indented in it."""
    cut = max(0, start - _WINDOW // 2) if len(line) > _WINDOW else 0
    shown = ("…" if cut else "") + line[cut : cut + _WINDOW]
    return shown, cell_len(line[cut:start]) + bool(cut)


def show_lacks(console: Console, lacks: Iterable[Saying], warnings: Iterable[LogError]) -> None:
    """Below a sheet: what it rests on or lacks, and what was odd in the log."""
    show_notes(console, lacks)
    for warning in warnings:
        console.print()
        show_error(console, warning)


def show_call_fault(problem: Saying, hint: Saying, console: Console | None = None) -> None:
    """A fault in what was asked rather than in a log; a session shows it on its own console."""
    console = console or err()
    _say(console, problem)
    _say(console, hint, style="green")


def say_reason(failed: OSError | ValueError) -> str:
    """Why the machine refuses."""
    reason = (failed.strerror if isinstance(failed, OSError) else "") or str(failed)
    return say(reason) if reason in REASONS else reason


def show_note(sentence: str) -> None:
    """Something worth knowing that is not part of the answer."""
    err().print(clean(sentence), soft_wrap=True)


def show_own_fault(problem: str, hint: str) -> None:
    console = err()
    put(console, say("deduce has made a mistake of its own."), style="bold red")
    _say(console, problem)
    _say(console, f"{hint} {say('Please report it with the log.')}")
