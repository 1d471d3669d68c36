"""True evenings of every mode with lines left out: never refused, never called contradictory, nothing false told."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from solver import commands
from solver.game import Opened
from solver.games import open_log
from solver.games.thinkaboxin import replay
from solver.games.thinkaboxin.possible_game import PossibleGame
from solver.games.thinkaboxin.replay import MOST_GAMES, agree_on_round
from solver.games.thinkaboxin.rules import NewSet
from solver.games.thinkaboxin.sheet import make_sheet
from solver.games.thinkaboxin.table import Round, Table
from solver.log import parse_log
from tests.thinkaboxin.random_games import EVENINGS, Evening, forget_bids, forget_lifts, forget_results
from tests.thinkaboxin.test_evenings import table_of


def evening(mode: str, seed: int) -> Evening:
    told = "verdict" if seed % 2 else "cups"
    return EVENINGS[mode](seed, 2 + seed % 5, told=told)


def assert_sound(table: Table, game: Evening) -> None:
    """What the table tells is true; what it leaves open may be anything."""
    for this, throws, loser in zip(table.rounds, game.throws, game.losers, strict=True):
        assert set(throws) <= set(this.active)
        assert this.total >= sum(map(len, throws.values()))
        assert this.loser in (None, loser) or this.donkeys
        assert all(this.dice[player] in (None, len(dice)) for player, dice in throws.items())
    assert all(table.scores[player] in (None, score) for player, score in game.scores.items())
    assert table.champion in (None, game.champion)


@pytest.mark.parametrize("mode", EVENINGS)
@pytest.mark.parametrize("seed", range(12))
def test_results_left_out(mode: str, seed: int) -> None:
    rng, game = random.Random(seed), evening(mode, seed)
    share = rng.choice([0.3, 0.7, 1.0])
    table = table_of("\n".join(forget_results(game.lines, rng, share)))
    assert_sound(table, game)
    assert make_sheet(table, "Anna").consistent


@pytest.mark.parametrize("mode", EVENINGS)
@pytest.mark.parametrize("seed", range(12))
def test_bids_cups_and_lifts_left_out(mode: str, seed: int) -> None:
    rng, game = random.Random(seed), evening(mode, seed)
    lines = forget_results(forget_bids(game.lines, rng, rng.choice([0.2, 0.6])), rng, rng.choice([0.0, 0.5, 1.0]))
    lines = forget_lifts(lines, rng, rng.choice([0.0, 0.2]))
    table = table_of("\n".join(lines))
    assert make_sheet(table, "Anna").consistent
    assert not table.clashes


# Stories, one by one.


def faults_of(text: str) -> list[str]:
    errors = open_log(parse_log(text))
    assert not isinstance(errors, Opened)
    return [error.problem for error in errors]


OPEN = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\n"
POOR = OPEN + "mode nuggets\nset stake 4\n" + "donkey Ben\n" * 4 + "set stake 4\n" + "donkey Ben\n" * 4
LAST = (
    POOR + "set stake 2\n" + "donkey Ben\n" * 3 + "bid Ben 1x2\nbid Anna 1x3\nlift Cleo\n"
)  # Ben has put in all he had


def test_who_is_out_of_nuggets_is_known_though_nobody_knows_who_won() -> None:
    table = table_of(LAST + "set\nbid Anna 1x2\nbid Cleo 1x3\nbid Anna 1x4\n")
    assert table.sets[2].winners == ("Cleo",)  # Anna begins, so she was wrong
    assert table.dice == {"Anna": 4, "Cleo": 4}
    assert not table.warnings


def test_the_first_bid_of_a_set_tells_who_won_the_one_before() -> None:
    unknown = table_of(LAST)
    assert (unknown.sets[2].over, unknown.sets[2].winners) == (True, None)
    assert unknown.scores == {"Anna": None, "Ben": 0, "Cleo": None}
    known = table_of(LAST + "set\nbid Cleo 1x2\n")
    assert known.rounds[-2].loser == "Cleo"
    assert known.sets[2].winners == ("Anna",)


def test_who_may_be_out_may_play_on() -> None:
    """Ben wins the set and plays on, or is wrong and out: until he bids or is skipped that stays open."""
    begun = POOR + "set stake 2\n" + "donkey Cleo\n" * 3 + "bid Cleo 1x2\nbid Anna 1x3\nlift Ben\n"
    table = table_of(begun + "set\n")
    assert table.unsure == ("Ben",)
    assert table.dice == {"Anna": 4, "Ben": None, "Cleo": 4}
    assert any("whether Ben plays" in gap for gap in make_sheet(table, "Anna").lacks)
    assert table_of(begun + "set\nbid Anna 1x2\nbid Ben 1x3\n").dice["Ben"] == 4
    skipped = table_of(begun + "set\nbid Anna 1x2\nbid Cleo 1x3\nbid Anna 1x4\n")
    assert "Ben" not in skipped.dice
    assert skipped.rounds[-2].loser == "Ben"


def test_a_bid_left_out_is_told_where_it_fits_and_refused_where_it_does_not() -> None:
    four = OPEN.replace("Cleo", "Cleo Dirk") + "roll 2 5 5 1\nbid Anna 2x3\n"
    told = table_of(four + "bid Cleo 3x4\n")
    assert [warning.problem for warning in told.warnings] == ["It is not Cleo's turn: after Anna comes Ben or Dirk."]
    assert told.rounds[0].missing == 1
    assert told.rounds[0].turn == ("Dirk", "Ben")
    assert faults_of(four + "bid Cleo 2x4\n") == ["It is not Cleo's turn: after Anna comes Ben or Dirk."]


def test_a_lift_that_cannot_be_of_the_last_bid_is_not_judged_by_it() -> None:
    """Anna does not doubt her own bid: Ben's or Cleo's is left out, and what it was the cups cannot tell."""
    lines = OPEN + "roll 2 5 5 1\nbid Anna 2x3\nlift Anna\ncup Ben 3 3 3 3\ncup Cleo 2 2 2 2\n"
    table = table_of(lines)
    assert table.rounds[0].doubted is None
    assert table.rounds[0].loser is None
    assert table_of(lines + "lift Anna wrong\n").rounds[0].loser == "Anna"


def test_cups_judge_a_bid_before_which_others_are_left_out() -> None:
    """Anna, Cleo's left out, Ben, and Anna lifts: whichever way round, it is Ben's bid she doubts."""
    lines = OPEN + "roll 2 5 5 1\nbid Anna 1x3\nbid Ben 3x3\nlift Anna\ncup Ben 3 3 3 3\ncup Cleo 2 2 2 2\n"
    table = table_of(lines)
    assert table.rounds[0].loser == "Anna"
    assert table.rounds[0].missing == 1


def test_without_any_bid_the_lifter_or_a_neighbour_was_wrong() -> None:
    table = table_of(OPEN + "roll 2 5 5 1\nlift Ben\n")
    assert table.rounds[0].loser is None
    assert table.total == 10
    assert table_of(OPEN + "roll 2 5 5 1\nlift Ben wrong\n").rounds[0].loser == "Ben"


def test_who_sees_no_dice_says_that_a_new_round_began() -> None:
    duel = OPEN + "mode sheriff\nset Ben Cleo\nbid Ben 3x5\n"
    told = table_of(duel + "roll ?\nbid Cleo 1x2\n")
    assert [this.lapsed for this in told.rounds] == [True, False]
    assert [warning.problem for warning in told.warnings] == ["In round 1 no lift is typed."]
    errors = open_log(parse_log(duel + "bid Cleo 1x2\n"))
    assert isinstance(errors, tuple)
    assert errors[0].problem == "1x2 does not raise 3x5 (line 6)."
    assert errors[0].hint.endswith("If a new round began, type first: lift NAME, or roll ?")


def test_rounds_of_which_nothing_is_known() -> None:
    table = table_of(OPEN + "set 4\nroll ?\nroll ?\nlift Ben right\n")
    assert [this.lapsed for this in table.rounds] == [True, False]
    assert table.total == 8


def test_dice_of_the_next_round_are_not_taken_for_late_ones() -> None:
    """Of either round only one has typed the dice, and no lift: three dice cannot be of a round with four each."""
    begun = OPEN.replace("me Anna", "me nobody") + "roll Anna 2551\nbid Anna 3x5\n"
    assert table_of(begun + "roll Ben 1111\n").round == 1
    table = table_of(begun + "roll Ben 111\nbid Anna 1x2\n")
    assert (table.round, table.rounds[1].cups) == (2, {"Ben": (1, 1, 1)})
    assert table_of(begun + "roll Ben 1111\nbid Ben 1x2\n").rounds[0].loser == "Ben"


def test_dice_that_would_give_the_lie_to_an_outcome_are_of_another_round() -> None:
    """No lift is typed between Anna's dice and Emma's: in one round they would make Anna's bid true."""
    opening = "game thinkaboxin\nplayers Emma Anna\nme nobody\nset 3\n"
    lines = "roll Anna 155\nbid Emma 1x2\nbid Anna 2x2\nroll Emma 353\nbid Emma 3x2\nbid Anna 4x5\nlift Emma right\n"
    table = table_of(opening + lines)
    assert not table.clashes
    assert [sorted(this.cups) for this in table.rounds] == [["Anna"], ["Emma"]]
    whole = "roll Anna 155\nroll Emma 353\nbid Anna 4x5\nlift Emma right\n"  # here nothing is missing
    assert table_of(opening + whole).clashes


