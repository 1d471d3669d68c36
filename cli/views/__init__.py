"""What people see. Colours and layout live here and nowhere else; one file per game."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

VIEWS = {"think-str8": "cli.views.think_str8", "tricoda": "cli.views.tricoda"}


def view_of(game: str, part: str = "") -> ModuleType:
    """The game's view, or the part of it for one command, loaded when something is shown: errors and help need none."""
    return import_module(f"{VIEWS[game]}_{part}" if part else VIEWS[game])
