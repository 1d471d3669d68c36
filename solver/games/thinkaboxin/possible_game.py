"""One way the evening may have gone.

A log that does not say who was wrong leaves several games open. Each is followed on its own, so that within a game
all dice and turns are known and checked; `replay` keeps the games that fit best and tells what they agree on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from itertools import combinations

from solver.english import all_of, any_of, capital
from solver.games.thinkaboxin.rules import (
    NUGGETS,
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
    format_value,
    is_raise,
    list_raises,
)
from solver.games.thinkaboxin.sets import Evening
from solver.games.thinkaboxin.table import WHAT_COUNTS, Round, Way, find_way, find_way_to_lift, tell_clash
from solver.grammar import NOBODY, Broken, Event
from solver.log import Fault, Kind, Line, against_rules
from solver.replay import Notes

MOST_DOUBT = 6  # a game that needs more missing lines than this beyond the best one's is dropped
_COUNTED_TWICE = 2  # lines that are rather missing than that a set ended after what it came to was tallied
Counts = Callable[[str], tuple[int, ...]]  # how many dice a player may have, in all games that fit


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """A round and those before it. Games that came the same way share it, and need not be compared further back."""

    before: Past | None
    last: Round

    def __iter__(self) -> Iterator[Round]:
        """The latest first."""
        this: Past | None = self
        while this:
            yield this.last
            this = this.before


class PossibleGame(Notes):
    """The table while one possible game is replayed."""

    def __init__(self, file: str, me: str, players: tuple[str, ...]) -> None:
        super().__init__(file)
        self.me = me
        self.assumed = 0  # how much the log must have left out before this round for the game to be true
        self.free = False
        self.evening = Evening(players)
        self.dice: dict[str, int] = {}
        self.this: Round | None = None  # the last round typed
        self.past: Past | None = None  # the rounds before it
        self.settled = True  # whether its dice are put away
        self.starters: tuple[str, ...] | None = None
        self.tallied = False  # what somebody has is typed after the last bid
        self.shaky = False  # a line of this set is at fault: turns and dice are not checked until the next

    @property
    def rounds(self) -> tuple[Round, ...]:
        latest_first = (*([self.this] if self.this else ()), *(self.past or ()))
        return latest_first[::-1]

    @property
    def missing(self) -> int:
        """How much the log must have left out."""
        return self.assumed + (self.this.missing if self.this else 0)

    @property
    def outlook(self) -> Hashable:
        """Everything later lines can depend on: two games with the same outlook go on alike."""
        this = self.this
        bidding = (this.direction, this.missing, this.astray, this.doubted is None) if this else ()
        return self.prospect, tuple(self.dice.items()), bidding

    @property
    def prospect(self) -> Hashable:
        """The same where a new set begins: the dice of the last one and its bids no longer matter."""
        evening = self.evening
        last = (evening.sets[-1].players, evening.sets[-1].over, evening.sets[-1].out) if evening.sets else ()
        nuggets = (*evening.purse.supplies.values(), evening.purse.pool) if evening.mode == NUGGETS else ()
        return self.shape, self.shaky, self.starters, last, nuggets

    @property
    def shape(self) -> tuple[int, int]:
        """How many sets and rounds it has: only with the same number can two games be compared."""
        return len(self.evening.sets), self.this.number if self.this else 0

    def fork(self) -> PossibleGame:
        other = copy(self)
        other.evening = copy(self.evening)
        return other

    def lose_the_thread(self) -> None:
        """So much is left out that nothing is checked until the next set, and scores are not known."""
        if not self.shaky:
            problem = "Too much is left out before this line to tell whether it fits."
            self.warn(self.line.words[0], problem, "Dice are followed again from the next set on.")
        self.shaky = True
        self.evening.forget_scores()

    # One event more.

    def end_round(self, event: Event) -> list[PossibleGame]:
        """Put dice away before the event if it ends the round; several games where the log leaves open how."""
        self.line = event.line
        others = self.leave_round(event)
        return [*(self.finish(lapse=not isinstance(event, Tally)) if self.closes(event) else [self]), *others]

    def leave_round(self, event: Event) -> list[PossibleGame]:
        """If the round seems to go on, and no lift is typed because that line is missing.

        Dice that seem late may be of the next round, of which others are missing; a tally may be of the set's end.
        """
        this = None if self.settled or self.shaky else self.this
        if this is None or this.over or not this.bids:
            return []
        if not (self.joins(event) if isinstance(event, Roll) else isinstance(event, Tally) and not self.tallied):
            return []
        games = self.fork().finish(lapse=True)
        for game in games:
            game.assumed += 1
        return games if isinstance(event, Roll) else [game for game in games if game.evening.sets[-1].over]

    def hear(self, event: Event, counts: Counts) -> None:
        try:
            self.take(event, counts)
        except Fault as fault:
            self.note(fault)

    def closes(self, event: Event) -> bool:
        """Whether the event comes after the round under way, so that its dice are put away first."""
        if isinstance(event, Roll):
            return not self.joins(event) and not self.repeats(event)
        if isinstance(event, Said | Donkey):
            return self.this is None or self.this.over
        verb = event.verb if isinstance(event, Broken) else None
        return isinstance(event, NewSet | Tally) or verb in ("set", "knockout", "roll")

    @singledispatchmethod
    def take(self, event: Event, counts: Counts) -> None:
        """Other opening lines change nothing at the table."""

    @take.register
    def _(self, event: Mode, _: Counts) -> None:
        self.check_early("mode")
        self.evening.mode = event.mode

    @take.register
    def _(self, _event: FreeRaise, _: Counts) -> None:
        self.check_early("raise")
        self.free = True

    def check_early(self, verb: str) -> None:
        if self.evening.sets:
            raise against_rules(None, "The game has begun.", f"Put the `{verb}` line before the first set and round.")

    @take.register
    def _(self, event: Broken, _: Counts) -> None:
        if event.verb in ("set", "knockout"):
            self.begin_set(NewSet(line=event.line), checked=False)
        elif event.verb == "roll":
            self.begin_round()
        self.shaky = True

    # Sets.

    def seat(self, event: NewSet) -> Iterator[PossibleGame]:
        """Who plays is open where the log does not tell who has nuggets: one game with and without each of them."""
        unknown = self.evening.may_be_out if event.players is None and self.evening.mode == NUGGETS else ()
        yield self
        for number in range(1, len(unknown) + 1):
            for gone in combinations(unknown, number):
                game = self.fork()
                game.assumed += number
                game.evening.leave_out(gone)
                yield game

    @take.register
    def _(self, event: NewSet, _: Counts) -> None:
        self.begin_set(event)

    def begin_set(self, event: NewSet, checked: bool = True) -> None:
        last = self.evening.sets[-1] if self.evening.sets else None
        self.assumed += bool(last and not last.over)
        begun, faults = self.evening.begin(event)
        for fault in faults if checked else ():
            self.note(fault)
        self.shaky = not checked or any(fault.kind != Kind.WARNING for fault in faults)
        self.dice = dict.fromkeys(begun.players, begun.dice)
        starters = tuple(player for player in self.starters or () if player in begun.players)
        self.starters = None if begun.knockout else starters or None

    @take.register
    def _(self, event: Tally, _: Counts) -> None:
        self.evening.told(event)
        self.tallied = True

    # The beginning of a round.

    @take.register
    def _(self, event: Roll, counts: Counts) -> None:
        player, last = event.player or self.me, self.this
        if last and self.repeats(event):
            owner, line = "Your" if player == self.me else f"{player}'s", last.cup_lines[player].number
            problem = f"{owner} dice of round {last.number} are in line {line} already, and nobody has bid."
            hint = "Keep one of the two lines; if dice rolled out, type between them: donkey NAME"
            raise against_rules(self.line.words[0], problem, hint)
        if not self.joins(event):
            self.begin_round()
        if event.dice:
            self.show_dice(player, event.dice, counts)
        else:
            self.hide_dice(player)

    def repeats(self, event: Roll) -> bool:
        """Whether these dice are typed already in a round that nobody has bid in."""
        last, player = self.this, event.player or self.me
        return bool(last and not last.over and not last.bids and player in last.cups and not self.shaky)

    def joins(self, event: Roll) -> bool:
        """In the table's own log everybody's dice are typed: the first typed begin a round, the others join it.

        Dice that were not known join what they began, as long as nobody has bid.
        """
        last, player = None if self.settled else self.this, event.player or self.me
        if last is None or last.over or player in last.cups:
            return False
        return bool(event.dice and not last.bids) if player in last.unseen else event.player is not None

    def begin_round(self) -> None:
        if not self.evening.sets:
            self.begin_set(NewSet(line=self.line))
        elif self.evening.sets[-1].over:
            self.begin_next_set()
        self.past = Past(self.past, self.this) if self.this else None
        self.assumed, self.settled, self.tallied = self.missing, False, False
        number, set_number = 1 + (self.this.number if self.this else 0), self.evening.sets[-1].number
        self.this = Round(number, set_number, self.line, dict(self.dice), sum(self.dice.values()), self.starters)

    def begin_next_set(self) -> None:
        """A round after the end of a set: say so once, and go on as if the `set` line stood there."""
        over = self.evening.sets[-1]
        if not self.shaky:
            done = f"all dice of {all_of(over.winners)} are played away" if over.winners else "only one has dice left"
            hint = f"Type first: {'knockout' if over.knockout else 'set'}"
            self.fault(self.line.words[0], f"Set {over.number} is over: {done}.", hint)
        self.begin_set(NewSet(line=self.line), checked=False)

    def this_round(self) -> Round:
        """The round under way; a new one if the last is over and somebody bids or is the donkey."""
        if self.this is None or self.this.over or self.this.set_number != self.evening.sets[-1].number:
            self.begin_round()
        assert self.this is not None
        return self.this

    def show_dice(self, player: str, dice: tuple[int, ...], counts: Counts) -> None:
        """Dice become known: one's own when rolled, everybody's when cups are lifted."""
        if self.shaky and player in self.evening.players:
            joined = {player: len(dice)} | self.dice
            self.dice = {one: joined[one] for one in self.evening.players if one in joined}
        if player not in self.dice:
            raise against_rules(None, f"{player} does not play in this set.", f"The players are {all_of(self.dice)}.")
        if len(dice) != self.dice[player] and not self.shaky:
            raise miscounted(player, len(dice), counts(player), self.me)
        this = self.this
        assert this is not None
        cups, lines = {**this.cups, player: dice}, {**this.cup_lines, player: self.line}
        self.this = this._replace(cups=cups, cup_lines=lines)

    def hide_dice(self, player: str) -> None:
        """A round is told of, and not its dice; the owner of a log need not have any in it."""
        this = self.this_round()
        if player != self.me:
            self.check_active(this, player)
        self.this = this._replace(unseen={**this.unseen, player: self.line})

    # Bids.

    @take.register
    def _(self, event: Said, _: Counts) -> None:
        this = self.this_round()
        self.check_active(this, event.player)
        said = event
        if wrong := self.check_bid(this, event):
            self.note(wrong)
            last = this.bids[-1] if this.bids else replace(event, bid=Bid(1, event.bid.value))
            said = replace(last, player=event.player)  # what follows is measured by the last valid bid
        after, self.tallied = this._replace(bids=(*this.bids, said)), False
        self.this = self.follow_turn(after, self.find_way(after), event.player, "bid")

    def find_way(self, this: Round) -> Way | None:
        """How the bidding went, if that can still be told."""
        return None if self.shaky or this.astray else find_way(this, self.free)

    def check_bid(self, this: Round, event: Said) -> Fault | None:
        if event.bid.amount > this.total and not self.shaky:
            hint = f"The highest amount is {this.total}; if that is wrong, a line before this one is."
            return against_rules(event.at, f"There are only {this.total} dice under the cups.", hint)
        raised = this.bid is None or is_raise(this.bid, event.bid, self.free)
        return None if raised else no_raise(this, event, self.free, self.me)

    def check_active(self, this: Round, player: str) -> None:
        if player not in this.active and not self.shaky:
            problem = f"{player} has no dice in this set."
            raise against_rules(self.line.words[0], problem, f"Those who have dice: {', '.join(this.active)}.")

    def follow_turn(self, after: Round, way: Way | None, player: str, verb: str) -> Round:
        """The round after a bid or a lift, with its direction; reports it if it was somebody else's turn."""
        this = self.this_round()
        again = bool(this.bids) and this.bids[-1].player == player
        if self.shaky or (this.astray and not again):
            return after
        if way and way.missing == this.missing:
            return after._replace(direction=way.direction)
        donkey = bool(self.past and self.past.last.donkeys)
        forgotten = suggest_lift(self.me) if verb == "bid" and this.bids else ""
        self.note(out_of_turn(this, player, verb, donkey, self.line, None if way else forgotten))
        if way is None:
            return after._replace(direction=None, astray=True)
        return after._replace(direction=way.direction, missing=way.missing)

    # Lifts, cups and donkeys.

    @take.register
    def _(self, event: Lift, _: Counts) -> None:
        this = None if self.settled else self.this
        if this and this.lifter:
            self.lift_again(this, event)
            return
        if this is None or not (this.bids or this.cups or this.unseen):
            if not self.shaky:
                self.fault(self.line.words[0], "There is no bid to doubt.", "Type the bid first: bid Ben 2x3")
            return
        self.check_active(this, event.player)
        line = event.line
        lifted = this._replace(lifter=event.player, end_line=line, verdict=event.right, verdict_line=line)
        if this.bids:
            self.this = self.doubt(lifted)
        else:
            self.warn(line.words[0], "No bid is typed in this round.", "Type before this line: bid NAME 2x3")
            self.this = lifted._replace(missing=1)

    def doubt(self, lifted: Round) -> Round:
        """The lift doubts the last bid typed, unless that is impossible: then a bid is left out."""
        last, lifter = lifted.bids[-1], lifted.lifter or ""
        if self.shaky or lifted.astray:
            way, heard = None, last.player != lifter
        else:
            way = find_way_to_lift(lifted, self.free)
            heard = way is not None
        after = self.follow_turn(lifted, way or self.find_way(lifted), lifter, "lift")
        return after._replace(doubted=last if heard else None)

    def lift_again(self, this: Round, event: Lift) -> None:
        """A second `lift` of a round: who was right, typed after the cups."""
        lifted = this.end_line.number if this.end_line else 0
        if event.player != this.lifter or event.right is None or this.verdict is not None:
            problem = f"{this.lifter} lifted in line {lifted} already."
            hint = f"Type who was right, `lift {this.lifter} right`, or the next round: roll …"
            raise against_rules(self.line.words[0], problem, hint)
        self.this = this._replace(verdict=event.right, verdict_line=event.line)

    @take.register
    def _(self, event: Cup, counts: Counts) -> None:
        this = None if self.settled else self.this
        if this is None or not this.lifter:
            if not self.shaky:
                problem = "No cup is lifted in this round yet."
                self.fault(self.line.words[0], problem, "Type first who lifts: lift Ben")
            return
        known = this.cups.get(event.player)
        if known is not None and sorted(known) != sorted(event.dice):
            line = this.cup_lines[event.player].number
            problem = f"By line {line} {event.player} has {' '.join(map(str, known))} in this round."
            raise against_rules(None, problem, "One of the two lines is wrong.")
        if known is None:
            self.show_dice(event.player, event.dice, counts)

    @take.register
    def _(self, event: Donkey, _: Counts) -> None:
        this = self.this_round()
        for player in event.players:
            self.check_active(this, player)
        self.this = this._replace(donkeys=event.players, end_line=event.line)
        self.put_away(event.players)

    # The end of a round.

    def finish(self, lapse: bool) -> list[PossibleGame]:
        """Put the dice away: one game for each who may have been wrong. With `lapse` also where no lift is typed."""
        this = None if self.settled else self.this
        if this is None or not (this.lifter or lapse):
            return [self]
        if this.clash and this.verdict_line:
            fault = Fault(Kind.WARNING, None, tell_clash(this, self.me), f"One of the lines is wrong. {WHAT_COUNTS}")
            self.warnings += (fault.on(this.verdict_line, self.file),)
            self.assumed += MOST_DOUBT + 1  # any other game that is left is rather true
        likely = self.find_losers(this)
        unlikely = () if this.lifter else tuple(player for player in this.active if player not in likely)
        if not this.lifter and not self.shaky:
            problem = f"In round {this.number} no lift is typed."
            self.warn(self.line.words[0], problem, "Type before this line who lifted and was right: lift Ben right")
        games = [self.fork() for _ in (*likely, *unlikely)]
        for game, loser in zip(games, (*likely, *unlikely), strict=True):
            game.assumed += loser in unlikely
            game.this = this._replace(loser=loser, lapsed=not this.lifter)
            game.put_away((loser,))
            if self.tallied and not this.lifter and game.evening.sets[-1].over:
                game.assumed += _COUNTED_TWICE
        return games

    def find_losers(self, this: Round) -> tuple[str, ...]:
        """Who may have been wrong: the bidder or the lifter; without a lift the last bidder or whoever came next."""
        if not this.lifter:
            losers = (this.bids[-1].player, *(this.turn or this.active)) if this.bids else this.active
        else:
            right = this.judge() if this.verdict is None else this.verdict
            losers = (*(self.find_bidders(this) if right is not False else ()), *((this.lifter,) if not right else ()))
        return tuple(dict.fromkeys(player for player in losers if player in this.active)) or this.active

    def find_bidders(self, this: Round) -> tuple[str, ...]:
        """Whose bid was doubted: whoever sits before the lifter, if it is not typed."""
        if this.doubted or this.lifter not in this.active:
            return (this.bids[-1].player,) if this.bids else this.active
        if this.direction:
            return (this.following(this.lifter, -this.direction),)
        return this.neighbours(this.lifter)

    def put_away(self, keepers: tuple[str, ...]) -> None:
        """All who have dice put one away, except the keepers, who begin the next round."""
        self.dice = {player: left - (left > 0 and player not in keepers) for player, left in self.dice.items()}
        self.starters, self.settled = keepers, True
        self.evening.follow(self.dice)


