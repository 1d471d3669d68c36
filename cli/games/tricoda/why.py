"""Proofs, contradictions, checks and hints of Tricoda on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from cli.views.console import say
from cli.views.reasons import FULL, MORE, show_proof
from solver.english import format_chance, remark
from solver.games.tricoda.facts import list_lines
from solver.games.tricoda.rules import Stone
from solver.games.tricoda.table import format_stones
from solver.games.tricoda.why import Answer, Hint
from solver.proof.smallest import CERTAIN, IMPOSSIBLE, WHY


def show_answers(console: Console, answers: Sequence[Answer]) -> None:
    for place, answer in enumerate(answers):
        if place:
            console.print()
        show_answer(console, answer)


def show_answer(console: Console, answer: Answer) -> None:
    console.print(Text(_verdict(answer), style="bold"))
    if answer.proof and answer.proof.because:
        show_proof(console, list_lines(answer.proof.because), answer.sentences)
    if answer.example:
        console.print(f"One rack that fits everything: {format_stones(answer.example)}")


def _verdict(answer: Answer) -> str:
    about, hands = answer.question.about, answer.hands
    what = f"A {about}" if isinstance(about, Stone | int) else f"The code {answer.question}"
    where = " on the rack" if isinstance(about, Stone | int) else ""
    if answer.verdict == IMPOSSIBLE:
        return f"No {about} can be{where}." if where else f"{what} is impossible."
    if answer.verdict == CERTAIN:
        return f"{what} is{where}: certain." if where else f"{what} is certain."
    return f"{what} can be{where}: {answer.count:,} of {hands:,} ways fit (chance {format_chance(answer.chance)})."


# Hints.


def show_hint(console: Console, hint: Hint) -> None:
    if hint.stone is None:
        console.print(hint.where)
        if hint.left:
            left = "1 stone is" if hint.left == 1 else f"{hint.left} stones are"
            say(console, remark(f"{left} left to find. ", MORE, " tells which, ", FULL, " the proof."), style="dim")
        return
    console.print(Text(f"{str(hint.stone).capitalize()} can be crossed out.", style="bold"))
    if hint.level < WHY:
        say(console, remark(FULL, " tells why."), style="dim")
    elif hint.proof:
        show_proof(console, list_lines(hint.proof.because), hint.sentences)
