"""How fast games of `best` are played, as a ratio to the plain way; and a longer run in which nobody may cheat."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from solver.games.think_str8.advice.bets import Stakes, rank_bets
from solver.games.think_str8.events import Bet
from solver.games.think_str8.facts import know
from solver.games.think_str8.lab.match import WAYS, play_game
from solver.games.think_str8.lab.seats import ExactSeat
from solver.games.think_str8.rules import TOKENS
from solver.lab.simulation import name_seats
from tests.bench.figures import hold, least, spent
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


def test_four_exact_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WAYS, "plain", PlainSeat)
    plain, exact = (name_seats((way,) * 4) for way in ("plain", "exact"))
    assert play_game(exact, "bench").log.replace("exact", "plain") == play_game(plain, "bench").log
    baseline = spent(lambda: play_game(plain, "bench"))
    hold("a game of four exact seats", least(lambda: play_game(exact, "bench"), 3), 1, baseline, "plain bets")


@pytest.mark.parametrize(
    "ways",
    [("best",) * 4, ("best", "points", "pad"), ("points", "pad"), ("pad",) * 4, ("random",) * 2, ("random",) * 4],
)
def test_no_illegal_move_in_a_longer_run(ways: tuple[str, ...]) -> None:
    for number in range(50):
        game = play_game(name_seats(ways), f"long {number}")
        assert sum(seat.won for seat in game.seats) == 1