def test_what_is_tallied_after_a_set_counts_it_though_its_last_lift_is_missing() -> None:
    """Ben has won one set, not two."""
    begun = OPEN + "set 1\nroll 3\nbid Ben 1x3\nbid Cleo 1x4\n"
    table = table_of(begun + "tally Ben 1\ntally Anna 1\nset 4\n")
    assert table.scores == {"Anna": 1, "Ben": 1, "Cleo": None}
    going_on = table_of(begun + "tally Ben 1\nbid Anna 1x5\nlift Ben right\n")
    assert going_on.scores == {"Anna": 0, "Ben": 2, "Cleo": 1}


def test_broken_rules_are_still_found_where_a_lift_is_left_open() -> None:
    lines = OPEN + "roll 2 5 5 1\nbid Anna 2x3\nlift Ben\nroll 2 5 5\nbid Ben 2x3\nlift Anna right\n"
    assert faults_of(lines + "roll 2 5 5\n") == ["3 dice, but you have 2 in this round."]


def test_where_too_much_is_left_out_nothing_is_refused_and_it_is_said() -> None:
    """So many stories fit that not all are kept; if none of those goes on, that is no fault of the log."""
    lost = 0
    for seed in range(8):
        rng, game = random.Random(seed), EVENINGS["nuggets"](seed, 3 + seed % 4)
        lines = forget_results(forget_bids(game.lines, rng, 0.7), rng, 1.0)
        table = table_of("\n".join(forget_lifts(lines, rng, 0.3)))
        told = [warning for warning in table.warnings if warning.problem.startswith("Too much is left out")]
        assert not told or None in table.scores.values()
        lost += bool(told)
    assert lost


