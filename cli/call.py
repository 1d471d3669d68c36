"""What commands share: the options, opening a log, choosing the seat, refusing with all that is wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from cli.views.faults import show_call_fault, show_errors, show_note
from cli.views.page import PAGE_BEGIN
from solver.games import Opened, open_log
from solver.grammar import find_player
from solver.log import LARGEST, Fault, Kind, Log, LogError, Word, decode_log

CONTRADICTION, BAD_INPUT, OWN_FAULT = 1, 2, 3
OVERWRITE = "Choose another name, or overwrite it with --force."

LogArgument = Annotated[str, typer.Argument(metavar="LOG", help="The log of a game; `-` for standard input.")]
AsOption = Annotated[str | None, typer.Option("--as", metavar="PLAYER", help="From another player's seat.")]
RoundOption = Annotated[
    int | None,
    typer.Option("--round", metavar="N", min=0, help="As things stood at the end of round N (Tricoda: question N)."),
]
TrustOption = Annotated[
    float | None,
    typer.Option("--trust", metavar="T", min=0, max=1, help="How far bids are believed: 0 not at all, 1 fully [0.5]."),
]
HtmlOption = Annotated[
    str | None,
    typer.Option("--html", metavar="FILE", help="Write one page for a browser or a printer; `-` for standard output."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]
JsonOption = Annotated[bool, typer.Option("--json", help="For programs: JSON on standard output.")]


def read(name: str, upto: int | None = None, as_json: bool = False) -> Opened:
    """Open a log or leave with all that is wrong with it."""
    return read_loaded(load(name), upto, as_json)


def read_loaded(log: Log | LogError, upto: int | None = None, as_json: bool = False) -> Opened:
    if isinstance(log, LogError):
        refuse((log,), as_json)
    opened = open_log(log, upto)
    if not isinstance(opened, Opened):
        refuse(opened, as_json)
    if upto is not None and opened.table.round < upto:
        typed, counts = opened.table.round, opened.game.counts
        problem = f"The log has {typed} {counts}{'s' * (typed != 1)}, so there is no {counts} {upto}."
        refuse((LogError(log.name, 0, 0, 0, Kind.UNREADABLE, problem, "Give --round a smaller number."),), as_json)
    return opened


_HELD: dict[str, Log] = {}  # logs of a session under way, which may be newer than the disk


def ask_deduce(command: str, log: Log, options: list[str]) -> None:
    """Run a command of `deduce` on a log that a session holds."""
    from cli.app import app

    _HELD[log.name] = log
    try:
        app([command, log.name, *options], prog_name="deduce")
    except SystemExit:
        pass  # the session goes on, whatever the command would have told the shell
    finally:
        del _HELD[log.name]


def in_session(name: str) -> bool:
    """Whether a session asks: its screen is small, and what stands last is seen."""
    return name in _HELD


def load(name: str) -> Log | LogError:
    if name in _HELD:
        return _HELD[name]
    if name == "-":
        return decode_log(sys.stdin.buffer.read(LARGEST + 1), "standard input")
    try:
        with Path(name).open("rb") as file:
            return decode_log(file.read(LARGEST + 1), name)
    except (OSError, ValueError) as failed:
        problem, hint = _file_fault(name, failed)
        return LogError(name, 0, 0, 0, Kind.UNREADABLE, problem, hint)


def _file_fault(name: str, failed: OSError | ValueError) -> tuple[str, str]:
    if isinstance(failed, FileNotFoundError):
        near = sorted(path.name for path in Path(name).parent.glob("*.game"))[:5] if Path(name).parent.is_dir() else []
        return "There is no such file.", f"Here are: {', '.join(near)}" if near else "Check the name and the folder."
    if isinstance(failed, IsADirectoryError):
        return "This is a folder.", "Name a log inside it."
    if isinstance(failed, PermissionError):
        return "You may not read this file.", "Ask its owner, or copy it to a place of yours."
    reason = failed.strerror if isinstance(failed, OSError) else str(failed)
    return f"The file cannot be read: {reason}.", "Check the name and the disk."


def find_seat(opened: Opened, player: str | None) -> str:
    """The seat named with --as, cut short or not, else the log's owner."""
    if player is None:
        return str(opened.opening.me)
    try:
        return find_player(Word(player, 0), opened.opening)
    except Fault as fault:
        show_call_fault(f"--as {player}: {fault.problem}", fault.hint)
        raise typer.Exit(BAD_INPUT) from None


def offered(opened: Opened, command: str) -> Callable[..., Any]:
    """What the game of the log does for a command."""
    found: Callable[..., Any] | None = getattr(opened.game, command)
    if found is None:
        show_call_fault(f"There is no `{command}` for {opened.game.title}.", "Try: deduce advise LOG")
        raise typer.Exit(BAD_INPUT)
    return found


def refuse_call(fault: Fault) -> NoReturn:
    show_call_fault(fault.problem, fault.hint)
    raise typer.Exit(BAD_INPUT)


def refuse(errors: tuple[LogError, ...], as_json: bool) -> NoReturn:
    if as_json:
        print_json({"errors": [error.data() for error in errors]})
    else:
        show_errors(errors)
    raise typer.Exit(BAD_INPUT)


def write_page(name: str, page: str, force: bool) -> None:
    """Write a page where the person said, and say so on standard error; with `-` the page is the answer itself."""
    if name == "-":
        sys.stdout.write(page)
        return
    try:
        if not force and not may_be_overwritten(Path(name)):
            show_call_fault(f"{name} is there already, and it is not a page made by deduce.", OVERWRITE)
            raise typer.Exit(BAD_INPUT)
        Path(name).write_text(page, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as failed:
        reason = failed.strerror if isinstance(failed, OSError) else str(failed)
        show_call_fault(f"{name} cannot be written: {reason}.", "Choose another place: --html review.html")
        raise typer.Exit(BAD_INPUT) from None
    show_note(f"Written to {name}: open it in a browser, or print it.")


def may_be_overwritten(path: Path) -> bool:
    """Whether nothing is lost: there is no such file, or it is a page of ours, or a device, or empty."""
    if not path.is_file():
        return True
    with path.open("rb") as file:
        begin = file.read(len(PAGE_BEGIN))
    return begin in (PAGE_BEGIN.encode(), b"")


def print_json(data: object) -> None:
    """Letters of all scripts as they are, control signs of a faulty log as escapes."""
    text = json.dumps(data, ensure_ascii=False)
    sys.stdout.write("".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text) + "\n")
