"""A paper sheet as a form: every place on it is one line of the log, put where the order of the paper has it.

Places are `boxes`, `crosses`, `final` and `cards`, and for each row `dice 3`, `range 3` and `laid off 3`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solver.games.think_str8.events import Cross, Dice, Final, Reveal, Seen, Sum, Swap, Uncross, read_log
from solver.games.think_str8.table import Round, Table
from solver.grammar import Event
from solver.language import say
from solver.log import Log, parse_log, unreadable, with_line_changed, with_line_inserted

BOXES, CROSSES, FINAL, CARDS = "boxes", "crosses", "final", "cards"
IN_ROW = ("dice", "range", "laid off")
Key = tuple[int, int, int]  # which part of the sheet, which row, which place of the row
HEAD: Key = (-1, 0, 0)
WHOLE = {BOXES: (0, 0, 0), CROSSES: (2, 0, 0), FINAL: (3, 0, 0), CARDS: (4, 0, 0)}


def describe_sheet(table: Table) -> dict[str, object]:
    """All that is on the sheet, for a page to draw."""
    bets = table.finals.get(table.me, {})
    boxes = {colour: [box.number for box in table.boxes if box.colour == colour] for colour in table.colours}
    crosses = {colour: [number for own, number in table.crossed if own == colour] for colour in table.colours}
    return {
        "colours": list(table.colours),
        "rows": table.round_count,
        "boxes": {colour: sorted(numbers) for colour, numbers in boxes.items()},
        "crosses": {colour: sorted(numbers) for colour, numbers in crosses.items()},
        "filled": [_describe_row(this, table.me) for this in table.rounds],
        "final": {colour: list(bets.get(colour, ())) for colour in table.colours},
        "cards": {colour: _turned(table, colour) for colour in table.colours},
    }


def _describe_row(this: Round, me: str) -> dict[str, object]:
    noted, swap = this.noted, this.swaps.get(me)
    return {
        "dice": list(this.dice or ()),
        "range": [noted.low, noted.high] if noted else None,
        "wrong": noted is not None and noted.answer != "hit",
        "laid_off": [swap.old.colour, swap.old.number] if swap else None,
    }


def _turned(table: Table, colour: str) -> int | None:
    held = table.current(table.me, colour)
    return held.number if held.shown else None


def put_at_place(log: Log, events: tuple[Event, ...], me: str, place: str, line: str) -> str:
    """The text of the log with this line at a place of the sheet, or with nothing there if the line is empty."""
    key, text = _read_place(place), log.text
    there = [event.line.number for event, its in _find_places(events, me) if its == key]
    for number in reversed(there[1:]):
        text = with_line_changed(text, number, None)
    if there:
        return with_line_changed(text, there[0], line or None)
    if not line:
        return text
    later = (event.line.number for event, its in _find_places(events, me) if its > key)
    return with_line_inserted(text, next(later, len(log.lines) + 1), line)


def put_row(log: Log, me: str, row: int, lines: Mapping[str, str]) -> str:
    """The text of the log with these lines in a row of the sheet, by their places; what is the same stays as typed."""
    if not 0 < row <= sum(isinstance(event, Dice) for event in read_log(log).events):
        raise unreadable(None, say("There is no row {row} yet.", row=row), say("Go on with what is awaited."))
    for place, line in lines.items():
        events = read_log(log).events
        changed = parse_log(put_at_place(log, events, me, f"{place} {row}", line), log.name)
        log = log if read_log(changed).events == events else changed
    return log.text


def _read_place(place: str) -> Key:
    kind, _, row = place.rpartition(" ")
    if kind in IN_ROW and row.isdecimal():
        return (1, int(row), IN_ROW.index(kind))
    if place not in WHOLE:
        raise unreadable(None, say("There is no such place on the sheet."), say("Load the page again."))
    return WHOLE[place]


def _find_places(events: tuple[Event, ...], me: str) -> Iterator[tuple[Event, Key]]:
    """Every line of the log with its place; what no sheet has, such as others' cards, is at its end."""
    row = 0
    for event in events:
        row += isinstance(event, Dice)
        yield event, _place_of(event, me, row)


def _place_of(event: Event, me: str, row: int) -> Key:
    if isinstance(event, Seen):
        return WHOLE[BOXES]
    if isinstance(event, Cross | Uncross):
        return WHOLE[CROSSES]
    if isinstance(event, Final) and event.player == me:
        return WHOLE[FINAL]
    if isinstance(event, Reveal):
        return WHOLE[CARDS] if event.player == me else (5, 0, 0)
    kinds = (Dice, Sum, Swap)
    return next(((1, row, place) for place, kind in enumerate(kinds) if isinstance(event, kind)), HEAD)
