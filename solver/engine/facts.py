"""Hidden cards and the facts that limit them, as frozen data that three readers understand.

`holds` tests one world, `worlds` tests all of them at once, `cpsat` compiles them; they must agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.log import Line


@dataclass(frozen=True, slots=True)
class Hidden:
    """A card nobody told me: what people call it, since which round it is held, and the numbers it could ever have."""

    name: str
    since: int
    values: tuple[int, ...] | range


World = Mapping[Hidden, int]


@dataclass(frozen=True, slots=True)
class OneOf:
    """The card has one of these numbers."""

    card: Hidden
    numbers: frozenset[int]

    @property
    def cards(self) -> tuple[Hidden, ...]:
        return (self.card,)

    def holds(self, world: World) -> bool:
        return world[self.card] in self.numbers


@dataclass(frozen=True, slots=True)
class SumIn:
    """The cards, each counted so many times, add up to one of these sums."""

    terms: tuple[tuple[Hidden, int], ...]
    sums: frozenset[int]

    @property
    def cards(self) -> tuple[Hidden, ...]:
        return tuple(card for card, _ in self.terms)

    def holds(self, world: World) -> bool:
        return sum(times * world[card] for card, times in self.terms) in self.sums


@dataclass(frozen=True, slots=True)
class Apart:
    """Two cards made of pieces that share none: `pieces[number]` has a bit for every piece of that number."""

    one: Hidden
    other: Hidden
    pieces: tuple[int, ...] = field(compare=False, repr=False)

    @property
    def cards(self) -> tuple[Hidden, ...]:
        return (self.one, self.other)

    def holds(self, world: World) -> bool:
        return not self.pieces[world[self.one]] & self.pieces[world[self.other]]


Limit = OneOf | SumIn | Apart


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a line of the log tells about hidden cards. `told` is the game's own record of it, for wording.

    `cost` is how much of a proof it is: what lies on the table is cheap, arithmetic is dear.
    """

    line: Line
    limits: tuple[Limit, ...]
    told: object
    cost: int

    def holds(self, world: World) -> bool:
        return all(limit.holds(world) for limit in self.limits)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """All hidden cards of a seat, those still in the hand among them, and every fact about them."""

    cards: tuple[Hidden, ...]
    hand: tuple[Hidden, ...]
    facts: tuple[Fact, ...]
