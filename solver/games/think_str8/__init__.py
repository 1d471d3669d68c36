"""Think Str8!: guess your own six cards from the sums the others confirm.

What counts or proves is loaded when it is first asked: numpy and ortools are slow to load, and errors need neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.games.think_str8.notation import VERBS, read_log
from solver.games.think_str8.replay import replay
from solver.games.think_str8.steps import next_question, next_step
from solver.games.think_str8.table import Table

if TYPE_CHECKING:
    from solver.games.think_str8.sheet import Sheet

__all__ = ["VERBS", "next_question", "next_step", "read_log", "replay", "show", "tell", "tell_news", "words"]


def show(table: Table, seat: str) -> Sheet:
    from solver.games.think_str8.sheet import make_sheet

    return make_sheet(table, seat)


def tell(event: object, table: Table) -> str:
    from solver.games.think_str8.telling import tell

    return tell(event, table)


def tell_news(before: Sheet | None, after: Sheet) -> tuple[str, ...]:
    from solver.games.think_str8.telling import tell_news

    return tell_news(before, after)


def words(table: Table) -> dict[str, tuple[str, ...]]:
    """What the parts of a verb's form can be, for completion."""
    return {"COLOUR": table.colours, "PLAYER": table.neutrals}
