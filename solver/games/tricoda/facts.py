"""What a seat can know of its own rack: every stone in sight and every answer becomes a fact that remembers its line.

A rack of the seat is a hidden card with 251 values, made of three stones; a stone that lies open elsewhere is a card
made of one. The box has only so many stones of a kind, which ties all that are out of the pile at the same time. So
counts weigh equal stones, and a proof names exactly the stones it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solver.engine.facts import Fact, Hidden, OneOf, Puzzle, Stock
from solver.games.tricoda.possible_racks import (
    ALL,
    RACK_PARTS,
    STONE_PARTS,
    Sight,
    fitting_racks,
    place_of,
    racks_with,
    racks_with_code,
)
from solver.games.tricoda.rules import KINDS, STONES, Question
from solver.games.tricoda.table import Asked, Declared, Held, Rack, Table
from solver.log import Line

SIGHT_COST, DECLARED_COST, ANSWER_COST = 1, 5, 10
_BOX = tuple(STONES.values())


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

    @property
    def answer(self) -> int:
        assert self.asked.answer is not None, "only what was answered is a fact"
        return self.asked.answer


def hidden(rack: Rack) -> Hidden:
    name = "rack" if rack.order == 1 else f"rack {rack.order}"
    return Hidden(name, rack.since, range(len(ALL)), RACK_PARTS)


def make_puzzle(
    table: Table, seat: str, rack: Rack | None = None, before: int | None = None, heard: Iterable[Fact] | None = None
) -> Puzzle:
    """The hidden racks of a seat, past ones too, and all facts about them in the order of the log.

    For an earlier `rack` of the seat: what could be known of it before that line of the log, or before it was laid
    aside. What later lines tell of other racks was in sight then, so it counts. `heard` are the answers to be used, all
    if they are not given.
    """
    now = rack or table.current(seat)
    mine = table.racks[seat][: now.order]
    moments = [
        moment for moment in table.moments if any(own.is_out(moment) for own in mine if own is now or not own.known)
    ]
    open_ = [entry for entry in _open_stones(table, seat, before) if any(map(entry[0].is_out, moments))]
    facts = [
        *(_sight(rack, held, card) for rack, held, card in open_),
        *_shown(mine if rack is None else mine[:-1]),
        *_guessed(mine[:-1]),
        *(list_answers(table, seat, mine, before) if heard is None else heard),
    ]
    out = [*((rack, card) for rack, _, card in open_), *((own, hidden(own)) for own in mine)]
    return Puzzle(
        cards=tuple(card for _, card in out),
        hand=(hidden(now),),
        facts=tuple(sorted(facts, key=lambda fact: fact.line.number)),
        stocks=tuple(Stock(tuple(card for each, card in out if each.is_out(moment)), _BOX) for moment in moments),
    )


def _open_stones(table: Table, seat: str, before: int | None) -> list[tuple[Rack, Held, Hidden]]:
    """Every stone that the log names on another rack, as a card of its own."""
    return [
        (rack, held, Hidden(f"{holder} {rack.order} {place}", rack.since, range(len(KINDS)), STONE_PARTS))
        for holder, history in table.racks.items()
        for rack in history
        if holder != seat and (before is None or rack.filled < before)
        for place, held in enumerate(rack.stones)
        if not held.again
    ]


def _sight(rack: Rack, held: Held, card: Hidden) -> Fact:
    return Fact(held.line, (OneOf(card, _ONLY[held.stone]),), InSight(held, rack), SIGHT_COST)


_ONLY = {stone: frozenset({kind}) for kind, stone in enumerate(KINDS)}


def _shown(known: Sequence[Rack]) -> Iterator[Fact]:
    """A rack laid aside or revealed, or the part of it that the log names."""
    for rack in known:
        if rack.stones and (rack.shown or rack.until is not None):
            own = frozenset({place_of(rack.kinds)}) if rack.known else racks_with(rack.kinds)
            yield Fact(rack.shown or rack.stones[-1].line, (OneOf(hidden(rack), own),), Shown(rack), SIGHT_COST)


def _guessed(closed: Sequence[Rack]) -> Iterator[Fact]:
    for rack in closed:
        if rack.declared is not None and not rack.known:
            right = racks_with_code(rack.declared.code)
            left = right if rack.declared.right else ALL - right
            yield Fact(rack.declared.line, (OneOf(hidden(rack), left),), Guessed(rack, rack.declared), DECLARED_COST)


def list_answers(table: Table, seat: str, mine: Sequence[Rack], before: int | None = None) -> Iterator[Fact]:
    """What others said about racks of the seat."""
    for asked in table.asked:
        if asked.reader == seat or asked.answer is None or (before is not None and asked.line.number >= before):
            continue
        racks = table.seen_by(asked.reader, asked.number)
        own = next(rack for rack in racks if rack.holder == seat)
        others = tuple(rack for rack in racks if rack.holder != seat)
        question = table.question(asked.card)
        fit = fitting_racks(question, sight_of(others), asked.answer)
        if own in mine and len(fit) < len(ALL):
            limit = OneOf(hidden(own), fit)
            yield Fact(asked.line, (limit,), Answered(asked, question, own, others), ANSWER_COST)


def sight_of(racks: Sequence[Rack]) -> Sight:
    known = tuple(sorted(place_of(rack.kinds) for rack in racks if rack.known))
    return Sight(known, tuple(rack.kinds for rack in racks if not rack.known))


def list_lines(facts: Iterable[Fact]) -> tuple[Line, ...]:
    """The log lines behind facts, in order, each once; an answer leans on the stones its reader saw besides mine."""
    lines: dict[int, Line] = {}
    for fact in facts:
        lines[fact.line.number] = fact.line
        if isinstance(fact.told, Answered):
            lines |= {held.line.number: held.line for rack in fact.told.others for held in rack.stones}
    return tuple(lines[number] for number in sorted(lines))
