"""What a seat can know of its own rack: every stone in sight and every answer becomes a fact that remembers its line.

A rack is one hidden card with 3,276 values: which three stones of the box it is. Equal stones are told apart, so that
counts weigh them and a proof names exactly the stones it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from solver.engine.facts import Apart, Fact, Hidden, Limit, OneOf, Puzzle
from solver.games.tricoda.possible_racks import (
    BITS,
    INDEX,
    SETS,
    Sight,
    fitting_sets,
    place_of,
    sets_with_code,
    sets_without,
)
from solver.games.tricoda.rules import Question
from solver.games.tricoda.table import Asked, Declared, Held, Rack, Table
from solver.log import Line

SIGHT_COST, DECLARED_COST, ANSWER_COST = 1, 5, 10
MOST_WORLDS = 3_000_000  # earlier racks that nobody typed are left out beyond this
ALL = frozenset(range(len(SETS)))


@dataclass(frozen=True, slots=True)
class InSight:
    """A stone of another rack, or one laid beside the pile: it is not on mine."""

    held: Held
    rack: Rack


@dataclass(frozen=True, slots=True)
class Shown:
    """A rack of my own, known since it was laid aside or revealed."""

    rack: Rack


@dataclass(frozen=True, slots=True)
class Guessed:
    """A declaration of mine about a rack I never saw."""

    rack: Rack
    claim: Declared


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer by someone who saw my rack, and the other racks in sight then."""

    asked: Asked
    question: Question
    rack: Rack
    others: tuple[Rack, ...]


def hidden(rack: Rack) -> Hidden:
    name = "rack" if rack.order == 1 else f"rack {rack.order}"
    return Hidden(name, rack.since, range(len(SETS)))


def make_puzzle(table: Table, seat: str, rack: Rack | None = None, before: int | None = None) -> Puzzle:
    """The hidden racks of a seat, past ones too, and all facts about them in the order of the log.

    For an earlier `rack` of the seat: what could be known of it before that line of the log, or before it was laid
    aside. What later lines tell of other racks was in sight then, so it counts.
    """
    now = rack or table.current(seat)
    mine = table.racks[seat][: now.order]
    facts = [
        *_sights(table, seat, mine, before),
        *_shown(mine if rack is None else mine[:-1], mine),
        *_guessed(mine[:-1], mine),
        *_answers(table, seat, mine, before),
    ]
    puzzle = Puzzle(
        cards=tuple(map(hidden, mine)),
        hand=(hidden(now),),
        facts=tuple(sorted(facts, key=lambda fact: fact.line.number)),
    )
    return _small_enough(puzzle)


def _sights(table: Table, seat: str, mine: Sequence[Rack], before: int | None) -> Iterator[Fact]:
    for holder, history in table.racks.items():
        for rack in history if holder != seat else ():
            barred = [own for own in mine if rack.bars(own)]
            if barred and (before is None or rack.filled < before):
                for held in rack.stones:
                    limits = tuple(OneOf(hidden(own), sets_without(held.piece)) for own in barred)
                    yield Fact(held.line, limits, InSight(held, rack), SIGHT_COST)


def _shown(known: Sequence[Rack], mine: Sequence[Rack]) -> Iterator[Fact]:
    """A rack laid aside: known itself, and its stones are on no other rack of mine. A part of it helps as well."""
    for rack in known:
        pieces = [held.piece for held in rack.stones]
        if pieces and (rack.shown or rack.until is not None):
            with_them = ALL.intersection(*(ALL - sets_without(piece) for piece in pieces))
            own = frozenset({INDEX[tuple(sorted(pieces))]}) if rack.known else with_them
            without = frozenset.intersection(*map(sets_without, pieces))
            others = [other for other in mine if other is not rack and rack.bars(other)]
            limits: list[Limit] = [OneOf(hidden(rack), own)]
            limits += [OneOf(hidden(other), without) for other in others]
            yield Fact(rack.shown or rack.stones[-1].line, tuple(limits), Shown(rack), SIGHT_COST)


def _guessed(closed: Sequence[Rack], mine: Sequence[Rack]) -> Iterator[Fact]:
    for rack in closed:
        if rack.declared is not None and not rack.known:
            right = sets_with_code(rack.declared.code)
            later = mine[mine.index(rack) + 1 :]
            limits: list[Limit] = [OneOf(hidden(rack), right if rack.declared.right else ALL - right)]
            limits += [Apart(hidden(rack), hidden(other), BITS) for other in later if rack.bars(other)]
            yield Fact(rack.declared.line, tuple(limits), Guessed(rack, rack.declared), DECLARED_COST)


def _answers(table: Table, seat: str, mine: Sequence[Rack], before: int | None) -> Iterator[Fact]:
    for asked in table.asked:
        if asked.reader == seat or (before is not None and asked.line.number >= before):
            continue
        racks = table.seen_by(asked.reader, asked.number)
        own = next(rack for rack in racks if rack.holder == seat)
        others = tuple(rack for rack in racks if rack.holder != seat)
        question = table.question(asked.card)
        fit = fitting_sets(question, sight_of(others), asked.answer)
        if own in mine and len(fit) < len(SETS):
            limit = OneOf(hidden(own), fit)
            yield Fact(asked.line, (limit,), Answered(asked, question, own, others), ANSWER_COST)


def sight_of(racks: Sequence[Rack]) -> Sight:
    known = tuple(sorted(place_of(rack.kinds) for rack in racks if rack.known))
    return Sight(known, tuple(rack.kinds for rack in racks if not rack.known))


def _small_enough(puzzle: Puzzle) -> Puzzle:
    """Leave out earlier racks that could be anything, with what is known of them: sound, and they hardly matter."""
    numbers = {card: frozenset(card.values) for card in puzzle.cards}
    for limit in (limit for fact in puzzle.facts for limit in fact.limits):
        if isinstance(limit, OneOf):
            numbers[limit.card] &= limit.numbers
    cards = list(puzzle.cards)
    while prod(len(numbers[card]) for card in cards) > MOST_WORLDS and len(cards) > 1:
        cards.remove(max((card for card in cards if card not in puzzle.hand), key=lambda card: len(numbers[card])))
    if len(cards) == len(puzzle.cards):
        return puzzle
    kept = [
        Fact(fact.line, limits, fact.told, fact.cost)
        for fact in puzzle.facts
        if (limits := tuple(limit for limit in fact.limits if set(limit.cards) <= set(cards)))
    ]
    return Puzzle(tuple(cards), puzzle.hand, tuple(kept))


def list_lines(facts: Iterable[Fact]) -> tuple[Line, ...]:
    """The log lines behind facts, in order, each once; an answer leans on the stones its reader saw besides mine."""
    lines: dict[int, Line] = {}
    for fact in facts:
        lines[fact.line.number] = fact.line
        if isinstance(fact.told, Answered):
            lines |= {held.line.number: held.line for rack in fact.told.others for held in rack.stones}
    return tuple(lines[number] for number in sorted(lines))
