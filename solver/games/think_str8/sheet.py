"""The deduction sheet of a seat: per colour what is seen, what is ruled out, what can be and how likely it is.

With it goes what the log does not tell.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.engine.facts import Fact, Puzzle
from solver.engine.worlds import Worlds, solve
from solver.english import Saying
from solver.games.think_str8.facts import FactClash, find_other_clashes, list_lines, make_puzzle, seen_numbers
from solver.games.think_str8.rules import NAME, NUMBERS
from solver.games.think_str8.table import Table
from solver.games.think_str8.words.gaps import find_gaps


@dataclass(frozen=True, slots=True)
class Column:
    """One colour of the pad; `seen`, the numbers counted, and `ruled_out` share 0 to 7 between them."""

    colour: str
    seen: tuple[int, ...]
    count: dict[int, int]
    hands: int

    @property
    def possible(self) -> tuple[int, ...]:
        return tuple(self.count)

    @property
    def ruled_out(self) -> tuple[int, ...]:
        return tuple(number for number in NUMBERS if number not in self.seen and number not in self.count)

    @property
    def certain(self) -> int | None:
        return self.possible[0] if len(self.count) == 1 else None

    def chance(self, number: int) -> float:
        return self.count.get(number, 0) / self.hands if self.hands else 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """What `show` shows. `conflict` holds facts that contradict each other `about` a player's cards.

    If they are about the seat's own, `hands` is 0: nothing fits. `sums` counts hands by the sum of the dice that lie.
    """

    table: Table
    seat: str
    puzzle: Puzzle
    hands: int
    columns: tuple[Column, ...]
    conflict: tuple[Fact, ...]
    about: str
    gaps: tuple[Saying, ...]
    sums: dict[int, int]

    @property
    def fits(self) -> bool:
        """Whether there is a hand the seat could hold."""
        return self.hands > 0

    @property
    def consistent(self) -> bool:
        return self.fits and not self.conflict

    def crossed(self, colour: str) -> tuple[int, ...]:
        """What the log's owner crossed out; it has no other player's crosses."""
        mine = self.table.crossed if self.seat == self.table.me else {}
        return tuple(number for number in NUMBERS if (colour, number) in mine)

    def data(self) -> dict[str, object]:
        """The sheet under the keys that outside programs rely on."""
        return self.pad_data() | {
            "consistent": self.consistent,
            "hands": self.hands,
            "cards": {column.colour: _column_data(column) for column in self.columns},
            "conflict": [line.data() for line in list_lines(self.conflict)],
        }

    def pad_data(self) -> dict[str, object]:
        """The same without anything worked out: what is in sight, what was crossed out, what happened."""
        table, track = self.table, self.table.final_track or self.table.track
        cards = {
            column.colour: {"seen": list(column.seen), "crossed": list(self.crossed(column.colour))}
            for column in self.columns
        }
        return {
            "game": NAME,
            "seat": self.seat,
            "round": table.round,
            "rounds": table.round_count,
            "cards": cards,
            "scores": track.scores(),
            "thrower": table.thrower,
            "order": list(table.order) if table.order else None,
            "piles": {colour: table.pile(colour) for colour in table.colours},
            "final_points": dict(table.final_points) if table.finished else None,
            "winner": list(table.winner),
            "worked_out": [
                {"round": this.number, "player": bet.player, "answer": bet.answer, "sum": bet.total}
                for this in table.rounds
                for bet in this.bets.values()
                if bet.total is not None
            ],
            "own_swaps": [
                {"round": this.number, "colour": swap.old.colour, "number": swap.old.number}
                for this in table.rounds
                if (swap := this.swaps.get(self.seat))
            ],
            "missing": list(map(str, self.gaps)),
            "warnings": [warning.data() for warning in table.warnings],
        }


def _column_data(column: Column) -> dict[str, object]:
    return {
        "seen": list(column.seen),
        "possible": list(column.possible),
        "ruled_out": list(column.ruled_out),
        "count": {str(number): count for number, count in column.count.items()},
        "chance": {str(number): round(column.chance(number), 4) for number in column.count},
    }


def make_sheet(table: Table, seat: str) -> Sheet:
    puzzle = make_puzzle(table, seat)
    worlds = solve(puzzle)
    columns = tuple(
        Column(card.name, seen_numbers(table, seat, card.name), worlds.counts(card), worlds.count)
        for card in puzzle.hand
    )
    clash = next(find_other_clashes(table, seat), None) if worlds.count else FactClash(seat, puzzle)
    return Sheet(
        table=table,
        seat=seat,
        puzzle=puzzle,
        hands=worlds.count,
        columns=columns,
        conflict=clash.explain().because if clash else (),
        about=clash.player if clash else seat,
        gaps=find_gaps(table, seat),
        sums=_count_sums(table, seat, puzzle, worlds),
    )


def _count_sums(table: Table, seat: str, puzzle: Puzzle, worlds: Worlds) -> dict[int, int]:
    """Hands by the sum that the seat's cards have on the dice; none if no dice lie, or a card is laid off already."""
    this = table.rounds[-1] if table.rounds and table.round_open else None
    if this is None or not this.dice or seat in this.swaps:
        return {}
    return worlds.counts_of_sum(
        tuple((card, this.dice.count(card.name)) for card in puzzle.hand if card.name in this.dice)
    )
