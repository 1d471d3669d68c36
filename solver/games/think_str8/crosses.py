"""My own pad: was every cross justified when it was made, and how many more could be made now? Not which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.games.think_str8.events import Card, Cross
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.replay import replay
from solver.games.think_str8.rules import NUMBERS
from solver.games.think_str8.table import Table
from solver.grammar import Reading
from solver.log import Line
from solver.worlds import count_worlds


@dataclass(frozen=True, slots=True)
class JudgedCross:
    """One number crossed out; `late` if it was not justified then but is now."""

    line: Line
    card: Card
    justified: bool
    late: bool = False

    def data(self) -> dict[str, object]:
        claim = f"{self.card} is out"
        return {"line": self.line.number, "claim": claim, "justified": self.justified, "late": self.late}


@dataclass(frozen=True, slots=True)
class Pad:
    """The crosses judged, colours crossed out whole, and how many numbers could still be crossed out."""

    crosses: tuple[JudgedCross, ...] = ()
    full: tuple[str, ...] = ()
    more: int | None = None

    @property
    def fine(self) -> bool:
        return not self.full and all(cross.justified for cross in self.crosses)

    def data(self) -> dict[str, object]:
        return {
            "crosses": [cross.data() for cross in self.crosses],
            "full": list(self.full),
            "more": self.more,
        }


def judge_pad(reading: Reading, table: Table) -> Pad:
    """Judge the crosses of a log that fits together."""
    possible = _possible(table)
    crosses = tuple(cross for event in table.crosses for cross in _judge(reading, event, table, possible))
    full = tuple(colour for colour in table.colours if all((colour, number) in table.crossed for number in NUMBERS))
    return Pad(crosses, full, len(list_uncrossed(table, possible)))


def list_uncrossed(table: Table, possible: dict[str, set[int]] | None = None) -> list[tuple[str, int]]:
    """Numbers that are out but not crossed out on my pad, in pad order. Cards in sight need no cross."""
    possible = possible or _possible(table)
    seen = _seen(table)
    return [
        (colour, number)
        for colour in table.colours
        for number in NUMBERS
        if number not in possible[colour] and (colour, number) not in seen and (colour, number) not in table.crossed
    ]


def _seen(table: Table) -> set[tuple[str, int]]:
    from solver.games.think_str8.sheet import seen_numbers

    return {(colour, number) for colour in table.colours for number in seen_numbers(table, table.me, colour)}


def _possible(table: Table) -> dict[str, set[int]]:
    puzzle = make_puzzle(table, table.me)
    worlds = count_worlds(puzzle)
    return {card.name: set(worlds.counts(card)) for card in puzzle.hand}


def _judge(reading: Reading, event: Cross, table: Table, now: dict[str, set[int]]) -> Iterator[JudgedCross]:
    before = _table_before(reading, event)
    then = _possible(before)
    for card in event.cards:
        justified = card.number not in then[card.colour]
        same = before.current(table.me, card.colour).first == table.current(table.me, card.colour).first
        yield JudgedCross(event.line, card, justified, not justified and same and card.number not in now[card.colour])


def _table_before(reading: Reading, event: Cross) -> Table:
    """The table as it stood when the cross was made: the lines above it."""
    place = next(place for place, other in enumerate(reading.events) if other is event)
    table, _ = replay(replace(reading, events=reading.events[:place]))
    assert table is not None  # the whole log was replayed without fault
    return table
