"""What a session can be asked: the same commands as in the shell, in a few plain words, and its help.

`check as Ben`, `show after round 3`, `hint more`, `advise gyb`, `advise win`. The shell's way (`--as Ben`) works too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from cli.games import look_of
from cli.look import (
    Look,
    ShowsQuestions,
    show_advised,
    show_checked,
    show_hinted,
    show_reasons,
    show_reviewed,
    show_shown,
    show_verb,
    show_whole_table,
)
from cli.views.console import clean, say
from cli.views.faults import show_call_fault
from solver import commands
from solver.english import any_of, fold, match_beginning
from solver.game import Game, Opened, Questions, Wish
from solver.gate import look_back, take_seat
from solver.grammar import AID, Aid, Verb
from solver.log import unreadable
from solver.session import State

LEVELS = {"more": 1, "full": 2}  # words after `hint`


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question as typed: what it is about, from which seat, as of which round, and how much is wanted."""

    words: tuple[str, ...] = ()
    seat: str | None = None
    round: int | None = None
    level: int = 0
    every: bool = False
    wish: Wish = field(default_factory=dict)


def answer(console: Console, state: State, line: str, aid: Aid) -> str:
    """Answer a question about the log as it stands, with that much help; the line that is advised, if one is.

    Raises a Fault if it cannot be answered.
    """
    command, *words = line.split()
    if state.opened is None:
        raise unreadable(None, "This log must be corrected first.", f"Type: edit {state.faults[0].line}")
    asked = read_inquiry(fold(command), words, state.opened.game)
    opened = state.opened if asked.round is None else _open_at(state, asked.round)
    if fold(command) == "review" and asked.seat is None and opened.opening.of_table:
        show_whole_table(console, commands.review_table(look_back(opened)))
        return ""
    opened, seat = take_seat(opened, asked.seat)
    return INQUIRIES[fold(command)](look_of(opened.game), console, opened.under(aid), seat, asked) or ""


def _open_at(state: State, upto: int) -> Opened:
    opened = commands.open_at(state.log, upto)
    if not isinstance(opened, Opened):
        raise unreadable(None, opened[0].problem, opened[0].hint)
    return opened


def read_inquiry(command: str, words: Sequence[str], game: Game) -> Inquiry:
    """Pick out whose seat, which round and options; what is left over is what the question is about."""
    left = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    seat, number, level, every, rest = None, None, 0, False, list[str]()
    wish: dict[str, str] = {}
    options = {option.name: option for option in game.options} if command == "advise" else {}
    while left:
        typed = left.pop(0)
        word = fold(typed.removeprefix("--"))
        dashed = typed.startswith("--")
        if word == "as":
            seat = _value(left, typed, "a name: as Ben")
        elif word == "after" or (word == "round" and (command != "why" or dashed)):
            number = _read_round(left, game)
        elif command == "hint" and word in LEVELS:
            level = max(level + 1, LEVELS[word])
        elif command == "advise" and word == "all":
            every = True
        elif word in options and not options[word].form:
            wish[word] = ""
        elif word in options:
            wish[word] = _value(left, typed, f"more: advise {word} {options[word].form}")
        elif command == "advise" and not dashed and (name := game.option_of(typed)):
            wish[name] = f"{wish[name]} {typed}" if name in wish and options[name].words else typed
        elif dashed or command != "why":
            raise unreadable(None, f"`{typed}` means nothing after `{command}`.", f"Type `help {command}`.")
        else:
            rest.append(typed)
    return Inquiry(tuple(rest), seat, number, level, every, wish)


def _read_round(left: list[str], game: Game) -> int:
    """`after 3` or `after round 3`; `why red 6 round 3` is another question, about the card held then."""
    if left[1:] and fold(left[0]) in ("round", game.counts):
        left.pop(0)
    text = _value(left, "after", f"a number: after {game.counts} 3")
    if not text.isdecimal() or len(text) > 6:
        raise unreadable(None, f"`{text}` is not the number of a {game.counts}.", f"Type: after {game.counts} 3")
    return int(text)


def _value(left: list[str], word: str, needs: str) -> str:
    if not left:
        raise unreadable(None, f"`{word}` needs {needs}", "Type it again with that.")
    return left.pop(0)


def _advise(look: Look, console: Console, log: Opened, seat: str, asked: Inquiry) -> str:
    advised = commands.advise(log, seat, asked.wish)
    show_advised(look, console, advised, asked.every)
    if advised.advice.move:  # once more, where it is still on the screen after all its figures
        console.print(Text(f"In short: {clean(advised.advice.move)}", style="bold"))
    return advised.advice.move.partition(";")[0] if seat == log.me else ""  # what follows is said about it


def _tell_questions(look: Look, console: Console, log: Opened, seat: str, _: Inquiry) -> None:
    told = commands.questions(log, seat)
    if isinstance(look, ShowsQuestions):
        look.show_questions(console, told)


INQUIRIES: dict[str, Callable[[Look, Console, Opened, str, Inquiry], str | None]] = {
    "advise": _advise,
    "why": lambda look, console, log, seat, asked: show_reasons(look, console, commands.why(log, seat, asked.words)),
    "check": lambda look, console, log, seat, _: show_checked(look, console, commands.check(log, seat)),
    "hint": lambda look, console, log, seat, asked: show_hinted(look, console, commands.hint(log, seat, asked.level)),
    "questions": _tell_questions,
    "review": lambda _, console, log, seat, __: show_reviewed(console, [log], commands.review([log], seat)),
    "show": lambda look, console, log, seat, _: show_shown(look, console, commands.show(log, seat)),
}


# Help.

OVERVIEW = {
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
    verbs = opened.game.notation().verbs if opened else ()
    if word:
        _show_help_about(console, (AID, *verbs), ABOUT | (_tell_of_game(opened.game) if opened else {}), word)
        return
    if verbs:
        _show_list(console, {verb.examples[0]: verb.means for verb in verbs if not verb.aside})
        console.print(Text(f"`help {verbs[-1].name}` tells all about such a line.", style="dim"))
        console.print()
    about_questions = {"questions": "what each question card would tell you now"}
    _show_list(console, OVERVIEW | about_questions if isinstance(opened, Questions) else OVERVIEW)


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
