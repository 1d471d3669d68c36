"""What a proof in steps is made of: strikes, the steps that make them, and suppositions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from solver.explain import Proof
from solver.facts import Fact, Hidden, SumIn

Strike = tuple[Hidden, int]  # this number of this card is out
Support = tuple[Strike, ...]  # the cards of one way to reach a sum
Terms = tuple[tuple[Hidden, int], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """From one sum and earlier strikes (`because`), these numbers of `card` are out.

    With no card, the sum cannot be reached at all; with no sum, every number of `card` is out.
    """

    fact: Fact | None
    limit: SumIn | None  # the sum as this step looks at it: cards may be taken together
    card: Hidden | None
    out: frozenset[int]
    because: tuple[Strike, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """The number is supposed, and the steps show that then nothing fits."""

    card: Hidden
    number: int
    steps: tuple[Item, ...]


Item = Step | Case


@dataclass(frozen=True, slots=True)
class Telling:
    """A proof in steps. `given` says which fact strikes a number; all other strikes come from steps or suppositions.

    `blocks` are cards that two sums have in common and that some steps take together, as if they were one card.
    """

    proof: Proof
    steps: tuple[Item, ...]
    given: Mapping[Strike, Fact]
    blocks: Mapping[Hidden, Terms]

    @property
    def length(self) -> int:
        return count_items(self.steps)


def count_items(items: Iterable[Item]) -> int:
    return sum(count_items(item.steps) + 1 if isinstance(item, Case) else 1 for item in items)


def list_ways(limit: SumIn, card: Hidden | None, number: int) -> list[Support]:
    """Every way to reach the sum (with this number of `card`), by its other cards."""
    choices = [
        [(own, value, times) for value in ((number,) if own is card else own.values)] for own, times in limit.terms
    ]
    return [
        tuple((own, value) for own, value, _ in way if own is not card)
        for way in product(*choices)
        if sum(times * value for _, value, times in way) in limit.sums
    ]
