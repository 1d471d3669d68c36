"""What `check` finds, whatever the game: lines that cannot all be true, why, and changes that would correct them."""

from __future__ import annotations

from typing import NamedTuple

from solver.engine.facts import Fact
from solver.log import Line, LogError


class Sentence(NamedTuple):
    """One piece of a proof: its number for reference if it has one, how deep inside suppositions it is, the words."""

    label: str
    depth: int
    text: str


class Conflict(NamedTuple):
    """Lines that cannot all be true of a player's cards, or of what everybody sees if no player is named, and why."""

    player: str
    because: tuple[Fact, ...]
    lines: tuple[Line, ...]
    sentences: tuple[Sentence, ...]


class Repair(NamedTuple):
    """One line, what it may have been meant to say, how many hands that leaves, and other changes that would do."""

    line: Line
    instead: str
    slip: str
    hands: int
    also: tuple[str, ...] = ()
    told: str = ""  # as one says it at the table, where that was asked for

    def data(self) -> dict[str, object]:
        change = {"instead": self.instead, "hands": self.hands, "slip": self.slip, "also": list(self.also)}
        return self.line.data() | change


class WrongRow(NamedTuple):
    """A line that would fit in other rounds, whatever the round it stands in."""

    line: Line
    rounds: tuple[int, ...]

    def data(self) -> dict[str, object]:
        return self.line.data() | {"rounds": list(self.rounds)}


class JudgedCross(NamedTuple):
    """A mark crossed out, judged by what could be known just then; `claim` is what the cross says of it.

    `late` is whether it was not justified then but is now; None where saying so would give it away.
    """

    line: Line
    mark: str
    claim: str
    justified: bool
    late: bool | None = None

    def data(self) -> dict[str, object]:
        late = {} if self.late is None else {"late": self.late}
        return {"line": self.line.number, "claim": self.claim, "justified": self.justified, **late}


class JudgedPad(NamedTuple):
    """The crosses judged, how many more could be made, and, where a pad has columns, those fully crossed out.

    It is empty if another seat is looking or the log contradicts itself.
    """

    crosses: tuple[JudgedCross, ...] = ()
    more: int | None = None
    full: tuple[str, ...] | None = None
    undated: bool = False  # judged by all that is on a paper sheet; which are not justified is said only if asked

    @property
    def fine(self) -> bool:
        return not self.full and all(cross.justified for cross in self.crosses)

    def data(self) -> dict[str, object]:
        full = {} if self.full is None else {"full": list(self.full)}
        return {"crosses": [cross.data() for cross in self.crosses], **full, "more": self.more}


class Check(NamedTuple):
    """What `check` says. `pair` is named only if no single change helps; `pad` only for the owner of the log."""

    seat: str
    me: str
    conflict: Conflict | None = None
    repairs: tuple[Repair, ...] = ()
    pair: tuple[Line, ...] = ()
    pad: JudgedPad = JudgedPad()
    errors: tuple[LogError, ...] = ()
    misplaced: tuple[WrongRow, ...] = ()

    @property
    def consistent(self) -> bool:
        return self.conflict is None and not self.errors

    @property
    def fine(self) -> bool:
        return self.consistent and self.pad.fine

    def data(self) -> dict[str, object]:
        """The verdict under the keys that outside programs rely on."""
        repairs = [repair.data() for repair in self.repairs]
        if self.errors:
            return {"errors": [error.data() for error in self.errors], "repairs": repairs}
        return {
            "consistent": self.consistent,
            "conflict": [line.data() for line in self.conflict.lines] if self.conflict else [],
            "about": (self.conflict.player or None) if self.conflict else None,
            "steps": [sentence.text for sentence in self.conflict.sentences] if self.conflict else [],
            "repairs": repairs,
            "look_at": [line.data() for line in self.pair],
            **({"misplaced": [one.data() for one in self.misplaced]} if self.misplaced else {}),
            **self.pad.data(),
        }
