"""The cheapest choice against all choices."""

from __future__ import annotations

import random

import pytest

from solver.proof.counterexamples import cheapest_hit, split_bits


def cheapest_naively(masks: list[int], weights: list[int]) -> int:
    choices = [choice for choice in range(1 << len(weights)) if all(choice & mask for mask in masks)]
    return min(choices, key=lambda choice: sum(weight for bit, weight in enumerate(weights) if choice >> bit & 1))


@pytest.mark.parametrize("seed", range(60))
def test_no_choice_is_cheaper(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(1, 10)
    weights = [(rng.choice([1, 10]) << size) + (1 << place) for place in range(size)]
    masks = [rng.randrange(1, 1 << size) for _ in range(rng.randint(0, 14))]
    assert cheapest_hit(masks, weights) == cheapest_naively(masks, weights)


def test_bits() -> None:
    assert split_bits(0b10110) == (0b10, 0b100, 0b10000)
