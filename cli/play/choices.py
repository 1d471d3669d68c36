"""Numbered choices: one key answers, and what else is typed is another line instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console

from cli.play.keyboard import Prompt
from cli.play.session import LEAVING, Play
from cli.views.console import clean
from solver.english import any_of
from solver.language import say


def choose_one(play: Play, numbers: Sequence[str], show: Callable[[bool, Console], None], title: str) -> str:
    """What is answered to some numbered choices, which are shown in full to the owner and else as everybody may."""
    shown, asks = False, say(title, numbers=any_of(numbers))
    while True:
        if play.keyboard.live or not shown:
            play.board.say(partial(show, False), partial(show, True))
        play.board.peeking &= play.keyboard.live  # from a pipe what was said is there to stay
        answer = _hear(play, asks, "".join(numbers))
        play.board.peeking = answer == "peek"
        shown = not play.board.peeking
        if not play.board.peeking and not is_no_choice(play, answer, numbers):
            return answer


def is_no_choice(play: Play, answer: str, numbers: Sequence[str], hint: str = "") -> bool:
    """Whether a number is none of those that can be chosen: it is not taken for a line, and the person hears so."""
    if not answer.isdecimal() or len(answer) > 1 or answer in numbers:
        return False
    problem = say("`{answer}` is not an answer to that.", answer=clean(answer))
    play.fault(problem, hint or say("Type {names}.", names=any_of(numbers)))
    return True


def _hear(play: Play, title: str, keys: str) -> str:
    try:
        return play.ask_person(Prompt(title, mask=play.mask, keys=keys))
    except KeyboardInterrupt:
        return ""
    except EOFError:
        return LEAVING[0]
