"""What `check` finds, whatever the game: lines that cannot hold together, why, and the changes that would mend them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from solver.engine.facts import Fact, Puzzle
from solver.engine.worlds import count_worlds
from solver.log import Line, LogError
from solver.proof.smallest import find_smallest


@dataclass(frozen=True, slots=True)
class Sentence:
    """One piece of a proof: its number for reference if it has one, how deep inside suppositions it is, the words."""

    label: str
    depth: int
    text: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Lines that cannot all be true of a player's cards, and why in sentences."""

    player: str
    because: tuple[Fact, ...]
    lines: tuple[Line, ...]
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Repair:
    """One line, what it may have been meant to say, how many hands that leaves, and other changes that would do."""

    line: Line
    instead: str
    slip: str
    hands: int
    also: tuple[str, ...] = ()

    def data(self) -> dict[str, object]:
        return {
            "line": self.line.number,
            "text": self.line.event,
            "instead": self.instead,
            "hands": self.hands,
            "slip": self.slip,
            "also": list(self.also),
        }


@dataclass(frozen=True, slots=True)
class NoPad:
    """Nobody's crosses: another seat's view, or a log that contradicts itself."""

    fine: bool = True

    def data(self) -> dict[str, object]:
        return {"crosses": [], "more": None}


@dataclass(frozen=True, slots=True)
class Check:
    """What `check` says. `pair` is named only if no single change helps; `pad` only for the owner of the log."""

    seat: str
    me: str
    conflict: Conflict | None = None
    repairs: tuple[Repair, ...] = ()
    pair: tuple[Line, ...] = ()
    pad: Any = NoPad()  # the owner's crosses, judged by the game: `fine` and `data`
    errors: tuple[LogError, ...] = ()

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
            "conflict": [_line_data(line) for line in self.conflict.lines] if self.conflict else [],
            "about": self.conflict.player if self.conflict else None,
            "steps": [sentence.text for sentence in self.conflict.sentences] if self.conflict else [],
            "repairs": repairs,
            "look_at": [_line_data(line) for line in self.pair],
            **self.pad.data(),
        }


def _line_data(line: Line) -> dict[str, object]:
    return {"line": line.number, "text": line.event}


def find_two_lines(puzzle: Puzzle) -> tuple[Line, ...]:
    """Two lines to look at when no single change helps; if even two are not enough, none."""
    groups: dict[int, list[Fact]] = {}
    for fact in puzzle.facts:
        groups.setdefault(fact.line.number, []).append(fact)
    lines = {fact.line.number: fact.line for fact in puzzle.facts}
    pair = find_pair(puzzle, groups)
    return tuple(lines[number] for number in sorted(pair)) if pair else ()


Key = TypeVar("Key", bound=Hashable)


def count_without(puzzle: Puzzle, left_out: Collection[Fact]) -> int:
    """How many worlds fit all other facts."""
    return count_worlds(_without(puzzle, left_out)).count


def find_pair(puzzle: Puzzle, groups: Mapping[Key, Collection[Fact]]) -> tuple[Key, Key] | None:
    """The two groups of facts (the lines of a log) without which most worlds fit; None if no two suffice.

    One of the two must be in the smallest conflict, the other in a conflict that is left without it.
    """
    best: tuple[int, tuple[Key, Key]] | None = None
    seen: set[frozenset[Key]] = set()
    for one in _in_conflict(puzzle, groups):
        rest = _without(puzzle, groups[one])
        for other in _in_conflict(rest, groups):
            pair = frozenset((one, other))
            if pair in seen or one == other:
                continue
            seen.add(pair)
            count = count_without(rest, groups[other])
            if count and (best is None or count > best[0]):
                best = (count, (one, other))
    return best[1] if best else None


def _in_conflict(puzzle: Puzzle, groups: Mapping[Key, Collection[Fact]]) -> list[Key]:
    conflict = set(map(id, find_smallest(puzzle, None) or ()))
    return [key for key, facts in groups.items() if any(id(fact) in conflict for fact in facts)]


def _without(puzzle: Puzzle, left_out: Collection[Fact]) -> Puzzle:
    gone = set(map(id, left_out))
    return replace(puzzle, facts=tuple(fact for fact in puzzle.facts if id(fact) not in gone))
