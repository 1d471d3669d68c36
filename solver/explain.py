"""Why a claim must be true: the smallest set of facts that forces it, and with no claim the smallest conflict.

A set of facts is a proof if every world that denies the claim violates one of them. So each such world is a set of
violated facts, and the smallest proof is the cheapest choice that touches all these sets. The sets come lazily: worlds
that a candidate overlooks are looked up in a table, and, where cards laid off long ago can differ, found by search.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.denials import Denials
from solver.errors import Disagreement
from solver.facts import Fact, Hidden, OneOf, Puzzle
from solver.hitting import cheapest_hit


@dataclass(frozen=True, slots=True)
class Claim:
    """The card has one of these numbers."""

    card: Hidden
    numbers: frozenset[int]

    @staticmethod
    def is_not(card: Hidden, number: int) -> Claim:
        return Claim(card, frozenset(card.values) - {number})


@dataclass(frozen=True, slots=True)
class Proof:
    """The facts that, with the rules of the game, force `claim`; without a claim they cannot hold together."""

    claim: Claim | None
    because: tuple[Fact, ...]

    @property
    def cost(self) -> int:
        return sum(fact.cost for fact in self.because)


def prove(puzzle: Puzzle, claim: Claim) -> Proof | None:
    """The smallest proof of `claim`, checked by the other engine, or None if some world denies it.

    Seen cards are cheap reasons and sums are dear ones. Of equally cheap proofs it is the one with the fewest facts,
    of these the one whose last line is earliest; so there is exactly one.
    """
    return _checked(puzzle, claim)


def find_conflict(puzzle: Puzzle) -> Proof | None:
    """The smallest set of facts that cannot hold together, or None if all can."""
    return _checked(puzzle, None)


def _checked(puzzle: Puzzle, claim: Claim | None) -> Proof | None:
    from solver.cpsat import find_world  # slow to load, and needed only to check

    because = find_smallest(puzzle, claim)
    denial = _denial(claim) if claim else ()
    world = find_world(_only_needed(puzzle, because or puzzle.facts, claim), (*(because or puzzle.facts), *denial))
    if (because is None) == (world is None):
        raise Disagreement(f"{claim or 'a conflict'}: proved by one engine, denied by the other")
    return None if because is None else Proof(claim, because)


def _denial(claim: Claim) -> tuple[Fact, ...]:
    from solver.log import parse_line

    others = frozenset(claim.card.values) - claim.numbers
    return (Fact(parse_line(0, ""), (OneOf(claim.card, others),), claim, 0),)


def _only_needed(puzzle: Puzzle, facts: tuple[Fact, ...], claim: Claim | None) -> Puzzle:
    """The puzzle with the cards that these facts and the claim speak of."""
    named = {claim.card} if claim else set()
    for fact in facts:
        for limit in fact.limits:
            named |= {limit.card} if isinstance(limit, OneOf) else {card for card, _ in limit.terms}
    return Puzzle(tuple(card for card in puzzle.cards if card in named), (), facts)


def find_smallest(puzzle: Puzzle, claim: Claim | None) -> tuple[Fact, ...] | None:
    """The facts of the smallest proof, unchecked; None if there is no proof."""
    denials = Denials(puzzle, claim.card if claim else None, claim.numbers if claim else frozenset())
    weights = weigh(puzzle.facts)
    if denials.impossible:
        return ()
    masks: list[int] = []
    while True:
        chosen = cheapest_hit(masks, weights)
        overlooked = denials.overlooked(chosen)
        if not overlooked:
            return tuple(fact for bit, fact in enumerate(puzzle.facts) if chosen >> bit & 1)
        if 0 in overlooked:
            return None
        masks += overlooked


def weigh(facts: tuple[Fact, ...]) -> list[int]:
    """Weights by which no two proofs are equally heavy: cost, then number of facts, then the order of the log."""
    size = len(facts)
    return [(fact.cost << size + 8) + (1 << size) + (1 << place) for place, fact in enumerate(facts)]
