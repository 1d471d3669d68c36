"""What a reading costs: per bet as a line comes, and what is left of the speed of whole games."""

from __future__ import annotations

from statistics import median
from time import perf_counter, process_time

from solver.games.think_str8.beliefs import _kept, suggest
from solver.games.think_str8.match import Match, make_simulation, play_game
from solver.games.think_str8.reader import Reader
from solver.games.think_str8.rules import Bet
from solver.grammar import Event
from solver.simulation import name_seats, play_games
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import table_of

MOST = 0.010  # seconds per bet
GAMES_A_SECOND = 12  # of four `best` seats on two cores


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
    print(f"\n{len(took)} bets read: median {median(took) * 1e3:.2f} ms, at most {max(took) * 1e3:.2f} ms")
    assert max(took) < MOST


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
    print(f"\nsuggestions: median {median(grown) * 1e3:.1f} ms a line, at most {max(grown) * 1e3:.1f} ms")
    print(f"a whole log: at most {max(whole) * 1e3:.1f} ms")
    assert median(grown) < MOST
    assert max(whole) < 0.1


def test_four_seats_that_read_on_two_cores() -> None:
    play_game(name_seats(("best",) * 4), "warm")
    start = process_time()
    for number in range(10):
        play_game(name_seats(("best",) * 4), f"speed {number}")
    alone = (process_time() - start) / 10
    start = perf_counter()
    played = list(play_games(make_simulation(), ("best",) * 4, 60, seed=1, workers=2))
    rate = len(played) / (perf_counter() - start)
    print(f"\nfour best: {alone * 1e3:.0f} ms of one core a game, {rate:.1f} games a second on two cores")
    assert 2 / alone > GAMES_A_SECOND
