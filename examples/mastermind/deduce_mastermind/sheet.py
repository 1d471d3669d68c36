"""All 1,296 codes at once, and what a seat can know: which are left, and how likely each colour is in each place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from deduce_mastermind.rules import COLOURS, PEGS, SCORES, Code, Score
from deduce_mastermind.table import Table
from solver.engine.facts import Fact, Hidden, OneOf, Puzzle
from solver.engine.worlds import solve

CODES: tuple[Code, ...] = tuple(product(COLOURS, repeat=PEGS))
PLACE = {code: place for place, code in enumerate(CODES)}
HIDDEN = Hidden("code", 0, range(len(CODES)))
GUESS_COST, SHOWN_COST = 10, 1
LISTED = 12  # so many codes are listed one by one


@cache
def score_table() -> NDArray[np.int8]:
    """`[guess, code]`: the place of the score among SCORES."""
    pegs = np.array([[COLOURS.index(colour) for colour in code] for code in CODES], dtype=np.int8)
    counts = (pegs[:, :, None] == np.arange(len(COLOURS))).sum(axis=1, dtype=np.int8)
    black = sum((pegs[:, None, peg] == pegs[None, :, peg]).astype(np.int8) for peg in range(PEGS))
    common = sum(np.minimum(counts[:, None, of], counts[None, :, of]) for of in range(len(COLOURS)))
    place = np.zeros((PEGS + 1, PEGS + 1), dtype=np.int8)
    for number, score in enumerate(SCORES):
        place[score] = number
    return np.asarray(place[black, common - black])


@cache
def fitting(code: Code, score: Score) -> frozenset[int]:
    """The codes for which the guess is scored so."""
    return frozenset(np.flatnonzero(score_table()[PLACE[code]] == SCORES.index(score)).tolist())


def make_puzzle(table: Table, seat: str) -> Puzzle:
    """One hidden card, the code, and what every line tells of it."""
    facts = [
        Fact(guess.line, (OneOf(HIDDEN, fitting(guess.code, guess.score)),), guess, GUESS_COST)
        for guess in table.guesses
    ]
    if shown := table.code_for(seat):
        only = frozenset({PLACE[shown.code]})
        facts.append(Fact(shown.line, (OneOf(HIDDEN, only),), shown, SHOWN_COST))
    return Puzzle((HIDDEN,), (HIDDEN,), tuple(facts))


def codes_left(puzzle: Puzzle) -> tuple[int, ...]:
    """What the code can be, after both engines have agreed on it."""
    return tuple(solve(puzzle).counts(HIDDEN))


LISTED = 12  # this many codes are listed one by one


@dataclass(frozen=True, slots=True)
class Sheet:
    table: Table
    seat: str
    left: tuple[int, ...]  # places of the codes that fit

    @property
    def fits(self) -> bool:
        return bool(self.left)

    @property
    def consistent(self) -> bool:
        return self.fits

    def chance(self, peg: int, colour: str) -> float:
        return sum(CODES[place][peg] == colour for place in self.left) / max(1, len(self.left))

    def data(self) -> dict[str, object]:
        """Every code that is left is as likely as any other."""
        return self.pad_data() | {
            "consistent": self.consistent,
            "codes": len(self.left),
            "pegs": [
                {colour: round(self.chance(peg, colour), 4) for colour in COLOURS if self.chance(peg, colour)}
                for peg in range(PEGS)
            ],
            "left": [" ".join(CODES[place]) for place in self.left] if len(self.left) <= LISTED else None,
        }

    def pad_data(self) -> dict[str, object]:
        """What the board shows."""
        return {
            "game": "mastermind",
            "seat": self.seat,
            "round": self.table.round,
            "found": self.table.found,
            "warnings": [warning.data() for warning in self.table.warnings],
        }


def make_sheet(table: Table, seat: str) -> Sheet:
    return Sheet(table, seat, codes_left(make_puzzle(table, seat)))
