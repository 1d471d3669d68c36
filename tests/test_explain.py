"""Smallest proofs against all sets of facts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import product

import pytest

from solver.engine.facts import Fact, OneOf, Puzzle, SumIn
from solver.engine.worlds import count_worlds
from solver.games import open_log
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.opened import Str8Log
from solver.log import parse_log
from solver.proof.smallest import Claim, find_conflict, find_smallest, prove, weigh
from tests.think_str8.random_games import random_game


def puzzle_of(text: str, upto: int | None = None) -> Puzzle:
    opened = open_log(parse_log(text), upto)
    assert isinstance(opened, Str8Log), opened
    return make_puzzle(opened.table, "Anna")


def claims_of(puzzle: Puzzle) -> Iterator[Claim]:
    worlds = count_worlds(puzzle)
    for card in puzzle.hand:
        possible = frozenset(worlds.counts(card))
        yield Claim(card, possible)
        yield from (Claim.is_not(card, number) for number in card.values if number not in possible)


def denies(puzzle: Puzzle, facts: Iterable[Fact], claim: Claim | None) -> bool:
    """Some world has these facts and not the claim: tried world by world."""
    limits = [limit for fact in facts for limit in fact.limits]
    cards = {card for limit in limits if isinstance(limit, SumIn) for card, _ in limit.terms}
    cards |= {claim.card} if claim else set()
    order = sorted(cards, key=puzzle.cards.index)
    left = {card: set(card.values) for card in puzzle.cards}
    for limit in limits:
        if isinstance(limit, OneOf):
            left[limit.card] &= limit.numbers
    if claim:
        left[claim.card] -= claim.numbers
    if not all(left.values()):
        return False
    choices = [left[card] for card in order]
    sums = [limit for limit in limits if isinstance(limit, SumIn)]
    return any(all(s.holds(dict(zip(order, way, strict=True))) for s in sums) for way in product(*choices))


def smallest_naively(puzzle: Puzzle, claim: Claim | None) -> tuple[Fact, ...]:
    """All sets of facts, the lightest first, until one is a proof."""
    weights = weigh([fact.cost for fact in puzzle.facts])
    size = len(puzzle.facts)
    sets = sorted(range(1 << size), key=lambda chosen: sum(weights[i] for i in range(size) if chosen >> i & 1))
    for chosen in sets:
        facts = tuple(fact for i, fact in enumerate(puzzle.facts) if chosen >> i & 1)
        if not denies(puzzle, facts, claim):
            return facts
    raise AssertionError("no proof at all")


@pytest.mark.parametrize("seed", range(20))
def test_no_set_of_facts_is_smaller(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = puzzle_of(random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0).text)
    by_sums = [(c, p) for c in claims_of(puzzle) if (p := find_smallest(puzzle, c)) and any(f.cost > 1 for f in p)]
    if not by_sums:
        return
    claim, proof = rng.choice([entry for entry in by_sums if len(entry[1]) <= 6] or by_sums[:1])
    others = [fact for fact in puzzle.facts if fact not in proof]
    kept = {id(fact) for fact in (*proof, *rng.sample(others, max(0, min(len(others), 9 - len(proof)))))}
    small = Puzzle(puzzle.cards, puzzle.hand, tuple(fact for fact in puzzle.facts if id(fact) in kept))
    assert find_smallest(small, claim) == smallest_naively(small, claim)


@pytest.mark.parametrize("seed", range(100, 110))
def test_proofs_hold_and_what_is_possible_has_none(seed: int) -> None:
    puzzle = puzzle_of(random_game(seed, players=2 + seed % 3, rounds=5).text)
    worlds = count_worlds(puzzle)
    for card in puzzle.hand:
        counts = worlds.counts(card)
        for number in card.values:
            claim = Claim.is_not(card, number)
            proof = prove(puzzle, claim)
            assert (proof is None) == (number in counts)
            if proof:
                assert not denies(puzzle, proof.because, claim)
                for fact in proof.because:
                    assert denies(puzzle, [other for other in proof.because if other is not fact], claim)


def test_a_conflict_is_the_smallest() -> None:
    text = (
        "game think-str8\nplayers Anna Ben\nme Anna\nsee Ben red 7, blue 7\ndice red red blue\nbet 10-15 low\n"
        "dice blue blue blue\nbet 3-8 hit\ndice green green green\nbet 20-21 low"
    )
    conflict = find_conflict(puzzle_of(text))
    assert conflict
    assert [fact.line.number for fact in conflict.because] == [10]  # three cards of one colour are never above 21
    small = puzzle_of("\n".join(text.splitlines()[:8]))
    smallest = find_conflict(small)
    assert smallest
    assert smallest.because == smallest_naively(small, None)
    assert find_conflict(puzzle_of("\n".join(text.splitlines()[:6]))) is None
