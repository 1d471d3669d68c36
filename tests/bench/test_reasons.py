"""How quick reasons are: smallest proofs against CPMpy's `smus` on the same facts, and conflicts with their repairs."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import mean
from time import process_time
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
from tests.bench.figures import hold, least, note
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


def test_a_smallest_proof() -> None:
    asked = questions()
    taken = [least(lambda q=question: prove(*q), 3) for question in asked]  # type: ignore[misc]
    hold(f"a smallest proof, mean of {len(asked)}", mean(taken), 1)
    hold(f"a smallest proof, slowest of {len(asked)}", max(taken), 3)


def test_a_whole_answer() -> None:
    """Proof, check by the other engine, steps and words."""
    taken = []
    for seed in SEEDS:
        opened = open_log(parse_log(random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0).text))
        assert isinstance(opened, Str8Log)
        table = opened.table
        taken += [least(lambda t=table, c=colour: explain(t, "Anna", [c]), 3) for colour in table.colours]  # type: ignore[misc]
    hold(f"an answer to `why`, slowest of {len(taken)}", max(taken), 2.5)


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
    hold(f"{len(asked)} smallest proofs", ours, 0.2, theirs, "CPMpy's smus")
    hold(f"{len(asked)} smallest proofs, weighted", ours, 0.2, weighted, "CPMpy's optimal_mus")


def timed(run: Callable[..., Any], *args: object) -> tuple[float, Any]:
    started = process_time()
    result = run(*args)
    return process_time() - started, result


def contradictions() -> list[Str8Log]:
    found = []
    for seed in range(20):
        game = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0)
        for kind, make in KINDS.items():
            slip = make(random.Random(f"{seed} {kind}"), game.lines)
            if slip:
                text = "\n".join([*game.lines[: slip[0]], slip[1], *game.lines[slip[0] + 1 :]])
                opened = open_log(parse_log(text))
                if isinstance(opened, Str8Log) and not check(opened.timeline, opened.table, "Anna").consistent:
                    found.append(opened)
    return found


def test_a_conflict_with_ranked_repairs() -> None:
    logs = contradictions()
    taken = [timed(check, opened.timeline, opened.table, "Anna")[0] for opened in logs]
    hold(f"a conflict and its repairs, mean of {len(logs)}", mean(taken), 10)


@pytest.mark.parametrize(("early", "first", "second"), [(False, 0.80, 0.95), (True, 0.60, 0.85)])
def test_the_wrong_line_is_named(early: bool, first: float, second: float) -> None:
    """Whole games, and logs that end where the contradiction comes to light: there less is known, and less can be."""
    measured = measure(60, 400_000, early)
    total = measured.total(measured.contradictions)
    kind = "cut early" if early else "whole"
    for place, right, lowest in (("first", total.first, first), ("in two", total.second, second)):
        share = right / total.found
        note(f"slips, {kind} logs, named {place}", f"{share:.0%}", 1, lowest / share, f"{lowest:.0%} at least")
