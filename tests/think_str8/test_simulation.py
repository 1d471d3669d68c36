"""Simulated games: a log read back is the same table, seats keep to rules and sight, pads and viewpoints are right."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import pytest

from solver.chronicle import confidence
from solver.engine.worlds import solve
from solver.game import expect
from solver.games import open_log
from solver.games.think_str8.advice.bets import Stakes, rank_bets, rank_dice, rank_swaps
from solver.games.think_str8.events import Bet, Dice, See, Swap
from solver.games.think_str8.facts import Viewpoint, know, make_puzzle
from solver.games.think_str8.lab.match import (
    WAYS,
    FinishedGame,
    Match,
    make_report,
    make_simulation,
    measure,
    play_game,
    replay_all,
    table_seen,
)
from solver.games.think_str8.lab.seats import ExpertSeat, MachineSeat, PadSeat, RandomSeat, ReaderSeat, sum_weights
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.reader import Reader
from solver.games.think_str8.replay import Replay
from solver.games.think_str8.rules import COLOURS, ROUNDS, TOKENS, Card
from solver.games.think_str8.table import Table
from solver.grammar import Players
from solver.lab.simulation import IllegalMove, name_seats, play_games
from solver.log import Line, parse_log
from tests.think_str8.tables import make_record

TABLES = [
    ("best", "pad"),
    ("pad", "points", "random"),
    ("best", "pad", "points", "random"),
    ("noisy", "reader", "exact", "expert"),
]


def match_of(ways: Sequence[str], seed: str) -> Match:
    return Match(dict(name_seats(ways)), seed)


@pytest.mark.parametrize("ways", TABLES)
def test_a_log_read_back_is_the_same_table(ways: tuple[str, ...]) -> None:
    for seed in range(2):
        match = match_of(ways, f"read back {seed}")
        game = match.play()
        opened = open_log(parse_log(game.log))
        assert isinstance(opened, Str8Log), opened
        assert opened.table == match.record.replay.table()
        assert not opened.table.warnings
        assert opened.table.winner == tuple(seat.player for seat in game.seats if seat.won)
        assert opened.table.round == ROUNDS[len(ways)]


@pytest.mark.parametrize(
    ("ways", "games"),
    [
        (("random",) * 2, 12),
        (("random",) * 3, 12),
        (("random",) * 4, 20),
        (("pad", "random"), 8),
        (("pad", "random", "pad"), 8),
        (("pad", "random", "pad", "random"), 8),
        (("points", "best", "random", "pad"), 3),
        (("expert", "reader", "noisy", "exact"), 3),
    ],
)
@pytest.mark.seldom
def test_no_seat_makes_an_illegal_move(ways: tuple[str, ...], games: int) -> None:
    """Every line goes through the reader and the replay, which refuse what is illegal; tests/bench plays 1,500 more."""
    for number in range(games):
        game = play_game(name_seats(ways), f"legal {number}")
        assert sum(seat.won for seat in game.seats) == 1


@pytest.mark.parametrize("ways", TABLES[:3])
@pytest.mark.seldom
def test_eyes_and_both_engines_agree_on_every_position(ways: tuple[str, ...]) -> None:
    """What a seat counts for itself is what both engines count in the log that this player would have written."""
    match = match_of(ways, "positions")
    for number in range(ROUNDS[len(ways)]):
        match.play_round()
        for player, seat in match.seats.items() if number % 3 == 0 else ():
            table = make_record(match.players, player, match.events).replay.table()
            known = know(table, player, solve(make_puzzle(table, player)))
            assert sorted(map(tuple, known.hands)) == sorted(map(tuple, seat.viewpoint.rows))
            assert (known.ways == 1).all()
            assert known.unseen == seat.viewpoint.known.unseen
            assert {colour: table.pile(colour) for colour in COLOURS} == seat.viewpoint.piles
            assert tuple(match.deal.hands[player].values()) in set(map(tuple, seat.viewpoint.rows.tolist()))


def test_no_seat_sees_its_own_cards() -> None:
    match = match_of(("best", "pad", "points", "random"), "sight")
    match.play()
    for player, seat in match.seats.items():
        for event in seat.viewpoint.events:
            assert not (isinstance(event, See) and event.holder == player)
            assert not (isinstance(event, Swap) and event.player == player and event.new)


@pytest.mark.parametrize("ways", TABLES)
def test_the_table_a_seat_is_shown_has_only_what_it_saw(ways: tuple[str, ...]) -> None:
    match = match_of(ways, "shown")
    for _ in range(ROUNDS[len(ways)]):
        match.play_round()
    whole = replay_all(match.players, match.events)
    assert all(held.number is not None for cards in whole.holders.values() for held in chain(*cards.values()))
    for player in match.players:
        replay = Replay(player)
        for event in (Players(match.players, Line(0, "", ())), *match.events):
            if (seen := event.seen_by(player)) is not None:
                replay.feed(seen)
        assert table_seen(whole, player) == replay.table()


@pytest.mark.parametrize("way", list(WAYS))
def test_a_hidden_card_changes_no_move(way: str) -> None:
    """The own cards trade places with the box: nobody can see that, so the first moves stay the same."""
    moves = []
    for trade in (False, True):
        match = Match({"one": way, "two": "pad", "three": "pad"}, "hidden")
        seat, hand = match.seats["one"], match.deal.hands["one"]
        if trade:
            for colour in COLOURS:
                hand[colour] = next(number for number in seat.viewpoint.unseen[colour] if number != hand[colour])
        match.events = list(match.deal.see())
        seen = table_seen(replay_all(match.players, match.events), "one")
        turned = seat.turn(("blue", "red", "grey"))
        seat.see(Dice(turned))
        moves.append((turned, seat.bet((2, 4, 6)), seat.swap(), seat.final(seen)))
    assert moves[0] == moves[1]


def test_exact_does_what_deduce_advises() -> None:
    """In the log of this player, `advise` ranks first what the seat does: the die, the bet, the swap."""
    match = match_of(("exact", "pad", "pad"), "advised")
    seat, rng = match.seats["exact"], random.Random(5)
    for _ in range(ROUNDS[3]):
        dice = match.deal.throw()
        free = sorted(rng.sample(sorted(TOKENS), 5))
        before = make_record(match.players, "exact", match.events).replay.table()
        piles = {colour: before.pile(colour) for colour in COLOURS if before.pile(colour)}
        known = know(before, "exact")
        assert seat.turn(dice) == rank_dice(known, dice, Stakes(TOKENS, TOKENS, piles))[0].dice
        assert seat.swap() == rank_swaps(known, piles)[0].colour
        match.play_round()
        now = make_record(match.players, "exact", match.events).replay.table()
        known = know(now, "exact")
        piles = {colour: now.pile(colour) for colour in COLOURS if now.pile(colour)}
        best = rank_bets(known, now.rounds[-1].dice or (), Stakes(TOKENS, free, piles))[0]
        assert seat.bet(free) == (best.low, best.high)


class Cheat(RandomSeat):
    """Does one thing that is forbidden."""

    how = ""

    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        if self.how == "turn":
            return tuple(next(colour for colour in COLOURS if colour not in thrown) for _ in thrown)
        return super().turn(thrown)

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        if self.how == "token":
            taken = next((token for token in TOKENS if token not in free), None)
            return (5, 5 + taken - 1) if taken else super().bet(free)
        return (18, 24) if self.how == "range" and 7 in free else super().bet(free)

    def swap(self) -> str:
        empty = [colour for colour in COLOURS if not self.viewpoint.piles[colour]]
        return empty[0] if self.how == "pile" and empty else super().swap()

    def final(self, table: Table) -> dict[str, tuple[int, ...]]:
        return super().final(table) | ({"blue": (1, 2, 3, 4)} if self.how == "final" else {})


@pytest.mark.parametrize("how", ["turn", "token", "range", "pile", "final"])
def test_cheats_are_found_out(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WAYS, "cheat", Cheat)
    monkeypatch.setattr(Cheat, "how", "")
    play_game(name_seats(("cheat",) * 4), "cheat")
    monkeypatch.setattr(Cheat, "how", how)
    with pytest.raises(IllegalMove):
        play_game(name_seats(("cheat",) * 4), "cheat")


# The pad.


S = TypeVar("S", bound=MachineSeat)


def make_seat(way: type[S], unseen: Mapping[str, list[int]] = MappingProxyType({})) -> S:
    viewpoint = Viewpoint(("Markus", "Inka"), "Markus")
    viewpoint.unseen = {colour: list(unseen.get(colour, range(8))) for colour in COLOURS}
    return way(viewpoint, random.Random(1))


def test_the_pad_learns_from_a_card_laid_off() -> None:
    """The rule sheet's example: yellow twice with green hit 0-5; the yellow 2 is laid off, so green is 0 or 1."""
    pad = make_seat(PadSeat, {"yellow": [0, 1, 2, 3, 4], "green": [1, 2, 3, 4, 5]})
    pad.see(Dice(("yellow", "yellow", "green")))
    pad.see(Bet("Markus", 0, 5, "hit"))
    assert pad.pad.left["yellow"] == {0, 1, 2}
    pad.see(Swap("Markus", Card("yellow", 2)))
    assert pad.pad.left["green"] == {1}
    assert pad.pad.left["yellow"] == {0, 1, 3, 4}


