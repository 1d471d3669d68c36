"""The help of the session at the table, and other things that only a session says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from cli.views.console import clean
from cli.views.notation import show_verb
from solver.games import Opened
from solver.grammar import OPENING, match_beginning
from solver.log import fold

COMMANDS = {
    "undo, redo": "take the last line back, bring it again",
    "edit 14, log": "change an earlier line; list the lines with their numbers",
    "what if …": "what would follow from a line; nothing is saved",
    "show, rounds": "the whole sheet; rounds and track",
    "advise, review": "what to do now; how the game went",
    "why, check, hint": "the reason for a number; is all sound; where to look",
    "save as, quit": "go on in another file; leave, everything is saved already",
}


def show_in_short(console: Console, move: str) -> None:
    """The advised move once more, where it is still on the screen after all its figures."""
    console.print(Text(f"In short: {clean(move)}", style="bold"))


def show_help(console: Console, opened: Opened | None, word: str = "") -> None:
    """All on one screen: the lines that can still be typed, then the commands. With a word: that kind of line."""
    verbs = opened.game.verbs[len(OPENING) :] if opened else ()
    found = match_beginning(fold(word), [verb.name for verb in verbs]) if word else []
    if found:
        for verb in verbs:
            if verb.name in found:
                show_verb(console, verb)
        return
    if verbs:
        _show_list(console, {verb.examples[0]: verb.means for verb in verbs})
        console.print(Text(f"`help {verbs[-1].name}` tells all about such a line.", style="dim"))
        console.print()
    _show_list(console, COMMANDS)


def _show_list(console: Console, entries: Mapping[str, str]) -> None:
    """Two columns; of a meaning too long for its row only the first part."""
    left = max(map(len, entries)) + 4
    room = max(console.width - left, 20)
    for entry, means in entries.items():
        first, *more = wrap(means if len(means) <= room else re.split("[;:,]", means)[0], room)
        console.print(Text.assemble((f"  {entry}".ljust(left), "bold"), first))
        for row in more:
            console.print(f"{'':{left}}{row}")
