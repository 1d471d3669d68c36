"""Proofs in sentences, and what cannot be true: first what is in sight, then the seat's racks, then answers.

Whether a rack is among those counted is handed to its sentence in signs, too: `signs="2 + 1 = 3"`. The rest is about
things, not sums, and stays in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from solver.engine.facts import Fact, OneOf
from solver.english import all_of, ordinal
from solver.games.tricoda.facts import (
    Answered,
    Denied,
    Guessed,
    InSight,
    NoRack,
    RackClash,
    Recount,
    Shown,
    find_clashes,
)
from solver.games.tricoda.rules import Compare, Racks, Stone, format_code, say_holder, true_answer
from solver.games.tricoda.table import Rack, Table, say_stones
from solver.games.tricoda.words.addressed import Addressed
from solver.games.tricoda.words.answers import say_answer
from solver.games.tricoda.words.faults import false_outcome
from solver.language import later, say, say_count
from solver.proof.conflicts import Sentence

# What is proved.


def word_proof(facts: Iterable[Fact], table: Table, seat: str) -> tuple[Sentence, ...]:
    """First what is in sight, then the seat's earlier racks, then answer by answer."""
    facts = tuple(facts)
    texts = *_sights(facts), *_own(facts, table, seat), *_answers(facts, table, seat)
    return tuple(Sentence("", 0, text) for text in texts)


def _sights(facts: tuple[Fact, ...]) -> Iterator[str]:
    """Stones in sight, equal ones together."""
    seen: dict[Stone, list[InSight]] = {}
    for fact in facts:
        if isinstance(fact.told, InSight):
            seen.setdefault(fact.told.held.stone, []).append(fact.told)
    for stone, sights in seen.items():
        where = all_of(dict.fromkeys(map(_where, sights)))
        yield say_count(
            "A {stone} is in sight: {where}.",
            "{count} {stone}s are in sight: {where}.",
            len(sights),
            stone=stone.said,
            where=where,
        )


def _where(sight: InSight) -> str:
    return say("{player} (line {line})", player=say_holder(sight.rack.holder), line=sight.held.line.number)


_ASIDE = Addressed(
    later("Your {stones} lie beside the pile (line {line})."),
    later("{name}'s {stones} lie beside the pile (line {line})."),
)
_REVEALED = Addressed(
    later("Your {stones} are revealed (line {line})."), later("{name}'s {stones} are revealed (line {line}).")
)
_RIGHT_BEFORE = later("{code} was right for the rack before (line {line}), whose stones are gone.")
_WRONG_BEFORE = later("{code} was wrong for the rack before (line {line}), whose stones are gone.")
_RIGHT = Addressed(
    later("{code} was right for your {nth} rack (line {line}), whose stones are gone."),
    later("{code} was right for {name}'s {nth} rack (line {line}), whose stones are gone."),
)
_WRONG = Addressed(
    later("{code} was wrong for your {nth} rack (line {line}), whose stones are gone."),
    later("{code} was wrong for {name}'s {nth} rack (line {line}), whose stones are gone."),
)


def _own(facts: tuple[Fact, ...], table: Table, seat: str) -> Iterator[str]:
    for fact in facts:
        line = fact.line.number
        if isinstance(fact.told, Shown):
            rack = fact.told.rack
            lie = _REVEALED if rack.until is None else _ASIDE
            yield lie.to(seat, table.me, stones=say_stones(rack.kinds), line=line)
        elif isinstance(fact.told, Guessed):
            code, right = format_code(fact.told.claim.code), fact.told.claim.right
            if _is_before(fact.told.rack, table, seat):
                yield say(_RIGHT_BEFORE if right else _WRONG_BEFORE, code=code, line=line)
            else:
                nth = ordinal(fact.told.rack.order)
                yield (_RIGHT if right else _WRONG).to(seat, table.me, code=code, nth=nth, line=line)


def _is_before(rack: Rack, table: Table, seat: str) -> bool:
    """Whether it is the last of the seat's racks that are gone."""
    return rack.order == table.current(seat).order - 1


_SEES = later("Line {line}, card {card}: {reader} sees {said}.")
_SEES_BEFORE = later("Line {line}, card {card}: {reader} sees {said} (about the rack before).")
_SEES_EARLIER = Addressed(
    later("Line {line}, card {card}: {reader} sees {said} (about your {nth} rack)."),
    later("Line {line}, card {card}: {reader} sees {said} (about {name}'s {nth} rack)."),
)


