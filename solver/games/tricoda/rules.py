"""The box of Tricoda as data: stones, racks, points, the 23 question cards.

Another edition would be other data, not other code. An answer is a number: a count, or for a comparison 1 first, 0
same, -1 second. `true_answer` is what a reader must say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.grammar import NO_OWNER
from solver.language import as_typed, later, later_count, say
from solver.log import Word, at_word

GREEN, YELLOW, BLACK, BROWN = later("green"), later("yellow"), later("black"), later("brown")
RED, PINK, BLUE = later("red"), later("pink"), later("blue")


class Stone(NamedTuple):
    """A kind of stone; the box holds up to four of a kind."""

    number: int
    colour: str

    def __str__(self) -> str:
        """As a log has it."""
        return f"{self.colour} {self.number}"

    @property
    def said(self) -> str:
        return f"{say(self.colour)} {self.number}"


STONES = {
    Stone(1, GREEN): 1,
    Stone(2, YELLOW): 2,
    Stone(3, BLACK): 3,
    Stone(4, BROWN): 4,
    Stone(5, RED): 4,
    Stone(5, BLACK): 1,
    Stone(6, PINK): 3,
    Stone(6, GREEN): 3,
    Stone(7, BLUE): 4,
    Stone(7, YELLOW): 2,
    Stone(7, PINK): 1,
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


def say_mark(mark: int | Stone) -> str:
    """What is crossed out, as it is said: all stones of a number, or one kind."""
    return mark.said if isinstance(mark, Stone) else str(mark)


def format_code(code: Sequence[int]) -> str:
    return " ".join(map(str, code))


def say_holder(holder: str) -> str:
    """A player's name, or the name of a rack that nobody owns."""
    return say(_NOBODYS.get(holder, "")) or holder


_NOBODYS = dict(zip(NO_OWNER, (later("neutral"), later("neutral2")), strict=True))


def neutrals_of(players: tuple[str, ...]) -> tuple[str, ...]:
    """The racks that nobody owns: `neutral`, then `neutral2`."""
    return NO_OWNER[: max(0, RACKS - len(players))]


# The question cards.

SEVERAL = 3  # a colour in sight this many times counts for question 9
FIRST, SAME, SECOND = 1, 0, -1
(OTHER,) = as_typed(later("other"))


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

    @property
    def said(self) -> str:
        """The text as it is said."""
        if self.colour is None:
            return say("{number}s", number=self.number)
        if self.number is None:
            return say("{colour} stones", colour=say(self.colour))
        if self.other:
            return say("other {number}s", number=self.number)
        return say("{colour} {number}s", colour=say(self.colour), number=self.number)

    @property
    def called(self) -> str:
        """The word as it is said."""
        if self.word in (self.colour, OTHER):
            return say(self.word)
        return say("{number}s", number=self.number)


@dataclass(frozen=True, slots=True)
class Racks:
    """How many racks in sight pass a test; `none` is what is seen if none does, `some` what if any do."""

    number: int
    text: str
    none: str
    some: tuple[str, str]
    test: str
    limit: int = 0

    @property
    def said(self) -> str:
        return say(self.text)

    @property
    def answers(self) -> tuple[int, ...]:
        return tuple(range(SEEN_RACKS + 1))


@dataclass(frozen=True, slots=True)
class HowMany:
    """How many colours, numbers or stones there are of the kind that `measure` names, from `least` to `most`."""

    number: int
    text: str
    none: str
    some: tuple[str, str]
    measure: str
    least: int
    most: int
    stones: frozenset[Stone] = frozenset()

    @property
    def said(self) -> str:
        return say(self.text)

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
    def said(self) -> str:
        return say("{first} or {second}", first=self.first.said, second=self.second.said)

    def named_sides(self, answer: int) -> tuple[Side, Side]:
        """The sides in the order the answer names them: more of the one than of the other."""
        return (self.second, self.first) if answer == SECOND else (self.first, self.second)

    @property
    def answers(self) -> tuple[int, ...]:
        return (FIRST, SAME, SECOND)


Question = Racks | HowMany | Compare

_SPECIAL = frozenset({Stone(1, GREEN), Stone(5, BLACK), Stone(7, PINK)})


def _kind(number: int, colour: str, word: str = "") -> Side:
    return Side(f"{colour} {number}s", word or colour, number, colour)


def _colour(colour: str) -> Side:
    return Side(f"{colour} stones", colour, None, colour)


