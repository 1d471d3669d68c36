"""What a line that an earlier one denies may be meant to put right: which line it is about, and what is offered."""

from __future__ import annotations

import pytest

from solver.offers import find_line, find_offers, find_said, say_instead
from solver.session import State, judge, read_state

STR8 = """game think-str8
players Anna Ben Cleo Ina
me Anna
see Ben 657376
see Cleo 144124
see Ina 501263
dice gyb
bet 4-9 low
bet Ben 4-6 low
bet Ina 5-9 low
swap blue 2
swap Ina yellow 1 0
dice bbb
bet Ina 3-9
"""
TRICODA = "game tricoda\nplayers Anna Ben Cleo\nme Anna\nsee Ben p7 p6 g6\nask 18 second\nask Ben 6 0\n"
CUPS = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nset 4\nroll 2551\nbid Ben 2x3\nbid Cleo 3x3\n"


def log(text: str) -> State:
    state = judge(read_state(text, "a.game"))
    assert state.opened is not None, state.errors
    return state


@pytest.mark.parametrize(
    ("text", "typed", "told"),
    [
        (STR8, "ben y 2", ["correct line 4: Ben's yellow is 2, not 7", "Ben drew the 2 in round 1 (a swap)"]),
        (STR8, "see Ina yellow 5", ["correct line 12: Ina's new yellow is 5, not 0"]),
        (STR8, "bet Ina 8-13", ["correct line 14: Ina's bet was 8-13, not 3-9", "line 14 was Cleo's bet"]),
        (STR8 + "told Ina hit\n", "told Ina low", ["correct line 15: Ina's bet was too low, not a hit"]),
        (STR8 + "bet 4-9 hit\n", ">", ["correct line 15: your 4-9 was too low, not a hit"]),
        (STR8, "see Cleo red 7", ["line 4 is wrong: Ben's red is not 7"]),
        (STR8, "swap Cleo purple 7 0", ["correct line 5: Cleo's purple is 7, not 1"]),
        (TRICODA, "ask 18 first", ["correct line 5: you answered red, not pink"]),
        (CUPS + "lift Anna\n", "cleo right", ["correct line 8: you lifted and were wrong"]),
        (CUPS + "lift Anna wrong\n", "cleo wrong", ["correct line 8: you lifted and were right, not wrong"]),
        (CUPS, "bid Cleo 4x3", ["correct line 7: Cleo bid four threes, not three threes"]),
    ],
)  # fmt: skip
def test_what_is_offered(text: str, typed: str, told: list[str]) -> None:
    offered = [offer.told for offer in find_offers(log(text), typed)]
    assert set(told) <= set(offered), offered
    assert len(offered) <= 4


def test_a_forgotten_swap_goes_where_it_was_forgotten() -> None:
    offer = next(offer for offer in find_offers(log(STR8), "ben y 2") if "swap" in offer.told)
    assert offer.after is not None
    assert offer.after.fine
    assert [line.text for line in offer.after.state.log.lines][11:14] == [
        "swap Ina yellow 1 0",
        "swap Ben yellow 7 2",
        "dice bbb",
    ]


def test_a_bet_given_to_the_wrong_player_and_the_right_one() -> None:
    offer = next(offer for offer in find_offers(log(STR8), "ina 8-13") if offer.told == "line 14 was Cleo's bet")
    assert offer.after is not None
    assert [line.text for line in offer.after.state.log.lines][13:] == ["bet Cleo 3-9", "bet Ina 8-13"]


def test_while_the_screen_is_covered_nothing_of_a_card_is_said() -> None:
    for typed in ("ben y 2", "see Cleo red 7", "see Ina yellow 5"):
        for offer in find_offers(log(STR8), typed):
            assert not set("0123456789") & set(
                offer.covered.replace(f"line {offer.number}", "").replace("round 1", "").replace("round 2", "")
            )


