"""The number form of a seat: which stones and which codes can be on the own rack, and how likely they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solver.engine.agreement import solve
from solver.engine.facts import Fact, Puzzle
from solver.engine.worlds import Worlds
from solver.games.tricoda.facts import list_lines, make_puzzle
from solver.games.tricoda.gaps import find_gaps
from solver.games.tricoda.possible_racks import CODES as ALL_CODES
from solver.games.tricoda.possible_racks import COLOURED_OF, COUNTS, Ints, code_ways
from solver.games.tricoda.rules import KINDS, RACK, STONES, Code, Stone, format_answer
from solver.games.tricoda.table import Table
from solver.proof.smallest import find_conflict
from solver.remarks import Saying


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of stone: how many there are, how many are seen, and in how many worlds so many are on my rack."""

    stone: Stone
    seen: int
    count: tuple[int, ...]  # by number of such stones on the rack, from none to three

    @property
    def total(self) -> int:
        return STONES[self.stone]

    @property
    def chance(self) -> float:
        """That at least one is on the rack."""
        return 1 - self.count[0] / sum(self.count) if sum(self.count) else 0.0

    @property
    def sure(self) -> int:
        """How many are on the rack for certain."""
        return next((taken for taken, worlds in enumerate(self.count) if worlds), 0)

    @property
    def most(self) -> int:
        return max((taken for taken, worlds in enumerate(self.count) if worlds), default=0)


@dataclass(frozen=True, slots=True)
class Guess:
    """A code that can be declared, and the ways in which unseen stones make it."""

    code: Code
    ways: int
    chance: float

    def data(self) -> dict[str, object]:
        return {"numbers": list(self.code), "ways": self.ways, "chance": round(self.chance, 4)}


@dataclass(frozen=True, slots=True)
class Sheet:
    """What `show` shows. With `ways` 0 nothing fits, and `conflict` holds facts that contradict each other."""

    game: str
    table: Table
    seat: str
    puzzle: Puzzle
    ways: int
    guesses: tuple[Guess, ...]
    rows: tuple[Row, ...]
    conflict: tuple[Fact, ...]
    gaps: tuple[Saying, ...]

    @property
    def hands(self) -> int:
        """What every game calls the number of its worlds."""
        return self.ways

    @property
    def fits(self) -> bool:
        """There is something the seat could hold."""
        return self.ways > 0

    @property
    def consistent(self) -> bool:
        return self.fits

    @property
    def certain(self) -> tuple[int, ...]:
        """Numbers that are on the rack whatever else is."""
        codes = [guess.code for guess in self.guesses]
        return tuple(
            number
            for number in sorted({number for code in codes for number in code})
            for _ in range(min(code.count(number) for code in codes))
        )

    def data(self) -> dict[str, object]:
        """The sheet under the keys that outside programs rely on."""
        table = self.table
        return {
            "game": self.game,
            "seat": self.seat,
            "round": table.round,
            "consistent": self.consistent,
            "ways": self.ways,
            "codes": [guess.data() for guess in self.guesses],
            "stones": {str(row.stone): round(row.chance, 4) for row in self.rows},
            "seen": {str(row.stone): row.seen for row in self.rows},
            "certain": list(self.certain),
            "scores": table.points,
            "reader": table.reader,
            "cards_left": list(table.cards_left),
            "winner": table.winner,
            "questions": [
                {
                    "line": asked.line.number,
                    "reader": asked.reader,
                    "card": asked.card,
                    "answer": format_answer(table.question(asked.card), asked.answer),
                }
                for asked in table.asked
            ],
            "conflict": [line.data() for line in list_lines(self.conflict)],
            "missing": list(map(str, self.gaps)),
            "warnings": [warning.data() for warning in table.warnings],
        }


def make_sheet(table: Table, seat: str, game: str = "tricoda") -> Sheet:
    puzzle = make_puzzle(table, seat)
    worlds = solve(puzzle)
    racks = count_racks(puzzle, worlds)
    return Sheet(
        game=game,
        table=table,
        seat=seat,
        puzzle=puzzle,
        ways=int(racks.ways.sum()),
        guesses=rank_codes(*racks),
        rows=_rows(table, seat, racks.weights),
        conflict=() if worlds.count else _conflict(puzzle),
        gaps=find_gaps(table, seat),
    )


class Racks(NamedTuple):
    """Per coloured rack: the ways in which stones make it the present one, and the worlds in which it is.

    The two differ only where an earlier rack was never typed: it leaves some present racks more worlds than others.
    """

    ways: Ints
    weights: Ints


def count_racks(puzzle: Puzzle, worlds: Worlds) -> Racks:
    counts = worlds.counts(puzzle.hand[0])
    places = COLOURED_OF[np.fromiter(counts, dtype=np.int64, count=len(counts))]
    weights = np.bincount(places, weights=list(counts.values()), minlength=len(COUNTS))
    return Racks(np.bincount(places, minlength=len(COUNTS)), weights.astype(np.int64))


def rank_codes(rack_ways: Ints, weights: Ints | None = None) -> tuple[Guess, ...]:
    """All possible codes, likeliest first; of equal ones the smaller numbers first."""
    ways, worlds = code_ways(rack_ways), code_ways(rack_ways if weights is None else weights)
    total = int(worlds.sum())
    found = [Guess(ALL_CODES[place], int(ways[place]), int(worlds[place]) / total) for place in np.flatnonzero(ways)]
    return tuple(sorted(found, key=lambda guess: (-guess.chance, guess.code)))


def _rows(table: Table, seat: str, weights: Ints) -> tuple[Row, ...]:
    seen = seen_stones(table, seat)
    return tuple(
        Row(
            stone,
            seen[stone],
            tuple(int(weights[COUNTS[:, kind] == taken].sum()) for taken in range(RACK + 1)),
        )
        for kind, stone in enumerate(KINDS)
    )


def seen_stones(table: Table, seat: str) -> dict[Stone, int]:
    """What lies or lay open and cannot be on the present rack."""
    now = table.current(seat)
    racks = [rack for history in table.racks.values() for rack in history if rack is not now and rack.bars(now)]
    kinds = [stone for rack in racks for stone in rack.kinds]
    return {stone: kinds.count(stone) for stone in KINDS}


def _conflict(puzzle: Puzzle) -> tuple[Fact, ...]:
    conflict = find_conflict(puzzle)
    return conflict.because if conflict else ()
