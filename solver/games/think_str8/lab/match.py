"""Simulated games, what is kept of them, and their report.

Every move becomes a line that goes through the reader and the replay of all logs: what they would refuse from a person
is an illegal move of a seat. No seat ever holds a `Deal`. Chances said are held against true ones; log-loss is in bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2, sqrt
from statistics import fmean, median, stdev

import numpy as np

from solver.game import expect
from solver.games.think_str8.advice.bets import turns
from solver.games.think_str8.events import (
    NOTATION,
    Bet,
    Dice,
    Final,
    Reveal,
    See,
    Swap,
)
from solver.games.think_str8.facts import Viewpoint
from solver.games.think_str8.lab.people import FITTED, OTHERS
from solver.games.think_str8.lab.seats import (
    BestSeat,
    ExactSeat,
    ExpertSeat,
    MachineSeat,
    NoisySeat,
    PadSeat,
    PointsSeat,
    RandomSeat,
    ReaderSeat,
)
from solver.games.think_str8.pieces import neutrals_of
from solver.games.think_str8.reader import Reader, bits_gained
from solver.games.think_str8.replay import Replay
from solver.games.think_str8.rules import COLOURS, DICE, NAME, NUMBERS, ROUNDS, TOKENS, Card, right_answer
from solver.games.think_str8.styles import Weights
from solver.games.think_str8.table import Table
from solver.grammar import NOBODY, Event, GameLine, Me, Opening, Players, Words
from solver.lab import simulation
from solver.lab.simulation import IllegalMove, PlayedGame, Simulation, Wins, count_wins
from solver.log import Fault, parse_line


class Record:
    """One player's log and the table it makes, line by line."""

    def __init__(self, players: Sequence[str], me: str) -> None:
        self.lines: list[str] = []
        self.replay = Replay(me)
        self._opening = Opening()
        self.write(GameLine(NAME))
        self.write(Players(tuple(players)))
        self._opening = Opening(tuple(players), None)
        self.write(Me(me))
        self._opening = Opening(tuple(players), me)

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def write(self, event: Event) -> None:
        """Add a line; it is read and replayed like any other."""
        line = parse_line(len(self.lines) + 1, event.write())
        self.lines.append(line.text)
        verb = NOTATION.by_name[line.words[0].text]
        try:
            self.replay.feed(verb.read(Words(line, verb, self._opening)))
        except Fault as fault:
            raise IllegalMove(f"{line.text}: {fault.problem}") from None
        for wrong in (*self.replay.errors, *self.replay.warnings):
            raise IllegalMove(f"{line.text}: {wrong.problem}")


def write_table(players: Sequence[str], events: Sequence[Event]) -> str:
    """The table's own log of these events: all cards, and not what they tell: answers to bets, and cards laid off."""
    opening: tuple[Event, ...] = (GameLine(NAME), Players(tuple(players)), Me(NOBODY))
    return "".join(f"{event.write()}\n" for event in (*opening, *map(_as_typed, events)))


def _as_typed(event: Event) -> Event:
    if isinstance(event, Bet):
        return replace(event, answer=None)
    return replace(event, old=event.new or event.old, new=None) if isinstance(event, Swap) else event


def replay_all(players: Sequence[str], events: Sequence[Event]) -> Table:
    """The table after these events as nobody sees it: every card is known."""
    replay = Replay("")
    for event in (Players(tuple(players)), *events):
        replay.feed(event)
    return replay.table()


def table_seen(table: Table, player: str) -> Table:
    """Of such a table what one player sees: of their own cards only those laid off or revealed."""
    holders = {**table.holders, player: table.known_to_owner(player)}
    rounds = tuple(
        replace(this, swaps={**this.swaps, player: replace(own, new=None)}) if (own := this.swaps.get(player)) else this
        for this in table.rounds
    )
    return replace(table, me=player, holders=holders, rounds=rounds)


BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances said that lie in one tenth: how many, their sum, and how many numbers were true."""

    cases: int = 0
    said: float = 0.0
    true: int = 0

    def data(self) -> dict[str, object]:
        said, true = (self.said / self.cases, self.true / self.cases) if self.cases else (None, None)
        return {"cases": self.cases, "said": said and round(said, 4), "true": true and round(true, 4)}


@dataclass(frozen=True, slots=True)
class Loss:
    """Log-loss of the true hand in bits, summed over a number of decisions: from exact chances, and by reading."""

    decisions: int = 0
    exact: float = 0.0
    read: float = 0.0

    def data(self) -> dict[str, object]:
        exact, read = (figure / self.decisions if self.decisions else 0.0 for figure in (self.exact, self.read))
        return {"decisions": self.decisions, "exact": round(exact, 4), "reading": round(read, 4)}


@dataclass(frozen=True, slots=True)
class Measured:
    """Readings of some decisions: by tenths, in all, and by the kind of rival whose bets alone were read."""

    bins: tuple[Bin, ...]
    loss: Loss
    by_kind: tuple[tuple[str, Loss], ...]

    def data(self) -> dict[str, object]:
        return {
            "calibration": [each.data() for each in self.bins],
            "log_loss": self.loss.data(),
            "by_rival": {kind: loss.data() for kind, loss in self.by_kind},
        }


def measure(reader: Reader, hand: Sequence[int], kinds: Mapping[str, str]) -> Measured | None:
    """One decision with the true hand; None if only one hand is left, or nothing was read yet."""
    if len(reader.rows) < 2 or not reader.has_read:
        return None
    true, weights, exact = reader.place_of(hand), reader.weights, log2(len(reader.rows))
    assert true is not None
    by_kind: dict[str, Loss] = {}
    for rival, kind in kinds.items():
        if rival in reader.rivals:
            loss = Loss(1, exact, exact - bits_gained(reader.weights_of(rival), true))
            by_kind[kind] = _add_losses((by_kind.get(kind, Loss()), loss))
    bins = _sort_into_bins(reader, weights / weights.sum(), hand)
    return Measured(bins, Loss(1, exact, exact - bits_gained(weights, true)), tuple(by_kind.items()))


def _sort_into_bins(reader: Reader, chances: Weights, hand: Sequence[int]) -> tuple[Bin, ...]:
    """Every possible number of every colour that is not certain."""
    bins = [[0, 0.0, 0] for _ in range(BINS)]
    for column, card in zip(reader.rows.T, hand, strict=True):
        said = np.bincount(column, chances, len(NUMBERS))
        if np.count_nonzero(said) > 1:
            for number in np.flatnonzero(said).tolist():
                each = bins[min(BINS - 1, int(said[number] * BINS))]
                each[0] += 1
                each[1] += float(said[number])
                each[2] += number == card
    return tuple(Bin(int(cases), said, int(true)) for cases, said, true in bins)


def sum_up(measured: Iterable[Measured | None]) -> Measured | None:
    """All of them together; None if there are none."""
    found = [each for each in measured if each is not None]
    if not found:
        return None
    bins = tuple(
        Bin(sum(one.cases for one in column), sum(one.said for one in column), sum(one.true for one in column))
        for column in zip(*(each.bins for each in found), strict=True)
    )
    kinds = dict.fromkeys(kind for each in found for kind, _ in each.by_kind)
    losses = {kind: _add_losses(loss for each in found for of, loss in each.by_kind if of == kind) for kind in kinds}
    return Measured(bins, _add_losses(each.loss for each in found), tuple(losses.items()))


def _add_losses(losses: Iterable[Loss]) -> Loss:
    decisions, exact, read = zip(*((loss.decisions, loss.exact, loss.read) for loss in losses), strict=True)
    return Loss(sum(decisions), sum(exact), sum(read))


# The game itself.


class Deal:
    """Shuffled cards: per colour one in the box, one in each holder, the rest to draw from."""

    def __init__(self, players: Sequence[str], rng: random.Random) -> None:
        self.rng = rng
        self.holders = (*players, *neutrals_of(tuple(players)))
        self.piles = {colour: rng.sample(NUMBERS, len(NUMBERS))[1:] for colour in COLOURS}
        self.hands = {name: {colour: self.piles[colour].pop() for colour in COLOURS} for name in self.holders}

    def see(self) -> tuple[See, ...]:
        """Every holder as the others see it."""
        return tuple(See(name, _cards(hand)) for name, hand in self.hands.items())

    def throw(self) -> tuple[str, ...]:
        return tuple(self.rng.choices(COLOURS, k=DICE))

    def answer(self, bet: Bet, dice: Sequence[str]) -> str:
        """What the others tell."""
        total = sum(self.hands[bet.player][colour] for colour in dice)
        return right_answer(bet.low, bet.high, total, bet.high - bet.low + 1 == min(TOKENS))

    def draw(self, player: str, colour: str) -> Swap:
        """The player lays off the card of that colour and draws another."""
        old, new = self.hands[player][colour], self.piles[colour].pop()
        self.hands[player][colour] = new
        return Swap(player, Card(colour, old), Card(colour, new))

    def reveal(self, player: str) -> Reveal:
        return Reveal(player, _cards(self.hands[player]))


def _cards(hand: dict[str, int]) -> tuple[Card, ...]:
    return tuple(Card(colour, number) for colour, number in hand.items())


WAYS: Mapping[str, type[MachineSeat]] = {
    "best": BestSeat,
    "exact": ExactSeat,
    "points": PointsSeat,
    "expert": ExpertSeat,
    "reader": ReaderSeat,
    "noisy": NoisySeat,
    "pad": PadSeat,
    "random": RandomSeat,
    **FITTED,
    **OTHERS,
}


@dataclass(frozen=True, slots=True)
class Played:
    """How one seat did in one game. `tokens` has, round by round, the length taken and whether it was a hit."""

    player: str
    way: str
    points: int
    final_points: int
    won: bool
    hands: int
    tokens: tuple[tuple[int, bool], ...]
    reading: Measured | None = None  # of a seat that reads


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game: the seats in the order in which their stones lay, the log of the first of them, the table's."""

    seats: tuple[Played, ...]
    log: str
    table_log: str


