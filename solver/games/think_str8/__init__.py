"""Think Str8!: guess your own six cards from the sums the others confirm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.games.think_str8.notation import VERBS, read_log
from solver.games.think_str8.replay import replay
from solver.games.think_str8.table import Table
from solver.grammar import Reading

if TYPE_CHECKING:
    from solver.errors import LogError
    from solver.games.think_str8.check import Check
    from solver.games.think_str8.hint import Hint
    from solver.games.think_str8.sheet import Sheet
    from solver.games.think_str8.why import Answer

__all__ = ["VERBS", "check", "check_broken", "hint", "read_log", "replay", "show", "why"]


def show(table: Table, seat: str) -> Sheet:
    from solver.games.think_str8.sheet import make_sheet  # numpy and ortools only where something is counted

    return make_sheet(table, seat)


def why(table: Table, seat: str, words: Sequence[str]) -> tuple[Answer, ...]:
    from solver.games.think_str8.claims import parse_claims
    from solver.games.think_str8.why import answer

    return answer(table, seat, parse_claims(words, table))


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    from solver.games.think_str8.check import check

    return check(reading, table, seat, upto)


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    from solver.games.think_str8.check import check_broken

    return check_broken(reading, errors, upto)


def hint(table: Table, seat: str, level: int) -> Hint | None:
    from solver.games.think_str8.hint import give_hint

    return give_hint(table, seat, level)
