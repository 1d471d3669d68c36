"""Mastermind in the terms of the contract of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from deduce_mastermind.rules import COLOURS, NOTATION, ROWS, Board, Shown, Table
from solver import game as contract
from solver.english import all_of
from solver.game import Game, NextStep, Opened, Wish, expect, override
from solver.grammar import Event, Players
from solver.language import say_count
from solver.log import LogError
from solver.proof.conflicts import Check
from solver.replay import Notation, Reading, Timeline


class Mastermind(Game):
    name = "mastermind"
    title = "Mastermind"
    seating = "the one who hides the code first"
    legend = f"The colours are {all_of(COLOURS)}; a colour may be there more than once."

    claims = ("red", "2", "2 red", "red red blue green")

    @override
    def notation(self) -> Notation:
        return NOTATION

    @override
    def replay(self, reading: Reading, upto: int | None = None) -> MastermindLog | tuple[LogError, ...]:
        timeline = Timeline(reading, Board, upto)
        return timeline.errors if timeline.table is None else MastermindLog(self, timeline, timeline.table)


class MastermindLog(Opened):
    table: Table
    timeline: Timeline[Table]

    @override
    def show(self, seat: str) -> contract.Sheet:
        from deduce_mastermind.codes import make_sheet

        return make_sheet(self.table, seat)

    @override
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[contract.HasData]:
        from deduce_mastermind.codes import explain

        return explain(self.table, seat, claim)

    @override
    def check(self, seat: str) -> Check:
        from deduce_mastermind.codes import check

        return check(self.timeline, self.table, seat)

    @override
    def advise(self, seat: str, wish: Wish) -> contract.Advice:  # noqa: ARG002 - no options, so nothing to wish
        from deduce_mastermind.codes import advise

        return advise(self.table, seat)

    @override
    def seen_from(self, seat: str) -> Iterator[Event]:
        """Everybody sees the board; the code only who hid it, until the game is over."""
        for event in self.reading.events:
            if not isinstance(event, Shown) or seat == self.table.players[0]:
                yield event
        if self.table.shown and self.table.over and seat != self.table.players[0]:
            yield self.table.shown

    @override
    def scene(self) -> contract.Data:
        guesses = [{"pegs": list(guess.code), "score": list(guess.score)} for guess in self.table.guesses]
        return {"guesses": guesses, "rows": ROWS}

    @override
    def tell(self, event: Event) -> str:
        if isinstance(event, Players):
            return f"{event.names[0]} hides the code; {all_of(event.names[1:])} guess{'es' * (len(event.names) == 2)}."
        return super().tell(event)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:
        from deduce_mastermind.codes import Sheet

        old, new = (len(expect(Sheet, one).left) if one else 0 for one in (before, after))
        left = say_count("{count} code left", "{count} codes left", new)
        return () if old == new else (f"{left}{f' (of {old:,})' * (old > new)}.",)

    @override
    def next_step(self) -> NextStep:
        if self.table.found:
            return NextStep(f"The code is found with {self.table.round} guesses", offer="review")
        if self.table.over:
            return NextStep("The code is not found", () if self.table.shown else ("code ",), offer="review")
        return NextStep(f"Guess {self.table.round + 1} of {ROWS}", ("guess ", "code "))

    @override
    def words(self) -> Mapping[str, Iterable[str]]:
        return {"COLOUR": COLOURS}


MASTERMIND = Mastermind()
