"""Steps of proofs against all ways to reach a sum: each follows from its reasons, and none can be left out."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product

import pytest

from solver.engine.facts import Hidden, SumIn
from solver.proof.smallest import Proof, find_conflict, find_smallest
from solver.proof.steps import Case, Item, Reason, Step, Strike, SumOfCards, Supposed, Telling, tell
from tests.test_explain import claims_of, puzzle_of
from tests.think_str8.random_games import COLOURS, random_game

OPENING = "game think-str8\nplayers Anna Ben\nme Anna\n"
ROUND = "dice {}\nbet {} {}\n"


def proofs(seed: int) -> Iterator[Proof]:
    puzzle = puzzle_of(random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0).text)
    for claim in claims_of(puzzle):
        facts = find_smallest(puzzle, claim)
        assert facts is not None
        yield Proof(claim, facts)


def conflicts(seed: int) -> Iterator[Proof]:
    """Random bets on few colours, often on the same, until they contradict each other."""
    rng = random.Random(seed)
    throws = [" ".join(dice) for dice in combinations_with_replacement(rng.sample(COLOURS, 2 + seed % 3), 3)]
    text = OPENING + "see Ben red 7, blue 0, green 3\n" * (seed % 2)
    while True:
        length = rng.randint(1, 7)
        low = rng.randint(0, 22 - length)
        answer = rng.choice(["hit", "miss"] if length == 1 else ["hit", "low", "high"])
        text += ROUND.format(rng.choice(throws), f"{low}-{low + length - 1}", answer)
        if conflict := find_conflict(puzzle_of(text)):
            yield conflict
            return
        if text.count("dice") == 10:
            text = OPENING


# Each step follows.


def strikes(reasons: Iterable[Reason]) -> set[Strike]:
    return {strike for reason in reasons for strike in reason.strikes}


def reachable(told: SumOfCards, struck: set[Strike], card: Hidden | None = None, number: int = 0) -> bool:
    limit = told.limit
    choices = [[number] if own == card else [n for n in own.values if (own, n) not in struck] for own in limit.cards]
    times = [times for _, times in limit.terms]
    return any(sum(t * n for t, n in zip(times, way, strict=True)) in limit.sums for way in product(*choices))


def check_steps(items: Iterable[Item], seen: set[int], used: set[int]) -> set[Strike]:
    """What the items strike. `seen` are the reasons that may be cited, `used` the facts that are."""
    made: set[Strike] = set()
    for item in items:
        if isinstance(item, Case):
            check_steps(item.steps, seen | {id(item.supposed)}, used)
            assert is_dead_end(item.steps[-1])
        else:
            check_step(item, seen, used)
        seen = seen | {id(item)}
        made |= item.strikes
    return made


def check_step(step: Step, seen: set[int], used: set[int]) -> None:
    for reason in step.because:
        assert id(reason) in seen or not isinstance(reason, Step | Case | Supposed), "cited before it was said"
        used |= {id(reason.fact)} if not isinstance(reason, Step | Case | Supposed) else set()
    struck = strikes(step.because)
    if step.sum is None:
        assert step.strikes <= struck
        return
    used |= set(map(id, step.sum.facts))
    check_sum(step.sum)
    if step.card is None:
        assert not reachable(step.sum, struck)
    for number in step.out:
        assert not reachable(step.sum, struck, step.card, number)
    for reason in step.because:
        rest = strikes(other for other in step.because if other is not reason)
        numbers = step.out if step.card else [0]
        assert any(reachable(step.sum, rest, step.card, number) for number in numbers), "a reason too many"


def is_dead_end(item: Item) -> bool:
    return isinstance(item, Step) and (item.card is None or (item.sum is None and item.out == set(item.card.values)))


def check_sum(told: SumOfCards) -> None:
    """A sum is the one that was told, what one told sum less another can be, or what equal cards cannot be."""
    limits = [next(limit for limit in fact.limits if isinstance(limit, SumIn)) for fact in told.facts]
    if len(limits) == 1:
        assert told.limit == limits[0]
        return
    if not told.limit.sums:
        assert len({frozenset(limit.terms) for limit in limits}) == 1
        assert not frozenset.intersection(*(limit.sums for limit in limits))
        return
    one, other = limits
    times = dict(one.terms) | {card: 0 for card, _ in other.terms if card not in dict(one.terms)}
    for card, n in other.terms:
        times[card] -= n
    assert dict(told.limit.terms) == {card: n for card, n in times.items() if n}
    assert {a - b for a in one.sums for b in other.sums} <= told.limit.sums


# None can be left out.


def replay(items: Iterable[Item], struck: set[Strike], without: Item, ends: list[Step]) -> set[Strike]:
    """All that the items strike by trying every way, each from all that is known by then, when one is left out."""
    struck = set(struck)
    for item in items:
        if item is without:
            continue
        if isinstance(item, Case):
            inner = replay(item.steps, struck | item.supposed.strikes, without, ends)
            struck |= item.strikes if stuck(inner, ends) else frozenset()
        elif item.sum and item.card:
            out = [n for n in item.card.values if not reachable(item.sum, struck, item.card, n)]
            struck |= {(item.card, n) for n in out}
    return struck


def stuck(struck: set[Strike], ends: list[Step]) -> bool:
    """One of the dead ends of the telling is reached."""
    return any(not reachable(end.sum, struck) if end.sum else end.strikes <= struck for end in ends)


def walk(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Case):
            yield from walk(item.steps)


def check_telling(telling: Telling) -> None:
    claim, facts = telling.proof.claim, telling.proof.because
    used = {id(given.fact) for given in telling.open}
    made = check_steps(telling.steps, set(), used) | strikes(telling.open)
    assert used == set(map(id, facts))
    goal = {(claim.card, n) for n in claim.card.values if n not in claim.numbers} if claim else set()
    assert goal <= made
    given = {
        (limit.cards[0], n)
        for fact in facts
        for limit in fact.limits
        if not isinstance(limit, SumIn)
        for n in limit.cards[0].values
        if not limit.holds({limit.cards[0]: n})
    }
    every = list(walk(telling.steps))
    ends = [item for item in every if isinstance(item, Step) and is_dead_end(item)]
    steps = [item for item in every if item not in ends]
    if claim is None:
        assert is_dead_end(telling.steps[-1])
    for item in steps:
        struck = replay(telling.steps, given, item, ends)
        assert not (goal <= struck if claim else stuck(struck, ends)), "a step too many"


@pytest.mark.parametrize("seed", range(24))
def test_claims_are_told_soundly_and_without_a_step_too_many(seed: int) -> None:
    for proof in proofs(seed):
        check_telling(tell(proof))


@pytest.mark.parametrize("seed", range(60))
def test_conflicts_of_all_shapes_are_told(seed: int) -> None:
    for proof in conflicts(seed):
        check_telling(tell(proof))


@pytest.mark.parametrize("seed", range(8))
def test_an_answer_turned_round_is_told(seed: int) -> None:
    """Each own answer in turn: whole games, with cards in sight and laid off."""
    lines = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0).lines
    for place, line in enumerate(lines):
        turned = line.replace("low", "high") if line.endswith("low") else line.replace("high", "low")
        if line.startswith("bet Anna") and line != turned:
            conflict = find_conflict(puzzle_of("\n".join([*lines[:place], turned, *lines[place + 1 :]])))
            if conflict:
                check_telling(tell(conflict))


@pytest.mark.parametrize(
    "bets",
    [
        ["12-13 low", "2-8 hit"],
        ["10-12 hit", "4-6 hit"],
        ["8-10 hit", "4-6 hit"],
        ["13-15 hit", "7-7 hit"],
        ["5-5 hit", "5-5 miss"],
        ["5-6 hit", "5-5 miss", "6-6 miss"],
    ],
)
def test_the_same_cards_told_twice_are_one_step(bets: list[str]) -> None:
    text = OPENING
    for place, bet in enumerate(bets):
        text += ROUND.format(["blue green red", "red green blue", "green red blue"][place], *bet.split())
    conflict = find_conflict(puzzle_of(text))
    assert conflict
    telling = tell(conflict)
    check_telling(telling)
    assert len(telling.steps) == 1
