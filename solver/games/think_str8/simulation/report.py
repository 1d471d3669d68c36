"""Simulated games summed up: per way of playing, the mean of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, median, stdev

from solver import simulation
from solver.games.think_str8.rules import ROUNDS, TOKENS
from solver.games.think_str8.simulation.calibration import Measured, sum_up
from solver.games.think_str8.simulation.match import WAYS, Game, Played, play_game
from solver.simulation import Simulation, Wins, count_wins


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


def make_report(seats: Sequence[str], games: Sequence[Game]) -> Report:
    rows = tuple(_sum_up(way, seats.count(way), games) for way in dict.fromkeys(seats)) if games else ()
    return Report(tuple(seats), len(games), rows)


def _sum_up(way: str, seats: int, games: Sequence[Game]) -> Row:
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
    words = {
        "best": "our advice, and reads the others' bets",
        "exact": "the same from exact chances",
        "points": "the most points of the moment",
        "expert": "a good human: the pad, and middle sums likelier",
        "reader": "an expert who reads by a rule of thumb",
        "noisy": "an expert who errs like a person",
        "pad": "a careful human: one sum at a time",
        "random": "any legal move",
    }
    ways = {way: words[way] for way in WAYS}
    return Simulation(ways, range(min(ROUNDS), max(ROUNDS) + 1), play_game, make_report)
