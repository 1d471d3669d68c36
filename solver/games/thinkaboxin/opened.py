"""A log of Thinkaboxin that answers questions: what a line was understood to say, what comes next, what each seat saw.

Of the table's own log nothing else may reach a seat: dice under other cups are left out unless the cups are lifted.
Then they are written out as `cup` lines, which the table need not type. A player's own dice come first in a round,
whenever they were typed: they lay under the cup before the first bid.

What needs fractions and counts is imported inside the methods.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from solver import game as contract
from solver.english import any_of
from solver.game import Aloud, Awaited, NextStep, Opened, Reads, SetupQuestion, Wish, expect, override
from solver.games.thinkaboxin.events import Cup, Lift, Roll
from solver.games.thinkaboxin.rules import (
    GOLDRUSH,
    GOLDRUSH_DICE,
    MODES,
    NUGGETS,
    PLAIN,
    SHERIFF,
    Bid,
    format_bid,
    list_raises,
)
from solver.games.thinkaboxin.table import LEFT, RIGHT, Round, Table, look
from solver.games.thinkaboxin.words.aloud import list_heard
from solver.grammar import NOBODY, Event
from solver.language import later, say
from solver.replay import Timeline
from solver.trust import choose_trust

if TYPE_CHECKING:
    from solver.games.thinkaboxin.advice import Advice, BidReading
    from solver.games.thinkaboxin.sheet import Sheet
    from solver.games.thinkaboxin.why import ChanceReason
    from solver.proof.conflicts import Check


class ThinkaboxinLog(Opened, Reads):
    table: Table
    timeline: Timeline[Table]

    @property
    @override
    def over(self) -> bool:
        """Between two sets all cups are lifted."""
        return self.table.set is not None and self.table.set.over

    @override
    def show(self, seat: str) -> Sheet:
        from solver.games.thinkaboxin.sheet import make_sheet

        return make_sheet(self.table, seat)

    @override
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[ChanceReason]:
        from solver.games.thinkaboxin.why import explain

        return (explain(self.table, seat, claim),)

    @override
    def check(self, seat: str) -> Check:
        from solver.games.thinkaboxin.why import check

        return check(self.timeline, self.table, seat)

    @override
    def advise(self, seat: str, wish: Wish) -> Advice:
        from solver.games.thinkaboxin.advice import TRUST, advise

        return advise(self.table, seat, choose_trust(self.opening, TRUST, wish.get("trust")))

    @override
    def suggest(self, seat: str) -> BidReading | None:
        from solver.games.thinkaboxin.advice import TRUST, suggest

        return suggest(self.table, seat, choose_trust(self.opening, TRUST))

    @override
    def holds_together(self, seat: str) -> bool:  # noqa: ARG002 - everybody sees the cups
        return not self.table.clashes

    @override
    def misheard(self, seat: str) -> Sequence[str]:  # noqa: ARG002 - everybody sees the cups
        from solver.games.thinkaboxin.why import tell_clashes

        return tell_clashes(self.table)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:  # noqa: ARG002
        """Every bid is news by itself."""
        from solver.games.thinkaboxin.sheet import Sheet
        from solver.games.thinkaboxin.words.news import tell_news

        return tell_news(expect(Sheet, after))

    # What comes next.

    @override
    def next_step(self) -> NextStep:
        """A set, then a roll, then bids until somebody lifts, then the cups."""
        last, this = self.table.set, self.table.current
        place = say("Set {set}, round {round}", set=this.set_number, round=this.number) if this else ""
        if this and (lacking := self._cups_lacking(this)):
            title = say("{place} · Cups still to type: {players}", place=place, players=", ".join(lacking))
            return _type_dice(title, "cup", lacking, this.dice, "3316")
        if last is None or last.over:
            return self._new_set()
        if this is None or this.over:
            return self._new_round(last.number)
        if unrolled := () if this.bids else self._unrolled(this):
            title = say("{place} · Still to roll: {players}", place=place, players=", ".join(unrolled))
            return _type_dice(title, "roll", unrolled, this.dice)
        return self._new_bid(this, place)

    def _new_bid(self, this: Round, place: str) -> NextStep:
        names, mine = this.turn or (), this.turn == (self.me,)
        bid = (say("{bid} on the table", bid=format_bid(this.bid)),) if this.bid else ()
        verbs = ("bid",) if this.bid is None else ("bid", "lift") if this.bid.amount < this.total else ("lift", "bid")
        anyone = self.table.players if self.me == NOBODY else (self.me,)
        named = ("",) if mine else tuple(f"{'me' if name == self.me else name} " for name in names or anyone)
        example = _bid_example(this.bid, this.total) if verbs[0] == "bid" else ""
        title = " · ".join((place, *bid, self._tell_turn(names, this.bid is not None)))
        return NextStep(title, tuple(f"{verb} {name}" for name in named for verb in verbs), example=example)

    def _tell_turn(self, names: Sequence[str], may_lift: bool) -> str:
        if not names:
            return say("who bids first?")
        if names == (self.me,):
            return say("your turn: raise or lift") if may_lift else say("your turn: bid")
        players = any_of(say("you") if name == self.me else name for name in names)
        if may_lift:
            return say("{players} to raise or lift", players=players)
        return say("{players} to bid", players=players)

    def _new_set(self) -> NextStep:
        """What the mode has next: a set, a duel, the final race, or nothing more."""
        table = self.table
        title = say("Set {set} is over", set=table.set.number) if table.set else say("Before the first set")
        if table.champion:
            return NextStep(_add(title, say("{player} has won", player=table.champion)), offer="review")
        if table.finalists:
            return NextStep(_add(title, say("the final race")), (f"knockout {' '.join(table.finalists)}",))
        if table.mode == SHERIFF and not table.duels_left:
            return NextStep(_add(title, say("all duels are played")), offer="review")
        if table.duels_left:
            duels = tuple(f"set {one} {other}" for one, other in table.duels_left)
            return NextStep(_add(title, say("the next duel")), duels)
        if table.mode != NUGGETS and table.me in table.players and not table.set:
            example = "2551"[: GOLDRUSH_DICE[0] if table.mode == GOLDRUSH else None]
            begins = say("it begins with your dice")
            return NextStep(_add(title, begins), ("roll ", "set ", "knockout "), example=example)
        # Goldrush says how many dice; a stake has to be said as long as everybody is in.
        stake = table.mode == NUGGETS and 0 not in table.scores.values()
        example = say("set 4 stake 2 (four dice and two nuggets each)") if stake else say("set 4 (four dice each)")
        example = say("set (a new one begins)") if table.mode == GOLDRUSH else example
        return NextStep(_add(title, say("a new set")), ("set ", "knockout "), example=example)

    def _new_round(self, number: int) -> NextStep:
        table, rolling = self.table, self._rolling()
        if self.me in rolling:
            title = say("Set {set} · a new round: type your dice", set=number)
            return _type_dice(title, "roll", (self.me,), table.dice)._replace(proposals=("roll ",))
        if rolling:
            title = say("Set {set} · a new round: type everybody's dice", set=number)
            return _type_dice(title, "roll", rolling, table.dice)
        begin = self.table.beginners
        title = say("Set {set} · a new round: {players} to bid", set=number, players=any_of(begin))
        return NextStep(title, tuple(f"bid {name} " for name in begin), example=_bid_example(None, table.total))

    def _rolling(self) -> tuple[str, ...]:
        """Whose dice a new round begins with: the owner's, if there are any, or everybody's in the table's own log."""
        return tuple(player for player in self.table.holding if self.me in (NOBODY, player))

    def _unrolled(self, this: Round) -> tuple[str, ...]:
        """Whose dice the table's own log still lacks."""
        lacking = (player for player in this.active if player not in this.cups and player not in this.unseen)
        return tuple(lacking) if self.me == NOBODY else ()

    def _cups_lacking(self, this: Round) -> tuple[str, ...]:
        """Whose dice would tell who was right, if that is not known yet."""
        lacking = () if not this.lifter or this.loser is not None else this.active
        return tuple(player for player in lacking if player not in this.cups and player != self.me)

    @override
    def awaited(self) -> Sequence[Awaited]:
        """Cups after a lift, dice before the bids, then bids and a lift by whose turn it is."""
        last, this = self.table.set, self.table.current
        if last is None or last.over or this is None or this.over:
            lacking = self._cups_lacking(this) if this else ()
            cups = (_await("cup", lacking),) if lacking else ()
            shown = (Awaited("cup", this.active, by_name=True),) if this and this.lifter else ()
            verdict = (Awaited("lift", (this.lifter,)),) if this and this.lifter and lacking else ()
            return (*cups, *shown, *verdict, *_await_round(self._rolling(), self.table.beginners))
        turn, unrolled = this.turn or this.active, self._unrolled(this)
        if not this.bids:
            return _await_round(unrolled, turn)
        return _await("bid", turn), _await("lift", turn), Awaited("roll", unrolled, by_name=True)

    @override
    def next_question(self, skipped: Collection[str]) -> SetupQuestion | None:
        if self.table.sets or self.table.mode != PLAIN or "mode" in skipped:
            return None
        ask = say("Which mode? ({modes})", modes=", ".join(MODES))
        return SetupQuestion("mode", ask, _write_mode, PLAIN, skippable=True, choices=MODES)

    @override
    def words(self) -> Mapping[str, Iterable[str]]:
        return {}  # players are always offered

    # What is to be seen.

    @override
    def seen_from(self, seat: str) -> Iterator[Event]:
        rolls = {event.line.number: event for event in self.reading.events if isinstance(event, Roll)}
        begun = dict(self._begin_rounds(seat, rolls))
        lifted = {this.end_line.number: this for this in self.table.rounds if this.lifter and this.end_line}
        for event in self.reading.events:
            if own := begun.get(event.line.number):
                yield own
            if not isinstance(event, Roll):
                yield event
            if isinstance(event, Lift) and (this := lifted.get(event.line.number)):
                for other in this.active:  # as far as the log has rolls; the rest is typed when it is seen
                    line = this.cup_lines.get(other)
                    if other != seat and line and line.number in rolls:
                        yield Cup(other, this.cups[other], line=line)

    @override
    def laid_open(self, event: Event) -> Event:
        """Where a donkey ended the round, no cup was lifted."""
        lifted = [line for this in self.table.rounds if this.lifter for line in this.cup_lines.values()]
        return replace(event, dice=()) if isinstance(event, Roll) and event.line not in lifted else event

    def _begin_rounds(self, seat: str, rolls: Mapping[int, Roll]) -> Iterator[tuple[int, Roll]]:
        """How rounds begin for the seat, and the line with which they do: that others have rolled tells it nothing."""
        for place, this in enumerate(self.table.rounds):
            if own := self._begin_for(seat, place, rolls):
                told = [said.line.number for said in this.bids] + ([this.end_line.number] if this.end_line else [])
                typed = [own.line.number] if own.dice or own.line == this.unseen.get(seat) else []
                if told or typed:
                    yield min((*told, *typed)), own

    def _begin_for(self, seat: str, place: int, rolls: Mapping[int, Roll]) -> Roll | None:
        """How a round begins in the seat's own log: with its dice; without them only where nothing else would tell."""
        this, before = self.table.rounds[place], self.table.rounds[place - 1] if place else None
        own = this.cup_lines.get(seat) or this.unseen.get(seat)
        if own and own.number in rolls:
            return replace(rolls[own.number], player=None)
        unended = before is not None and before.lapsed and before.set_number == this.set_number
        untold = this.over and not this.bids and not this.donkeys
        return Roll((), line=this.line) if unended or untold else None

    # What is entered and said aloud at a table.

    @override
    def said_aloud(self) -> Iterable[Aloud]:
        return list_heard(self.table)

    @override
    def waits_for(self, whole: Opened) -> Collection[str]:
        """Dice are rolled in secret: only the table's own log knows who has done it."""
        known = expect(ThinkaboxinLog, whole)
        this = known.table.current
        if known.over:
            return ()
        if this is None or this.over:
            return known._cups_lacking(this) if this and this.loser is None and this.lifter else known._rolling()
        return (() if this.bids else known._unrolled(this)) or this.turn or this.active

    @override
    def rounds_of_events(self) -> Sequence[int]:
        begun = [this.line.number for this in self.table.rounds]
        return [bisect_right(begun, event.line.number) for event in self.reading.events]

    @override
    def scene(self) -> contract.Data:
        """Set and round, cups, my dice, the bids in order, whose turn it is, which bids may follow, and the score."""
        table, this, last = self.table, self.table.current, self.table.set
        sight, over = look(table, table.me), this is None or this.over
        raises = () if over else list_raises(this.bid if this else None, sight.total, table.free)
        return {
            "mode": table.mode,
            "set": last.number if last else 0,
            "set_over": last.over if last else True,
            "round": table.round,
            "under_way": not over,
            "dice_left": dict(table.dice),
            "mine": list(sight.own) if sight.own is not None else None,
            "shown": {player: list(dice) for player, dice in sight.shown.items()},
            "hidden": sight.hidden,
            "turn": list(table.turn),
            "directions": _list_directions(this) if this else {},
            "bids": [
                {"player": said.player, "amount": said.bid.amount, "value": said.bid.value}
                for said in (this.bids if this else ())
            ],
            "raises": [{"amount": bid.amount, "value": bid.value} for bid in raises],
            "lifter": this.lifter if this else None,
            "loser": this.loser if this else None,
            "scores": dict(table.scores),
            "scoring": table.scoring,
            "pool": table.pool,
            "winner": [table.champion] if table.champion else [],
        }


