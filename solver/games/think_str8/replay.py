"""Replays a log event by event: checks the rules of Think Str8! and keeps the record that becomes a `Table`."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatchmethod
from typing import NamedTuple

import solver.replay
from solver.english import capital
from solver.game import override
from solver.games.think_str8.bookkeeping import (
    Hands,
    Standings,
    answer_faults,
    box_faults,
    crossed_faults,
    turned_faults,
    work_out_answer,
)
from solver.games.think_str8.events import (
    Bet,
    Cross,
    Dice,
    Final,
    Paper,
    Reveal,
    Score,
    See,
    Seen,
    Sum,
    Swap,
    Tokens,
    Told,
    Uncross,
    Without,
)
from solver.games.think_str8.pieces import neutrals_of
from solver.games.think_str8.rules import COLOURS, ROUNDS, TOKENS, Card, check_in_game, final_score
from solver.games.think_str8.table import LaidOff, Placed, Round, Table, Track
from solver.grammar import NOBODY, Broken, Event, Players
from solver.language import later, say, say_count
from solver.log import Line, Word, against_rules
from solver.replay import Reading, Timeline


def replay(reading: Reading, upto: int | None = None) -> Timeline[Table]:
    """The log in time, as it was at the end of round `upto` if one is named."""
    return Timeline(reading, Replay, upto)


def without_later_boxes(table: Table, log: Timeline[Table]) -> Table:
    """As things stood at an earlier round: what the owner laid off only later was not black then."""
    later = log.reading.events[len(log.events) :] if table.boxes else ()
    laid_off = {event.old for event in later if isinstance(event, Swap) and event.player == table.me}
    boxes = {card: line for card, line in table.boxes.items() if card not in laid_off}
    return replace(table, boxes=boxes) if laid_off else table


class NoMore(NamedTuple):
    """What is said of a kind of line before the first throw, after the final bets, and once cards are turned."""

    early: str
    bet: str
    turned: str


NO_ROUND = NoMore(
    "",
    later("The final bets are made; no round can follow."),
    later("The cards have been turned over; no round can follow."),
)
NO_BET = NoMore(
    later("A bet before the first throw."),
    later("The final bets are made; no bet can follow."),
    later("The cards have been turned over; no bet can follow."),
)
NO_RANGE = NoMore(
    later("A range before the first throw."),
    later("The final bets are made; no range can follow."),
    later("The cards have been turned over; no range can follow."),
)
NO_ANSWER = NoMore(
    later("An answer before the first throw."),
    later("The final bets are made; no answer can follow."),
    later("The cards have been turned over; no answer can follow."),
)
NO_SWAP = NoMore(
    later("A swap before the first throw."),
    later("The final bets are made; no swap can follow."),
    later("The cards have been turned over; no swap can follow."),
)


class Replay(solver.replay.Replay):
    """The table while it is being replayed."""

    def __init__(self, me: str, file: str = "log") -> None:
        super().__init__(me, file)
        self.players: tuple[str, ...] = ()
        self.colours: tuple[str, ...] = COLOURS
        self.tokens: dict[int, int] = dict(TOKENS)
        self.tokens_typed = False
        self.hands = Hands(self.me)
        self.rounds: list[Round] = []
        self.standings = Standings(())
        self.round_ended = False
        self.broken_here = False  # a line of this round could not be read
        self.finals: dict[str, dict[str, tuple[int, ...]]] = {}
        self.final_lines: dict[tuple[str, str], Line] = {}
        self.revealed = False
        self.guessed = False  # the number of rounds is uncertain, since a throw was missing
        self.end_blamed = False  # a line after the end has been reported
        self.scored_at_end: dict[str, int] = {}
        self.crosses = 0
        self.crossed: dict[tuple[str, int], Line] = {}
        self.boxes: dict[Card, Line] = {}
        self.paper = False

    def goes_beyond(self, event: Event, upto: int) -> bool:
        begins = isinstance(event, Dice) or (isinstance(event, Broken) and event.verb == "dice")
        return (begins and len(self.rounds) >= upto) or isinstance(event, Final | Reveal)

    def end(self, cut: bool) -> None:
        if cut:
            self.end_round()

    @singledispatchmethod
    def take(self, event: Event) -> None:
        """Other opening lines change nothing at the table."""

    @override
    def take_said(self, event: Event) -> None:
        """What a player says of an own card does not change what the others saw of it."""
        if isinstance(event, Swap) and event.player != self.me:
            known = self.hands.number_of(event.player, event.old.colour)
            if known not in (None, event.old.number):
                problem = say(
                    "{player}'s {colour} card was entered as a {number}, and laid off as a {laid_off}.",
                    player=event.player,
                    colour=say(event.old.colour),
                    number=known,
                    laid_off=event.old.number,
                )
                self.fault(event.old.at, problem, say("Look at the card again."))
                event = replace(event, old=Card(event.old.colour, known or 0, event.old.at), new=None)
        if isinstance(event, Final) and event.player in self.finals:
            if event.player == self.me:
                problem = say("Your final bets were made already.")
            else:
                problem = say("{player}'s final bets were made already.", player=event.player)
            raise against_rules(None, problem, say("Those entered first count."))
        self.take(event)

    # The opening.

    @take.register
    def _(self, event: Players) -> None:
        if len(event.names) not in ROUNDS:
            count = len(event.names)
            too_many = say("{players} players are too many.", players=count)
            problem = say("One player is not enough.") if count == 1 else too_many
            self.fault(event.line.words[-1], problem, say("Think Str8! is played by two, three or four."))
        self.players = event.names
        self.standings = Standings(self.players)
        self.deal()

    @property
    def track(self) -> Track:
        return self.standings.track

    def deal(self) -> None:
        self.hands.deal((*self.players, *neutrals_of(self.players)), self.colours)

    @take.register
    def _(self, event: Without) -> None:
        if self.hands.sights or self.rounds:
            hint = say("Put `{line}` right after the `me` line.", line=event.write())
            raise against_rules(None, say("The game has begun."), hint)
        self.colours = tuple(colour for colour in self.colours if colour != event.colour)
        self.deal()

    @take.register
    def _(self, event: Tokens) -> None:
        if self.rounds:
            hint = say("Put the `tokens` line before the first `dice` line.")
            raise against_rules(None, say("The game has begun."), hint)
        if len(event.points) != len(TOKENS):
            problem = say_count(
                "{count} token; the box has {tokens}.",
                "{count} tokens; the box has {tokens}.",
                len(event.points),
                tokens=len(TOKENS),
            )
            self.warn(None, problem, say("Check the line."))
        self.tokens, self.tokens_typed = dict(event.points), True

    @take.register
    def _(self, event: Paper) -> None:
        if self.hands.sights or self.rounds or self.boxes:
            hint = say("Put `{line}` right after the `me` line.", line=event.write())
            raise against_rules(None, say("The game has begun."), hint)
        self.paper = True

    # Cards.

    @take.register
    def _(self, event: Seen) -> None:
        for card in event.cards:
            check_in_game(card.at, card.colour, self.colours)
            self.note(*box_faults(card, self.boxes, self.hands, self.crossed))
            self.boxes = self.boxes | {card: event.line}

    @take.register
    def _(self, event: See) -> None:
        if self.learn(event.holder, *event.cards):
            self.work_out(event.holder)

    @take.register
    def _(self, event: Reveal) -> None:
        if not (self.revealed or self.finals):
            self.end_round()
        self.revealed = True
        if event.player == self.me:
            for card in event.cards:
                self.note(*turned_faults(card, self.boxes))
        if self.learn(event.player, *event.cards, to_owner=True, remembered=self.paper):
            self.work_out(event.player)

    def learn(self, holder: str, *cards: Card, to_owner: bool = False, remembered: bool = False) -> bool:
        """The cards are in the holder; returns whether that is news."""
        for card in cards:  # a line read before grey was left out may name it
            check_in_game(card.at, card.colour, self.colours)
        news = any(self.hands.number_of(holder, card.colour) != card.number for card in cards)
        gaps = [this.number for this in self.rounds if self.may_lack_swap(holder, this)]
        self.note(*self.hands.learn(holder, cards, self.line, gaps, to_owner, remembered))
        return news

    def may_lack_swap(self, holder: str, this: Round) -> bool:
        bet = this.bets.get(holder)
        wrong = bet is None or bet.answer != "hit"
        return holder in self.players and holder != self.me and holder not in this.swaps and wrong

    # Rounds.

    @take.register
    def _(self, event: Dice) -> None:
        for colour in event.colours:
            check_in_game(event.line.words[-1] if event.line.words else None, colour, self.colours)
        self.begin_round(event.colours)

    @take.register
    def _(self, event: Broken) -> None:
        """A line that could not be read is reported already: what depends on it is not blamed as well."""
        if event.verb == "dice" and self.players:
            self.begin_round(None)
        if event.verb == "tokens":
            self.tokens = {}
        self.broken_here = True

    def begin_round(self, dice: tuple[str, ...] | None) -> None:
        self.check_not_over(NO_ROUND)
        if len(self.rounds) == ROUNDS.get(len(self.players)) and not self.guessed:
            problem = say("This game has only {rounds} rounds.", rounds=len(self.rounds))
            self.fault(None, problem, say("Next come the final bets: final blue 4 7, green 5"))
        self.close_round()
        self.broken_here = False
        number = len(self.rounds) + 1
        self.rounds.append(Round(number, dice, self.line, self.track.last(), self.track.order()))

    def guess_throw(self) -> Round:
        """A throw was forgotten, or could not be read, and that is reported: the lines after it are not to blame."""
        self.guessed = True
        self.begin_round(None)
        return self.rounds[-1]

    def check_not_over(self, no: NoMore) -> None:
        """Blames the first line after the end only: one final bet typed too early is one mistake."""
        if self.end_blamed:
            return
        self.end_blamed = bool(self.revealed or self.finals)
        if self.revealed:
            self.fault(None, say(no.turned), say("Move this line before `reveal`."))
        elif self.finals:
            self.fault(None, say(no.bet), say("Move this line before `final`."))

    def end_round(self) -> None:
        """What was not typed of this round up to here is missing."""
        self.close_round()
        self.round_ended = True

    def close_round(self) -> None:
        if self.rounds:
            self.standings.close(self.rounds[-1])

    def this_round(self, no: NoMore) -> Round:
        if not self.rounds:
            self.fault(self.line.words[0], say(no.early), say("Type the dice first: dice yellow green blue"))
            self.guess_throw()
        self.check_not_over(no)
        return self.rounds[-1]

    # Bets and answers.

    @take.register
    def _(self, event: Bet) -> None:
        this = self.this_round(NO_BET)
        earlier = this.bets.get(event.player)
        if event.player == self.me and this.noted:
            self.note(event.beside_sum(this.noted.lines[0]))
        if earlier and not self.broken_here:
            self.note(event.second(earlier, this, self.me))
        this = self.guess_throw() if earlier else this
        self.note(*event.faults(this, self.tokens, self.me))
        self.lay(Placed(event.player, event.low, event.high, None, (event.line,)))
        self.standings.lay(this, event.player)
        if event.answer:
            self.answer(event.player, event.answer, event.answer_at)
        else:
            self.work_out(event.player, len(self.rounds) - 1)

    @take.register
    def _(self, event: Sum) -> None:
        this = self.this_round(NO_RANGE)
        self.note(*event.faults(this, self.me))
        noted = Placed(self.me, event.low, event.high, "miss" if event.wrong else "hit", (event.line,))
        self.rounds[-1] = replace(self.rounds[-1], noted=noted)

    def lay(self, bet: Placed) -> None:
        this = self.rounds[-1]
        self.rounds[-1] = replace(this, bets={**this.bets, bet.player: bet})

    @take.register
    def _(self, event: Told) -> None:
        this = self.this_round(NO_ANSWER)
        bet = this.bets.get(event.player)
        if bet is not None or not self.broken_here:
            self.note(*event.faults(this, self.me))
        if bet is not None and not bet.typed:
            scored, as_hit = self.standings.postpone(this, event.player)
            if as_hit and event.answer != "hit":
                problem = say("By the score in line {line} it was a hit.", line=as_hit.number)
                self.warn(event.answer_at, problem, say("One of the two lines is wrong."))
            self.lay(bet._replace(lines=(bet.lines[0], event.line)))
            self.answer(event.player, event.answer, event.answer_at, again=scored)

    def answer(self, player: str, answer: str, at: Word, again: bool = False) -> None:
        """A typed answer overrides one that was worked out; with `again` the stones are followed in any case."""
        bet = self.rounds[-1].bets[player]
        self.note(*answer_faults(answer, at, bet.length == min(self.tokens, default=1)))
        self.lay(bet._replace(answer=answer, total=None))
        if again:
            self.follow_stones()
        elif bet.answer is None:
            self.standings.answer(self.rounds[-1], player, self.tokens)
        elif (bet.answer == "hit") != (answer == "hit"):
            self.follow_stones()

    def follow_stones(self) -> None:
        closed = self.round_ended or bool(self.finals)
        self.rounds = self.standings.follow(self.rounds, self.tokens, closed)

    def work_out(self, player: str, since: int = 0) -> None:
        """Answer the bets of a player whose answers nobody typed, by the cards that are typed.

        `since`: as many rounds at the beginning are as they were.
        """
        if player == self.me or not self.tokens:
            return
        for place in range(since, len(self.rounds)):
            this = self.rounds[place]
            bet = this.bets.get(player)
            if bet is None or bet.typed:
                continue
            judged = work_out_answer(bet, this, self.table())
            if judged != bet:
                self.rounds[place] = replace(this, bets={**this.bets, player: judged})
                if bet.answer is None and place == len(self.rounds) - 1 and not self.finals:
                    self.standings.answer(self.rounds[place], player, self.tokens)
                else:
                    self.follow_stones()

    @take.register
    def _(self, event: Score) -> None:
        if self.revealed and self.finals:
            self.scored_at_end[event.player] = event.points
            return
        known, after_hit = self.standings.expects(self.rounds[-1] if self.rounds else None, event.player, self.tokens)
        hit = event.line if known != event.points == after_hit else None
        if known not in (None, event.points) and not hit:
            problem = say("According to the log {player} stands on {points}.", player=event.player, points=known)
            self.warn(event.line.words[-1], problem, say("The typed score counts from here on."))
        self.standings.score(len(self.rounds), event.player, event.points, hit)

    # Swaps.

    @take.register
    def _(self, event: Swap) -> None:
        this = self.this_round(NO_SWAP)
        if event.player != self.me:
            event = event.complete(self.hands.number_of(event.player, event.old.colour))
        laid_off = LaidOff(event.player, event.old, event.new, event.line)
        self.note(*event.faults(this, self.rounds, self.me))
        self.rounds[-1] = replace(this, swaps={**this.swaps, event.player: laid_off})
        news = self.learn(event.player, event.old, to_owner=True)
        self.hands.renew(event.player, event.old.colour, this.number)
        if event.new:
            self.learn(event.player, event.new)
        if event.player == self.me:
            self.crossed = {key: line for key, line in self.crossed.items() if key[0] != event.old.colour}
        self.work_out(event.player, 0 if news else len(self.rounds) - 1)

    # My pad.

    @take.register
    def _(self, event: Cross) -> None:
        if event.player is not None:
            return  # the table's own log: such a cross is judged in that player's log
        self.crosses += 1
        if self.paper:
            self.note(*(fault for card in event.cards for fault in crossed_faults(card, self.boxes)))
        self.crossed = self.crossed | {(card.colour, card.number): event.line for card in event.cards}

    @take.register
    def _(self, event: Uncross) -> None:
        self.crossed = dict(self.crossed)
        for card in event.cards if event.player is None else ():
            if self.crossed.pop((card.colour, card.number), None) is None:
                problem = capital(say("{card} is not crossed out.", card=card.said))
                self.warn(card.at, problem, say("Nothing to take back."))

    # The end.

    @take.register
    def _(self, event: Final) -> None:
        if self.me == NOBODY and len(self.finals) == len(self.players):
            problem = say("All have made their final bets, so the cards are turned over: nobody bets any more.")
            line = f"final {event.player} 256 0 - 02 2 23"
            raise against_rules(None, problem, say("Type all bets of a player in one line: {line}", line=line))
        if not self.finals:
            self.close_round()
        self.finals.setdefault(event.player, {})
        for card in event.cards:
            first = self.final_lines.setdefault((event.player, card.colour), event.line)
            if first is not event.line:
                places = {"colour": say(card.colour), "line": first.number}
                problem = say("The final bets on {colour} are in line {line} already.", **places)
                raise against_rules(card.at, problem, say("Delete one of the two."))
            bets = self.finals[event.player]
            self.finals[event.player] = {**bets, card.colour: (*bets.get(card.colour, ()), card.number)}

    def final_track(self, points: dict[str, int | None]) -> Track | None:
        """The track after the final scoring, from the last player to the first."""
        if not self.finals:
            return None
        track = self.track.scored_at_end(points)
        for player, space in self.scored_at_end.items():
            track = track.placed(player, space)
        return track

    def final_points(self, player: str) -> int | None:
        hand = self.hands.known_hand(player) if player in self.finals else None
        return final_score(hand, self.finals[player]) if hand else None

    def table(self) -> Table:
        points = {player: self.final_points(player) for player in self.players}
        return Table(
            players=self.players,
            me=self.me,
            colours=self.colours,
            tokens=self.tokens,
            tokens_typed=self.tokens_typed,
            holders=self.hands.as_they_stand(),
            rounds=tuple(self.rounds),
            round_ended=self.round_ended or bool(self.finals),
            track=self.track,
            finals={player: dict(bets) for player, bets in self.finals.items()},
            final_points=points,
            final_track=self.final_track(points),
            crosses=self.crosses,
            crossed=self.crossed,
            warnings=self.warnings,
            boxes=self.boxes,
            turned=self.revealed,
            paper=self.paper,
        )
