"""The ways of deducing that people have names for, as code: what a player who knows the first n of them can rule out.

A proof has the name of the least skill that finds it from the proof's own lines.

Skill 1 takes one sum at a time, of cards still held, none counted twice. Skill 2 also takes sums with a colour thrown
twice or three times, and older sums of cards that were laid off since. Skill 3 goes on from sum to sum until nothing
new comes of it, and holds sums of the same cards together. Skill 4 also takes one sum from another. Skill 5 tries out,
and misses nothing.

Black boxes (what is or was in sight) everybody knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from solver.engine.facts import Fact, Hidden, OneOf, Puzzle, SumIn
from solver.engine.worlds import count_worlds
from solver.language import later
from solver.proof.smallest import Proof

ONE_SUM = later("one sum")
DOUBLED = later("doubled colour")
LAID_OFF = later("a card laid off sharpens an old sum")
BOTH_ENDS = later("both ends")
DIFFERENCE = later("two sums less each other")
TRYING = later("by trying")
LEVEL = {ONE_SUM: 1, DOUBLED: 2, LAID_OFF: 2, BOTH_ENDS: 3, DIFFERENCE: 4, TRYING: 5}
_MOST_CARDS = 3  # in what is left of two sums: more nobody keeps in mind

NumbersLeft = dict[Hidden, frozenset[int]]


def rule_out(puzzle: Puzzle, skill: int) -> NumbersLeft:
    """What a player of that skill has left of every card."""
    if skill >= LEVEL[TRYING]:
        worlds = count_worlds(puzzle)
        return {card: frozenset(worlds.counts(card)) for card in puzzle.cards}
    return _rule_out(puzzle, skill, ())


def add_up(puzzle: Puzzle, skill: int, terms: tuple[tuple[Hidden, int], ...]) -> tuple[int, int]:
    """The least and the most that these cards can add up to, for a player of that skill short of trying."""
    total = Hidden("sum", 0, range(sum(times * max(card.values) for card, times in terms) + 1))
    asked = SumIn((*terms, (total, -1)), frozenset({0}))
    left = _rule_out(puzzle, skill, (asked,))
    left = _meet(left, [_strike(asked, left)])
    return min(left[total]), max(left[total])


def _rule_out(puzzle: Puzzle, skill: int, asked: Sequence[SumIn]) -> NumbersLeft:
    left = black_boxes(puzzle) | {card: frozenset(card.values) for limit in asked for card in limit.cards[-1:]}
    sums = list_sums(puzzle.facts)
    if skill < LEVEL[DOUBLED]:
        sums = [limit for limit in sums if is_plain(limit, puzzle.hand)]
    if skill < LEVEL[BOTH_ENDS]:
        return _meet(left, (_strike(limit, left) for limit in sums))
    sums = [*_same_cards(sums), *asked]
    if skill >= LEVEL[DIFFERENCE]:
        sums += list(subtract(sums))
    while (after := _meet(left, (_strike(limit, left) for limit in sums))) != left:
        left = after
    return left


def black_boxes(puzzle: Puzzle) -> NumbersLeft:
    """What is left of every card by what is or was in sight."""
    left = {card: frozenset(card.values) for card in puzzle.cards}
    for limit in (limit for fact in puzzle.facts for limit in fact.limits):
        if isinstance(limit, OneOf):
            left[limit.card] &= limit.numbers
    return left


def _same_cards(sums: Sequence[SumIn]) -> list[SumIn]:
    """Sums of the very same cards are one: what all of them allow."""
    met: dict[frozenset[tuple[Hidden, int]], frozenset[int]] = {}
    for limit in sums:
        key = frozenset(limit.terms)
        met[key] = met.get(key, limit.sums) & limit.sums
    return [SumIn(tuple(terms), allowed) for terms, allowed in met.items()]


def is_plain(limit: SumIn, hand: Sequence[Hidden]) -> bool:
    """Every card counts once and is still held."""
    return all(times == 1 and card in hand for card, times in limit.terms)


def subtract(sums: Sequence[SumIn]) -> Iterable[SumIn]:
    """What is left when one sum is taken from another that shares a card with it."""
    for one in sums:
        for other in sums:
            terms = dict(one.terms)
            for card, times in other.terms:
                terms[card] = terms.get(card, 0) - times
            kept = tuple((card, times) for card, times in terms.items() if times)
            shared = set(one.cards) & set(other.cards)
            if one is not other and shared and one.sums and other.sums and 0 < len(kept) <= _MOST_CARDS:
                least, most = min(one.sums) - max(other.sums), max(one.sums) - min(other.sums)
                yield SumIn(kept, frozenset(range(least, most + 1)))


def _strike(limit: SumIn, left: Mapping[Hidden, frozenset[int]]) -> NumbersLeft:
    """What one sum leaves of its cards, each for itself."""
    found = {}
    for card, times in limit.terms:
        made = {0}
        for other, often in limit.terms:
            if other is not card:
                made = {total + often * number for total in made for number in left[other]}
        found[card] = frozenset(
            number for number in left[card] if any(total + times * number in limit.sums for total in made)
        )
    return found


def _meet(left: NumbersLeft, struck: Iterable[NumbersLeft]) -> NumbersLeft:
    met = dict(left)
    for each in struck:
        for card, numbers in each.items():
            met[card] &= numbers
    return met


def name_pattern(skill: int, sums: Iterable[SumIn], hand: Sequence[Hidden]) -> str:
    """The pattern of what a skill was needed for, with these sums in its smallest proof."""
    if skill != LEVEL[DOUBLED]:
        return next(name for name, level in LEVEL.items() if level == skill)
    return LAID_OFF if any(card not in hand for limit in sums for card in limit.cards) else DOUBLED


def name_proof(puzzle: Puzzle, proof: Proof) -> str:
    """The pattern by which a proof about one card comes out; nothing where cards in sight say it all."""
    claim, sums = proof.claim, list_sums(proof.because)
    if claim is None or not sums:
        return ""
    small = replace(puzzle, facts=proof.because)
    short_of_trying = range(1, LEVEL[TRYING])  # which finds every proof, so it need not be tried
    skills = (skill for skill in short_of_trying if rule_out(small, skill)[claim.card] <= claim.numbers)
    return name_pattern(next(skills, LEVEL[TRYING]), sums, puzzle.hand)


def list_sums(facts: Iterable[Fact]) -> list[SumIn]:
    return [limit for fact in facts for limit in fact.limits if isinstance(limit, SumIn)]
