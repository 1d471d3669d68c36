"""How many dice lie under each cup during a set, also where the log leaves open who was wrong."""

from __future__ import annotations

from collections.abc import Iterable


class Cups:
    """Dice left per player. `doubt` are those of whom exactly one was wrong and kept a die: their counts are too high
    by one, except for that one. In the `fog` are those of whom even that is lost. The total is known all the same.
    """

    def __init__(self, players: Iterable[str], dice: int) -> None:
        self.counts = dict.fromkeys(players, dice)
        self.total = dice * len(self.counts)
        self.doubt: tuple[str, ...] = ()
        self.fog: set[str] = set()

    def number(self, player: str) -> int | None:
        return None if player in self.doubt or player in self.fog else self.counts[player]

    def numbers(self) -> dict[str, int | None]:
        return {player: self.number(player) for player in self.counts}

    def possible(self, player: str) -> tuple[int, ...]:
        """The numbers of dice a player may have now, most first."""
        most = self.counts[player]
        if player in self.fog:
            return tuple(range(most, -1, -1))
        return (most, most - 1) if player in self.doubt else (most,)

    def put_away(self, keepers: Iterable[str]) -> None:
        """All who have dice, but for the keepers, put one away."""
        keepers = tuple(keepers)
        if set(self.doubt) & set(self.on_the_brink):
            self.lift_doubt_to_fog()
        for player, dice in self.counts.items():
            if dice and player not in keepers:
                self.counts[player] -= 1
                self.total -= 1

    def put_away_in_doubt(self, candidates: tuple[str, ...]) -> None:
        """The same when only one of the candidates was wrong, and nobody typed who."""
        self.lift_doubt_to_fog()
        self.put_away(())
        self.total += 1
        for player in candidates:
            self.counts[player] += 1
        self.doubt = candidates

    def lift_doubt_to_fog(self) -> None:
        """A second open question on top of the first: those players' dice are no longer followed."""
        self.fog.update(self.doubt)
        self.doubt = ()

    def settle(self, loser: str) -> None:
        """It has come out which of the doubtful was wrong."""
        for player in self.doubt:
            self.counts[player] -= player != loser
        self.doubt = ()

    def learn(self, player: str, dice: int) -> str | None:
        """A cup with so many dice was seen; returns who was wrong if that settles it."""
        if player in self.fog:
            self.counts[player] = dice
            self.fog.discard(player)
        if player not in self.doubt:
            return None
        if dice == self.counts[player]:
            self.settle(player)
            return player
        self.counts[player] -= 1
        self.doubt = tuple(other for other in self.doubt if other != player)
        if len(self.doubt) > 1:
            return None
        loser, self.doubt = self.doubt[0], ()
        return loser

    # The end of a set.

    @property
    def empty(self) -> tuple[str, ...]:
        """Who certainly has no dice left."""
        return tuple(player for player in self.counts if self.number(player) == 0)

    @property
    def on_the_brink(self) -> tuple[str, ...]:
        """Who may have none left."""
        return tuple(player for player in self.counts if self.number(player) is None and self.possible(player)[-1] == 0)

    @property
    def left(self) -> tuple[str, ...]:
        """Who may have dice left."""
        return tuple(player for player in self.counts if self.number(player) != 0)

    def someone_is_done(self) -> bool:
        return bool(self.empty) or len(set(self.doubt) & set(self.on_the_brink)) > 1
