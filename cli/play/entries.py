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
from cli.play.choices import choose_one, is_no_choice
from cli.play.inquiries import ABOUT, INQUIRIES, show_help, type_this
from cli.play.keyboard import Prompt
from cli.play.session import EDITING, IS_GONE, LEAVING, STOPPED, UNCOVER, WAS, Play, leaves
from cli.views.console import clean, put
from cli.views.faults import say_reason
from cli.views.reasons import MOST_CHOICES
from solver.corrections import change as correct_line
from solver.engine import Stopped
from solver.english import any_of, fold
from solver.game import Opened
from solver.grammar import Aid
from solver.language import as_typed, later, say
from solver.log import Kind, Line, LogError
from solver.offers import find_better, find_line, find_offers, find_said, name_of, say_instead
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
from solver.tongues import meaning_of

CHOICE_ROWS = 5  # what to type, in two rows at most, the prompt, the answer, the key hints
UNDECIDED = later("Nothing is decided yet.")
WHICH = later("Which? Type {numbers}; Enter goes back to the line.")
COMMANDS_ABOUT = {command.split()[0] for command in ABOUT}  # also those that would change the log
MOST_NAMED = 5  # lines that went and are named one by one

StateChange = Callable[[State], State]  # what is done to a log


def enter(play: Play, line: str, sure: bool = False) -> bool:
    """Judge a line, and keep it if it is sound or the person says so; a comment only has to be text.

    False if it breaks a rule, or (unless the person is `sure`) is odd: perhaps an earlier line is wrong.
    """
    comment = line.startswith("#")
    if play.state.faults and not comment:  # behind a fault nothing can be judged
        first = play.state.faults[0].line
        problem = say("Not saved: line {number} of the log must be corrected first.", number=first)
        play.fault(problem, type_this(f"edit {first}"))
        play.draft = line
        return True
    full = settle(play, line, expand(play.state, line))
    if full is None:
        return True
    after = add_line(play.state, full)
    number = len(after.log.lines)
    new = [error for error in after.errors if error not in play.state.errors]
    if new:
        wrong = [error for error in new if error.line == number] or new
        meant = find_offers(play.state, line) or find_said(play.state, line)
        if not meant or any(error.kind is not Kind.UNREADABLE for error in wrong):
            refuse(play, wrong, line, lambda log: add_line(log, full))
        return False
    if not sure and is_odd(after) and find_offers(play.state, full):
        return False
    if comment:
        play.save(replace(after, sheet=play.state.sheet, conflicts=play.state.conflicts))
        return True
    chosen = choose(
        play, play.judge(after, STOPPED), line, lambda text: add_line(play.state, expand(play.state, text)[0])
    )
    if chosen is None:
        return True
    if chosen.text != after.text:  # a line before it may be changed too
        play.changed.append((play.state.text, chosen.text))
    play.keep(chosen, added=True)
    return True


def is_odd(after: State) -> bool:
    """Whether the last line of a log is possible only if something was forgotten: a card has become another one."""
    opened = after.opened
    if opened is None or not opened.reading.events or not opened.stays_true(opened.reading.events[-1]):
        return False
    return any(warning.line == len(after.log.lines) for warning in opened.table.warnings)


def settle(play: Play, line: str, readings: Sequence[str]) -> str | None:
    """The full line that is meant; if a short one can be read in two ways, the person says which."""
    if len(readings) == 1:
        return readings[0]
    numbers = [str(place) for place in range(1, len(readings) + 1)]
    answer = choose_one(play, numbers, partial(_show_readings, play, line, readings), WHICH)
    if leaves(answer):
        leave_line(play, line)
    if answer in numbers:
        return readings[int(answer) - 1]
    if answer:
        play.pasted.insert(0, answer)  # another line instead
    else:
        play.draft = line
    return None


def _show_readings(play: Play, line: str, readings: Sequence[str], covered: bool, console: Console) -> None:
    seen = play.mask(line) if covered else line
    console.print(Text(say("`{line}` could be:", line=clean(seen)), style="bold"))
    for place, reading in enumerate(readings, 1):
        shown = reading if seen == line else " ".join((*reading.split()[:2], "…"))
        console.print(f"{place:>3}. {clean(shown)}", soft_wrap=True)


def leave_line(play: Play, line: str) -> NoReturn:
    """Whoever leaves instead of deciding hears that the line is not in the log."""
    play.board.cover()
    play.console.print(say("Not saved: {line}", line=clean(play.mask(line))), soft_wrap=True)
    raise EOFError


def refuse(play: Play, errors: Sequence[LogError], line: str, change: StateChange) -> None:
    """Say what is wrong; while the screen is covered, only what is wrong with the same change of the public log."""
    before = play.public
    known = [error for error in change(before).faults if error not in before.faults]
    play.refuse(errors, line, known)


# A line that cannot be true.


