"""All 251 racks that three stones of the box can make, in numpy tables, and which of them agree with an answer.

Equal stones are not told apart here: `ways` counts the single stones that make each rack, 3,276
combinations in all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.engine.facts import Parts
from solver.games.tricoda.rules import (
    COLOURS,
    KINDS,
    NUMBERS,
    PIECES,
    RACK,
    SEVERAL,
    TESTS,
    Code,
    Compare,
    Question,
    Racks,
    Stone,
    code_of,
)

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

_PIECES = [KINDS.index(stone) for stone in PIECES]
COLOURED = tuple(dict.fromkeys(combinations(_PIECES, RACK)))  # racks by the kinds of their stones
_PLACE = {kinds: place for place, kinds in enumerate(COLOURED)}
ALL = frozenset(range(len(COLOURED)))
RACK_STONES = tuple(tuple(KINDS[kind] for kind in kinds) for kinds in COLOURED)
RACK_CODES = tuple(code_of(stones) for stones in RACK_STONES)
CODES: tuple[Code, ...] = tuple(sorted(set(RACK_CODES)))  # number triples: 76
CODE_OF: Ints = np.array([CODES.index(code) for code in RACK_CODES])
RACK_PARTS = Parts(tuple(tuple(kinds.count(kind) for kind in range(len(KINDS))) for kinds in COLOURED))
COUNTS: Ints = np.array(RACK_PARTS.rows)
STONE_PARTS = Parts(tuple(tuple(int(kind == other) for kind in range(len(KINDS))) for other in range(len(KINDS))))

TO_CODE: Floats = (CODE_OF[:, None] == np.arange(len(CODES))).astype(np.float64)
_OF_COLOUR: Ints = np.array([[stone.colour == colour for colour in COLOURS] for stone in KINDS], dtype=np.int64)
_OF_NUMBER: Ints = np.array([[stone.number == number for number in NUMBERS] for stone in KINDS], dtype=np.int64)


@cache
def place_of(stones: tuple[Stone, ...]) -> int:
    """The number of the rack that these three stones make."""
    return _PLACE[tuple(sorted(KINDS.index(stone) for stone in stones))]


@cache
def racks_with(stones: tuple[Stone, ...]) -> frozenset[int]:
    """The racks that have all these stones, and perhaps more."""
    needed = [stones.count(stone) for stone in KINDS]
    return frozenset(np.flatnonzero((needed <= COUNTS).all(axis=1)).tolist())


@cache
def racks_that_have(about: Stone | int | Code) -> frozenset[int]:
    """The racks with such a stone, such a number, or this code."""
    if isinstance(about, Stone):
        return frozenset(rack for rack in ALL if about in RACK_STONES[rack])
    if isinstance(about, int):
        return frozenset(rack for rack in ALL if about in RACK_CODES[rack])
    return frozenset(rack for rack in ALL if about == RACK_CODES[rack])


@dataclass(frozen=True, slots=True)
class RacksSeen:
    """What a reader saw besides the rack in question: whole racks, and what is known of the others."""

    racks: tuple[int, ...]
    partial: tuple[tuple[Stone, ...], ...] = ()


@cache
def features(asked: Question) -> Ints:
    """What a question counts on every rack, as numbers that simply add up over the racks in sight."""
    if isinstance(asked, Racks):
        return np.array([[TESTS[asked.test](stones, asked.limit)] for stones in RACK_STONES], dtype=np.int64)
    return COUNTS @ _weights(asked)


@cache
def _weights(asked: Question) -> Ints:
    """What every kind of stone adds to the features."""
    if isinstance(asked, Compare):
        return np.array([[asked.first.counts(stone), asked.second.counts(stone)] for stone in KINDS], dtype=np.int64)
    if isinstance(asked, Racks):
        return np.zeros((len(KINDS), 1), dtype=np.int64)
    if asked.measure == "numbers missing":
        return _OF_NUMBER
    if asked.measure == "stones":
        return np.array([[stone in asked.stones] for stone in KINDS], dtype=np.int64)
    return _OF_COLOUR


def answer_of(asked: Question, totals: Ints) -> Ints:
    """The true answers for features added up over the racks in sight (last axis)."""
    if isinstance(asked, Compare):
        return np.asarray(np.sign(totals[..., 0] - totals[..., 1]))
    if isinstance(asked, Racks) or asked.measure == "stones":
        return totals[..., 0]
    if asked.measure == "colours":
        return np.asarray((totals > 0).sum(axis=-1))
    if asked.measure == "numbers missing":
        return np.asarray((totals == 0).sum(axis=-1))
    return np.asarray((totals >= SEVERAL).sum(axis=-1))


def answers_for(asked: Question, sight: RacksSeen) -> tuple[Ints, Ints]:
    """For each rack in question the lowest and the highest possible answer; equal if all stones are known."""
    mine = features(asked)
    totals = mine + sum((mine[rack] for rack in sight.racks), np.zeros_like(mine[0]))
    for stones in sight.partial:
        totals = totals + sum((_weights(asked)[KINDS.index(stone)] for stone in stones), np.zeros_like(mine[0]))
    if not sight.partial:
        exact = answer_of(asked, totals)
        return exact, exact
    return _bounds(asked, totals, sight)


def _bounds(asked: Question, totals: Ints, sight: RacksSeen) -> tuple[Ints, Ints]:
    """Safe limits when stones are not known: whatever they are, the answer lies between."""
    known, unknown = answer_of(asked, totals), sum(RACK - len(stones) for stones in sight.partial)
    if isinstance(asked, Racks):
        return known, known + len(sight.partial)
    if isinstance(asked, Compare):
        lead = totals[..., 0] - totals[..., 1]
        return np.sign(lead - unknown), np.sign(lead + unknown)
    if asked.measure == "numbers missing":
        return np.maximum(0, known - unknown), known
    if asked.measure == "colours several times":
        lacking = np.sort(np.maximum(0, SEVERAL - totals), axis=-1)  # fill up the colours that lack least
        return known, np.asarray((np.cumsum(lacking, axis=-1) <= unknown).sum(axis=-1))
    return known, known + unknown


@lru_cache(maxsize=4096)
def fitting(asked: Question, sight: RacksSeen, answer: int) -> Flags:
    """Which racks agree with the answer."""
    least, most = answers_for(asked, sight)
    return np.asarray((least <= answer) & (answer <= most))


@lru_cache(maxsize=4096)
def fitting_racks(asked: Question, sight: RacksSeen, answer: int) -> frozenset[int]:
    return frozenset(np.flatnonzero(fitting(asked, sight, answer)).tolist())


@lru_cache(maxsize=1024)
def ways(left: tuple[int, ...]) -> Ints:
    """In how many ways each rack can be drawn from the stones left of each kind."""
    table = [[comb(count, taken) for taken in range(RACK + 1)] for count in left]
    return np.asarray(np.array(table)[np.arange(len(KINDS)), COUNTS].prod(axis=1))


def sum_by_code(weights: Ints | Floats) -> Floats:
    """The weight of each code: that of all its racks."""
    return np.asarray(np.bincount(CODE_OF, weights, len(CODES)), dtype=np.float64)


@lru_cache(maxsize=2048)
def cells_by_answer(asked: Question, sight: RacksSeen) -> tuple[Ints, int] | None:
    """For each rack its cell in a table of answers, a row each, and codes; and how many rows there are.

    None if the answer depends on stones the log lacks.
    """
    answers, most = answers_for(asked, sight)
    if not np.array_equal(answers, most):
        return None
    row = answers - answers.min()
    return row * len(CODES) + CODE_OF, int(row.max()) + 1
