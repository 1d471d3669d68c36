"""The deduction pad of Think Str8! as it is printed: columns of boxes, a row for each round, final bets and cards."""

from __future__ import annotations

from solver.games.think_str8.facts import seen_numbers
from solver.games.think_str8.rules import COLOURS, NUMBERS, ROUNDS
from solver.games.think_str8.table import Round, Table, tell_range
from solver.language import later, say
from solver.pad import BoxMark, DrawnPad, PadRow

DIE = "●"
RANGE = later("range")


def draw_empty() -> DrawnPad:
    """A pad as it comes out of the box: as many rows as the longest game has rounds."""
    boxes = tuple((BoxMark.OPEN,) * len(COLOURS) for _ in NUMBERS)
    nothing = ("",) * len(COLOURS)
    rows = [PadRow(str(number), nothing) for number in range(1, max(ROUNDS.values()) + 1)]
    return DrawnPad("Think Str8!", COLOURS, boxes, (*rows, *_end(nothing, nothing)), say(RANGE))


def draw_filled(table: Table, seat: str) -> DrawnPad:
    """What a player has on the pad by what the log tells: what lay in sight, own crosses, rounds, final bets, cards."""
    rounds = [_draw_round(table, seat, this) for this in table.rounds]
    rounds += [_draw_open(table, str(number)) for number in range(table.round + 1, table.round_count + 1)]
    bets = table.finals.get(seat, {})
    named = tuple(" ".join(map(str, bets.get(colour, ()))) for colour in table.colours)
    held = [table.current(seat, colour).number if seat in table.finals else None for colour in table.colours]
    end = _end(named, tuple("" if number is None else str(number) for number in held))
    title = say("Your pad") if table.you(seat) else say("{player}'s pad", player=seat)
    return DrawnPad(title, table.colours, draw_boxes(table, seat), (*rounds, *end), say(RANGE))


def draw_boxes(table: Table, seat: str) -> tuple[tuple[BoxMark, ...], ...]:
    """The boxes as their owner has marked them; another seat's crosses are not in the log."""
    return tuple(tuple(mark_box(table, seat, colour, number) for colour in table.colours) for number in NUMBERS)


def mark_box(table: Table, seat: str, colour: str, number: int) -> BoxMark:
    held = table.current(seat, colour).number == number and seat in table.finals
    if seat == table.me and (colour, number) in table.crossed:
        return BoxMark.WRONG if held else BoxMark.CROSS
    if held:
        return BoxMark.CARD
    return BoxMark.BLACK if number in seen_numbers(table, seat, colour) else BoxMark.OPEN


def _draw_round(table: Table, seat: str, this: Round) -> PadRow:
    cells = []
    for colour in table.colours:
        dice, swap = DIE * (this.dice or ()).count(colour), this.swaps.get(seat)
        laid_off = f"↓{swap.old.number}" if swap and swap.old.colour == colour else ""
        cells.append(" ".join(filter(None, (dice, laid_off))))
    return PadRow(str(this.number), tuple(cells), tell_range(this.judged(seat)))


def _draw_open(table: Table, label: str) -> PadRow:
    return PadRow(label, ("",) * len(table.colours))


def _end(bets: tuple[str, ...], cards: tuple[str, ...]) -> tuple[PadRow, PadRow]:
    return PadRow(say("bets"), bets), PadRow(say("cards"), cards)
