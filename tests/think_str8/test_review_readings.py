"""Reading judged afterwards: log-loss of the true hand as the seat itself had it, and what was read in time."""

from __future__ import annotations

import json
from math import log2

import numpy as np
import pytest

from solver.games.think_str8.lab.match import Match
from solver.games.think_str8.lab.seats import BestSeat
from solver.games.think_str8.review.review import judge_readings
from solver.games.think_str8.review.words.choices import tell_readings
from solver.games.think_str8.rules import COLOURS, ROUNDS
from solver.lab.simulation import name_seats
from tests.conftest import EXAMPLES, Deduce
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import make_record, table_of


def test_the_loss_is_that_of_the_seat_that_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(dict(name_seats(("best", "pad", "noisy"))), "judged")
    seat = match.seats["best"]
    assert isinstance(seat, BestSeat)
    reader, bet, losses = seat.viewpoint, seat.bet, []

    def note() -> None:
        hand = [match.deal.hands["best"][colour] for colour in COLOURS]
        true = int(np.flatnonzero((reader.rows == hand).all(axis=1))[0])
        if reader._told and len(reader.rows) > 1:
            losses.append((log2(len(reader.rows)), -log2(reader.weights[true] / reader.weights.sum())))

    def note_and_bet(free: tuple[int, ...]) -> tuple[int, int]:
        note()
        return bet(free)

    monkeypatch.setattr(seat, "bet", note_and_bet)
    for _ in range(ROUNDS[3]):
        match.play_round()
    note()
    match.play_end()
    judged = judge_readings(make_record(match.players, "best", match.events).replay.table(), "best", 1.0)
    assert judged is not None
    assert judged.exact == pytest.approx(np.mean([exact for exact, _ in losses]), rel=1e-3)
    assert judged.read == pytest.approx(np.mean([read for _, read in losses]), rel=1e-3)
    assert [(rival.player, rival.bets) for rival in judged.rivals] in (
        [("pad", 9), ("noisy", 9)],
        [("noisy", 9), ("pad", 9)],
    )
    for rival, loss in zip(judged.rivals, judged.data()["rivals"], strict=True):  # type: ignore[call-overload]
        assert loss["log_loss"] == {"exact": round(judged.exact, 4), "reading": round(judged.exact - rival.bits, 4)}


def test_what_could_be_read_in_time_was_true() -> None:
    game = random_game(3, 4, end=True)
    judged = judge_readings(table_of(game.text), "Anna", 1.0)
    assert judged is not None
    for each in judged.in_time:
        hands = game.hands[each.round - 1]["Anna"] if each.round else game.final_hands["Anna"]
        assert hands[each.suggestion.colour] == each.suggestion.number
        assert each.suggestion.read - each.suggestion.exact >= 0.2


def test_nothing_is_judged_without_the_cards_without_trust_or_with_no_bet_to_read() -> None:
    whole = random_game(3, 4, end=True)
    hidden = "".join(f"{line}\n" for line in whole.lines if not line.startswith("reveal"))
    some = judge_readings(table_of(hidden), "Anna", 1.0)
    every = judge_readings(table_of(whole.text), "Anna", 1.0)
    assert every is not None
    assert some is None or some.decisions < every.decisions
    assert judge_readings(table_of(whole.text), "Anna", 0.0) is None
    alone = "".join(f"{line}\n" for line in whole.lines if not line.startswith(("bet Ben", "bet Cleo", "bet Dirk")))
    assert judge_readings(table_of(alone), "Anna", 1.0) is None


@pytest.mark.seldom
def test_the_review_says_it_apart(deduce: Deduce) -> None:
    log = (EXAMPLES / "evening.game").read_text(encoding="utf-8")
    text = deduce("review", "-", text=log).stdout
    assert "Had you read the others' bets" in text
    assert "the true hand was" in text
    data = json.loads(deduce("review", "-", "--json", text=log).stdout)
    assert set(data["reading"]) == {"decisions", "log_loss", "rivals", "in_time"}
    assert {rival["player"] for rival in data["reading"]["rivals"]} == {"Ben", "Cleo"}
    without = deduce("review", "-", text=log.replace("me Anna\n", "me Anna\ntrust 0\n")).stdout
    assert "read the others' bets" not in without
    assert "Had Ben read the others' bets" in deduce("review", "-", "--as", "Ben", text=log).stdout


def test_a_habit_is_learnt_and_said() -> None:
    """Two spaces too high, always; of somebody who counts and lays the token where it belongs nothing is said."""
    match = Match(dict(name_seats(("best", "optimist", "exact"))), "habit")
    match.play()
    judged = judge_readings(make_record(match.players, "best", match.events).replay.table(), "best", 1.0)
    assert judged is not None
    assert {rival.player: rival.habit for rival in judged.rivals} == {"optimist": 2, "exact": 0}
    told = [line for line in tell_readings(judged, "best") if "habit" in line]
    assert told == ["optimist lays about two spaces too high, by the looks of it: a habit that reading has learnt."]
    assert {loss["player"]: loss["habit"] for loss in judged.data()["rivals"]} == {"optimist": 2, "exact": 0}  # type: ignore[attr-defined]
