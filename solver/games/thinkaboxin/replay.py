"""Replays a log event by event: whose turn it is, how many dice lie under each cup, what is wrong with a line.

One game is followed. Where the log does not tell who was wrong, everybody has a `Span` of dice until dice are typed or
a new set begins; all that is told meanwhile is true, and no line is refused for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as changed
from functools import singledispatchmethod

from solver import replay as common
from solver.english import all_of
from solver.games.thinkaboxin.events import Cup, Donkey, FreeRaise, Lift, Mode, NewSet, Roll, Tally, list_dice
from solver.games.thinkaboxin.rules import PLAYERS, Bid, Said, is_raise
from solver.games.thinkaboxin.sets import Evening, Span
from solver.games.thinkaboxin.table import WHAT_COUNTS, Round, Table, Way, find_way, find_way_to_lift, tell_clash
from solver.games.thinkaboxin.words.faults import (
    miscounted,
    no_raise,
    out_of_turn,
    suggest_lift,
    tell_set_over,
    turned_late,
    untold,
)
from solver.grammar import Broken, Event, Players, Says
from solver.language import say, say_count
from solver.log import Fault, Kind, against_rules
from solver.replay import Reading, Timeline


def replay(reading: Reading, upto: int | None = None) -> Timeline[Table]:
    """The log in time, as it was at the end of round `upto`, counted over all sets, if one is named."""
    return Timeline(reading, Replay, upto)


class Replay(common.Replay):
    """The table while its log is replayed."""

    def __init__(self, me: str, file: str = "log") -> None:
        super().__init__(me, file)
        self.free = False
        self.evening = Evening(())
        self.dice: Mapping[str, Span] = {}
        self.total = 0  # dice in all; at most so many, unless it is exact
        self.exact = True
        self.this: Round | None = None  # the last round typed
        self.past: tuple[Round, ...] = ()  # the rounds before it
        self.settled = True  # whether its dice are put away
        self.starters: tuple[str, ...] | None = None
        self.shaky = False  # a line of this set is at fault: turns and dice are not checked until the next

    def table(self) -> Table:
        evening = self.evening
        usual = evening.default_dice()
        return Table(
            players=evening.players,
            me=self.me,
            mode=evening.mode,
            free=self.free,
            sets=evening.sets,
            rounds=(*self.past, *((self.this,) if self.this else ())),
            dice=self.known_dice() if self.dice else dict.fromkeys(evening.players, usual),
            total=self.most_dice() if self.dice else usual * len(evening.players),
            starters=self.starters,
            scores=evening.scores(),
            pool=evening.pool(),
            warnings=self.warnings,
            unsure=evening.unsure,
        )

    # One event more.

    def feed(self, event: Event) -> None:
        """Dice are put away before the event if it ends the round."""
        if isinstance(event, Says):
            self.hear(event)
            return
        self.line = event.line
        if not self.evening.players and not isinstance(event, Players):
            return
        if self.closes(event):
            over = self.finish(lapse=not isinstance(event, Tally))
            if over and over.loser is None and not self.shaky:
                self.note(untold(over, event.line))
        super().feed(event)

    def hear(self, event: Says) -> None:
        """What clashes with earlier lines is left out, with a warning."""
        trial = self.fork()
        trial.feed(event.event)
        if trial.errors == self.errors:
            self.feed(event.event)
        else:
            self.line, clash = event.line, trial.errors[-1]
            self.warn(None, clash.problem, clash.hint)

    def closes(self, event: Event) -> bool:
        """Whether the event comes after the round under way, so that its dice are put away first."""
        if isinstance(event, Roll):
            return not self.joins(event) and not self.repeats(event)
        if isinstance(event, Said | Donkey):
            return self.this is None or self.this.over
        verb = event.verb if isinstance(event, Broken) else None
        return isinstance(event, NewSet | Tally) or verb in ("set", "knockout", "roll")

    def goes_beyond(self, event: Event, upto: int) -> bool:
        """Whether the event belongs to what came after round `upto`."""
        if not self.evening.players or (self.this.number if self.this else 0) < upto:
            return False
        if isinstance(event, Roll):
            return not self.joins(event)
        verb = event.verb if isinstance(event, Broken) else None
        if isinstance(event, NewSet) or verb in ("set", "knockout", "roll"):
            return True
        begins = isinstance(event, Said | Donkey) or verb in ("bid", "donkey")
        return begins and (self.this is None or self.this.over)

    @singledispatchmethod
    def take(self, event: Event) -> None:
        """Other opening lines change nothing at the table."""

    @take.register
    def _(self, event: Players) -> None:
        self.evening = Evening(event.names)
        if len(event.names) not in PLAYERS:
            problem = say_count("{count} player.", "{count} players.", len(event.names))
            raise against_rules(event.line.words[-1], problem, say("Thinkaboxin is played by two to six."))

    @take.register
    def _(self, event: Mode) -> None:
        self.check_early("mode")
        self.evening.mode = event.mode

    @take.register
    def _(self, _event: FreeRaise) -> None:
        self.check_early("raise")
        self.free = True

    def check_early(self, verb: str) -> None:
        if self.evening.sets:
            hint = say("Put the `{line}` line before the first set and round.", line=verb)
            raise against_rules(None, say("The game has begun."), hint)

    @take.register
    def _(self, event: Broken) -> None:
        if event.verb in ("set", "knockout"):
            self.begin_set(NewSet(line=event.line), checked=False)
        elif event.verb == "roll":
            self.begin_round()
        self.shaky = True

    # Sets.

    @take.register
    def _(self, event: NewSet) -> None:
        self.begin_set(event)

    def begin_set(self, event: NewSet, checked: bool = True) -> None:
        begun, faults = self.evening.begin(event)
        if checked:
            self.note(*faults)
        self.shaky = not checked or any(fault.kind != Kind.WARNING for fault in faults)
        self.dice = dict.fromkeys(begun.players, Span(begun.dice, begun.dice))
        self.total, self.exact = begun.dice * len(begun.players), True
        self.starters = None if begun.knockout else self.find_starters(begun.players)

    def find_starters(self, players: tuple[str, ...]) -> tuple[str, ...] | None:
        """Who may begin the new set: who was wrong last. None if that may be somebody who does not play it."""
        begin = tuple(player for player in self.starters or () if player in players)
        unclear = self.this is not None and self.this.loser is None and not self.this.donkeys
        if (unclear and begin != self.starters) or set(begin) & set(self.evening.unsure):
            return None
        return begin or None

    @take.register
    def _(self, event: Tally) -> None:
        self.evening.told(event)

    # The beginning of a round.

    @take.register
    def _(self, event: Roll) -> None:
        player, last = event.player or self.me, self.this
        if last and self.repeats(event):
            told = {"player": player, "round": last.number, "line": last.cup_lines[player].number}
            problem = say("{player}'s dice of round {round} are in line {line} already, and nobody has bid.", **told)
            if player == self.me:
                problem = say("Your dice of round {round} are in line {line} already, and nobody has bid.", **told)
            hint = say("Keep one of the two lines; if dice rolled out, type between them: donkey NAME")
            raise against_rules(self.line.words[0], problem, hint)
        if not self.joins(event):
            self.begin_round()
        if event.dice:
            self.show_dice(player, event.dice)
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
        elif not self.evening.sets[-1].knockout:  # it goes on, so nobody has played away all dice
            self.dice = {player: span.at_least(1) for player, span in self.dice.items()}
            self.settle()
        self.evening.go_on()
        if self.this:
            self.past = (*self.past, self.this)
        self.settled = False
        number, set_number = 1 + (self.this.number if self.this else 0), self.evening.sets[-1].number
        self.count_dice(Round(number, set_number, self.line, {}, 0, self.starters))

    def begin_next_set(self) -> None:
        """A round after the end of a set: say so once, and go on as if the `set` line stood there."""
        if not self.shaky:
            self.note(tell_set_over(self.evening.sets[-1], self.line))
        self.begin_set(NewSet(line=self.line), checked=False)

    def this_round(self) -> Round:
        """The round under way; a new one if the last is over and somebody bids or is the donkey."""
        if self.this is None or self.this.over or self.this.set_number != self.evening.sets[-1].number:
            self.begin_round()
        assert self.this is not None
        return self.this

    def show_dice(self, player: str, dice: tuple[int, ...]) -> None:
        """Dice become known: one's own when rolled, everybody's when cups are lifted."""
        number = Span(len(dice), len(dice))
        if self.shaky and player in self.evening.players:
            joined = {player: number, **self.dice}
            self.dice = {one: joined[one] for one in self.evening.players if one in joined}
        if player not in self.dice:
            problem = say("{player} does not play in this set.", player=player)
            raise against_rules(None, problem, say("The players are {players}.", players=all_of(self.dice)))
        if not self.dice[player].least <= len(dice) <= self.dice[player].most and not self.shaky:
            raise miscounted(player, len(dice), self.dice[player], self.me)
        self.learn(player, number)
        this = self.this
        assert this is not None
        cups, lines = {**this.cups, player: dice}, {**this.cup_lines, player: self.line}
        self.this = this._replace(cups=cups, cup_lines=lines)

    def hide_dice(self, player: str) -> None:
        """A round is told of, and not its dice; the owner of a log need not have any in it."""
        this = self.this_round()
        if player != self.me:
            this = self.check_active(player)
        self.this = this._replace(unseen={**this.unseen, player: self.line})

    # Bids.

    @take.register
    def _(self, event: Said) -> None:
        self.evening.go_on()
        self.this_round()
        this, said = self.check_active(event.player), event
        if wrong := self.check_bid(this, event):
            self.note(wrong)
            last = this.bids[-1] if this.bids else changed(event, bid=Bid(1, event.bid.value))
            said = changed(last, player=event.player)  # what follows is measured by the last valid bid
        if event.direction is not None and this.bids:
            self.note(turned_late(this, event))
            said = changed(said, direction=None)
        after = this._replace(bids=(*this.bids, said))
        self.this = self.follow_turn(after, self.find_way(after), event.player, "bid")

    def find_way(self, this: Round) -> Way | None:
        """How the bidding went, if that can still be told."""
        return None if self.shaky or this.astray or this.unclear else find_way(this, self.free)

    def check_bid(self, this: Round, event: Said) -> Fault | None:
        if event.bid.amount > this.total and not self.shaky:
            hint = say(
                "The highest amount is {number}; if that is wrong, a line before this one is.", number=this.total
            )
            return against_rules(event.at, say("There are only {number} dice under the cups.", number=this.total), hint)
        raised = this.bid is None or is_raise(this.bid, event.bid, self.free)
        return None if raised else no_raise(this, event, self.free, self.me)

    def check_active(self, player: str) -> Round:
        """The round under way, in which this player does something, and so has dice."""
        this = self.this_round()
        if player not in this.active and not self.shaky:
            problem = say("{player} has no dice in this set.", player=player)
            hint = say("Those who have dice: {players}.", players=", ".join(this.active))
            raise against_rules(self.line.words[0], problem, hint)
        self.learn(player, self.dice[player].at_least(1) if player in self.dice else None)
        return self.this_round()

    def follow_turn(self, after: Round, way: Way | None, player: str, verb: str) -> Round:
        """The round after a bid or a lift, with its direction; reports it if it was somebody else's turn."""
        this = self.this_round()
        again = bool(this.bids) and this.bids[-1].player == player
        if self.shaky or this.unclear or (this.astray and not again):
            return after
        if way and way.missing == this.missing:
            return after._replace(direction=way.direction)
        donkey = bool(self.past and self.past[-1].donkeys)
        forgotten = suggest_lift(self.me) if verb == "bid" and this.bids else ""
        self.note(out_of_turn(this, player, verb, donkey, self.line, None if way else forgotten))
        if way is None:
            return after._replace(direction=None, astray=True)
        return after._replace(direction=way.direction, missing=way.missing)

    # Lifts, cups and donkeys.

    @take.register
    def _(self, event: Lift) -> None:
        this = None if self.settled else self.this
        if this and this.lifter:
            self.lift_again(this, event)
            return
        if this is None or not (this.bids or this.cups or this.unseen):
            if not self.shaky:
                hint = say("Type the bid first: {line}", line="bid Ben 2x3")
                self.fault(self.line.words[0], say("There is no bid to doubt."), hint)
            return
        this, line = self.check_active(event.player), event.line
        self.evening.go_on()
        lifted = this._replace(lifter=event.player, end_line=line, verdict=event.right, verdict_line=line)
        if this.bids:
            self.this = self.doubt(lifted)
        else:
            hint = say("Type before this line: {line}", line="bid NAME 2x3")
            self.warn(line.words[0], say("No bid is typed in this round."), hint)
            self.this = lifted._replace(missing=1)

    def doubt(self, lifted: Round) -> Round:
        """The lift doubts the last bid typed, unless that is impossible: then a bid is left out."""
        last, lifter = lifted.bids[-1], lifted.lifter or ""
        if self.shaky or lifted.astray or lifted.unclear:
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
            problem = say("{player} lifted in line {line} already.", player=this.lifter, line=lifted)
            hint = say("Type who was right, `lift {player} right`, or the next round: roll …", player=this.lifter)
            raise against_rules(self.line.words[0], problem, hint)
        self.this = this._replace(verdict=event.right, verdict_line=event.line)

    @take.register
    def _(self, event: Cup) -> None:
        this = None if self.settled else self.this
        if this is None or not this.lifter:
            if not self.shaky:
                problem = say("No cup is lifted in this round yet.")
                self.fault(self.line.words[0], problem, say("Type first who lifts: {line}", line="lift Ben"))
            return
        known = this.cups.get(event.player)
        if known is not None and sorted(known) != sorted(event.dice):
            line = this.cup_lines[event.player].number
            told = {"line": line, "player": event.player, "dice": list_dice(known)}
            problem = say("By line {line} {player} has {dice} in this round.", **told)
            raise against_rules(None, problem, say("One of the two lines is wrong."))
        if known is None:
            self.show_dice(event.player, event.dice)

    @take.register
    def _(self, event: Donkey) -> None:
        self.evening.go_on()
        self.this_round()
        for player in event.players:
            self.check_active(player)
        self.this = self.this_round()._replace(donkeys=event.players, end_line=event.line)
        self.put_away(event.players)

    # The end of a round.

    def end(self, cut: bool) -> None:  # noqa: ARG002 - it makes no difference here
        self.finish(lapse=False)

    def finish(self, lapse: bool) -> Round | None:
        """Put the dice away if the round is over; with `lapse` also where no lift is typed."""
        this = None if self.settled else self.this
        if this is None or not (this.lifter or lapse):
            return None
        if this.clash and this.verdict_line:
            hint = f"{say('One of the lines is wrong.')} {say(WHAT_COUNTS)}"
            fault = Fault(Kind.WARNING, None, tell_clash(this, self.me), hint)
            self.warnings += (fault.on(this.verdict_line, self.file),)
        losers = self.find_losers(this)
        loser = losers[0] if len(losers) == 1 else None
        self.this = this._replace(loser=loser, lapsed=not this.lifter)
        self.put_away(losers, sure=loser is not None)
        return self.this

    def find_losers(self, this: Round) -> tuple[str, ...]:
        """Who may have been wrong: the bidder or the lifter; without a lift anybody."""
        if not this.lifter:
            return this.active
        right = this.judge() if this.verdict is None else this.verdict
        losers = (*(self.find_bidders(this) if right is not False else ()), *((this.lifter,) if not right else ()))
        return tuple(dict.fromkeys(player for player in losers if player in this.active)) or this.active

    def find_bidders(self, this: Round) -> tuple[str, ...]:
        """Whose bid was doubted: whoever sits beside the lifter, if it is not typed."""
        if this.doubted:
            return (this.doubted.player,)
        if this.astray or this.unclear or this.lifter not in this.active:
            return tuple(player for player in this.active if player != this.lifter)
        return this.neighbours(this.lifter)

    def put_away(self, keepers: tuple[str, ...], sure: bool = True) -> None:
        """All who have dice put one away, except the keepers, who begin the next round; if not sure, one of them."""
        certain = sum(span.least > 0 for player, span in self.dice.items() if player not in self.evening.unsure)
        self.exact = self.exact and self.all_play
        self.total -= certain - (len(keepers) if sure else 1)
        self.dice = {
            player: span if sure and player in keepers else span.less(player not in keepers)
            for player, span in self.dice.items()
        }
        self.starters, self.settled = keepers, True
        self.settle()
        self.evening.follow(self.dice, self.total)

    # How many dice everybody has.

    @property
    def all_play(self) -> bool:
        """Whether the log tells who has dice."""
        return not self.evening.unsure and all(span.least or not span.most for span in self.dice.values())

    def learn(self, player: str, span: Span | None) -> None:
        """Somebody acts, or shows dice: so many there are, and what the others may have is narrowed."""
        if span is None or self.this is None:
            return
        if player in self.evening.unsure or self.dice[player] != span:
            self.evening.unsure = tuple(other for other in self.evening.unsure if other != player)
            self.dice = {**self.dice, player: span}
            self.settle()
            self.count_dice(self.this)

    def settle(self) -> None:
        """What all others have at most leaves the rest for each, and so does what they have at least."""
        spans = self.dice.values()
        if not self.evening.unsure and all(span.known is not None for span in spans):
            self.total, self.exact = sum(span.most for span in spans), True
        if self.shaky or not self.exact or self.evening.unsure:
            return
        least, most = sum(span.least for span in spans), sum(span.most for span in spans)
        self.dice = {
            player: Span(
                max(span.least, self.total - (most - span.most)), min(span.most, self.total - (least - span.least))
            )
            for player, span in self.dice.items()
        }

    def count_dice(self, this: Round) -> None:
        """In this round, as far as it is known; whoever begins it has some."""
        after = this._replace(dice=self.known_dice(), total=self.most_dice(), unclear=not self.all_play)
        begin = tuple(player for player in after.starters or () if player in after.active)
        self.this = after._replace(starters=begin or None)

    def known_dice(self) -> dict[str, int | None]:
        return {player: None if player in self.evening.unsure else span.known for player, span in self.dice.items()}

    def most_dice(self) -> int:
        return min(self.total, sum(span.most for span in self.dice.values()))
