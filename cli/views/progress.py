"""A bar for what takes a while, on the side of what goes wrong; nothing where nobody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cli.views.console import err


@contextmanager
def show_bar(total: int, doing: str, things: str) -> Iterator[Callable[[], None]]:
    """What is given is called whenever one more is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = err()
    columns = TextColumn(doing), BarColumn(), MofNCompleteColumn(), TextColumn(things), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total)
        yield lambda: progress.advance(task)
