"""What the log says against itself: no rack fits what a player heard, or stones typed prove somebody wrong.

One rule for every command and every seat: what was answered and declared against the stones typed, the seat's own rack,
and the racks of all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.engine.facts import Puzzle
from solver.english import whose
from solver.games.tricoda.facts import make_puzzle
from solver.games.tricoda.rack_history import format_stones
from solver.games.tricoda.rules import format_code, say_answer, true_answer
from solver.games.tricoda.table import Asked, Declared, Rack, Table
from solver.log import Line
from solver.proof.shortages import fits_some_world


@dataclass(frozen=True, slots=True)
class Recount:
    """An answer and what it should have been; None if the log does not tell all stones the reader saw."""

    asked: Asked
    racks: tuple[Rack, ...]
    true: int | None

    @property
    def false(self) -> bool:
        return None not in (self.true, self.asked.answer) and self.true != self.asked.answer


def recount(table: Table, asked: Asked) -> Recount:
    racks = table.seen_by(asked.reader, asked.number)
    known = all(rack.known for rack in racks)
    true = true_answer(table.question(asked.card), [rack.kinds for rack in racks]) if known else None
    return Recount(asked, racks, true)


@dataclass(frozen=True, slots=True)
class NoRack:
    """No rack of this player fits what the player saw and heard."""

    player: str
    puzzle: Puzzle

    def __str__(self) -> str:
        return f"No rack fits what {self.player} saw and heard."


@dataclass(frozen=True, slots=True)
class Denied:
    """Something said that the stones typed deny. No rack is in question, so it is about nobody."""

    line: Line
    racks: tuple[Rack, ...]
    text: str
    player: str = ""

    def __str__(self) -> str:
        return f"Line {self.line.number} does not fit the stones typed: {self.text}."

    @property
    def lines(self) -> tuple[Line, ...]:
        """The line, and those that name the stones, in order."""
        lines = {held.line.number: held.line for rack in self.racks for held in rack.stones}
        lines[self.line.number] = self.line
        return tuple(lines[number] for number in sorted(lines))


Clash = NoRack | Denied


def find_clashes(table: Table, seat: str) -> Iterator[Clash]:
    """All that cannot be true, the seat's own rack first."""
    others = (player for player in table.players if player != seat)
    yield from _find_no_rack(table, seat)
    for asked in table.asked:
        counted = recount(table, asked)
        if counted.false:
            yield Denied(asked.line, counted.racks, say_false_answer(table, counted))
    for rack in (rack for history in table.racks.values() for rack in history):
        if rack.declared is not None and is_false(rack, rack.declared):
            yield Denied(rack.declared.line, (rack,), say_false_outcome(rack, rack.declared, table.me))
    for player in others:
        yield from _find_no_rack(table, player)


def _find_no_rack(table: Table, player: str) -> Iterator[NoRack]:
    puzzle = make_puzzle(table, player)
    if not fits_some_world(puzzle):
        yield NoRack(player, puzzle)


def is_false(rack: Rack, claim: Declared) -> bool:
    """Right or wrong does not agree with the stones that were there."""
    return rack.code is not None and (rack.code == claim.code) != claim.right


def say_false_answer(table: Table, counted: Recount) -> str:
    """A false answer in words: what was said and what was in sight."""
    question = table.question(counted.asked.card)
    assert counted.true is not None
    assert counted.asked.answer is not None
    said, true = say_answer(question, counted.asked.answer), say_answer(question, counted.true)
    who = "you" if counted.asked.reader == table.me else counted.asked.reader
    return f"{who} said {said}; it was {true}"


def say_false_outcome(rack: Rack, claim: Declared, me: str) -> str:
    """A declaration taken for right that was wrong, or the other way round."""
    outcome = "wrong" if claim.right else "right"
    return (
        f"{whose(rack.holder, me)} stones were {format_stones(rack.kinds)}, so {format_code(claim.code)} was {outcome}"
    )


def tell_misheard(table: Table, seat: str) -> tuple[str, ...]:
    """A sentence for everything that cannot be true, apart from the seat's own rack."""
    return tuple(str(clash) for clash in find_clashes(table, seat) if clash.player != seat)
