"""Which facts stand in the way: what fits once some of them are left out."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import replace
from typing import TypeVar

from solver.engine.facts import Fact, Puzzle
from solver.engine.stock import weigh_worlds
from solver.engine.worlds import count_worlds
from solver.log import Line
from solver.proof.smallest import find_smallest

Key = TypeVar("Key", bound=Hashable)


def count_without(puzzle: Puzzle, left_out: Collection[Fact]) -> int:
    """How many worlds fit all other facts, or ways to make the hand where it is made of parts."""
    rest = _without(puzzle, left_out)
    return weigh_worlds(rest).total if puzzle.stocks else count_worlds(rest).count


def find_pair(puzzle: Puzzle, groups: Mapping[Key, Collection[Fact]]) -> tuple[Key, Key] | None:
    """The two groups of facts (the lines of a log) without which most worlds fit; None if no two suffice.

    One of the two must be in the smallest conflict, the other in a conflict that is left without it: what mends a log
    touches every conflict (Reiter, "A Theory of Diagnosis from First Principles", Artificial Intelligence 32, 1987).
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


def find_two_lines(puzzle: Puzzle) -> tuple[Line, ...]:
    """Two lines to look at when no single change helps; none if even two are not enough."""
    groups: dict[int, list[Fact]] = {}
    for fact in puzzle.facts:
        groups.setdefault(fact.line.number, []).append(fact)
    lines = {fact.line.number: fact.line for fact in puzzle.facts}
    pair = find_pair(puzzle, groups)
    return tuple(lines[number] for number in sorted(pair)) if pair else ()
