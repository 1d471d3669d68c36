"""What a seat can know of its own cards: every line that limits them becomes a fact that remembers the line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from solver.engine.facts import Fact, Hidden, Limit, OneOf, Puzzle, SumIn
from solver.games.think_str8.rules import NUMBERS
from solver.games.think_str8.table import Held, Placed, Round, Table
from solver.log import Line

SIGHT_COST, SUM_COST = 1, 10


@dataclass(frozen=True, slots=True)
class InSight:
    """A card of another holder, or one laid off: no card of mine has that number."""

    held: Held


@dataclass(frozen=True, slots=True)
class Shown:
    """A card of my own, known since it was laid off or revealed."""

    held: Held


@dataclass(frozen=True, slots=True)
class Answered:
    """A bet of mine that was checked."""

    round: Round
    bet: Placed


def hidden(held: Held) -> Hidden:
    return _hidden(held.colour, held.first)


@cache
def _hidden(colour: str, first: int) -> Hidden:
    """Made once: equal cards are then the same object, and quickly compared."""
    return Hidden(colour, first, tuple(NUMBERS))


def make_puzzle(table: Table, seat: str) -> Puzzle:
    """The hidden cards of a seat, past ones too, and all facts about them in the order of the log."""
    mine = [held for cards in table.holders[seat].values() for held in cards]
    facts = [*_sights(table, seat), *_shown(mine), *_answers(table, seat)]
    return Puzzle(
        cards=tuple(hidden(held) for held in mine),
        hand=tuple(hidden(table.current(seat, colour)) for colour in table.colours),
        facts=tuple(sorted(facts, key=lambda fact: fact.line.number)),
    )


def _sights(table: Table, seat: str) -> Iterator[Fact]:
    mine = {colour: [hidden(own) for own in cards] for colour, cards in table.holders[seat].items()}
    for holder, colours in table.holders.items():
        for held in (held for cards in colours.values() for held in cards if holder != seat):
            if held.number is not None and held.line is not None:
                limits = tuple(_is_not(card, held.number) for card in mine[held.colour])
                yield Fact(held.line, limits, InSight(held), SIGHT_COST)


def _shown(mine: list[Held]) -> Iterator[Fact]:
    """A card laid off: known itself, and out for my other cards of that colour."""
    for held in mine:
        if held.number is not None and held.shown is not None:
            others = (hidden(own) for own in mine if own.colour == held.colour and own is not held)
            limits: list[Limit] = [OneOf(hidden(held), frozenset({held.number}))]
            limits += [_is_not(card, held.number) for card in others]
            yield Fact(held.shown, tuple(limits), Shown(held), SIGHT_COST)


@cache
def _is_not(card: Hidden, number: int) -> OneOf:
    return OneOf(card, frozenset(card.values) - {number})


def _answers(table: Table, seat: str) -> Iterator[Fact]:
    """Every sum that was answered. What was worked out from typed cards is not evidence about those of the owner.

    My own swaps are all typed; another seat may have changed any card untyped. So what another seat heard before such a
    gap says nothing sure about its present cards, and is left out.
    """
    gaps = () if seat == table.me else table.lacking_swaps(seat)
    for this in table.rounds[max(gaps, default=0) :]:
        bet = this.bets.get(seat)
        if bet is None or bet.sums is None or this.dice is None or (seat == table.me and not bet.typed):
            continue
        counted = {colour: table.held_in(seat, colour, this.number) for colour in this.dice}
        terms = tuple((hidden(held), this.dice.count(held.colour)) for held in counted.values() if held)
        if all(counted.values()):
            yield Fact(bet.lines[0], (SumIn(terms, frozenset(bet.sums)),), Answered(this, bet), SUM_COST)


def list_lines(facts: Iterable[Fact]) -> tuple[Line, ...]:
    """The log lines behind facts, in order, each once."""
    lines: dict[int, Line] = {}
    for fact in facts:
        told = fact.told
        for line in told.bet.lines if isinstance(told, Answered) else (fact.line,):
            lines[line.number] = line
    return tuple(lines[number] for number in sorted(lines))
