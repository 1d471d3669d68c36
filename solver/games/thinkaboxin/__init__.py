"""Thinkaboxin: bids on the dice under all cups, of which everybody sees only the own."""

from __future__ import annotations

from solver.games.thinkaboxin.advice import advise
from solver.games.thinkaboxin.notation import VERBS, read_log
from solver.games.thinkaboxin.replay import replay
from solver.games.thinkaboxin.review import review
from solver.games.thinkaboxin.sheet import make_sheet as show
from solver.games.thinkaboxin.why import explain as why

__all__ = ["VERBS", "advise", "read_log", "replay", "review", "show", "why"]
