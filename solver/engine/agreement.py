"""Two engines, one truth: a number is possible for CP-SAT if and only if the worlds count it more than 0 times."""

from __future__ import annotations

from solver.engine import Disagreement
from solver.engine.facts import Hidden, Puzzle
from solver.engine.worlds import Worlds, count_worlds

MOST_WALKED = 4000  # so many worlds CP-SAT walks through one by one


def solve(puzzle: Puzzle) -> Worlds:
    """Count all worlds, after both engines have agreed on what is possible."""
    from solver.engine.cpsat import FEW, possible_numbers  # ortools is slow to load and errors need none of it

    worlds = count_worlds(puzzle)
    if any(len(card.values) > FEW for card in puzzle.cards):
        _compare_large(puzzle, worlds)
        return worlds
    possible = possible_numbers(puzzle)
    for card in puzzle.hand:
        _compare(card, frozenset(worlds.counts(card)), possible[card])
    return worlds


def _compare_large(puzzle: Puzzle, worlds: Worlds) -> None:
    """A card of many numbers: CP-SAT walks through all worlds, or if they are too many proves that none is missing."""
    from solver.engine.cpsat import find_other, list_numbers

    (card,) = puzzle.hand
    counted = frozenset(worlds.counts(card))
    tied = any(len(limit.cards) > 1 for fact in puzzle.facts for limit in fact.limits)  # slow to walk through
    if worlds.count <= MOST_WALKED and not tied:
        listed, count = list_numbers(puzzle)
        _compare(card, counted, listed[card])
        if count != worlds.count:
            raise Disagreement(f"{card.name}: {worlds.count} worlds counted, {count} found by the solver")
    else:
        other = find_other(puzzle, counted)
        _compare(card, counted, counted if other is None else counted | {other})


def _compare(card: Hidden, counted: frozenset[int], proved: frozenset[int]) -> None:
    if counted != proved:
        raise Disagreement(f"{card.name}: counting leaves {sorted(counted)}, the solver {sorted(proved)}")
