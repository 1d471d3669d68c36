"""From a name on the command line to an opened log, and the ways out: refusals, exit codes, JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from cli.views.console import err, in_shell
from cli.views.faults import say_reason, show_call_fault, show_errors, show_note
from solver.commands import know_people, open_at
from solver.english import Saying
from solver.game import Opened
from solver.gate import take_seat
from solver.language import later, say
from solver.log import LARGEST, Fault, Kind, Log, LogError, decode_log

if TYPE_CHECKING:
    from solver.chronicle import Chronicle

CONTRADICTION, BAD_INPUT, OWN_FAULT = 1, 2, 3
OVERWRITE = later("Choose another name, or overwrite it with --force.")


def list_logs(names: Sequence[str]) -> list[str]:
    """The logs that are meant: of a folder all that are in it, by name."""
    found: list[str] = []
    for name in names:
        if not os.path.isdir(name):  # which takes any name, one that is too long or closed to us as well
            found.append(name)
            continue
        inside = sorted(str(path) for path in Path(name).glob("*.game"))
        if not inside:
            leave(say("There is no log in {folder}.", folder=name), say("The logs of a folder are its .game files."))
        found += inside
    return found


def meet_people(opened: Opened, folder: str | None, as_json: bool) -> Opened:
    """The same log, read by what its people did on the evenings of a folder; not by itself."""
    if folder is None:
        return opened
    this = Path(opened.reading.log.name).resolve()
    names = [name for name in list_logs([folder]) if Path(name).resolve() != this]
    try:
        return know_people(opened, [open_named(name, None, as_json) for name in names])
    except Fault as fault:
        leave(fault.problem, fault.hint)


def open_from(name: str, player: str | None, upto: int | None, as_json: bool) -> tuple[Opened, str]:
    """Open a log for a question from a seat, or leave with all that is wrong with it."""
    return find_seat(open_named(name, upto, as_json), player)


def open_named(name: str, upto: int | None, as_json: bool) -> Opened:
    opened = open_at(load_or_leave(name, as_json), upto)
    if not isinstance(opened, Opened):
        refuse(opened, as_json)
    return opened


def load_or_leave(name: str, as_json: bool) -> Log:
    log = load(name)
    if isinstance(log, LogError):
        refuse((log,), as_json)
    return log


def load(name: str) -> Log | LogError:
    if name == "-":
        return decode_log(sys.stdin.buffer.read(LARGEST + 1), say("standard input"))
    try:
        if Path(name).is_fifo() and not name.startswith("/dev/"):  # where a shell has put what `<(…)` writes
            raise BlockingIOError
        with Path(name).open("rb") as file:
            return decode_log(file.read(LARGEST + 1), name)
    except (OSError, ValueError) as failed:
        kind = Kind.MISSING if isinstance(failed, FileNotFoundError) else Kind.UNREADABLE
        return LogError(name, 0, 0, 0, kind, *_file_fault(name, failed))


def _file_fault(name: str, failed: OSError | ValueError) -> tuple[str, str]:
    if isinstance(failed, FileNotFoundError):
        near = sorted(path.name for path in Path(name).parent.glob("*.game"))[:5] if Path(name).parent.is_dir() else []
        return (
            say("There is no {name}.", name=name),
            say("In that folder: {names}.", names=", ".join(near)) if near else say("Check the name and the folder."),
        )
    if isinstance(failed, IsADirectoryError):
        return say("This is a folder."), say("Name a log inside it.")
    if isinstance(failed, BlockingIOError):
        return (
            say("This is a pipe: whoever writes to it may never begin."),
            say("Say `-` as the name, and `< PIPE` behind it."),
        )
    if isinstance(failed, PermissionError):
        return say("You may not read this file."), say("Ask its owner, or copy it to a folder of your own.")
    return say("The file cannot be read: {reason}.", reason=say_reason(failed)), say("Check the name and the disk.")


def find_seat(opened: Opened, player: str | None) -> tuple[Opened, str]:
    """The seat named with --as, cut short or not, else the log's owner; and the log as that seat may ask it."""
    try:
        return take_seat(opened, player)
    except Fault as fault:
        leave(fault.problem if player is None else f"--as {player}: {fault.problem}", fault.hint)


def leave(problem: Saying, hint: Saying, log: str = "LOG") -> NoReturn:
    """What was asked cannot be done."""
    show_call_fault(problem, hint, err(in_shell(log)))
    raise typer.Exit(BAD_INPUT)


def refuse(errors: Sequence[LogError], as_json: bool) -> NoReturn:
    if as_json:
        print_json({"errors": [error.data() for error in errors]})
    else:
        show_errors(errors)
    raise typer.Exit(BAD_INPUT)


def write_story(name: str, story: Chronicle, force: bool) -> None:
    """Write the page of a story; what it suggests is a command about the log that it was told from."""
    from cli.views.page import make_page

    voice = in_shell(story.logs[0][0]) if len(story.logs) == 1 else in_shell()
    write_page(name, make_page(story, voice=voice), force)


def write_page(name: str, page: str, force: bool) -> None:
    """Write a page where the person wants it, and say so on standard error; with `-` the page is the answer itself."""
    if name == "-":
        sys.stdout.write(page)
        return
    try:
        if not force and not may_be_overwritten(Path(name)):
            leave(say("{name} already exists, and it is not a page made by deduce.", name=name), say(OVERWRITE))
        Path(name).write_text(page, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as failed:
        leave(
            say("{name} cannot be written: {reason}.", name=name, reason=say_reason(failed)),
            say("Choose another place: {example}", example="--html page.html"),
        )
    show_note(say("Written to {name}: open it in a browser, or print it.", name=name))


def may_be_overwritten(path: Path) -> bool:
    """Whether nothing would be lost: the file does not exist, is empty or a device, or is a page made by deduce."""
    from cli.views.page import LONGEST_BEGINNING, is_ours

    if not path.is_file():
        return True
    with path.open("rb") as file:
        beginning = file.read(LONGEST_BEGINNING)
    return not beginning or is_ours(beginning)


def print_json(data: object) -> None:
    """Letters of all scripts as they are, control characters of a faulty log as escapes."""
    text = json.dumps(data, ensure_ascii=False)
    sys.stdout.write("".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text) + "\n")
