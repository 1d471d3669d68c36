"""The help of the session at the table, and other things that only a session says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from cli.answers import show_verb
from cli.views.console import say
from cli.views.faults import show_call_fault
from solver.english import any_of, match_beginning
from solver.game import Game, Opened, Questions
from solver.grammar import AID, Verb
from solver.log import fold

COMMANDS = {
    "undo, redo": "take back the last change; do it again after all",
    "edit, insert 20": "change an earlier line; put in a forgotten one",
    "what if …": "what would follow from a line; nothing is saved",
    "show, rounds, log": "the whole sheet; rounds and track; lines by number",
    "peek, open, cover": "the sheet for a moment; left open; covered again",
    "advise, review": "what to do now; how the game went",
    "why, check, hint": "why (or why not) a number; does all fit; where to look",
    "save as, quit": "go on in another file; leave, all is saved already",
}


ABOUT = {
    "undo": "takes the last change back: a line, an edit or a change you chose; as often as you like",
    "redo": "does again what `undo` took back, as long as nothing else was typed",
    "edit": "`edit 14` brings line 14 back for editing; if you empty it, it is deleted. `edit 14 bet 9-15 low` changes "
    "it at once. `log` lists the numbers.",
    "insert": "`insert 20 bet Ben 4-9` puts a forgotten line in before line 20",
    "round": "`round 2: told Cleo hit` puts a forgotten line in at the end of round 2",
    "question": "`question 2: ask Ben 4 1` puts a forgotten line in at the end of question 2",
    "log": "lists the lines with their numbers",
    "what if": "says what would follow from a line, such as `what if bet 9-13 low`; nothing is saved",
    "show": "shows the whole sheet; `show as Ben` shows Ben's, `show after round 3` how it was then",
    "peek": "shows the covered sheet until the next line, or for some seconds; F2 does the same",
    "open": "leaves the sheet open; `open always` in every session, for players alone at their screen",
    "cover": "covers the sheet, so that the screen may lie on the table; a session begins like this",
    "rounds": "shows the rounds and the track",
    "advise": "says what to do now",
    "questions": "says what each question card would tell you now (Tricoda)",
    "review": "says how the game went and what could have been done better",
    "why": "gives the reason for what you name:",
    "check": "says whether all lines fit together, and whether your crosses are right",
    "hint": "says where there is something to find; `hint more` says what, `hint full` also why",
    "save as": "copies the log to another file and goes on there, such as `save as evening2.game`",
    "quit": "leaves; everything is saved already",
    "help": "shows all that can be typed; with a word, such as `help edit`, all about it",
}


def show_help(console: Console, opened: Opened | None, word: str = "") -> None:
    """All on one screen: the lines that can still be typed, then the commands. With a word: all about that."""
    verbs = opened.game.notation() if opened else ()
    if word:
        _show_help_about(console, (AID, *verbs), ABOUT | (_tell_of_game(opened.game) if opened else {}), word)
        return
    if verbs:
        _show_list(console, {verb.examples[0]: verb.means for verb in verbs if not verb.aside})
        console.print(Text(f"`help {verbs[-1].name}` tells all about such a line.", style="dim"))
        console.print()
    asked = (
        {"questions": "what each question card would tell you now"}
        if isinstance(opened, Questions)
        else dict[str, str]()
    )
    _show_list(console, COMMANDS | asked)


def _tell_of_game(game: Game) -> dict[str, str]:
    """What a game says of the commands: what it can be asked why, and what its advice can be told."""
    why = f"{ABOUT['why']} {any_of(f'`why {claim}`' for claim in game.claims)}; `why not` asks the same"
    options = [f"`advise {option.name} {option.form}".rstrip() + f"`: {option.means}" for option in game.options]
    return {"why": why, "advise": " ".join([f"{ABOUT['advise']}." if options else ABOUT["advise"], *options])}


def _show_help_about(console: Console, verbs: Sequence[Verb], about: Mapping[str, str], word: str) -> None:
    found = match_beginning(fold(word), [*(verb.name for verb in verbs), *about])
    for verb in verbs:
        if verb.name in found:
            show_verb(console, verb)
    for command, means in about.items():
        if command in found:
            console.print(Text(command, style="bold cyan"))
            say(console, means, indent=4)
    if not found:
        show_call_fault(f"There is no help about `{word}`.", "`help` alone lists all that can be typed.", console)


def _show_list(console: Console, entries: Mapping[str, str]) -> None:
    """Two columns; if a meaning is too long for its row, only its first part is shown."""
    left = max(map(len, entries)) + 4
    room = max(console.width - left, 20)
    for entry, means in entries.items():
        first, *more = wrap(means if len(means) <= room else re.split("[;:,]", means)[0], room)
        console.print(Text.assemble((f"  {entry}".ljust(left), "bold"), first))
        for row in more:
            console.print(f"{'':{left}}{row}")
