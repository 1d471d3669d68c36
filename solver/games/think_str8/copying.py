"""A paper sheet while it is copied: what comes next, in the order of the paper. What no sheet has is not asked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from solver.english import fold
from solver.game import Awaited, NextStep, SetupQuestion, Unclear
from solver.games.think_str8.events import NOT, ON_PAPER
from solver.games.think_str8.places import IN_ROW
from solver.games.think_str8.rules import BOXES, CODES, DICE, NUMBERS, SUMS
from solver.games.think_str8.table import Table
from solver.language import as_typed, later, say
from solver.log import unreadable
from solver.tongues import meaning_of

AT_THE_TABLE, SHEET = as_typed("table sheet")


def ask_table_or_sheet() -> SetupQuestion:
    """A game that is played now, or a sheet that was filled in."""

    def read(answer: str) -> str | None:
        words = [word for word in answer.replace(",", " ").split() if len(word) > 1]
        found = {_kind_of(word) for word in (answer.strip(), *words)} - {""}
        if len(found) != 1:
            raise Unclear
        return "paper" if found == {SHEET} else None

    means = {AT_THE_TABLE: say("the game is played now"), SHEET: say("copy a paper sheet after the game")}
    text = say("At the table now, or a filled-in sheet?")
    choices = (AT_THE_TABLE, SHEET)
    return SetupQuestion("paper", text, read, AT_THE_TABLE, skippable=True, choices=choices, means=means)


def _kind_of(word: str) -> str:
    """Which of the two a word of the answer names; none for words such as those of "a filled-in sheet" before it."""
    said = meaning_of(word, (AT_THE_TABLE, SHEET, ON_PAPER)) or fold(word).strip()
    kinds = {AT_THE_TABLE: AT_THE_TABLE, SHEET: SHEET, ON_PAPER: SHEET}
    return next((kind for name, kind in kinds.items() if said and name.startswith(said)), "")


def ask_for_boxes(table: Table, skipped: Collection[str]) -> SetupQuestion | None:
    if table.boxes or "boxes" in skipped:
        return None
    example = " ".join(BOXES[: len(table.colours)])
    colours = ", ".join(map(say, table.colours))
    text = say("The black boxes of {colours} (such as {example}; - for none)", colours=colours, example=example)
    return SetupQuestion("boxes", text, "seen {}".format, skippable=True)


_DICE, _OFF = f"[{''.join(CODES)}]{{{DICE}}}", f"[{''.join(CODES)}] ?[0-7]"
_RANGE = r"\d+ ?- ?\d+|\d+-|-\d+|\d+"
_WRONG = r"(?P<word>[^\W\d]+) ?\d+(?:-\d+)?"
_ROWS = [
    rf"(?i)(?P<dice>{_DICE})? ?(?P<range>{right})?(?: ?(?P<off>{_OFF}))?"  # compiled when a sheet is copied
    for right in (_RANGE, _WRONG)
]
_TWO_SUMS = r"(0|[1-9]|1\d|20)([1-9]|1\d|2[01])"
_COLUMNS = "(?i)" + rf"([{''.join(CODES)}][{NUMBERS[0]}-{NUMBERS[-1]}]+)" * 2 + r"\w*"


def part_row(typed: str, at_rows: bool = True) -> tuple[str, ...]:
    """A row typed at once, line by line: `gyb9-15y2` is its dice, its range and the number laid off.

    Columns may be run together as well: `b35y2` is blue 3 and 5, yellow 2. Past the rows a number means itself alone.
    """
    row = read_row(typed)
    if row and (at_rows or IN_ROW[0] in row):
        return tuple(row.values())
    run = " ".join(typed.split())
    return (re.sub(r"(?<=\d)(?=[^\W\d])", " ", run) if re.fullmatch(_COLUMNS, run) else typed,)


def read_row(typed: str) -> dict[str, str]:
    """What is typed of a row, by the places it has on the sheet; empty if it is no row."""
    row = " ".join(typed.split())
    right, wrong = (re.fullmatch(pattern, row) for pattern in _ROWS)
    if right:
        places = (right["dice"], _in_full(right["range"] or ""), right["off"])
    elif wrong and _means_not(wrong["word"]):
        number = wrong["range"].removeprefix(wrong["word"]).strip()
        places = (wrong["dice"], f"{NOT} {number}", wrong["off"])
    else:
        return {}
    return {place: text for place, text in zip(IN_ROW, places, strict=True) if text}


def write_row(typed: str) -> dict[str, str]:
    """The same as lines of the log; with the dice it is a whole row, in which nothing else stands."""
    row = read_row(typed)
    if not row:
        problem = say("`{typed}` is no row of a sheet.", typed=typed)
        raise unreadable(None, problem, say("Type the dice, the range and the number laid off: gyb 9-15 y2"))
    verbs = dict(zip(IN_ROW, ("dice", "sum", "swap"), strict=True))
    nothing = dict.fromkeys(IN_ROW, "") if IN_ROW[0] in row else {}
    return nothing | {place: f"{verbs[place]} {text}" for place, text in row.items()}


def _means_not(word: str) -> bool:
    return NOT.startswith(fold(word)) or bool(meaning_of(word, (NOT,)))


def _in_full(right: str) -> str:
    """A range as short as it can be written: 11- is 11-21, -8 is 0-8; and 915, which is no sum, is 9-15."""
    if right.endswith("-"):
        return f"{right}{SUMS[-1]}"
    if right.startswith("-"):
        return f"{SUMS[0]}{right}"
    apart = re.fullmatch(_TWO_SUMS, right) if right not in map(str, SUMS) else None
    return f"{apart[1]}-{apart[2]}" if apart and int(apart[1]) < int(apart[2]) else right


def next_row(table: Table) -> NextStep:
    """The dice, the range that was right, the number laid off; after the last row crosses, final bets and cards."""
    row, rows = table.round, table.round_count
    this = table.rounds[-1] if table.rounds else None
    if table.finished:
        if table.final_points[table.me] is None:
            line, colours = "316027"[: len(table.colours)], map(say, table.colours[:2])
            first, second = (f"{colour} {number}" for colour, number in zip(colours, line[:2], strict=True))
            example = say("{line} ({first}, {second}, and so on)", line=line, first=first, second=second)
            return NextStep(say("Your cards, when they were turned"), ("reveal ",), example=example)
        return NextStep(say("The sheet is copied"), (), "review", say("check, check which, or review"))
    if this and table.me in table.unanswered(this):
        title = later("Row {row} of {rows} · {dice} · the range in the right column")
        dice = " ".join(map(say, this.dice or ()))
        return NextStep(say(title, row=row, rows=rows, dice=dice), ("sum ",), example=say("9-15, or not 8"))
    if row < rows:
        whole = say("gyb 9-15 y2, in short gyb915y2 (11- is up to 21, n8: not 8)")
        if this is None or table.me in this.swaps:
            title = later("Row {row} of {rows} · the dice and the range")
            return NextStep(say(title, row=row + 1, rows=rows), ("dice ",), example=whole)
        title = later("Row {row} of {rows} · the dice and the range, or a number laid off (y2)")
        return NextStep(say(title, row=row + 1, rows=rows), ("dice ", "swap "), example=whole)
    if not table.crosses:
        groups = " ".join(("35", "-", "2", "-", "-", "1")[: len(table.colours)])
        example = say("{example}, or b35 y2 (- for none)", example=groups)
        return NextStep(say("Your crosses, column by column"), ("cross ",), example=example)
    groups = " ".join(("47", "5", "13", "025", "1", "1")[: len(table.colours)])
    return NextStep(say("Your final bets"), ("final ",), example=say("{example} (- for none)", example=groups))


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
    if this:
        yield Awaited("sum")  # a second one: the first was copied wrongly