def _answers(facts: tuple[Fact, ...], table: Table, seat: str) -> Iterator[str]:
    for fact in facts:
        if isinstance(fact.told, Answered):
            possible = all(limit.numbers for limit in fact.limits if isinstance(limit, OneOf))
            yield f"{_seen(fact.told, table, seat)} {_without(fact.told, table, seat, possible)}"


def _seen(told: Answered, table: Table, seat: str) -> str:
    """What the reader saw, and on which of the seat's racks if it is gone."""
    asked, said = told.asked, say_answer(told.question, told.answer)
    places = {"line": asked.line.number, "card": asked.card, "reader": asked.reader, "said": said}
    if told.rack.order == table.current(seat).order:
        return say(_SEES, **places)
    if _is_before(told.rack, table, seat):
        return say(_SEES_BEFORE, **places)
    return _SEES_EARLIER.to(seat, table.me, nth=ordinal(told.rack.order), **places)


_WHATEVER = Addressed(
    later("Without your rack that is {there}, whatever {unknown} may add."),
    later("Without {name}'s rack that is {there}, whatever {unknown} may add."),
)
_WITHOUT = Addressed(later("Without your rack that is {there}."), later("Without {name}'s rack that is {there}."))
_TOO_FAR = Addressed(
    later("Without your rack that is {there}, and one rack cannot make up the difference."),
    later("Without {name}'s rack that is {there}, and one rack cannot make up the difference."),
)


def _without(told: Answered, table: Table, seat: str, possible: bool) -> str:
    """What there was besides the seat's rack, so what the rack must add; `possible` if some rack fits the answer."""
    question, known = told.question, [rack.kinds for rack in told.others if rack.known]
    unknown = [say_holder(rack.holder) for rack in told.others if not rack.known]
    there = true_answer(question, known)
    counted = str(there)
    if isinstance(question, Compare):  # both counts, in the order the answer names them
        stones = [stone for rack in known for stone in rack]
        counted = all_of(sum(map(side.counts, stones)) for side in question.named_sides(told.answer))
    if unknown:
        return _WHATEVER.to(seat, table.me, there=counted, unknown=all_of(unknown))
    if isinstance(question, Racks) and possible:
        return _one_of_them(told, there, seat, table.me)
    return (_WITHOUT if possible else _TOO_FAR).to(seat, table.me, there=counted)


def _one_of_them(told: Answered, there: int, seat: str, me: str) -> str:
    """Whether the rack is among those that the reader counts."""
    adds = told.answer - there
    signs, places = f"{there} + {adds} = {told.answer}", {"name": seat, "there": there}
    if adds and seat == me:
        return say("Without your rack that is {there}, so your rack is one of them.", signs=signs, **places)
    if adds:
        return say("Without {name}'s rack that is {there}, so {name}'s rack is one of them.", signs=signs, **places)
    if seat == me:
        return say("Without your rack that is {there}, so your rack is none of them.", signs=signs, **places)
    return say("Without {name}'s rack that is {there}, so {name}'s rack is none of them.", signs=signs, **places)


# What cannot be true.

_FALSE_ANSWER = Addressed(later("you said {said}; it was {true}"), later("{name} said {said}; it was {true}"))


def say_false_answer(table: Table, counted: Recount) -> str:
    """A false answer: what was said and what was in sight."""
    question, asked = table.question(counted.asked.card), counted.asked
    assert counted.true is not None
    assert asked.answer is not None
    said, true = say_answer(question, asked.answer), say_answer(question, counted.true)
    return _FALSE_ANSWER.to(asked.reader, table.me, said=said, true=true)


def say_denied(table: Table, denied: Denied) -> str:
    if isinstance(denied.told, Recount):
        return say_false_answer(table, denied.told)
    return false_outcome(denied.told, table.me)


def say_clash(table: Table, clash: RackClash) -> str:
    if isinstance(clash, NoRack):
        return say("No rack fits what {player} saw and heard.", player=clash.player)
    line, denied = clash.line.number, say_denied(table, clash)
    return say("Line {line} does not fit the stones typed: {denied}.", line=line, denied=denied)


def tell_misheard(table: Table, seat: str) -> tuple[str, ...]:
    """A sentence for everything that cannot be true, apart from the seat's own rack."""
    return tuple(say_clash(table, clash) for clash in _find_misheard(table, seat))


@lru_cache(maxsize=32)
def _find_misheard(table: Table, seat: str) -> tuple[RackClash, ...]:
    return tuple(clash for clash in find_clashes(table, seat) if clash.player != seat)
