"""One round: dice, bids, whose turn it is, the lift and who was wrong; and what is wrong with a line of it.

Bidding goes round the table in the direction that the first bidder chooses. A log may leave bids out: whoever is typed
next then sits further on, and a bid of everybody skipped must fit between the two that are typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from solver.english import all_of, any_of
from solver.games.thinkaboxin.rules import (
    JOKER,
    VALUES,
    Bid,
    Said,
    count_matches,
    count_steps,
    format_value,
    list_raises,
)
from solver.log import Fault, Kind, Line, against_rules

DIRECTIONS = (1, -1)  # in the order of the `players` line, and against it


@dataclass(frozen=True, slots=True)
class Round:
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
    cups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # dice known, rolled or shown
    cup_lines: Mapping[str, Line] = field(default_factory=dict)
    lifter: str | None = None
    doubted: Said | None = None  # the bid that was lifted, if it is typed
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

    def count(self, value: int) -> int | None:
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
    if last not in this.active or this.astray:
        return None
    if bids == 1 or this.direction is None:
        return this.neighbours(last)
    return (this.following(last, this.direction),)


@dataclass(frozen=True, slots=True)
class Way:
    """How the bidding went round: in which direction, None if it may be either, and how many bids are left out."""

    direction: int | None
    missing: int


def find_way(this: Round, free: bool, directions: Sequence[int] = DIRECTIONS) -> Way | None:
    """The way that leaves the fewest bids out; None if there is no room for those it would."""
    counts = {step: count_missing(this, step, free) for step in directions}
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
    """From one of whom the turn went to whom, how many seats on that is at least, how many bids fit between."""
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

WHAT_COUNTS = "Until it is corrected, dice and scores go by what was said, and bids are judged by the cups."


def tell_clash(this: Round) -> str:
    """The cups against what was said, in a sentence."""
    lines = sorted({line.number for line in this.cup_lines.values()})
    typed = f"line{'s' * (len(lines) > 1)} {all_of(lines)}"
    false, doubted = this.judge(), this.doubted
    assert doubted is not None
    said = f"By the dice typed ({typed}) {doubted.player}'s {doubted.bid} was {'false' if false else 'true'}"
    return f"{said}, so {this.lifter} was {'right' if false else 'wrong'}."


def miscounted(player: str, typed: int, possible: tuple[int, ...], me: str) -> Fault:
    """Another number of dice than the player has."""
    who = "you have" if player == me else f"{player} has"
    if possible[0] == 0:
        problem = f"{who[0].upper()}{who[1:]} no dice left in this set."
        return against_rules(None, problem, "Delete this line, or correct a `lift` before it.")
    problem = f"{typed} {'die' if typed == 1 else 'dice'}, but {who} {any_of(possible)} in this round."
    hint = f"Type {any_of(possible)} dice, or look for a missing or wrong `lift` before this line."
    return against_rules(None, problem, hint)


def misjudged(this: Round) -> Fault:
    """The cups deny what a line says about who was right."""
    return Fault(Kind.WARNING, None, tell_clash(this), f"One of the lines is wrong. {WHAT_COUNTS}")


def too_many(this: Round, event: Said) -> Fault:
    hint = f"The highest amount is {this.total}; if that is wrong, a line before this one is."
    return against_rules(event.at, f"There are only {this.total} dice under the cups.", hint)


def no_raise(this: Round, event: Said, free: bool) -> Fault:
    old, new = this.bids[-1], event.bid
    problem = f"{new} does not raise {old.bid} (line {old.line.number})."
    if new.amount > old.bid.amount and not free:
        low = f"{format_value(new.value).capitalize()} rank below {format_value(old.bid.value)}"
        return against_rules(event.at, problem, f"{low}; if your table allows this, put `raise free` at the top.")
    legal = list_raises(old.bid, this.total, free)
    lowest = f"The lowest raises are {any_of(legal[:3])}" if legal else "No raise is left, only `lift`"
    return against_rules(event.at, problem, f"{lowest}; values rank 2 3 4 5 6 1.")


def out_of_turn(this: Round, player: str, verb: str, donkey: bool, line: Line, missing: bool) -> Fault:
    """Somebody acts whose turn it is not; `donkey` says why others begin the round, `missing` that a bid may be."""
    turn = this.turn or ()
    if this.bids and this.bids[-1].player == player:
        others = [other for other in this.active if other != player]
        problem = f"{player} made the last bid (line {this.bids[-1].line.number}); next is {any_of(turn or others)}."
    elif this.bids:
        problem = f"It is not {player}'s turn: after {this.bids[-1].player} comes {any_of(turn)}."
    else:
        why = "was the donkey" if donkey else "was wrong in the round before"
        problem = f"It is not {player}'s turn: {any_of(turn)} {why} and begins."
    if missing:
        return Fault(
            Kind.WARNING, line.words[0], problem, "If a bid was not typed, all is well; else correct the name."
        )
    name = turn[0] if len(turn) == 1 else "NAME"
    return against_rules(line.words[0], problem, f"Type: {verb} {name} …, or correct a line before this one.")
