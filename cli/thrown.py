"""The options of `advise`, and how dice typed as words of their own (`--dice y g b`) are told from the log's name."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from cli.call import BAD_INPUT
from cli.views.faults import show_call_fault

MoreArgument = Annotated[list[str] | None, typer.Argument(hidden=True)]
DiceOption = Annotated[
    str | None, typer.Option("--dice", metavar="y g b", help="The dice as thrown: which one to turn, and to what.")
]
TakenOption = Annotated[
    str | None, typer.Option("--taken", metavar="7,5", help="Tokens, by length, taken by others and not typed.")
]
AllOption = Annotated[bool, typer.Option("--all", help="List everything, not only the best few.")]
FinalOption = Annotated[bool, typer.Option("--final", help="The final bets as if the game ended now.")]
AimOption = Annotated[
    str | None,
    typer.Option("--aim", metavar="points|N|win", help="What the final bets are for, N: at least so many points."),
]


def part_dice(first: str, more: list[str], dice: str | None) -> tuple[str, str | None]:
    """The log's name and the dice. The shell hands over `y` with --dice, and `g` and `b` among the names.

    Without --dice there is one name. With it the log is the word that is a file; else the longest is taken for it.
    """
    words = [first, *more]
    if len(words) > 1 and dice is None:
        show_call_fault(f"One log at a time; `{more[0]}` is one word too many.", "Example: deduce advise evening.game")
        raise typer.Exit(BAD_INPUT)
    log = next((word for word in words if word == "-" or os.path.isfile(word)), max(words, key=len))
    words.remove(log)
    return log, None if dice is None else " ".join((dice, *words))
