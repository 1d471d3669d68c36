"""The table as the log tells it: racks with their history, questions and answers, declarations, points.

`Table` is the finished record that `replay` makes. What the log lacks stays empty here, never a guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from solver.games.tricoda.events import Cross
from solver.games.tricoda.rules import (
    POINTS_TO_WIN,
    QUESTIONS,
    RACK,
    Code,
    Question,
    Stone,
    code_of,
    format_answer,
    question,
)
from solver.log import Line, LogError


@dataclass(frozen=True, slots=True)
class Held:
    """A stone on a rack, and where the log names it. `again`: perhaps it is the same that is named on the next rack."""

    stone: Stone
    line: Line
    again: bool = False


@dataclass(frozen=True, slots=True)
class Rack:
    """Three stones on one stand, from after question `since` to question `until` (None: still there).

    `stones` are those the log names; `shown` is the line by which its owner came to know them, `revealed` if that tells
    them at the end of the game.
    """

    holder: str
    order: int  # the first, second, … rack on this stand
    since: int
    until: int | None = None
    stones: tuple[Held, ...] = ()
    declared: Declared | None = None
    shown: Line | None = None
    revealed: bool = False
    filled: int = 0  # the line after which it stood there
    short: bool = False  # the pile had not enough stones to fill it
    first: int = 0  # how often stones had been mixed in again when it was filled
    mixed: int | None = None  # by which mixing its stones went back into the pile
    doubtful: bool = False  # two players: nobody said whether this unowned rack was replaced; it may be the one before

    @property
    def kinds(self) -> tuple[Stone, ...]:
        return tuple(held.stone for held in self.stones)

    @property
    def known(self) -> bool:
        return len(self.stones) == RACK

    @property
    def code(self) -> Code | None:
        return code_of(self.kinds) if self.known else None

    def is_out(self, moment: int) -> bool:
        """Its stones are out of the pile between the mixing with this number and the next."""
        return self.first <= moment and (self.mixed is None or moment < self.mixed)

    def counted_in(self, number: int) -> bool:
        return self.since < number and (self.until is None or number <= self.until)


@dataclass(frozen=True, slots=True)
class Asked:
    """The `number`-th question of the game: who read which card and what the answer was, typed or worked out.

    Nobody knows the answer (None) where it was not typed, nor all stones that its reader saw.
    """

    number: int
    reader: str
    card: int
    answer: int | None
    line: Line
    worked_out: bool = False


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration after the question with number `after`."""

    player: str
    code: Code
    right: bool
    after: int
    line: Line


@dataclass(frozen=True, slots=True)
class Table:
    """All that the log says happened, up to where it ends."""

    players: tuple[str, ...]
    me: str
    at_most: bool
    racks: Mapping[str, tuple[Rack, ...]]
    asked: tuple[Asked, ...]
    declared: tuple[Declared, ...]
    unread: tuple[int, ...]
    crosses: tuple[Cross, ...]
    crossed: Mapping[int | Stone, Line]
    warnings: tuple[LogError, ...]

    @property
    def round(self) -> int:
        """Questions answered so far."""
        return len(self.asked)

    @property
    def neutrals(self) -> tuple[str, ...]:
        return tuple(self.racks)[len(self.players) :]

    @property
    def points(self) -> dict[str, int]:
        return {
            player: sum(claim.right for claim in self.declared if claim.player == player) for player in self.players
        }

    @property
    def winner(self) -> str | None:
        return next((player for player, points in self.points.items() if points >= POINTS_TO_WIN), None)

    @property
    def reader(self) -> str | None:
        """Whose turn it is to read the next question; None when the game is won."""
        return None if self.winner else self.turn(1)

    def turn(self, ahead: int) -> str:
        """Who reads the question `ahead` of the last one, if nobody is skipped."""
        last = self.players.index(self.asked[-1].reader) if self.asked else -1
        return self.players[(last + ahead) % len(self.players)]

    @property
    def cards_left(self) -> tuple[int, ...]:
        """The question cards that can come next: those not read in this pass of the pile."""
        return self.unread or tuple(QUESTIONS)

    def question(self, card: int) -> Question:
        return question(card, self.at_most)

    def format_answer(self, asked: Asked) -> str | None:
        """The answer as a log has it; None if nobody knows it."""
        return None if asked.answer is None else format_answer(self.question(asked.card), asked.answer)

    def rack_at(self, holder: str, number: int) -> Rack:
        """The rack that counted for the question with this number."""
        return next(rack for rack in self.racks[holder] if rack.counted_in(number))

    def current(self, holder: str) -> Rack:
        return self.racks[holder][-1]

    @property
    def moments(self) -> range:
        """From one mixing of the stones to the next, as far as a rack was filled since."""
        return range(1 + max(rack.first for history in self.racks.values() for rack in history))

    def count_out(self, moment: int, *without: Rack) -> Counter[Stone]:
        """The stones named in the log that were out of the pile at a moment, except those of some racks."""
        return Counter(
            held.stone
            for history in self.racks.values()
            for rack in history
            if rack not in without and rack.is_out(moment)
            for held in rack.stones
            if not held.again
        )

    def seen_by(self, reader: str, number: int) -> tuple[Rack, ...]:
        """The racks a reader had in sight at a question."""
        return tuple(self.rack_at(holder, number) for holder in self.racks if holder != reader)
