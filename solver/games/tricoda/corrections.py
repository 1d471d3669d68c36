"""What else a line can mean that an earlier one denies: which of a rack's stones was misread."""

from __future__ import annotations

from collections.abc import Iterator

from solver.game import Meaning
from solver.games.tricoda.events import See
from solver.games.tricoda.table import Table
from solver.grammar import Event
from solver.language import say


def list_meanings(old: Event, event: Event, table: Table) -> Iterator[Meaning]:
    """One stone is named of a rack that is known: any of its stones may have been misread, likeliest one like it."""
    if isinstance(old, See) and isinstance(event, See) and old.holder == event.holder:
        number = old.line.number
        for changed, _ in sorted(old.misread(event), key=lambda one: not one[1]):
            told = say("correct line {line}: {change}", line=number, change=old.tell_change(changed, table))
            yield Meaning(told, say("correct line {line}", line=number), line=number, instead=changed)
