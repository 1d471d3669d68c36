"""All 1,296 codes at once: how each would score against each, and what the board leaves of them."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from deduce_mastermind.notation import Guess
from deduce_mastermind.rules import COLOURS, PEGS, SCORES, Code, Score
from deduce_mastermind.table import Table
from solver.engine.facts import Fact, Hidden, OneOf, Puzzle
from solver.engine.worlds import solve

CODES: tuple[Code, ...] = tuple(product(COLOURS, repeat=PEGS))
PLACE = {code: place for place, code in enumerate(CODES)}
HIDDEN = Hidden("code", 0, range(len(CODES)))
GUESS_COST, SHOWN_COST = 10, 1


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
    facts = [Fact(guess.line, (OneOf(HIDDEN, _fitting(guess)),), guess, GUESS_COST) for guess in table.guesses]
    if shown := table.code_for(seat):
        only = frozenset({PLACE[shown.code]})
        facts.append(Fact(shown.line, (OneOf(HIDDEN, only),), shown, SHOWN_COST))
    return Puzzle((HIDDEN,), (HIDDEN,), tuple(facts))


def _fitting(guess: Guess) -> frozenset[int]:
    return fitting(guess.code, guess.score)


def codes_left(puzzle: Puzzle) -> tuple[int, ...]:
    """What the code can be, after both engines have agreed on it."""
    return tuple(solve(puzzle).counts(HIDDEN))
