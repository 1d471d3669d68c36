"""The sheet of a seat: which stones and which codes can be on its rack, and how likely they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import and_
from typing import NamedTuple

import numpy as np

from solver.engine.facts import Fact, Puzzle
from solver.engine.worlds import Weighed, weigh
from solver.english import Saying
from solver.games.tricoda.facts import list_lines, make_puzzle
from solver.games.tricoda.possible_racks import CODES as ALL_CODES
from solver.games.tricoda.possible_racks import COUNTS, Floats, Ints, sum_by_code
from solver.games.tricoda.rules import KINDS, RACK, STONES, Code, Stone
from solver.games.tricoda.table import Table
from solver.games.tricoda.words.gaps import tell_gaps
from solver.games.tricoda.words.proofs import tell_misheard
from solver.proof.smallest import Proof, find_conflict


@dataclass(frozen=True, slots=True)
class StoneRow:
    """One kind of stone: how many are in sight, and the weight of the worlds by how many are on my rack."""

    stone: Stone
    seen: int
    weights: tuple[float, ...]  # with none, one, two and three on the rack

    @property
    def total(self) -> int:
        return STONES[self.stone]

    @property
    def chance(self) -> float:
        """That at least one is on the rack."""
        return 1 - self.weights[0] / sum(self.weights) if self.most else 0.0

    @property
    def sure(self) -> int:
        """How many are on the rack for certain."""
        return next((taken for taken, weight in enumerate(self.weights) if weight), 0)

    @property
    def most(self) -> int:
        return max((taken for taken, weight in enumerate(self.weights) if weight), default=0)


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
    """What `show` shows. With `ways` 0 nothing fits, and `conflict` holds facts that contradict each other.

    `misheard` holds all contradictions that are not about the seat's own rack.
    """

    table: Table
    seat: str
    puzzle: Puzzle
    ways: int
    guesses: tuple[Guess, ...]
    rows: tuple[StoneRow, ...]
    conflict: tuple[Fact, ...]
    misheard: tuple[str, ...]
    gaps: tuple[Saying, ...]

    @property
    def fits(self) -> bool:
        """Whether there is a rack the seat could have."""
        return self.ways > 0

    @property
    def consistent(self) -> bool:
        return self.fits and not self.misheard

    @property
    def certain(self) -> tuple[int, ...]:
        """The numbers that every possible code has."""
        codes = [Counter(guess.code) for guess in self.guesses]
        return tuple(sorted(reduce(and_, codes).elements())) if codes else ()

    def data(self) -> dict[str, object]:
        """The sheet under the keys that outside programs rely on."""
        return self.pad_data() | {
            "consistent": self.consistent,
            "ways": self.ways,
            "codes": [guess.data() for guess in self.guesses],
            "stones": {str(row.stone): round(row.chance, 4) for row in self.rows},
            "certain": list(self.certain),
            "conflict": [line.data() for line in list_lines(self.conflict)],
            "misheard": list(self.misheard),
        }

    @property
    def crossed(self) -> Collection[int | Stone]:
        """What the log's owner crossed out; it has no other player's crosses."""
        return self.table.crossed if self.seat == self.table.me else ()

    def pad_data(self) -> dict[str, object]:
        """The same without anything worked out: what is in sight, what was crossed out, what happened."""
        table = self.table
        return {
            "game": "tricoda",
            "seat": self.seat,
            "round": table.round,
            "seen": {str(row.stone): row.seen for row in self.rows},
            "crossed": list(map(str, self.crossed)),
            "scores": table.points,
            "reader": table.reader,
            "cards_left": list(table.cards_left),
            "winner": table.winner,
            "questions": [
                {
                    "line": asked.line.number,
                    "reader": asked.reader,
                    "card": asked.card,
                    "answer": table.format_answer(asked),
                }
                for asked in table.asked
            ],
            "missing": list(map(str, self.gaps)),
            "warnings": [warning.data() for warning in table.warnings],
        }


@lru_cache(maxsize=8)
def find_conflict_once(puzzle: Puzzle) -> Proof | None:
    """A sheet asks for it, and then `check`; it may take a second where many racks were never typed."""
    return find_conflict(puzzle)


def make_sheet(table: Table, seat: str) -> Sheet:
    puzzle = make_puzzle(table, seat)
    racks = spread(weigh(puzzle))
    conflict = None if racks.ways.any() else find_conflict_once(puzzle)
    return Sheet(
        table=table,
        seat=seat,
        puzzle=puzzle,
        ways=int(racks.ways.sum()),
        guesses=rank_codes(*racks),
        rows=_rows(table, seat, racks.weights),
        conflict=conflict.because if conflict else (),
        misheard=tell_misheard(table, seat),
        gaps=tell_gaps(table, seat),
    )


class RackWays(NamedTuple):
    """For each rack: the ways in which stones make it the present one, and the weight of the worlds in which it is.

    The two differ only where an earlier rack was never typed, or where stones were mixed in again.
    """

    ways: Ints
    weights: Floats


def spread(weighed: Weighed) -> RackWays:
    """The weights as arrays over all racks."""
    ways, weights = np.zeros(len(COUNTS), dtype=np.int64), np.zeros(len(COUNTS))
    ways[list(weighed.ways)] = list(weighed.ways.values())
    weights[list(weighed.weights)] = list(weighed.weights.values())
    return RackWays(ways, weights)


def rank_codes(rack_ways: Ints, weights: Floats | None = None) -> tuple[Guess, ...]:
    """All possible codes, likeliest first; among equals those with smaller numbers first."""
    ways, worlds = sum_by_code(rack_ways), sum_by_code(rack_ways if weights is None else weights)
    total = worlds.sum()
    found = [Guess(ALL_CODES[place], int(ways[place]), float(worlds[place] / total)) for place in np.flatnonzero(ways)]
    return tuple(sorted(found, key=lambda guess: (-round(guess.chance, 12), guess.code)))


def _rows(table: Table, seat: str, weights: Floats) -> tuple[StoneRow, ...]:
    seen = seen_stones(table, seat)
    by_count = [[float(weights[count == taken].sum()) for taken in range(RACK + 1)] for count in COUNTS.T]
    return tuple(StoneRow(stone, seen[stone], tuple(found)) for stone, found in zip(KINDS, by_count, strict=True))


def seen_stones(table: Table, seat: str) -> dict[Stone, int]:
    """What lies or lay open and cannot be on the seat's present rack: of each kind the most out at one time."""
    now = table.current(seat)
    seen = [table.count_out(moment, now) for moment in table.moments if now.is_out(moment)]
    return {stone: max(count[stone] for count in seen) for stone in KINDS}


# What is new.


class News(NamedTuple):
    """Numbers newly out, the certain ones if there are more, and how many codes and ways are left, of how many."""

    codes: int
    ways: int
    ways_before: int | None = None  # None if there are not fewer now
    out: tuple[int, ...] = ()
    certain: Code = ()


def find_news(before: Sheet | None, after: Sheet) -> News | None:
    """What a line taught the seat; None if nothing."""
    codes, ways = len(after.guesses), after.ways
    if before is None or before.table.current(before.seat).order != after.table.current(after.seat).order:
        return News(codes, ways)
    if before.ways == after.ways:
        return None
    out = tuple(sorted(_numbers(before) - _numbers(after)))
    certain = after.certain if Counter(after.certain) - Counter(before.certain) else ()
    return News(codes, ways, before.ways if ways < before.ways else None, out, certain)


def _numbers(sheet: Sheet) -> set[int]:
    return {number for guess in sheet.guesses for number in guess.code}
