"""How right readings are, measured where the truth is known: chances said against true ones, and log-loss in bits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

import numpy as np

from solver.games.think_str8.reading.reader import Reader
from solver.games.think_str8.rules import NUMBERS

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances said that lie in one tenth: how many, their sum, and how many numbers were true."""

    cases: int = 0
    said: float = 0.0
    true: int = 0

    def data(self) -> dict[str, object]:
        said, true = (self.said / self.cases, self.true / self.cases) if self.cases else (None, None)
        return {"cases": self.cases, "said": said and round(said, 4), "true": true and round(true, 4)}


@dataclass(frozen=True, slots=True)
class Loss:
    """Log-loss of the true hand in bits, summed over so many decisions: from exact chances, and by reading."""

    decisions: int = 0
    exact: float = 0.0
    read: float = 0.0

    def data(self) -> dict[str, object]:
        exact, read = (figure / self.decisions if self.decisions else 0.0 for figure in (self.exact, self.read))
        return {"decisions": self.decisions, "exact": round(exact, 4), "reading": round(read, 4)}


@dataclass(frozen=True, slots=True)
class Measured:
    """Readings of some decisions: by tenths, in all, and by the kind of rival whose bets alone were read."""

    bins: tuple[Bin, ...]
    loss: Loss
    by_kind: tuple[tuple[str, Loss], ...]

    def data(self) -> dict[str, object]:
        return {
            "calibration": [each.data() for each in self.bins],
            "log_loss": self.loss.data(),
            "by_rival": {kind: loss.data() for kind, loss in self.by_kind},
        }


def measure(reader: Reader, hand: Sequence[int], kinds: Mapping[str, str]) -> Measured | None:
    """One decision with the true hand; None if only one hand is left, or nothing was read yet."""
    if len(reader.rows) < 2 or not reader.has_read:
        return None
    true = int(np.flatnonzero((reader.rows == np.array(hand)).all(axis=1))[0])
    weights, exact = reader.weights, log2(len(reader.rows))
    by_kind: dict[str, Loss] = {}
    for rival, kind in kinds.items():
        if rival in reader.rivals:
            loss = Loss(1, exact, exact - _bits(reader.weights_of(rival), true))
            by_kind[kind] = _add_losses((by_kind.get(kind, Loss()), loss))
    bins = _sort_into_bins(reader, weights / weights.sum(), hand)
    return Measured(bins, Loss(1, exact, exact - _bits(weights, true)), tuple(by_kind.items()))


def _bits(weights: np.ndarray[tuple[int, ...], np.dtype[np.float64]], true: int) -> float:
    return float(np.log2(weights[true] / weights.mean()))


def _sort_into_bins(
    reader: Reader, chances: np.ndarray[tuple[int, ...], np.dtype[np.float64]], hand: Sequence[int]
) -> tuple[Bin, ...]:
    """Every number that can be of every colour that is not certain."""
    bins = [[0, 0.0, 0] for _ in range(BINS)]
    for column, card in zip(reader.rows.T, hand, strict=True):
        said = np.bincount(column, chances, len(NUMBERS))
        if np.count_nonzero(said) > 1:
            for number in np.flatnonzero(said).tolist():
                each = bins[min(BINS - 1, int(said[number] * BINS))]
                each[0] += 1
                each[1] += float(said[number])
                each[2] += number == card
    return tuple(Bin(int(cases), said, int(true)) for cases, said, true in bins)


def sum_up(measured: Iterable[Measured | None]) -> Measured | None:
    """All of them together; None if there are none."""
    found = [each for each in measured if each is not None]
    if not found:
        return None
    bins = tuple(
        Bin(sum(one.cases for one in column), sum(one.said for one in column), sum(one.true for one in column))
        for column in zip(*(each.bins for each in found), strict=True)
    )
    kinds = dict.fromkeys(kind for each in found for kind, _ in each.by_kind)
    losses = {kind: _add_losses(loss for each in found for of, loss in each.by_kind if of == kind) for kind in kinds}
    return Measured(bins, _add_losses(each.loss for each in found), tuple(losses.items()))


def _add_losses(losses: Iterable[Loss]) -> Loss:
    decisions, exact, read = zip(*((loss.decisions, loss.exact, loss.read) for loss in losses), strict=True)
    return Loss(sum(decisions), sum(exact), sum(read))
