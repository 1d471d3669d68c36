"""What comes next: where a game stands, and what a new log still asks for. Each game says it in these words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver.log import fold


@dataclass(frozen=True, slots=True)
class Step:
    """Where the game stands, and the beginnings of the lines that would come next, likeliest first.

    `offer` is the question the moment calls for: what to bet at the end, how the game went once it is over.
    """

    title: str
    proposals: tuple[str, ...] = ()
    offer: str = ""


class Unclear(Exception):
    """Nothing can be made of an answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something the set-up asks. `line` makes the log's line of an answer, or None if nothing need be written.

    It raises Unclear if the answer is none of the `choices`.
    """

    key: str
    text: str
    line: Callable[[str], str | None]
    default: str = ""
    skippable: bool = False
    choices: tuple[str, ...] = ()  # the answers there are, if they can be listed


def ask_yes_no(key: str, text: str, line: str) -> Question:
    """A question that a yes answers with a line, and so does the line itself; a no needs none."""

    def read(answer: str) -> str | None:
        said = " ".join(fold(answer).split())
        if said == line or "yes".startswith(said):
            return line
        if "no".startswith(said):
            return None
        raise Unclear

    return Question(key, f"{text} (y or n)", read, "n", skippable=True, choices=("yes", "no"))