# Many lines.


def most_bids() -> list[str]:
    """Every bid there is with 24 dice, in one round."""
    players = ["Anna", "Ben", "Cleo", "Dirk", "Emma", "Finn"]
    bids = [f"{amount}x{value}" for amount in range(1, 25) for value in (2, 3, 4, 5, 6, 1)]
    said = [f"bid {players[place % 6]} {bid}" for place, bid in enumerate(bids)]
    cups = [f"cup {player} 2 3 4 1" for player in players[1:]]
    return [
        *OPEN.replace("Cleo", "Cleo Dirk Emma Finn").split("\n")[:3],
        "raise free",
        "roll 2551",
        *said,
        "lift Anna",
        *cups,
    ]


def answer_all(lines: Sequence[str]) -> None:
    """Every command on this log, read for the first time."""
    opened = open_log(parse_log("\n".join(lines)))
    assert isinstance(opened, Opened)
    for answer in (
        commands.show(opened, "Anna"),
        commands.check(opened, "Anna"),
        commands.advise(opened, "Anna", {}),
        commands.why(opened, "Anna", ("3x5",)),
        commands.review([opened], "Anna"),
    ):
        assert answer.data()


def long_logs() -> list[list[str]]:
    """Of 200 lines at most, whole and with gaps; how soon they are answered: tests/bench/test_thinkaboxin_speed.py."""
    logs = [most_bids()]
    for mode in EVENINGS:
        rng = random.Random(mode)
        game = EVENINGS[mode](7, 6, told="cups")
        logs += [game.lines[:200], forget_results(forget_bids(game.lines, rng, 0.6), rng, 0.8)[:200]]
    return logs


