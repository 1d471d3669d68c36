"""Simulated games: the log read back is the same table, seats see what they may, count and decide as the commands."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from functools import partial

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.game import expect
from solver.games import open_log
from solver.games.tricoda.advice import Choice, make_advice
from solver.games.tricoda.events import See, Was
from solver.games.tricoda.lab.simulation import (
    LATE,
    MOST_QUESTIONS,
    POINT,
    WAYS,
    Declarer,
    FinishedGame,
    Match,
    Played,
    Viewpoint,
    declare_best,
    declare_certain,
    make_report,
    make_simulation,
    play_game,
)
from solver.games.tricoda.opened import TricodaLog
from solver.games.tricoda.rules import PIECES, RACK, Code, Named, code_of
from solver.games.tricoda.sheet import make_sheet, rank_codes
from solver.games.tricoda.table import Table
from solver.games.tricoda.words.advice import say_reason
from solver.lab.simulation import IllegalMove, name_seats, play_games
from solver.log import parse_log

TABLES = [("best", "certain"), ("best", "certain", "random"), ("best", "certain", "certain", "random")]


def match_of(ways: Sequence[str], seed: str) -> Match:
    return Match(dict(name_seats(ways)), seed)


def table_of(log: str) -> Table:
    opened = open_log(parse_log(log))
    assert isinstance(opened, TricodaLog), opened
    assert isinstance(opened.table, Table)
    return opened.table


@pytest.mark.seldom
@pytest.mark.parametrize("ways", [*TABLES, ("random",) * 2, ("random",) * 3, ("random",) * 4])
def test_a_log_read_back_is_the_same_game(ways: tuple[str, ...]) -> None:
    """Reader and replay refuse what is illegal and warn of an answer that is not true."""
    mixed = 0
    for seed in range(5):
        match = match_of(ways, f"read back {seed}")
        game = match.play()
        table = table_of(game.log)
        assert not table.warnings
        assert table.points == {seat.player: seat.points for seat in game.seats}
        assert len(table.declared) == sum(seat.points + seat.wrong for seat in game.seats)
        assert table.round == game.questions
        assert [asked.reader for asked in table.asked] == [
            match.players[number % len(ways)] for number in range(game.questions)
        ]
        assert all(make_sheet(table, player).consistent for player in match.players)
        assert game.ended == POINT
        assert [table.winner] == [seat.player for seat in game.seats if seat.won]
        mixed += len(table.mixed)
    assert mixed, "some games need more stones than the pile has"


@pytest.mark.parametrize(
    ("ways", "seeds", "reasons"),
    [
        (TABLES[0], (1, 2), ("wrong than right", "more than its time")),
        pytest.param(TABLES[1], (2,), ("certain", "wrong than right", "less than the time"), marks=pytest.mark.seldom),
        pytest.param(
            TABLES[2], (4,), ("certain", "less than the time", "needs one point more"), marks=pytest.mark.seldom
        ),
    ],
)
def test_seats_count_as_the_sheet_and_best_decides_as_the_advice(
    ways: tuple[str, ...], seeds: tuple[int, ...], reasons: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where seats decide, above all with a third point in reach: as from the log that this seat writes."""
    given: list[str] = []

    def check(way: Declarer, view: Viewpoint, rng: random.Random) -> Code | None:
        if view.table.round % 4 == 3 or 2 in view.table.points.values():
            given.append(assert_same(match, view))
        return way(view, rng)

    monkeypatch.setattr(f"{Match.__module__}.WAYS", {name: partial(check, way) for name, way in WAYS.items()})
    for seed in seeds:
        match = match_of(ways, f"positions {seed}")
        assert "\nmix\n" in match.play().log
    for reason in reasons:
        assert any(reason in text for text in given)


def assert_same(match: Match, view: Viewpoint) -> str:
    """Counts against the sheet, decisions against the advice, whose reason is returned."""
    table, sheet = table_of(view.log), make_sheet(view.table, view.me)
    assert table == view.table
    assert sheet.guesses == rank_codes(*view.racks)
    assert code_of(match.racks[view.me]) in {guess.code for guess in sheet.guesses}
    choice = make_advice(table, view.me).content
    assert isinstance(choice, Choice)
    assert declare_best(view, random.Random()) == (choice.best.code if choice.declare else None)
    assert declare_certain(view, random.Random()) == (choice.best.code if choice.best.chance == 1 else None)
    return say_reason(choice.reason)


def test_no_seat_sees_its_own_rack() -> None:
    for player in ("Anna", "Ben"):
        assert (See(player, ()).seen_by("Anna") is None) == (player == "Anna")
    match = match_of(TABLES[2], "sight")
    for _ in range(12):
        match.play_question()
    for player, view in match.views.items():
        assert not view.table.current(player).stones
        out = view.table.count_out(view.table.latest)
        assert out.total() == len(PIECES) - len(match.pile) - RACK
        assert not any(line.startswith((f"see {player} ", "reveal")) for line in view.lines)
        assert all(line.startswith(f"was {player} ") for line in view.lines if line.startswith("was"))
    assert len(match.pile) < len(PIECES) - 4 * RACK  # somebody declared, so racks were replaced


