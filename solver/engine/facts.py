"""Hidden cards and the facts that limit them, as frozen data that several readers understand.

`holds` tests one world, `worlds` counts all of them, `cpsat` compiles them; they must agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.log import Line


@dataclass(frozen=True, eq=False, slots=True)
class Parts:
    """What every number of a card is made of: how many of each part. A rack is made of stones."""

    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """A card hidden from me: what people call it, the round it was taken up in, and the numbers it could ever have."""

    name: str
    since: int
    values: tuple[int, ...] | range
    parts: Parts | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.name, self.since))  # short: cards are looked up very often

    def is_piece(self, number: int) -> bool:
        """Whether it is made of a single piece with that number."""
        return self.parts is None or sum(self.parts.rows[number]) == 1


World = Mapping[Hidden, int]


class OneOf(NamedTuple):
    """The card has one of these numbers."""

    card: Hidden
    numbers: frozenset[int]

    @property
    def cards(self) -> tuple[Hidden, ...]:
        return (self.card,)

    def holds(self, world: World) -> bool:
        return world[self.card] in self.numbers


class SumIn(NamedTuple):
    """The cards, each counted a number of times, add up to one of these sums."""

    terms: tuple[tuple[Hidden, int], ...]
    sums: frozenset[int]

    @property
    def cards(self) -> tuple[Hidden, ...]:
        return tuple(card for card, _ in self.terms)

    def holds(self, world: World) -> bool:
        return sum(times * world[card] for card, times in self.terms) in self.sums


class Stock(NamedTuple):
    """Cards made of parts that are out of the box at the same time: they share what the box has of each part."""

    cards: tuple[Hidden, ...]
    most: tuple[int, ...]


Limit = OneOf | SumIn


ANSWERED = 10  # the cost of a fact that rests on an answer; what was seen or turned over costs less


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a line of the log tells about hidden cards. `told` is the game's own record of it, for wording.

    `cost` is how much of a proof it is: what lies on the table is cheap, arithmetic is expensive.
    """

    line: Line
    limits: tuple[Limit, ...]
    told: object
    cost: int

    def holds(self, world: World) -> bool:
        return all(limit.holds(world) for limit in self.limits)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """All hidden cards of a seat, including those still in the hand, and every fact about them.

    Where cards are made of parts, `stocks` are the moments of the game, one after the other: a rule of the game, which
    needs no line. A card that no fact speaks of may be anything, and takes nothing from the others.
    """

    cards: tuple[Hidden, ...]
    hand: tuple[Hidden, ...]
    facts: tuple[Fact, ...]
    stocks: tuple[Stock, ...] = ()
