"""What is kept of a simulated game: its log, and how right readings were in it.

Every move becomes a line that goes through the reader and the replay of all logs: what they would refuse from a person
is an illegal move of a seat. Chances said are held against true ones, and log-loss is in bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2

import numpy as np

from solver.games.think_str8.gate import hide_drawn
from solver.games.think_str8.notation import VERBS, format_event
from solver.games.think_str8.reading.reader import Reader
from solver.games.think_str8.replay import Replay
from solver.games.think_str8.rules import NUMBERS, Bet, Swap
from solver.games.think_str8.table import Table
from solver.grammar import COMMON, NOBODY, Event, GameLine, Me, Opening, Players, Words
from solver.log import Fault, parse_line
from solver.simulation import IllegalMove

_VERBS = {verb.name: verb for verb in (*COMMON, *VERBS)}


class Record:
    """One player's log and the table it makes, line by line."""

    def __init__(self, players: Sequence[str], me: str) -> None:
        self.lines: list[str] = []
        self.replay = Replay(me)
        self._opening = Opening()
        self.write(GameLine("think-str8"))
        self.write(Players(tuple(players)))
        self._opening = Opening(tuple(players), None)
        self.write(Me(me))
        self._opening = Opening(tuple(players), me)

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def write(self, event: Event) -> None:
        """Add a line; it is read and replayed like any other."""
        line = parse_line(len(self.lines) + 1, format_event(event))
        self.lines.append(line.text)
        verb = _VERBS[line.words[0].text]
        try:
            self.replay.feed(verb.read(Words(line, verb, self._opening)))
        except Fault as fault:
            raise IllegalMove(f"{line.text}: {fault.problem}") from None
        for wrong in (*self.replay.errors, *self.replay.warnings):
            raise IllegalMove(f"{line.text}: {wrong.problem}")


def write_table(players: Sequence[str], events: Sequence[Event]) -> str:
    """The table's own log of these events: all cards, and not what they tell: answers to bets, and cards laid off."""
    opening: tuple[Event, ...] = (GameLine("think-str8"), Players(tuple(players)), Me(NOBODY))
    return "".join(f"{format_event(event)}\n" for event in (*opening, *map(_as_typed, events)))


def _as_typed(event: Event) -> Event:
    if isinstance(event, Bet):
        return replace(event, answer=None)
    return replace(event, old=event.new or event.old, new=None) if isinstance(event, Swap) else event


def replay_all(players: Sequence[str], events: Sequence[Event]) -> Table:
    """The table after these events as nobody sees it: every card is known."""
    replay = Replay("")
    for event in (Players(tuple(players)), *events):
        replay.feed(event)
    return replay.table()


def table_seen(table: Table, player: str) -> Table:
    """Of such a table what one player sees: of their own cards only those laid off or revealed."""
    own = {
        colour: tuple(held if held.shown else held._replace(number=None, line=None) for held in cards)
        for colour, cards in table.holders[player].items()
    }
    rounds = tuple(
        replace(this, swaps={one: hide_drawn(swap, player) for one, swap in this.swaps.items()})
        for this in table.rounds
    )
    return replace(table, me=player, holders={**table.holders, player: own}, rounds=rounds)


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
    """Log-loss of the true hand in bits, summed over a number of decisions: from exact chances, and by reading."""

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
