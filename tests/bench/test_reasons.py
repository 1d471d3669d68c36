"""How quick reasons are: smallest proofs against CPMpy's `smus` on the same facts, and conflicts with their repairs."""

from __future__ import annotations

import random
import time
from statistics import mean

import cpmpy
import pytest
from cpmpy.tools.explain import smus

from solver.explain import Claim, prove
from solver.facts import Fact, OneOf, Puzzle
from solver.games import Opened, open_log
from solver.games.think_str8.check import check
from solver.games.think_str8.facts import make_puzzle
from solver.log import parse_log
from solver.worlds import count_worlds
from tests.bench.measure_slips import KINDS, measure
from tests.think_str8.random_games import random_game

SEEDS = range(40)


def questions(sums: bool = True) -> list[tuple[Puzzle, Claim]]:
    """One claim from each of many finished games of all sizes; with `sums` one that cards in sight alone do not prove."""
    found = []
    for seed in SEEDS:
        opened = open_log(parse_log(random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0).text))
        assert isinstance(opened, Opened)
        puzzle = make_puzzle(opened.table, "Anna")
        worlds = count_worlds(puzzle)
        claims = [Claim.is_not(c, n) for c in puzzle.hand for n in c.values if n not in worlds.counts(c)]
        claims += [Claim(card, frozenset(worlds.counts(card))) for card in puzzle.hand]
        hard = [claim for claim in claims if any(f.cost > 1 for f in (prove(puzzle, claim) or no_proof()).because)]
        found += [(puzzle, claim) for claim in random.Random(seed).sample(hard, min(2, len(hard)))] if sums else []
    return found


def no_proof() -> None:
    raise AssertionError("a claim that is true of all hands has a proof")


def prove_with_cpmpy(puzzle: Puzzle, claim: Claim) -> int:
    """The cost of the smallest proof by CPMpy."""
    variables = {card: cpmpy.intvar(0, 7) for card in puzzle.cards}
    soft = [cpmpy.all(compile_fact(fact, variables)) for fact in puzzle.facts]
    hard = [cpmpy.all([variables[claim.card] != number for number in claim.numbers])] if claim.numbers else []
    weights = [fact.cost for fact in puzzle.facts]
    core = smus(soft, hard=hard, weights=weights, solver="ortools", hs_solver="ortools")
    chosen = {id(constraint) for constraint in core}
    return sum(weight for constraint, weight in zip(soft, weights, strict=True) if id(constraint) in chosen)


def compile_fact(fact: Fact, variables: dict) -> list:  # type: ignore[type-arg]
    constraints = []
    for limit in fact.limits:
        if isinstance(limit, OneOf):
            constraints += [variables[limit.card] != n for n in limit.card.values if n not in limit.numbers]
        else:
            total = sum(times * variables[card] for card, times in limit.terms)
            constraints += [total != n for n in range(22) if n not in limit.sums]
    return constraints


def test_a_smallest_proof_takes_less_than_20_ms(benchmark) -> None:  # type: ignore[no-untyped-def]
    asked = questions()
    benchmark.extra_info["questions"] = len(asked)
    benchmark(lambda: [prove(*question) for question in asked])
    spent = []
    for question in asked:
        started = time.perf_counter()
        prove(*question)
        spent.append(time.perf_counter() - started)
    print(f"\n{len(asked)} proofs: mean {mean(spent) * 1000:.1f} ms, slowest {max(spent) * 1000:.1f} ms")
    assert mean(spent) < 0.020


def test_at_least_5_times_faster_than_cpmpy() -> None:
    asked = questions()[::8]
    ours, theirs = 0.0, 0.0
    for puzzle, claim in asked:
        started = time.perf_counter()
        proof = prove(puzzle, claim)
        ours += time.perf_counter() - started
        started = time.perf_counter()
        cost = prove_with_cpmpy(puzzle, claim)
        theirs += time.perf_counter() - started
        assert proof
        assert proof.cost == cost
    print(f"\n{len(asked)} proofs: ours {ours * 1000:.0f} ms, CPMpy smus {theirs * 1000:.0f} ms: {theirs / ours:.0f} times")
    assert theirs > 5 * ours


def contradictions() -> list[Opened]:
    found = []
    for seed in range(20):
        game = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0)
        for kind, make in KINDS.items():
            slip = make(random.Random(f"{seed} {kind}"), game.lines)
            if slip:
                text = "\n".join([*game.lines[: slip[0]], slip[1], *game.lines[slip[0] + 1 :]])
                opened = open_log(parse_log(text))
                if isinstance(opened, Opened) and not check(opened.reading, opened.table, "Anna").consistent:
                    found.append(opened)
    return found


def test_a_conflict_with_ranked_repairs_takes_less_than_200_ms(benchmark) -> None:  # type: ignore[no-untyped-def]
    logs = contradictions()
    benchmark.extra_info["logs"] = len(logs)
    benchmark(lambda: [check(opened.reading, opened.table, "Anna") for opened in logs])
    assert benchmark.stats["mean"] / len(logs) < 0.200


@pytest.mark.parametrize("early", [False, True])
def test_the_wrong_line_is_named(early: bool) -> None:
    measured = measure(60, 200_000, early)
    total = measured.total(measured.contradictions)
    print(f"\n{total.found} contradictions: {total}")
    assert total.first >= 0.8 * total.found
    assert total.second >= 0.95 * total.found