@dataclass(frozen=True, slots=True)
class Contradicted:
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
            put(console, say("That cannot be either, apart from the contradiction kept before."), style="bold red")
        elif self.kept or self.verdict is None:
            for conflict in self.new:
                put(console, say("That cannot be. {conflict}", conflict=conflict), style="bold red")
            for conflict in self.kept:
                put(console, say("Kept before: {conflict}", conflict=conflict))
        if self.verdict:
            left = rows if rows is None or not self.kept else rows - 2 * len(self.after.conflicts)
            look_of(self.opened.game).show_choice(console, self.verdict, self.opened.doubts(self.opened.me), left)

    def ask(self, console: Console, seen: bool) -> None:
        """What can be typed; a change that lies under the cover is not offered, though its number is understood."""
        numbers = any_of(range(1, len(self.repairs) + 1))
        told = (
            say(
                "Type {numbers} to make that change, t to take the line back, k to keep it, "
                "or any line as it should be.",
                numbers=numbers,
            )
            if self.repairs and seen
            else say("Type t to take the line back, k to keep it, or any line as it should be.")
        )
        put(console, told, style="bold")


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


def _find_choice(play: Play, after: State, opened: Opened) -> Contradicted:
    verdict: Check | None = None
    new = new_conflicts(play.state, after)
    kept = tuple(conflict for conflict in after.conflicts if conflict not in new)
    if new:
        with suppress(KeyboardInterrupt, Stopped), play.interrupts.allowed():
            verdict = opened.check(opened.me)
    if kept and verdict and verdict.conflict and set(verdict.conflict.lines) <= set(play.state.log.lines):
        verdict = None
    return Contradicted(after, opened, new, kept, _with_told(after, verdict))


def _find_choice_apart(play: Play, after: State) -> Contradicted | None:
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
        return Contradicted(after, grown.opened, (), (), _with_told(after, verdict), apart=True)
    return None


def _with_told(after: State, verdict: Check | None) -> Check | None:
    """With the first repairs as people say them at the table."""
    if verdict is None:
        return None
    shown = verdict.conflict.lines if verdict.conflict else ()
    repairs = sorted(verdict.repairs, key=lambda repair: repair.line not in shown)  # what is seen comes first
    told = (repair._replace(told=tell_repair(after, repair)) for repair in repairs[:MOST_CHOICES])
    return verdict._replace(repairs=tuple(told))


def _decide(play: Play, choice: Contradicted, line: str, change: Callable[[str], State]) -> State | None:
    shown = False
    while True:
        if play.keyboard.live or not shown:
            _show_choice(play, choice)
        answer, shown = _without_order(_hear(play)), True
        if leaves(answer):
            leave_line(play, line)
        if fold(answer) == "t" or meaning_of(answer, as_typed("take")):
            play.console.print(say("Taken back; nothing was saved."))
            play.draft = line
            return None
        if fold(answer) == "k" or meaning_of(answer, as_typed("keep")):
            return choice.after
        if answer.isdecimal() and 0 < int(answer) <= len(choice.repairs):
            return _repair(play, choice, choice.repairs[int(answer) - 1])
        if is_no_choice(play, answer, (), say("Type t, k or the line as it should be.")):
            continue
        if fold(answer) in ("w", "why"):
            play.board.answer(lambda console: choice.show(console, None))
        elif answer == "peek":
            play.board.peeking, shown = True, False
        elif not answer:
            play.console.print(say(UNDECIDED))
        elif (word := fold(answer.split()[0])) in INQUIRIES:
            play.inquire(answer)
            put(play.console, f"{say('That was about the log without the new line.')} {say(UNDECIDED)}")
        elif word in ("help", "?"):
            play.board.answer(partial(show_help, opened=play.state.opened, word=" ".join(answer.split()[1:])))
        elif word in COMMANDS_ABOUT and word not in EDITING:
            problem = say("Nothing is decided yet. `{word}` must wait.", word=word)
            play.fault(problem, say("Type t, k or the line as it should be."))
        elif other := _find_other(play, choice, answer):
            if (corrected := _correct(play, other[1], partial(_say_instead, choice.after, other[0]))) is not None:
                chosen = choose(play, corrected, line, lambda text: _say_instead(change(text), *other))
                if chosen is corrected and other[0] <= len(play.state.log.lines):
                    play.note_change(play.state.log.lines[other[0] - 1], chosen.log.lines[other[0] - 1], chosen)
                return chosen
        elif word in EDITING:
            problem = _no_line(choice.after, answer) or say("Nothing is decided yet. Which line is it?")
            play.fault(problem, say("Type its number and the line as it should be: {example}", example="edit 5 …"))
        elif (corrected := _correct(play, said := _say_whole(play, choice, answer, change), change)) is not None:
            return choose(play, corrected, said, change)


def _without_order(answer: str) -> str:
    """`fix ben low` says no more than `ben low`, where a line is to be put right; `edit 5 …` names another line."""
    word, _, rest = answer.partition(" ")
    return rest.strip() if fold(word) in EDITING and rest and not rest.split()[0].isdecimal() else answer


