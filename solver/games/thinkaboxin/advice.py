"""Lift or raise, and to what: each move's chance to come out unhurt, from the dice alone and with bids believed.

A lift comes out unhurt if the bid is false. A raise does if the next player raises too, or lifts and is wrong. The next
player lifts when the bid looks false (less than an even chance) from that player's own cup and fair dice elsewhere, or
when no raise is left; every cup that player may hold is counted. What happens if the turn comes round again is not.

What bids suggest about their makers' dice is not a fact: it is kept apart, and `trust` 0 switches it off. Everything a
cup may hold is weighted by each bid its owner made this round: by the chance, seen from that cup with all other dice
fair, that the bid was true. `trust` t from 0 to 1 mixes that with no weighting at all: a holding for which
the bid was as likely as it can be counts 1, any other 1 - t + t * (its chance / that best chance). So with 0 bids say
nothing, and with 1 a holding that made the bid half as likely counts half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm

from solver.english import Saying, any_of, capital
from solver.games.thinkaboxin.rules import Bid, Said, count_matches, format_bid, is_highest, list_raises
from solver.games.thinkaboxin.sheet import (
    Holding,
    Spread,
    chance_fair,
    chance_true,
    combine,
    format_chance,
    list_holdings,
    ways_at_least,
)
from solver.games.thinkaboxin.table import Round, Table, turn_after
from solver.games.thinkaboxin.why import tell_clashes
from solver.language import later, say

EVEN = Fraction(1, 2)
TRUST = Fraction(1, 2)
ASSUMES = later("Bids are not facts: it is assumed that people like to bid what their own dice make likely.")
OPEN, ANSWER, WAIT, OVER = "open", "answer", "wait", "over"


@dataclass(frozen=True, slots=True)
class Odds:
    """One column: the chance to come out unhurt, that the bid (doubted or new) is true, and that it is doubted."""

    unhurt: Fraction
    true: Fraction
    doubted: Fraction

    def data(self) -> dict[str, float]:
        return {"unhurt": float(self.unhurt), "true": float(self.true), "doubted": float(self.doubted)}


@dataclass(frozen=True, slots=True)
class BidOrLift:
    """A move; `bid` is None for a lift. `to` is who should be next after a first bid, if that matters."""

    bid: Bid | None
    to: str | None
    dice: Odds
    believed: Odds

    def __str__(self) -> str:
        return say("lift") if self.bid is None else str(self.bid)

    def data(self) -> dict[str, object]:
        move = {"move": "lift"} if self.bid is None else {"move": "bid", "bid": str(self.bid)}
        numbers = {"amount": self.bid.amount, "value": self.bid.value} if self.bid else {}
        return {**move, **numbers, "to": self.to, "dice": self.dice.data(), "believed": self.believed.data()}


@dataclass(frozen=True, slots=True)
class Advice:
    """What `advise` says. Options are best first, by the believed column unless trust is 0."""

    phase: str
    seat: str
    own: tuple[int, ...] | None
    bid: Bid | None
    trust: Fraction
    options: tuple[BidOrLift, ...]
    reason: str
    lacks: tuple[str, ...] = ()
    consistent: bool = True

    @property
    def refusal(self) -> tuple[Saying, Saying] | None:
        return None

    @property
    def move(self) -> str:
        """The advised move as the line that says it, and to whom, which no line says."""
        best = self.best
        if best is None or best.bid is None:
            return "lift" if best else ""
        return say("{line}; to {player}", line=f"bid {best.bid}", player=best.to) if best.to else f"bid {best.bid}"

    @property
    def best(self) -> BidOrLift | None:
        return self.options[0] if self.options else None

    def data(self) -> dict[str, object]:
        reading: dict[str, object] = {}
        if self.trust and self.best:  # what believing the bids changes
            sober = best_from_dice(self.options)
            reading = {"trust": float(self.trust), "differs": sober is not self.best, "from_dice": sober.data()}
        return {
            "game": "thinkaboxin",
            "phase": self.phase,
            "seat": self.seat,
            "trust": float(self.trust),
            "best": self.best.data() if self.best else None,
            "options": [option.data() for option in self.options],
            "reason": self.reason,
            **({"reading": reading} if reading else {}),
            "missing": list(self.lacks),
        }


def advise(table: Table, seat: str, trust: Fraction = TRUST) -> Advice:
    """What to do now; a contradiction in the log is reported alongside."""
    advice = _advise(table, seat, trust)
    return replace(advice, consistent=False, lacks=(*advice.lacks, *tell_clashes(table))) if table.clashes else advice


def _advise(table: Table, seat: str, trust: Fraction) -> Advice:
    this = table.current
    if this is None or this.over:
        return Advice(OVER, seat, None, None, trust, (), _between(table))
    position = find_position(this, seat, table.free)
    own = this.cups.get(seat)
    if position is None:
        return Advice(WAIT, seat, own, this.bid, trust, (), _waiting(this, seat))
    options = weigh_moves(position, trust)
    unknown = say("The dice of {player} in this round are not in the log: all dice count as hidden.", player=seat)
    lacks = () if own else (unknown,)
    phase = ANSWER if position.bids else OPEN
    return Advice(phase, seat, own, this.bid, trust, options, give_reason(position, options, trust), lacks)


def _waiting(this: Round, seat: str) -> str:
    if seat in (this.turn or ()) and seat in this.active:
        return say(
            "The log does not tell how many dice everybody has: type who was wrong in the round before ({line}).",
            line="lift Ben right",
        )
    if this.turn:
        return say("It is not {player}'s turn. Next: {next}.", player=seat, next=any_of(this.turn))
    return say("It is not {player}'s turn. Next: not known from the log.", player=seat)


def _between(table: Table) -> str:
    last = table.set
    if last and last.over:
        return say("The set is over.")
    starts = say("{player} begins.", player=any_of(table.starters)) if table.starters else ""
    typing = say("Type the dice under the cup first: {line}", line="roll 2 5 5 1")
    return " ".join(filter(None, (say("The next round has not begun."), starts, typing)))


# The chances.


def weigh_moves(position: Bidding, trust: Fraction) -> tuple[BidOrLift, ...]:
    """Every legal move with its chances, best first; among equals a lift, then the bid likelier to be true."""
    fair = _Column(position, Fraction(0))
    believed = _Column(position, trust) if trust else fair
    options = [BidOrLift(None, None, fair.lift(), believed.lift())] if position.bids else []
    for bid in position.raises:
        ways = [(to, odds := fair.bid(bid, to), believed.bid(bid, to) if trust else odds) for to in position.nexts]
        to, dice, suggested = max(ways, key=lambda way: way[2].unhurt)
        matters = any(way[1:] != ways[0][1:] for way in ways)
        options.append(BidOrLift(bid, to if matters else None, dice, suggested))
    return tuple(sorted(options, key=_merit, reverse=True))


def best_from_dice(options: Sequence[BidOrLift]) -> BidOrLift:
    """The best move if no bid is believed."""
    return max(options, key=lambda option: (option.dice.unhurt, *_merit(option)[1:]))


def _merit(option: BidOrLift) -> tuple[Fraction, bool, Fraction, tuple[int, int]]:
    odds = option.believed
    return odds.unhurt, option.bid is None, odds.true, option.bid.rank if option.bid else (0, 0)


class _Column:
    """The chances of all moves with one trust in the bids."""

    def __init__(self, position: Bidding, trust: Fraction) -> None:
        self.position, self.trust, self.total = position, trust, position.total
        self.tails: dict[tuple[int, str | None], Spread] = {}
        self.cups: dict[tuple[str, int], Spread] = {}
        self.truths: dict[Bid, Fraction] = {}

    def lift(self) -> Odds:
        true = self.true(self.position.bids[-1].bid)
        return Odds(1 - true, true, Fraction(0))

    def true(self, bid: Bid) -> Fraction:
        if bid not in self.truths:
            ways = self.others(bid.value)
            self.truths[bid] = Fraction(_tail(ways, bid.amount - self.mine(bid.value)), ways[0])
        return self.truths[bid]

    def mine(self, value: int) -> int:
        return count_matches(self.position.own or (), value)

    def cup(self, player: str, value: int) -> Spread:
        if (player, value) not in self.cups:
            here = self.position
            mine = player == here.player  # dice of one's own that are not typed: nothing suggests them either
            said = () if mine else here.bids_of(player)
            self.cups[player, value] = spread_believed(here.dice[player], self.total, said, value, self.trust)
        return self.cups[player, value]

    def others(self, value: int, but: str | None = None) -> Spread:
        """In how many ways at least this many hidden dice count, leaving one player's out."""
        if (value, but) not in self.tails:
            here = self.position
            hidden = [player for player in here.dice if player != but and (player != here.player or here.own is None)]
            self.tails[value, but] = ways_at_least(combine(self.cup(player, value) for player in hidden))
        return self.tails[value, but]

    def bid(self, bid: Bid, to: str) -> Odds:
        """A bid after which it is the turn of `to`, over everything that player may hold."""
        rest, hidden = self.others(bid.value, but=to), self.total - self.position.dice[to]
        cup, need = self.cup(to, bid.value), bid.amount - self.mine(bid.value)
        forced = is_highest(bid, self.total)
        unhurt = doubted = 0
        for count, ways in enumerate(cup):
            lifts = forced or is_doubtful(hidden, bid.amount - count, bid.value)
            doubted += ways * lifts
            unhurt += ways * (_tail(rest, need - count) if lifts else rest[0])
        return Odds(Fraction(unhurt, sum(cup) * rest[0]), self.true(bid), Fraction(doubted, sum(cup)))


