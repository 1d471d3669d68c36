"""Replays a log event by event: checks the rules of Thinkaboxin and keeps the record that becomes a `Table`."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatchmethod

from solver.errors import Fault, Kind, LogError, against_rules
from solver.games.thinkaboxin.cups import Cups
from solver.games.thinkaboxin.evening import Evening
from solver.games.thinkaboxin.events import Cup, Donkey, FreeRaise, Lift, Mode, NewSet, Roll, Said, Tally
from solver.games.thinkaboxin.faults import miscounted, misjudged, no_raise, out_of_turn, too_many
from solver.games.thinkaboxin.rules import PLAYERS, Bid, is_raise
from solver.games.thinkaboxin.table import Round, Table
from solver.grammar import Broken, Players, Reading, all_of
from solver.log import Line, Word


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


class _Replay:
    """The table while it is being replayed. A broken rule is noted and the replay goes on, so that all are found."""

    def __init__(self, reading: Reading) -> None:
        self.file = reading.log.name
        self.me = reading.opening.me or ""
        self.line = Line(0, "", ())
        self.errors: list[LogError] = []
        self.warnings: list[LogError] = []
        self.players: tuple[str, ...] = ()
        self.free = False
        self.evening = Evening(())
        self.cups = Cups((), 0)
        self.rounds: list[Round] = []
        self.settled = True  # the dice of the last round are put away
        self.starters: tuple[str, ...] | None = None
        self.shaky = False  # a line of this set is at fault: turns and dice are not checked until the next
        self.anyone = False  # the last one acted out of turn, so whose turn it is now is not checked

    def note(self, fault: Fault) -> None:
        notes = self.warnings if fault.kind is Kind.WARNING else self.errors
        notes.append(fault.on(self.line, self.file))

    def fault(self, at: Word | None, problem: str, hint: str) -> None:
        self.note(against_rules(at, problem, hint))

    def warn(self, at: Word | None, problem: str, hint: str) -> None:
        self.note(Fault(Kind.WARNING, at, problem, hint))

    def goes_beyond(self, event: object, upto: int) -> bool:
        """Whether the event belongs to what came after round `upto`."""
        verb = event.verb if isinstance(event, Broken) else None
        if len(self.rounds) < upto:
            return False
        if isinstance(event, NewSet | Roll) or verb in ("set", "knockout", "roll"):
            return True
        begins = isinstance(event, Said | Donkey) or verb in ("bid", "donkey")
        return begins and (not self.rounds or self.rounds[-1].over)

    @singledispatchmethod
    def take(self, event: object) -> None:
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

    def begin_set(self, event: NewSet, checked: bool = True) -> None:
        self.finish_round()
        begun, faults = self.evening.begin(event)
        for fault in faults if checked else ():
            self.note(fault)
        self.shaky = not checked or any(fault.kind != Kind.WARNING for fault in faults)
        self.cups = Cups(begun.players, begun.dice)
        starters = tuple(player for player in self.starters or () if player in begun.players)
        self.starters = None if begun.knockout else starters or None

    @take.register
    def _(self, event: Tally) -> None:
        self.finish_round(lapse=False)
        self.evening.told(event)

    # Rounds.

    @take.register
    def _(self, event: Roll) -> None:
        last = self.rounds[-1] if self.rounds else None
        if last and not last.over and not last.bids and self.me in last.cups and not self.shaky:
            problem = f"Your dice of round {last.number} are in line {last.line.number} already, and nobody has bid."
            hint = "Keep one of the two lines; if dice rolled out, type between them: donkey NAME"
            raise against_rules(self.line.words[0], problem, hint)
        self.begin_round()
        self.show_dice(self.me, event.dice)

    def begin_round(self) -> None:
        self.finish_round()
        if not self.evening.sets:
            self.begin_set(NewSet(line=self.line))
        elif self.evening.sets[-1].over:
            self.begin_next_set()
        brink = self.cups.on_the_brink
        if len(brink) == 1 and brink[0] in self.cups.doubt and not self.evening.sets[-1].knockout:
            self.find_loser(brink[0])  # else the set would be over
        self.settled, self.anyone = False, False
        number, set_number = len(self.rounds) + 1, self.evening.sets[-1].number
        begun = Round(number, set_number, self.line, self.cups.numbers(), self.cups.total, self.starters)
        self.rounds.append(begun)

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
        if not self.rounds or self.rounds[-1].over or self.rounds[-1].set_number != self.evening.sets[-1].number:
            self.begin_round()
        return self.rounds[-1]

    def update(self, this: Round) -> None:
        self.rounds[-1] = this

    def show_dice(self, player: str, dice: tuple[int, ...]) -> None:
        """Dice that became known: mine when rolled, everybody's when cups are lifted."""
        if player not in self.cups.counts:
            raise against_rules(None, f"{player} does not play in this set.", f"In it are {all_of(self.cups.counts)}.")
        possible = self.cups.possible(player)
        if len(dice) not in possible and not self.shaky:
            raise miscounted(player, len(dice), possible, self.me)
        loser = self.cups.learn(player, len(dice))
        if loser:
            self.find_loser(loser)
        this = self.rounds[-1]
        cups, lines = {**this.cups, player: dice}, {**this.cup_lines, player: self.line}
        self.update(replace(this, dice=self.cups.numbers(), starters=self.starters, cups=cups, cup_lines=lines))

    def find_loser(self, loser: str) -> None:
        """It has come out who was wrong in the round before."""
        if self.cups.doubt:
            self.cups.settle(loser)
        at = len(self.rounds) - (1 if self.settled else 2)
        self.rounds[at] = replace(self.rounds[at], loser=loser)
        self.starters = (loser,)

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
            return  # nobody doubts the own bid: who lifted is not known
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

    # The end of a round.

    def finish_round(self, lapse: bool = True) -> None:
        """Put the dice away: everybody but the one who was wrong."""
        this = self.rounds[-1] if self.rounds and not self.settled else None
        if this is None or not (this.lifter or lapse):
            return
        self.settled = True
        if this.lifter:
            self.settle_lift(this)
        else:
            self.settle_lapse(this)
        self.evening.follow(self.cups)

    def settle_lift(self, this: Round) -> None:
        bidder, lifter, judged = this.bids[-1].player, this.lifter or "", this.judge()
        right = judged if this.verdict is None else this.verdict
        if this.verdict is not None and judged is not None and this.verdict != judged and this.verdict_line:
            self.warnings.append(misjudged(this, judged).on(this.verdict_line, self.file))
        if right is None or {bidder, lifter} - set(self.cups.counts):
            self.leave_open(this, (bidder, lifter))
            return
        loser = bidder if right else lifter
        self.cups.put_away((loser,))
        self.update(replace(this, loser=loser))
        self.starters = (loser,)

    def settle_lapse(self, this: Round) -> None:
        """The next round began, but nobody typed a lift: the last bid was doubted by whoever came next."""
        candidates = (this.bids[-1].player, *(this.turn or this.active)) if this.bids else this.active
        if not self.shaky:
            problem = f"In round {this.number} no lift is typed."
            self.warn(self.line.words[0], problem, "Type before this line who lifted and was right: lift Ben right")
        self.update(replace(this, lapsed=True))
        self.leave_open(this, candidates)

    def leave_open(self, this: Round, candidates: tuple[str, ...]) -> None:
        candidates = tuple(player for player in candidates if player in this.active)
        self.cups.put_away_in_doubt(tuple(dict.fromkeys(candidates)) or this.active)
        self.starters = self.cups.doubt

    def table(self) -> Table:
        self.finish_round(lapse=False)
        evening = self.evening
        first = Cups(self.players, evening.default_dice()) if not evening.sets else self.cups
        return Table(
            players=self.players,
            me=self.me,
            mode=evening.mode,
            free=self.free,
            sets=tuple(evening.sets),
            rounds=tuple(self.rounds),
            dice=first.numbers(),
            total=first.total,
            starters=self.starters,
            scores=evening.scores(),
            pool=evening.purse.pool if evening.mode == "nuggets" else None,
            warnings=tuple(self.warnings),
        )
