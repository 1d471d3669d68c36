"""Sets and rounds while a log is replayed: who plays, dice put away, who was wrong, also where nobody typed it."""

from __future__ import annotations

from dataclasses import replace

from solver.english import all_of, any_of
from solver.games.thinkaboxin.cups import Cups
from solver.games.thinkaboxin.evening import Evening
from solver.games.thinkaboxin.events import NewSet
from solver.games.thinkaboxin.table import WHAT_COUNTS, Round, Table, tell_clash
from solver.grammar import Reading
from solver.log import Fault, Kind, Line, LogError, Word, against_rules


class Rounds:
    """The table while it is being replayed, and what happens to it whatever the line that causes it."""

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

    # Sets.

    def begin_set(self, event: NewSet, checked: bool = True) -> None:
        self.finish_round()
        begun, faults = self.evening.begin(event)
        for fault in faults if checked else ():
            self.note(fault)
        self.shaky = not checked or any(fault.kind != Kind.WARNING for fault in faults)
        self.cups = Cups(begun.players, begun.dice)
        starters = tuple(player for player in self.starters or () if player in begun.players)
        self.starters = None if begun.knockout else starters or None

    # The beginning of a round.

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
        loser = self.cups.learn(player, len(dice)) if len(dice) in possible else None
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
        bidder, lifter = this.bids[-1].player, this.lifter or ""
        right = this.judge() if this.verdict is None else this.verdict
        if this.clash and this.verdict_line:
            self.warnings.append(misjudged(this).on(this.verdict_line, self.file))
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
        """One of the candidates was wrong; who it was may come out later."""
        known = tuple(dict.fromkeys(player for player in candidates if player in this.active)) or this.active
        if len(known) == 1:
            self.cups.put_away(known)
        else:
            self.cups.put_away_in_doubt(known)
        self.starters = known

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


def miscounted(player: str, typed: int, possible: tuple[int, ...], me: str) -> Fault:
    """Another number of dice than the player has."""
    who = "you have" if player == me else f"{player} has"
    if possible[0] == 0:
        problem = f"{who[0].upper()}{who[1:]} no dice left in this set."
        return against_rules(None, problem, "Delete this line, or mend a `lift` before it.")
    problem = f"{typed} {'die' if typed == 1 else 'dice'}, but {who} {any_of(possible)} in this round."
    hint = f"Type {any_of(possible)} dice, or look for a missing or wrong `lift` before this line."
    return against_rules(None, problem, hint)


def misjudged(this: Round) -> Fault:
    """The cups deny what a line says about who was right."""
    return Fault(Kind.WARNING, None, tell_clash(this), f"One of the lines is wrong. {WHAT_COUNTS}")
