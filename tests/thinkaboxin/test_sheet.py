"""The sheet, the reasons and the review: what is certain, what is lacking, what was luck."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from rich.console import Console

from cli.games.thinkaboxin.look import ThinkaboxinLook
from solver.games import open_log
from solver.games.thinkaboxin.opened import ThinkaboxinLog, tell_start
from solver.games.thinkaboxin.review import review
from solver.games.thinkaboxin.rules import Bid
from solver.games.thinkaboxin.sheet import make_sheet
from solver.games.thinkaboxin.why import explain
from solver.log import Fault, parse_log
from tests.thinkaboxin.random_games import plain_evening
from tests.thinkaboxin.test_evenings import table_of

LOOK = ThinkaboxinLook()
OPEN = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\n"
ROUND = OPEN + "set 4\nroll 2 5 5 1\nbid Ben 2x3\nbid Cleo 3x3\n"
SHOWN = ROUND + "lift Anna\ncup Ben 3 3 1 6\ncup Cleo 2 2 5 1\n"


def test_own_dice_and_hidden_ones() -> None:
    data = make_sheet(table_of(ROUND), "Anna").data()
    assert data["hidden_dice"] == 8
    assert data["dice"] == [2, 5, 5, 1]
    assert data["bid"] == {"amount": 3, "value": 3, "by": "Cleo", "chance": (3**8 - 2**8 - 8 * 2**7) / 3**8}
    odds = data["odds"]
    assert isinstance(odds, list)
    assert len(odds) == 12 * 6
    assert {(one["amount"], one["value"]) for one in odds if one["legal"]} >= {(3, 4), (3, 1), (4, 3), (12, 1)}
    assert not any(one["legal"] for one in odds if (one["amount"], one["value"]) in ((3, 3), (4, 2), (2, 6)))
    assert data["turn"] == ["Anna"]


@pytest.mark.parametrize("bid", ["", "bid Ben 1x2\n", "bid Ben 9x4\n", "bid Ben 14x5\n", "bid Ben 24x6\n"])
def test_at_the_table_the_sheet_of_24_dice_fits_a_small_screen(bid: str) -> None:
    opening = "game thinkaboxin\nplayers Anna Ben Cleo Dirk Eva Finn\nme Anna\nset 4\nroll 5 5 5 1\n"
    output = io.StringIO()
    LOOK.show_compact(Console(file=output, width=80), make_sheet(table_of(opening + bid), "Anna"), None, False)
    assert output.getvalue().count("\n") <= 18, "what is said, the prompt and the hints need six of 24 rows"
    assert ("[" in output.getvalue().partition("the bid")[0].rpartition("\n")[0]) == bool(bid), "the bid is shown"


def test_free_raises_are_legal_only_with_the_house_rule() -> None:
    free = table_of(ROUND.replace("me Anna\n", "me Anna\nraise free\n"))
    assert Bid(4, 2) in make_sheet(free, "Anna").legal
    assert Bid(4, 2) not in make_sheet(table_of(ROUND), "Anna").legal


def test_dice_shown_are_certain() -> None:
    sheet = make_sheet(table_of(SHOWN), "Anna")
    assert sheet.sight.hidden == 0
    assert sheet.odds[Bid(5, 3)] == 1
    assert sheet.odds[Bid(6, 3)] == 0
    assert not sheet.legal
    assert sheet.table.rounds[0].loser == "Anna"


def test_another_seat_knows_its_own_dice_only_from_cups() -> None:
    hidden = make_sheet(table_of(ROUND), "Ben")
    assert hidden.sight.own is None
    assert hidden.sight.hidden == 12  # Anna's roll is not Ben's to see
    assert any("Ben's dice" in lack for lack in hidden.lacks)
    assert make_sheet(table_of(SHOWN), "Ben").sight.own == (3, 3, 1, 6)


def test_what_is_lacking_is_said() -> None:
    nuggets = OPEN + "mode nuggets\nset 4\nroll 2 5 5 1\nbid Ben 2x3\nlift Cleo\n"
    lacks = " ".join(make_sheet(table_of(nuggets), "Anna").lacks)
    for words in ("cups of Ben and Cleo", "Who was wrong in round 1", "the stake of set 1"):
        assert words in lacks


def test_before_anything_happened() -> None:
    sheet = make_sheet(table_of(OPEN), "Anna")
    assert sheet.sight.hidden == 12
    assert sheet.data()["bid"] is None


# Reasons.


@pytest.mark.parametrize(
    ("claim", "verdict", "words"),
    [
        ("6x5", "possible", "You hold two fives and a joker, so three more are needed among 8 hidden dice"),
        ("3x5", "certain", "You hold two fives and a joker: that is three fives, so three fives are certain."),
        ("12x5", "impossible", "so nine more are needed, but there are only 8 hidden dice: twelve fives are imp"),
        ("2x1", "possible", "You hold a one, so one more is needed among 8 hidden dice, each a one one time in six"),
        ("5x6", "possible", "You hold a joker, so four more are needed among 8"),
    ],
)
def test_arithmetic_in_words(claim: str, verdict: str, words: str) -> None:
    reason = explain(table_of(ROUND), "Anna", (claim,))
    assert reason.verdict == verdict
    assert words in reason.sentence
    assert [line.event for line in reason.because] == ["set 4", "roll 2 5 5 1"]
    if reason.terms:
        assert sum(chance for _, chance in reason.terms) == reason.chance


def test_the_bid_on_the_table_is_explained_by_default() -> None:
    assert explain(table_of(ROUND), "Anna").bid == Bid(3, 3)
    with pytest.raises(Fault):
        explain(table_of(OPEN), "Anna")
    with pytest.raises(Fault):
        explain(table_of(ROUND), "Anna", ("fives",))


def test_reasons_name_the_lines_that_took_dice_away() -> None:
    table = table_of(SHOWN + "roll 1 1 2 3\nbid Anna 1x2\n")
    assert [line.number for line in explain(table, "Anna").because] == [4, 8, 11]
    assert "7" not in explain(table, "Anna", ("3x2",)).sentence.split("among")[0]


# Review.


def test_bluffs_and_luck() -> None:
    told = OPEN + "set 4\nroll 2 2 4 4\nbid Anna 6x5\nlift Ben\ncup Ben 5 5 1 3\ncup Cleo 5 1 1 6\n"
    looked = review([table_of(told)], "Anna")
    bid, lift = looked.moves[0]
    assert bid.odds
    assert bid.bluff
    assert bid.count == 6
    assert (bid.luck, lift.luck) == ("lucky", None)
    assert not bid.sensible
    assert lift.odds
    assert lift.odds.true == Fraction(3**8 - 2**8 - 8 * 2**7 - 28 * 2**6, 3**8)
    anna, ben, _ = looked.habits
    assert (anna.bluffs, anna.judged_bids, anna.rounds_lost) == (1, 1, 0)
    assert (anna.lucky, anna.unlucky, ben.lucky, ben.unlucky) == (1, 0, 0, 0)
    assert (ben.lifts, ben.lifts_right, ben.lifts_wrong, ben.rounds_lost) == (1, 0, 1, 1)


def test_moves_without_dice_are_not_judged() -> None:
    looked = review([table_of(ROUND + "lift Anna wrong\n")], "Anna")
    assert [move.odds is None for move in looked.moves[0]] == [True, True, False]
    assert looked.unjudged == 2
    assert looked.moves[0][2].held is True


def test_habits_over_several_logs_add_up() -> None:
    tables = [table_of(plain_evening(seed, 3, sets=1).text) for seed in range(4)]
    together = {habits.player: habits for habits in review(tables, "Anna").habits}
    apart = [one for table in tables for one in review([table], "Anna").habits]
    for name in ("bids", "bluffs", "lifts", "rounds_lost", "sensible", "lucky", "unlucky"):
        for player, habits in together.items():
            assert getattr(habits, name) == sum(getattr(one, name) for one in apart if one.player == player)
    assert sum(habits.bids for habits in together.values()) > 20


# Before anything is typed.


@pytest.mark.parametrize(
    ("opening", "words"),
    [
        (OPEN, "Each round begins with your dice: roll 2551. Then type every bid as it is made (bid Ben 3x5 is"),
        (OPEN.replace("me Anna", "me Ben"), "when somebody lifts: lift Ben."),
        (OPEN + "mode nuggets\n", "First the stake: set stake 2. Each round"),
        (OPEN + "mode sheriff\n", "First who duels: set Anna Ben."),
        (OPEN.replace("me Anna", "me nobody"), "Each round begins with everybody's dice: roll Anna 2551."),
    ],
)
def test_a_new_log_says_what_to_type(opening: str, words: str) -> None:
    table = table_of(opening)
    assert words in tell_start(table)
    output = io.StringIO()
    LOOK.show_compact(Console(file=output, width=80), make_sheet(table, table.me), None, False)
    assert words in " ".join(output.getvalue().split())
    assert "%" not in output.getvalue(), "chances say nothing before there are dice"


def test_rows_say_what_they_mean() -> None:
    output = io.StringIO()
    LOOK.show_sheet(Console(file=output, width=80), make_sheet(table_of(ROUND), "Anna"))
    head, *rows = [line for line in output.getvalue().splitlines() if "fives" in line or "at least" in line]
    assert head.split() == ["twos", "threes", "fours", "fives", "sixes", "ones", "only"]
    four = next(row for row in rows if row.startswith("at least four"))
    assert four[: head.index("fives") + len("fives")].endswith(" 96.1%"), "right beneath its value"
    assert "Cleo says at least three threes: 80.5% from the dice alone" in output.getvalue()


# What comes next.

GOLDRUSH = "".join("set\n" + "donkey Cleo\n" * dice for dice in (1, 2, 2, 3, 3, 3, 4, 4, 4, 4))


@pytest.mark.parametrize(
    ("lines", "title", "proposals"),
    [
        ("", "Before the first set · it begins with your dice", ("roll ", "set ", "knockout ")),
        ("set Ben Cleo\n", "Set 1 · a new round: Ben or Cleo to bid", ("bid Ben ", "bid Cleo ")),
        ("set 1\n", "Set 1 · a new round: type your dice", ("roll ",)),
        ("set 1\ndonkey Ben\n", "Set 1 is over · a new set", ("set ", "knockout ")),
        (
            "mode sheriff\nset 1 Anna Ben\ndonkey Ben\n",
            "Set 1 is over · the next duel",
            ("set Anna Cleo", "set Ben Cleo"),
        ),
        ("knockout 1 Anna Ben\ndonkey Ben\n", "Set 1 is over · Anna has won", ()),
        (f"mode goldrush\n{GOLDRUSH}", "Set 10 is over · the final race", ("knockout Anna Ben",)),
    ],
)
def test_what_comes_next(lines: str, title: str, proposals: tuple[str, ...]) -> None:
    opened = open_log(parse_log(OPEN + lines))
    assert isinstance(opened, ThinkaboxinLog)
    step = opened.next_step()
    assert (step.title, step.proposals) == (title, proposals)
    assert (step.offer == "review") == ("won" in title)
