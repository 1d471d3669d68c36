"""What can happen at a table of Think Str8!: one frozen value per line of the log. `*_at` is the word to mark."""

from __future__ import annotations

from dataclasses import dataclass

from solver.log import Line, Word, at_line, at_word


@dataclass(frozen=True, slots=True)
class Card:
    """A card with its number, as a line names it."""

    colour: str
    number: int
    at: Word = at_word()

    def __str__(self) -> str:
        return f"{self.colour} {self.number}"


@dataclass(frozen=True, slots=True)
class Without:
    colour: str
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Tokens:
    points: tuple[tuple[int, int], ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class See:
    holder: str
    cards: tuple[Card, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Dice:
    colours: tuple[str, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Bet:
    player: str
    low: int
    high: int
    answer: str | None = None
    line: Line = at_line()
    range_at: Word = at_word()
    answer_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Told:
    player: str
    answer: str
    line: Line = at_line()
    answer_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Swap:
    """`old` is laid off face up; `new` is what the others now see, None if the owner drew it or it was not typed."""

    player: str
    old: Card
    new: Card | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Cross:
    """Crossed out on a pad: the owner's, or in the table's own log that of the `player` named."""

    cards: tuple[Card, ...]
    player: str | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Uncross:
    cards: tuple[Card, ...]
    player: str | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Score:
    player: str
    points: int
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Final:
    """Final bets: every card named is one bet on that colour."""

    player: str
    cards: tuple[Card, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Reveal:
    player: str
    cards: tuple[Card, ...]
    line: Line = at_line()
