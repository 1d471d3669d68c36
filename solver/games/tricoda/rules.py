"""The box of Tricoda as data, and what can happen with it: stones, racks, points, the 23 question cards, events.

Another edition would be other data, not other code. An answer is a number: a count, or for a comparison 1 first, 0
same, -1 second. `true_answer` is what a reader must say. An event is one frozen value per line of the log; `*_at` is
the word to mark.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.grammar import NO_OWNER
from solver.log import Line, Word, at_line, at_word


class Stone(NamedTuple):
    """A kind of stone; the box holds up to four of a kind."""

    number: int
    colour: str

    def __str__(self) -> str:
        return f"{self.colour} {self.number}"


STONES = {
    Stone(1, "green"): 1,
    Stone(2, "yellow"): 2,
    Stone(3, "black"): 3,
    Stone(4, "brown"): 4,
    Stone(5, "red"): 4,
    Stone(5, "black"): 1,
    Stone(6, "pink"): 3,
    Stone(6, "green"): 3,
    Stone(7, "blue"): 4,
    Stone(7, "yellow"): 2,
    Stone(7, "pink"): 1,
}
KINDS = tuple(STONES)
PIECES = tuple(stone for stone, count in STONES.items() for _ in range(count))  # the stones one by one
NUMBERS = tuple(sorted({stone.number for stone in KINDS}))
COLOURS = tuple(dict.fromkeys(stone.colour for stone in KINDS))

RACKS = 4  # all filled, whatever the number of players
RACK = 3
SEEN_RACKS = RACKS - 1
PLAYERS = range(2, RACKS + 1)
POINTS_TO_WIN = 3

Code = tuple[int, ...]  # the numbers of a rack, smallest first: what is declared


def code_of(stones: Sequence[Stone]) -> Code:
    return tuple(sorted(stone.number for stone in stones))


def format_code(code: Sequence[int]) -> str:
    return " ".join(map(str, code))


def neutrals_of(players: tuple[str, ...]) -> tuple[str, ...]:
    """The racks that nobody owns: `neutral`, then `neutral2`."""
    return NO_OWNER[: max(0, RACKS - len(players))]


# The question cards.

SEVERAL = 3  # a colour in sight this many times counts for question 9
FIRST, SAME, SECOND = 1, 0, -1


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: the stones it counts. `word` is what is called out; `other` leaves a colour out."""

    text: str
    word: str
    number: int | None = None
    colour: str | None = None
    other: bool = False

    def counts(self, stone: Stone) -> bool:
        fits = self.colour is None or (stone.colour == self.colour) != self.other
        return fits and self.number in (None, stone.number)


@dataclass(frozen=True, slots=True)
class Racks:
    """How many racks in sight pass a test."""

    number: int
    text: str
    test: str
    limit: int = 0

    @property
    def answers(self) -> tuple[int, ...]:
        return tuple(range(SEEN_RACKS + 1))


@dataclass(frozen=True, slots=True)
class Tally:
    """How many colours, numbers or stones there are of the kind that `measure` names, from `least` to `most`."""

    number: int
    text: str
    measure: str
    least: int
    most: int
    stones: frozenset[Stone] = frozenset()

    @property
    def answers(self) -> tuple[int, ...]:
        return tuple(range(self.least, self.most + 1))


@dataclass(frozen=True, slots=True)
class Compare:
    """Are there more stones of the first side or of the second?"""

    number: int
    first: Side
    second: Side

    @property
    def text(self) -> str:
        return f"{self.first.text} or {self.second.text}"

    @property
    def answers(self) -> tuple[int, ...]:
        return (FIRST, SAME, SECOND)


Question = Racks | Tally | Compare

_SPECIAL = frozenset({Stone(1, "green"), Stone(5, "black"), Stone(7, "pink")})


def _kind(number: int, colour: str, word: str = "") -> Side:
    return Side(f"{colour} {number}s", word or colour, number, colour)


def _colour(colour: str) -> Side:
    return Side(f"{colour} stones", colour, None, colour)


CARDS: tuple[Question, ...] = (
    Racks(1, "racks with a sum of 18 or more", "at least", 18),
    Racks(2, "racks with a sum of 12 or more", "at least", 12),
    Racks(3, "racks with one number in two or more colours", "number in colours"),
    Racks(4, "racks with three different colours", "three colours"),
    Racks(5, "racks with only even or only odd numbers", "same parity"),
    Racks(6, "racks with two or more identical stones", "identical"),
    Racks(7, "racks with three consecutive numbers", "consecutive"),
    Tally(8, "different colours", "colours", 3, 7),
    Tally(9, "colours in sight three times or more", "colours several times", 0, 3),
    Tally(10, "numbers missing", "numbers missing", 0, 5),
    Tally(11, "stones among green 1, black 5, pink 7", "stones", 0, 3, _SPECIAL),
    Compare(12, Side("3s", "3s", 3), _kind(6, "pink")),
    Compare(13, _kind(6, "green"), _kind(7, "yellow")),
    Compare(14, _kind(2, "yellow", "2s"), _kind(7, "yellow", "7s")),
    Compare(15, _kind(6, "pink"), _kind(6, "green")),
    Compare(16, _kind(7, "blue"), Side("other 7s", "other", 7, "blue", other=True)),
    Compare(17, _colour("brown"), _colour("blue")),
    Compare(18, _colour("red"), _colour("pink")),
    Compare(19, _colour("green"), _colour("blue")),
    Compare(20, _colour("yellow"), _colour("pink")),
    Compare(21, _colour("black"), _colour("brown")),
    Compare(22, _colour("black"), _colour("red")),
    Compare(23, _colour("green"), _colour("yellow")),
)
QUESTIONS: Mapping[int, Question] = {card.number: card for card in CARDS}
AT_MOST = Racks(2, "racks with a sum of 12 or less", "at most", 12)  # card 2 of other editions


