"""Proofs, contradictions and repairs on the screen, the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from cli.views.console import clean, say, show_notes
from solver.english import Ask, Saying, all_of, remark, whose
from solver.log import Kind, Line

if TYPE_CHECKING:  # every look has these views, and few commands find something to show by them
    from solver.proof.conflicts import Check, Conflict, Pad, Repair, Sentence

MOST_CHOICES = 3  # repairs offered at a contradiction
MORE, FULL = (Ask("hint", options=((level, ""),), again=True) for level in ("more", "full"))


def show_lines(console: Console, lines: Iterable[Line]) -> None:
    for line in lines:
        console.print(f"  line {line.number:>3}   {clean(line.event)}", no_wrap=True, overflow="ellipsis")


def show_sentences(console: Console, sentences: Iterable[Sentence]) -> None:
    for sentence in sentences:
        label = " " * 2 * sentence.depth + f"{sentence.label:>2} "
        say(console, sentence.text, mark=label)


def show_proof(console: Console, lines: Iterable[Line], sentences: Iterable[Sentence]) -> None:
    show_lines(console, lines)
    console.print()
    show_sentences(console, sentences)


def show_conflict(console: Console, verdict: str, lines: Sequence[Line], things: str, most: int | None = None) -> None:
    """Lines that do not fit together, only the last ones if there are many; `things` are whose and what: your cards."""
    cannot = "this line cannot" if len(lines) == 1 else "these lines cannot all"
    console.print(Text(f"{verdict}: {cannot} be true of {things}.", style="bold red"))
    left_out = len(lines) - most if most else 0
    if left_out:
        console.print(f"  … {left_out} earlier line{'s' * (left_out > 1)}")
    show_lines(console, lines[left_out:])


def show_check(console: Console, verdict: Check, things: str, mark: str, whole: str = "hand") -> None:
    """The verdict on a log; `things` are what nobody knows of their own, `whole` what they make: cards a hand."""
    if verdict.conflict is None:
        console.print(Text("No contradiction: all lines fit together.", style="bold green"))
        if verdict.pad.more is not None:
            show_pad(console, verdict.pad, mark)
        return
    owned = _owned(verdict.conflict, verdict.me, things)
    show_conflict(console, "This log contradicts itself", verdict.conflict.lines, owned)
    console.print()
    console.print("Why:")
    show_sentences(console, verdict.conflict.sentences)
    console.print()
    show_repairs(console, verdict, whole)


def _owned(conflict: Conflict, me: str, things: str) -> str:
    """Whose cards, or those on the table if no player is named."""
    return f"{clean(whose(conflict.player, me))} {things}" if conflict.player else f"the {things} typed"


def show_choice(
    console: Console, verdict: Check, doubts: Sequence[Saying], rows: int | None, things: str, whole: str = "hand"
) -> None:
    """A contradiction for the person who must decide now, in `rows` rows; `w` shows what does not fit."""
    conflict = verdict.conflict
    if conflict is None:
        return
    owned = _owned(conflict, verdict.me, things)
    lines, repairs = conflict.lines, verdict.repairs[:MOST_CHOICES]
    below = _count_rows(console, lambda: _show_choices(console, verdict, repairs, doubts, whole))
    why = 2 + _count_rows(console, lambda: show_sentences(console, conflict.sentences))
    room = len(lines) + why if rows is None else rows - below - 2  # the head and a blank row
    short = room < len(lines) + why
    shown = lines[-max(1, room - 2) :] if short else lines
    show_conflict(console, "This log contradicts itself", lines, owned, len(shown))
    if short:
        console.print("Why: type w for the steps.")
    else:
        console.print()
        console.print("Why:")
        show_sentences(console, conflict.sentences)
    console.print()
    _show_choices(console, verdict, repairs, doubts, whole)


def _count_rows(console: Console, show: Callable[[], None]) -> int:
    with console.capture() as shown:
        show()
    return shown.get().count("\n")


def _show_choices(
    console: Console, verdict: Check, repairs: Sequence[Repair], doubts: Sequence[Saying], whole: str
) -> None:
    _show_repairs_title(console, repairs)
    for place, repair in enumerate(repairs, 1):
        left = f"({repair.hands:,} {whole}{'s' * (repair.hands != 1)})"
        say(console, f"{repair.told or repair.instead} {left}", mark=f"{place:>2}. ")
    _show_no_repair(console, verdict)
    show_notes(console, doubts)


def show_repairs(console: Console, verdict: Check, whole: str = "hand") -> None:
    _show_repairs_title(console, verdict.repairs)
    for place, repair in enumerate(verdict.repairs, 1):
        show_entry(console, f"{place:>2}. line {repair.line.number:>3}", repair.line.event)
        show_entry(console, "    instead", repair.instead, "green")
        show_entry(console, "", f"leaves {repair.hands:,} {whole}{'s' * (repair.hands != 1)}", "dim")
        for also in repair.also:
            show_entry(console, "    or", also)
    _show_no_repair(console, verdict)
    if verdict.repairs:
        console.print("Nothing is changed for you: correct the line in the log if you agree.")


def _show_repairs_title(console: Console, repairs: Sequence[Repair]) -> None:
    if repairs:
        one = len(repairs) == 1
        title = "One change to one line corrects it:" if one else "Changes that would correct it, the likeliest first:"
        console.print(Text(title, style="bold"))


def _show_no_repair(console: Console, verdict: Check) -> None:
    if verdict.pair:
        console.print(Text("No single change helps. Look at these two lines first:", style="bold"))
        show_lines(console, verdict.pair)
    elif not verdict.repairs and verdict.conflict:
        console.print("No single change helps: more than one line must be wrong. Look at those above first.")
    elif not verdict.repairs and all(error.kind is Kind.AGAINST_RULES for error in verdict.errors):
        console.print("No single change to a single line corrects this.")


def show_best_repair(console: Console, verdict: Check) -> None:
    """Below a sheet: the likeliest repair only."""
    if verdict.repairs:
        best = verdict.repairs[0]
        console.print()
        console.print(Text(f"Likeliest slip: line {best.line.number}.", style="bold"))
        show_entry(console, "    typed", best.line.event)
        show_entry(console, "    instead", best.instead, "green")
    elif verdict.pair:
        console.print(f"Look first at lines {all_of(line.number for line in verdict.pair)}.")
    say(console, remark("`", Ask("check"), "` explains the contradiction and lists all repairs."))


def show_entry(console: Console, label: str, text: str, style: str = "") -> None:
    """A label and a line that may need more than one row."""
    say(console, text, style=style, mark=f"{label:<14}")


def show_pad(console: Console, pad: Pad, mark: str) -> None:
    """The crosses, judged; `mark` is what can be crossed out. It says how many more could be made, but not which."""
    wrong = [cross for cross in pad.crosses if not cross.justified]
    for cross in wrong:
        text = f"✗ Line {cross.line.number}: {cross.mark} was still possible when you crossed it out."
        console.print(Text(text, style="red"))
    if pad.crosses and not wrong:
        console.print(f"✓ {_all_right(len(pad.crosses))}")
    for column in pad.full or ():
        text = f"✗ Every {column} {mark} is seen or crossed out: one of the crosses must be wrong."
        console.print(Text(text, style="red"))
    if pad.more:
        marks = f"1 more {mark}" if pad.more == 1 else f"{pad.more} more {mark}s"
        say(console, remark(f"{marks} could be crossed out now; `", Ask("hint"), "` shows where to look."))
    else:
        console.print("Nothing more could be crossed out now.")


def _all_right(crosses: int) -> str:
    if crosses < 3:
        return "Your cross is right." if crosses == 1 else "Both your crosses are right."
    return f"All {crosses} of your crosses are right."
