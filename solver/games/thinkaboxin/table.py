"""The table as the log tells it: rounds with their bids and turns, sets, scores, what a seat sees.

`Table` is the finished record that `replay` makes. What the log lacks is None here, never a guess.

Bidding goes round the table in the direction that the first bidder chooses. A log may leave bids out: the next bidder
typed then sits further on, and between the two bids typed there must be room for one from everybody skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import NamedTuple

from solver.games.thinkaboxin.rules import (
    GOLDRUSH,
    GOLDRUSH_DICE,
    JOKER,
    NUGGETS,
    PLAIN,
    SHERIFF,
    VALUES,
    Bid,
    Said,
    count_matches,
    count_steps,
    format_bid,
)
from solver.language import later, say, say_count
from solver.log import Line, LogError, name_lines

LEFT, RIGHT = DIRECTIONS = (1, -1)  # in the order of the `players` line, clockwise, and against it


class Round(NamedTuple):
    """One round. `dice` is how many lay under each cup, None where the log leaves it open."""

    number: int
    set_number: int
    line: Line
    dice: Mapping[str, int | None]
    total: int
    starters: tuple[str, ...] | None  # who may bid first; None if the log does not tell
    bids: tuple[Said, ...] = ()
    direction: int | None = None
    missing: int = 0  # bids that the log must have left out
    astray: bool = False  # somebody acted out of turn, and no bid left out explains it
    unclear: bool = False  # the log does not tell who has dice, so neither whose turn it is
    cups: Mapping[str, tuple[int, ...]] = MappingProxyType({})  # dice known, rolled or shown
    cup_lines: Mapping[str, Line] = MappingProxyType({})
    unseen: Mapping[str, Line] = MappingProxyType({})  # who began it, or joined it, without saying with which dice
    lifter: str | None = None
    doubted: Said | None = None  # the bid that was doubted, if it is typed
    end_line: Line | None = None  # of the lift or the donkey
    verdict: bool | None = None  # whether the lifter was right, as typed
    verdict_line: Line | None = None
    donkeys: tuple[str, ...] = ()
    loser: str | None = None
    lapsed: bool = False  # the next round began without a lift

    @property
    def over(self) -> bool:
        return bool(self.lifter or self.donkeys or self.lapsed)

    @property
    def bid(self) -> Bid | None:
        return self.bids[-1].bid if self.bids else None

    # Around the table.

    @property
    def active(self) -> tuple[str, ...]:
        """Who has dice, around the table."""
        return tuple(player for player, dice in self.dice.items() if dice != 0)

    def following(self, player: str, direction: int) -> str:
        at = self.active.index(player)
        return self.active[(at + direction) % len(self.active)]

    def neighbours(self, player: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.following(player, step) for step in DIRECTIONS))

    @property
    def turn(self) -> tuple[str, ...] | None:
        """Who may bid or lift now; the first bidder's two neighbours until the direction is clear. None: not known."""
        return () if self.over else turn_after(self, len(self.bids))

    # The lift.

    def count_shown(self, value: int) -> int | None:
        """How many dice counted as the value, if all cups are known."""
        known = [die for player in self.active for die in self.cups.get(player, ())]
        return count_matches(known, value) if len(known) == self.total else None

    def judge(self) -> bool | None:
        """Whether the lifter was right by the dice typed; None if they do not tell."""
        if self.doubted is None:
            return None
        known = [die for dice in self.cups.values() for die in dice]
        bid = self.doubted.bid
        sure = count_matches(known, bid.value)
        if sure >= bid.amount:
            return False
        return True if sure + self.total - len(known) < bid.amount else None

    @property
    def clash(self) -> bool:
        """Whether the cups typed contradict who was said to be right."""
        judged = self.judge()
        return judged is not None and self.verdict is not None and judged != self.verdict


# Turns.


def turn_after(this: Round, bids: int) -> tuple[str, ...] | None:
    """Who may act after the first this many bids of the round."""
    if not bids:
        return this.starters
    last = this.bids[bids - 1].player
    if last not in this.active or this.astray or this.unclear:
        return None
    direction = this.bids[0].direction if bids == 1 else this.direction
    return this.neighbours(last) if direction is None else (this.following(last, direction),)


@dataclass(frozen=True, slots=True)
class Way:
    """How the bidding went round: in which direction, None if it may be either, and how many bids are left out."""

    direction: int | None
    missing: int


def find_way(this: Round, free: bool, directions: Sequence[int] = DIRECTIONS) -> Way | None:
    """The way that was said, or that leaves the fewest bids out; None if no way has room for them."""
    said = this.bids[0].direction if this.bids else None
    counts = {step: count_missing(this, step, free) for step in directions if said in (None, step)}
    ways = {step: missing for step, missing in counts.items() if missing is not None}
    if not ways:
        return None
    fewest = min(ways.values())
    best = [step for step, missing in ways.items() if missing == fewest]
    clear = len(best) == 1 or (len(this.active) == 2 and len(this.bids) > 1)
    return Way(best[0] if clear else None, fewest)


