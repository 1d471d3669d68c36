"""Reading the table: the weights are those of the naive twin, nothing exact knows of them, and they can be told."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from solver.games.think_str8 import beliefs as readings
from solver.games.think_str8.beliefs import LATEST, Beliefs, _kept, _start, events_seen, read_table
from solver.games.think_str8.facts import know
from solver.games.think_str8.lab.match import WAYS, Match, play_game
from solver.games.think_str8.lab.people import FITTED, OTHERS
from solver.games.think_str8.lab.seats import BestSeat
from solver.games.think_str8.reader import DOUBT, Reader
from solver.games.think_str8.rules import COLOURS, ROUNDS, TOKENS
from solver.games.think_str8.table import Table
from solver.lab.simulation import name_seats
from solver.session import add_line, judge, read_state
from tests.bench.measure_reading import SURE, SUREST, Figures
from tests.bench.strangers import STRANGERS
from tests.conftest import ROOT
from tests.think_str8.naive_reading import SmallBox, hand_weights
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import make_record, table_of


def read_all(box: SmallBox, me: str) -> Reader:
    reader = Reader(box.players, me, box.colours)
    for event in box.seen_by(me):
        reader.see(event)
    return reader


@pytest.mark.parametrize(
    ("seed", "players", "colours", "rounds"),
    [(1, 2, 3, 4), (2, 3, 3, 3), (3, 4, 3, 3), (4, 4, 3, 4), (5, 3, 2, 5), (6, 4, 2, 4)],
)
@pytest.mark.seldom
def test_the_weights_are_those_of_the_naive_twin(seed: int, players: int, colours: int, rounds: int) -> None:
    box = SmallBox(seed, players, COLOURS[:colours], rounds)
    for me in box.players[:2]:
        reader = read_all(box, me)
        expected = hand_weights(box.seen_by(me), box.players, me, box.colours, TOKENS)
        assert sorted(map(tuple, reader.rows.tolist())) == sorted(expected)
        weights = reader.weights / reader.weights.max()
        found = dict(zip(map(tuple, reader.rows.tolist()), weights.tolist(), strict=True))
        assert found == pytest.approx(expected, rel=2e-3)
        assert tuple(box.hands[me].values()) in found


def test_before_any_bet_all_hands_weigh_the_same() -> None:
    reader = read_all(SmallBox(1, 3, COLOURS, 0), "Anna")
    assert (reader.weights == 1).all()
    assert len(np.unique(reader.weighed.ways)) == 1


# From a log.


def beliefs_of(table: Table, seat: str, trust: float = 1.0) -> Beliefs | None:
    return read_table(table, seat, know(table, seat), trust)


@pytest.mark.parametrize("seed", range(12))
def test_the_hands_that_are_weighed_are_those_that_are_counted(seed: int) -> None:
    """Whatever a log lacks: cards in sight, others' bets and swaps; from my seat and from another."""
    game = random_game(seed, 2 + seed % 3, grey=seed % 4 > 0, miss_chance=0.0 if seed % 3 else 0.15)
    for cut in (15, 30, 45, len(game.lines)):
        table = table_of("\n".join(game.lines[:cut]) + "\n")
        for seat in game.players[:2]:
            known = know(table, seat)
            beliefs = read_table(table, seat, known, 1.0)
            lost = max(table.lacking_swaps(seat), default=0) if seat != table.me else 0
            if known.total > 1 and any(set(this.bets) - {seat} for this in table.rounds[lost:]):
                assert beliefs is not None
                assert beliefs.weights.sum() == pytest.approx(1)
                assert (beliefs.weights > 0).all(), "what is read never rules a hand out"


def test_the_log_of_a_seat_is_read_as_the_seat_read_the_game() -> None:
    match = Match(dict(name_seats(("best", "pad", "noisy", "expert"))), "as the seat")
    seat = match.seats["best"]
    assert isinstance(seat, BestSeat)
    for _ in range(ROUNDS[4] - 1):
        match.play_round()
        table = make_record(match.players, "best", match.events).replay.table()
        beliefs = beliefs_of(table, "best")
        assert beliefs is not None
        by_hand = dict(zip(map(tuple, beliefs.known.hands.tolist()), beliefs.weights.tolist(), strict=True))
        weights = seat.viewpoint.weights / seat.viewpoint.weights.sum()
        expected = dict(zip(map(tuple, seat.viewpoint.rows.tolist()), weights.tolist(), strict=True))
        assert by_hand == pytest.approx(expected, rel=1e-3)


