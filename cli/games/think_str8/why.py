"""Proofs, contradictions, checks and hints of Think Str8! on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from cli.views.console import badge, say
from cli.views.reasons import FULL, MORE, show_proof
from solver.english import any_of, format_chance, remark
from solver.games.think_str8.facts import list_lines
from solver.games.think_str8.why import Answer
from solver.proof.smallest import CERTAIN, IMPOSSIBLE, WHY

if TYPE_CHECKING:
    from solver.games.think_str8.check import Hint  # loads what only `check` needs


def show_answers(console: Console, answers: Sequence[Answer]) -> None:
    for place, answer in enumerate(answers):
        if place:
            console.print()
        show_answer(console, answer)


def show_answer(console: Console, answer: Answer) -> None:
    console.print(Text(_verdict(answer), style="bold"))
    if answer.proof and answer.proof.because:
        show_proof(console, list_lines(answer.proof.because), answer.sentences)
    if answer.example and answer.verdict != CERTAIN:
        console.print()
        console.print("One hand that fits everything:")
        console.print(_hand(answer.example))


def _verdict(answer: Answer) -> str:
    question, hands = answer.question, answer.hands
    card = question.colour if question.round is None else f"{question.colour} of round {question.round}"
    name, left = card.capitalize(), any_of(answer.numbers)
    if answer.verdict == IMPOSSIBLE:
        return f"{name} is not {question.number}."
    if answer.verdict == CERTAIN:
        return f"{name} is {left}: certain."
    if question.number is None:
        return f"{name} can be {left}."
    share = format_chance(answer.count / hands)
    fits = "fits" if answer.count == 1 else "fit"
    return f"{name} can still be {question.number}: {answer.count:,} of {hands:,} hands {fits} ({share})."


def _hand(hand: dict[str, int]) -> Text:
    text = Text("  ")
    for place, (colour, number) in enumerate(hand.items()):
        text.append(", " if place else "").append_text(badge(colour, f"{colour} {number}"))
    return text


# Hints.


def show_hint(console: Console, hint: Hint) -> None:
    if hint.colour is None:
        console.print("Nothing is left to find: all that can be ruled out is seen or crossed out.")
        return
    left = "1 number is" if hint.left == 1 else f"{hint.left} numbers are"
    colour = badge(hint.colour)
    if hint.number is None:
        console.print(Text("Look at ").append_text(colour).append("."))
        say(console, remark(f"{left} left to find. ", MORE, " tells the number, ", FULL, " the proof."), style="dim")
        return
    console.print(colour.append(f" {hint.number} can be crossed out."))
    if hint.level < WHY:
        say(console, remark(FULL, " tells why."), style="dim")
    elif hint.proof:
        show_proof(console, list_lines(hint.proof.because), hint.sentences)
