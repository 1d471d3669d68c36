"""Two engines, one truth: a number is possible for CP-SAT if and only if the worlds count it more than 0 times."""

from __future__ import annotations

from solver.errors import Disagreement
from solver.facts import Hidden, Puzzle
from solver.worlds import Worlds, count_worlds


def solve(puzzle: Puzzle) -> Worlds:
    """Count all worlds, after both engines have agreed on what is possible."""
    from solver.cpsat import possible_numbers  # ortools is slow to load and errors need none of it

    worlds, possible = count_worlds(puzzle), possible_numbers(puzzle)
    for card in puzzle.hand:
        _compare(card, frozenset(worlds.counts(card)), possible[card])
    return worlds


def _compare(card: Hidden, counted: frozenset[int], proved: frozenset[int]) -> None:
    if counted != proved:
        raise Disagreement(f"{card.name}: counting leaves {sorted(counted)}, the solver {sorted(proved)}")
