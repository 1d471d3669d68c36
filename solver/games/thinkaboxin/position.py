"""A moment of decision: what the player to act knows, who comes next, what has been said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.games.thinkaboxin.events import Said
from solver.games.thinkaboxin.rules import Bid, list_raises
from solver.games.thinkaboxin.table import Round, turn_after


@dataclass(frozen=True, slots=True)
class Position:
    """`own` is None if the player's dice are not in the log; `nexts` are whom the bid can go to."""

    player: str
    own: tuple[int, ...] | None
    dice: Mapping[str, int]
    bids: tuple[Said, ...]
    nexts: tuple[str, ...]
    free: bool = False

    @property
    def total(self) -> int:
        return sum(self.dice.values())

    @property
    def bid(self) -> Bid | None:
        return self.bids[-1].bid if self.bids else None

    @property
    def raises(self) -> tuple[Bid, ...]:
        return list_raises(self.bid, self.total, self.free)

    def bids_of(self, player: str) -> tuple[Bid, ...]:
        return tuple(said.bid for said in self.bids if said.player == player)


def find_position(this: Round, player: str, free: bool, bids: int | None = None) -> Position | None:
    """The player's position after the first so many bids (all by default); None if it is not clear or not the turn."""
    bids = len(this.bids) if bids is None else bids
    dice = {other: number for other, number in this.dice.items() if number}
    turn = turn_after(this, bids)
    if player not in dice or None in this.dice.values() or (turn is not None and player not in turn):
        return None
    return Position(player, this.cups.get(player), dice, this.bids[:bids], _nexts(this, player, bids), free)


def _nexts(this: Round, player: str, bids: int) -> tuple[str, ...]:
    if not bids:
        return tuple(dict.fromkeys(this.following(player, step) for step in (1, -1)))
    if bids == 1:
        steps = [step for step in (1, -1) if this.following(this.bids[0].player, step) == player]
        return (this.following(player, steps[0]),)
    return (this.following(player, this.direction or 1),)