def test_certain_is_never_wrong_and_the_same_seed_gives_the_same_games() -> None:
    simulation, ways = make_simulation(), ("certain", "random", "certain")
    alone = dict(play_games(simulation, ways, 12, seed=3))
    assert alone == dict(play_games(simulation, ways, 12, seed=3, workers=2))
    assert alone != dict(play_games(simulation, ways, 12, seed=4))
    seats = [seat for game in alone.values() for seat in expect(FinishedGame, game).seats]
    assert not any(seat.wrong for seat in seats if seat.way == "certain")
    assert any(seat.wrong for seat in seats if seat.way == "random")


def test_of_two_unowned_racks_the_one_goes_that_looks_different_afterwards() -> None:
    """A log cannot show that a rack was replaced by equal stones."""
    for neutral, other in (("neutral", "neutral2"), ("neutral2", "neutral")):
        matches = (match_of(TABLES[0], f"equal {seed}") for seed in range(100))
        match = next(match for match in matches if not Counter(match.racks[neutral]) - Counter(match.pile))
        equal, me = match.racks[neutral], match.players[0]
        rest = list((Counter(match.pile) - Counter(equal)).elements())
        match.pile = [*rest[RACK:], *equal, *rest[:RACK]]
        match.declare(me, code_of(match.racks[me]))
        assert match.racks[neutral] == equal
        assert sorted(match.racks[other]) == sorted(equal)
        for view in match.views.values():
            assert (view.table.current(neutral).order, view.table.current(other).order) == (1, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_empty_pile_ends_no_game(players: int) -> None:
    """The stones beside it go back; of two racks without owner the one replaced gets other stones than it had."""
    match = match_of(("random",) * players, "mixed in again")
    match.pile, match.beside = match.pile[:2], match.pile[2:]
    before, first = dict(match.racks), match.players[0]
    match.declare(first, code_of(match.racks[first]))
    assert match.ended is None
    assert [view.lines.count("mix") for view in match.views.values()] == [1] * players
    changed = {holder for holder, rack in match.racks.items() if sorted(rack) != sorted(before[holder])}
    assert len(changed) == (2 if players < 4 else 1)
    assert not match.beside


def test_seats_that_only_wait_are_sent_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.games.tricoda.lab.simulation.RANDOM_CHANCE", 0)
    game = play_game(name_seats(("random", "random")), "late")
    assert (game.ended, game.questions) == (LATE, MOST_QUESTIONS)
    assert [seat.won for seat in game.seats] == [0.5, 0.5]


def test_what_the_rules_refuse_is_an_illegal_move() -> None:
    match = match_of(TABLES[0], "illegal")
    seen = match.racks[match.players[1]]
    others = [stone for stone in PIECES if stone not in seen][:RACK]
    event = See(match.players[1], tuple(map(Named, others)))
    with pytest.raises(IllegalMove):
        match.views[match.players[0]].see(event)
    with pytest.raises(IllegalMove):
        match.views[match.players[0]].see(Was(match.players[0], tuple(map(Named, seen))))


def test_figures_by_hand() -> None:
    games = [
        FinishedGame((Played("a", "best", 3, 1, 1.0), Played("b", "random", 0, 2, 0.0)), 20, POINT, "", ""),
        FinishedGame((Played("b", "random", 1, 0, 0.5), Played("a", "best", 1, 0, 0.5)), 12, LATE, "", ""),
    ]
    report = make_report(("best", "random"), games)
    best, other = report.rows
    assert (best.win, best.points, best.wrong, best.questions) == (0.75, 2.0, 0.5, 8.0)
    assert (other.win, other.points, other.wrong, other.questions) == (0.25, 0.5, 1.0, 32.0)
    assert best.between[0] < best.win < best.between[1]
    assert report.ended == {POINT: 1, LATE: 1}
    assert make_report(("random", "best"), []).rows == ()


def test_the_command_for_people_and_programs() -> None:
    call = ["simulate", "tricoda", "--games", "3", "--workers", "1"]
    text = CliRunner().invoke(app, call).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "Tricoda · 2 best, certain, random · 3 games" in text
    assert "the stones beside it are mixed in" in text
    data = json.loads(CliRunner().invoke(app, [*call, "--json"]).stdout)
    assert (data["game"], data["games"], data["complete"]) == ("tricoda", 3, True)
    assert sum(data["ended"].values()) == 3
    assert [way["way"] for way in data["ways"]] == ["best", "certain", "random"]
