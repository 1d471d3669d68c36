"""Replays a log event by event: checks the rules of Thinkaboxin and keeps the record that becomes a `Table`."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatchmethod

from solver.english import all_of, any_of
from solver.games.thinkaboxin.evening import Evening
from solver.games.thinkaboxin.events import Cup, Donkey, FreeRaise, Lift, Mode, NewSet, Roll, Said, Tally
from solver.games.thinkaboxin.rounds import Rounds
from solver.games.thinkaboxin.rules import PLAYERS, Bid, format_value, is_raise, list_raises
from solver.games.thinkaboxin.table import Round, Table
from solver.grammar import Broken, Event, Players, Reading
from solver.log import Fault, Line, LogError, against_rules


def replay(reading: Reading, upto: int | None = None) -> tuple[Table | None, tuple[LogError, ...]]:
    """The table at the end of the log, or of round `upto` counted over all sets, and all lines that break a rule."""
    replayed = _Replay(reading)
    for event in reading.events:
        if not replayed.players and not isinstance(event, Players):
            continue  # who plays could not be read, and that is reported
        if upto is not None and replayed.goes_beyond(event, upto):
            break
        replayed.line = getattr(event, "line", replayed.line)
        try:
            replayed.take(event)
        except Fault as fault:
            replayed.note(fault)
    table = replayed.table() if replayed.players else None
    errors = tuple(replayed.errors)
    return (None if errors or reading.errors else table), errors


class _Replay(Rounds):
    """Takes event after event. A broken rule is noted and the replay goes on, so that all are found."""

    def goes_beyond(self, event: Event, upto: int) -> bool:
        """Whether the event belongs to what came after round `upto`."""
        verb = event.verb if isinstance(event, Broken) else None
        if len(self.rounds) < upto:
            return False
        if isinstance(event, Roll):
            return not self.joins(event)
        if isinstance(event, NewSet) or verb in ("set", "knockout", "roll"):
            return True
        begins = isinstance(event, Said | Donkey) or verb in ("bid", "donkey")
        return begins and (not self.rounds or self.rounds[-1].over)

    @singledispatchmethod
    def take(self, event: Event) -> None:
        """Opening lines that need no more than was read."""

    # The opening.

    @take.register
    def _(self, event: Players) -> None:
        if len(event.names) not in PLAYERS:
            problem = f"{len(event.names)} player{'s' * (len(event.names) != 1)}."
            self.fault(event.line.words[-1], problem, "Thinkaboxin is played by two to six.")
        self.players = event.names
        self.evening = Evening(self.players)

    @take.register
    def _(self, event: Mode) -> None:
        self.check_early("mode")
        self.evening.choose(event.mode)

    @take.register
    def _(self, _: FreeRaise) -> None:
        self.check_early("raise")
        self.free = True

    def check_early(self, verb: str) -> None:
        if self.evening.sets:
            raise against_rules(None, "The game has begun.", f"Put the `{verb}` line before the first set and round.")

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

    @take.register
    def _(self, event: Tally) -> None:
        self.finish_round(lapse=False)
        self.evening.told(event)

    # Rounds.

    @take.register
    def _(self, event: Roll) -> None:
        player = event.player or self.me
        last = self.rounds[-1] if self.rounds else None
        if last and not last.over and not last.bids and player in last.cups and not self.shaky:
            owner, line = "Your" if player == self.me else f"{player}'s", last.cup_lines[player].number
            problem = f"{owner} dice of round {last.number} are in line {line} already, and nobody has bid."
            hint = "Keep one of the two lines; if dice rolled out, type between them: donkey NAME"
            raise against_rules(self.line.words[0], problem, hint)
        if not self.joins(event):
            self.begin_round()
        self.show_dice(player, event.dice)

    def joins(self, event: Roll) -> bool:
        """In the table's own log everybody's dice are typed: the first begin a round, the others are of the same."""
        last = self.rounds[-1] if self.rounds and not self.settled else None
        return bool(last and not last.over and event.player and event.player not in last.cups)

    # Bids and lifts.

    @take.register
    def _(self, event: Said) -> None:
        this = self.this_round()
        if not this.bids and event.player in self.cups.doubt:
            self.find_loser(event.player)
            this = replace(self.rounds[-1], dice=self.cups.numbers(), starters=self.starters)
            self.update(this)
        self.check_turn(this, event.player, "bid")
        said = event
        if wrong := self.check_bid(this, event):
            self.note(wrong)
            last = this.bids[-1] if this.bids else replace(event, bid=Bid(1, event.bid.value))
            said = replace(last, player=event.player)  # what follows is measured by the last bid that was one
        self.update(replace(this, bids=(*this.bids, said), direction=self.find_direction(this, event.player)))

    def check_bid(self, this: Round, event: Said) -> Fault | None:
        if event.bid.amount > this.total and not self.shaky:
            return too_many(this, event)
        raised = this.bid is None or is_raise(this.bid, event.bid, self.free)
        return None if raised else no_raise(this, event, self.free)

    def find_direction(self, this: Round, player: str) -> int | None:
        if len(this.bids) != 1 or this.bids[0].player not in this.active:
            return this.direction
        first = this.bids[0].player
        return next((step for step in (1, -1) if this.following(first, step) == player), None)

    def check_turn(self, this: Round, player: str, verb: str) -> None:
        if player not in this.active and not self.shaky:
            problem = f"{player} has no dice in this set."
            raise against_rules(self.line.words[0], problem, f"Dice are with {all_of(this.active)}.")
        turn = this.turn
        anyone, self.anyone = self.anyone or turn is None or player in turn, False
        again = bool(this.bids) and this.bids[-1].player == player
        if self.shaky or (anyone and not again):
            return
        self.anyone = True
        donkey = bool(self.rounds[-2:-1]) and bool(self.rounds[-2].donkeys)
        name = turn[0] if turn and len(turn) == 1 else "NAME"
        self.note(out_of_turn(this, player, f"{verb} {name}", donkey, self.line))

    @take.register
    def _(self, event: Lift) -> None:
        this = self.rounds[-1] if self.rounds and not self.settled else None
        if this and this.lifter:
            self.lift_again(this, event)
            return
        if this is None or not this.bids:
            if not self.shaky:
                self.fault(self.line.words[0], "There is no bid to doubt.", "Type the bid first: bid Ben 2x3")
            return
        self.check_turn(this, event.player, "lift")
        if this.bids[-1].player == event.player:
            return  # nobody doubts their own bid: who lifted is not known
        line = event.line
        lifted = replace(this, lifter=event.player, end_line=line, verdict=event.right, verdict_line=line)
        self.update(lifted)

    def lift_again(self, this: Round, event: Lift) -> None:
        """A second `lift` of a round: who was right, typed after the cups."""
        lifted = this.end_line.number if this.end_line else 0
        if event.player != this.lifter or event.right is None or this.verdict is not None:
            problem = f"{this.lifter} lifted in line {lifted} already."
            hint = f"Type who was right, `lift {this.lifter} right`, or the next round: roll …"
            raise against_rules(self.line.words[0], problem, hint)
        self.update(replace(this, verdict=event.right, verdict_line=event.line))

    @take.register
    def _(self, event: Cup) -> None:
        this = self.rounds[-1] if self.rounds and not self.settled else None
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
            self.show_dice(event.player, event.dice)

    @take.register
    def _(self, event: Donkey) -> None:
        this = self.this_round()
        strangers = [player for player in event.players if player not in this.active]
        if strangers and not self.shaky:
            hint = f"Dice are with {all_of(this.active)}."
            raise against_rules(self.line.words[0], f"{strangers[0]} has no dice in this set.", hint)
        self.update(replace(this, donkeys=event.players, end_line=event.line))
        self.cups.put_away(event.players)
        self.starters, self.settled = event.players, True
        self.evening.follow(self.cups)


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


def out_of_turn(this: Round, player: str, instead: str, donkey: bool, line: Line) -> Fault:
    """Somebody acts whose turn it is not; `donkey` says why others begin the round."""
    turn = this.turn or ()
    if this.bids and this.bids[-1].player == player:
        others = [other for other in this.active if other != player]
        problem = f"{player} made the last bid (line {this.bids[-1].line.number}); next is {any_of(turn or others)}."
    elif this.bids:
        problem = f"It is not {player}'s turn: after {this.bids[-1].player} comes {any_of(turn)}."
    else:
        why = "was the donkey" if donkey else "was wrong in the round before"
        problem = f"It is not {player}'s turn: {any_of(turn)} {why} and begins."
    return against_rules(line.words[0], problem, f"Type: {instead} …, or mend a line before this one.")
