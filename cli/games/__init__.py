"""How each game looks in a terminal and on a page.

A game of another package brings its look by an entry point in the group `deduce.looks` under the game's name.
"""

from __future__ import annotations

from functools import cache

from cli.games.think_str8.look import ThinkStr8Look
from cli.games.thinkaboxin.look import ThinkaboxinLook
from cli.games.tricoda.look import TricodaLook
from cli.look import Look
from solver.game import Game

LOOKS: dict[str, Look] = {
    "think-str8": ThinkStr8Look(),
    "tricoda": TricodaLook(),
    "thinkaboxin": ThinkaboxinLook(),
}
GROUP = "deduce.looks"


def look_of(game: Game) -> Look:
    return LOOKS.get(game.name) or _look_from_outside(game.name)


@cache
def _look_from_outside(name: str) -> Look:
    from importlib.metadata import entry_points

    for found in entry_points(group=GROUP, name=name):
        look = found.load()
        if isinstance(look, Look):
            return look
    raise LookupError(f"the game {name} has no look: an entry point in the group {GROUP} must name one")
