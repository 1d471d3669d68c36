"""Nuggets and notepads: what everybody has after the sets so far. None is what the log does not tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from solver.games.thinkaboxin.rules import PLAIN, SUPPLY
from solver.games.thinkaboxin.table import Set


@dataclass(frozen=True, slots=True)
class Purse:
    """Everybody's nuggets and the pool."""

    supplies: Mapping[str, int | None]
    pool: int | None = 0

    @staticmethod
    def start(players: Sequence[str]) -> Purse:
        return Purse(dict.fromkeys(players, SUPPLY))

    @property
    def out(self) -> tuple[str, ...]:
        """Who has none left; to be asked between sets."""
        return tuple(player for player, supply in self.supplies.items() if supply == 0)

    @property
    def smallest(self) -> int | None:
        """The smallest supply of those still in, if all are known."""
        rest = [supply for supply in self.supplies.values() if supply != 0]
        known = [supply for supply in rest if supply is not None]
        return min(known) if known and len(known) == len(rest) else None

    def staked(self, players: Sequence[str], stake: int | None) -> Purse:
        """All put in the same. Who has less than that is a case the sheet leaves open: unknown from there on."""
        supplies, pool = dict(self.supplies), self.pool
        for player in players:
            supply = supplies[player]
            enough = supply is not None and stake is not None and supply >= stake
            supplies[player] = supply - stake if enough and supply is not None and stake is not None else None
            pool = pool + stake if enough and pool is not None and stake is not None else None
        return Purse(supplies, pool)

    def shared(self, winners: Sequence[str]) -> Purse:
        """The winners share the pool evenly; the rest stays in it."""
        if self.pool is None:
            return replace(self, supplies={**self.supplies, **dict.fromkeys(winners)})
        share, rest = divmod(self.pool, len(winners))
        supplies = dict(self.supplies)
        for player in winners:
            supply = supplies[player]
            supplies[player] = None if supply is None else supply + share
        return Purse(supplies, rest)

    def lost(self, players: Sequence[str]) -> Purse:
        """Who won the set is not known, so neither is what those who played it have."""
        return Purse({**self.supplies, **dict.fromkeys(players)}, None)

    def told(self, player: str | None, number: int) -> Purse:
        if player is None:
            return replace(self, pool=number)
        return replace(self, supplies={**self.supplies, player: number})


@dataclass(frozen=True, slots=True)
class Notepad:
    """Points per player: sets won in the plain game, dice put away in Goldrush and The Next Sheriff."""

    mode: str
    points: Mapping[str, int | None]

    def counted(self, over: Set) -> Notepad:
        """A set goes on the notepad when it is over; knock-out races are not counted."""
        if over.knockout:
            return self
        return replace(self, points={**self.points, **{player: self._after(over, player) for player in over.players}})

    def _after(self, over: Set, player: str) -> int | None:
        before = self.points[player]
        if self.mode == PLAIN:
            won = None if over.winners is None else int(player in over.winners)
        else:
            won = over.put_away.get(player) if over.over else None
        return None if before is None or won is None else before + won

    def told(self, player: str, number: int) -> Notepad:
        return replace(self, points={**self.points, player: number})
