"""A log of Thinkaboxin that answers questions: what a line was understood to say, what comes next, what each seat saw.

Of the table's own log nothing else may reach a seat: dice under other cups are left out unless the cups are lifted.
Then they are written out as `cup` lines, which the table need not type. A player's own dice come first in a round,
whenever they were typed: they lay under the cup before the first bid.

What needs fractions and counts is imported inside the methods.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from solver import game as contract
from solver.english import all_of, any_of, capital, who, whose
from solver.game import Awaited, Opened, Question, Reads, Step, Wish, expect, override
from solver.games.thinkaboxin.rules import (
    GOLDRUSH,
    GOLDRUSH_DICE,
    MODES,
    NUGGETS,
    PLAIN,
    SHERIFF,
    Bid,
    Cup,
    Donkey,
    FreeRaise,
    Lift,
    Mode,
    NewSet,
    Roll,
    Said,
    Tally,
    count_dice,
    format_bid,
    list_raises,
)
from solver.games.thinkaboxin.table import Round, Table, look, tell_outcome
from solver.grammar import NOBODY, Event, Players, tell_common
from solver.trust import choose_trust

if TYPE_CHECKING:
    from solver.games.thinkaboxin.advice import Advice, BidReading
    from solver.games.thinkaboxin.sheet import Sheet
    from solver.games.thinkaboxin.why import Reason
    from solver.proof.conflicts import Check


class ThinkaboxinLog(Opened, Reads):
    table: Table

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
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[Reason]:
        from solver.games.thinkaboxin.why import explain

        return (explain(self.table, seat, claim),)

    @override
    def check(self, seat: str) -> Check:
        from solver.games.thinkaboxin.why import check

        return check(self.reading, self.table, seat, self.upto)

    @override
    def advise(self, seat: str, wish: Wish) -> Advice:
        from solver.games.thinkaboxin.advice import TRUST, advise

        return advise(self.table, seat, choose_trust(self.opening, TRUST, wish.get("trust")))

    @override
    def suggest(self, seat: str) -> BidReading | None:
        from solver.games.thinkaboxin.advice import TRUST, suggest

        return suggest(self.table, seat, choose_trust(self.opening, TRUST))

    @override
    def misheard(self, seat: str) -> Sequence[str]:  # noqa: ARG002 - everybody sees the cups
        from solver.games.thinkaboxin.why import tell_clashes

        return tell_clashes(self.table)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:  # noqa: ARG002
        """Every bid is news by itself."""
        from solver.games.thinkaboxin.sheet import Sheet, tell_news

        return tell_news(expect(Sheet, after))

    # What was understood.

    @override
    def tell(self, event: Event) -> str:
        table = self.table
        match event:
            case Players(names):
                return f"Around the table: {all_of(names)}."
            case Mode(mode):
                return f"Mode: {mode}; {table.scoring} are counted."
            case FreeRaise():
                return "A higher amount may come with any value."
            case NewSet() if table.set:
                stake = f", stake {table.set.stake}" if table.set.stake else ""
                each = f"{all_of(table.set.players)}, {count_dice(table.set.dice)} each{stake}"
                return f"{'Knock-out set' if event.knockout else 'Set'} {table.set.number}: {each}."
            case Roll((), player):
                return f"A new round{f', dice of {player} not known' if player else ''}; {table.total} dice in all."
            case Roll(dice, player):
                owner = f"{player}'s" if player else "Your"
                return f"{owner} dice: {_list_dice(dice)}; {table.total} dice in all."
            case Said(player, bid):
                bids = "You bid" if player == table.me else f"{player} bids"
                count = "counts" if bid.amount == 1 else "count"
                return f"{bids} {format_bid(bid)}: at least {count_dice(bid.amount)} that {count} as {bid.value}."
            case Lift(player):
                return f"{'You lift' if player == table.me else f'{player} lifts'}. {self._tell_end()}"
            case Cup(player, dice):
                return f"Under the cup of {player}: {_list_dice(dice)}. {self._tell_end()}"
            case Donkey(players):
                return f"The donkey: {all_of(players)}. All others put one die away. {self._tell_dice()}"
            case Tally(player, points):
                return f"{player or 'The pool'}: {points} {table.scoring}."
        return tell_common(event)

    def _tell_end(self) -> str:
        """How the last round ended, once that is known."""
        outcome = tell_outcome(self.table.rounds[-1], self.table.me)
        return f"{capital(outcome)}. {self._tell_dice()}" if outcome else "Type the cups, or who was right."

    def _tell_dice(self) -> str:
        """What everybody has left in the set."""
        left = (f"{who(player, self.me)} {'?' if dice is None else dice}" for player, dice in self.table.dice.items())
        return f"Dice left: {', '.join(left)}."

    @override
    def tell_change(self, old: Event, new: Event) -> str:
        """`Ben's cup was 3 3 1 6, not 3 3 1 5`."""
        match old, new:
            case Lift(), Lift() if old.player == new.player:
                was = "you lifted and were" if new.player == self.me else f"{new.player} lifted and was"
                return f"{was} right, not wrong" if new.right else f"{was} wrong, not right"
            case Said(), Said() if old.player == new.player:
                return f"{who(new.player, self.me)} bid {format_bid(new.bid)}, not {format_bid(old.bid)}"
            case Roll() | Cup(), Roll() | Cup() if old.player == new.player:
                owner = whose(new.player or self.me, self.me)
                return f"{owner} cup was {_list_dice(new.dice)}, not {_list_dice(old.dice)}"
        return super().tell_change(old, new)

    # What comes next.

    @override
    def next_step(self) -> Step:
        """A set, then a roll, then bids until somebody lifts, then the cups."""
        last, this = self.table.set, self.table.current
        place = f"Set {this.set_number}, round {this.number}" if this else ""
        if this and (lacking := self._cups_lacking(this)):
            return _type_dice(f"{place} · Cups still to type: {', '.join(lacking)}", "cup", lacking, this.dice, "3316")
        if last is None or last.over:
            return self._new_set()
        if this is None or this.over:
            return self._new_round(f"Set {last.number} · a new round")
        if unrolled := () if this.bids else self._unrolled(this):
            return _type_dice(f"{place} · Still to roll: {', '.join(unrolled)}", "roll", unrolled, this.dice)
        return self._new_bid(this, place)

    def _new_bid(self, this: Round, place: str) -> Step:
        names, bid = this.turn or (), f" · {format_bid(this.bid)} on the table" if this.bid else ""
        mine = names == (self.me,)
        whose_turn = "your turn:" if mine else f"{any_of(who(name, self.me) for name in names)} to"
        turn = f" · {whose_turn} {'raise or lift' if this.bid else 'bid'}" if names else " · who bids first?"
        verbs = ("bid",) if this.bid is None else ("bid", "lift") if this.bid.amount < this.total else ("lift", "bid")
        anyone = self.table.players if self.me == NOBODY else (self.me,)
        named = ("",) if mine else tuple(f"{who(name, self.me, 'me')} " for name in names or anyone)
        example = _bid_example(this.bid, this.total) if verbs[0] == "bid" else ""
        return Step(f"{place}{bid}{turn}", tuple(f"{verb} {name}" for name in named for verb in verbs), example=example)

    def _new_set(self) -> Step:
        """What the mode has next: a set, a duel, the final race, or nothing more."""
        table = self.table
        title = f"Set {table.set.number} is over" if table.set else "Before the first set"
        if table.champion:
            return Step(f"{title} · {table.champion} has won", offer="review")
        if table.finalists:
            return Step(f"{title} · the final race", (f"knockout {' '.join(table.finalists)}",))
        if table.mode == SHERIFF and not table.duels_left:
            return Step(f"{title} · all duels are played", offer="review")
        if table.duels_left:
            return Step(f"{title} · the next duel", tuple(f"set {one} {other}" for one, other in table.duels_left))
        if table.mode != NUGGETS and table.me in table.players and not table.set:
            example = "2551"[: GOLDRUSH_DICE[0] if table.mode == GOLDRUSH else None]
            return Step(f"{title} · it begins with your dice", ("roll ", "set ", "knockout "), example=example)
        # Goldrush says how many dice; a stake has to be said as long as everybody is in.
        stake = table.mode == NUGGETS and 0 not in table.scores.values()
        example = "set 4 stake 2 (four dice and two nuggets each)" if stake else "set 4 (four dice each)"
        example = "set (a new one begins)" if table.mode == GOLDRUSH else example
        return Step(f"{title} · a new set", ("set ", "knockout "), example=example)

    def _new_round(self, title: str) -> Step:
        table, rolling = self.table, self._rolling()
        if self.me in rolling:
            return _type_dice(f"{title}: type your dice", "roll", (self.me,), table.dice)._replace(proposals=("roll ",))
        if rolling:
            return _type_dice(f"{title}: type everybody's dice", "roll", rolling, table.dice)
        begin = self._beginners()
        proposals = tuple(f"bid {name} " for name in begin)
        return Step(f"{title}: {any_of(begin)} to bid", proposals, example=_bid_example(None, table.total))

    def _rolling(self) -> tuple[str, ...]:
        """Whose dice a new round begins with: the owner's, if there are any, or everybody's in the table's own log."""
        return tuple(player for player in self._holding() if self.me in (NOBODY, player))

    def _holding(self) -> tuple[str, ...]:
        """Who has dice in the set under way; before a set anybody may."""
        begun = self.table.set is not None and not self.table.set.over
        return tuple(one for one, dice in self.table.dice.items() if dice != 0) if begun else self.table.players

    def _beginners(self) -> tuple[str, ...]:
        return self.table.starters or self._holding()

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
            return (*cups, *shown, *_await_round(self._rolling(), self._beginners()))
        turn, unrolled = this.turn or this.active, self._unrolled(this)
        if not this.bids:
            return _await_round(unrolled, turn)
        return _await("bid", turn), _await("lift", turn), Awaited("roll", unrolled, by_name=True)

    @override
    def next_question(self, skipped: Collection[str]) -> Question | None:
        if self.table.sets or self.table.mode != PLAIN or "mode" in skipped:
            return None
        ask = f"Which mode? ({', '.join(MODES)})"
        return Question("mode", ask, _write_mode, PLAIN, skippable=True, choices=MODES)

    @override
    def words(self) -> Mapping[str, Iterable[str]]:
        return {}  # players are always offered

    # What is to be seen.

    @override
    def seen_from(self, seat: str) -> Iterator[Event]:
        rolls = {event.line.number: event for event in self.reading.events if isinstance(event, Roll)}
        begun = {this.line.number: place for place, this in enumerate(self.table.rounds)}
        lifted = {this.end_line.number: this for this in self.table.rounds if this.lifter and this.end_line}
        for event in self.reading.events:
            place = begun.get(event.line.number)
            if place is not None and (own := self._begin_for(seat, place, rolls)):
                yield own
            if not isinstance(event, Roll):
                yield event
            if isinstance(event, Lift) and (this := lifted.get(event.line.number)):
                for other in this.active:  # as far as the log has rolls; the rest is typed when it is seen
                    line = this.cup_lines.get(other)
                    if other != seat and line and line.number in rolls:
                        yield Cup(other, this.cups[other], line=line)

    def _begin_for(self, seat: str, place: int, rolls: Mapping[int, Roll]) -> Roll | None:
        """How a round begins in the seat's own log: with its dice; without them only where nothing else would tell."""
        this, before = self.table.rounds[place], self.table.rounds[place - 1] if place else None
        own = this.cup_lines.get(seat) or this.unseen.get(seat)
        if own and own.number in rolls:
            return replace(rolls[own.number], player=None)
        unended = before is not None and before.lapsed and before.set_number == this.set_number
        untold = this.over and not this.bids and not this.donkeys
        return Roll((), line=this.line) if unended or untold else None

    @override
    def in_public(self, event: Event) -> Event | None:
        """Dice under a cup only once the cups are lifted."""
        if not isinstance(event, Roll) or not event.dice:
            return event
        rolled = next((this for this in self.table.rounds if event.line in this.cup_lines.values()), None)
        return event if rolled and rolled.lifter else None

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
            "round_over": over,
            "dice_left": dict(table.dice),
            "mine": list(sight.own) if sight.own is not None else None,
            "shown": {player: list(dice) for player, dice in sight.shown.items()},
            "hidden": sight.hidden,
            "turn": list(table.turn),
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
            "winner": table.champion,
        }


def tell_start(table: Table) -> str:
    """What to type before anything has happened."""
    first, other = sorted(table.players[:2], key=lambda player: player != table.me)
    begun = {NUGGETS: "First the stake: set stake 2. ", SHERIFF: f"First who duels: set {first} {other}. "}
    before = "" if table.sets else begun.get(table.mode, "")
    dice = f"everybody's dice: roll {first} 2551" if table.me == NOBODY else "your dice: roll 2551"
    return (
        f"{before}Each round begins with {dice}. Then type every bid as it is made (bid {other} 3x5 is three fives), "
        f"and when somebody lifts: lift {first}."
    )


def _list_dice(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _type_dice(
    title: str, verb: str, players: Sequence[str], dice: Mapping[str, int | None], example: str = "2551"
) -> Step:
    """Dice of these players are to be typed; the example has as many as there are."""
    return Step(title, tuple(f"{verb} {name} " for name in players), example=example[: dice[players[0]] or None])


def _bid_example(last: Bid | None, dice: int) -> str:
    """A first bid, or one that may follow the last."""
    higher = Bid(last.amount + 1, last.value) if last else Bid(min(3, dice), 5)
    return f"{higher} ({format_bid(higher)}){', or lift' if last else ''}"


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
