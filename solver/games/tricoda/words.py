"""What people read of Tricoda: what a typed line was understood to say, what it taught, and proofs in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch

from solver.engine.facts import Fact, OneOf
from solver.english import all_of, whose
from solver.games.tricoda.facts import Answered, Guessed, InSight, Shown
from solver.games.tricoda.rules import (
    NUMBERS,
    POINTS_TO_WIN,
    Ask,
    Compare,
    Cross,
    Declare,
    Edition,
    Mix,
    Named,
    Racks,
    Reveal,
    See,
    Stone,
    Uncross,
    Was,
    format_answer,
    format_code,
    named_sides,
    say_answer,
    true_answer,
)
from solver.games.tricoda.sheet import Sheet
from solver.games.tricoda.table import Table, format_stones
from solver.grammar import Event, Players, tell_common
from solver.proof.conflicts import Sentence

# What was understood.


@singledispatch
def tell(event: Event, table: Table) -> str:  # noqa: ARG001 - the plain case does not need it
    """What the program understood, as a sentence to the log's owner."""
    return tell_common(event)


@tell.register
def _(event: Players, table: Table) -> str:  # noqa: ARG001
    return f"{all_of(event.names)} play to {POINTS_TO_WIN} points; {event.names[0]} reads first."


@tell.register
def _(event: Edition, table: Table) -> str:  # noqa: ARG001
    return f"Card 2 counts {table.question(2).text}."


@tell.register
def _(event: See, table: Table) -> str:  # noqa: ARG001
    return f"{event.holder}: {_stones(event.stones)}."


@tell.register
def _(event: Ask, table: Table) -> str:
    sees = "you see" if event.player == table.me else f"{event.player} sees"
    question = table.question(event.card)
    answer = next((asked.answer for asked in table.asked if asked.line == event.line), event.answer)
    if answer is None:
        return f"Card {event.card}: {question.text}. The answer follows once all stones in sight are typed."
    return f"Card {event.card}: {sees} {say_answer(question, answer)}."


@tell.register
def _(event: Declare, table: Table) -> str:
    who = "You" if event.player == table.me else event.player
    points = table.points[event.player]
    right = next((claim.right for claim in table.declared if claim.line == event.line), event.right)
    outcome = f"right, {points} of {POINTS_TO_WIN} points" if right else "wrong"
    owner = whose(event.player, table.me).capitalize()
    return f"{who} declared {format_code(event.code)}: {outcome}. {owner} rack is new."


@tell.register
def _(event: Was, table: Table) -> str:
    return f"Beside the pile: {whose(event.player, table.me)} {_stones(event.stones)}."


@tell.register
def _(event: Mix, table: Table) -> str:  # noqa: ARG001
    return "The stones beside the pile are mixed in again."


@tell.register
def _(event: Reveal, table: Table) -> str:
    return f"{whose(event.player, table.me).capitalize()} stones: {_stones(event.stones)}."


@tell.register
def _(event: Cross, table: Table) -> str:  # noqa: ARG001
    owner = f"{event.player}'s" if event.player else "your"
    return f"Crossed out on {owner} sheet: {all_of(event.marks)}."


@tell.register
def _(event: Uncross, table: Table) -> str:  # noqa: ARG001
    return f"No longer crossed out: {all_of(event.marks)}."


def _stones(stones: tuple[Named, ...]) -> str:
    return all_of(stones)


# What is new.


def tell_change(old: Event, new: Event, table: Table) -> str:
    """What was so, and not as typed; empty if the two lines are not about the same thing."""
    if isinstance(old, Ask) and isinstance(new, Ask) and old.card == new.card and None not in (old.answer, new.answer):
        question = table.question(new.card)
        said, typed = (format_answer(question, event.answer or 0) for event in (new, old))
        return f"card {new.card} was answered {said}, not {typed}"
    if isinstance(old, See) and isinstance(new, See) and old.holder == new.holder:
        return f"{old.holder} has {_stones(new.stones)}, not {_stones(old.stones)}"
    if isinstance(old, Declare) and isinstance(new, Declare) and (old.player, old.code) == (new.player, new.code):
        return f"{whose(new.player, table.me)} {format_code(new.code)} was {'right' if new.right else 'wrong'}"
    return ""


def tell_news(before: Sheet | None, after: Sheet) -> tuple[str, ...]:
    """What a line taught the seat: numbers newly out or certain, and how many codes are left."""
    left = f"{_codes(after)} possible, {after.ways:,} way{'s' * (after.ways != 1)}"
    if before is None or before.table.current(before.seat).order != after.table.current(after.seat).order:
        return (f"{left}.",)
    if before.ways == after.ways:
        return ()
    news = []
    out = sorted(_numbers(before) - _numbers(after))
    if out:
        news.append(f"{'No' if len(out) == 1 else 'Neither'} {_either(out)} on your rack.")
    gained = list(after.certain)
    for number in before.certain:
        if number in gained:
            gained.remove(number)
    if gained:
        news.append(f"Certain: {format_code(after.certain)}.")
    return (*news, f"{left} (of {before.ways:,})." if after.ways < before.ways else f"{left}.")


def _either(numbers: list[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{', '.join(map(str, numbers[:-1]))} nor {numbers[-1]}"


def _numbers(sheet: Sheet) -> set[int]:
    return {number for number in NUMBERS if any(number in guess.code for guess in sheet.guesses)}


def _codes(sheet: Sheet) -> str:
    return f"{len(sheet.guesses)} code{'s' * (len(sheet.guesses) != 1)}"


# Proofs.


def word_proof(facts: Iterable[Fact], table: Table, seat: str) -> tuple[Sentence, ...]:
    """What lies open first, then earlier racks of the seat, then answer by answer."""
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
            said = say_answer(fact.told.question, fact.told.answer)
            earlier = "" if fact.told.rack.order == table.current(seat).order else " (about the rack before)"
            head = f"Line {asked.line.number}, card {asked.card}: {asked.reader} sees {said}{earlier}."
            possible = all(limit.numbers for limit in fact.limits if isinstance(limit, OneOf))
            yield f"{head} {_without(fact.told, whose(seat, table.me), possible)}"


def _without(told: Answered, owner: str, possible: bool) -> str:
    """What there was besides the seat's rack, and so what that must add; `possible` if some rack fits the answer."""
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
            verdict = "is one of them" if told.answer > there else "is none of them"
            return f"{besides} that is {there}, so {owner} rack {verdict}."
    return f"{besides} that is {_count(told, known)}{', and one rack cannot make up the difference' * (not possible)}."


def _count(told: Answered, racks: list[tuple[Stone, ...]]) -> str:
    """The count, or both counts of a comparison in the order the answer names them."""
    question = told.question
    if isinstance(question, Compare):
        stones = [stone for rack in racks for stone in rack]
        return all_of(sum(map(side.counts, stones)) for side in named_sides(question, told.answer))
    return str(true_answer(question, racks))
