"""Rows in columns: how wide a column is, and which side its text keeps to, is said once; rich does the rest."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text


def plain_table(head: bool = True) -> Table:
    """A table without lines, and without blanks other than those that its columns leave."""
    return Table(box=None, show_header=head, show_edge=False, pad_edge=False, padding=0, header_style="bold")


def add_texts(table: Table, *columns: tuple[str, int]) -> None:
    """Columns of words: name and width."""
    for name, width in columns:
        table.add_column(name, width=width, no_wrap=True)


def add_figures(table: Table, *columns: tuple[str, int]) -> None:
    """Columns of figures, their last digits below each other: name and width."""
    for name, width in columns:
        table.add_column(name, width=width, justify="right", no_wrap=True)


def show_table(console: Console, table: RenderableType) -> None:
    """Print a table without the blanks that fill its last columns."""
    shown: list[Segment] = []
    for line in console.render_lines(table, pad=False):
        while line and not line[-1].text.strip():
            line.pop()
        if line:
            line[-1] = Segment(line[-1].text.rstrip(), line[-1].style)
        shown += [*line, Segment.line()]
    console.print(Segments(shown), end="")


def show_head(console: Console, title: str, seats: Sequence[str], games: int, asked: int) -> None:
    """The game, who sat at the table, and how many games of those asked for."""
    played = f"{games:,} game{'s' * (games != 1)}"
    if games < asked:
        played += f" of {asked:,}, then stopped"
    table = [way if seats.count(way) == 1 else f"{seats.count(way)} {way}" for way in dict.fromkeys(seats)]
    console.print(Text.assemble((title, "bold"), f" · {', '.join(table)} · {played}"))
