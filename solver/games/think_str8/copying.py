"""A paper sheet while it is copied: what comes next, in the order of the paper. What no sheet has is not asked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from solver.english import fold
from solver.game import Awaited, NextStep, SetupQuestion, Unclear
from solver.games.think_str8.rules import CODES, DICE, SUMS
from solver.games.think_str8.table import Table
from solver.language import as_typed, later, say
from solver.tongues import meaning_of

AT_THE_TABLE, SHEET = as_typed("table sheet")
EXAMPLES = ("126", "037", "246", "1", "04", "35")


def ask_table_or_sheet() -> SetupQuestion:
    """A game that is played now, or a sheet that was filled in."""

    def read(answer: str) -> str | None:
        said = meaning_of(answer, (AT_THE_TABLE, SHEET, "paper")) or fold(answer).strip()
        if said and (SHEET.startswith(said) or "paper".startswith(said)):
            return "paper"
        if said and AT_THE_TABLE.startswith(said):
            return None
        raise Unclear

    means = {AT_THE_TABLE: say("the game is played now"), SHEET: say("copy a paper sheet after the game")}
    text = say("At the table now, or a filled-in sheet?")
    choices = (AT_THE_TABLE, SHEET)
    return SetupQuestion("paper", text, read, AT_THE_TABLE, skippable=True, choices=choices, means=means)


def ask_for_boxes(table: Table, skipped: Collection[str]) -> SetupQuestion | None:
    if table.boxes or "boxes" in skipped:
        return None
    example = " ".join(EXAMPLES[: len(table.colours)])
    colours = ", ".join(map(say, table.colours))
    text = say("The black boxes of {colours} (such as {example}; - for none)", colours=colours, example=example)
    return SetupQuestion("boxes", text, "seen {}".format, skippable=True)


_DICE, _OFF = f"[{''.join(CODES)}]{{{DICE}}}", f"[{''.join(CODES)}] ?[0-7]"
_RANGE = r"\d+ ?- ?\d+|\d+-|-\d+|\d+|not \d+(?:-\d+)?"
_ROW = re.compile(rf"(?P<dice>{_DICE})? ?(?P<range>{_RANGE})? ?(?P<off>{_OFF})?", re.IGNORECASE)


def part_row(typed: str) -> tuple[str, ...]:
    """A row typed at once, line by line: `gyb9-15y2` is its dice, its range and the number laid off.

    A range that is open on one side reaches to the end there: 11- is 11-21, -8 is 0-8.
    """
    found = _ROW.fullmatch(" ".join(typed.split()))
    if not typed or found is None:
        return (typed,)
    right = found["range"] or ""
    right = f"{right}{SUMS[-1]}" if right.endswith("-") else f"{SUMS[0]}{right}" if right.startswith("-") else right
    return tuple(filter(None, (found["dice"], right, found["off"])))


def next_row(table: Table) -> NextStep:
    """The dice, the range that was right, the number laid off; after the last row crosses, final bets and cards."""
    row, rows = table.round, table.round_count
    this = table.rounds[-1] if table.rounds else None
    if table.finished:
        if table.final_points[table.me] is None:
            line, colours = "316027"[: len(table.colours)], map(say, table.colours[:2])
            first, second = (f"{colour} {number}" for colour, number in zip(colours, line[:2], strict=True))
            example = say("{line} ({first}, {second}, and so on)", line=line, first=first, second=second)
            return NextStep(say("Your cards, when they were turned"), ("reveal ",), "review", example)
        return NextStep(say("The sheet is copied"), offer="review")
    if this and table.me in table.unanswered(this):
        title = later("Row {row} of {rows} · {dice} · the range in the right column")
        dice = " ".join(map(say, this.dice or ()))
        return NextStep(say(title, row=row, rows=rows, dice=dice), ("sum ",), example=say("9-15, or not 8"))
    if row < rows:
        whole = say("gyb 9-15 (11- is up to 21, -8 from 0)")
        if this is None or table.me in this.swaps:
            title = later("Row {row} of {rows} · the dice and the range")
            return NextStep(say(title, row=row + 1, rows=rows), ("dice ",), example=whole)
        title = later("Row {row} of {rows} · the dice and the range, or a number laid off (y2)")
        return NextStep(say(title, row=row + 1, rows=rows), ("dice ", "swap "), example=whole)
    if not table.crosses:
        groups = " ".join(("35", "-", "2", "-", "-", "1")[: len(table.colours)])
        example = say("{example} (- for none)", example=groups)
        return NextStep(say("Your crosses, column by column"), ("cross ",), example=example)
    groups = " ".join(("47", "5", "13", "025", "1", "1")[: len(table.colours)])
    return NextStep(say("Your final bets"), ("final ",), "review", say("{example} (- for none)", example=groups))


def list_awaited(table: Table) -> Iterator[Awaited]:
    """The lines that may come next; of several that look alike, in the order of the paper."""
    this = table.rounds[-1] if table.rounds else None
    me = (table.me,)
    if table.finished:
        yield Awaited("reveal", me)
        return
    if this and table.me in table.unanswered(this):
        yield Awaited("sum")
        return
    if this is None and not table.boxes:
        yield Awaited("seen")
    if this and table.me not in this.swaps and table.piles():
        yield Awaited("swap", me)
    if table.round < table.round_count:
        yield Awaited("dice")
    else:
        yield Awaited("final" if table.crosses else "cross", me if table.crosses else ())