def tell_start(table: Table) -> str:
    """What to type before anything has happened."""
    first, other = sorted(table.players[:2], key=lambda player: player != table.me)
    before = ""
    if table.mode == NUGGETS and not table.sets:
        before = say("First the stake: {line}.", line="set stake 2")
    elif table.mode == SHERIFF and not table.sets:
        before = say("First who duels: {line}.", line=f"set {first} {other}")
    told = later(
        "Each round begins with your dice: roll 2551. Then type every bid as it is made (bid {other} 3x5 is three "
        "fives), and when somebody lifts: lift {first}."
    )
    if table.me == NOBODY:
        told = later(
            "Each round begins with everybody's dice: roll {first} 2551. Then type every bid as it is made (bid "
            "{other} 3x5 is three fives), and when somebody lifts: lift {first}."
        )
    return f"{before} {say(told, first=first, other=other)}".lstrip()


def _add(title: str, more: str) -> str:
    return f"{title} · {more}"


def _type_dice(
    title: str, verb: str, players: Sequence[str], dice: Mapping[str, int | None], example: str = "2551"
) -> NextStep:
    """Dice of these players are to be typed; the example has as many as there are."""
    return NextStep(title, tuple(f"{verb} {name} " for name in players), example=example[: dice[players[0]] or None])


