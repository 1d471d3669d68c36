"""Reading judged afterwards: how likely the true hand was by it, and what could have been read in time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2
from statistics import fmean

import numpy as np

from solver.games.think_str8.events import Bet, Dice
from solver.games.think_str8.hands_left import Known
from solver.games.think_str8.reading.beliefs import Beliefs, Suggestion, begin_reading, events_seen
from solver.games.think_str8.reading.reader import Reader, Weights
from solver.games.think_str8.table import Table

FEW = 3
LEAST = 0.2  # a smaller rise of a true number's chance is not worth a word afterwards


@dataclass(frozen=True, slots=True)
class RivalRead:
    """One rival's bets, and by how many bits they alone made the true hand likelier, on average."""

    player: str
    bets: int
    bits: float

    def data(self) -> dict[str, object]:
        return {"player": self.player, "bets": self.bets, "bits": round(self.bits, 4)}


@dataclass(frozen=True, slots=True)
class InTime:
    """A true number that the bets spoke for when a decision was due; `round` is None before the final bets."""

    round: int | None
    suggestion: Suggestion

    def data(self) -> dict[str, object]:
        return {"round": self.round, **self.suggestion.data()}


@dataclass(frozen=True, slots=True)
class ReadingReview:
    """Log-loss of the true hand at so many decisions, in bits, from exact chances and reading the bets."""

    decisions: int
    exact: float
    read: float
    rivals: tuple[RivalRead, ...]
    in_time: tuple[InTime, ...]

    def data(self) -> dict[str, object]:
        return {
            "decisions": self.decisions,
            "log_loss": {"exact": round(self.exact, 4), "reading": round(self.read, 4)},
            "rivals": [rival.data() for rival in self.rivals],
            "in_time": [each.data() for each in self.in_time],
        }


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision: what was read by then, and the place of the true hand among the rows."""

    round: int | None
    reader: Reader
    true: int

    @property
    def exact(self) -> float:
        return log2(len(self.reader.rows))

    def bits(self, weights: Weights) -> float:
        """How much likelier than by the hands alone the true hand is."""
        return float(np.log2(weights[self.true] / weights.mean()))


def judge_readings(table: Table, seat: str, trust: float) -> ReadingReview | None:
    """All decisions at which the seat's hand was still open and is known now; None if nothing could be read at any."""
    found = _find_moments(table, seat, trust) if trust else ()
    moments = [moment for moment in found if moment.reader.reads and len(moment.reader.rows) > 1]
    if not moments:
        return None
    exact, gained = fmean(each.exact for each in moments), fmean(each.bits(each.reader.weights) for each in moments)
    bets = [read.player for read in moments[-1].reader.reads]
    rivals = tuple(RivalRead(rival, bets.count(rival), _gained_by(rival, moments)) for rival in dict.fromkeys(bets))
    return ReadingReview(len(moments), exact, exact - gained, rivals, _in_time(table, moments))


def _gained_by(rival: str, moments: list[Moment]) -> float:
    return fmean(each.bits(each.reader.weights_of(rival)) for each in moments)


def _find_moments(table: Table, seat: str, trust: float) -> Iterator[Moment]:
    """Before each bet of the seat, and before the final bets."""
    reader, number = begin_reading(table, seat, trust), 0
    if reader is None:
        return
    for event in events_seen(table, seat):
        if isinstance(event, Dice):
            number += 1
        if isinstance(event, Bet) and event.player == seat and event.answer is None:
            yield from _moment(table, seat, reader, number)
        reader = reader.copy()
        reader.see(event)
    if table.round == table.round_count:
        yield from _moment(table, seat, reader, None)


def _moment(table: Table, seat: str, reader: Reader, number: int | None) -> Iterator[Moment]:
    """Nothing if the cards held then are not in the log, or if a false hint left them out."""
    held = [
        table.current(seat, colour) if number is None else table.held_in(seat, colour, number)
        for colour in table.colours
    ]
    hand = [card.number if card else None for card in held]
    found = np.flatnonzero((reader.rows == np.array([-1 if card is None else card for card in hand])).all(axis=1))
    if len(found):
        yield Moment(number, reader, int(found[0]))


def _in_time(table: Table, moments: list[Moment]) -> tuple[InTime, ...]:
    """The true numbers whose chance rose most, each at the moment at which it rose most."""
    found: dict[tuple[str, int], InTime] = {}
    for moment in moments:
        known: Known = moment.reader.known
        beliefs = Beliefs(known, moment.reader, np.arange(len(known.hands)))
        for column, number in enumerate(known.hands[moment.true].tolist()):
            holds = known.hands[:, column] == number
            exact, read = beliefs.both_chances(holds)
            key = (table.colours[column], number)
            if read - exact >= LEAST and (key not in found or read - exact > _rise(found[key])):
                found[key] = InTime(moment.round, Suggestion(*key, exact, read, beliefs.told_most(holds)))
    return tuple(sorted(found.values(), key=_rise, reverse=True)[:FEW])


def _rise(each: InTime) -> float:
    return each.suggestion.read - each.suggestion.exact
