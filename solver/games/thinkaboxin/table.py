"""The table as the log tells it: sets, rounds, dice under the cups, whose turn it is, what everybody has.

`Table` is the finished record that `replay` makes, `Sight` what one seat may know of it. What the log lacks is None
here, never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from solver.games.thinkaboxin.rounds import Round
from solver.games.thinkaboxin.rules import GOLDRUSH, GOLDRUSH_DICE, NUGGETS, PLAIN, SHERIFF
from solver.log import Line, LogError


@dataclass(frozen=True, slots=True)
class Set:
    """One set. `put_away` counts the dice each has won so far; `winners` is None until it is over or if not known."""

    number: int
    dice: int
    players: tuple[str, ...]
    line: Line
    stake: int | None = None
    knockout: bool = False
    over: bool = False
    winners: tuple[str, ...] | None = None
    out: str | None = None  # the loser of a knock-out set
    put_away: Mapping[str, int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """All that the log says happened, up to where it ends."""

    players: tuple[str, ...]
    me: str
    mode: str
    free: bool
    sets: tuple[Set, ...]
    rounds: tuple[Round, ...]
    dice: Mapping[str, int | None]  # left under the cups of the set under way
    total: int
    starters: tuple[str, ...] | None
    scores: Mapping[str, int | None]
    pool: int | None
    warnings: tuple[LogError, ...]
    unsure: tuple[str, ...] = ()  # who may be out of the game already, by what the log does not tell

    @property
    def round(self) -> int:
        """How many rounds the log has begun, over all sets."""
        return len(self.rounds)

    @property
    def current(self) -> Round | None:
        """The last round typed, if it belongs to the set under way and was not cut short by a donkey."""
        last = self.rounds[-1] if self.rounds else None
        return last if last and last.set_number == self.sets[-1].number and not last.donkeys else None

    @property
    def set(self) -> Set | None:
        return self.sets[-1] if self.sets else None

    @property
    def clashes(self) -> tuple[Round, ...]:
        """The rounds in which the cups contradict who was said to be right."""
        return tuple(this for this in self.rounds if this.clash)

    @property
    def finalists(self) -> tuple[str, ...] | None:
        """Who plays Goldrush's knock-out race: numbers one and two with ties, once the ten sets are over and known."""
        ordinary = [one for one in self.sets if not one.knockout]
        if self.mode != GOLDRUSH or len(ordinary) < len(GOLDRUSH_DICE) or not ordinary[-1].over:
            return None
        return pick_finalists(self.scores)

    @property
    def duels_left(self) -> tuple[tuple[str, str], ...]:
        """Pairs that have not duelled yet."""
        played = [frozenset(one.players) for one in self.sets]
        pairs = combinations(self.players, 2) if self.mode == SHERIFF else ()
        return tuple(pair for pair in pairs if frozenset(pair) not in played)

    @property
    def champion(self) -> str | None:
        """Who has won it all, where the sheet says how: the last one left of a knock-out race, or all the nuggets."""
        last = self.set
        if last and last.knockout and last.out and len(last.players) == 2:
            return next(player for player in last.players if player != last.out)
        return rich_alone(self.scores, self.pool) if self.mode == NUGGETS and (not last or last.over) else None

    @property
    def scoring(self) -> str:
        return {PLAIN: "sets won", NUGGETS: "nuggets"}.get(self.mode, "points")


def pick_finalists(points: Mapping[str, int | None]) -> tuple[str, ...] | None:
    known = [number for number in points.values() if number is not None]
    if len(known) < len(points):
        return None
    second = sorted(known, reverse=True)[1]
    return tuple(player for player, number in points.items() if number is not None and number >= second)


def rich_alone(supplies: Mapping[str, int | None], pool: int | None) -> str | None:
    """The only one who has nuggets left, if all supplies are known."""
    rich = [player for player, supply in supplies.items() if supply != 0]
    return rich[0] if len(rich) == 1 and pool is not None and supplies[rich[0]] is not None else None


def seat_order(players: Sequence[str], some: Sequence[str]) -> tuple[str, ...]:
    """Those named, around the table."""
    return tuple(player for player in players if player in some)


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
        return max(0, self.total - len(self.known))


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
