"""The scoring track: where the stones stand, who lies on whom, who is last. What the log lacks stays unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

AFTER_ALL_ROUNDS = 1000  # orders the landings of the final scoring after those of every round


@dataclass(frozen=True, slots=True)
class Stone:
    """A player's stone. `landed` orders the stones of one space from bottom to top; None or the same is not known."""

    player: str
    space: int | None
    landed: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Track:
    """All stones, immutable: every move gives a new track."""

    stones: tuple[Stone, ...]

    @staticmethod
    def start(players: tuple[str, ...]) -> Track:
        """All stones in one stack, the first player on top."""
        return Track(tuple(Stone(player, 0, (0, -height)) for height, player in enumerate(players)))

    def space(self, player: str) -> int | None:
        return self._stone(player).space

    def scores(self) -> dict[str, int | None]:
        return {stone.player: stone.space for stone in self.stones}

    def moved(self, player: str, points: int, when: tuple[int, int] | None) -> Track:
        """The stone goes on; it lands on top of those that came before `when`."""
        stone = self._stone(player)
        if stone.space is None or not points:
            return self
        return self._with(replace(stone, space=stone.space + points, landed=when))

    def placed(self, player: str, space: int) -> Track:
        """The stone is said to stand on `space`; if that is news, nobody knows above or below whom."""
        stone = self._stone(player)
        return self if stone.space == space else self._with(Stone(player, space, None))

    def lost(self, player: str) -> Track:
        """Nobody typed what became of the stone."""
        return self._with(Stone(player, None, None))

    def order(self) -> tuple[str, ...] | None:
        """Last to first, of one space the top stone first; None if the log does not tell."""
        ranked = self._ranked(self.stones)
        return tuple(stone.player for stone in ranked) if ranked is not None else None

    def last(self) -> str | None:
        """Who throws: last on the track, the top stone of a stack."""
        spaces = [stone.space for stone in self.stones if stone.space is not None]
        if len(spaces) < len(self.stones):
            return None
        ranked = self._ranked(tuple(stone for stone in self.stones if stone.space == min(spaces)))
        return ranked[0].player if ranked else None

    def first(self) -> tuple[str, ...]:
        """Who leads: foremost, in a stack the bottom stone; several if the log leaves it open, none if scores lack."""
        spaces = [stone.space for stone in self.stones if stone.space is not None]
        if len(spaces) < len(self.stones):
            return ()
        foremost = tuple(stone for stone in self.stones if stone.space == max(spaces))
        ranked = self._ranked(foremost)
        return (ranked[-1].player,) if ranked else tuple(stone.player for stone in foremost)

    def ahead(self, player: str, other: str) -> bool:
        """Whether a stone is sure to rank before another: further on, or below it on the same space."""
        ranked = self._ranked((self._stone(player), self._stone(other)))
        return ranked is not None and ranked[-1].player == player

    def scored_at_end(self, points: Mapping[str, int | None]) -> Track:
        """The track after the final scoring of these players, from the last to the first; None is not known.

        Who stays lies below all who land. Stones of one stack whose order is not known land at the same time.
        """
        track, stones = self, tuple(stone for stone in self.stones if stone.player in points)
        for stone in stones:
            won, space = points[stone.player], stone.space
            if won is None or space is None:
                track = track.lost(stone.player)
                continue
            ranked = self._ranked(tuple(other for other in stones if other.space == space))
            turn = ranked.index(stone) if ranked else 0
            landed = (AFTER_ALL_ROUNDS, space, turn) if won else (0, -turn)
            track = track._with(Stone(stone.player, space + won, landed))
        return track

    def _ranked(self, stones: tuple[Stone, ...]) -> list[Stone] | None:
        for stone in stones:
            if stone.space is None:
                return None
            stacked = [other for other in stones if other.space == stone.space]
            times = {other.landed for other in stacked}
            if len(stacked) > 1 and (None in times or len(times) < len(stacked)):
                return None
        top_first = sorted(stones, key=lambda stone: stone.landed or (0, 0), reverse=True)
        return sorted(top_first, key=lambda stone: stone.space or 0)

    def _stone(self, player: str) -> Stone:
        return next(stone for stone in self.stones if stone.player == player)

    def _with(self, stone: Stone) -> Track:
        return Track(tuple(stone if other.player == stone.player else other for other in self.stones))
