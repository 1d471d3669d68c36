"""Proofs as sentences for people: the stones in sight, each answer, and what there was without the own rack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solver.engine.facts import Fact, OneOf
from solver.english import all_of, whose
from solver.games.tricoda.facts import Answered, Guessed, InSight, Shown
from solver.games.tricoda.questions import Compare, Racks, named_sides, say_answer, true_answer
from solver.games.tricoda.rules import Stone, format_code
from solver.games.tricoda.stands import format_stones
from solver.games.tricoda.table import Table
from solver.proof.conflicts import Sentence


def word_proof(facts: Iterable[Fact], table: Table, seat: str) -> tuple[Sentence, ...]:
    """What lies open first, then own racks of before, then answer by answer."""
    facts = tuple(facts)
    texts = [*_sights(facts), *_own(facts, table, seat), *_answers(facts, table, seat)]
    return tuple(Sentence("", 0, text) for text in texts)


def _sights(facts: tuple[Fact, ...]) -> Iterator[str]:
    """Stones in sight, equal ones together."""
    seen: dict[Stone, list[InSight]] = {}
    for fact in facts:
        if isinstance(fact.told, InSight):
            seen.setdefault(fact.told.held.stone, []).append(fact.told)
    for stone, sights in seen.items():
        where = all_of(dict.fromkeys(f"{sight.rack.holder} (line {sight.held.line.number})" for sight in sights))
        stones = f"A {stone} is" if len(sights) == 1 else f"{len(sights)} {stone}s are"
        yield f"{stones} in sight: {where}."


def _own(facts: tuple[Fact, ...], table: Table, seat: str) -> Iterator[str]:
    owner = whose(seat, table.me).capitalize()
    for fact in facts:
        if isinstance(fact.told, Shown):
            lies = "lie beside the pile" if fact.told.rack.until is not None else "are revealed"
            yield f"{owner} {format_stones(fact.told.rack.kinds)} {lies} (line {fact.line.number})."
        elif isinstance(fact.told, Guessed):
            outcome = "right" if fact.told.claim.right else "wrong"
            code = format_code(fact.told.claim.code)
            yield f"{code} was {outcome} for the rack before (line {fact.line.number}), whose stones are gone."


def _answers(facts: tuple[Fact, ...], table: Table, seat: str) -> Iterator[str]:
    for fact in facts:
        if isinstance(fact.told, Answered):
            asked = fact.told.asked
            said = say_answer(fact.told.question, asked.answer)
            earlier = "" if fact.told.rack.order == table.current(seat).order else " (about the rack before)"
            head = f"Line {asked.line.number}, card {asked.card}: {asked.reader} sees {said}{earlier}."
            possible = all(limit.numbers for limit in fact.limits if isinstance(limit, OneOf))
            yield f"{head} {_without(fact.told, whose(seat, table.me), possible)}"


def _without(told: Answered, owner: str, possible: bool) -> str:
    """What there was besides the own rack, and so what that must add; the answer may be `possible` for no rack."""
    known = [rack.kinds for rack in told.others if rack.known]
    unknown = [rack for rack in told.others if not rack.known]
    question = told.question
    besides = f"Without {owner} rack"
    if unknown:
        names = all_of(rack.holder for rack in unknown)
        return f"{besides} that is {_count(told, known)}, whatever {names} may add."
    if isinstance(question, Racks):
        there = true_answer(question, known)
        if possible:
            verdict = "is one of them" if told.asked.answer > there else "is none of them"
            return f"{besides} that is {there}, so {owner} rack {verdict}."
    return f"{besides} that is {_count(told, known)}{', and one rack cannot make up the difference' * (not possible)}."


def _count(told: Answered, racks: list[tuple[Stone, ...]]) -> str:
    """The count, or both counts of a comparison in the order the answer names them."""
    question = told.question
    if isinstance(question, Compare):
        stones = [stone for rack in racks for stone in rack]
        return all_of(sum(map(side.counts, stones)) for side in named_sides(question, told.asked.answer))
    return str(true_answer(question, racks))
