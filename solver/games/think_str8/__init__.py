"""Think Str8!: guess your own six cards from the sums the others confirm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.games.think_str8.notation import VERBS, read_log
from solver.games.think_str8.replay import replay
from solver.games.think_str8.table import Table
from solver.wishes import Wish

if TYPE_CHECKING:
    from solver.games.think_str8.advice import Advice
    from solver.games.think_str8.sheet import Sheet

__all__ = ["VERBS", "advise", "read_log", "replay", "show"]


def show(table: Table, seat: str) -> Sheet:
    from solver.games.think_str8.sheet import make_sheet  # numpy and ortools only where something is counted

    return make_sheet(table, seat)


def advise(table: Table, seat: str, wish: Wish) -> Advice:
    from solver.games.think_str8.advice import make_advice

    return make_advice(table, seat, wish)