class Match:
    """A game under way. `events` holds the whole truth; each seat sees its part of it."""

    def __init__(self, ways: Mapping[str, str], seed: str, kinds: Mapping[str, type[MachineSeat]] = WAYS) -> None:
        self.ways = dict(ways)
        self.players = tuple(ways)
        self.deal = Deal(self.players, random.Random(f"{seed} deal"))
        self.record = Record(self.players, self.players[0])
        self.events: list[Event] = []
        self.seats: dict[str, MachineSeat] = {}
        self.measured: dict[str, list[Measured | None]] = {player: [] for player in ways}
        viewpoints = {player: kinds[way].viewpoint_type(self.players, player) for player, way in ways.items()}
        for event in self.deal.see():
            self._happen(event, viewpoints)
        for player, way in ways.items():
            self.seats[player] = kinds[way](viewpoints[player], random.Random(f"{seed} {player}"))

    def happen(self, event: Event) -> None:
        self._happen(event, self.seats)

    def _happen(self, event: Event, seeing: Mapping[str, MachineSeat] | Mapping[str, Viewpoint]) -> None:
        self.events.append(event)
        for player, seat in seeing.items():
            seen = event.seen_by(player)
            if seen is not None:
                seat.see(seen)
        seen = event.seen_by(self.record.replay.me)
        if seen is not None:
            self.record.write(seen)

    def play(self) -> FinishedGame:
        for _ in range(ROUNDS[len(self.players)]):
            self.play_round()
        self.play_end()
        return self.outcome()

    def play_round(self) -> None:
        thrower, thrown = self.record.replay.track.last(), self.deal.throw()
        assert thrower is not None
        made = self.seats[thrower].turn(thrown)
        if made not in turns(thrown, COLOURS):
            raise IllegalMove(f"{thrower} made {made} of {thrown}")
        self.happen(Dice(made))
        for bet in self.collect_bets():
            self.happen(bet)
        self.swap_cards()

    def collect_bets(self) -> list[Bet]:
        """All tokens are laid, and everybody sees them, before the first bet is checked."""
        bets: list[Bet] = []
        order, dice = self.record.replay.rounds[-1].order, self.record.replay.rounds[-1].dice
        assert order is not None
        assert dice is not None
        free = sorted(TOKENS)
        for player in order:
            self.measure(player)
            low, high = self.seats[player].bet(tuple(free))
            if high - low + 1 not in free:
                raise IllegalMove(f"{player} bets {low}-{high}, but that token is not free")
            free.remove(high - low + 1)
            bets.append(Bet(player, low, high))
            for seat in self.seats.values():
                seat.see(bets[-1])
        return [replace(bet, answer=self.deal.answer(bet, dice)) for bet in bets]

    def swap_cards(self) -> None:
        """Those whose bets were wrong lay off a card, last on the track first, while any pile has one."""
        bets = self.record.replay.rounds[-1].bets
        for player in self.record.replay.track.order() or ():
            if bets[player].answer != "hit" and any(self.deal.piles.values()):
                colour = self.seats[player].swap()
                if not self.deal.piles[colour]:
                    raise IllegalMove(f"{player} lays off {colour}, but its pile is empty")
                self.happen(self.deal.draw(player, colour))

    def play_end(self) -> None:
        for player in self.players:
            self.measure(player)
        table = replay_all(self.players, self.events)
        finals = {player: seat.final(table_seen(table, player)) for player, seat in self.seats.items()}
        for player, bets in finals.items():
            self.happen(Final(player, tuple(Card(colour, n) for colour, numbers in bets.items() for n in numbers)))
        for player in self.players:
            self.happen(self.deal.reveal(player))

    def measure(self, player: str) -> None:
        """How right the readings of a seat are when it has to decide."""
        viewpoint = self.seats[player].viewpoint
        if isinstance(viewpoint, Reader):
            self.measured[player].append(measure(viewpoint, tuple(self.deal.hands[player].values()), self.ways))

    def outcome(self) -> FinishedGame:
        table = self.record.replay.table()
        assert table.final_track is not None
        points = table.final_track.scores()
        seats = tuple(
            Played(
                player=player,
                way=way,
                points=points[player] or 0,
                final_points=table.final_points[player] or 0,
                won=table.winner == (player,),
                hands=len(self.seats[player].viewpoint.rows),
                tokens=tuple((this.bets[player].length, this.bets[player].answer == "hit") for this in table.rounds),
                reading=sum_up(self.measured[player]),
            )
            for player, way in self.ways.items()
        )
        return FinishedGame(seats, self.record.text, write_table(self.players, self.events))


