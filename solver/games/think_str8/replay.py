"""Replays a log event by event: checks the rules of Think Str8! and keeps the record that becomes a `Table`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import singledispatchmethod

import solver.replay
from solver.games.think_str8.notation import neutrals_of
from solver.games.think_str8.referee import (
    Hands,
    Standings,
    answer_faults,
    bet_faults,
    complete_swap,
    second_bet,
    swap_faults,
    told_faults,
    work_out_answer,
)
from solver.games.think_str8.rules import (
    COLOURS,
    ROUNDS,
    TOKENS,
    Bet,
    Card,
    Cross,
    Dice,
    Final,
    Reveal,
    Score,
    See,
    Swap,
    Tokens,
    Told,
    Uncross,
    Without,
    check_in_game,
    final_score,
)
from solver.games.think_str8.table import Placed, Round, Table, Track
from solver.grammar import NOBODY, Broken, Event, Players
from solver.log import Line, LogError, Word, against_rules
from solver.replay import Reading


def replay(
    reading: Reading, upto: int | None = None, stop_at_error: bool = False
) -> tuple[Table | None, tuple[LogError, ...]]:
    """The table at the end of the log, or of round `upto`, and all lines that break a rule (or only the first)."""
    replayed = Replay(reading.opening.me or "", reading.log.name)
    for event in reading.events:
        if upto is not None and _comes_after(event, len(replayed.rounds), upto):
            replayed.end_round()
            break
        replayed.feed(event)
        if stop_at_error and replayed.errors:
            break
    return (None if replayed.errors or reading.errors else replayed.table()), replayed.errors


def replay_stepwise(reading: Reading) -> Iterator[Table]:
    """The table before the first event of a log without fault, and after each, in one pass."""
    replayed = Replay(reading.opening.me or "", reading.log.name)
    for event in reading.events:
        yield replayed.table()
        replayed.feed(event)
    yield replayed.table()


def _comes_after(event: Event, number: int, upto: int) -> bool:
    begins = isinstance(event, Dice) or (isinstance(event, Broken) and event.verb == "dice")
    return (begins and number >= upto) or isinstance(event, Final | Reveal)


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

    @singledispatchmethod
    def take(self, event: Event) -> None:
        """Other opening lines change nothing at the table."""

    # The opening.

    @take.register
    def _(self, event: Players) -> None:
        if len(event.names) not in ROUNDS:
            count = len(event.names)
            problem = "One player is not enough." if count == 1 else f"{count} players are too many."
            self.fault(event.line.words[-1], problem, "Think Str8! is played by two, three or four.")
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
            raise against_rules(None, "The game has begun.", f"Put `without {event.colour}` right after the `me` line.")
        self.colours = tuple(colour for colour in self.colours if colour != event.colour)
        self.deal()

    @take.register
    def _(self, event: Tokens) -> None:
        if self.rounds:
            raise against_rules(None, "The game has begun.", "Put the `tokens` line before the first `dice` line.")
        if len(event.points) != len(TOKENS):
            tokens = "1 token" if len(event.points) == 1 else f"{len(event.points)} tokens"
            self.warn(None, f"{tokens}; the box has {len(TOKENS)}.", "Check the line.")
        self.tokens, self.tokens_typed = dict(event.points), True

    # Cards.

    @take.register
    def _(self, event: See) -> None:
        if self.learn(event.holder, *event.cards):
            self.work_out(event.holder)

    @take.register
    def _(self, event: Reveal) -> None:
        if not (self.revealed or self.finals):
            self.end_round()
        self.revealed = True
        if self.learn(event.player, *event.cards, to_owner=True):
            self.work_out(event.player)

    def learn(self, holder: str, *cards: Card, to_owner: bool = False) -> bool:
        """The cards are in the holder; returns whether that is news."""
        for card in cards:  # a line read before grey was left out may name it
            check_in_game(card.at, card.colour, self.colours)
        news = any(self.hands.number_of(holder, card.colour) != card.number for card in cards)
        gaps = [this.number for this in self.rounds if self.may_lack_swap(holder, this)]
        self.note(*self.hands.learn(holder, cards, self.line, gaps, to_owner))
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
        self.check_not_over("round")
        if len(self.rounds) == ROUNDS.get(len(self.players)) and not self.guessed:
            problem = f"This game has only {len(self.rounds)} rounds."
            self.fault(None, problem, "Next come the final bets: final blue 4 7, green 5")
        self.close_round()
        self.broken_here = False
        number = len(self.rounds) + 1
        self.rounds.append(Round(number, dice, self.line, self.track.last(), self.track.order()))

    def guess_throw(self) -> Round:
        """A throw was forgotten, or could not be read, and that is reported: the lines after it are not to blame."""
        self.guessed = True
        self.begin_round(None)
        return self.rounds[-1]

    def check_not_over(self, what: str) -> None:
        """Blames the first line after the end only: one final bet typed too early is one mistake."""
        if self.end_blamed:
            return
        self.end_blamed = bool(self.revealed or self.finals)
        if self.revealed:
            self.fault(
                None, f"The cards have been turned over; no {what} can follow.", "Move this line before `reveal`."
            )
        elif self.finals:
            self.fault(None, f"The final bets are made; no {what} can follow.", "Move this line before `final`.")

    def end_round(self) -> None:
        """What was not typed of this round up to here is missing."""
        self.close_round()
        self.round_ended = True

    def close_round(self) -> None:
        if self.rounds:
            self.standings.close(self.rounds[-1])

    def this_round(self, what: str) -> Round:
        if not self.rounds:
            hint = "Type the dice first: dice yellow green blue"
            self.fault(self.line.words[0], f"{what} before the first throw.", hint)
            self.guess_throw()
        self.check_not_over(what.split()[-1])
        return self.rounds[-1]

    # Bets and answers.

    @take.register
    def _(self, event: Bet) -> None:
        this = self.this_round("A bet")
        earlier = this.bets.get(event.player)
        if earlier and not self.broken_here:
            self.note(second_bet(event, earlier, this, self.me))
        this = self.guess_throw() if earlier else this
        self.note(*bet_faults(event, this, self.tokens, self.me))
        self.lay(Placed(event.player, event.low, event.high, None, (event.line,)))
        self.standings.lay(this, event.player)
        if event.answer:
            self.answer(event.player, event.answer, event.answer_at)
        else:
            self.work_out(event.player, len(self.rounds) - 1)

    def lay(self, bet: Placed) -> None:
        this = self.rounds[-1]
        self.rounds[-1] = replace(this, bets={**this.bets, bet.player: bet})

    @take.register
    def _(self, event: Told) -> None:
        this = self.this_round("An answer")
        bet = this.bets.get(event.player)
        if bet is not None or not self.broken_here:
            self.note(*told_faults(event, this, self.me))
        if bet is not None and not bet.typed:
            scored, as_hit = self.standings.postpone(this, event.player)
            if as_hit and event.answer != "hit":
                problem = f"By the score in line {as_hit.number} it was a hit."
                self.warn(event.answer_at, problem, "One of the two lines is wrong.")
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
            problem = f"According to the log {event.player} stands on {known}."
            self.warn(event.line.words[-1], problem, "The typed score counts from here on.")
        self.standings.score(len(self.rounds), event.player, event.points, hit)

    # Swaps.

    @take.register
    def _(self, event: Swap) -> None:
        this = self.this_round("A swap")
        if event.player != self.me:
            event = complete_swap(event, self.hands.number_of(event.player, event.old.colour))
        self.note(*swap_faults(event, this, self.rounds, self.me))
        self.rounds[-1] = replace(this, swaps={**this.swaps, event.player: event})
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
        self.crossed = self.crossed | {(card.colour, card.number): event.line for card in event.cards}

    @take.register
    def _(self, event: Uncross) -> None:
        self.crossed = dict(self.crossed)
        for card in event.cards if event.player is None else ():
            if self.crossed.pop((card.colour, card.number), None) is None:
                self.warn(card.at, f"{card} is not crossed out.".capitalize(), "Nothing to take back.")

    # The end.

    @take.register
    def _(self, event: Final) -> None:
        if self.me == NOBODY and len(self.finals) == len(self.players):
            problem = "All have made their final bets, so the cards are turned over: nobody bets any more."
            raise against_rules(
                None, problem, f"Type all bets of a player in one line: final {event.player} 256 0 - 02 2 23"
            )
        if not self.finals:
            self.close_round()
        bets = self.finals.setdefault(event.player, {})
        for card in event.cards:
            first = self.final_lines.setdefault((event.player, card.colour), event.line)
            if first is not event.line:
                problem = f"The final bets on {card.colour} are in line {first.number} already."
                raise against_rules(card.at, problem, "Delete one of the two.")
            bets[card.colour] = (*bets.get(card.colour, ()), card.number)

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
        )
