"""Think Str8! in the terms of the contract: what each question of a front end leads to.

What needs numpy or ortools is imported inside the methods, so that help and errors answer at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from solver import game as contract
from solver.english import Ask, fold, remark
from solver.game import Game, Opened, Option, Recounts, Repairs, Simulates, expect, override
from solver.log import Fault, LogError, Word, unreadable
from solver.replay import Notation, Reading
from solver.trust import OPTION as TRUST_OPTION

if TYPE_CHECKING:
    from solver.chronicle import Chronicle, Part
    from solver.games.think_str8.opened import Str8Log
    from solver.games.think_str8.review.review import Review
    from solver.proof.conflicts import Check
    from solver.simulation import Simulation


class ThinkStr8(Game, Repairs, Recounts, Simulates):
    name = "think-str8"
    title = "Think Str8!"
    seating = "the stone on top of the starting stack first"
    legend = (
        "Colours are words or b g y p r e (e is grey), also run together: gyb. Answers: hit (yes, =), low (the "
        "sum is above: >), high (the sum is below: <), miss (no); `higher` and `lower` could mean either."
    )
    claims = ("red 6", "red", "red 6 round 3")
    remembered = ("tokens",)
    short: ClassVar = {
        "dice": "gyb (green, yellow, blue)",
        "bet": "13-19= (a hit; 13-19> if the sum is above, 13-19< if below)",
        "bet NAME": "13-19 (from 13 to 19)",
        "told": "hit (or: low, the bet was too low; high, too high)",
        "swap": "y7 (your yellow card was a 7)",
        "swap NAME": "y7 (NAME now shows a yellow 7)",
    }
    options = (
        Option("dice", "y g b", "The dice as thrown: which one to turn, and to what.", words=True),
        Option("taken", "7,5", "Tokens, by length, taken by others and not typed."),
        Option("final", "", "The final bets as if the game ended now."),
        Option("aim", "points|N|win", "What the final bets aim at; N: at least N points."),
        TRUST_OPTION,
    )

    @override
    def load(self) -> None:
        super().load()
        import solver.games.think_str8.advice.advise
        import solver.games.think_str8.sheet  # noqa: F401

    @override
    def notation(self) -> Notation:
        from solver.games.think_str8.notation import NOTATION

        return NOTATION

    @override
    def replay(self, reading: Reading, upto: int | None = None) -> Str8Log | tuple[LogError, ...]:
        from solver.games.think_str8.opened import Str8Log
        from solver.games.think_str8.replay import replay

        table, errors = replay(reading, upto)
        return errors if errors or table is None else Str8Log(self, reading, upto, table)

    @override
    def review(self, logs: Sequence[Opened], seat: str) -> Review:
        from solver.games.think_str8.opened import Str8Log
        from solver.games.think_str8.review.review import review_log

        if len(logs) != 1:
            hint = remark("Name one log: ", Ask("review"))
            raise unreadable(None, "Think Str8! games are reviewed one at a time.", hint)
        log = expect(Str8Log, logs[0])
        return review_log(log.reading, log.table, seat, log.upto, log.trust)

    @override
    def recount(self, logs: Sequence[Opened], review: contract.Review) -> Chronicle:
        from solver.games.think_str8.review.chronicle import recount
        from solver.games.think_str8.review.review import Review

        return recount(expect(Review, review), logs[0].reading.log)

    @override
    def compare(self, reviews: Mapping[str, contract.Review]) -> Sequence[Part]:
        from solver.games.think_str8.review.chronicle import compare
        from solver.games.think_str8.review.review import Review

        return (compare([expect(Review, review) for review in reviews.values()]),)

    @override
    def option_of(self, word: str) -> str | None:
        from solver.games.think_str8.advice.moves import POINTS, WIN
        from solver.games.think_str8.rules import parse_colours

        if fold(word) in (POINTS, WIN) or word.lstrip("+-").isdecimal():
            return "aim"
        try:
            parse_colours(Word(word, 0))
        except Fault:
            return None
        return "dice"

    @override
    def check_broken(self, reading: Reading, errors: Sequence[LogError], upto: int | None) -> Check:
        from solver.games.think_str8.check import check_broken

        return check_broken(reading, errors, upto)

    @override
    def simulation(self) -> Simulation:
        from solver.games.think_str8.match import make_simulation

        return make_simulation()
