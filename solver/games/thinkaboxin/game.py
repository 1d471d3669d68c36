"""Thinkaboxin in the terms of the contract: what each question of a front end leads to.

What needs numpy or ortools is imported inside the methods, so that help and errors answer at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from solver import game as contract
from solver.game import Game, Opened, Recounts, SetupChoice, expect, override
from solver.games.thinkaboxin.rules import MODES, PLAIN
from solver.language import later
from solver.log import LogError
from solver.replay import Notation, Reading
from solver.trust import OPTION as TRUST_OPTION

if TYPE_CHECKING:
    from solver.chronicle import Chronicle, Part
    from solver.games.thinkaboxin.opened import ThinkaboxinLog


class Thinkaboxin(Game, Recounts):
    name = "thinkaboxin"
    title = "Thinkaboxin"
    seating = later("as you sit around the table")
    legend = later("A bid is an amount and a value: 3x5.")
    claims = ("3x5",)
    chosen = ("mode", "raise")
    setup = (
        SetupChoice(
            "mode",
            later("Which mode?"),
            ((later("plain"), ""), *((mode, f"mode {mode}") for mode in MODES if mode != PLAIN)),
        ),
        SetupChoice(
            "raise",
            later("How is a bid raised?"),
            (
                (later("By the rules"), ""),
                (later("House rule: a higher amount may come with any value"), "raise free"),
            ),
        ),
    )
    secret = ("roll",)
    private = ("mine", "hidden")
    short: ClassVar = {"roll": "2551", "bid": later("3x5 (three fives)"), "cup": "3316"}
    agreed = ("aid", "trust")
    options = (TRUST_OPTION,)

    @override
    def load(self) -> None:
        """Nothing here is counted by the engines."""
        import solver.games.thinkaboxin.advice
        import solver.games.thinkaboxin.sheet  # noqa: F401

    @override
    def notation(self) -> Notation:
        from solver.games.thinkaboxin.events import NOTATION

        return NOTATION

    @override
    def replay(self, reading: Reading, upto: int | None = None) -> ThinkaboxinLog | tuple[LogError, ...]:
        from solver.games.thinkaboxin.opened import ThinkaboxinLog
        from solver.games.thinkaboxin.replay import replay

        timeline = replay(reading, upto)
        return timeline.errors if timeline.table is None else ThinkaboxinLog(self, timeline, timeline.table)

    @override
    def review(self, logs: Sequence[Opened], seat: str) -> contract.Review:
        from solver.games.thinkaboxin.opened import ThinkaboxinLog
        from solver.games.thinkaboxin.review import review

        return review([expect(ThinkaboxinLog, log).table for log in logs], seat)

    @override
    def recount(self, logs: Sequence[Opened], review: contract.Review) -> Chronicle:
        from solver.games.thinkaboxin.chronicle import recount
        from solver.games.thinkaboxin.review import Review

        return recount(expect(Review, review), [log.reading.log for log in logs])

    @override
    def compare(self, reviews: Mapping[str, contract.Review]) -> Sequence[Part]:
        from solver.games.thinkaboxin.chronicle import compare
        from solver.games.thinkaboxin.review import Review

        return compare(expect(Review, next(iter(reviews.values()))))
