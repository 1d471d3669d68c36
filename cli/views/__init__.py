"""What people see. Colours and layout live here and nowhere else; one file per game."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

VIEWS = {"think-str8": "cli.views.think_str8"}


def view_of(game: str, part: str = "") -> ModuleType:
    """The game's view, or the part of it for one command, loaded when something is shown: errors and help need none."""
    return import_module(f"{VIEWS[game]}_{part}" if part else VIEWS[game])


def has_view(game: str, part: str) -> bool:
    """Whether the game can be shown that way."""
    return find_spec(f"{VIEWS[game]}_{part}") is not None
