"""The help of the session at the table."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from solver.games import Opened

COMMANDS = {
    "undo, redo": "take the last line back, bring it again",
    "edit 14": "change an earlier line; `log` lists them",
    "what if …": "what would follow from a line; nothing is saved",
    "show, rounds": "the whole sheet; rounds and track",
    "advise": "what to do now, or at the end (--final)",
    "why …": "the reason for a number, or a chance",
    "check, hint": "are log and pad sound; where to look",
    "save as NAME": "go on in another file",
    "quit": "leave; everything is saved already",
}


def show_help(console: Console, opened: Opened | None) -> None:
    for verb in opened.game.verbs if opened else ():
        line = Text.assemble((f"  {verb.examples[0]:<36} ", "bold"), verb.means)
        console.print(line, no_wrap=True, overflow="ellipsis")
    console.print()
    for command, means in COMMANDS.items():
        console.print(Text.assemble((f"  {command:<36} ", "bold"), means))
