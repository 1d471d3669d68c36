"""A sentence to the player it is about, and the same about that player to all others."""

from __future__ import annotations

from typing import NamedTuple

from solver.language import say


class Addressed(NamedTuple):
    """Both are marked by `later` and have the same named places; for others `{name}` is the player."""

    you: str
    name: str

    def to(self, player: str, me: str, **places: object) -> str:
        return say(self.you, **places) if player == me else say(self.name, name=player, **places)
