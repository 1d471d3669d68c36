"""What people see, whatever the game. How one game looks is in `cli.games`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

VIEWS = {"think-str8": "cli.games.think_str8", "tricoda": "cli.games.tricoda", "thinkaboxin": "cli.games.thinkaboxin"}


def view_of(game: str, part: str = "sheet") -> ModuleType:
    """The game's view, or its file for one command, loaded when something is shown: errors and help need none."""
    own = f"{VIEWS[game]}.{part}"
    return import_module(own if find_spec(own) else f"{VIEWS[game]}.sheet")


def has_view(game: str, part: str) -> bool:
    """Whether the game can be shown that way."""
    return find_spec(f"{VIEWS[game]}.{part}") is not None
