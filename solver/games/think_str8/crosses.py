"""My own pad: was every cross justified when it was made, and how many more could be made now? Not which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.engine.worlds import count_worlds
from solver.games.think_str8.events import Card, Cross, Dice, Uncross
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.replay import replay
from solver.games.think_str8.rules import NUMBERS
from solver.games.think_str8.sheet import seen_numbers
from solver.games.think_str8.table import Table
from solver.grammar import Reading
from solver.log import Line


@dataclass(frozen=True, slots=True)
class JudgedCross:
    """One number crossed out. Whether it is out by now is not said: that would give it away."""

    line: Line
    card: Card
    justified: bool

    def data(self) -> dict[str, object]:
        return {"line": self.line.number, "claim": str(self.card), "justified": self.justified}


@dataclass(frozen=True, slots=True)
class Pad:
    """The crosses judged, colours crossed out whole, and how many numbers could still be crossed out."""

    crosses: tuple[JudgedCross, ...] = ()
    full: tuple[str, ...] = ()
    more: int = 0

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
    crosses = tuple(cross for event in table.crosses for cross in _judge(reading, event, table))
    marked = _marked(table, table.me)
    full = tuple(colour for colour in table.colours if all((colour, number) in marked for number in NUMBERS))
    return Pad(crosses, full, len(list_uncrossed(table, table.me)))


def list_uncrossed(table: Table, seat: str) -> list[tuple[str, int]]:
    """Numbers that are out but neither seen nor crossed out on the pad, in pad order; only the log's owner has one."""
    possible, marked = _possible(table, seat), _marked(table, seat)
    return [
        (colour, number)
        for colour in table.colours
        for number in NUMBERS
        if number not in possible[colour] and (colour, number) not in marked
    ]


def _marked(table: Table, seat: str) -> set[tuple[str, int]]:
    seen = {(colour, number) for colour in table.colours for number in seen_numbers(table, seat, colour)}
    return seen | (set(table.crossed) if seat == table.me else set())


def _possible(table: Table, seat: str) -> dict[str, set[int]]:
    puzzle = make_puzzle(table, seat)
    worlds = count_worlds(puzzle)
    return {card.name: set(worlds.counts(card)) for card in puzzle.hand}


def _judge(reading: Reading, event: Cross, table: Table) -> Iterator[JudgedCross]:
    """Each number of a line, but for those that were taken back."""
    possible = _possible(_table_before(reading, event), table.me)
    taken_back = _taken_back(reading, event, table)
    for card in event.cards:
        if (card.colour, card.number) not in taken_back:
            yield JudgedCross(event.line, card, card.number not in possible[card.colour])


def _taken_back(reading: Reading, event: Cross, table: Table) -> set[tuple[str, int]]:
    """What later `uncross` lines name, up to the round at which the table stands."""
    rounds, found = 0, set()
    for other in reading.events:
        rounds += isinstance(other, Dice)
        if rounds > table.round:
            break
        if isinstance(other, Uncross) and other.line.number > event.line.number:
            found |= {(card.colour, card.number) for card in other.cards}
    return found


def _table_before(reading: Reading, event: Cross) -> Table:
    """The table as it stood when the cross was made: the lines above it."""
    place = next(place for place, other in enumerate(reading.events) if other is event)
    table, _ = replay(replace(reading, events=reading.events[:place]))
    assert table is not None  # the whole log was replayed without fault
    return table