@pytest.mark.parametrize("seed", range(8))
def test_the_pad_never_crosses_out_the_truth_and_knows_no_more_than_all_hands_tell(seed: int) -> None:
    match = match_of(("pad",) * (2 + seed % 3), f"pad {seed}")
    for _ in range(ROUNDS[len(match.players)]):
        match.play_round()
        for player, seat in match.seats.items():
            assert isinstance(seat, PadSeat)
            for column, colour in enumerate(COLOURS):
                assert match.deal.hands[player][colour] in seat.pad.left[colour]
                assert set(np.unique(seat.viewpoint.rows[:, column])) <= seat.pad.left[colour]


# Good human players.


def test_an_expert_finds_middle_sums_likelier() -> None:
    assert sum_weights({"blue": {0, 1}, "red": {0, 1}}, ("blue", "red", "red")) == {0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25}
    weights = sum_weights({"blue": {0, 1, 2}, "red": {0, 1, 2}}, ("blue", "red"))
    assert max(weights, key=lambda total: weights[total]) == 2


def test_an_experts_final_bet_brings_the_most_points() -> None:
    seat = make_seat(ExpertSeat)
    assert seat.final_bet({0: 8, 3: 1, 5: 1}) == (0,)
    assert seat.final_bet({0: 1, 3: 1, 5: 1, 6: 1, 7: 1}) == (0, 3, 5)
    assert seat.final_bet({0: 5, 3: 5}) == (0, 3)


