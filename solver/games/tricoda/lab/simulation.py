"""Whole games of Tricoda played by machine: stones, question cards, answers; after each one every seat may declare.

A seat knows only what it saw and heard (`Viewpoint`); a way of playing decides when to declare and which code. The rule
sheet does not say what to do when the pile cannot fill a rack. Here the stones beside it are mixed in first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

import numpy as np

from solver.game import expect
from solver.games.tricoda.advice import LEAST, decide, look_ahead, weigh_rival
from solver.games.tricoda.draws import count_draws
from solver.games.tricoda.events import Ask, Declare, Mix, Reveal, See, Was
from solver.games.tricoda.facts import sight_of
from solver.games.tricoda.possible_racks import COUNTS, Floats, fitting, ways
from solver.games.tricoda.replay import Replay
from solver.games.tricoda.rules import (
    CARDS,
    PIECES,
    PLAYERS,
    POINTS_TO_WIN,
    RACK,
    STONES,
    Code,
    Named,
    Question,
    Stone,
    code_of,
    neutrals_of,
    question,
    true_answer,
)
from solver.games.tricoda.sheet import RackWays, rank_codes, seen_stones
from solver.games.tricoda.table import Table
from solver.grammar import NOBODY, Event, GameLine, Me, Players
from solver.lab import simulation
from solver.lab.simulation import IllegalMove, PlayedGame, Simulation, Wins, count_wins
from solver.log import Fault, parse_line


class Viewpoint:
    """One player's log and the table it makes. `fits` tells which coloured racks agree with all answers about the
    present rack, `drawn` how likely stones make each of them: counting both from scratch would be slow.
    """

    def __init__(self, players: Sequence[str], me: str) -> None:
        self.me = me
        self.lines: list[str] = []
        self.replay = Replay(me)
        self.fits = np.ones(len(COUNTS), dtype=np.bool_)
        self.drawn: RackWays | None = None  # None until it is asked for again
        for event in (GameLine("tricoda"), Players(tuple(players)), Me(me)):
            self._write(event)

    @property
    def log(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    @property
    def table(self) -> Table:
        return self.replay.table()

    @property
    def racks(self) -> RackWays:
        """All racks that may be this player's, as the sheet counts them."""
        if self.drawn is None:
            table = self.table
            seen = seen_stones(table, self.me)
            left = tuple(there - seen[stone] for stone, there in STONES.items())
            self.drawn = RackWays(ways(left), count_draws(table, table.current(self.me)))
        weights: Floats = self.drawn.weights * self.fits
        return RackWays(self.drawn.ways * self.fits, weights)

    def see(self, event: Event) -> None:
        """Something happened; what this player cannot see, or has seen all along, is left out."""
        seen = event.seen_by(self.me)
        if seen is None or (isinstance(seen, Was) and seen.player != self.me):
            return
        self._write(seen)
        if isinstance(seen, Ask) and seen.player != self.me:
            self._hear(seen)
        elif isinstance(seen, Declare) and seen.player == self.me:
            self.fits[:] = True
        if isinstance(seen, See | Was | Mix | Declare):
            self.drawn = None

    def _hear(self, asked: Ask) -> None:
        history = self.replay.history
        sight = sight_of([history.current(holder) for holder in history.racks if holder not in (asked.player, self.me)])
        self.fits &= fitting(question(asked.card), sight, asked.answer)

    def _write(self, event: Any) -> None:
        """Add a line to the log and replay it as in any log: what breaks a rule is an illegal move."""
        line = parse_line(len(self.lines) + 1, event.write())
        self.lines.append(line.text)
        self.replay.line = line
        try:
            self.replay.take(replace(event, line=line))
        except Fault as fault:
            raise IllegalMove(f"{line.text}: {fault.problem}") from None
        for wrong in (*self.replay.errors, *self.replay.warnings):
            raise IllegalMove(f"{line.text}: {wrong.problem}")


def write_table(players: Sequence[str], events: Sequence[Event]) -> str:
    """The table's own log of these events: all stones, but no answers, outcomes or stones laid aside, which follow."""
    opening: tuple[Event, ...] = (GameLine("tricoda"), Players(tuple(players)), Me(NOBODY))
    typed = (_as_typed(event) for event in events if not isinstance(event, Was))
    return "".join(f"{event.write()}\n" for event in (*opening, *typed))


