"""The story of a game in a terminal: what a page draws is said here in the same words, within 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.views.console import clean, say, show_notes, show_table, word
from solver.chronicle import (
    Block,
    Chronicle,
    Grid,
    Listed,
    Part,
    Piece,
    Plot,
    Proofs,
    Row,
    Rows,
    Ruler,
    Said,
    Tone,
)
from solver.english import remark

STYLES = {Tone.PLAIN: "", Tone.GOOD: "green", Tone.BAD: "red", Tone.SOFT: "dim", Tone.STRONG: "bold"}
MARKS = {Tone.GOOD: "✓ ", Tone.BAD: "✗ "}
BARS = "▁▂▃▄▅▆▇█"


def show_story(console: Console, story: Chronicle) -> None:
    console.print(Text.assemble((story.game, "bold"), f" · {clean(story.title)}"))
    if story.result:
        say(console, story.result, style="bold")
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
        say(console, f"The turning point. {word(console, story.turning.saying)}{next_time}")
        console.print()
    if story.lessons:
        console.print(Text(story.to_learn, style="bold"))
    for place, lesson in enumerate(story.lessons, 1):
        cost = f" (-{lesson.cost:.2f} {lesson.unit})" if lesson.cost is not None else ""
        say(console, f"{word(console, lesson.saying)}{cost}", mark=f"{place}. ")
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
        case Said():
            say(console, block.saying, indent, STYLES[block.tone], MARKS.get(block.tone, ""))
        case Listed():
            for said in block.sayings:
                say(console, said.saying, indent, STYLES[said.tone], MARKS.get(said.tone, "- "))
        case Rows() if any(row.note for row in block.rows):
            for row in block.rows:
                say(console, f"{_name_row(row)}{f' · {word(console, row.note)}' if row.note else ''}", indent)
        case Rows():
            say(console, " · ".join(map(_name_row, block.rows)), indent)
        case Ruler():
            pass  # for the eye only: the sentences beside it say the same
        case Proofs():  # what could be known; the whole proofs are for those who ask
            say(console, f"{block.lead}:", indent)
            for known in block.known:
                ask = remark(f"{known.claim} → ", known.ask) if known.ask and known is block.hardest else known.claim
                say(console, ask, indent + 2, mark="- ")
        case Plot():
            show_plot(console, block, indent)
        case Grid():
            show_grid(console, block, indent)


def _name_row(row: Row) -> str:
    pieces = name_pieces(row.pieces)
    return f"{row.label}: {pieces}" if row.label else pieces


def name_pieces(pieces: Sequence[Piece]) -> str:
    """`2 5 5 1` for dice that have no colours, `green 6, pink 7` for stones."""
    between = ", " if any(piece.colour for piece in pieces) else " "
    return between.join(map(str, pieces)) or "–"


def show_plot(console: Console, plot: Plot, indent: int) -> None:
    """A bar for every tick, and under them the numbers."""
    say(console, f"{plot.caption}:", indent)
    most = max((value for curve in plot.curves for value in curve.values if value), default=1)
    width = max(len(clean(curve.name)) for curve in plot.curves)
    for curve in plot.curves:
        bars = "".join(_bar(value, most, plot.log_scale) for value in curve.values)
        note = f" {curve.note}" if curve.note else ""
        values = " ".join("–" if value is None else f"{value:,}" for value in curve.values)
        say(console, f"{bars}{note} {values}", indent, mark=f"{clean(curve.name):<{width}} ")


def _bar(value: int | None, most: int, log_scale: bool) -> str:
    if not value:
        return " "
    share = log(value) / log(max(most, 2)) if log_scale else value / most
    return BARS[min(len(BARS) - 1, int(share * len(BARS)))]


def show_grid(console: Console, grid: Grid, indent: int) -> None:
    table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in grid.columns:
        table.add_column(clean(column.title), justify="right" if column.figures else "left")
    for row in grid.rows:
        table.add_row(*map(_cell, row.cells), style=STYLES[row.tone])
    show_table(console, Padding(table, (0, 0, 0, indent)))


def _cell(cell: str | Piece | tuple[Piece, ...]) -> str:
    return clean(name_pieces(cell) if isinstance(cell, tuple) else str(cell))
