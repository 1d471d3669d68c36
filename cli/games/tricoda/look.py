"""Tricoda as people see it: stones by number and colour with chances, and beside it (`answers`) what else is shown.

Every mark differs by shape, colour only helps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cli.look import Look, ShowsHints, ShowsQuestions
from cli.views import reasons
from cli.views.console import badge, clean, put, say_text
from cli.views.faults import show_lacks
from solver import game as contract
from solver.english import format_chance
from solver.game import HasData, expect, override
from solver.games.tricoda.facts import list_lines
from solver.games.tricoda.opened import TricodaLog
from solver.games.tricoda.rules import COLOURS, NUMBERS, RACK, format_code, say_holder
from solver.games.tricoda.sheet import Sheet, StoneRow
from solver.games.tricoda.table import Asked, Declared, Table, say_stones
from solver.games.tricoda.words.answers import say_answer
from solver.games.tricoda.words.sheet import say_codes_left, say_ways, say_when
from solver.language import later, later_count, say, say_count, say_percent

SEEN, CROSSED, FREE, SURE = "█", "✗", "○", "▶"
CELL, CODES_SHOWN, CODE_COLUMNS = 24, 12, 3
ANSWERS, ANSWERS_COVERED = 5, 10  # that stay in sight at the table, beneath the sheet and without it


class TricodaLook(Look, ShowsHints, ShowsQuestions):
    things = reasons.Things(
        later("your stones"),
        later("{player}'s stones"),
        later("the stones typed"),
        later_count("{count} way", "{count} ways"),
        later_count(
            "{count} more stone could be crossed out now; `{ask}` shows where to look.",
            "{count} more stones could be crossed out now; `{ask}` shows where to look.",
        ),
        later("Every {column} stone is seen or crossed out: one of the crosses must be wrong."),
    )

    @override
    def show_sheet(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:
        own = expect(Sheet, sheet)
        if pad:
            show_marks(console, own, None, pad)
            console.print()
        else:
            show_found(console, own)
        self.show_progress(console, own)
        show_lacks(console, own.gaps, own.table.warnings)

    @override
    def show_compact(self, console: Console, sheet: contract.Sheet, before: contract.Sheet | None, pad: bool) -> None:
        """All that a turn needs: the sheet, the likeliest codes, the last answers, the points."""
        own = expect(Sheet, sheet)
        show_marks(console, own, None if before is None else expect(Sheet, before), pad)
        for event in _list_said(own.table)[-ANSWERS:]:
            _show_said(console, own.table, event, own.seat)
        show_points(console, own.table)
        console.print()

    @override
    def show_exercise(self, console: Console, sheet: contract.Sheet) -> None:
        self.show_sheet(console, sheet, pad=True)

    @override
    def show_public(self, console: Console, opened: contract.Opened, brief: bool = False) -> None:
        table = expect(TricodaLog, opened).table
        show_asked(console, table, table.me, ANSWERS_COVERED if brief else 0)
        show_points(console, table)

    @override
    def show_progress(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:  # noqa: ARG002
        own = expect(Sheet, sheet)
        show_racks(console, own)
        show_asked(console, own.table, own.seat)
        show_points(console, own.table)

    @override
    def show_advice(self, console: Console, advice: contract.Advice, every: bool) -> None:
        from cli.games.tricoda.answers import show_advice
        from solver.games.tricoda.advice import Advice

        show_advice(console, expect(Advice, advice), every)

    @override
    def show_answers(self, console: Console, answers: Sequence[HasData]) -> None:
        from cli.games.tricoda.answers import show_answers
        from solver.games.tricoda.why import Answer

        show_answers(console, [expect(Answer, answer) for answer in answers])

    @override
    def show_hint(self, console: Console, hint: HasData) -> None:
        from cli.games.tricoda.answers import show_hint
        from solver.games.tricoda.why import Hint

        show_hint(console, expect(Hint, hint))

    @override
    def show_questions(self, console: Console, questions: HasData) -> None:
        from cli.games.tricoda.answers import show_questions
        from solver.games.tricoda.advice import RankedCards

        show_questions(console, expect(RankedCards, questions))


# The sheet.


def show_found(console: Console, sheet: Sheet) -> None:
    _name_form(console, sheet)
    if certain := _certain(sheet):
        console.print(certain)
    console.print()
    for told in sheet.misheard:
        put(console, f"{say('This log contradicts itself.')} {told}", style="bold red")
    if sheet.misheard:
        console.print()
    if sheet.fits:
        show_form(console, sheet)
        show_codes(console, sheet)
    else:
        show_conflict(console, sheet)


def _name_form(console: Console, sheet: Sheet, pad: bool = False) -> None:
    left = say_codes_left(len(sheet.guesses), sheet.ways) if sheet.ways else say("no rack fits")
    console.print(
        say_text(
            "{game} · {player}'s sheet · {where} · {left}",
            game=Text("Tricoda", "bold"),
            player=clean(sheet.seat),
            where=say_when(sheet.table.round) or say("before question 1"),
            left=Text(say("your sheet") if pad else left, "bold"),
        )
    )


def _certain(sheet: Sheet) -> Text:
    return Text(say("Certain: {code}", code=format_code(sheet.certain)) if sheet.certain else "", style="bold")


def show_form(console: Console, sheet: Sheet) -> None:
    show_cells(console, sheet, _cell)
    console.print()
    legend = say(
        "{seen} seen   {crossed} ruled out   {free} can be yours   {sure} certainly yours   {chance} chance",
        seen=SEEN,
        crossed=CROSSED,
        free=FREE,
        sure=SURE,
        chance=say_percent(0.24),
    )
    console.print(Text(f"  {legend}", style="dim"))
    console.print()


def show_cells(console: Console, sheet: Sheet, cell: Callable[[StoneRow], Text]) -> None:
    """A line for every number, with a cell for each of its colours."""
    for number in NUMBERS:
        line = Text(f"  {number}   ", style="bold")
        for row in sheet.rows:
            if row.stone.number == number:
                line.append_text(cell(row))
        line.rstrip()
        console.print(line)


def _cell(row: StoneRow) -> Text:
    """The colour, a mark per stone, and the chance that at least one is on the rack."""
    unseen = row.total - row.seen
    free = unseen if row.most == RACK else min(row.most, unseen)  # that a rack has no room for a fourth is not news
    marks = SURE * row.sure + FREE * (free - row.sure) + CROSSED * (unseen - free) + SEEN * row.seen
    chance = "" if not row.most else say("certain") if row.chance == 1 else f"{format_chance(row.chance):>4}"
    return _stand_in_cell(row, Text(f" {marks:<5} {chance}", style="" if row.most else "dim"))


def _stand_in_cell(row: StoneRow, marks: Text) -> Text:
    cell = badge(row.stone.colour)
    cell.pad_right(max(cell_len(say(colour)) for colour in COLOURS) - cell.cell_len)
    cell.append_text(marks)
    cell.align("left", CELL)
    return cell


# At the table: the sheet alone, with a mark where the last line changed something.


def show_marks(console: Console, sheet: Sheet, before: Sheet | None, pad: bool) -> None:
    """The sheet, always in the same rows; with `pad` only what I saw and crossed out myself."""
    _name_form(console, sheet, pad)
    console.print("" if pad else _certain(sheet))
    if not sheet.fits and not pad:
        show_conflict(console, sheet)
        return
    same_rack = before is not None and before.table.current(before.seat).order == sheet.table.current(sheet.seat).order
    old = {row.stone: row for row in before.rows} if before and same_rack else {}
    show_cells(console, sheet, lambda row: _own_cell(sheet, row) if pad else _marked_cell(row, old.get(row.stone)))
    if not pad:
        best = " · ".join(f"{format_code(guess.code)} {format_chance(guess.chance)}" for guess in sheet.guesses[:5])
        console.print(Text(say("Likeliest: {codes}", codes=best)))


def _own_cell(sheet: Sheet, row: StoneRow) -> Text:
    crossed = row.stone in sheet.crossed or row.stone.number in sheet.crossed
    marks = (CROSSED if crossed else "·") * (row.total - row.seen) + SEEN * row.seen
    return _stand_in_cell(row, Text(f" {marks}"))


def _marked_cell(row: StoneRow, before: StoneRow | None) -> Text:
    """Stones that could be mine before the last line and cannot now stand in brackets."""
    if before is None or not before.most or row.most:
        return _cell(row)
    return _stand_in_cell(row, Text(f"[{CROSSED * (row.total - row.seen)}{SEEN * row.seen}]", style="bold"))


def show_codes(console: Console, sheet: Sheet) -> None:
    """The likeliest codes, read down the columns."""
    shown = sheet.guesses[:CODES_SHOWN]
    height = -(-len(shown) // CODE_COLUMNS)
    console.print(Text(say("Possible codes, likeliest first"), style="bold"))
    for at in range(height):
        cells = [
            f"{format_code(guess.code)}  {format_chance(guess.chance):>4}  {say_ways(guess.ways)}"
            for guess in shown[at::height]
        ]
        console.print(Text("  " + "".join(f"{cell:<25}" for cell in cells).rstrip()))
    if len(sheet.guesses) > len(shown):
        more = say_count("… and {count} more code", "… and {count} more codes", len(sheet.guesses) - len(shown))
        console.print(Text(f"  {more}", style="dim"))
    console.print()


# What happened.


def show_racks(console: Console, sheet: Sheet) -> None:
    table = sheet.table
    for holder in table.racks:
        rack = table.current(holder)
        if holder != sheet.seat:
            stones = say_stones(rack.kinds) + (" …" if 0 < len(rack.stones) < 3 else "") or say("not typed")
            console.print(Text(f"  {clean(say_holder(holder)):<10} {stones}"))
    console.print()


def show_asked(console: Console, table: Table, seat: str, last: int = 0) -> None:
    """All of them, or only the last so many."""
    if not table.asked and not table.declared:
        return
    console.print(Text(say("Questions and answers"), style="bold"))
    for event in _list_said(table)[-last:]:
        _show_said(console, table, event, seat)
    console.print()


def _list_said(table: Table) -> list[Asked | Declared]:
    return sorted([*table.asked, *table.declared], key=lambda event: event.line.number)


def _show_said(console: Console, table: Table, event: Asked | Declared, seat: str) -> None:
    if isinstance(event, Declared):
        declared = say("declared {code}: wrong", code=format_code(event.code))
        if event.right:
            declared = say("declared {code}: right, a point", code=format_code(event.code))
        put(console, declared, style="bold", mark=f"       {clean(event.player):<10} ")
        return
    question, own = table.question(event.card), event.reader == seat
    if event.answer is None:
        said = say("{question}: not known", question=question.said)
    else:
        said = say_answer(question, event.answer)
    card = say("card {card}", card=f"{event.card:>2}")
    said = say("{answer} (own)", answer=said) if own else said
    mark = f"  {event.number:>3}  {clean(event.reader):<10} {card}  "
    put(console, said, style="dim" if own else "", mark=mark)


def show_points(console: Console, table: Table) -> None:
    points = " · ".join(f"{clean(player)} {points}" for player, points in table.points.items())
    if table.winner:
        turn = say("{player} wins", player=clean(table.winner))
    else:
        turn = say("{player} reads next", player=clean(table.reader or ""))
    console.print(Text.assemble((say("Points"), "bold"), f"  {points}   {turn}"))


def show_conflict(console: Console, sheet: Sheet) -> None:
    owned = reasons.whose_things(sheet.seat, sheet.table.me, TricodaLook.things)
    reasons.show_conflict(console, say("No rack fits this log"), list_lines(sheet.conflict), owned)
    console.print()
