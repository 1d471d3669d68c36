"""How each game looks in a terminal and on a page. A look is loaded when something is shown: errors and help need none.

A game of another package brings its look by an entry point in the group `deduce.looks` under the game's name.
"""

from __future__ import annotations

from functools import cache

from cli.look import Look
from solver.game import Game

GROUP = "deduce.looks"


def look_of(game: Game) -> Look:
    return _find_look(game.name)


@cache
def _find_look(name: str) -> Look:
    if name == "think-str8":
        from cli.games.think_str8.look import ThinkStr8Look

        return ThinkStr8Look()
    if name == "tricoda":
        from cli.games.tricoda.look import TricodaLook

        return TricodaLook()
    if name == "thinkaboxin":
        from cli.games.thinkaboxin.look import ThinkaboxinLook

        return ThinkaboxinLook()
    return _look_from_outside(name)


def _look_from_outside(name: str) -> Look:
    from importlib.metadata import entry_points

    for found in entry_points(group=GROUP, name=name):
        look = found.load()
        if isinstance(look, Look):
            return look
    raise LookupError(f"the game {name} has no look: an entry point in the group {GROUP} must name one")
