"""Mastermind in the terms of the contract of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from deduce_mastermind.rules import COLOURS, FORMATS, ROWS, VERBS, Guess, Shown, Table, replay
from solver import game as contract
from solver.english import all_of, plural
from solver.game import Game, Opened, Step, Wish, expect, override
from solver.grammar import Event, Players, tell_common
from solver.log import LogError
from solver.proof.conflicts import Check
from solver.replay import Notation, Reading


class Mastermind(Game):
    name = "mastermind"
    title = "Mastermind"
    seating = "the one who hides the code first"
    legend = f"The colours are {all_of(COLOURS)}; a colour may be there more than once."

    claims = ("red", "2", "2 red", "red red blue green")

    @override
    def notation(self) -> Notation:
        return Notation(VERBS, FORMATS)

    @override
    def replay(self, reading: Reading, upto: int | None = None) -> MastermindLog | tuple[LogError, ...]:
        table, errors = replay(reading, upto)
        return errors or MastermindLog(self, reading, upto, table)


class MastermindLog(Opened):
    table: Table

    @override
    def show(self, seat: str) -> contract.Sheet:
        from deduce_mastermind.codes import make_sheet

        return make_sheet(self.table, seat)

    @override
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[contract.Told]:
        from deduce_mastermind.codes import explain

        return explain(self.table, seat, claim)

    @override
    def check(self, seat: str) -> Check:
        from deduce_mastermind.codes import check

        return check(self, self.table, seat)

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
    def in_public(self, event: Event) -> Event | None:
        return None if isinstance(event, Shown) and not self.table.over else event

    @override
    def scene(self) -> contract.Data:
        guesses = [{"pegs": list(guess.code), "score": list(guess.score)} for guess in self.table.guesses]
        return {"guesses": guesses, "rows": ROWS}

    @override
    def tell(self, event: Event) -> str:
        if isinstance(event, Players):
            return f"{event.names[0]} hides the code; {all_of(event.names[1:])} guess{'es' * (len(event.names) == 2)}."
        if isinstance(event, Guess):
            return f"{' '.join(event.code).capitalize()}: {event.score}."
        return f"The code is {' '.join(event.code)}." if isinstance(event, Shown) else tell_common(event)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:
        from deduce_mastermind.codes import Sheet

        old, new = (len(expect(Sheet, one).left) if one else 0 for one in (before, after))
        return () if old == new else (f"{plural(new, 'code')} left{f' (of {old:,})' * (old > new)}.",)

    @override
    def next_step(self) -> Step:
        if self.table.found:
            return Step(f"The code is found with {self.table.round} guesses", offer="review")
        if self.table.over:
            return Step("The code is not found", () if self.table.shown else ("code ",), offer="review")
        return Step(f"Guess {self.table.round + 1} of {ROWS}", ("guess ", "code "))

    @override
    def words(self) -> Mapping[str, Iterable[str]]:
        return {"COLOUR": COLOURS}


MASTERMIND = Mastermind()
