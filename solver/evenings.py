"""One evening of many: what each player did in it, as far as its log tells. `season.py` adds evenings up."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from solver.game import Data, Game, Opened

if TYPE_CHECKING:
    from solver.chronicle import Part

_DAY = r"(?<!\d)(20\d\d)-(0[1-9]|1[0-2])-[0-3]\d(?!\d)"


class Rate(NamedTuple):
    """How often of how many times."""

    times: int = 0
    of: int = 0

    @property
    def between(self) -> tuple[float, float]:
        """Between which rates the true one lies with 95% confidence."""
        from solver.chronicle import confidence

        return confidence(self.times, self.of)

    def add(self, other: Rate) -> Rate:
        return Rate(self.times + other.times, self.of + other.of)

    def data(self) -> Data:
        low, high = self.between
        return {"times": self.times, "of": self.of, "between": [round(low, 4), round(high, 4)]}


@dataclass(frozen=True, slots=True)
class Conduct:
    """One player's part of one evening. What the log does not tell is None or empty.

    `given_up` has points by kind of lesson; `bets` by token how many hit; `missed` by pattern how many deductions the
    player made late or never; `read` by how many bits this player's moves told the log's owner of the hidden hand.
    """

    player: str
    points: int | None = None
    place: int | None = None
    given_up: Mapping[str, float] | None = None
    bets: Mapping[int, Rate] = field(default_factory=dict)
    missed: Mapping[str, Rate] = field(default_factory=dict)
    read: float | None = None


class Retrospect(NamedTuple):
    """One log: who won, what everybody did, the evening in short, and what programs are told of it alone."""

    log: str
    owner: str
    finished: bool
    consistent: bool
    scores: Mapping[str, int | None]
    winner: tuple[str, ...]
    played: tuple[Conduct, ...]
    short: Part | None = None
    alone: Data | None = None

    @property
    def month(self) -> str | None:
        """As the name of the log has it: `think-str8-2026-11-18.game`."""
        found = re.search(_DAY, PurePath(self.log).name)
        return f"{found[1]}-{found[2]}" if found else None

    def data(self) -> Data:
        return {
            "log": self.log,
            "seat": self.owner,
            "month": self.month,
            "finished": self.finished,
            "consistent": self.consistent,
            "scores": dict(self.scores),
            "winner": list(self.winner),
        }


class KeepsEvenings(Game):
    """A game whose evenings add up."""

    @abstractmethod
    def lessons(self) -> Mapping[str, str]:
        """The kinds of lessons that cost points, by their codes, as they are written down."""

    @abstractmethod
    def look_back(self, opened: Opened, place: int) -> Retrospect:
        """What one evening tells; `place` is its place among them."""
