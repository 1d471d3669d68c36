"""What one seat saw and heard: its log, its table, and the racks it can have, kept up to date event by event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from solver.games.tricoda import gate
from solver.games.tricoda.events import Ask, Declare, Named, See, Was
from solver.games.tricoda.facts import sight_of
from solver.games.tricoda.notation import format_event
from solver.games.tricoda.possible_racks import COUNTS, Ints, fitting, full_box, ways
from solver.games.tricoda.replay import Replay
from solver.games.tricoda.rules import KINDS, question
from solver.games.tricoda.table import Table
from solver.grammar import NOBODY, Event, GameLine, Me, Players
from solver.log import Fault, parse_line
from solver.simulation import IllegalMove


def as_seen(event: Event, player: str) -> Event | None:
    """The event as that player sees it; None if there is nothing new to see."""
    if isinstance(event, Was) and event.player != player:
        return None  # the others saw these stones all the time
    return gate.as_seen(event, player)


class Viewpoint:
    """One player's log and the table it makes. `fits` tells which coloured racks agree with all answers about the
    present rack, `left` how many stones of each kind are out of sight: counting stones anew would be slow.
    """

    def __init__(self, players: Sequence[str], me: str) -> None:
        self.me = me
        self.lines: list[str] = []
        self.replay = Replay(me)
        self.fits = np.ones(len(COUNTS), dtype=np.bool_)
        self.left = full_box()
        for event in (GameLine("tricoda"), Players(tuple(players)), Me(me)):
            self._write(event)

    @property
    def log(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    @property
    def table(self) -> Table:
        return self.replay.table()

    @property
    def rack_ways(self) -> Ints:
        """In how many ways stones out of sight make each rack that may be this player's."""
        return _ways(tuple(self.left)) * self.fits

    def see(self, event: Event) -> None:
        """Something happened; what this player cannot see is left out."""
        seen = as_seen(event, self.me)
        if seen is None:
            return
        self._write(seen)
        if isinstance(seen, Ask) and seen.player != self.me:
            self._hear(seen)
        elif isinstance(seen, Declare) and seen.player == self.me:
            self.fits[:] = True
        elif isinstance(seen, See | Was):
            self._take_out(seen.stones)

    def _hear(self, asked: Ask) -> None:
        history = self.replay.history
        sight = sight_of([history.current(holder) for holder in history.racks if holder not in (asked.player, self.me)])
        self.fits &= fitting(question(asked.card), sight, asked.answer)

    def _take_out(self, stones: Sequence[Named]) -> None:
        for named in stones:
            self.left[KINDS.index(named.stone)] -= 1

    def _write(self, event: Any) -> None:
        """Add a line to the log, and to the table by the rules of all logs: what they refuse is an illegal move."""
        line = parse_line(len(self.lines) + 1, format_event(event))
        self.lines.append(line.text)
        self.replay.line = line
        try:
            self.replay.take(replace(event, line=line))
        except Fault as fault:
            raise IllegalMove(f"{line.text}: {fault.problem}") from None
        for wrong in (*self.replay.errors, *self.replay.warnings):
            raise IllegalMove(f"{line.text}: {wrong.problem}")


def write_table(players: Sequence[str], events: Sequence[Event]) -> str:
    """The table's own log of these events: all stones, not what they tell: answers, right or wrong, stones aside."""
    opening: tuple[Event, ...] = (GameLine("tricoda"), Players(tuple(players)), Me(NOBODY))
    typed = (_as_typed(event) for event in events if not isinstance(event, Was))
    return "".join(f"{format_event(event)}\n" for event in (*opening, *typed))


def _as_typed(event: Event) -> Event:
    if isinstance(event, Ask):
        return replace(event, answer=None)
    return replace(event, right=None) if isinstance(event, Declare) else event


@lru_cache(maxsize=1024)
def _ways(left: tuple[int, ...]) -> Ints:
    return ways(left)
