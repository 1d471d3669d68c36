"""How quick reasons are: smallest proofs against CPMpy's `smus` on the same facts, and conflicts with their repairs."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import mean
from typing import Any

import cpmpy  # type: ignore[import-untyped]
import pytest
from cpmpy.tools.explain import optimal_mus, smus  # type: ignore[import-untyped]

from solver.engine.facts import Fact, OneOf, Puzzle, SumIn
from solver.engine.worlds import count_worlds
from solver.games import open_log
from solver.games.think_str8.check import check
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.why import explain
from solver.log import parse_log
from solver.proof.smallest import Claim, find_smallest, prove
from tests.bench.measure_slips import KINDS, measure
from tests.think_str8.random_games import random_game

SEEDS = range(40)


def questions() -> list[tuple[Puzzle, Claim]]:
    """Claims from many finished games of all sizes, each of which needs at least one sum."""
    found = []
    for seed in SEEDS:
        opened = open_log(parse_log(random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0).text))
        assert isinstance(opened, Str8Log)
        puzzle = make_puzzle(opened.table, "Anna")
        worlds = count_worlds(puzzle)
        claims = [Claim.is_not(c, n) for c in puzzle.hand for n in c.values if n not in worlds.counts(c)]
        claims += [Claim(card, frozenset(worlds.counts(card))) for card in puzzle.hand]
        hard = [claim for claim in claims if any(fact.cost > 1 for fact in find_smallest(puzzle, claim) or ())]
        found += [(puzzle, claim) for claim in random.Random(seed).sample(hard, min(3, len(hard)))]
    return found


def compile_claim(puzzle: Puzzle, claim: Claim) -> tuple[list[object], list[object]]:
    """The facts, each one constraint, and the denial of the claim."""
    variables = {card: cpmpy.intvar(0, 7) for card in puzzle.cards}
    soft = [cpmpy.all(compile_fact(fact, variables)) for fact in puzzle.facts]
    return soft, [variables[claim.card] != number for number in claim.numbers]


def compile_fact(fact: Fact, variables: dict) -> list:  # type: ignore[type-arg]
    constraints = []
    for limit in fact.limits:
        if isinstance(limit, OneOf):
            constraints += [variables[limit.card] != n for n in limit.card.values if n not in limit.numbers]
        elif isinstance(limit, SumIn):
            total = sum(times * variables[card] for card, times in limit.terms)
            constraints += [total != n for n in range(22) if n not in limit.sums]
    return constraints


def test_a_smallest_proof_takes_less_than_20_ms(benchmark) -> None:  # type: ignore[no-untyped-def]
    asked = questions()
    benchmark.extra_info["questions"] = len(asked)
    benchmark(lambda: [prove(*question) for question in asked])
    spent = [timed(prove, *question)[0] for question in asked]
    print(f"\n{len(asked)} proofs: mean {mean(spent) * 1000:.1f} ms, slowest {max(spent) * 1000:.1f} ms")
    assert mean(spent) < 0.020


def test_a_whole_answer_takes_less_than_50_ms() -> None:
    """Proof, check by the other engine, steps and words, however busy the machine is with other things."""
    spent = []
    for seed in SEEDS:
        opened = open_log(parse_log(random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0).text))
        assert isinstance(opened, Str8Log)
        asked = [(explain, opened.table, "Anna", [colour]) for colour in opened.table.colours]
        spent += [min(timed(*question, clock=time.process_time)[0] for _ in range(3)) for question in asked]
    print(f"\n{len(spent)} answers: mean {mean(spent) * 1000:.1f} ms, slowest {max(spent) * 1000:.1f} ms")
    assert max(spent) < 0.050


def test_at_least_5_times_faster_than_cpmpy() -> None:
    """`smus` looks for the fewest facts; with weights it is `optimal_mus`, which must find the same cost as we."""
    asked = questions()[::9]
    ours, theirs, weighted = 0.0, 0.0, 0.0
    for puzzle, claim in asked:
        spent, proof = timed(prove, puzzle, claim)
        ours += spent
        soft, hard = compile_claim(puzzle, claim)
        theirs += timed(smus, soft, hard)[0]
        costs = [fact.cost for fact in puzzle.facts]
        spent, core = timed(optimal_mus, soft, hard, costs)
        weighted += spent
        chosen = set(map(id, core))
        assert proof.cost == sum(cost for entry, cost in zip(soft, costs, strict=True) if id(entry) in chosen)
    times = f"smus {theirs * 1000:.0f} ms, {theirs / ours:.0f} times; weighted {weighted / ours:.0f} times"
    print(f"\n{len(asked)} proofs: ours {ours * 1000:.0f} ms, CPMpy {times}")
    assert theirs > 5 * ours


def timed(run: Callable[..., Any], *args: object, clock: Callable[[], float] = time.perf_counter) -> tuple[float, Any]:
    started = clock()
    result = run(*args)
    return clock() - started, result


def contradictions() -> list[Str8Log]:
    found = []
    for seed in range(20):
        game = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0)
        for kind, make in KINDS.items():
            slip = make(random.Random(f"{seed} {kind}"), game.lines)
            if slip:
                text = "\n".join([*game.lines[: slip[0]], slip[1], *game.lines[slip[0] + 1 :]])
                opened = open_log(parse_log(text))
                if isinstance(opened, Str8Log) and not check(opened.reading, opened.table, "Anna").consistent:
                    found.append(opened)
    return found


def test_a_conflict_with_ranked_repairs_takes_less_than_200_ms(benchmark) -> None:  # type: ignore[no-untyped-def]
    logs = contradictions()
    benchmark.extra_info["logs"] = len(logs)
    benchmark(lambda: [check(opened.reading, opened.table, "Anna") for opened in logs])
    spent = [timed(check, opened.reading, opened.table, "Anna")[0] for opened in logs]
    print(f"\n{len(logs)} contradictions: mean {mean(spent) * 1000:.0f} ms, slowest {max(spent) * 1000:.0f} ms")
    assert mean(spent) < 0.200


@pytest.mark.parametrize(("early", "first", "second"), [(False, 0.80, 0.95), (True, 0.60, 0.85)])
def test_the_wrong_line_is_named(early: bool, first: float, second: float) -> None:
    """Whole games, and logs that end where the contradiction comes to light: there less is known, and less can be."""
    measured = measure(60, 400_000, early)
    total = measured.total(measured.contradictions)
    print(f"\n{'early' if early else 'whole'} logs, contradictions found, first, in two, corrected: {total}")
    assert total.first >= first * total.found
    assert total.second >= second * total.found
