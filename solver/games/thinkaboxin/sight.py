"""What one seat knows for certain of the dice in a round: the own cup, and cups that were lifted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.games.thinkaboxin.table import Round, Table


@dataclass(frozen=True, slots=True)
class Sight:
    """`own` is None if the seat's dice are not in the log or the seat has none; `shown` are other cups, lifted."""

    seat: str
    own: tuple[int, ...] | None
    shown: Mapping[str, tuple[int, ...]]
    total: int
    playing: bool = True

    @property
    def known(self) -> tuple[int, ...]:
        return (*(self.own or ()), *(die for dice in self.shown.values() for die in dice))

    @property
    def hidden(self) -> int:
        return self.total - len(self.known)


def look(table: Table, seat: str) -> Sight:
    """The seat's view of the round under way or just ended; of the next one if none is typed."""
    this = table.current
    if this is None:
        done = table.set is not None and table.set.over
        return Sight(seat, None, {}, 0 if done else table.total, table.dice.get(seat, 0) != 0)
    shown = {player: dice for player, dice in this.cups.items() if player != seat} if this.lifter else {}
    return Sight(seat, own_dice(this, seat), shown, this.total, seat in this.active)


def own_dice(this: Round, seat: str) -> tuple[int, ...] | None:
    return this.cups.get(seat)
