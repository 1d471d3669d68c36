"""What a seat can know of its own rack: every stone in sight and every answer becomes a fact that remembers its line.

A rack of the seat is a hidden card with 251 values, made of three stones; a stone in sight elsewhere is a card made of
one. The box limits how many stones of a kind can be out of the pile at the same time, which links these cards: counts
allow for equal stones, and a proof names exactly the stones it needs.

Contradictions are found here too, in one way for every command and every seat: answers and declarations that the stones
typed deny, and players for whom no rack is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.engine.facts import ANSWERED, Fact, Hidden, OneOf, Puzzle, Stock
from solver.games.tricoda.possible_racks import (
    ALL,
    RACK_PARTS,
    STONE_PARTS,
    RacksSeen,
    fitting_racks,
    place_of,
    racks_that_have,
    racks_with,
)
from solver.games.tricoda.rules import (
    KINDS,
    STONES,
    Question,
)
from solver.games.tricoda.table import (
    Asked,
    Declared,
    Held,
    Rack,
    Table,
    count_again,
)
from solver.log import Line, in_order
from solver.proof.shortages import fits_some_world

SIGHT_COST, DECLARED_COST, ANSWER_COST = 1, 5, ANSWERED
_BOX = tuple(STONES.values())


@dataclass(frozen=True, slots=True)
class InSight:
    """A stone on another rack, or one laid beside the pile: it is not on mine."""

    held: Held
    rack: Rack


@dataclass(frozen=True, slots=True)
class Shown:
    """A rack of my own, known since it was laid aside or revealed."""

    rack: Rack


@dataclass(frozen=True, slots=True)
class Guessed:
    """A declaration of mine about a rack I never saw."""

    claim: Declared
    rack: Rack


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


@lru_cache(maxsize=32)  # every player's, for a few tables
def make_puzzle(table: Table, seat: str) -> Puzzle:
    """All that a seat can know of its racks."""
    return make_puzzle_of(table, seat)


def make_puzzle_of(
    table: Table, seat: str, rack: Rack | None = None, before: int | None = None, heard: Iterable[Fact] | None = None
) -> Puzzle:
    """The hidden racks of a seat, past ones too, and all facts about them in the order of the log.

    For an earlier `rack` of the seat: what could be known of it before that line of the log, or before it was laid
    aside. What later lines tell of other racks was in sight then, so it counts. `heard` are the answers to use, by
    default all of them.
    """
    now = rack or table.current(seat)
    mine = table.racks[seat][: now.order]
    moments = [
        moment for moment in table.moments if any(own.is_out(moment) for own in mine if own is now or not own.known)
    ]
    in_sight = [
        stone
        for other, stones in _open_stones(table, seat)
        if (before is None or other.filled < before) and any(map(other.is_out, moments))
        for stone in stones
    ]
    facts = [
        *(fact for *_, fact in in_sight),
        *_shown(mine if rack is None else mine[:-1]),
        *_guessed(mine[:-1]),
        *(list_answers(table, seat, mine, before) if heard is None else heard),
    ]
    out = [*((other, card) for other, card, _ in in_sight), *((own, hidden(own)) for own in mine)]
    return Puzzle(
        cards=tuple(card for _, card in out),
        hand=(hidden(now),),
        facts=tuple(sorted(facts, key=lambda fact: fact.line.number)),
        stocks=tuple(Stock(tuple(card for each, card in out if each.is_out(moment)), _BOX) for moment in moments),
    )


@lru_cache(maxsize=32)
def _open_stones(table: Table, seat: str) -> list[tuple[Rack, list[tuple[Rack, Hidden, Fact]]]]:
    """Rack by rack every stone that the log names on others: a card of its own, and the fact that it is there."""
    others = (rack for holder, history in table.racks.items() if holder != seat for rack in history)
    return [(rack, list(_stones_on(rack))) for rack in others]


def _stones_on(rack: Rack) -> Iterator[tuple[Rack, Hidden, Fact]]:
    for place, held in enumerate(rack.stones):
        if not held.again:
            card = Hidden(f"{rack.holder} {rack.order} {place}", rack.since, range(len(KINDS)), STONE_PARTS)
            yield rack, card, Fact(held.line, (OneOf(card, _ONLY[held.stone]),), InSight(held, rack), SIGHT_COST)


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
            right = racks_that_have(rack.declared.code)
            left = right if rack.declared.right else ALL - right
            yield Fact(rack.declared.line, (OneOf(hidden(rack), left),), Guessed(rack.declared, rack), DECLARED_COST)


def list_answers(table: Table, seat: str, mine: Sequence[Rack], before: int | None = None) -> Iterator[Fact]:
    """What others said about racks of the seat."""
    for asked in table.asked:
        if asked.reader == seat or asked.answer is None or (before is not None and asked.line.number >= before):
            continue
        racks = table.seen_at(asked)
        own = next(rack for rack in racks if rack.holder == seat)
        others = tuple(rack for rack in racks if rack.holder != seat)
        question = table.question(asked.card)
        fit = fitting_racks(question, sight_of(others), asked.answer)
        if own in mine and len(fit) < len(ALL):
            limit = OneOf(hidden(own), fit)
            yield Fact(asked.line, (limit,), Answered(asked, question, own, others), ANSWER_COST)


def sight_of(racks: Sequence[Rack]) -> RacksSeen:
    known = tuple(sorted(place_of(rack.kinds) for rack in racks if rack.known))
    return RacksSeen(known, tuple(rack.kinds for rack in racks if not rack.known))


def list_lines(facts: Iterable[Fact]) -> tuple[Line, ...]:
    """The log lines behind facts, in order, each once; an answer rests on the stones its reader saw besides mine."""
    facts = tuple(facts)
    seen = (rack for fact in facts if isinstance(fact.told, Answered) for rack in fact.told.others)
    return in_order((*(fact.line for fact in facts), *(held.line for rack in seen for held in rack.stones)))


@dataclass(frozen=True, slots=True)
class Recount:
    """An answer and what it should have been; None if the log lacks stones the reader saw."""

    asked: Asked
    racks: tuple[Rack, ...]
    true: int | None

    @property
    def false(self) -> bool:
        return None not in (self.true, self.asked.answer) and self.true != self.asked.answer


def recount(table: Table, asked: Asked) -> Recount:
    racks = table.seen_at(asked)
    return Recount(asked, racks, count_again(table.question(asked.card), racks))


@dataclass(frozen=True, slots=True)
class NoRack:
    """No rack of this player fits what the player saw and heard."""

    player: str
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class Denied:
    """An answer, or what was said of a declared rack, that the stones typed deny: about no rack, so about no player."""

    line: Line
    told: Recount | Rack
    player: str = ""

    @property
    def racks(self) -> tuple[Rack, ...]:
        return self.told.racks if isinstance(self.told, Recount) else (self.told,)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The line, and those that name the stones, in order."""
        return in_order((self.line, *(held.line for rack in self.racks for held in rack.stones)))


RackClash = NoRack | Denied


def find_clashes(table: Table, seat: str) -> Iterator[RackClash]:
    """Everything that cannot be true, beginning with the seat's own rack."""
    yield from _find_no_rack(table, seat)
    yield from find_denied(table)
    for player in table.players:
        if player != seat:
            yield from _find_no_rack(table, player)


def find_denied(table: Table) -> Iterator[Denied]:
    """Answers and declarations that cannot be true of the stones typed."""
    for asked in table.asked:
        counted = recount(table, asked)
        if counted.false:
            yield Denied(asked.line, counted)
    for rack in (rack for history in table.racks.values() for rack in history):
        if rack.declared is not None and rack.denies:
            yield Denied(rack.declared.line, rack)


def _find_no_rack(table: Table, player: str) -> Iterator[NoRack]:
    puzzle = make_puzzle(table, player)
    if not fits_some_world(puzzle):
        yield NoRack(player, puzzle)
