"""Two engines, one truth: a number is possible for CP-SAT if and only if the worlds count it more than 0 times."""

from __future__ import annotations

from solver.engine import Disagreement
from solver.engine.facts import Hidden, Puzzle
from solver.engine.stock import Weighed, open_numbers, weigh_worlds
from solver.engine.worlds import Worlds, count_worlds

FEW = 50  # numbers of a card that CP-SAT looks for a witness of one by one
MOST_WALKED = 40  # each world walked through takes CP-SAT half a millisecond


def solve(puzzle: Puzzle) -> Worlds:
    """Count all worlds, after both engines have agreed on what is possible."""
    from solver.engine.cpsat import possible_numbers  # ortools is slow to load and errors need none of it

    worlds = count_worlds(puzzle)
    if len(puzzle.cards) == 1 and len(puzzle.cards[0].values) > FEW:
        _compare_alone(puzzle, frozenset(worlds.counts(puzzle.cards[0])))
        return worlds
    possible = possible_numbers(puzzle)
    for card in puzzle.hand:
        _compare(card, frozenset(worlds.counts(card)), possible[card])
    return worlds


def weigh(puzzle: Puzzle) -> Weighed:
    """Weigh all worlds of cards made of parts, after both engines have agreed on what is possible."""
    weighed = weigh_worlds(puzzle)
    _compare_alone(puzzle, frozenset(weighed.weights))
    return weighed


def _compare_alone(puzzle: Puzzle, counted: frozenset[int]) -> None:
    """A hand of one card with many numbers: few worlds CP-SAT walks through, of many it proves that none is missing."""
    from solver.engine.cpsat import find_other, find_world, list_numbers

    (card,) = puzzle.hand
    others_known = all(len(numbers) == 1 for other, numbers in open_numbers(puzzle).items() if other != card)
    if others_known and len(counted) <= MOST_WALKED:
        _compare(card, counted, list_numbers(puzzle))
        return
    other = find_other(puzzle, counted)
    _compare(card, counted, counted if other is None else counted | {other})
    if counted and find_world(puzzle, puzzle.facts) is None:
        _compare(card, counted, frozenset())


def _compare(card: Hidden, counted: frozenset[int], proved: frozenset[int]) -> None:
    if counted != proved:
        raise Disagreement(f"{card.name}: counting leaves {sorted(counted)}, the solver {sorted(proved)}")
