"""Proofs, contradictions and repairs on the screen, the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.text import Text

from cli.views.console import clean, put, show_notes
from solver.english import FollowUp, Saying, all_of, any_of, capital, remark, say_remark, say_remark_count
from solver.language import later, later_count, say, say_count, say_number
from solver.log import Kind, Line

if TYPE_CHECKING:  # every look has these views, and few commands find something to show by them
    from solver.proof.conflicts import Check, JudgedCross, JudgedPad, Repair, Sentence, WrongRow

MOST_CHOICES = 3  # repairs offered at a contradiction
MORE, FULL = (FollowUp("hint", options=((level, ""),), again=True) for level in ("more", "full"))


class Things(NamedTuple):
    """What nobody knows of their own: whose they are in a sentence, how many ways are left, what is crossed out."""

    yours: str
    of_player: str
    typed: str
    left: tuple[str, str]
    more: tuple[str, str] = later_count(
        "{count} more number could be crossed out now; `{ask}` shows where to look.",
        "{count} more numbers could be crossed out now; `{ask}` shows where to look.",
    )
    full: str = later("Every {column} number is seen or crossed out: one of the crosses must be wrong.")


CARDS = Things(
    later("your cards"),
    later("{player}'s cards"),
    later("the cards typed"),
    later_count("{count} hand", "{count} hands"),
)


def show_lines(console: Console, lines: Iterable[Line]) -> None:
    for line in lines:
        console.print(f"  {name_line(line.number)}   {clean(line.event)}", no_wrap=True, overflow="ellipsis")


def name_line(number: int) -> str:
    """In a list: numbers stand one below the other."""
    return say("line {number}", number=f"{number:>3}")


def show_sentences(console: Console, sentences: Iterable[Sentence]) -> None:
    for sentence in sentences:
        label = " " * 2 * sentence.depth + f"{sentence.label:>2} "
        put(console, sentence.text, mark=label)


def show_proof(console: Console, lines: Iterable[Line], sentences: Iterable[Sentence], pattern: str = "") -> None:
    """A proof; `pattern` is the name of its way, where it has one."""
    show_lines(console, lines)
    console.print()
    show_sentences(console, sentences)
    if pattern:
        put(console, say("This way is called “{pattern}”.", pattern=say(pattern)), indent=3, style="dim")


def contradicts() -> str:
    return say("This log contradicts itself")


def whose_things(player: str, me: str, things: Things) -> str:
    """Whose they are; those on the table if no player is named."""
    if not player:
        return say(things.typed)
    return say(things.yours) if player == me else say(things.of_player, player=clean(player))


def show_conflict(console: Console, verdict: str, lines: Sequence[Line], owned: str, most: int | None = None) -> None:
    """Lines that do not fit together, only the last ones if there are many; `owned` are whose and what: your cards."""
    told = (
        say("{verdict}: this line cannot be true of {things}.", verdict=verdict, things=owned)
        if len(lines) == 1
        else say("{verdict}: these lines cannot all be true of {things}.", verdict=verdict, things=owned)
    )
    put(console, told, style="bold red")
    left_out = len(lines) - most if most else 0
    if left_out:
        console.print(f"  {say_count('… {count} earlier line', '… {count} earlier lines', left_out)}")
    show_lines(console, lines[left_out:])


def show_check(console: Console, verdict: Check, things: Things, which: bool = False) -> None:
    """The verdict on a log; with `which` crosses without date that are not justified are named."""
    if verdict.conflict is None:
        console.print(Text(say("No contradiction: all lines fit together."), style="bold green"))
        if verdict.pad.more is not None:
            show_pad(console, verdict.pad, things, which)
        return
    owned = whose_things(verdict.conflict.player, verdict.me, things)
    show_conflict(console, contradicts(), verdict.conflict.lines, owned)
    console.print()
    console.print(say("Why:"))
    show_sentences(console, verdict.conflict.sentences)
    console.print()
    show_repairs(console, verdict, things)


def show_choice(console: Console, verdict: Check, doubts: Sequence[Saying], rows: int | None, things: Things) -> None:
    """A contradiction for the person who must decide now, in `rows` rows; `w` shows what does not fit."""
    conflict = verdict.conflict
    if conflict is None:
        return
    owned = whose_things(conflict.player, verdict.me, things)
    lines, repairs = conflict.lines, verdict.repairs[:MOST_CHOICES]
    below = _count_rows(console, lambda: _show_choices(console, verdict, repairs, doubts, things))
    why = 2 + _count_rows(console, lambda: show_sentences(console, conflict.sentences))
    room = len(lines) + why if rows is None else rows - below - 2  # the head and a blank row
    short = room < len(lines) + why
    shown = lines[-max(1, room - 2) :] if short else lines
    show_conflict(console, contradicts(), lines, owned, len(shown))
    if short:
        console.print(say("Why: type w for the steps."))
    else:
        console.print()
        console.print(say("Why:"))
        show_sentences(console, conflict.sentences)
    console.print()
    _show_choices(console, verdict, repairs, doubts, things)


def _count_rows(console: Console, show: Callable[[], None]) -> int:
    with console.capture() as shown:
        show()
    return shown.get().count("\n")


def _show_choices(
    console: Console, verdict: Check, repairs: Sequence[Repair], doubts: Sequence[Saying], things: Things
) -> None:
    _show_repairs_title(console, repairs)
    for place, repair in enumerate(repairs, 1):
        put(console, f"{repair.told or repair.instead} ({say_count(*things.left, repair.hands)})", mark=f"{place:>2}. ")
    _show_no_repair(console, verdict)
    for one in verdict.misplaced:
        put(console, tell_misplaced(one))
    show_notes(console, doubts)


def show_repairs(console: Console, verdict: Check, things: Things = CARDS) -> None:
    _show_repairs_title(console, verdict.repairs)
    for place, repair in enumerate(verdict.repairs, 1):
        show_entry(console, f"{place:>2}. {name_line(repair.line.number)}", repair.line.event)
        show_entry(console, f"    {say('instead')}", repair.instead, "green")
        show_entry(console, "", say("leaves {left}", left=say_count(*things.left, repair.hands)), "dim")
        for also in repair.also:
            show_entry(console, f"    {say('or')}", also)
    _show_no_repair(console, verdict)
    for one in verdict.misplaced:
        put(console, tell_misplaced(one))
    if verdict.repairs:
        put(console, say("Nothing is changed for you: correct the line in the log if you agree."))


def tell_misplaced(one: WrongRow) -> str:
    rows = any_of(one.rounds)
    told = later("Line {number}, `{line}`, may stand in the wrong row: in row {rows} all would fit.")
    return say(told, number=one.line.number, line=clean(one.line.event), rows=rows)


def _show_repairs_title(console: Console, repairs: Sequence[Repair]) -> None:
    if repairs:
        title = (
            say("One change to one line corrects it:")
            if len(repairs) == 1
            else say("Changes that would correct it, the likeliest first:")
        )
        put(console, title, style="bold")


def _show_no_repair(console: Console, verdict: Check) -> None:
    if verdict.pair:
        put(console, say("No single change helps. Look at these two lines first:"), style="bold")
        show_lines(console, verdict.pair)
    elif not verdict.repairs and verdict.conflict and not verdict.misplaced:
        put(console, say("No single change helps: more than one line must be wrong. Look at those above first."))
    elif not verdict.repairs and all(error.kind is Kind.AGAINST_RULES for error in verdict.errors):
        put(console, say("No single change to a single line corrects this."))


def show_best_repair(console: Console, verdict: Check) -> None:
    """Below a sheet: the likeliest repair only."""
    if verdict.repairs:
        best = verdict.repairs[0]
        console.print()
        console.print(Text(say("Likeliest slip: line {number}.", number=best.line.number), style="bold"))
        show_entry(console, f"    {say('typed')}", best.line.event)
        show_entry(console, f"    {say('instead')}", best.instead, "green")
    elif verdict.pair:
        console.print(say("Look first at lines {numbers}.", numbers=all_of(line.number for line in verdict.pair)))
    put(console, say_remark("`{ask}` explains the contradiction and lists all repairs.", ask=FollowUp("check")))


def show_entry(console: Console, label: str, text: str, style: str = "") -> None:
    """A label and a line that may need more than one row."""
    put(console, text, style=style, mark=f"{label:<14}" if len(label) < 14 else f"{label} ")


def show_pad(console: Console, pad: JudgedPad, things: Things, which: bool) -> None:
    """The crosses, judged. It says how many more could be made, but not which."""
    wrong = [cross for cross in pad.crosses if not cross.justified]
    if wrong and pad.undated:
        show_undated(console, pad, wrong, which)
    for cross in wrong if not pad.undated else ():
        text = say(
            "Line {number}: {mark} was still possible when you crossed it out.",
            number=cross.line.number,
            mark=cross.mark,
        )
        console.print(Text(f"✗ {text}", style="red"))
    if pad.crosses and not wrong:
        console.print(f"✓ {_all_right(len(pad.crosses))}")
    for column in pad.full or ():
        console.print(Text(f"✗ {say(things.full, column=say(column))}", style="red"))
    if pad.more:
        put(console, say_remark_count(*things.more, pad.more, ask=FollowUp("hint")))
    else:
        console.print(say("Nothing more could be crossed out now."))


def show_undated(console: Console, pad: JudgedPad, wrong: Sequence[JudgedCross], which: bool) -> None:
    """How many crosses of a sheet are justified; which are not is said only if asked."""
    justified, crosses = len(pad.crosses) - len(wrong), len(pad.crosses)
    text = "✗ " + say_count(
        "{count} of {crosses} crosses is justified.",
        "{count} of {crosses} crosses are justified.",
        justified,
        crosses=say_number(crosses),
    )
    if which:
        console.print(Text(text, style="red"))
        for cross in wrong:
            told = capital(say("{mark} does not follow from the sheet.", mark=cross.mark))
            console.print(Text(f"✗ {told}", style="red"))
    else:
        ask = FollowUp("check", options=(("which", ""),), again=True)
        put(console, remark(f"{text} ", *say_remark("`{ask}` names the others.", ask=ask).parts), style="red")


def _all_right(crosses: int) -> str:
    if crosses < 3:
        return say("Your cross is right.") if crosses == 1 else say("Both your crosses are right.")
    return say("All {count} of your crosses are right.", count=say_number(crosses))