def _as_typed(event: Event) -> Event:
    if isinstance(event, Ask):
        return replace(event, answer=None)
    return replace(event, right=None) if isinstance(event, Declare) else event


# Ways of playing.

RANDOM_CHANCE = 1 / 20  # that `random` declares after a question

Declarer = Callable[[Viewpoint, random.Random], Code | None]  # the code to declare now, None to wait


def declare_best(view: Viewpoint, _: random.Random) -> Code | None:
    """As `advise` says. What cannot change its decision is not computed: only rivals one point from winning matter,
    and without one a code that is more likely wrong than right is never declared.
    """
    racks, table = view.racks, view.table
    best = rank_codes(*racks)[0]
    if best.chance == 1:
        return best.code
    near = [player for player, points in table.points.items() if points == POINTS_TO_WIN - 1 and player != view.me]
    if not near and best.chance < LEAST:
        return None
    rivals = tuple(weigh_rival(table, view.me, player, racks.weights) for player in near)
    declare, _reason = decide(best, look_ahead(table, view.me, racks.weights), rivals)
    return best.code if declare else None


def declare_certain(view: Viewpoint, _: random.Random) -> Code | None:
    codes = rank_codes(*view.racks)
    return codes[0].code if len(codes) == 1 else None


def declare_random(view: Viewpoint, rng: random.Random) -> Code | None:
    return rng.choice(rank_codes(*view.racks)).code if rng.random() < RANDOM_CHANCE else None


WAYS: Mapping[str, Declarer] = {"best": declare_best, "certain": declare_certain, "random": declare_random}


# The game.

MOST_QUESTIONS = 10 * len(CARDS)  # a game in which everybody waits for ever is stopped
POINT, LATE = "third point", "too late"


@dataclass(frozen=True, slots=True)
class Played:
    """How one seat did in one game. `won` is its share of the win: 1, or less when several tie."""

    player: str
    way: str
    points: int
    wrong: int
    won: float


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game: the seats in turn order, how it ended, the log of the first of them, and the table's."""

    seats: tuple[Played, ...]
    questions: int
    ended: str
    log: str
    table_log: str


class Match:
    """A game under way. It holds the truth; each seat has only its view."""

    def __init__(self, ways: Mapping[str, str], seed: str) -> None:
        self.ways = dict(ways)
        self.players = tuple(ways)
        self.rng = random.Random(f"{seed} deal")
        self.moods = {player: random.Random(f"{seed} {player}") for player in self.players}
        self.pile = self.rng.sample(PIECES, len(PIECES))
        self.beside: list[Stone] = []
        self.cards: list[Question] = []
        self.racks: dict[str, tuple[Stone, ...]] = {}
        self.points = dict.fromkeys(self.players, 0)
        self.wrong = dict.fromkeys(self.players, 0)
        self.questions = 0
        self.ended: str | None = None
        self.events: list[Event] = []
        self.views = {player: Viewpoint(self.players, player) for player in self.players}
        for holder in (*self.players, *neutrals_of(self.players)):
            self.put(holder, self.draw())

    def happen(self, event: Event) -> None:
        self.events.append(event)
        for view in self.views.values():
            view.see(event)

    def draw(self) -> tuple[Stone, ...]:
        return tuple(self.pile.pop() for _ in range(RACK))

    def put(self, holder: str, stones: tuple[Stone, ...]) -> None:
        self.racks[holder] = stones
        self.happen(See(holder, _named(stones)))

    def play(self) -> FinishedGame:
        while self.ended is None:
            self.play_question()
        for player in self.players:
            if player in self.racks:
                self.happen(Reveal(player, _named(self.racks[player])))
        return self.outcome()

    def play_question(self) -> None:
        """The next player reads and answers; then each may declare once, the reader's left neighbour first."""
        turn = self.questions % len(self.players)
        self.ask(self.players[turn])
        for player in (*self.players[turn + 1 :], *self.players[: turn + 1]):
            code = WAYS[self.ways[player]](self.views[player], self.moods[player])
            if code is not None:
                self.declare(player, code)
            if self.ended is not None:
                return
        if self.questions == MOST_QUESTIONS:
            self.ended = LATE

    def ask(self, reader: str) -> None:
        if not self.cards:
            self.cards = self.rng.sample(CARDS, len(CARDS))
        card = self.cards.pop()
        self.questions += 1
        seen = [rack for holder, rack in self.racks.items() if holder != reader]
        self.happen(Ask(reader, card.number, true_answer(card, seen)))

    def declare(self, player: str, code: Code) -> None:
        stones = self.racks.pop(player)
        right = code == code_of(stones)
        (self.points if right else self.wrong)[player] += 1
        self.happen(Declare(player, code, right))
        self.happen(Was(player, _named(stones)))
        if self.points[player] == POINTS_TO_WIN:
            self.ended = POINT
            return
        unowned = self.choose_unowned() if right else None
        self.beside += [*stones, *(self.racks[unowned] if unowned else ())]
        if len(self.pile) < RACK * (1 + (unowned is not None)):
            self.mix(unowned)
        self.put(player, self.draw())
        if unowned:
            self.put(unowned, self.draw())

    def choose_unowned(self) -> str | None:
        """Of two racks either may go: one that held other stones than those drawn, so that a log shows which."""
        neutrals = neutrals_of(self.players)
        other = [neutral for neutral in neutrals if not self.gets_the_same(neutral)]
        return self.rng.choice(other or neutrals) if neutrals else None

    def gets_the_same(self, unowned: str) -> bool:
        """Whether the stones drawn after those of the declarer are those that stand there."""
        return sorted(self.pile[-2 * RACK : -RACK]) == sorted(self.racks[unowned])

    def mix(self, unowned: str | None) -> None:
        """All stones beside the pile go back before any rack is filled: so a log shows which are filled after it."""
        self.pile += self.beside
        self.beside = []
        self.rng.shuffle(self.pile)
        while unowned is not None and self.gets_the_same(unowned):
            self.rng.shuffle(self.pile)
        self.happen(Mix())

    def outcome(self) -> FinishedGame:
        most = max(self.points.values())
        share = 1 / list(self.points.values()).count(most)
        seats = tuple(
            Played(player, way, self.points[player], self.wrong[player], share * (self.points[player] == most))
            for player, way in self.ways.items()
        )
        first = self.views[self.players[0]]
        return FinishedGame(seats, self.questions, str(self.ended), first.log, write_table(self.players, self.events))


