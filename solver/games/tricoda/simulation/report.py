"""Simulated games summed up: per way of playing, the mean of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from solver import simulation
from solver.games.tricoda.rules import PLAYERS
from solver.games.tricoda.simulation.match import LATE, PILE, POINT, Game, play_game
from solver.simulation import Simulation, Wins, count_wins


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
    """With how many questions there were in a game, and how the games ended."""

    rows: tuple[Row, ...]
    questions: float
    ended: dict[str, int]

    def data(self) -> dict[str, object]:
        return simulation.Report.data(self) | {"questions": round(self.questions, 4), "ended": self.ended}


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
