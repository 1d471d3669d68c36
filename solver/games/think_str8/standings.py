"""The stones while a log is replayed: all that moved them, so that they can move anew when an answer comes late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from solver.games.think_str8.table import Round
from solver.games.think_str8.track import Track


@dataclass(frozen=True, slots=True)
class _Happening:
    """In a round a player's bet was laid or answered, or (with a space) a score was typed."""

    round: int
    player: str
    space: int | None = None


class Standings:
    """The track, and what happened on it in the order of the log."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.players = players
        self.track = Track.start(players)
        self._happened: list[_Happening] = []

    def lay(self, this: Round, player: str) -> None:
        """A bet counts from here on, if it has an answer."""
        self._happened.append(_Happening(this.number, player))

    def answer(self, this: Round, player: str, tokens: Mapping[int, int]) -> None:
        """The bet of the round under way has an answer."""
        self.track = _move(self.track, this, player, tokens)

    def postpone(self, this: Round, player: str) -> bool:
        """A bet counts only from here on; returns whether a score of the player was typed since it was laid."""
        laid = self._happened.index(_Happening(this.number, player))
        since = self._happened[laid + 1 :]
        self._happened[laid:] = [*since, self._happened[laid]]
        return any(one.player == player for one in since)

    def score(self, number: int, player: str, space: int) -> None:
        """In round `number` the track was said to be so."""
        self._happened.append(_Happening(number, player, space))
        self.track = self.track.placed(player, space)

    def close(self, this: Round) -> None:
        """Nothing more will be typed of a round: a stone whose bet was not answered may stand anywhere from now on."""
        scored = {one.player for one in self._happened if one.round == this.number and one.space is not None}
        for player in self.players:
            bet = this.bets.get(player)
            if not ((bet and bet.answer) or player in this.swaps or player in scored):
                self.track = self.track.lost(player)

    def follow(self, rounds: Sequence[Round], tokens: Mapping[int, int], closed: bool) -> list[Round]:
        """Go through all rounds anew; each comes back with who threw and in which order all chose.

        `closed`: nothing more will be typed of the last one either.
        """
        self.track, followed = Track.start(self.players), []
        for number in range(len(rounds) + 1):
            this = None
            if number:
                this = replace(rounds[number - 1], thrower=self.track.last(), order=self.track.order())
                followed.append(this)
            for one in (one for one in self._happened if one.round == number):
                if one.space is not None:
                    self.track = self.track.placed(one.player, one.space)
                elif this is not None:
                    self.track = _move(self.track, this, one.player, tokens)
            if this is not None and (closed or number < len(rounds)):
                self.close(this)
        return followed


def _move(track: Track, this: Round, player: str, tokens: Mapping[int, int]) -> Track:
    bet = this.bets[player]
    if bet.answer != "hit":
        return track
    when = (this.number, this.order.index(player)) if this.order else None
    return track.moved(player, tokens.get(bet.length, 0), when)
