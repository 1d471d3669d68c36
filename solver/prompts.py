"""What comes next: where a game stands, and what a new log still asks for. Each game says it in these words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """Where the game stands, and the beginnings of the lines that would come next, likeliest first.

    `offer` is the question the moment calls for: what to bet at the end, how the game went once it is over.
    """

    title: str
    proposals: tuple[str, ...] = ()
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Something the set-up asks. `line` makes the log's line of an answer, or None if nothing need be written."""

    key: str
    text: str
    line: Callable[[str], str | None]
    default: str = ""
    skippable: bool = False
    remembered: bool = False  # the same for every evening with this box
