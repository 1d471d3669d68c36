"""A player's pad, whatever the game: was each cross justified when it was made, and which deduction is easiest now?

A game says what can be crossed out, and when it is out. How many more crosses could be made is told, not which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from solver.engine.facts import Puzzle
from solver.engine.stock import weigh_worlds
from solver.engine.worlds import count_worlds
from solver.proof.smallest import Proof

Mark = TypeVar("Mark")  # what can be crossed out: a card, a stone
Cross = TypeVar("Cross")
WHERE, WHAT, WHY = 0, 1, 2  # how much a hint tells


def possible_numbers(puzzle: Puzzle) -> dict[str, frozenset[int]]:
    """What each card of the hand can be, by its name."""
    if puzzle.stocks:
        return {card.name: frozenset(weigh_worlds(puzzle).weights) for card in puzzle.hand}
    worlds = count_worlds(puzzle)
    return {card.name: frozenset(worlds.counts(card)) for card in puzzle.hand}


def possible_at_crosses(moments: Iterable[tuple[Cross, Puzzle]]) -> Iterator[tuple[Cross, dict[str, frozenset[int]]]]:
    """Each cross with what was possible just then; that is counted anew only where a line in between told something."""
    before: Puzzle | None = None
    possible: dict[str, frozenset[int]] = {}
    for cross, puzzle in moments:
        if puzzle != before:
            before, possible = puzzle, possible_numbers(puzzle)
        yield cross, possible


@dataclass(frozen=True, slots=True)
class Easiest(Generic[Mark]):
    """Of so many marks that can be proved out, the one with the easiest proof."""

    left: int
    mark: Mark
    proof: Proof


def find_easiest(
    marks: Iterable[Mark], prove_out: Callable[[Mark], Proof | None], ease: Callable[[Proof], tuple[int, ...]]
) -> Easiest[Mark] | None:
    """The mark whose proof has the least `ease`, the first of several equal ones; None if nothing can be proved out."""
    proofs = [(proof, mark) for mark in marks if (proof := prove_out(mark))]
    if not proofs:
        return None
    proof, mark = min(proofs, key=lambda found: ease(found[0]))
    return Easiest(len(proofs), mark, proof)