def test_every_bid_there_is_in_one_round() -> None:
    answer_all(most_bids())


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> list[NewSet]:
    """The sets that are begun, as often as a possible game begins them."""
    sets, seat = list[NewSet](), PossibleGame.seat

    def count_and_seat(game: PossibleGame, event: NewSet) -> Iterator[PossibleGame]:
        sets.append(event)
        return seat(game, event)

    monkeypatch.setattr(PossibleGame, "seat", count_and_seat)
    return sets


def test_who_may_be_out_is_not_multiplied_by_whose_dice_are_unknown(seated: list[NewSet]) -> None:
    """Six players, hardly a line typed: each of two sets is begun from no more than the games that are kept."""
    first = "roll 4 4 4 4\nroll 1 6\ndonkey Dirk\nbid Anna 8x1\nlift me\n"
    second = (
        "roll 4 1 1 6\nbid Anna 1x5\nbid Finn 3x6\nroll 4 4 2\nbid Finn 1x1\nbid Ben 4x1\nbid Dirk 6x1\nlift Emma\n"
    )
    players = "players Finn Anna Cleo Emma Dirk Ben\nme \\Finn\nmode nuggets\n"  # whose log it is cannot be read
    end = "roll 1 4\ndonkey Dirk\nset 4 stake 4\nroll 4 1 5 2\n"
    open_log(parse_log(f"game thinkaboxin\n{players}{first}set 4 stake 4\n{second}{end}"))
    assert len(seated) <= 2 * MOST_GAMES


def test_a_new_set_is_begun_once_for_games_that_differ_in_the_dice_of_the_last(seated: list[NewSet]) -> None:
    """Who had how many dice left no longer matters, only who was wrong last and begins."""
    lines = "mode nuggets\nset stake 2\nroll 2551\nbid Ben 1x2\nroll 255\nbid Ben 1x2\nroll 25\nset stake 2\n"
    assert isinstance(open_log(parse_log(OPEN + lines)), Opened)
    assert len(seated) == 1 + 3


def test_what_games_share_is_compared_no_further_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Round after round without a lift, every game may go on as every other: twice as many cost twice as much."""
    compared: list[object] = []

    def count_and_agree(rounds: Sequence[Round]) -> Round:
        compared.append(rounds)
        return agree_on_round(rounds)

    monkeypatch.setattr(replay, "agree_on_round", count_and_agree)
    times = []
    for rounds in (50, 100):
        compared.clear()
        monkeypatch.setattr(replay, "_latest", ())
        lines = ["players Ben Finn Anna Cleo Dirk", "me Dirk", "knockout", *["roll 3"] * rounds]
        open_log(parse_log("\n".join(["game thinkaboxin", *lines])))
        times.append(len(compared))
    assert times[1] < 3 * times[0]
