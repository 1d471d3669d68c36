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
    show_words,
)
from cli.views.console import clean, put
from cli.views.faults import show_call_fault
from solver import commands
from solver.english import any_of, fold, match_beginning
from solver.game import Game, Opened, RanksQuestions, Wish
from solver.gate import look_back, take_seat
from solver.grammar import AID, Aid, Verb
from solver.language import ENGLISH, as_typed, language_spoken, later, say
from solver.log import unreadable
from solver.session import State
from solver.tongues import meaning_of, meanings_of

WORDS = as_typed("as after round more full all win points which")  # after a question
LEVELS = {"more": 1, "full": 2}  # words after `hint`


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question as typed: what it is about, from which seat, as of which round, and how much is wanted."""

    words: tuple[str, ...] = ()
    seat: str | None = None
    round: int | None = None
    level: int = 0
    every: bool = False
    which: bool = False
    wish: Wish = field(default_factory=dict)


def answer(console: Console, state: State, line: str, aid: Aid) -> str:
    """Answer a question about the log as it stands, with that much help; the line that is advised, if one is.

    Raises a Fault if it cannot be answered.
    """
    command, *words = line.split()
    if state.opened is None:
        raise unreadable(None, say("This log must be corrected first."), type_this(f"edit {state.faults[0].line}"))
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
    seat, number, level, every, which, rest = None, None, 0, False, False, list[str]()
    wish: dict[str, str] = {}
    options = {option.name: option for option in game.options} if command == "advise" else {}
    while left:
        typed = left.pop(0)
        dashed = typed.startswith("--")
        typed = typed if dashed else meaning_of(typed, (*WORDS, *options)) or typed
        word = fold(typed.removeprefix("--"))
        if word == "as":
            seat = _value(left, say("`{word}` needs a name: {example}", word=typed, example="as Ben"))
        elif word == "after" or (word == "round" and (command != "why" or dashed)):
            number = _read_round(left, game)
        elif command == "hint" and word in LEVELS:
            level = max(level + 1, LEVELS[word])
        elif command == "check" and word == "which":
            which = True
        elif command == "advise" and word == "all":
            every = True
        elif word in options and not options[word].form:
            wish[word] = ""
        elif word in options:
            example = f"advise {word} {options[word].form}"
            wish[word] = _value(left, say("`{word}` needs more: {example}", word=typed, example=example))
        elif command == "advise" and not dashed and (name := game.option_of(typed)):
            wish[name] = f"{wish[name]} {typed}" if name in wish and options[name].words else typed
        elif dashed or command != "why":
            problem = say("`{word}` means nothing after `{command}`.", word=typed, command=command)
            raise unreadable(None, problem, say("Type `help {command}`.", command=command))
        else:
            rest.append(typed)
    return Inquiry(tuple(rest), seat, number, level, every, which, wish)


def _read_round(left: list[str], game: Game) -> int:
    """`after 3` or `after round 3`; `why red 6 round 3` is another question, about the card held then."""
    if left[1:] and meaning_of(left[0], ("round", "question", game.counts)):
        left.pop(0)
    example = f"after {game.counts} 3"
    text = _value(left, say("`{word}` needs a number: {example}", word="after", example=example))
    if not text.isdecimal() or len(text) > 6:
        problem = (
            say("`{word}` is not the number of a question.", word=text)
            if game.counts == "question"
            else say("`{word}` is not the number of a round.", word=text)
        )
        raise unreadable(None, problem, type_this(example))
    return int(text)


def _value(left: list[str], problem: str) -> str:
    if not left:
        raise unreadable(None, problem, say("Type it again with that."))
    return left.pop(0)


def type_this(line: str) -> str:
    return say("Type: {line}", line=line)


def _advise(look: Look, console: Console, log: Opened, seat: str, asked: Inquiry) -> str:
    advised = commands.advise(log, seat, asked.wish)
    show_advised(look, console, advised, asked.every)
    if advised.advice.move:  # once more, where it is still on the screen after all its figures
        console.print(Text(say("In short: {move}", move=clean(advised.advice.move)), style="bold"))
    return advised.line


def _tell_questions(look: Look, console: Console, log: Opened, seat: str, _: Inquiry) -> None:
    told = commands.questions(log, seat)
    if isinstance(look, ShowsQuestions):
        look.show_questions(console, told)


INQUIRIES: dict[str, Callable[[Look, Console, Opened, str, Inquiry], str | None]] = {
    "advise": _advise,
    "why": lambda look, console, log, seat, asked: show_reasons(look, console, commands.why(log, seat, asked.words)),
    "check": lambda look, console, log, seat, asked: show_checked(
        look, console, commands.check(log, seat), asked.which
    ),
    "hint": lambda look, console, log, seat, asked: show_hinted(look, console, commands.hint(log, seat, asked.level)),
    "questions": _tell_questions,
    "review": lambda _, console, log, seat, __: show_reviewed(console, [log], commands.review([log], seat)),
    "show": lambda look, console, log, seat, _: show_shown(look, console, commands.show(log, seat)),
}


# Help.

OVERVIEW = {
    "undo, redo": later("take back the last change; do it again after all"),
    "fix …, insert 20": later("put an earlier line right (fix ben yellow 4); put one in"),
    "what if …": later("what would follow from a line; nothing is saved"),
    "show, rounds, log": later("the whole sheet; rounds and track; lines by number"),
    "peek, open, cover": later("the sheet for a moment; left open; covered again"),
    "advise, review": later("what to do now; how the game went"),
    "why, check, hint": later("why (or why not) a number; does all fit; where to look"),
    "save as, quit": later("go on in another file; leave, all is saved already"),
}
OVERVIEW_OF_QUESTIONS = {words.replace("rounds", "heard"): means for words, means in OVERVIEW.items()} | {
    "show, heard, log": later("the whole sheet; questions and answers; lines by number"),
    "questions": later("what each question card would tell you now"),
}


ELSEWHERE = {"question": ("round", "rounds"), "round": ("question", "heard", "questions")}  # by what a game counts
ABOUT = {
    "undo": later("takes the last change back: a line, an edit or a change you chose; as often as you like"),
    "redo": later("does again what `undo` took back, as long as nothing else was typed"),
    "edit": later(
        "`edit 14` brings line 14 back for editing; if you empty it, it is deleted. `edit 14 9-15<` changes "
        "it at once (`log` lists the numbers), `fix ben yellow 4` or `fix round 2 ben 4-9` finds the line by itself"
    ),
    **dict.fromkeys(("correct", "fix", "change"), later("the same as `edit`, such as `fix ben yellow 4`")),
    "insert": later("`insert 20 bet Ben 4-9` puts a forgotten line in before line 20"),
    "round": later("`round 2: told Cleo hit` puts a forgotten line in at the end of round 2"),
    "question": later("`question 2: ask Ben 4 1` puts a forgotten line in at the end of question 2"),
    "log": later("lists the lines with their numbers"),
    "what if": later("says what would follow from a line, such as `what if bet 9-13 low`; nothing is saved"),
    "show": later("shows the whole sheet; `show as Ben` shows Ben's, `show after round 3` how it was then"),
    "peek": later("shows the covered sheet until the next line, or for some seconds; F2 does the same"),
    "open": later("leaves the sheet open; `open always` in every session, for players alone at their screen"),
    "cover": later("covers the sheet, so that the screen may lie on the table; a session begins like this"),
    "rounds": later("shows the rounds and the track"),
    "heard": later("shows the questions and answers"),
    "advise": later("says what to do now"),
    "questions": later("says what each question card would tell you now (Tricoda)"),
    "review": later("says how the game went and what could have been done better"),
    "practice": later("asks, once the game is over, what you missed in it, and goes on; `practice 4` asks four"),
    "why": later("gives the reason for what you name"),
    "check": later(
        "says whether all lines fit together, and whether your crosses are right; of a paper sheet `check which` says "
        "which are not"
    ),
    "hint": later("says where there is something to find; `hint more` says what, `hint full` also why"),
    "save as": later("copies the log to another file and goes on there, such as `save as evening2.game`"),
    "quit": later("leaves; everything is saved already"),
    "help": later("shows all that can be typed; with a word, such as `help edit`, all about it"),
}


def show_help(console: Console, opened: Opened | None, word: str = "") -> None:
    """All on one screen: the lines that can still be typed, then the commands. With a word: all about that."""
    verbs = opened.game.notation().verbs if opened else ()
    if word:
        about = {command: say(means) for command, means in ABOUT.items()}
        _show_help_about(console, (AID, *verbs), about | (_tell_of_game(opened.game) if opened else {}), word)
        return
    if verbs:
        _show_list(console, {verb.examples[0]: say(verb.means) for verb in verbs if not verb.aside})
        put(console, say("`{ask}` tells all about such a line.", ask=f"help {verbs[-1].name}"), style="dim")
        console.print()
    overview = OVERVIEW_OF_QUESTIONS if isinstance(opened, RanksQuestions) else OVERVIEW
    _show_list(console, {words: say(means) for words, means in overview.items()})


def _tell_of_game(game: Game) -> dict[str, str]:
    """What a game says of the commands: what it can be asked why, and what its advice can be told."""
    claims = any_of(f"`why {claim}`" for claim in game.claims)
    options = [f"`{f'advise {option.name} {option.form}'.rstrip()}`: {say(option.means)}" for option in game.options]
    rounds = ABOUT["heard" if game.counts == "question" else "rounds"]
    return {
        "why": say("gives the reason for what you name: {claims}; `why not` asks the same", claims=claims),
        "rounds": say(rounds),
        "advise": " ".join([say("says what to do now."), *options]) if options else say(ABOUT["advise"]),
    }


def _show_help_about(console: Console, verbs: Sequence[Verb], about: Mapping[str, str], word: str) -> None:
    known = [*(verb.name for verb in verbs), *about]
    found = match_beginning(fold(word), known) or [name for name in meanings_of(word) if name in known]
    for verb in verbs:
        if verb.name in found:
            show_verb(console, verb)
    for command, means in about.items():
        if command in found:
            console.print(Text(command, style="bold cyan"))
            put(console, means, indent=4)
            show_words(console, [command])
    if not found:
        problem = say("There is no help about `{word}`.", word=word)
        show_call_fault(problem, say("`help` alone lists all that can be typed."), console)


def _show_list(console: Console, entries: Mapping[str, str]) -> None:
    """Two columns; if a meaning is too long for its row, only its first part is shown."""
    left = max(map(len, entries)) + 4
    room = max(console.width - left, 20)
    parts = "[;:,]" if language_spoken() == ENGLISH else "[;:] "  # elsewhere a comma may stand amid a thought
    for entry, means in entries.items():
        first, *more = wrap(means if len(means) <= room else re.split(parts, means)[0].strip(), room)
        console.print(Text.assemble((f"  {entry}".ljust(left), "bold"), first))
        for row in more:
            console.print(f"{'':{left}}{row}")