def _find_other(play: Play, choice: Contradicted, answer: str) -> tuple[int, str] | None:
    """The line that an answer is about, if it is another than the one to be decided, and what it says then.

    `edit 5 …` says it; any other line is about the line that it would put right.
    """
    word, _, rest = answer.partition(" ")
    number, _, typed = rest.strip().partition(" ")
    if fold(word) in EDITING and number.isdecimal():
        if not typed or _no_line(choice.after, answer):
            return None
        line = choice.after.log.lines[int(number) - 1]
        return line.number, say_instead(choice.after, line, typed)[0]
    found = None if _find_decided(play, choice, answer) else find_line(choice.after, answer)
    return None if found is None or _is_decided(play, choice, found[0]) else (found[0].number, found[1])


def _no_line(state: State, answer: str) -> str:
    """`edit 52 …` of a log that has no such line."""
    _, number, *_ = (*answer.split(), "")
    known = not number.isdecimal() or 0 < int(number[:9]) <= len(state.log.lines)
    return "" if known else say("There is no line `{number}` to edit.", number=number)


def _is_decided(play: Play, choice: Contradicted, line: Line) -> bool:
    return line.number in [then.number for _, then in compare_lines(play.state, choice.after) if then]


def _find_decided(play: Play, choice: Contradicted, answer: str) -> str:
    """The line to be decided as it should be, if the answer says what is different of it: `low` or `ben low` of Ben's
    bet."""
    decided = (event.line for event in choice.opened.reading.events if _is_decided(play, choice, event.line))
    return next(
        (said for line in decided if (said := find_better(choice.after, line, answer)) not in ("", line.event)), ""
    )


def _say_whole(play: Play, choice: Contradicted, answer: str, change: Callable[[str], State]) -> str:
    """The line as it should be, if the answer leaves out some of it, be it only whom it is about."""
    if len(answer.split()) > 1 and not change(answer).faults:
        return answer
    events = [event for event in choice.opened.reading.events if _is_decided(play, choice, event.line)]
    named = (f"{name_of(event)} {answer}" for event in events if name_of(event))
    whole = next((said for said in named if not change(said).faults), "")
    return whole or _find_decided(play, choice, answer) or answer


def _say_instead(state: State, number: int, line: str) -> State:
    return correct_line(state, number, line).whole


def _hear(play: Play) -> str:
    try:
        return play.ask_person(Prompt(say("Which?"), mask=play.mask))
    except KeyboardInterrupt:
        return "t"
    except EOFError:
        return LEAVING[0]


def _show_choice(play: Play, choice: Contradicted) -> None:
    rows = play.console.height - CHOICE_ROWS if play.keyboard.live else None
    play.board.say(
        lambda console: choice.show(console, rows),
        lambda console: put(
            console, f"{say('That line does not fit the rest of the log.')} {say(UNCOVER)}", style="bold red"
        ),
    )
    play.board.say(partial(choice.ask, seen=True), partial(choice.ask, seen=False))


def _repair(play: Play, choice: Contradicted, repair: Repair) -> State:
    corrected = play.judge(change_line(choice.after, repair.line.number, repair.instead), STOPPED)
    if repair.line in play.state.log.lines:
        play.note_change(repair.line, corrected.log.lines[repair.line.number - 1], corrected)
    return corrected


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
            told = say("{file} was gone or is not text any more: it has been written again.", file=play.file.path)
            play.note(told, "bold")
        return
    old, play.file.text, play.before = play.state, text, None
    play.state = play.judge(read_state(text, old.log.name))
    told = say("{file} was changed by another program and has been read again.", file=play.file.path)
    play.note(told, "bold")
    _keep_what_went(play, old)


def _keep_what_went(play: Play, old: State) -> None:
    """An editor may have saved what it read long ago: the lines typed since are named, and the old text is kept."""
    went = [(now, then) for now, then in compare_lines(old, play.state) if now and now.text.strip()]
    if not went:
        return
    for now, then in went[:MOST_NAMED]:
        play.note_line(WAS if then else IS_GONE, now, old, now.text.strip())
    if len(went) > MOST_NAMED:
        play.note(say("… and {count} more lines", count=len(went) - MOST_NAMED))
    play.changed.append((old.text, play.state.text))
    try:
        file = play.file.set_aside(old.text).name
        told = say("`undo` brings the old text back; it is also in {file}.", file=file)
    except OSError as failed:
        told = say(
            "`undo` brings the old text back; no copy of it could be written: {reason}.", reason=say_reason(failed)
        )
    play.note(told, "bold")


def compare_lines(before: State, after: State) -> Iterator[tuple[Line | None, Line | None]]:
    """The lines that differ: what each was and what it is, None if it was not there or is gone."""
    old, new = before.log.lines, after.log.lines
    moves = SequenceMatcher(None, [line.text for line in old], [line.text for line in new], autojunk=False)
    for same, start, end, new_start, new_end in moves.get_opcodes():
        if same != "equal":
            yield from zip_longest(old[start:end], new[new_start:new_end])