def _named(stones: Sequence[Stone]) -> tuple[Named, ...]:
    return tuple(map(Named, stones))


def play_game(ways: Sequence[tuple[str, str]], seed: str) -> FinishedGame:
    """A game of seats (name and way of playing, in turn order); a seed always gives the same."""
    return Match(dict(ways), seed).play()


@dataclass(frozen=True, slots=True)
class Row(Wins):
    """One way of playing. All figures are per seat."""

    points: float  # every right declaration is one
    wrong: float  # declarations
    questions: float | None  # per point; None without a point

    def data(self) -> dict[str, object]:
        return Wins.data(self) | {
            "points": round(self.points, 4),
            "declared_right": round(self.points, 4),
            "declared_wrong": round(self.wrong, 4),
            "questions_per_point": None if self.questions is None else round(self.questions, 4),
        }


@dataclass(frozen=True, slots=True)
class Report(simulation.Report):
    """Adds how many questions a game took, and how the games ended."""

    rows: tuple[Row, ...]
    questions: float
    ended: dict[str, int]

    def data(self) -> dict[str, object]:
        return simulation.Report.data(self) | {"questions": round(self.questions, 4), "ended": self.ended}


def make_report(seats: Sequence[str], played: Sequence[PlayedGame]) -> Report:
    games = [expect(FinishedGame, one) for one in played]
    return Report(
        seats=tuple(seats),
        games=len(games),
        questions=fmean(game.questions for game in games) if games else 0.0,
        ended={end: sum(game.ended == end for game in games) for end in (POINT, LATE)},
        rows=tuple(_sum_up(way, seats.count(way), games) for way in dict.fromkeys(seats)) if games else (),
    )


def _sum_up(way: str, seats: int, games: Sequence[FinishedGame]) -> Row:
    played = [seat for game in games for seat in game.seats if seat.way == way]
    points = sum(seat.points for seat in played)
    return Row(
        *count_wins(way, seats, played, len(games)),
        points=points / len(played),
        wrong=fmean(seat.wrong for seat in played),
        questions=seats * sum(game.questions for game in games) / points if points else None,
    )


def make_simulation() -> Simulation:
    ways = {
        "best": "declares by our advice",
        "certain": "declares only what is certain",
        "random": "after one question in twenty, any code that can be",
    }
    return Simulation(ways, PLAYERS, play_game, make_report)
