"""A new log: the questions that set it up. Every answer is a line of the log at once, so nothing is lost."""

from __future__ import annotations

from functools import partial

from rich.console import Console

from cli.play.memory import kept, recall
from cli.play.orders import COMMANDS, obey_order
from cli.play.outside import catch_up
from cli.play.session import Play, leaves
from cli.views.console import clean
from cli.views.faults import show_error
from solver.english import any_of
from solver.game import Question, Unclear
from solver.log import fold
from solver.session import add_line, mask_line, next_question


def set_up(play: Play) -> None:
    """Ask until nothing is lacking. What is remembered from an earlier log is written once without asking."""
    skipped = {"aid"} if play.unaided else set[str]()
    recalled: set[str] = set()
    while (question := next_question(play.state.log, skipped)) is not None:
        known = recall(question.key) if question.key not in recalled and question.key in kept(play.state) else ""
        recalled.add(question.key)
        if known and (line := question.line(known)) and not add_line(play.state, line).faults:
            play.console.print(f"{clean(question.text)}: {known}, as last time (a `{question.key}` line changes it).")
            play.save(add_line(play.state, line))
            continue
        _ask(play, question, skipped)


def _ask(play: Play, question: Question, skipped: set[str]) -> None:
    ending = f" [{question.default}]" if question.default else " (Enter to skip)" * question.skippable
    try:
        mask = partial(_mask, play, question)
        with play.instead_of_sheet(partial(_show_begun, play)):
            answer = play.ask(f"{question.text}{ending}", suggest=partial(_suggest, question), mask=mask)
        answer = answer or question.default
    except KeyboardInterrupt:
        return
    if leaves(answer):
        raise EOFError
    catch_up(play)
    before = play.state
    if obey_order(play, answer):
        if play.state.text != before.text:
            skipped.clear()
        return
    try:
        line = question.line(answer) if answer else None
    except Unclear:
        play.fault(f"`{clean(answer)}` is not an answer to that.", f"Type {any_of(question.choices)}.")
        play.draft = answer
        return
    if line is None:
        if answer or question.skippable:
            skipped.add(question.key)
        return
    after = add_line(play.state, line)
    if after.faults:
        for error in after.faults:
            show_error(play.console, error)
        play.console.print("  Not saved.", style="bold")
        play.draft = answer
        return
    play.save(after)
    for warning in after.opened.table.warnings if after.opened else ():
        if warning.line == len(after.log.lines):
            show_error(play.console, warning)


def _suggest(question: Question, begun: str) -> list[str]:
    """What Tab offers: the answers there are, and at first the commands too."""
    words = begun.replace(",", " ").split(" ")
    offered = (*question.choices, *(COMMANDS if len(words) == 1 else ()))
    return [word for word in offered if fold(word).startswith(fold(words[-1]))]


def _mask(play: Play, question: Question, answer: str) -> str:
    """An answer as it is repeated while somebody may look: cards are not."""
    if not play.board.hidden:
        return answer
    try:
        line = question.line(answer)
    except Unclear:
        return answer
    return answer if line is None or mask_line(play.state, line) == line else "…"


def _show_begun(play: Play, console: Console) -> None:
    """The lines that the answers have become."""
    for line in (play.public if play.board.hidden else play.state).log.lines:
        console.print(clean(line.text.removeprefix("# ")), style="dim", soft_wrap=True)
