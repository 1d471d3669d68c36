"""What is remembered from one evening to the next: lines about a box, which are the same whenever it is opened, and
whether a session begins with an open sheet."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import typer

from solver.log import Fault, check_typed, parse_line
from solver.session import State
from solver.tongues import meanings_of

OPEN = "open"  # kept while the owner of this screen wants every session to begin with the sheet open


def recall(key: str) -> str:
    """What was kept under this name, or nothing."""
    for place in _places(key):
        with suppress(OSError, UnicodeDecodeError, Fault):
            said = place.read_text(encoding="utf-8").strip()
            check_typed(parse_line(1, said))
            return said
    return ""


def remember(before: State, after: State) -> None:
    """Keep for the next log what is new of the box in this one, unless it looks wrong.

    A convenience only: where nothing can be written, the question is asked again next time.
    """
    for key in kept(after):
        said = _said(key, after)
        if said and said != _said(key, before):
            keep_setting(key, said)


def keep_setting(key: str, said: str) -> None:
    for place in _places(key)[:1]:
        with suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"{said}\n", encoding="utf-8")


def forget_setting(key: str) -> None:
    for place in _places(key):
        with suppress(OSError):
            place.unlink()


def kept(state: State) -> tuple[str, ...]:
    """The verbs whose lines are worth remembering in this game."""
    return state.opened.game.remembered if state.opened else ()


def _said(key: str, state: State) -> str:
    """What the last line with this verb says; nothing if there is a warning about it."""
    words = ((line, line.words[0]) for line in state.log.lines if line.words)
    lines = [line for line, verb in words if key.startswith(verb.key) or key in meanings_of(verb.text)]
    warnings = state.opened.table.warnings if state.opened else ()
    if not lines or any(warning.line == lines[-1].number for warning in warnings):
        return ""
    return " ".join(word.text for word in lines[-1].words[1:])


def _places(key: str) -> list[Path]:
    """Where it is kept: the system's folder for settings, then the one that was used on every system before.

    On Linux they are the same. An XDG_CONFIG_HOME that is empty or relative does not count, as its standard says.
    """
    settings = os.environ.get("XDG_CONFIG_HOME", "")
    before = settings if os.path.isabs(settings) else os.path.expanduser("~/.config")
    folders = (Path(typer.get_app_dir("deduce")), Path(before) / "deduce")
    return [folder / key for folder in folders if folder.is_absolute()]
