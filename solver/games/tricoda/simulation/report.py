"""Simulated games summed up: per way of playing, the mean of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from solver.games.tricoda.rules import PLAYERS
from solver.games.tricoda.simulation.match import LATE, PILE, POINT, Game, play_game
from solver.simulation import Simulation, confidence


@dataclass(frozen=True, slots=True)
class Row:
    """One way of playing. All figures are per seat; `win` has the interval of 95% confidence beside it."""

    way: str
    seats: int
    win: float
    between: tuple[float, float]
    points: float  # every right declaration is one
    wrong: float  # declarations
    questions: float | None  # per point; None without a point

    def data(self) -> dict[str, object]:
        return {
            "way": self.way,
            "seats": self.seats,
            "win": round(self.win, 4),
            "win_between": [round(edge, 4) for edge in self.between],
            "points": round(self.points, 4),
            "declared_right": round(self.points, 4),
            "declared_wrong": round(self.wrong, 4),
            "questions_per_point": None if self.questions is None else round(self.questions, 4),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All ways of playing at one table, in the order in which they were named, and how the games ended."""

    seats: tuple[str, ...]
    games: int
    questions: float
    ended: dict[str, int]
    rows: tuple[Row, ...]

    @property
    def chance(self) -> float:
        return 1 / len(self.seats)

    def data(self) -> dict[str, object]:
        return {
            "seats": list(self.seats),
            "games": self.games,
            "chance": round(self.chance, 4),
            "questions": round(self.questions, 4),
            "ended": self.ended,
            "ways": [row.data() for row in self.rows],
        }


def make_report(seats: Sequence[str], games: Sequence[Game]) -> Report:
    return Report(
        seats=tuple(seats),
        games=len(games),
        questions=fmean(game.questions for game in games) if games else 0.0,
        ended={end: sum(game.ended == end for game in games) for end in (POINT, PILE, LATE)},
        rows=tuple(_sum_up(way, seats.count(way), games) for way in dict.fromkeys(seats)) if games else (),
    )


def _sum_up(way: str, seats: int, games: Sequence[Game]) -> Row:
    played = [seat for game in games for seat in game.seats if seat.way == way]
    wins, points = sum(seat.won for seat in played), sum(seat.points for seat in played)
    low, high = confidence(wins, len(games))  # a game is won once, so games are counted, not seats
    return Row(
        way=way,
        seats=seats,
        win=wins / len(played),
        between=(low / seats, high / seats),
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
