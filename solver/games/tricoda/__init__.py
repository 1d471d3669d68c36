"""Tricoda: guess the three numbers on your own rack from what the others say they see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.games.tricoda.notation import VERBS, read_log
from solver.games.tricoda.replay import replay
from solver.games.tricoda.table import Table

if TYPE_CHECKING:
    from solver.games.tricoda.sheet import Sheet

__all__ = ["VERBS", "read_log", "replay", "show"]


def show(table: Table, seat: str) -> Sheet:
    from solver.games.tricoda.sheet import make_sheet  # numpy and ortools only where something is counted

    return make_sheet(table, seat)
