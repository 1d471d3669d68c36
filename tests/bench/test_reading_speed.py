"""What a reading costs: per bet as a line comes, and what is left of the speed of whole games."""

from __future__ import annotations

from statistics import median
from time import process_time

from solver.games.think_str8.beliefs import _kept, suggest
from solver.games.think_str8.events import Bet
from solver.games.think_str8.lab.match import Match, play_game
from solver.games.think_str8.reader import Reader
from solver.grammar import Event
from solver.lab.simulation import name_seats
from tests.bench.figures import hold, least
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import table_of


def seen_in(game: int) -> list[Event]:
    match = Match(dict(name_seats(("best", "pad", "expert", "exact"))), f"read {game}")
    match.play()
    return match.seats["best"].viewpoint.events


def test_a_bet_is_read_in_time() -> None:
    took: list[float] = []
    for game in range(12):
        players = [name for name, _ in name_seats(("best", "pad", "expert", "exact"))]
        reader = Reader(players, "best", recall=True)
        for event in seen_in(game):
            start = process_time()
            reader.see(event)
            if isinstance(event, Bet) and not event.answer and event.player != "best":
                took.append(process_time() - start)
    hold(f"a bet read, median of {len(took)}", median(took), 0.1)
    hold(f"a bet read, slowest of {len(took)}", max(took), 0.5)


def test_what_the_table_suggests_is_said_at_once() -> None:
    """Line by line as at the table, and a whole log at once."""
    grown, whole = [], []
    for seed in range(4):
        lines = random_game(seed, 4).lines
        for cut in range(8, len(lines)):
            table = table_of("\n".join(lines[:cut]) + "\n")
            start = process_time()
            suggest(table, "Anna", 1.0)
            grown.append(process_time() - start)
        _kept.clear()
        start = process_time()
        suggest(table, "Anna", 1.0)
        whole.append(process_time() - start)
    hold("what the table suggests, a line", median(grown), 0.5)
    hold("what the table suggests, a whole log", max(whole), 5)


def test_four_seats_that_read() -> None:
    best, exact = (name_seats((way,) * 4) for way in ("best", "exact"))
    for seats in (best, exact):
        play_game(seats, "warm")
    taken, baseline = (
        sum(least(lambda s=seats, n=number: play_game(s, f"speed {n}"), 2) for number in range(4)) / 4  # type: ignore[misc]
        for seats in (best, exact)
    )
    hold("a game of four best seats", taken, 4, baseline, "four exact seats, who do not read")