@lru_cache(maxsize=65536)
def is_doubtful(dice: int, need: int, value: int) -> bool:
    """Whether so many fair dice are less likely than not to count often enough."""
    return chance_fair(dice, need, value) < EVEN


def _tail(ways: Spread, need: int) -> int:
    return ways[min(max(0, need), len(ways) - 1)]


# The words.


def give_reason(position: Bidding, options: tuple[BidOrLift, ...], trust: Fraction) -> str:
    best = options[0]
    reasons = [_praise(position, best)]
    raises = [option for option in options if option.bid]
    lift = next((option for option in options if option.bid is None), None)
    if best.bid is None and raises:
        told = {"move": raises[0], "chance": format_chance(raises[0].believed.unhurt)}
        reasons.append(say("The best raise, {move}, leaves you unhurt {chance} of the time.", **told))
    elif best.bid is not None and lift:
        unhurt = format_chance(lift.believed.unhurt)
        reasons.append(say("A lift leaves you unhurt {chance} of the time.", chance=unhurt))
    sober = best_from_dice(options)
    if trust and sober is not best:
        told = {"move": sober, "chance": format_chance(sober.dice.unhurt)}
        reasons.append(say("From the dice alone it would be {move} ({chance}).", **told))
    return " ".join(reasons)


def _praise(position: Bidding, best: BidOrLift) -> str:
    odds = best.believed
    if best.bid is None:
        said = position.bids[-1]
        doubted, chance = format_bid(said.bid), format_chance(odds.unhurt)
        told = later("Lift: {player}'s {bid} is false {chance} of the time.")
        return say(told, player=said.player, bid=doubted, chance=chance)
    to = best.to or (position.nexts[0] if len(position.nexts) == 1 else None)
    told = later(
        "Bid {bid} ({words}) either way. It is true {true} of the time, the next player doubts it {doubted} of the "
        "time, and it leaves you unhurt {unhurt} of the time."
    )
    if to:
        told = later(
            "Bid {bid} ({words}) to {player}. It is true {true} of the time, {player} doubts it {doubted} of the time, "
            "and it leaves you unhurt {unhurt} of the time."
        )
    return say(
        told,
        bid=best.bid,
        words=format_bid(best.bid),
        player=to,
        true=format_chance(odds.true),
        doubted=format_chance(odds.doubted),
        unhurt=format_chance(odds.unhurt),
    )