def play_game(ways: Sequence[tuple[str, str]], seed: str) -> FinishedGame:
    """A game of seats (name and way of playing, in the order of the starting stack); a seed always gives the same."""
    return Match(dict(ways), seed).play()


@dataclass(frozen=True, slots=True)
class Token:
    """How often a seat took the token in a game, and how often it was a hit then; None if it never was taken."""

    length: int
    taken: float
    hit: float | None

    def data(self) -> dict[str, object]:
        hit = None if self.hit is None else round(self.hit, 4)
        return {"token": self.length, "taken": round(self.taken, 4), "hit": hit}


@dataclass(frozen=True, slots=True)
class Row(Wins):
    """One way of playing. All figures are per seat."""

    points: float
    error: float  # standard error of the points
    bets: float  # points of all bets before the final ones
    hits: float  # per round
    final: float
    hands: float  # left at the end, the median
    tokens: tuple[Token, ...]
    reading: Measured | None = None

    def data(self) -> dict[str, object]:
        return Wins.data(self) | {
            "points": round(self.points, 4),
            "points_error": round(self.error, 4),
            "bet_points": round(self.bets, 4),
            "hits_per_round": round(self.hits, 4),
            "final_points": round(self.final, 4),
            "hands_left": self.hands,
            "tokens": [token.data() for token in self.tokens],
            "reading": self.reading.data() if self.reading else None,
        }


@dataclass(frozen=True, slots=True)
class Report(simulation.Report):
    rows: tuple[Row, ...]


def make_report(seats: Sequence[str], played: Sequence[PlayedGame]) -> Report:
    games = [expect(FinishedGame, one) for one in played]
    rows = tuple(_sum_up(way, seats.count(way), games) for way in dict.fromkeys(seats)) if games else ()
    return Report(tuple(seats), len(games), rows)


def _sum_up(way: str, seats: int, games: Sequence[FinishedGame]) -> Row:
    played = [seat for game in games for seat in game.seats if seat.way == way]
    points = [seat.points for seat in played]
    hits = [hit for seat in played for _, hit in seat.tokens]
    return Row(
        *count_wins(way, seats, played, len(games)),
        points=fmean(points),
        error=stdev(points) / sqrt(len(points)) if len(points) > 1 else 0.0,
        bets=fmean(seat.points - seat.final_points for seat in played),
        hits=fmean(hits),
        final=fmean(seat.final_points for seat in played),
        hands=median(seat.hands for seat in played),
        tokens=tuple(_token(length, played) for length in sorted(TOKENS)),
        reading=sum_up(seat.reading for seat in played),
    )


def _token(length: int, played: Sequence[Played]) -> Token:
    taken = [hit for seat in played for token, hit in seat.tokens if token == length]
    return Token(length, len(taken) / len(played), fmean(taken) if taken else None)


def make_simulation() -> Simulation:
    ways = {
        "best": "our advice, and reads the others' bets",
        "exact": "the same from exact chances",
        "points": "the most points of the moment",
        "expert": "a good human: the pad, and middle sums likelier",
        "reader": "an expert who reads by a rule of thumb",
        "noisy": "an expert who errs like a person",
        "pad": "a careful human: one sum at a time",
        "random": "any legal move",
    }
    return Simulation(ways, range(min(ROUNDS), max(ROUNDS) + 1), play_game, make_report)