def test_a_log_that_grows_or_is_corrected_is_read_like_a_new_one() -> None:
    lines, cuts = random_game(5, 4).lines, (30, 40, 50, 49, 48, 40, 30, 31)
    whole = [beliefs_of(table_of("\n".join(lines[:cut]) + "\n"), "Anna") for cut in cuts]
    for beliefs, cut in zip(whole, cuts, strict=True):
        _kept.clear()
        fresh = beliefs_of(table_of("\n".join(lines[:cut]) + "\n"), "Anna")
        assert beliefs is not None
        assert fresh is not None
        assert (beliefs.weights == fresh.weights).all()


def test_of_a_long_log_few_readers_are_kept() -> None:
    """Each has all hands, and a server would hold one for every line of every seat."""
    _kept.clear()
    assert beliefs_of(table_of("\n".join(random_game(5, 4).lines[:60]) + "\n"), "Anna") is not None
    (kept,) = _kept.values()
    assert max(kept.readers) > 40
    assert len(kept.readers) <= LATEST + max(kept.readers) // 16


def test_whatever_the_logs_readers_take_no_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest of each seat are the last to go, and the one just asked for stays."""
    _kept.clear()
    table = table_of("\n".join(random_game(5, 4).lines[:60]) + "\n")

    def held() -> dict[str, list[int]]:
        for seat in table.players:
            assert beliefs_of(table, seat) is not None
        return {start.seat: list(kept.readers) for start, kept in _kept.items()}

    newest = {seat: [len(tuple(events_seen(table, seat)))] for seat in table.players}
    assert all(len(counts) >= LATEST for counts in held().values())
    monkeypatch.setattr(readings, "ROOM", sum(kept.readers[max(kept.readers)].size for kept in _kept.values()))
    assert held() == newest
    monkeypatch.setattr(readings, "ROOM", 0)
    assert held() == {seat: newest[seat] if seat == table.players[-1] else [] for seat in table.players}
    for number in range(20):
        assert beliefs_of(table, "Anna", 0.5 + number / 100) is not None
    assert len(_kept) == readings.STARTS


def test_a_bet_left_out_is_as_if_it_had_not_been_laid() -> None:
    box = SmallBox(3, 4, COLOURS[:3], 2)
    reader = Reader(box.players, "Anna", box.colours, recall=True)
    for event in box.seen_by("Anna"):
        reader.see(event)
    for place, read in enumerate(reader.reads):
        fewer = Reader(box.players, "Anna", box.colours, recall=True)
        fewer._read = _skipping(fewer, place)  # type: ignore[method-assign]
        for event in box.seen_by("Anna"):
            fewer.see(event)
        found, expected = reader.weights_without(read), fewer.weights
        assert found / found.max() == pytest.approx(expected / expected.max(), rel=1e-4)


def _skipping(reader: Reader, place: int) -> Callable[..., None]:
    read, calls = reader._read, iter(range(100))
    return lambda *bet: None if next(calls) == place else read(*bet)


def test_trust_turns_reading_down_and_off() -> None:
    table = table_of(random_game(7, 4, rounds=4).text)
    assert beliefs_of(table, "Anna", 0.0) is None
    full, half = beliefs_of(table, "Anna", 1.0), beliefs_of(table, "Anna", 0.5)
    assert full is not None
    assert half is not None
    exact = full.chances(full.known.ways / full.known.total)
    changes = [np.abs(beliefs.chances(beliefs.weights) - exact).max() for beliefs in (half, full)]
    assert 0 < changes[0] < changes[1]


def test_suggestions_name_both_chances_and_the_bet_that_told_most() -> None:
    played = play_game((("Anna", "random"), ("Ben", "expert"), ("Cleo", "expert"), ("Dirk", "expert")), "suggested 0")
    beliefs = beliefs_of(table_of(played.log.partition("final")[0]), "Anna")
    assert beliefs is not None
    suggestions = beliefs.suggestions()
    assert 1 < len(suggestions) <= 3
    assert len({each.colour for each in suggestions}) == len(suggestions)
    changes = [abs(each.read - each.exact) for each in suggestions]
    assert changes == sorted(changes, reverse=True)
    for each in suggestions:
        holds = beliefs.known.hands[:, beliefs.known.colours.index(each.colour)] == each.number
        assert each.exact == pytest.approx(holds @ beliefs.known.ways / beliefs.known.total)
        assert each.read == pytest.approx(holds @ beliefs.weights)
        assert (each.evidence.without < each.read) == (each.read > each.exact)


def test_a_session_reads_line_by_line_so_that_the_advice_at_the_end_need_not() -> None:
    lines = random_game(3, 4).lines
    _kept.clear()
    state = judge(read_state("\n".join(lines[:20]) + "\n", "a.game"))
    for line in lines[20:]:
        state = judge(add_line(state, line))
    assert state.opened is not None
    table = table_of("\n".join(lines) + "\n")
    seen = tuple(events_seen(table, "Anna"))
    kept = _kept[_start(table, "Anna", 1.0)]
    assert kept.seen == seen
    assert len(seen) in kept.readers


@pytest.mark.parametrize("wish", ["aid hints", "trust 0"])
def test_a_session_that_shows_no_reading_does_not_read(wish: str) -> None:
    lines = random_game(3, 4).lines
    _kept.clear()
    judge(read_state("\n".join([*lines[:8], wish, *lines[8:30]]) + "\n", "a.game"))
    assert not _kept


# Whom it does not know.


@pytest.mark.parametrize(("log", "column", "false", "true"), [("optimist", 3, 0, 2), ("child", 3, 7, 4)])
def test_what_is_false_is_not_said_to_be_nearly_sure(log: str, column: int, false: int, true: int) -> None:
    """99.5% and 99.1% were read from bets laid two too high, and from a child's, and neither was true."""
    path = ROOT / "tests/think_str8/misread" / f"{log}.game"
    beliefs = beliefs_of(table_of(path.read_text(encoding="utf-8")), "Ego")
    assert beliefs is not None
    chances = beliefs.chances(beliefs.weights)[column]
    assert chances[false] < 0.9
    assert chances[true] > 0.05


