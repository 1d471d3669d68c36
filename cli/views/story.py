"""The story of a game in a terminal: what a page draws is said here in the same words, within 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.views.console import clean, put, show_notes, show_table, word
from cli.views.pad import show_pads
from solver.chronicle import (
    Block,
    Chronicle,
    Grid,
    Listed,
    Paragraph,
    Part,
    Piece,
    PieceRow,
    Plot,
    Proofs,
    Rows,
    Ruler,
    Tone,
)
from solver.english import remark
from solver.language import say, say_number
from solver.pad import Pads

STYLES = {Tone.PLAIN: "", Tone.GOOD: "green", Tone.BAD: "red", Tone.SOFT: "dim", Tone.STRONG: "bold"}
MARKS = {Tone.GOOD: "✓ ", Tone.BAD: "✗ "}
BARS = "▁▂▃▄▅▆▇█"
GAP, FIGURES, FIRST = (
    2,
    24,
    20,
)  # of a grid: between columns, the widest that is not broken, what the first has at least


def show_story(console: Console, story: Chronicle) -> None:
    console.print(Text.assemble((story.game, "bold"), f" · {clean(story.title)}"))
    if story.result:
        put(console, story.result, style="bold")
    for said in story.account:
        show_block(console, said)
    console.print()
    show_lessons(console, story)
    for row in story.hidden:
        show_block(console, Rows((row,)))
    if story.hidden:
        console.print()
    for part in story.parts:
        show_part(console, part)
    show_notes(console, story.notes)


def show_lessons(console: Console, story: Chronicle) -> None:
    """Where it turned, and what to learn, costliest first."""
    if story.turning:
        next_time = f" {word(console, story.turning.next_time)}" if story.turning.next_time else ""
        put(console, f"{say('The turning point.')} {word(console, story.turning.saying)}{next_time}")
        console.print()
    if story.lessons:
        console.print(Text(story.to_learn, style="bold"))
    for place, lesson in enumerate(story.lessons, 1):
        cost = f" (-{' '.join(lesson.price)})" if lesson.price else ""
        put(console, f"{word(console, lesson.saying)}{cost}", mark=f"{place}. ")
    if story.lessons:
        console.print()


def show_part(console: Console, part: Part, depth: int = 0) -> None:
    brief = f" · {clean(part.brief)}" if part.brief else ""
    console.print(Text.assemble(" " * 2 * depth, (clean(part.title), "bold"), brief))
    for block in part.blocks:
        show_block(console, block, 2 * depth + 2)
    for inner in (*part.chapters, *part.parts):
        show_part(console, inner, depth + 1)
    if not depth:
        console.print()


# Blocks.


def show_block(console: Console, block: Block, indent: int = 0) -> None:
    match block:
        case Paragraph():
            put(console, block.saying, indent, STYLES[block.tone], MARKS.get(block.tone, ""))
        case Listed():
            for said in block.sayings:
                put(console, said.saying, indent, STYLES[said.tone], MARKS.get(said.tone, "- "))
        case Rows() if any(row.note for row in block.rows):
            for row in block.rows:
                put(console, f"{_name_row(row)}{f' · {word(console, row.note)}' if row.note else ''}", indent)
        case Rows():
            put(console, " · ".join(map(_name_row, block.rows)), indent)
        case Ruler():
            pass  # for the eye only: the sentences beside it say the same
        case Proofs():  # what could be known; the whole proofs are for those who ask
            put(console, say("{what}:", what=block.lead), indent)
            for known in block.known:
                ask = remark(f"{known.claim} → ", known.ask) if known.ask and known is block.hardest else known.claim
                put(console, ask, indent + 2, mark="- ")
                for step in known.prove() if block.told else ():
                    put(console, step.text, indent + 4 + 2 * step.depth, mark=f"{step.label}. " if step.label else "")
        case Plot():
            show_plot(console, block, indent)
        case Grid():
            show_grid(console, block, indent)
        case Pads():
            show_pads(console, block, indent)


def _name_row(row: PieceRow) -> str:
    pieces = name_pieces(row.pieces)
    return say("{what}: {values}", what=row.label, values=pieces) if row.label else pieces


def name_pieces(pieces: Sequence[Piece]) -> str:
    """`2 5 5 1` for dice that have no colours, `green 6, pink 7` for stones."""
    between = ", " if any(piece.colour for piece in pieces) else " "
    return between.join(map(name_piece, pieces)) or "–"


def name_piece(piece: Piece) -> str:
    return " ".join(dict.fromkeys(say(word) for word in (piece.colour, piece.text) if word))


def show_plot(console: Console, plot: Plot, indent: int) -> None:
    """A bar for every tick, and under them the numbers."""
    put(console, say("{what}:", what=plot.caption), indent)
    most = max((value for curve in plot.curves for value in curve.values if value), default=1)
    width = max(len(clean(curve.name)) for curve in plot.curves)
    for curve in plot.curves:
        bars = "".join(_bar(value, most, plot.log_scale) for value in curve.values)
        note = f" {curve.note}" if curve.note else ""
        values = " ".join("–" if value is None else say_number(value) for value in curve.values)
        put(console, f"{bars}{note} {values}", indent, mark=f"{clean(curve.name):<{width}} ")


def _bar(value: int | None, most: int, log_scale: bool) -> str:
    if not value:
        return " "
    share = log(value) / log(max(most, 2)) if log_scale else value / most
    return BARS[min(len(BARS) - 1, int(share * len(BARS)))]


def show_grid(console: Console, grid: Grid, indent: int) -> None:
    """What is too wide is told in several tables, each with the first column."""
    for at, places in enumerate(_fit(grid, console.width - indent)):
        table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
        for place in places:
            column, whole = grid.columns[place], len(places) < len(grid.columns) and place > 0
            table.add_column(clean(column.title), justify="right" if column.figures else "left", no_wrap=whole)
        for row in grid.rows:
            table.add_row(*(_cell(row.cells[place]) for place in places), style=STYLES[row.tone])
        if at:
            console.print()
        show_table(console, Padding(table, (0, 0, 0, indent)))


def _fit(grid: Grid, room: int) -> list[list[int]]:
    """The columns of each table; all in one where they fit, or where they are words that may be broken."""
    widths = [
        max(cell_len(cell) for cell in (column.title, *(_cell(row.cells[place]) for row in grid.rows))) + GAP
        for place, column in enumerate(grid.columns)
    ]
    places = list(range(len(widths)))
    if sum(widths) - GAP <= room or max(widths[1:], default=0) > FIGURES:
        return [places]
    tables, beside = [[0]], room + GAP - min(widths[0], FIRST + GAP)
    left = beside
    for place in places[1:]:
        if left < widths[place] and len(tables[-1]) > 1:
            tables.append([0])
            left = beside
        tables[-1].append(place)
        left -= widths[place]
    return tables


def _cell(cell: str | Piece | tuple[Piece, ...]) -> str:
    if isinstance(cell, tuple):
        return clean(name_pieces(cell))
    return clean(name_piece(cell) if isinstance(cell, Piece) else cell)
