"""The board as the log tells it, and the rules that its lines must keep."""

from __future__ import annotations

from dataclasses import dataclass, replace

from deduce_mastermind.rules import ROWS, Guess, Shown
from solver.grammar import Event, Me, Players
from solver.log import Fault, Kind, LogError, against_rules
from solver.replay import Reading


@dataclass(frozen=True, slots=True)
class Table:
    players: tuple[str, ...] = ()
    me: str = ""
    guesses: tuple[Guess, ...] = ()
    shown: Shown | None = None
    warnings: tuple[LogError, ...] = ()

    @property
    def round(self) -> int:
        return len(self.guesses)

    @property
    def found(self) -> bool:
        return bool(self.guesses) and self.guesses[-1].score.solved

    @property
    def turned(self) -> bool:
        """The code lies open. Who hid it (the first player) and the table's own log have it from the start."""
        return self.shown is not None and self.me in self.players[1:]

    @property
    def over(self) -> bool:
        return self.found or self.turned or self.round == ROWS

    def code_for(self, seat: str) -> Shown | None:
        """The code, if the seat knows it."""
        return self.shown if self.over or seat not in self.players[1:] else None


def replay(reading: Reading, upto: int | None = None) -> tuple[Table, tuple[LogError, ...]]:
    """The board after `upto` guesses, or at the end; and all lines that break a rule."""
    table, errors = Table(), list[LogError]()
    for event in reading.events:
        if table.round == upto and (isinstance(event, Guess) or (isinstance(event, Shown) and table.round)):
            break
        try:
            table = _take(table, event, reading.log.name)
        except Fault as fault:
            errors.append(fault.on(event.line, reading.log.name))
    return table, tuple(errors)


def _take(table: Table, event: Event, log: str) -> Table:
    """The table after an event; raises a Fault if it breaks a rule."""
    if isinstance(event, Players):
        if len(event.names) < 2:
            raise against_rules(event.line.words[-1], "One player.", "The first hides the code, the others guess.")
        return replace(table, players=event.names)
    if isinstance(event, Me):
        return replace(table, me=event.player)
    if isinstance(event, Shown):
        if table.shown:
            problem = f"The code is in line {table.shown.line.number} already."
            raise against_rules(None, problem, "Delete one of the two.")
        return replace(table, shown=event)
    return _guess(table, event, log) if isinstance(event, Guess) else table


def _guess(table: Table, guess: Guess, log: str) -> Table:
    if table.over:
        ending = "The code was found" if table.found else "The code was shown" if table.turned else "The board is full"
        raise against_rules(None, f"{ending} before this line.", "Another game goes into another file.")
    after = replace(table, guesses=(*table.guesses, guess))
    same = next((other for other in table.guesses if other.code == guess.code), None)
    if same is None:
        return after
    warning = Fault(Kind.WARNING, None, f"The same guess as in line {same.line.number}.", "Check the colours.")
    return replace(after, warnings=(*table.warnings, warning.on(guess.line, log)))
