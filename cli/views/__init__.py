"""What people see. Colours and layout live here only; a file per game, or per command where that is long."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

VIEWS = {
    "think-str8": "cli.views.think_str8",
    "tricoda": "cli.views.tricoda",
    "thinkaboxin": "cli.views.thinkaboxin",
}


def view_of(game: str, part: str = "") -> ModuleType:
    """The game's view, or its file for one command, loaded when something is shown: errors and help need none."""
    whole, own = VIEWS[game], f"{VIEWS[game]}_{part}"
    return import_module(own if part and find_spec(own) else whole)


def has_view(game: str, part: str) -> bool:
    """Whether the game can be shown that way."""
    return find_spec(f"{VIEWS[game]}_{part}") is not None
