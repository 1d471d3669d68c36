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


@pytest.mark.parametrize("seed", range(60))
def test_no_choice_with_what_is_better_is_cheaper(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(1, 10)
    weights = [(1 << size) + (1 << place) for place in range(size)]
    kinds = [rng.randrange(3) for _ in range(size)]  # the lighter ones of a kind are better
    better = {1 << place: sum(1 << one for one in range(place) if kinds[one] == kinds[place]) for place in range(size)}
    masks = [rng.randrange(1, 1 << size) for _ in range(rng.randint(0, 14))]
    choices = [choice for choice in range(1 << size) if all(choice & mask for mask in masks)]
    whole = [choice for choice in choices if all(better[bit] & ~choice == 0 for bit in split_bits(choice))]
    found = cheapest_hit(masks, weights, better)
    assert found == min(whole, key=lambda choice: sum(weights[bit.bit_length() - 1] for bit in split_bits(choice)))


def test_bits() -> None:
    assert split_bits(0b10110) == (0b10, 0b100, 0b10000)
