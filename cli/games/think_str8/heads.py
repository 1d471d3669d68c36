"""What stands above more than one screen of Think Str8!: how far the game is, and how many hands are left."""

from __future__ import annotations

from solver.games.think_str8.table import Table
from solver.language import say, say_count


def say_where(table: Table) -> str:
    """How far the game is."""
    if not table.round:
        return say("before the first throw")
    return say("round {round} of {rounds}", round=table.round, rounds=table.round_count)


def say_left(hands: int) -> str:
    return say_count("{count} hand left", "{count} hands left", hands)
