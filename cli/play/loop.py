"""The loop of a session: ask for a line and do what it says, until the person leaves.

A line is an order to the session (undo), a question (why red 6), or else a line for the log.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from shlex import quote

import typer

from cli.logfile import Locked, LogFile
from cli.opening import BAD_INPUT, leave, load, refuse
from cli.play.beginning import ChosenLog, cannot_begin, choose_log, set_up
from cli.play.corrections import offer
from cli.play.entries import catch_up, enter
from cli.play.inquiries import ELSEWHERE, INQUIRIES
from cli.play.keyboard import Terminal, end_cleanly, open_keyboard
from cli.play.memory import OPEN, recall
from cli.play.orders import COMMANDS, obey_order
from cli.play.session import EDITING, Play, leaves, tell_left
from cli.views.console import clean, out, program
from solver.english import any_of, fold, match_beginning, nearest, say_ask
from solver.game import Game, NextStep
from solver.grammar import OPENING, Verb, matching_verbs
from solver.language import say
from solver.log import LogError
from solver.session import expand
from solver.tongues import part_meaning, words_for


def play_log(name: str | None, pad: bool) -> None:
    """Open the log and play, or say why not. Without a name the person is asked for one."""
    console = out(say_ask)
    keyboard = open_keyboard(console)
    try:
        chosen = choose_log(console, keyboard) if name is None else ChosenLog(name)
    except (EOFError, KeyboardInterrupt):
        return
    try:
        file = _open_file(chosen.name)
    except typer.Exit:
        tell_left(console, chosen.pasted)
        raise
    play = Play(console, keyboard, file, pad, covered=not recall(OPEN))
    begun = (line for line in chosen.begun if not play.state.text or line.startswith("#"))
    play.pasted = [*begun, *chosen.pasted]
    try:
        run(play)
    finally:
        play.file.close()
    if play.unsaved:
        raise typer.Exit(BAD_INPUT)


def _open_file(name: str) -> LogFile:
    """The log of that name, old or new, or leave and say why not."""
    path = Path(name)
    new = _is_new(path)
    loaded = None if new else load(name)
    if isinstance(loaded, LogError):
        refuse((loaded,), as_json=False)
    if new and (problem := cannot_begin(path)):
        leave(*problem)
    try:
        return LogFile(path)
    except Locked as locked:
        leave(
            say("{name} is open in another session (process {number}).", name=name, number=locked.holder)
            if locked.holder
            else say("{name} is open in another session.", name=name),
            say("Go on there, or leave it first with `quit`."),
        )


def _is_new(path: Path) -> bool:
    """Whether a log can be begun there, as far as the name tells."""
    try:
        path.stat()
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        pass  # whoever reads it will say what is wrong
    return False


def run(play: Play) -> None:
    play.board.open_screen()
    terminal = play.keyboard if isinstance(play.keyboard, Terminal) else None
    if terminal:
        end_cleanly(partial(tidy, terminal, play))
        terminal.echo(False)
    try:
        play.state = play.judge(play.state)
        set_up(play)
        show_start(play)
        while take_line(play):
            pass
    except EOFError:
        pass
    finally:
        play.board.close_screen()
        if terminal:
            terminal.echo(True)
    say_goodbye(play)


def tidy(terminal: Terminal, play: Play) -> None:
    terminal.wipe()
    play.file.close()


def take_line(play: Play) -> bool:
    """One turn at the prompt; False when the person leaves."""
    if play.state.opened is None and not play.state.faults:
        set_up(play)  # `undo` went back into the opening
    step = play.step()
    opened = play.state.opened
    invites = word_invitation(opened.game, step) if opened else "".join(step.proposals)
    try:
        line = play.ask(step.title, invites, partial(suggest, play))
    except KeyboardInterrupt:
        return True
    if leaves(line):
        return False
    play.interrupts.forget()
    catch_up(play)
    if line:
        obey(play, line)
    return True


def word_invitation(game: Game, step: NextStep) -> str:
    """What could be typed now, as short as it may be."""
    verb, *about = next(iter(step.proposals), "").split() or [""]
    short = step.example or say((game.short.get(f"{verb} NAME") if about else None) or game.short.get(verb, ""))
    if short:
        return say("such as {example}", example=" ".join((*about, short.replace("NAME", about[0]) if about else short)))
    return "".join(f"{line}…" if line.endswith(" ") else line for line in step.proposals[:1])


def suggest(play: Play, begun: str) -> list[str]:
    """What Tab offers: a line or a command, and after a command what it asks for."""
    first, *rest = begun.lstrip().split(" ", 2)
    word, last = first.lower(), begun.replace(",", " ").split(" ")[-1].lower()
    names = tuple(dict.fromkeys((*COMMANDS, *INQUIRIES)))
    if word in ("what", *EDITING) and len(rest) == 2:
        return play.suggest_line(rest[1])
    if word in names and rest:
        return [subject for subject in subjects(play, word) if subject.startswith(last)]
    return play.suggest_line(begun) + [name for name in names if last and not rest and name.startswith(last)]


def subjects(play: Play, command: str) -> Iterable[str]:
    """The words that may follow a command."""
    opened = play.state.opened
    if command == "what":
        return ("if",)
    if command == "help" and opened:
        return (*(verb.name for verb in opened.game.verbs[len(OPENING) :]), *COMMANDS, *INQUIRIES)
    if command == "why" and opened:
        return opened.words().get("COLOUR", opened.game.claims)
    return ()


def obey(play: Play, line: str) -> None:
    """A command of the session, a question, or else a line for the log; `deduce` in front of a command does no harm."""
    word, *rest = line.split()
    if word.lower() == "deduce" and rest and rest[0].lower() in (*COMMANDS, *INQUIRIES):
        line, word = " ".join(part for part in rest if part not in ("LOG", play.state.log.name)), rest[0]
    if obey_order(play, line):
        return
    if word.lower() in INQUIRIES:
        play.inquire(line)
    elif unknown := judge_first_word(play, line):
        if not offer(play, line):
            play.fault(*unknown)
            play.draft = line
    elif not enter(play, line):
        offer(play, line)


def judge_first_word(play: Play, line: str) -> tuple[str, str] | None:
    """What is wrong with a line whose first word may be meant as a command, and is none; None if it is a line's."""
    opened, word = play.state.opened, line.split()[0]
    if opened is None or line.startswith("#") or expand(play.state, line) != (line,):
        return None
    verbs = {verb.name: verb for verb in opened.game.verbs[len(OPENING) :]}
    every = verbs | {verb.name: verb for verb in OPENING}
    if matching_verbs(fold(word), every) or part_meaning(line, every)[0]:
        return None
    if fold(word) in _answers(verbs.values()):
        step = word_invitation(opened.game, play.step())
        first = say("First type what it is about ({example}).", example=step)
        return say("`{word}` is an answer, and nothing that was typed waits for one.", word=clean(word)), first
    others = ELSEWHERE.get(opened.game.counts, ())
    known = [name for name in dict.fromkeys((*verbs, *INQUIRIES, *COMMANDS)) if name.isalpha() and name not in others]
    begun = match_beginning(fold(word), known)
    foreign = [one for name in known for one in words_for(name)]
    meant = begun[0] if len(begun) == 1 else nearest(fold(word), known) or nearest(fold(word), foreign)
    if meant in verbs:
        return None
    commands = any_of(name for name in known if name not in verbs)
    lists = say("A line begins with {verbs}; a command with {commands}.", verbs=any_of(verbs), commands=commands)
    return (
        say("No line or command begins with `{word}`.", word=clean(word)),
        say("Did you mean `{word}`?", word=meant) if meant else lists,
    )


def _answers(verbs: Iterable[Verb]) -> set[str]:
    """Words of which one is said, by the forms of the lines: hit|low|high|miss."""
    choices = (choice for verb in verbs for choice in re.findall(r"[a-z-]+(?:\|[a-z-]+)+", verb.form))
    return {word for choice in choices for word in choice.split("|")}


def show_start(play: Play) -> None:
    play.show_notes()
    if play.state.opened is None:
        play.show_faults()
    elif not play.keyboard.live:
        play.show_top(play.console)


def say_goodbye(play: Play) -> None:
    catch_up(play)
    play.show_notes()
    tell_left(play.console, play.pasted)
    if play.unsaved:
        play.fault(say("{file} lacks the last lines.", file=play.file.path), say("They are printed here:"))
        play.console.print("\n".join(map(clean, play.state.text.splitlines())), soft_wrap=True)
    elif os.path.exists(play.file.path):
        call = f"{program()} play {quote(str(play.file.path))}"
        play.console.print(say("Saved. Go on with: {call}", call=call), soft_wrap=True)
