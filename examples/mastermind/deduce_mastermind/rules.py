"""The box, how a guess is scored, the lines of a log, and the board as these tell it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from solver.grammar import Event, Players, Verb, Words, find_word
from solver.log import Fault, Kind, Line, LogError, Word, against_rules, at_line
from solver.replay import Reading

COLOURS = ("red", "blue", "green", "yellow", "white", "black")
PEGS, ROWS = 4, 10

Code = tuple[str, ...]


class Score(NamedTuple):
    """Key pegs: black for the right colour in the right place, white for a right colour elsewhere."""

    black: int
    white: int

    @property
    def solved(self) -> bool:
        return self.black == PEGS

    def __str__(self) -> str:
        return f"{self.black} black, {self.white} white"


SCORES = tuple(
    Score(black, white)
    for black in range(PEGS + 1)
    for white in range(PEGS + 1 - black)
    if (black, white) != (PEGS - 1, 1)  # the last peg has no other place to be right in
)


@dataclass(frozen=True, slots=True)
class Guess:
    code: Code
    score: Score
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Shown:
    """The code itself: turned at the end, or known from the start to the player who hid it."""

    code: Code
    line: Line = at_line()


def read_colour(word: Word) -> str:
    return find_word(word, COLOURS, "colour")


def read_code(words: Words) -> Code:
    return tuple(read_colour(words.take(f"{PEGS} colours")) for _ in range(PEGS))


def read_guess(words: Words) -> Guess:
    code = read_code(words)
    first = words.take("the black key pegs and then the white ones")
    given = Score(_read_count(first), _read_count(words.take("the white key pegs, 0 if there are none")))
    words.done()
    if given not in SCORES:
        hint = f"Black and white together are at most {PEGS}, and {Score(PEGS - 1, 1)} is impossible."
        raise against_rules(first, f"No guess is scored {given}.", hint)
    return Guess(code, given, words.line)


def _read_count(word: Word) -> int:
    return int(find_word(word, map(str, range(PEGS + 1)), "number of key pegs"))


def read_shown(words: Words) -> Shown:
    code = read_code(words)
    words.done()
    return Shown(code, words.line)


VERBS = (
    Verb(
        "guess",
        "guess COLOUR COLOUR COLOUR COLOUR BLACK WHITE",
        "four pegs and their key pegs: first the black ones (right place), then the white ones (elsewhere)",
        ("guess red blue green yellow 1 2", "guess r blu g y 4 0"),
        read_guess,
    ),
    Verb(
        "code",
        "code COLOUR COLOUR COLOUR COLOUR",
        "the code, when it is shown; or at once, if you hid it yourself or in the table's own log",
        ("code red red white black",),
        read_shown,
    ),
)
FORMATS: dict[type, Callable[..., str]] = {
    Guess: lambda event: f"guess {' '.join(event.code)} {event.score.black} {event.score.white}",
    Shown: lambda event: f"code {' '.join(event.code)}",
}


# The board as the log tells it, and the rules that its lines must keep.


@dataclass(frozen=True, slots=True)
class Table:
    players: tuple[str, ...]
    me: str
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
    table, errors = Table(reading.opening.players, str(reading.opening.me)), list[LogError]()
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
    if isinstance(event, Players) and len(event.names) < 2:
        raise against_rules(event.line.words[-1], "One player.", "The first hides the code, the others guess.")
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
