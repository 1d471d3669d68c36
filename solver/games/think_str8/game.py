"""Think Str8! in the terms of the contract: what each question of a front end leads to.

What needs numpy or ortools is imported inside the methods, so that help and errors answer at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from solver import game as contract
from solver.english import Ask, Saying, fold, remark
from solver.game import (
    Awaited,
    Game,
    Hints,
    Opened,
    Option,
    Question,
    Reads,
    Recounts,
    Repairs,
    Simulates,
    Step,
    Told,
    Wish,
    expect,
    override,
)
from solver.grammar import Event
from solver.log import Fault, LogError, Word, unreadable
from solver.replay import Notation, Reading
from solver.trust import OPTION as TRUST_OPTION
from solver.trust import choose_trust

if TYPE_CHECKING:
    from solver.chronicle import Chronicle, Part
    from solver.games.think_str8.advice.advise import Advice
    from solver.games.think_str8.beliefs import TableReading
    from solver.games.think_str8.review.review import Review
    from solver.games.think_str8.sheet import Sheet
    from solver.games.think_str8.table import Table
    from solver.games.think_str8.why import Answer
    from solver.proof.conflicts import Check
    from solver.simulation import Simulation


TRUST = Fraction(1)  # in the others' bets, if nothing else is said


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
        from solver.games.think_str8.replay import replay

        table, errors = replay(reading, upto)
        return errors if errors or table is None else Str8Log(self, reading, upto, table)

    @override
    def review(self, logs: Sequence[Opened], seat: str) -> Review:
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


class Str8Log(Opened, Hints, Reads):
    table: Table

    @override
    def show(self, seat: str) -> Sheet:
        from solver.games.think_str8.sheet import make_sheet

        return make_sheet(self.table, seat)

    @override
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[Answer]:
        from solver.games.think_str8.why import explain

        return explain(self.table, seat, claim)

    @override
    def check(self, seat: str) -> Check:
        from solver.games.think_str8.check import check

        return check(self.reading, self.table, seat, self.upto)

    @override
    def advise(self, seat: str, wish: Wish) -> Advice:
        from solver.games.think_str8.advice.advise import make_advice

        return make_advice(self.table, seat, wish, float(choose_trust(self.opening, TRUST, wish.get("trust"))))

    @override
    def suggest(self, seat: str) -> TableReading | None:
        if self.table.finished or not self.trust:
            return None
        from solver.games.think_str8.beliefs import suggest

        return suggest(self.table, seat, self.trust)

    @override
    def keep_up(self, seat: str) -> None:
        from solver.games.think_str8.beliefs import read_bets

        read_bets(self.table, seat, self.trust)

    @property
    def trust(self) -> float:
        """How far the log wants the others' bets to be believed."""
        return float(choose_trust(self.opening, TRUST))

    @override
    def hint(self, seat: str, level: int) -> Told | None:
        from solver.games.think_str8.why import give_hint

        return give_hint(self.table, seat, level)

    @override
    def doubts(self, seat: str) -> Sequence[Saying]:
        from solver.games.think_str8.words import find_doubts

        return find_doubts(self.table, seat)

    @override
    def misheard(self, seat: str) -> Sequence[str]:
        from solver.games.think_str8.facts import tell_misheard

        return tell_misheard(self.table, seat)

    @override
    def seen_from(self, seat: str) -> Iterable[Event]:
        from solver.games.think_str8.gate import pass_through

        return pass_through(self.reading.events, self.table, seat)

    @override
    def in_public(self, event: Event) -> Event | None:
        from solver.games.think_str8.gate import show_to_all

        return show_to_all(event, self.reading.events, self.table)

    @override
    def complete(self, line: str) -> str:
        from solver.games.think_str8.gate import name_card

        return name_card(line, self.table)

    @override
    def scene(self) -> contract.Data:
        from solver.games.think_str8.gate import describe_table

        return describe_table(self.table)

    @override
    def tell(self, event: Event) -> str:
        from solver.games.think_str8.words import tell

        return tell(event, self.table)

    @override
    def tell_change(self, old: Event, new: Event) -> str:
        from solver.games.think_str8.words import tell_change

        return tell_change(old, new, self.table) or super().tell_change(old, new)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:
        from solver.games.think_str8.sheet import Sheet, tell_news

        return tell_news(None if before is None else expect(Sheet, before), expect(Sheet, after))

    @override
    def next_step(self) -> Step:
        from solver.games.think_str8.words import next_step

        return next_step(self.table)

    @override
    def awaited(self) -> Sequence[Awaited]:
        from solver.games.think_str8.words import list_awaited

        return list_awaited(self.table)

    @override
    def next_question(self, skipped: Collection[str]) -> Question | None:
        from solver.games.think_str8.words import next_question

        return next_question(self.table, skipped)

    @override
    def words(self) -> Mapping[str, Iterable[str]]:
        from solver.games.think_str8.words import words

        return words(self.table)
