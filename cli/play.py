"""The session at the table: reads a line, says what it means and what is new, keeps the log safe on disk.

Nothing is typed into the void: a line that is accepted is on disk before its answer is printed; one that cannot be read
comes back to the prompt; one that contradicts the log waits for the person's choice.
"""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from cli.call import BAD_INPUT, ask_deduce, load, refuse
from cli.keyboard import Keyboard, open_keyboard
from cli.logfile import Locked, LogFile
from cli.orders import COMMANDS, show_rounds
from cli.setup import LEAVING, set_up
from cli.views import view_of
from cli.views.console import clean, out
from cli.views.faults import show_call_fault, show_error
from solver.errors import LogError
from solver.grammar import suggest_words
from solver.prompts import Step
from solver.session import State, add_line, change_line, read_state

INQUIRIES = ("advise", "why", "check", "hint", "review")  # the commands of `deduce`, asked of the log as it stands


class Play:
    """One session on one log."""

    def __init__(self, console: Console, keyboard: Keyboard, file: LogFile, pad: bool) -> None:
        self.console, self.keyboard, self.file, self.pad = console, keyboard, file, pad
        self.state = read_state(file.text, str(file.path))
        self.before: Any = None  # the sheet before the last line, to mark what changed
        self.undone: list[str] = []
        self.unsaved = False
        self.offered: set[str] = set()
        self.draft = ""  # a refused line, back at the prompt for editing

    # The loop.

    def run(self) -> None:
        if self.keyboard.live:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C cancels a line at the prompt, nothing else
        try:
            set_up(self)
            self.show_start()
            while self.take_line():
                pass
        except EOFError:
            pass
        self.say_goodbye()

    def take_line(self) -> bool:
        """One turn at the prompt; False when the person leaves."""
        if self.state.opened is None and not self.state.faults:
            set_up(self)  # `undo` went back into the opening
        step = self.step()
        proposal = next(iter(step.proposals), "")
        try:
            line = self.keyboard.ask(step.title, self.take_draft(), proposal, self.suggest).strip()
        except KeyboardInterrupt:
            return True
        if line in LEAVING:
            return False
        if line:
            self.obey(line)
        return True

    def take_draft(self) -> str:
        """The text that waits at the prompt, once."""
        draft, self.draft = self.draft, ""
        return draft

    def step(self) -> Step:
        if self.state.opened is None:
            return Step("This log needs mending: edit N", ("edit ",))
        return self.state.opened.game.next_step(self.state.opened.table)

    def suggest(self, begun: str) -> list[str]:
        """What Tab offers: verbs, commands and proposals first, then names, colours and answers."""
        opened = self.state.opened
        if opened is None:
            return [command for command in COMMANDS if command.startswith(begun)]
        if not begun.strip():
            return [proposal.rstrip() for proposal in self.step().proposals]
        found = suggest_words(begun, opened.game.verbs, opened.opening, opened.game.words(opened.table))
        return found + [name for name in (*COMMANDS, *INQUIRIES) if " " not in begun and name.startswith(begun)]

    def obey(self, line: str) -> None:
        """A command of the session, a question, or else a line for the log."""
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(word.lower())
        if command:
            command(self, rest.strip())
        elif word.lower() in INQUIRIES:
            self.inquire(line)
        elif word.startswith("#"):
            self.save(add_line(self.state, line))
        else:
            self.enter(line)

    def inquire(self, line: str) -> None:
        """A command of `deduce` itself, options and all, about this log."""
        word, *options = line.split()
        ask_deduce(word.lower(), self.state.log, options)

    # Lines for the log.

    def enter(self, line: str) -> None:
        """Judge a line, and keep it if it is sound or the person says so."""
        after = add_line(self.state, line)
        number = len(after.log.lines)
        errors = [error for error in after.errors if error.line == number] or list(after.errors)
        if errors and not self.state.errors:
            self.refuse(errors, line)
            return
        if self.contradicts(after):
            chosen = self.choose(after)
            if chosen is None:
                return
            after = chosen
        self.undone.clear()
        self.keep(after, added=line)

    def refuse(self, errors: list[LogError], line: str) -> None:
        self.redraw()
        for error in errors:
            show_error(self.console, error)
        self.console.print("  Not saved.", style="bold")
        self.draft = line

    def contradicts(self, after: State) -> bool:
        sound = self.state.sheet is None or self.state.sheet.consistent
        return sound and after.sheet is not None and not after.sheet.consistent

    def choose(self, after: State) -> State | None:
        """The line makes the log contradict itself: show why and what may be wrong, and let the person decide."""
        opened = after.opened
        assert opened is not None
        assert opened.game.check is not None
        verdict = opened.game.check(opened.reading, opened.table, str(opened.opening.me), None)
        if self.keyboard.live:
            self.console.clear()
        view_of(opened.game.name, "why").show_verdict(self.console, verdict)
        repairs = verdict.repairs
        numbers = f"1 to {len(repairs)}" if len(repairs) > 1 else "1" * len(repairs)
        choice = f"{numbers} to make that change, " if repairs else ""
        self.console.print(Text(f"Type {choice}t to take the line back, k to keep it and go on.", style="bold"))
        while True:
            try:
                answer = self.keyboard.ask("Which?", "", "t").strip().lower() or "t"
            except KeyboardInterrupt:
                answer = "t"
            if answer in ("t", "take"):
                self.console.print("Taken back; nothing was saved.")
                return None
            if answer in ("k", "keep"):
                return after
            if answer.isdecimal() and 0 < int(answer) <= len(repairs):
                repair = repairs[int(answer) - 1]
                return change_line(after, repair.line.number, repair.instead)
            self.fault(f"`{answer}` is none of the choices.", f"Type {choice}t or k.")

    def keep(self, after: State, added: str | None = None) -> None:
        """Save first, then tell."""
        old = self.state
        self.save(after)
        self.before = old.sheet
        self.tell(old, added is not None)

    def save(self, after: State) -> None:
        """To disk before anything else; if the disk refuses, the session goes on and says where it stands."""
        appended = after.text.startswith(self.file.text) and not self.unsaved
        self.state = after
        try:
            if appended:
                self.file.append(after.text[len(self.file.text) :])
            else:
                self.file.rewrite(after.text)
            self.unsaved = False
        except OSError as failed:
            self.unsaved = True
            problem = f"Not saved to {self.file.path}: {failed.strerror}. The line is kept here."
            self.fault(problem, "Type `save as ELSEWHERE.game` to go on in another place.")

    # Answers.

    def tell(self, old: State, added: bool) -> None:
        opened = self.state.opened
        if opened is None:
            self.show_faults()
            return
        view = view_of(opened.game.name)
        event = opened.reading.events[-1]
        sentences = [opened.game.tell(event, opened.table)] if added else []
        news = () if self.pad else opened.game.tell_news(old.sheet, self.state.sheet)
        warnings = [w for w in opened.table.warnings if added and w.line == len(self.state.log.lines)]
        self.redraw()
        for sentence in (*sentences, *news):
            self.console.print(Text(clean(sentence)))
        for warning in warnings:
            show_error(self.console, warning)
        if news and not self.keyboard.live:
            view.show_compact(self.console, self.state.sheet, self.before, self.pad)
        if added:
            self.offer()

    def offer(self) -> None:
        """At the end of the rounds the best final bets (not with --pad), at the end of the game its review; once."""
        offer = self.step().offer
        if offer and offer not in self.offered and not (self.pad and offer == "advise"):
            self.offered.add(offer)
            self.console.print()
            if offer == "review":
                show_rounds(self, "")
            ask_deduce(offer, self.state.log, [])

    def redraw(self) -> None:
        """In a terminal the sheet stays at the top of the screen, whatever is said beneath it."""
        if self.keyboard.live and self.state.opened is not None:
            self.console.clear()
            view_of(self.state.opened.game.name).show_compact(self.console, self.state.sheet, self.before, self.pad)

    def show_start(self) -> None:
        self.redraw()
        if self.state.opened is None:
            self.show_faults()
        elif not self.keyboard.live:
            view_of(self.state.opened.game.name).show_compact(self.console, self.state.sheet, None, self.pad)

    def show_faults(self) -> None:
        for error in self.state.errors:
            show_error(self.console, error)

    def say_goodbye(self) -> None:
        if self.unsaved:
            self.fault(f"{self.file.path} lacks the last lines.", "They are printed here:")
            self.console.print(clean_lines(self.state.text))
        elif self.file.path.exists():
            self.console.print(f"Saved in {self.file.path}. Go on with: deduce play {self.file.path}", soft_wrap=True)

    def fault(self, problem: str, hint: str) -> None:
        show_call_fault(problem, hint, self.console)


def clean_lines(text: str) -> str:
    return "\n".join(clean(line) for line in text.splitlines())


def play_log(name: str, pad: bool) -> None:
    """Open the log, refuse with a sentence if that cannot be, and play."""
    import gc

    gc.enable()  # an evening is longer than a command
    path = Path(name)
    try:
        file = LogFile(path)
    except Locked as locked:
        holder = f" (process {locked.holder})" if locked.holder else ""
        show_call_fault(f"{name} is open in another session{holder}.", "Go on there, or leave it first with `quit`.")
        raise typer.Exit(BAD_INPUT) from None
    try:
        loaded = load(name) if path.exists() else None
        if isinstance(loaded, LogError):
            refuse((loaded,), as_json=False)
        console = out()
        Play(console, open_keyboard(console), file, pad).run()
    finally:
        file.close()