def question(number: int, at_most: bool = False) -> Question:
    return AT_MOST if at_most and number == AT_MOST.number else QUESTIONS[number]


# What is true.


TESTS: Mapping[str, Callable[[Sequence[Stone], int], bool]] = {
    "at least": lambda rack, limit: sum(code_of(rack)) >= limit,
    "at most": lambda rack, limit: sum(code_of(rack)) <= limit,
    "number in colours": lambda rack, _: len(set(code_of(rack))) < len(set(rack)),
    "three colours": lambda rack, _: len({stone.colour for stone in rack}) == len(rack),
    "same parity": lambda rack, _: len({stone.number % 2 for stone in rack}) == 1,
    "identical": lambda rack, _: len(set(rack)) < len(rack),
    "consecutive": lambda rack, _: all(b - a == 1 for a, b in zip(code_of(rack), code_of(rack)[1:], strict=False)),
}


def true_answer(asked: Question, racks: Sequence[Sequence[Stone]]) -> int:
    """What a reader must answer who sees these racks."""
    if isinstance(asked, Racks):
        return sum(TESTS[asked.test](rack, asked.limit) for rack in racks)
    stones = [stone for rack in racks for stone in rack]
    if isinstance(asked, Compare):
        first, second = sum(map(asked.first.counts, stones)), sum(map(asked.second.counts, stones))
        return (first > second) - (first < second)
    colours = Counter(stone.colour for stone in stones)
    if asked.measure == "colours":
        return len(colours)
    if asked.measure == "colours several times":
        return sum(colours[colour] >= SEVERAL for colour in COLOURS)
    if asked.measure == "numbers missing":
        return len(NUMBERS) - len({stone.number for stone in stones})
    return sum(stone in asked.stones for stone in stones)


def format_answer(asked: Question, answer: int) -> str:
    """The answer as a log has it: the count, or the word of the side."""
    words = {FIRST: asked.first.word, SECOND: asked.second.word, SAME: "same"} if isinstance(asked, Compare) else {}
    return words.get(answer, str(answer))


def named_sides(asked: Compare, answer: int) -> tuple[Side, Side]:
    """The sides of a comparison in the order the answer names them: more of the one than of the other."""
    return (asked.second, asked.first) if answer == SECOND else (asked.first, asked.second)


def say_answer(asked: Question, answer: int) -> str:
    """The answer in words that go on from `Ben sees`: 'more blue 7s than other 7s', 'no colour three times or more'."""
    if isinstance(asked, Compare):
        more, less = named_sides(asked, answer)
        return f"as many {more.text} as {less.text}" if answer == SAME else f"more {more.text} than {less.text}"
    counted = asked.text.replace(" in sight", "")
    one = _PLURAL.sub(r"\1", counted, count=1)
    return f"{answer} {counted}" if answer > 1 else f"{'1' if answer else 'no'} {one}"


_PLURAL = re.compile(r"(rack|colour|number|stone)s")


@dataclass(frozen=True, slots=True)
class Named:
    """A stone as a line names it."""

    stone: Stone
    at: Word = at_word()

    def __str__(self) -> str:
        return str(self.stone)


@dataclass(frozen=True, slots=True)
class Edition:
    """What my edition prints on card 2, the only one that differs."""

    at_most: bool
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class See:
    holder: str
    stones: tuple[Named, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Ask:
    """`player` reads question `card` and answers it; a comparison is answered 1 first, 0 same, -1 second.

    Without an answer the stones in sight tell it.
    """

    player: str
    card: int
    answer: int | None
    line: Line = at_line()
    card_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Declare:
    player: str
    code: Code
    right: bool | None  # None where the stones typed tell it
    line: Line = at_line()
    right_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Mix:
    """The stones beside the pile are mixed in again. The rule sheet does not say what to do when the pile is empty."""

    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class ShownRack:
    """The stones of a rack, seen by its owner too."""

    player: str
    stones: tuple[Named, ...]
    line: Line = at_line()


class Was(ShownRack):
    """The rack was laid beside the pile."""


class Reveal(ShownRack):
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Marked:
    """Marks on a sheet: all stones of a number, or one kind. In the table's own log `player` says whose."""

    marks: tuple[int | Stone, ...]
    player: str | None = None
    line: Line = at_line()


class Cross(Marked):
    """Crossed out."""


class Uncross(Marked):
    """No longer so."""
