"""The session at the table: reads a line, says what it means and what is new, keeps the log safe on disk.

Nothing is typed into the void: a line that is accepted is on disk before its answer is printed; one that cannot be read
comes back to the prompt; one that contradicts the log waits for the person's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from rich.console import Console
from rich.text import Text

from cli.games import look_of
from cli.logfile import LogFile
from cli.play.inquiries import answer
from cli.play.interrupts import Interrupts
from cli.play.keyboard import Keyboard, Suggest
from cli.play.memory import remember
from cli.views.console import SessionVoice, clean, out, say
from cli.views.faults import show_call_fault, show_error
from cli.views.reasons import MOST_CHOICES
from solver.aid import Aid
from solver.engine import Stopped
from solver.english import any_of
from solver.game import Opened, Sheet, Step
from solver.grammar import AidLine, suggest_words
from solver.log import LONGEST, Fault, LogError, check_typed, parse_line, part_lines, without_unclean
from solver.proof.conflicts import Check, Repair
from solver.remarks import Saying
from solver.session import State, add_line, change_line, expand, judge, new_conflicts, read_state

STOPPED = "Stopped; the line is saved."
LEAVING = ("quit", "exit", "q")
CHOICE_ROWS = 5  # what to type, in two rows at most, the prompt, the answer, the key hints


def leaves(line: str) -> bool:
    return line.lower() in LEAVING


class Play:
    """One session on one log."""

    def __init__(self, console: Console, keyboard: Keyboard, file: LogFile, pad: bool) -> None:
        self.console, self.keyboard, self.file = console, keyboard, file
        self.unaided = pad  # until an `aid` line says otherwise
        self.interrupts = Interrupts()
        if keyboard.live:
            self.interrupts.start()
        self.state = read_state(file.text, str(file.path), judged=False)
        self.before: Sheet | None = None  # the sheet before the last line, to mark what changed
        self.changed: list[tuple[str, str]] = []  # the text before and after a change of other lines than the last
        self.undone: list[tuple[str, str]] = []  # the text before an `undo` and after it
        self.unsaved = False
        self.offered: set[str] = set()
        self.draft = ""  # a refused line, back at the prompt for editing
        self.pasted: list[str] = []  # lines that came at once, and are still to be taken one by one
        self.notes: list[Text] = []  # to be said once the screen is drawn

    # At the prompt.

    def ask(self, prompt: str, proposal: str = "", suggest: Suggest | None = None) -> str:
        """The next line, pasted or typed. A refused one waits at the prompt, and what was pasted behind it as well."""
        if self.pasted and not self.draft:
            line = self.pasted.pop(0).strip()
            if self.is_clean(line):
                return line
        waiting = "\n".join((self.draft, *self.pasted)) if self.draft else ""
        self.draft, self.pasted = "", []
        return self.ask_person(prompt, waiting, proposal, suggest)

    def ask_person(self, prompt: str, text: str = "", proposal: str = "", suggest: Suggest | None = None) -> str:
        """A line that is typed now, after all that is still to be said; of a paste the first one."""
        while True:
            self.show_notes()
            line, *rest = part_lines(self.keyboard.ask(prompt, text, proposal, suggest))
            self.pasted = [*rest, *self.pasted]
            if self.keyboard.live:
                self.console.width = out().width  # the window may have another size by now
            if self.is_clean(line):
                return line.strip()
            text, self.draft = self.draft, ""

    def is_clean(self, line: str) -> bool:
        """Whatever a terminal may send, only what a log can hold gets any further."""
        read = parse_line(len(self.state.log.lines) + 1, line)
        try:
            check_typed(read)
        except Fault as fault:
            self.refuse([fault.on(read, self.state.log.name)], without_unclean(line)[:LONGEST])
            return False
        return True

    def step(self) -> Step:
        if self.state.opened is None:
            return Step("This log must be corrected: edit N", ("edit ",))
        return self.state.opened.next_step()

    def suggest_line(self, begun: str) -> list[str]:
        """How a line of the log may go on: proposals and verbs first, then names, colours and answers."""
        opened = self.state.opened
        if not begun.strip():
            return [proposal.rstrip() for proposal in self.step().proposals]
        if opened is None:
            return []
        return suggest_words(begun, opened.game.verbs, opened.opening, opened.words())

    def inquire(self, line: str, if_stopped: str = "Stopped.") -> None:
        """A question about the log as it stands."""
        try:
            with self.interrupts.allowed():
                answer(self.console, self.state, line, self.aid)
        except Fault as fault:
            self.fault(fault.problem, fault.hint)
        except (KeyboardInterrupt, Stopped):
            if self.keyboard.live:
                self.console = out(SessionVoice())  # the old one may have been stopped in the middle of a row
            self.console.print(if_stopped)

    # Lines for the log.

    def judge(self, state: State, if_stopped: str = "Stopped.") -> State:
        """Work out what follows from a log; if Ctrl-C stops that, it stays open, and what was typed counts."""
        try:
            with self.interrupts.allowed():
                return judge(state)
        except (KeyboardInterrupt, Stopped):
            self.note(if_stopped)
            return state

    def enter(self, line: str) -> None:
        """Judge a line, and keep it if it is sound or the person says so; a comment only has to fit into a log."""
        comment = line.startswith("#")
        if self.state.faults and not comment:  # behind a fault nothing can be judged
            first = self.state.faults[0].line
            self.fault(f"Not saved: line {first} of the log must be corrected first.", f"Type: edit {first}")
            self.draft = line
            return
        full = self.settle(line, expand(self.state, line))
        if full is None:
            return
        after = add_line(self.state, full, judged=False)
        number = len(after.log.lines)
        new = [error for error in after.errors if error not in self.state.errors]
        if new:
            self.refuse([error for error in new if error.line == number] or new, line)
            return
        if comment:
            self.save(replace(after, sheet=self.state.sheet, conflicts=self.state.conflicts))
            return
        chosen = self.choose(self.judge(after, STOPPED), line)
        if chosen is None:
            return
        if chosen.text != after.text:  # a line before it may be changed too
            self.changed.append((self.state.text, chosen.text))
        self.keep(chosen, added=True)

    def settle(self, line: str, readings: Sequence[str]) -> str | None:
        """The full line that is meant; if a short one can be read in two ways, the person says which."""
        if len(readings) == 1:
            return readings[0]
        self.console.print(Text(f"`{clean(line)}` could be:", style="bold"))
        for place, reading in enumerate(readings, 1):
            self.console.print(f"{place:>3}. {clean(reading)}", soft_wrap=True)
        numbers = [str(place) for place in range(1, len(readings) + 1)]
        try:
            answer = self.ask_person(f"Which? Type {any_of(numbers)}; Enter goes back to the line.")
        except KeyboardInterrupt:
            answer = ""
        if answer in numbers:
            return readings[int(answer) - 1]
        self.draft = line
        return None

    def refuse(self, errors: list[LogError], line: str) -> None:
        self.redraw()
        for error in errors:
            show_error(self.console, error)
        self.console.print("  Not saved.", style="bold")
        self.draft = line

    def choose(self, after: State, line: str) -> State | None:
        """If the line makes the log contradict itself: show why and what may be wrong, and let the person decide.

        Who wants to think alone is not told: that no hand fits would be worked out as well.
        """
        opened = after.opened
        if opened is None or not new_conflicts(self.state, after) or not self.aid.covers(Aid.CHECK):
            return after
        verdict: Check | None = None
        with suppress(KeyboardInterrupt, Stopped), self.interrupts.allowed():
            verdict = opened.check(opened.me)
        repairs = self.show_choice(after, opened, verdict)
        choice = f"{any_of(range(1, len(repairs) + 1))} to make that change, " if repairs else ""
        question = Text(f"Type {choice}t to take the line back, k to keep it.", style="bold")
        self.console.print(question)
        while True:
            try:
                answer = self.ask_person("Which?", proposal="t").lower() or "t"
            except KeyboardInterrupt:
                answer = "t"
            except EOFError:
                answer = LEAVING[0]
            if leaves(answer):
                self.console.print(f"Not saved: {clean(line)}", soft_wrap=True)
                raise EOFError
            if answer in ("t", "take"):
                self.redraw()
                self.console.print("Taken back; nothing was saved.")
                self.draft = line
                return None
            if answer in ("k", "keep"):
                return after
            if answer in ("w", "why"):
                self.show_choice(after, opened, verdict, whole=True)
                self.console.print(question)
                continue
            if answer.isdecimal() and 0 < int(answer) <= len(repairs):
                repair = repairs[int(answer) - 1]
                if repair.line in self.state.log.lines:
                    self.note(f"Line {repair.line.number} was: {repair.line.event}")
                mended = change_line(after, repair.line.number, repair.instead, judged=False)
                return self.judge(mended, STOPPED)
            self.fault(f"`{answer}` is not one of the choices.", f"Type {choice}t or k.")

    def show_choice(self, after: State, opened: Opened, verdict: Check | None, whole: bool = False) -> Sequence[Repair]:
        """What has become impossible, on one screen; the repairs to choose from.

        The verdict may be about a contradiction kept before, or stopped: then the new one has its sentence only.
        """
        if self.keyboard.live:
            self.console.clear()
        new = new_conflicts(self.state, after)
        kept = [conflict for conflict in after.conflicts if conflict not in new]
        if kept or verdict is None:
            for conflict in new:
                say(self.console, f"That cannot be. {conflict}", style="bold red")
            for conflict in kept:
                say(self.console, f"Kept before: {conflict}")
        if verdict is None or (kept and verdict.conflict and set(verdict.conflict.lines) <= set(self.state.log.lines)):
            return ()
        said = 2 * len(after.conflicts) if kept else 0
        rows = self.console.height - CHOICE_ROWS - said if self.keyboard.live and not whole else None
        look_of(opened.game).show_choice(self.console, verdict, opened.doubts(opened.me), rows)
        return verdict.repairs[:MOST_CHOICES]

    def keep(self, after: State, added: bool = False) -> None:
        """Save first, then tell."""
        old = self.state
        self.save(after)
        self.before = old.sheet
        if added and after.opened and isinstance(after.opened.reading.events[-1], AidLine):
            self.unaided = False
        self.tell(old, added)

    def save(self, after: State) -> None:
        """To disk before anything else; if the disk refuses, the session goes on and says where it stands."""
        before, self.state = self.state, after
        try:
            if self.file.save(after.text):
                self.note(f"Another program had changed the log: its text is in {self.file.backup}.", "bold")
            self.unsaved = False
        except OSError as failed:
            self.unsaved = True
            self.note(f"Not saved to {self.file.path}: {failed.strerror}. All of it is kept here.", "bold")
            self.note("Type `save as ELSEWHERE.game` to go on in another place.", "green")
        remember(before, after)

    # Answers.

    @property
    def aid(self) -> Aid:
        """How much help is wanted."""
        opened = self.state.opened
        return Aid.PAD if self.unaided else opened.aid if opened else Aid.FULL

    @property
    def pad(self) -> bool:
        """Only what the player found may be shown."""
        return not self.aid.covers(Aid.FULL)

    def tell(self, old: State, added: bool) -> None:
        opened = self.state.opened
        if opened is None:
            self.redraw()
            self.show_faults()
            return
        event = opened.reading.events[-1]
        sentences = [opened.tell(event)] if added else []
        news = () if self.pad or not self.state.sheet else opened.tell_news(old.sheet, self.state.sheet)
        warnings = [w for w in opened.table.warnings if added and w.line == len(self.state.log.lines)]
        self.redraw()
        for sentence in (*sentences, *news):
            self.console.print(Text(clean(sentence)))
        for warning in warnings:
            show_error(self.console, warning)
        if (news or isinstance(event, AidLine)) and not self.keyboard.live:
            self.show_compact(self.before)
        if added:
            self.offer()

    def offer(self) -> None:
        """At the end of the rounds the best final bets (if help is wanted), at the end of the game its review; once."""
        offer = self.step().offer if self.state.sheet else ""
        if offer and offer not in self.offered and not (self.pad and offer == "advise"):
            self.offered.add(offer)
            self.console.print()
            if offer == "review":
                self.show_progress()
            self.inquire(offer, STOPPED)

    def note(self, sentence: str, style: str = "") -> None:
        """Something to say beneath the sheet, once that is drawn."""
        note = Text(clean(sentence), style=style)
        if note not in self.notes:
            self.notes.append(note)

    def show_notes(self) -> None:
        for note in self.notes:
            self.console.print(note)
        self.notes.clear()

    def redraw(self) -> None:
        """In a terminal the sheet stays at the top of the screen, whatever is said beneath it."""
        if self.keyboard.live and self.state.opened is not None:
            self.console.clear()
            self.show_compact(self.before)
        self.show_notes()

    def show_compact(self, before: Sheet | None) -> None:
        """What stays in sight; of the table's own log nothing does, since it belongs to no seat."""
        if self.state.opened is not None and self.state.sheet is not None:
            look_of(self.state.opened.game).show_compact(self.console, self.state.sheet, before, self.pad)
        elif self.state.unjudged:
            self.console.print("The sheet is not worked out yet: type `show`.", style="dim")

    def show_progress(self) -> None:
        self.state = self.judge(self.state)
        if self.state.opened is not None and self.state.sheet is not None:
            look_of(self.state.opened.game).show_progress(self.console, self.state.sheet, self.pad)
        elif self.state.opened is not None and not self.state.unjudged:
            self.inquire("show")  # the table's own log says whom to ask as

    def show_faults(self) -> None:
        for error in self.state.faults:
            show_error(self.console, error)

    def fault(self, problem: Saying, hint: Saying) -> None:
        show_call_fault(problem, hint, self.console)