def _list_directions(this: Round) -> dict[str, dict[str, str]]:
    """Who sits to the left and to the right of everybody who may bid first, where that makes a difference."""
    if this.over or this.bids or this.unclear or len(this.active) < 3:
        return {}
    beginners = (player for player in this.turn or this.active if player in this.active)
    return {
        player: {"left": this.following(player, LEFT), "right": this.following(player, RIGHT)} for player in beginners
    }


def _bid_example(last: Bid | None, dice: int) -> str:
    """A first bid, or one that may follow the last."""
    higher = Bid(last.amount + 1, last.value) if last else Bid(min(3, dice), 5)
    told = {"bid": higher, "words": format_bid(higher)}
    return say("{bid} ({words}), or lift", **told) if last else say("{bid} ({words})", **told)


def _await_round(rolling: tuple[str, ...], beginners: tuple[str, ...]) -> tuple[Awaited, ...]:
    """Dice, then a bid; as long as there are dice to type, numbers alone are dice and a bid needs its name."""
    if rolling:
        return _await("roll", rolling), Awaited("bid", beginners, by_name=True)
    return (_await("bid", beginners),)


def _await(verb: str, players: tuple[str, ...]) -> Awaited:
    """Of several players any may be meant: dice are typed as they come, and a first bidder chooses the direction."""
    return Awaited(verb, players, in_order=len(players) == 1)


def _write_mode(answer: str) -> str | None:
    return None if answer.lower() == PLAIN else f"mode {answer}"