def find_way_to_lift(this: Round, free: bool) -> Way | None:
    """The same for a round in which the last bid typed is the one that was doubted."""
    last, lifter = this.bids[-1].player, this.lifter or ""
    return find_way(this, free, [step for step in DIRECTIONS if this.following(last, step) == lifter])


def count_missing(this: Round, direction: int, free: bool) -> int | None:
    """How many bids the log left out if the bidding went this way; None if there was no room for them."""
    places = {player: place for place, player in enumerate(this.active)}
    around = len(places)
    missing = 0
    for ones, other, seats, room in _gaps(this, free):
        skipped = min(((places[other] - places[one]) * direction - seats) % around for one in ones)
        if skipped and skipped > room:
            return None
        missing += skipped
    return missing


def _gaps(this: Round, free: bool) -> Iterator[tuple[Sequence[str], str, int, int]]:
    """Each step of the turn: from one of whom, to whom, at least how many seats on, how many bids fit between."""
    if not this.bids:
        return
    first, last = this.bids[0], this.bids[-1]
    if this.starters:
        yield this.starters, first.player, 0, count_steps(Bid(1, VALUES[0]), first.bid, free)
    for old, new in pairwise(this.bids):
        yield (old.player,), new.player, 1, count_steps(old.bid, new.bid, free) - 1
    if this.lifter:
        yield (last.player,), this.lifter, 1, count_steps(last.bid, Bid(this.total, JOKER), free)


# Words.

WHAT_COUNTS = later("Until it is corrected, dice and scores go by what was said, and bids are judged by the cups.")


def tell_clash(this: Round, me: str) -> str:
    """The cups against what was said, in a sentence."""
    false, doubted = this.judge(), this.doubted
    assert doubted is not None
    bid = say("{player}'s {bid}", player=doubted.player, bid=doubted.bid)
    if doubted.player == me:
        bid = say("your {bid}", bid=doubted.bid)
    places = {"lines": name_lines(this.cup_lines.values()), "bid": bid, "player": this.lifter}
    if this.lifter == me and false:
        return say("By the dice typed ({lines}) {bid} was false, so you were right.", **places)
    if this.lifter == me:
        return say("By the dice typed ({lines}) {bid} was true, so you were wrong.", **places)
    if false:
        return say("By the dice typed ({lines}) {bid} was false, so {player} was right.", **places)
    return say("By the dice typed ({lines}) {bid} was true, so {player} was wrong.", **places)


def tell_outcome(this: Round, me: str | None = None) -> str:
    """`seven fives were there: Dev was wrong`; nothing if the log does not tell who was."""
    if this.loser is None:
        return ""
    outcome = _tell_loser(this.loser, me, this.clash)
    count = this.count_shown(this.doubted.bid.value) if this.doubted else None
    if not this.doubted or count is None:
        return outcome
    bid = format_bid(Bid(count, this.doubted.bid.value))
    return say_count("{bid} was there: {outcome}", "{bid} were there: {outcome}", count, bid=bid, outcome=outcome)


def _tell_loser(loser: str, me: str | None, clash: bool) -> str:
    if clash and loser == me:
        return say("you were said to be wrong, against the dice")
    if clash:
        return say("{player} was said to be wrong, against the dice", player=loser)
    return say("you were wrong") if loser == me else say("{player} was wrong", player=loser)


class Set(NamedTuple):
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
    put_away: Mapping[str, int | None] = MappingProxyType({})
    may_be_over: bool = False  # the log does not tell, since who was wrong is not known


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
    unsure: tuple[str, ...] = ()  # who may be out of the game already, which the log does not tell

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
    def turn(self) -> tuple[str, ...]:
        """Who may act now, or begin the next round, as far as it is known."""
        return (self.current.turn if self.current else self.starters) or ()

    @property
    def set(self) -> Set | None:
        return self.sets[-1] if self.sets else None

    @property
    def holding(self) -> tuple[str, ...]:
        """Who has dice in the set under way; before a set anybody may."""
        begun = self.set is not None and not self.set.over
        return tuple(one for one, dice in self.dice.items() if dice != 0) if begun else self.players

    @property
    def beginners(self) -> tuple[str, ...]:
        """Who may bid first in the next round."""
        return self.starters or self.holding

    @property
    def acting(self) -> tuple[str, ...]:
        """Who may bid or lift now."""
        this = self.current
        return self.beginners if this is None or this.over else this.turn or this.active

    @property
    def round_over(self) -> bool:
        """No round is under way."""
        return self.current is None or self.current.over

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
        """What is counted, shown by `say`."""
        return {PLAIN: later("sets won"), NUGGETS: later("nuggets")}.get(self.mode, later("points"))


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
    return Sight(seat, this.cups.get(seat), shown, this.total, seat in this.active)