CARDS: tuple[Question, ...] = (
    Racks(
        1,
        later("racks with a sum of 18 or more"),
        later("no rack with a sum of 18 or more"),
        later_count("{count} rack with a sum of 18 or more", "{count} racks with a sum of 18 or more"),
        "at least",
        18,
    ),
    Racks(
        2,
        later("racks with a sum of 12 or more"),
        later("no rack with a sum of 12 or more"),
        later_count("{count} rack with a sum of 12 or more", "{count} racks with a sum of 12 or more"),
        "at least",
        12,
    ),
    Racks(
        3,
        later("racks with one number in two or more colours"),
        later("no rack with one number in two or more colours"),
        later_count(
            "{count} rack with one number in two or more colours",
            "{count} racks with one number in two or more colours",
        ),
        "number in colours",
    ),
    Racks(
        4,
        later("racks with three different colours"),
        later("no rack with three different colours"),
        later_count("{count} rack with three different colours", "{count} racks with three different colours"),
        "three colours",
    ),
    Racks(
        5,
        later("racks with only even or only odd numbers"),
        later("no rack with only even or only odd numbers"),
        later_count(
            "{count} rack with only even or only odd numbers", "{count} racks with only even or only odd numbers"
        ),
        "same parity",
    ),
    Racks(
        6,
        later("racks with two or more identical stones"),
        later("no rack with two or more identical stones"),
        later_count(
            "{count} rack with two or more identical stones", "{count} racks with two or more identical stones"
        ),
        "identical",
    ),
    Racks(
        7,
        later("racks with three consecutive numbers"),
        later("no rack with three consecutive numbers"),
        later_count("{count} rack with three consecutive numbers", "{count} racks with three consecutive numbers"),
        "consecutive",
    ),
    HowMany(
        8,
        later("different colours"),
        later("no different colour"),
        later_count("{count} different colour", "{count} different colours"),
        "colours",
        3,
        7,
    ),
    HowMany(
        9,
        later("colours in sight three times or more"),
        later("no colour three times or more"),
        later_count("{count} colour three times or more", "{count} colours three times or more"),
        "colours several times",
        0,
        3,
    ),
    HowMany(
        10,
        later("numbers missing"),
        later("no number missing"),
        later_count("{count} number missing", "{count} numbers missing"),
        "numbers missing",
        0,
        5,
    ),
    HowMany(
        11,
        later("stones among green 1, black 5, pink 7"),
        later("no stone among green 1, black 5, pink 7"),
        later_count("{count} stone among green 1, black 5, pink 7", "{count} stones among green 1, black 5, pink 7"),
        "stones",
        0,
        3,
        _SPECIAL,
    ),
    Compare(12, Side("3s", "3s", 3), _kind(6, PINK)),
    Compare(13, _kind(6, GREEN), _kind(7, YELLOW)),
    Compare(14, _kind(2, YELLOW, "2s"), _kind(7, YELLOW, "7s")),
    Compare(15, _kind(6, PINK), _kind(6, GREEN)),
    Compare(16, _kind(7, BLUE), Side("other 7s", OTHER, 7, BLUE, other=True)),
    Compare(17, _colour(BROWN), _colour(BLUE)),
    Compare(18, _colour(RED), _colour(PINK)),
    Compare(19, _colour(GREEN), _colour(BLUE)),
    Compare(20, _colour(YELLOW), _colour(PINK)),
    Compare(21, _colour(BLACK), _colour(BROWN)),
    Compare(22, _colour(BLACK), _colour(RED)),
    Compare(23, _colour(GREEN), _colour(YELLOW)),
)
QUESTIONS: Mapping[int, Question] = {card.number: card for card in CARDS}
AT_MOST = Racks(  # card 2 of other editions
    2,
    later("racks with a sum of 12 or less"),
    later("no rack with a sum of 12 or less"),
    later_count("{count} rack with a sum of 12 or less", "{count} racks with a sum of 12 or less"),
    "at most",
    12,
)


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


def say_called(asked: Question, answer: int) -> str:
    """The answer as it is called out."""
    if not isinstance(asked, Compare):
        return str(answer)
    return say("same") if answer == SAME else asked.named_sides(answer)[0].called


@dataclass(frozen=True, slots=True)
class Named:
    """A stone as a line names it."""

    stone: Stone
    at: Word = at_word()

    def __str__(self) -> str:
        return str(self.stone)

    @property
    def said(self) -> str:
        return self.stone.said
