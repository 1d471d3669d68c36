"""The door of the laboratory: what a game that the machine can play brings to `deduce simulate`, for nobody else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from solver.lab.simulation import Report, Simulation


class Lab(ABC):
    """A game's laboratory. What its games need is loaded inside the methods."""

    @abstractmethod
    def simulation(self) -> Simulation: ...

    @abstractmethod
    def show_report(self, console: Console, report: Report, asked: int) -> None:
        """What came out of the games, of the number asked for."""


def show_head(console: Console, title: str, seats: Sequence[str], games: int, asked: int) -> None:
    """The game, who sat at the table, and how many games of those asked for."""
    played = f"{games:,} game{'s' * (games != 1)}"
    if games < asked:
        played += f" of {asked:,}, then stopped"
    table = [way if seats.count(way) == 1 else f"{seats.count(way)} {way}" for way in dict.fromkeys(seats)]
    console.print(Text.assemble((title, "bold"), f" · {', '.join(table)} · {played}"))
