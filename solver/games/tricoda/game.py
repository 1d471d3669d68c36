"""Tricoda in the terms of the contract: what each question of a front end leads to.

What needs numpy or ortools is imported inside the methods, so that help and errors answer at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from solver import game as contract
from solver.game import Game, Opened, Recounts, Repairs, Simulates, expect, override
from solver.log import LogError
from solver.replay import Notation, Reading

if TYPE_CHECKING:
    from solver.chronicle import Chronicle, Part
    from solver.games.tricoda.opened import TricodaLog
    from solver.proof.conflicts import Check
    from solver.simulation import Simulation


class Tricoda(Game, Repairs, Recounts, Simulates):
    name = "tricoda"
    title = "Tricoda"
    seating = "in turn order"
    legend = (
        "Stones are a colour and a number; colours may be cut short: green 6, gre6, g6. Comparisons are "
        "answered first, second or same."
    )
    claims = ("blue 7", "7", "4 5 5")
    counts = "question"
    short: ClassVar = {
        "ask": "6 0 (card 6, the answer was 0)",
        **dict.fromkeys(("see", "was", "reveal"), "g1 b7 b7 (green 1, blue 7, blue 7)"),
    }

    @override
    def load(self) -> None:
        super().load()
        import solver.games.tricoda.advice
        import solver.games.tricoda.sheet  # noqa: F401

    @override
    def notation(self) -> Notation:
        from solver.games.tricoda.notation import NOTATION

        return NOTATION

    @override
    def replay(self, reading: Reading, upto: int | None = None) -> TricodaLog | tuple[LogError, ...]:
        from solver.games.tricoda.opened import TricodaLog
        from solver.games.tricoda.replay import replay

        table, errors = replay(reading, upto)
        return errors if errors or table is None else TricodaLog(self, reading, upto, table)

    @override
    def review(self, logs: Sequence[Opened], seat: str) -> contract.Review:
        from solver.games.tricoda.opened import TricodaLog
        from solver.games.tricoda.review import review_logs

        return review_logs([expect(TricodaLog, log).table for log in logs], seat)

    @override
    def recount(self, logs: Sequence[Opened], review: contract.Review) -> Chronicle:
        from solver.games.tricoda.chronicle import recount, recount_games
        from solver.games.tricoda.review import Review, Reviews

        read = [log.reading.log for log in logs]
        if isinstance(review, Reviews):
            return recount_games(review, read)
        return recount(expect(Review, review), read[0])

    @override
    def compare(self, reviews: Mapping[str, contract.Review]) -> Sequence[Part]:
        from solver.games.tricoda.chronicle import compare
        from solver.games.tricoda.review import Review

        return compare(expect(Review, next(iter(reviews.values()))))

    @override
    def check_broken(self, reading: Reading, errors: Sequence[LogError], upto: int | None) -> Check:
        from solver.games.tricoda.check import check_broken

        return check_broken(reading, errors, upto)

    @override
    def simulation(self) -> Simulation:
        from solver.games.tricoda.simulation import make_simulation

        return make_simulation()
