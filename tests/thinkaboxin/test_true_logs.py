"""True evenings of every mode with lines left out: never refused, never called contradictory, nothing false told."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from solver import commands
from solver.game import Opened
from solver.games import open_log
from solver.games.thinkaboxin.sheet import make_sheet
from solver.games.thinkaboxin.table import Table
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
    table = table_of(LAST)
    assert (table.sets[2].over, table.sets[2].winners) == (True, None)
    assert table.scores == {"Anna": None, "Ben": 0, "Cleo": None}
    table = table_of(LAST + "set\nbid Anna 1x2\nbid Cleo 1x3\nbid Anna 1x4\n")
    assert table.dice == {"Anna": 4, "Cleo": 4}
    assert [warning.problem for warning in table.warnings] == ["Who was wrong in round 12 is not typed."]
    told = table_of(LAST + "lift Cleo right\nset\nbid Anna 1x2\n")
    assert told.sets[2].winners == ("Cleo",)
    assert None not in told.scores.values()
    assert not told.warnings


def test_who_may_be_out_may_play_on() -> None:
    """Ben wins the set and plays on, or is wrong and out: until he bids or is skipped that stays open."""
    begun = POOR + "set stake 2\n" + "donkey Cleo\n" * 3 + "bid Cleo 1x2\nbid Anna 1x3\nlift Ben\n"
    table = table_of(begun + "set\n")
    assert table.unsure == ("Ben",)
    assert table.dice == {"Anna": 4, "Ben": None, "Cleo": 4}
    assert any("whether Ben plays" in gap for gap in make_sheet(table, "Anna").lacks)
    assert table_of(begun + "set\nbid Anna 1x2\nbid Ben 1x3\n").dice["Ben"] == 4
    skipped = table_of(begun + "set\nbid Anna 1x2\nbid Cleo 1x3\nbid Anna 1x4\n")
    assert skipped.dice["Ben"] is None
    assert "Ben" not in table_of(begun + "set Anna Cleo\nbid Anna 1x2\n").dice


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


def test_where_dice_and_a_lift_are_missing_the_remedy_is_named() -> None:
    """In the table's own log dice that were not typed join the round; three cannot be of a round with four each."""
    begun = OPEN.replace("me Anna", "me nobody") + "roll Anna 2551\nbid Anna 3x5\n"
    assert table_of(begun + "roll Ben 1111\n").round == 1
    errors = open_log(parse_log(begun + "roll Ben 111\n"))
    assert isinstance(errors, tuple)
    assert errors[0].hint == "Type 4 dice, or look for a missing or wrong `lift` before this line."
    table = table_of(begun + "roll Anna 111\nroll Ben 2222\n")
    assert [sorted(this.cups) for this in table.rounds] == [["Anna"], ["Anna", "Ben"]]


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


def test_who_was_wrong_is_asked_for_in_one_sentence() -> None:
    """Until it is typed, nobody's dice are known but those typed, and what follows from them and how many there are."""
    begun = OPEN + "set 4\nroll 2551\nbid Ben 2x3\nlift Cleo\n"
    told = "Who was wrong in round 1 is not typed: Ben or Cleo (lift Cleo right)."
    assert told in make_sheet(table_of(begun), "Anna").lacks
    table = table_of(begun + "roll 255\nbid Ben 1x2\n")
    assert (table.dice, table.total) == ({"Anna": 3, "Ben": None, "Cleo": None}, 10)
    (warning,) = table.warnings
    assert warning.problem == "Who was wrong in round 1 is not typed."
    assert warning.hint == "Type before this line what lay under the cups, or who was right: lift Cleo right"
    shown = table_of(begun + "roll 255\nbid Ben 1x2\nlift Anna\ncup Ben 3 3 6\n")
    assert shown.rounds[-1].dice == {"Anna": 3, "Ben": 3, "Cleo": 4}
    settled = table_of(begun + "lift Cleo right\nroll 255\n")
    assert (settled.dice, settled.warnings) == ({"Anna": 3, "Ben": 4, "Cleo": 3}, ())


def test_the_sheet_names_every_round_in_which_it_is_not_known_who_was_wrong() -> None:
    lines = "set 4\nbid Ben 2x3\nlift Cleo\nbid Ben 2x3\nlift Cleo\nroll ?\n"
    (told,) = (gap for gap in make_sheet(table_of(OPEN + lines), "Anna").lacks if "wrong" in gap)
    assert told == "Who was wrong in rounds 1 and 2 is not typed: Ben or Cleo (lift Cleo right)."


def test_in_a_race_nobody_who_may_be_out_is_missed() -> None:
    """Ben or Cleo is out of dice: whose turn it is cannot be told, and Anna is not refused."""
    race = OPEN + "knockout 1\nroll 5\nbid Ben 1x3\nlift Cleo\n"
    table = table_of(race)
    assert table.set is not None
    assert (table.set.over, table.set.out) == (True, None)
    longer = OPEN + "knockout 2\ndonkey Anna\nbid Ben 1x3\nroll ?\nbid Anna 1x3\n"
    table = table_of(longer)
    assert table.rounds[-1].unclear
    assert table.dice == {"Anna": None, "Ben": None, "Cleo": None}
    assert "So it is not known who has dice left: at most 2 are counted." in make_sheet(table, "Anna").lacks
    assert table_of(longer + "bid Cleo 1x4\n").dice == {"Anna": 1, "Ben": 0, "Cleo": 1}, "she has one, so Ben has none"


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


# Which way it goes, said with the first bid.


@pytest.mark.parametrize("seed", range(12))
def test_a_direction_that_is_said_is_the_one_that_later_bids_show(seed: int) -> None:
    game = evening("plain", 6 * seed + 1 + seed % 4)
    silent, told = table_of(game.text), table_of("\n".join(game.pointed))
    assert bool(game.ways) == (len(game.players) > 2), "between two there is only one way"
    assert told.warnings == silent.warnings
    for one, other in zip(told.rounds, silent.rounds, strict=True):
        assert one.direction == other.direction or other.direction is None
        assert (one.missing, one.loser, one.cups) == (other.missing, other.loser, other.cups)
    for place in game.ways:
        begun = table_of("\n".join(game.pointed[: place + 1]))
        assert begun.turn == (game.lines[place + 1].split()[1],)


def test_the_next_player_sits_to_the_left() -> None:
    four = OPEN.replace("Cleo", "Cleo Dirk") + "roll 2 5 5 1\n"
    assert table_of(four + "bid Anna 2x3 left\n").turn == ("Ben",)
    assert table_of(four + "bid Anna 2x3 right\n").turn == ("Dirk",)
    assert table_of(four + "bid Anna 2x3\n").turn == ("Ben", "Dirk")
    assert table_of(four + "bid Anna 2x3 left\nbid Ben 2x4\n").turn == ("Cleo",)
    assert table_of(four + "bid Anna 2x3 right\nbid Dirk 2x4\n").turn == ("Cleo",)
    other = table_of(four + "bid Anna 2x3 left\nlift Dirk\n")
    assert [warning.problem for warning in other.warnings] == ["It is not Dirk's turn: after Anna comes Ben."]
