"""A new log: the questions that set it up. Every answer is a line of the log at once, so nothing is lost."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cli.play.orders import COMMANDS
from cli.play.outside import catch_up
from cli.views.console import clean
from cli.views.faults import show_error
from solver.english import any_of
from solver.game import Question, Unclear
from solver.log import fold
from solver.session import State, add_line, next_question

if TYPE_CHECKING:
    from cli.play.session import Play

LEAVING = ("quit", "exit", "q")


def leaves(line: str) -> bool:
    return line.lower() in LEAVING


def set_up(play: Play) -> None:
    """Ask until nothing is lacking. What is remembered from an earlier log is written once without asking."""
    skipped: set[str] = set()
    recalled: set[str] = set()
    while (question := next_question(play.state.log, skipped)) is not None:
        kept = _recall(question.key) if question.key not in recalled and question.key in _kept(play.state) else ""
        recalled.add(question.key)
        if kept and (line := question.line(kept)) and not add_line(play.state, line).faults:
            play.console.print(f"{clean(question.text)}: {kept}, as last time (a `{question.key}` line changes it).")
            play.save(add_line(play.state, line))
            continue
        _ask(play, question, skipped)


def _ask(play: Play, question: Question, skipped: set[str]) -> None:
    ending = f" [{question.default}]" if question.default else " (Enter to skip)" * question.skippable
    try:
        answer = play.ask(f"{question.text}{ending}", suggest=partial(_suggest, question)) or question.default
    except KeyboardInterrupt:
        return
    if leaves(answer):
        raise EOFError
    catch_up(play)
    before = play.state
    if play.command(answer):
        if play.state.text != before.text:
            skipped.clear()
        return
    try:
        line = question.line(answer) if answer else None
    except Unclear:
        play.fault(f"`{clean(answer)}` is no answer to that.", f"Type {any_of(question.choices)}.")
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


def _memory(key: str) -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(home) / "deduce" / key


def _recall(key: str) -> str:
    try:
        return _memory(key).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def remember(before: State, after: State) -> None:
    """Keep for the next log what is new of the box in this one, unless it looks wrong.

    A convenience only: where nothing can be written, the question is asked again next time.
    """
    for key in _kept(after):
        said = _said(key, after)
        if said and said != _said(key, before):
            with suppress(OSError):
                _memory(key).parent.mkdir(parents=True, exist_ok=True)
                _memory(key).write_text(said + "\n", encoding="utf-8")


def _kept(state: State) -> tuple[str, ...]:
    return state.opened.game.remembered if state.opened else ()


def _said(key: str, state: State) -> str:
    """What the last line with this verb says; nothing if there is a warning about it."""
    lines = [line for line in state.log.lines if line.words and key.startswith(line.words[0].key)]
    warnings = state.opened.table.warnings if state.opened else ()
    if not lines or any(warning.line == lines[-1].number for warning in warnings):
        return ""
    return " ".join(word.text for word in lines[-1].words[1:])
