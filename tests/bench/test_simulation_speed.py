"""How fast games of `best` are played, as a ratio to the plain way; and a longer run in which nobody may cheat."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from solver.games.think_str8.advice.bets import Stakes, rank_bets
from solver.games.think_str8.facts import know
from solver.games.think_str8.match import WAYS, play_game
from solver.games.think_str8.rules import TOKENS, Bet
from solver.games.think_str8.seats import ExactSeat
from solver.simulation import name_seats
from tests.think_str8.tables import make_record


class PlainSeat(ExactSeat):
    """Baseline: as `deduce advise` would be asked at every bet, from the log, with all options spelt out."""

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        viewpoint = self.viewpoint
        answered = {(bet.player, bet.low, bet.high) for bet in viewpoint.events if isinstance(bet, Bet) and bet.answer}
        seen = [
            event
            for event in viewpoint.events  # a bet is seen when it is laid, and again with its answer
            if not isinstance(event, Bet) or event.answer or (event.player, event.low, event.high) not in answered
        ]
        table = make_record(viewpoint.players, viewpoint.me, seen).replay.table()
        known = know(table, viewpoint.me)
        best = rank_bets(known, viewpoint.dice, Stakes(TOKENS, free, viewpoint.colours_to_draw))[0]
        return best.low, best.high


def test_four_best_seats(benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WAYS, "plain", PlainSeat)
    start = perf_counter()
    plain = play_game(name_seats(("plain",) * 4), "bench")
    baseline = perf_counter() - start
    start = perf_counter()
    game = benchmark(lambda: play_game(name_seats(("exact",) * 4), "bench"))
    assert game.log.replace("exact", "plain") == plain.log
    took = benchmark.stats["median"] if benchmark.stats else perf_counter() - start
    print(f"\nplain bets {baseline:.3f} s, best {took:.3f} s a game, {1 / took:.1f} games a second on one core")
    assert took < baseline


@pytest.mark.parametrize(
    "ways",
    [("best",) * 4, ("best", "points", "pad"), ("points", "pad"), ("pad",) * 4, ("random",) * 2, ("random",) * 4],
)
def test_no_illegal_move_in_a_longer_run(ways: tuple[str, ...]) -> None:
    for number in range(250):
        game = play_game(name_seats(ways), f"long {number}")
        assert sum(seat.won for seat in game.seats) == 1