# What is wrong with a line.


def miscounted(player: str, typed: int, possible: tuple[int, ...], me: str) -> Fault:
    """Not the number of dice the player has."""
    who = "you have" if player == me else f"{player} has"
    if possible[0] == 0:
        problem = f"{capital(who)} no dice left in this set."
        return against_rules(None, problem, "Delete this line, or correct a `lift` before it.")
    problem = f"{count_dice(typed)}, but {who} {any_of(possible)} in this round."
    hint = f"Type {any_of(possible)} dice, or look for a missing or wrong `lift` before this line."
    return against_rules(None, problem, hint)


def suggest_lift(me: str) -> str:
    """Where a lift is not typed, only dice tell that a new round began, and who has none sees no dice."""
    return f" If a new round began, type first: lift NAME, or {'roll NAME ?' if me == NOBODY else 'roll ?'}"


def no_raise(this: Round, event: Said, free: bool, me: str) -> Fault:
    old, new = this.bids[-1], event.bid
    problem = f"{new} does not raise {old.bid} (line {old.line.number})."
    if new.amount > old.bid.amount and not free:
        low = f"{format_value(new.value).capitalize()} rank below {format_value(old.bid.value)}"
        hint = f"{low}; if your table allows this, put `raise free` at the top."
        return against_rules(event.at, problem, hint + suggest_lift(me))
    legal = list_raises(old.bid, this.total, free)
    lowest = f"The lowest raises are {any_of(legal[:3])}" if legal else "No raise is left, only `lift`"
    return against_rules(event.at, problem, f"{lowest}; values rank 2 3 4 5 6 1.{suggest_lift(me)}")


def out_of_turn(this: Round, player: str, verb: str, donkey: bool, line: Line, forgotten: str | None) -> Fault:
    """Somebody acts out of turn; `donkey` says why others begin the round, `forgotten` what else than a bid may be left
    out, None if a bid may.
    """
    turn = this.turn or ()
    if this.bids and this.bids[-1].player == player:
        others = [other for other in this.active if other != player]
        problem = f"{player} made the last bid (line {this.bids[-1].line.number}); next is {any_of(turn or others)}."
    elif this.bids:
        problem = f"It is not {player}'s turn: after {this.bids[-1].player} comes {any_of(turn)}."
    else:
        why = "was the donkey" if donkey else "was wrong in the round before"
        problem = f"It is not {player}'s turn: {any_of(turn)} {why} and begins."
    if forgotten is None:
        return Fault(
            Kind.WARNING, line.words[0], problem, "If a bid was not typed, all is well; else correct the name."
        )
    name = turn[0] if len(turn) == 1 else "NAME"
    return against_rules(
        line.words[0], problem, f"Type: {verb} {name} …, or correct a line before this one.{forgotten}"
    )