def test_a_reader_shifts_the_own_sum_against_the_bets_of_the_round() -> None:
    """Who bets low sees high cards: the reader's own sum seems higher, and the other way round."""
    means = []
    for low in (0, 8, 17):
        match = match_of(("reader", "pad", "pad", "pad"), "thumb")
        seat = match.seats["reader"]
        seat.see(Dice(("blue", "red", "grey")))
        seat.see(Bet("pad-1", low, low + 3))
        assert isinstance(seat, ReaderSeat)
        weights = seat.weights(seat.viewpoint.dice)
        means.append(sum(total * weight for total, weight in weights.items()) / sum(weights.values()))
    assert means[0] > means[1] > means[2]


def test_a_reader_keeps_the_pads_of_the_others_and_never_crosses_out_their_cards() -> None:
    match = match_of(("reader", "noisy", "expert"), "pads")
    seat = match.seats["reader"]
    assert isinstance(seat, ReaderSeat)
    for _ in range(ROUNDS[3]):
        match.play_round()
        for rival, pad in seat.pads.items():
            assert all(number in pad.left[colour] for colour, number in match.deal.hands[rival].items())


def test_a_bet_is_seen_by_those_who_bet_later(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of(("best", "pad", "pad"), "laid")
    seen: list[int] = []

    def looking(seat: MachineSeat) -> Callable[[Sequence[int]], tuple[int, int]]:
        bet = seat.bet

        def look_and_bet(free: Sequence[int]) -> tuple[int, int]:
            seen.append(sum(isinstance(event, Bet) for event in seat.viewpoint.events))
            return bet(free)

        return look_and_bet

    for seat in match.seats.values():
        monkeypatch.setattr(seat, "bet", looking(seat))
    match.play_round()
    assert seen == [0, 1, 2]


# Many games.


@pytest.mark.seldom
def test_the_same_games_whatever_the_number_of_workers() -> None:
    simulation, ways = make_simulation(), ("best", "pad", "random")
    alone = dict(play_games(simulation, ways, 10, seed=3))
    shared = dict(play_games(simulation, ways, 10, seed=3, workers=2))
    assert alone == shared
    assert sorted(alone) == list(range(10))
    assert dict(play_games(simulation, ways, 2, seed=4)) != {number: alone[number] for number in range(2)}


def test_every_seat_sits_first_in_turn() -> None:
    games = dict(play_games(make_simulation(), ("random", "pad", "random"), 6, seed=1))
    first = [expect(FinishedGame, games[number]).seats[0].player for number in range(6)]
    assert first == ["random-1", "pad", "random-2"] * 2


def test_the_report_adds_up() -> None:
    games = [game for _, game in play_games(make_simulation(), ("pad", "random", "pad"), 9, seed=2)]
    pads, other = make_report(("pad", "random", "pad"), games).rows
    assert (pads.way, pads.seats, other.way, other.seats) == ("pad", 2, "random", 1)
    assert 2 * pads.win + other.win == pytest.approx(1)
    assert pads.between[0] <= pads.win <= pads.between[1] <= 1 / 2
    for row in (pads, other):
        assert row.bets + row.final == pytest.approx(row.points)
        assert sum(token.taken for token in row.tokens) == pytest.approx(9)
        hits = sum(token.taken * (token.hit or 0) for token in row.tokens)
        assert hits / 9 == pytest.approx(row.hits)
        earned = sum(token.taken * (token.hit or 0) * TOKENS[token.length] for token in row.tokens)
        assert earned == pytest.approx(row.bets)


def test_confidence_is_wilsons_interval() -> None:
    assert confidence(5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-4)
    assert confidence(0, 20) == pytest.approx((0.0, 0.16113), abs=1e-4)
    assert confidence(0, 0) == (0.0, 1.0)


# How right readings are.


def test_readings_are_measured_against_the_truth() -> None:
    games = [game for _, game in play_games(make_simulation(), ("best", "pad", "random"), 4, seed=5)]
    best, pad, _ = make_report(("best", "pad", "random"), games).rows
    assert pad.reading is None
    assert best.reading is not None
    measured = best.reading
    assert len(measured.bins) == 10
    for place, each in enumerate(measured.bins):
        assert not each.cases or place / 10 <= each.said / each.cases <= (place + 1) / 10
    assert dict(measured.by_kind).keys() == {"pad", "random"}
    assert measured.loss.decisions <= 4 * (ROUNDS[3] + 1)
    assert measured.loss.exact > 0
    truths = [seat.reading for game in games for seat in expect(FinishedGame, game).seats if seat.reading]
    assert sum(each.true for each in measured.bins) == sum(each.true for truth in truths for each in truth.bins)


def test_measuring_counts_every_open_number_once() -> None:
    match = match_of(("best", "pad", "pad", "pad"), "measured")
    match.play_round()
    reader = match.seats["best"].viewpoint
    assert isinstance(reader, Reader)
    hand = tuple(match.deal.hands["best"].values())
    found = measure(reader, hand, match.ways)
    assert found is not None
    assert sum(each.cases for each in found.bins) == sum(len(np.unique(column)) for column in reader.rows.T)
    assert sum(each.true for each in found.bins) == len(COLOURS)
    assert sum(each.said for each in found.bins) == pytest.approx(len(COLOURS))
    weights = reader.weights / reader.weights.sum()
    true = (reader.rows == hand).all(axis=1)
    assert found.loss.read == pytest.approx(-np.log2(weights[true][0]))
    assert found.loss.exact == pytest.approx(np.log2(len(weights)))
