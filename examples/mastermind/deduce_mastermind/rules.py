"""The box, how a guess is scored, the lines of a log, and the board as these tell it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from solver.grammar import Event, Players, Words, find_word
from solver.log import Line, LogError, Word, against_rules, at_line
from solver.replay import Notation, Replay

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


def read_colour(word: Word) -> str:
    return find_word(word, COLOURS, "`{word}` is not a colour.")


def read_code(words: Words) -> Code:
    return tuple(read_colour(words.take(f"{PEGS} colours")) for _ in range(PEGS))


def _read_count(word: Word) -> int:
    return int(find_word(word, map(str, range(PEGS + 1)), "`{word}` is not a number of key pegs."))


@dataclass(frozen=True, slots=True)
class Guess(Event):
    word = "guess"
    form = "guess COLOUR COLOUR COLOUR COLOUR BLACK WHITE"
    means = "four pegs and their key pegs: first the black ones (right place), then the white ones (elsewhere)"
    examples = ("guess red blue green yellow 1 2", "guess r blu g y 4 0")

    code: Code
    score: Score
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Guess:
        code = read_code(words)
        first = words.take("the black key pegs and then the white ones")
        given = Score(_read_count(first), _read_count(words.take("the white key pegs, 0 if there are none")))
        words.done()
        if given not in SCORES:
            hint = f"Black and white together are at most {PEGS}, and {Score(PEGS - 1, 1)} is impossible."
            raise against_rules(first, f"No guess is scored {given}.", hint)
        return cls(code, given, words.line)

    def write(self) -> str:
        return f"guess {' '.join(self.code)} {self.score.black} {self.score.white}"

    def tell(self, _: object) -> str:
        return f"{' '.join(self.code).capitalize()}: {self.score}."


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """The code itself: turned at the end, or known from the start to the player who hid it."""

    word = "code"
    form = "code COLOUR COLOUR COLOUR COLOUR"
    means = "the code, when it is shown; or at once, if you hid it yourself or in the table's own log"
    examples = ("code red red white black",)

    code: Code
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Shown:
        code = read_code(words)
        words.done()
        return cls(code, words.line)

    def write(self) -> str:
        return f"code {' '.join(self.code)}"

    def in_public(self, table: Table) -> Event | None:
        return self if table.over else None

    def tell(self, _: object) -> str:
        return f"The code is {' '.join(self.code)}."


NOTATION = Notation(Guess, Shown)


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


class Board(Replay):
    board = Table((), "")

    def goes_beyond(self, event: Event, upto: int) -> bool:
        return self.board.round == upto and (isinstance(event, Guess) or (isinstance(event, Shown) and upto > 0))

    def take(self, event: Event) -> None:
        if isinstance(event, Players):
            self.board = Table(event.names, self.me)
            if len(event.names) < 2:
                raise against_rules(event.line.words[-1], "One player.", "The first hides the code, the others guess.")
        elif isinstance(event, Shown):
            if shown := self.board.shown:
                raise against_rules(None, f"The code is in line {shown.line.number} already.", "Delete one of the two.")
            self.board = replace(self.board, shown=event)
        elif isinstance(event, Guess):
            self.guess(event)

    def guess(self, guess: Guess) -> None:
        if self.board.over:
            ending = "The code was found" if self.board.found else "The code was shown"
            ending = ending if self.board.found or self.board.turned else "The board is full"
            raise against_rules(None, f"{ending} before this line.", "Another game goes into another file.")
        if same := next((other for other in self.board.guesses if other.code == guess.code), None):
            self.warn(None, f"The same guess as in line {same.line.number}.", "Check the colours.")
        self.board = replace(self.board, guesses=(*self.board.guesses, guess))

    def table(self) -> Table:
        return replace(self.board, warnings=self.warnings)