@pytest.mark.parametrize(
    ("text", "typed", "round_", "number", "says"),
    [
        (STR8, "ben yellow 4", None, 4, "see Ben blue 6, green 5, yellow 4, purple 3, red 7, grey 6"),
        (STR8, "gyr", None, 13, "dice green yellow red"),
        (STR8, "gyr", 1, 7, "dice green yellow red"),
        (STR8, "ina 8-13<", 1, 10, "bet Ina 8-13 high"),
        (STR8, "ina 8-13", 1, 10, "bet Ina 8-13 low"),
        (STR8, "=", 1, 8, "bet Anna 4-9 hit"),
        (STR8, "swap blue 3", None, 11, "swap Anna blue 3"),
        (TRICODA, "ben 6 1", None, 6, "ask Ben 6 1"),
        (CUPS, "2555", None, 5, "roll 2 5 5 5"),
        (CUPS, "ben 3x3", None, 6, "bid Ben 3x3"),
    ],
)
def test_the_line_that_words_are_about(text: str, typed: str, round_: int | None, number: int, says: str) -> None:
    found = find_line(log(text), typed, round_)
    assert found is not None
    assert (found[0].number, found[1]) == (number, says)


def test_words_about_nothing_in_the_log() -> None:
    assert find_line(log(STR8), "final 1 2 3 4 5 6") is None
    assert find_line(log(STR8), "nonsense") is None
    assert find_line(log(STR8), "gyr", 7) is None
    assert not find_offers(log(STR8), "nonsense")


RACKS = "game tricoda\nplayers Anna Ben Cleo\nme Anna\nsee Ben y2 r5 b7\nsee Cleo b3 br4 y7\n"
ROUND = """game think-str8
players Tom Ina Ben
me Tom
see Ina 701234
see Ben 610715
see neutral 135046
dice gyb
bet Tom 9-15
bet Ina 7-12
bet Ben 3-5
told Tom hit
"""


def told(text: str, typed: str) -> list[str]:
    return [offer.told for offer in find_offers(log(text), typed)]


def test_an_answer_alone_is_about_my_bet_though_others_are_worked_out() -> None:
    assert told(ROUND, "low") == ["correct line 11: your bet was too low, not a hit"]
    assert told(ROUND, "<") == ["correct line 11: your bet was too high, not a hit"]
    said = find_said(log(ROUND), "hit")
    assert said is not None
    assert said.number == 11


def test_one_stone_of_a_rack_may_have_been_any_of_it_likeliest_one_like_it() -> None:
    changes = ["Ben has a yellow 7, not a yellow 2", "Ben has a yellow 7, not a blue 7"]
    changes += ["Ben has a yellow 7, not a red 5"]
    assert told(RACKS, "ben y7") == [f"correct line 4: {change}" for change in changes]
    assert told(RACKS, "cleo y7") == [], "it is there already"
    found = find_line(log(RACKS), "ben g6")
    assert found is None, "no stone is like it"
    found = find_line(log(RACKS), "cleo blue 7")
    assert found is not None
    assert found[1] == "see Cleo black 3, brown 4, blue 7"


def test_a_card_laid_off_after_a_hit_means_that_it_was_none() -> None:
    offers = find_offers(log(ROUND), "swap r5")
    assert [offer.told for offer in offers] == [
        "correct line 11: your bet was too low, not a hit",
        "correct line 11: your bet was too high, not a hit",
    ]
    assert offers[1].after is not None
    assert offers[1].after.state.text.endswith("told Tom high\nswap r5\n")


def test_a_token_that_another_has_may_be_wrong_there() -> None:
    begun = ROUND.partition("bet Ben")[0]
    assert told(begun, "ben 2-7") == ["line 9 is wrong: Ina's bet was not 7 to 12"]


def test_what_everybody_heard_is_offered_in_full_while_the_screen_is_covered() -> None:
    for typed in ("low", "tom 12-14"):
        for offer in find_offers(log(ROUND), typed):
            assert offer.covered == offer.told


@pytest.mark.parametrize(
    ("number", "typed", "says"),
    [
        (9, "10-15", "bet Ina 10-15"),
        (9, "ina 10-15", "bet Ina 10-15"),
        (9, "bet 10-15", "bet 10-15"),
        (5, "yellow 4", "see Ben blue 6, green 1, yellow 4, purple 7, red 1, grey 5"),
        (5, "610415", "see Ben blue 6, green 1, yellow 0, purple 4, red 1, grey 5"),
        (11, "<", "told Tom high"),
        (7, "gyy", "dice green yellow yellow"),
    ],
)
def test_words_for_a_line_that_is_named_are_about_its_player(number: int, typed: str, says: str) -> None:
    state = log(ROUND)
    assert say_instead(state, state.log.lines[number - 1], typed) == (says,)
