"""What questions can still tell: the best code's chance now and after an answer, and how close the others can be.

All counting is by coloured racks (251), weighed by the ways in which stones make them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.games.tricoda.facts import sight_of
from solver.games.tricoda.questions import Question
from solver.games.tricoda.racks import (
    CODE_OF,
    CODES,
    COUNTS,
    Flags,
    Ints,
    Sight,
    answer_of,
    answers_for,
    code_ways,
    features,
    full_box,
)
from solver.games.tricoda.rules import KINDS, RACK
from solver.games.tricoda.table import Asked, Rack, Table

_TO_CODE: Ints = (CODE_OF[:, None] == np.arange(len(CODES))).astype(np.int64)


def best_chance(rack_ways: Ints) -> float:
    """The chance that the likeliest code is right."""
    total = int(rack_ways.sum())
    return int(code_ways(rack_ways).max()) / total if total else 0.0


def chance_after(asked: Question, sight: Sight, rack_ways: Ints) -> float:
    """The same after this question is answered, averaged over the answers."""
    answers, most = answers_for(asked, sight)
    if not np.array_equal(answers, most):
        return best_chance(rack_ways)  # stones are not typed: the answer may tell nothing
    found = [int(code_ways(np.where(answers == answer, rack_ways, 0)).max()) for answer in np.unique(answers)]
    return sum(found) / int(rack_ways.sum())


@dataclass(frozen=True, slots=True)
class Next:
    """The next question that tells something: who reads it, how many turns ahead, and the best chance after it."""

    reader: str
    ahead: int
    chance: float
    cards: tuple[tuple[int, float], ...]  # every card that can come and the chance after it, most telling first
    typed: bool = True  # whether the log has all stones that the reader sees besides mine


def look_ahead(table: Table, seat: str, rack_ways: Ints) -> Next:
    """Averaged over the cards not yet read in this pass, for the next reader other than the seat."""
    ahead = next(ahead for ahead in (1, 2) if table.turn(ahead) != seat)
    reader = table.turn(ahead)
    sight = sight_of([table.current(holder) for holder in table.racks if holder not in (reader, seat)])
    cards = [(card, chance_after(table.question(card), sight, rack_ways)) for card in table.cards_left]
    cards.sort(key=lambda entry: -entry[1])
    return Next(reader, ahead, sum(chance for _, chance in cards) / len(cards), tuple(cards), not sight.partial)


@dataclass(frozen=True, slots=True)
class Rival:
    """How close another player can be, over all my possible racks: codes left, and the chance to be certain."""

    player: str
    points: int
    codes: float
    best: float
    certain: float

    def data(self) -> dict[str, object]:
        return {
            "player": self.player,
            "points": self.points,
            "codes": round(self.codes, 2),
            "best": round(self.best, 4),
            "certain": round(self.certain, 4),
        }


def weigh_rival(table: Table, seat: str, rival: str, rack_ways: Ints) -> Rival:
    """What the rival can know, from what the rival sees: that depends on my rack, so it is averaged over those."""
    mine = np.flatnonzero(rack_ways)
    weights = rack_ways[mine] / rack_ways.sum()
    theirs = _rack_weights(table, seat, rival)[mine] * _fits(table, seat, rival, mine)
    by_code = theirs @ _TO_CODE
    total = np.maximum(1, by_code.sum(axis=1))
    codes = (by_code > 0).sum(axis=1)
    return Rival(
        player=rival,
        points=table.points[rival],
        codes=float(weights @ codes),
        best=float(weights @ (by_code.max(axis=1) / total)),
        certain=float(weights @ (codes == 1)),
    )


def _rack_weights(table: Table, seat: str, rival: str) -> Ints:
    """For my rack and the rival's, the ways in which the rival's is made from stones the rival does not see."""
    left = _unseen(table, seat, rival)
    weights = np.ones((len(COUNTS), len(COUNTS)), dtype=np.int64)
    for kind, count in enumerate(left):
        ways = np.array([[comb(max(0, count - mine), own) for own in range(RACK + 1)] for mine in range(RACK + 1)])
        weights *= ways[COUNTS[:, kind][:, None], COUNTS[:, kind][None, :]]
    return weights


def _unseen(table: Table, seat: str, rival: str) -> list[int]:
    """Stones of each kind that the rival cannot see, mine still among them."""
    hidden = (table.current(seat), table.current(rival))
    left = full_box()
    for rack in (rack for history in table.racks.values() for rack in history):
        if rack not in hidden and rack.bars(hidden[1]):
            for stone in rack.kinds:
                left[KINDS.index(stone)] -= 1
    return left


def _fits(table: Table, seat: str, rival: str, mine: Ints) -> Flags:
    """For my possible racks and the rival's: does the pair agree with all that the rival heard?"""
    fits: NDArray[np.bool_] = np.ones((len(mine), len(COUNTS)), dtype=np.bool_)
    for asked in table.asked:
        if asked.reader != rival and table.current(rival).counted_in(asked.number):
            fits &= _fits_answer(table, asked, table.current(seat), rival, mine)
    return fits


def _fits_answer(table: Table, asked: Asked, own: Rack, rival: str, mine: Ints) -> Flags:
    question = table.question(asked.card)
    table_of = features(question)
    racks = [rack for rack in table.seen_by(asked.reader, asked.number) if rack.holder != rival]
    known = sight_of([rack for rack in racks if rack != own])
    if known.partial:
        return np.ones((1, 1), dtype=np.bool_)  # the rival saw more than this log tells: nothing sure
    totals = table_of[None, :, :] + sum((table_of[rack] for rack in known.racks), np.zeros_like(table_of[0]))
    if own in racks:
        totals = totals + table_of[mine][:, None, :]
    return np.asarray(answer_of(question, totals) == asked.answer)