@dataclass(frozen=True, slots=True)
class Bidding:
    """`own` is None if the player's dice are not in the log; `nexts` are the players who can be next."""

    player: str
    own: tuple[int, ...] | None
    dice: Mapping[str, int]
    bids: tuple[Said, ...]
    nexts: tuple[str, ...]
    free: bool = False

    def __hash__(self) -> int:
        return hash((self.player, self.own, *self.dice.items(), self.bids, self.nexts, self.free))

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


def find_position(this: Round, player: str, free: bool, bids: int | None = None) -> Bidding | None:
    """The player's position after the first `bids` bids (usually all); None if unclear, or if it is not their turn."""
    bids = len(this.bids) if bids is None else bids
    dice, turn = {other: number for other, number in this.dice.items() if number}, turn_after(this, bids)
    if player not in dice or None in this.dice.values() or (turn is None and bids):
        return None
    if turn is not None and player not in turn:
        return None
    return Bidding(player, this.cups.get(player), dice, this.bids[:bids], _nexts(this, player, bids), free)


def _nexts(this: Round, player: str, bids: int) -> tuple[str, ...]:
    if not bids:
        return this.neighbours(player)
    if bids == 1:
        steps = [step for step in (1, -1) if this.following(this.bids[0].player, step) == player]
        return (this.following(player, steps[0]),)
    return (this.following(player, this.direction or 1),)