def test_however_well_it_fits_reading_proves_nothing() -> None:
    """A number that the hands leave open is never certain by the bets."""
    match = Match(dict(name_seats(("best", "pad", "pad", "pad"))), "nothing is proved")
    seat = match.seats["best"]
    assert isinstance(seat, BestSeat)
    for _ in range(ROUNDS[4] - 1):
        match.play_round()
    reader = seat.viewpoint
    for column in reader.rows.T:
        exact = np.bincount(column) / len(column)
        read = np.bincount(column, reader.weights) / reader.weights.sum()
        assert (read <= 1 - DOUBT * (1 - exact) + 1e-9).all()
        assert (read >= DOUBT * exact - 1e-9).all()


@pytest.mark.parametrize(("rival", "least", "most"), [("anchored", -0.1, 0.1), ("pad", 0.3, 2.0)])
def test_bets_that_follow_no_cards_tell_little(rival: str, least: float, most: float) -> None:
    """Around the middle of the board whatever is held: the cards that others hold do not show in it."""
    games = [play_game(name_seats(("best", rival, rival, rival)), f"little {game}") for game in range(6)]
    loss = [seat.reading.loss for game in games for seat in game.seats if seat.reading]
    gained = sum(each.exact - each.read for each in loss) / sum(each.decisions for each in loss)
    assert least < gained < most


@pytest.mark.seldom
def test_bets_of_people_who_take_my_cards_for_others_mislead_little() -> None:
    """All three lay as if my cards were others: at most a tenth of a bit may be lost by it."""
    figures = Figures()
    for game in range(100, 108):
        figures.play("pretender", game)
    assert (figures.loss["best"] - figures.loss["exact"]) / figures.decisions < 0.1


@pytest.mark.parametrize("person", sorted({**FITTED, **OTHERS, **STRANGERS}))
def test_people_play_by_the_rules(person: str) -> None:
    ways = {"Ego": person, "Ann": person, "Ben": person}
    played = Match(ways, "by the rules", {**WAYS, **STRANGERS}).play()
    assert len(played.seats) == 3


def test_what_is_measured_is_what_is_read() -> None:
    """The row of the table of figures: both play the deal, and only `best` says anything."""
    figures = Figures()
    figures.play("optimist", 0)
    assert figures.games == 1
    assert figures.decisions
    assert figures.numbers[SURE].said >= figures.numbers[SUREST].said
    assert figures.row("optimist").count("|") == 9
