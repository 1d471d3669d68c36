"""Lines for the log: judged before they are kept, and never kept against the person's will.

A line is read as if it were added. What breaks a rule comes back to the prompt; what cannot be true together with the
rest of the log is shown with its repairs, and the person decides. What another program writes meanwhile is taken over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import partial
from itertools import zip_longest
from typing import NoReturn

from rich.console import Console
from rich.text import Text

from cli.games import look_of
from cli.play.inquiries import ABOUT, INQUIRIES, show_help
from cli.play.keyboard import Prompt
from cli.play.session import LEAVING, STOPPED, UNCOVER, Play, leaves
from cli.views.console import clean, say
from cli.views.reasons import MOST_CHOICES
from solver.engine import Stopped
from solver.english import any_of, fold
from solver.game import Opened
from solver.grammar import Aid
from solver.log import Line, LogError
from solver.proof.conflicts import Check, Repair
from solver.session import (
    State,
    add_line,
    change_line,
    expand,
    judge,
    leave_out_conflicts,
    new_conflicts,
    read_state,
    tell_repair,
)

CHOICE_ROWS = 5  # what to type, in two rows at most, the prompt, the answer, the key hints
UNDECIDED = "Nothing is decided yet."
COMMANDS_ABOUT = {command.split()[0] for command in ABOUT}  # also those that would change the log
MOST_NAMED = 5  # lines that went and are named one by one

Change = Callable[[State], State]  # what is done to a log


def enter(play: Play, line: str) -> None:
    """Judge a line, and keep it if it is sound or the person says so; a comment only has to be text."""
    comment = line.startswith("#")
    if play.state.faults and not comment:  # behind a fault nothing can be judged
        first = play.state.faults[0].line
        play.fault(f"Not saved: line {first} of the log must be corrected first.", f"Type: edit {first}")
        play.draft = line
        return
    full = settle(play, line, expand(play.state, line))
    if full is None:
        return
    after = add_line(play.state, full)
    number = len(after.log.lines)
    new = [error for error in after.errors if error not in play.state.errors]
    if new:
        refuse(play, [error for error in new if error.line == number] or new, line, lambda log: add_line(log, full))
        return
    if comment:
        play.save(replace(after, sheet=play.state.sheet, conflicts=play.state.conflicts))
        return
    chosen = choose(
        play, play.judge(after, STOPPED), line, lambda text: add_line(play.state, expand(play.state, text)[0])
    )
    if chosen is None:
        return
    if chosen.text != after.text:  # a line before it may be changed too
        play.changed.append((play.state.text, chosen.text))
    play.keep(chosen, added=True)


def settle(play: Play, line: str, readings: Sequence[str]) -> str | None:
    """The full line that is meant; if a short one can be read in two ways, the person says which."""
    if len(readings) == 1:
        return readings[0]
    seen = play.mask(line)
    play.console.print(Text(f"`{clean(seen)}` could be:", style="bold"))
    for place, reading in enumerate(readings, 1):
        shown = reading if seen == line else " ".join((*reading.split()[:2], "…"))
        play.console.print(f"{place:>3}. {clean(shown)}", soft_wrap=True)
    numbers = [str(place) for place in range(1, len(readings) + 1)]
    try:
        answer = play.ask_person(Prompt(f"Which? Type {any_of(numbers)}; Enter goes back to the line.", mask=play.mask))
    except KeyboardInterrupt:
        answer = ""
    except EOFError:
        answer = LEAVING[0]
    if leaves(answer):
        _leave(play, line)
    if answer in numbers:
        return readings[int(answer) - 1]
    if answer:
        play.pasted.insert(0, answer)  # another line instead
    else:
        play.draft = line
    return None


def _leave(play: Play, line: str) -> NoReturn:
    """Whoever leaves instead of deciding hears that the line is not in the log."""
    play.board.cover()
    play.console.print(f"Not saved: {clean(play.mask(line))}", soft_wrap=True)
    raise EOFError


def refuse(play: Play, errors: Sequence[LogError], line: str, change: Change) -> None:
    """Say what is wrong; while the screen is covered, only what is wrong with the same change of the public log."""
    before = play.public
    known = [error for error in change(before).errors if error not in before.errors]
    play.refuse(errors, line, known)


# A line that cannot be true.


@dataclass(frozen=True, slots=True)
class Choice:
    """A log that contradicts itself by its last change: what has become impossible, why, and what may be wrong.

    The verdict may be about a contradiction kept before, or stopped: then the new one has its sentence only. `apart` is
    whether it is about the rest of the log, without the lines of what was kept.
    """

    after: State
    opened: Opened
    new: tuple[str, ...]
    kept: tuple[str, ...]
    verdict: Check | None
    apart: bool = False

    @property
    def repairs(self) -> Sequence[Repair]:
        return self.verdict.repairs if self.verdict else ()

    def show(self, console: Console, rows: int | None) -> None:
        if self.apart:
            say(console, "That cannot be either, apart from the contradiction kept before.", style="bold red")
        elif self.kept or self.verdict is None:
            for conflict in self.new:
                say(console, f"That cannot be. {conflict}", style="bold red")
            for conflict in self.kept:
                say(console, f"Kept before: {conflict}")
        if self.verdict:
            left = rows if rows is None or not self.kept else rows - 2 * len(self.after.conflicts)
            look_of(self.opened.game).show_choice(console, self.verdict, self.opened.doubts(self.opened.me), left)

    def ask(self, console: Console, seen: bool) -> None:
        """What can be typed; a change that lies under the cover is not offered, though its number is understood."""
        choice = f"{any_of(range(1, len(self.repairs) + 1))} to make that change, " if self.repairs and seen else ""
        say(console, f"Type {choice}t to take the line back, k to keep it, or the line as it should be.", style="bold")


def choose(play: Play, after: State, line: str, change: Callable[[str], State]) -> State | None:
    """If the line makes the log contradict itself: show why and what may be wrong, and let the person decide.

    `change` is what another line in its place would do. Somebody who wants to think alone is not told: that no hand
    fits would be worked out as well.
    """
    opened = after.opened
    if opened is None or not after.conflicts or not play.aid.covers(Aid.CHECK):
        return after
    choice = _find_choice_apart(play, after) or _find_choice(play, after, opened)
    if not (choice.new or choice.apart):
        return after
    with play.instead_of_sheet(lambda _: None):  # a choice needs the whole screen
        return _decide(play, choice, line, change)


def _find_choice(play: Play, after: State, opened: Opened) -> Choice:
    verdict: Check | None = None
    new = new_conflicts(play.state, after)
    kept = tuple(conflict for conflict in after.conflicts if conflict not in new)
    if new:
        with suppress(KeyboardInterrupt, Stopped), play.interrupts.allowed():
            verdict = opened.check(opened.me)
    if kept and verdict and verdict.conflict and set(verdict.conflict.lines) <= set(play.state.log.lines):
        verdict = None
    return Choice(after, opened, new, kept, _with_told(after, verdict))


def _find_choice_apart(play: Play, after: State) -> Choice | None:
    """With a contradiction kept before: what a new line contradicts in the rest of the log, if it does."""
    before = play.state
    if not before.conflicts or not after.text.startswith(before.text):
        return None
    with suppress(KeyboardInterrupt, Stopped), play.interrupts.allowed():
        known, rest = play.rest
        rest = rest if known == before.text else leave_out_conflicts(before)
        if rest is None:
            return None
        grown = judge(read_state(rest.text + after.text[len(before.text) :], rest.log.name))
        if grown.opened is None or not grown.conflicts:
            play.rest = after.text, grown if grown.opened else None
            return None
        verdict = grown.opened.check(grown.opened.me)
        return Choice(after, grown.opened, (), (), _with_told(after, verdict), apart=True)
    return None


def _with_told(after: State, verdict: Check | None) -> Check | None:
    """With the first repairs as people say them at the table."""
    if verdict is None:
        return None
    told = (repair._replace(told=tell_repair(after, repair)) for repair in verdict.repairs[:MOST_CHOICES])
    return verdict._replace(repairs=tuple(told))


def _decide(play: Play, choice: Choice, line: str, change: Callable[[str], State]) -> State | None:
    shown = False
    while True:
        if play.keyboard.live or not shown:
            _show_choice(play, choice)
        answer, shown = _hear(play), True
        if leaves(answer):
            _leave(play, line)
        if answer in ("t", "take"):
            play.console.print("Taken back; nothing was saved.")
            play.draft = line
            return None
        if answer in ("k", "keep"):
            return choice.after
        if answer.isdecimal() and 0 < int(answer) <= len(choice.repairs):
            return _repair(play, choice, choice.repairs[int(answer) - 1])
        if answer in ("w", "why"):
            play.board.answer(lambda console: choice.show(console, None))
        elif answer == "peek":
            play.board.peeking, shown = True, False
        elif not answer:
            play.console.print(UNDECIDED)
        elif (word := fold(answer.split()[0])) in INQUIRIES:
            play.inquire(answer)
            play.console.print(f"That was about the log without the new line. {UNDECIDED}")
        elif word in ("help", "?"):
            play.board.answer(partial(show_help, opened=play.state.opened, word=" ".join(answer.split()[1:])))
        elif word in COMMANDS_ABOUT:
            play.fault(f"{UNDECIDED} `{word}` must wait.", "Type t, k or the line as it should be.")
        elif (corrected := _correct(play, answer, change)) is not None:
            return choose(play, corrected, answer, change)


def _hear(play: Play) -> str:
    try:
        return play.ask_person(Prompt("Which?", mask=play.mask))
    except KeyboardInterrupt:
        return "t"
    except EOFError:
        return LEAVING[0]


def _show_choice(play: Play, choice: Choice) -> None:
    rows = play.console.height - CHOICE_ROWS if play.keyboard.live else None
    play.board.say(
        lambda console: choice.show(console, rows),
        lambda console: say(console, f"That line does not fit the rest of the log. {UNCOVER}", style="bold red"),
    )
    play.board.say(partial(choice.ask, seen=True), partial(choice.ask, seen=False))


def _repair(play: Play, choice: Choice, repair: Repair) -> State:
    if repair.line in play.state.log.lines:
        play.note_line(f"Line {repair.line.number} was", repair.line, play.state)
    corrected = change_line(choice.after, repair.line.number, repair.instead)
    return play.judge(corrected, STOPPED)


def _correct(play: Play, text: str, change: Callable[[str], State]) -> State | None:
    """The log with this line instead, if it can be read and obeys the rules."""
    after = change(text)
    wrong = [error for error in after.errors if error not in play.state.errors]
    if not wrong:
        return play.judge(after, STOPPED)
    play.refuse(wrong, "", [])
    return None


# When another program changes the log: its text counts, and what went with the old one is kept.


def catch_up(play: Play) -> None:
    """Take over what another program wrote; a file that is gone, or no longer a log, is written again."""
    if play.unsaved or (text := play.file.read()) == play.file.text:
        return
    if not text:
        play.unsaved = True
        play.save(play.state)
        if not play.unsaved:
            play.note(f"{play.file.path} was gone or is not text any more: it has been written again.", "bold")
        return
    old, play.file.text, play.before = play.state, text, None
    play.state = play.judge(read_state(text, old.log.name))
    play.note(f"{play.file.path} was changed by another program and has been read again.", "bold")
    _keep_what_went(play, old)


def _keep_what_went(play: Play, old: State) -> None:
    """An editor may have saved what it read long ago: the lines typed since are named, and the old text is kept."""
    went = [(now, then) for now, then in compare_lines(old, play.state) if now and now.text.strip()]
    if not went:
        return
    for now, then in went[:MOST_NAMED]:
        play.note_line(f"Line {now.number} {'was' if then else 'is gone'}", now, old, now.text.strip())
    if len(went) > MOST_NAMED:
        play.note(f"… and {len(went) - MOST_NAMED} more lines")
    play.changed.append((old.text, play.state.text))
    try:
        where = f"it is also in {play.file.set_aside(old.text).name}"
    except OSError as failed:
        where = f"no copy of it could be written: {failed.strerror}"
    play.note(f"`undo` brings the old text back; {where}.", "bold")


def compare_lines(before: State, after: State) -> Iterator[tuple[Line | None, Line | None]]:
    """The lines that differ: what each was and what it is, None if it was not there or is gone."""
    old, new = before.log.lines, after.log.lines
    moves = SequenceMatcher(None, [line.text for line in old], [line.text for line in new], autojunk=False)
    for same, start, end, new_start, new_end in moves.get_opcodes():
        if same != "equal":
            yield from zip_longest(old[start:end], new[new_start:new_end])
