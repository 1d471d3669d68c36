"""What reports of simulated games have in common: the line that says what was played."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text


def show_head(console: Console, title: str, seats: Sequence[str], games: int, asked: int) -> None:
    """The game, who sat at the table, and how many games of those asked for."""
    played = f"{games:,} game{'s' * (games != 1)}"
    if games < asked:
        played += f" of {asked:,}, then stopped"
    table = [way if seats.count(way) == 1 else f"{seats.count(way)} {way}" for way in dict.fromkeys(seats)]
    console.print(Text.assemble((title, "bold"), f" · {', '.join(table)} · {played}"))
