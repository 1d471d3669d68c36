"""Pads of paper in a terminal, and as a page that a printer puts on A4 or A5."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.views.console import badge, plain_table, put, show_table
from cli.views.page import open_templates
from solver.language import say
from solver.pad import BoxMark, DrawnPad, Pads

LABEL, WIDE, NARROW, GAP = 7, 9, 5, 3
STYLES = {
    BoxMark.OPEN: "dim",
    BoxMark.WRONG: "bold red",
    BoxMark.MISSED: "bold",
    BoxMark.DOUBTFUL: "bold red",
}


def show_pads(console: Console, drawn: Pads, indent: int = 0) -> None:
    """One pad with its rows, or the boxes of several side by side."""
    grid = _columns(drawn.pads)
    for number, marks in enumerate(zip(*(pad.boxes for pad in drawn.pads), strict=True)):
        grid.add_row(Text(str(number), style="bold"), *_cells(marks))
    if len(drawn.pads) == 1 and drawn.pads[0].rows:
        _add_rows(grid, drawn.pads[0])
    show_table(console, Padding(grid, (0, 0, 0, indent)))
    put(console, "   ".join(f"{mark.sign} {mark.means}" for mark in drawn.legend), indent, style="dim")


def _add_rows(grid: Table, pad: DrawnPad) -> None:
    """Under the boxes; a row that is still empty has a point in every cell."""
    grid.add_row("", *("" for _ in pad.colours), Text(pad.beside, style="dim"))
    for row in pad.rows:
        blank = not any(row.cells)
        grid.add_row(row.label, *(Text("·", style="dim") if blank else cell for cell in row.cells), row.beside)


def _columns(pads: Sequence[DrawnPad]) -> Table:
    grid, width = plain_table(), NARROW if len(pads) > 1 else WIDE
    grid.add_column(width=LABEL - 4 if len(pads) > 1 else LABEL, justify="center")
    for place, pad in enumerate(pads):
        if place:
            grid.add_column(width=GAP)
        for colour in pad.colours:
            grid.add_column(badge(colour, say(colour)[: width - 1]), width=width, justify="center", no_wrap=True)
    grid.add_column()
    return grid


def _cells(marks: Sequence[Sequence[BoxMark]]) -> list[Text]:
    """The boxes of one number on all pads."""
    cells: list[Text] = []
    for place, row in enumerate(marks):
        cells += [Text()] if place else []
        cells += (Text(mark.sign, style=STYLES.get(mark, "")) for mark in row)
    return cells


def make_pad_page(pad: DrawnPad) -> str:
    """The pad on a page of its own, as large as the paper."""
    return open_templates().get_template("pad.html").render(pad=pad, drawn=Pads((pad,))) + "\n"
