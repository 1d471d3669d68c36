"""Questions put to a session: the same commands as in the shell, in a few plain words.

`check as Ben`, `show after round 3`, `hint more`, `advise gyb`, `advise win`. The shell's way (`--as Ben`) works too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.console import Console

from cli.answers import (
    show_advised,
    show_checked,
    show_hinted,
    show_in_short,
    show_questions,
    show_reasons,
    show_reviewed,
    show_shown,
)
from solver import commands
from solver.aid import Aid
from solver.game import Game, Opened, Wish
from solver.gate import take_seat
from solver.log import fold, unreadable
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
    opened, seat = take_seat(opened, asked.seat)
    return INQUIRIES[fold(command)](console, opened.under(aid), seat, asked) or ""


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
        elif dashed or command not in ("why",):
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


def _show(console: Console, opened: Opened, seat: str, _: Inquiry) -> None:
    show_shown(console, opened.game, commands.show(opened, seat))


def _why(console: Console, opened: Opened, seat: str, asked: Inquiry) -> None:
    show_reasons(console, opened.game, commands.why(opened, seat, asked.words))


def _check(console: Console, opened: Opened, seat: str, _: Inquiry) -> None:
    show_checked(console, opened.game, commands.check(opened, seat))


def _hint(console: Console, opened: Opened, seat: str, asked: Inquiry) -> None:
    show_hinted(console, opened.game, commands.hint(opened, seat, asked.level))


def _advise(console: Console, opened: Opened, seat: str, asked: Inquiry) -> str:
    advised = commands.advise(opened, seat, asked.wish)
    show_advised(console, opened.game, advised, asked.every)
    if advised.advice.move:
        show_in_short(console, advised.advice.move)
    return advised.advice.move.partition(";")[0] if seat == opened.me else ""  # what follows is said about it


def _questions(console: Console, opened: Opened, seat: str, _: Inquiry) -> None:
    show_questions(console, opened.game, commands.questions(opened, seat))


def _review(console: Console, opened: Opened, seat: str, _: Inquiry) -> None:
    show_reviewed(console, [opened], commands.review([opened], seat))


INQUIRIES: dict[str, Callable[[Console, Opened, str, Inquiry], str | None]] = {
    "advise": _advise,
    "why": _why,
    "check": _check,
    "hint": _hint,
    "questions": _questions,
    "review": _review,
    "show": _show,
}
