"""The box, how a guess is scored, and the lines of a log: what can happen as frozen events, and one table of verbs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from solver.english import all_of, any_of, match_beginning, nearest
from solver.grammar import FORMATS, Event, Verb, Words
from solver.log import Line, Word, against_rules, ambiguous, at_line, at_word, unreadable

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


def score(guess: Code, code: Code) -> Score:
    black = sum(one == other for one, other in zip(guess, code, strict=True))
    return Score(black, (Counter(guess) & Counter(code)).total() - black)


@dataclass(frozen=True, slots=True)
class Guess:
    code: Code
    score: Score
    line: Line = at_line()
    score_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Shown:
    """The code itself: turned at the end, or known from the start to the player who hid it."""

    code: Code
    line: Line = at_line()


def read_colour(word: Word) -> str:
    found = match_beginning(word.key, COLOURS)
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous(word, f"`{word.text}` could be {any_of(found)}.", "Type one letter more.")
    meant = nearest(word.key, COLOURS)
    hint = f"Did you mean {meant}?" if meant else f"The colours are {all_of(COLOURS)}."
    raise unreadable(word, f"`{word.text}` is not a colour.", hint)


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
    return Guess(code, given, words.line, first)


def _read_count(word: Word) -> int:
    if not word.text.isdecimal() or len(word.text) > 2:
        raise unreadable(word, f"`{word.text}` is not a number of key pegs.", "Type black, then white: 1 2")
    return int(word.text)


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
_FORMATS: dict[type, Callable[..., str]] = FORMATS | {
    Guess: lambda event: f"guess {' '.join(event.code)} {event.score.black} {event.score.white}",
    Shown: lambda event: f"code {' '.join(event.code)}",
}


def format_event(event: Event) -> str:
    return _FORMATS[type(event)](event)