# What bids suggest.


@lru_cache(maxsize=512)
def weigh_holdings(dice: int, total: int, bids: tuple[Bid, ...], trust: Fraction) -> Mapping[Holding, int]:
    """How heavily each holding of a cup counts after its owner's bids; only the ratios mean anything."""
    weights = dict(list_holdings(dice))
    for bid in bids if trust else ():
        chances = {holding: chance_true(bid, holding, total - dice) for holding in weights}
        best = max(chances.values())
        if not best:
            continue  # a bid no holding could make true says nothing about the cup
        factors = {holding: (1 - trust) + trust * chance / best for holding, chance in chances.items()}
        scale = lcm(*(factor.denominator for factor in factors.values()))
        weights = {holding: int(weights[holding] * factors[holding] * scale) for holding in weights}
    return weights


@lru_cache(maxsize=4096)
def spread_believed(dice: int, total: int, bids: tuple[Bid, ...], value: int, trust: Fraction) -> Spread:
    """In how many weighted ways this many of the cup's dice count as the value."""
    ways = [0] * (dice + 1)
    for holding, weight in weigh_holdings(dice, total, bids, trust).items():
        ways[count_matches(holding, value)] += weight
    return tuple(ways)


@dataclass(frozen=True, slots=True)
class BidReading:
    """The bid to raise or to doubt, from the dice alone and with bids believed: shown beneath a sheet, never in it."""

    trust: Fraction
    said: Said
    exact: Fraction
    read: Fraction
    me: str

    @property
    def assumes(self) -> str:
        return say(ASSUMES)

    @property
    def sentences(self) -> tuple[str, ...]:
        told = later("{player}'s {bid}: {exact} from the dice alone; with the bids believed {read}.")
        if self.said.player == self.me:
            told = later("Your {bid}: {exact} from the dice alone; with the bids believed {read}.")
        exact, read = format_chance(self.exact), format_chance(self.read)
        player = capital(self.said.player)
        return (say(told, player=player, bid=format_bid(self.said.bid), exact=exact, read=read),)

    def data(self) -> dict[str, object]:
        figures = {"exact": round(float(self.exact), 4), "reading": round(float(self.read), 4)}
        suggests = [{"player": self.said.player, "bid": str(self.said.bid), **figures}]
        return {"trust": float(self.trust), "suggests": suggests, "assumes": self.assumes}


def suggest(table: Table, seat: str, trust: Fraction) -> BidReading | None:
    """What the bids of the round say about the last one; None if they say nothing."""
    this = table.current
    if not trust or this is None or this.over or not this.bids or None in this.dice.values():
        return None
    said, dice = this.bids[-1], {player: number for player, number in this.dice.items() if number}
    position = Bidding(seat, this.cups.get(seat), dice, this.bids, (), table.free)
    exact, read = (_Column(position, believed).true(said.bid) for believed in (Fraction(0), trust))
    return None if exact == read else BidReading(trust, said, exact, read, table.me)
