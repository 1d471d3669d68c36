"""What is said to be new after a line, taken back or supposed ones too."""

from __future__ import annotations

import pytest

from solver.game import NextStep
from solver.games.tricoda.check import propose
from solver.proof.conflicts import Repair
from solver.session import State, add_line, judge, read_state, tell_repair

STR8 = """game think-str8
players Anna Ben Cleo
me Anna
see Ben 316027
see Cleo 123456
see neutral 000301
dice bgy
bet 3-9 low
"""


def news(before: State, after: State) -> tuple[str, ...]:
    assert after.opened is not None
    assert after.sheet is not None
    return tuple(after.opened.tell_news(before.sheet, after.sheet))


def test_a_swap_taken_back_brings_the_card_before() -> None:
    before = judge(read_state(STR8, "a.game"))
    after = judge(add_line(before, "swap blue 2"))
    assert news(before, after)[0].startswith("blue: a new card, ")
    assert news(after, before)[0].startswith("blue: the card before, ")


BOX = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nset 2\n"


def test_a_roll_says_what_it_promises() -> None:
    before = judge(read_state(BOX, "a.game"))
    after = judge(add_line(before, "roll 5 1"))
    rest = "No bid on more dice is likelier true than false."
    assert news(before, after) == (f"At least three fives: 80.2% from your dice alone. {rest}",)
    several = news(before, judge(add_line(before, "roll 1 1")))
    values = "twos, threes, fours, fives or sixes"
    assert several == (f"At least three {values}: 80.2% from your dice alone. {rest}",)


def step(state: State) -> NextStep:
    assert state.opened is not None
    return state.opened.next_step()


def test_the_cups_still_to_type() -> None:
    state = judge(read_state(BOX + "roll 5 1\nbid Ben 3x5\nlift Cleo\n", "a.game"))
    assert step(state).title.endswith("Cups still to type: Ben, Cleo")
    assert step(judge(add_line(state, "cup Ben 2 4"))).title.endswith("Cups still to type: Cleo")


def test_a_game_of_tricoda_that_is_over_offers_its_review() -> None:
    opening = "game tricoda\nplayers Anna Ben\nme Anna\n"
    state = judge(
        read_state(opening + "".join(f"declare Ben {code} right\n" for code in ("123", "444", "566")), "a.game")
    )
    assert step(state) == NextStep("Ben wins with 3 points", ("reveal ",))
    assert step(judge(add_line(state, "reveal r5 r5 b7"))) == NextStep("Ben wins with 3 points", offer="review")


# Repairs, as people say them at the table.

EVENING = "game think-str8\nplayers Anna Ben Cleo\nme Anna\nsee Ben 657376\nsee Cleo 144124\n"
EVENING += "dice ggg\nbet 4-7 low\nbet Ben 4-6 low\n"
SWAPS = EVENING + "swap green 2\nswap Ben green 5 3\ndice yyy\nbet Ben 0-1 low\nswap Ben green 0\n"
TRICODA = "game tricoda\nplayers Anna Ben Cleo\nme Anna\nsee Ben p7 p6 g6\nask 18 second\nask Ben 6 0\n"
TRICODA += "declare Ben 6 6 7 right\ndeclare 2 5 5 right\nwas y2 r5 r5\nwas Ben p7 p6 g6\nreveal b7 y7 b4\n"
CUPS = (
    "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nset 4\nroll 2551\nbid Ben 2x3\nlift Cleo right\ncup Ben 3315\n"
)
CUPS += "roll 255\nbid Ben 1x3\nlift wrong\n"


@pytest.mark.parametrize(
    ("log", "number", "instead", "told"),
    [
        (EVENING, 5, "see Cleo 144125", "Before round 1: Cleo's grey is 5, not 4"),
        (EVENING, 6, "dice gge", "Round 1: the dice were green, green and grey, not green, green and green"),
        (EVENING, 7, "bet 4-7 high", "Round 1: your 4-7 was too high, not too low"),
        (EVENING, 8, "bet Ben 3-6 low", "Round 1: Ben's bet was 3-6, not 4-6"),
        (EVENING, 8, "bet Cleo 4-6 low", "Round 1: 4-6 was Cleo's bet, not Ben's"),
        (
            EVENING,
            4,
            "see neutral 657376",
            "Before round 1: neutral's cards are blue 6, green 5, yellow 7, purple 3, red 7, grey 6, not Ben's",
        ),
        (SWAPS, 9, "swap green 3", "Round 1: your old green was 3, not 2"),
        (SWAPS, 9, "swap red 2", "Round 1: you laid off red 2, not green 2"),
        (SWAPS, 10, "swap Ben green 5 1", "Round 1: Ben's new green is 1, not 3"),
        (SWAPS, 10, "swap Ben green 3 5", "Round 1: Ben laid off green 3 and drew a 5, not green 5 and drew a 3"),
        (SWAPS, 10, "swap Cleo green 5 3", "Round 1: Cleo laid off green 5 and drew a 3, not Ben"),
        (SWAPS, 13, "swap Ben green 2", "Round 2: Ben's new green is 2, not 0"),
        (SWAPS, 13, "swap Ben green 3", "Round 2: Ben laid off green 3, not green 3 and drew a 0"),
        (TRICODA, 4, "see Ben p7 p6 r5", "Before question 1: Ben has a red 5, not a green 6"),
        (TRICODA, 5, "ask 18 first", "Question 1: you answered red, not pink"),
        (TRICODA, 6, "ask Ben 6 1", "Question 2: Ben answered 1, not 0"),
        (TRICODA, 6, "ask Cleo 6 0", "Question 2: card 6 was read by Cleo, not by Ben"),
        (TRICODA, 7, "declare Ben 6 6 7 wrong", "Question 2: Ben's 6 6 7 was wrong, not right"),
        (TRICODA, 8, "declare 2 5 7 right", "Question 2: you declared 2 5 7, not 2 5 5"),
        (TRICODA, 9, "was y2 r5 b7", "Question 2: you had a blue 7, not a red 5"),
        (TRICODA, 10, "was Ben p7 p6 p6", "Question 2: Ben had a pink 6, not a green 6"),
        (TRICODA, 11, "reveal y7 b4 b4", "Question 2: you had a brown 4, not a blue 7"),
        (CUPS, 5, "roll 2 5 5 5", "Round 1: your cup was 2 5 5 5, not 2 5 5 1"),
        (CUPS, 6, "bid Ben 3x3", "Round 1: Ben bid three threes, not two threes"),
        (CUPS, 7, "lift Cleo wrong", "Round 1: Cleo lifted and was wrong, not right"),
        (CUPS, 8, "cup Ben 3 3 1 6", "Round 1: Ben's cup was 3 3 1 6, not 3 3 1 5"),
        (CUPS, 11, "lift right", "Round 2: you lifted and were right, not wrong"),
    ],
)
def test_a_repair_is_told_with_its_round(log: str, number: int, instead: str, told: str) -> None:
    state = read_state(log, "a.game")
    repair = Repair(state.log.lines[number - 1], instead, "", 1)
    assert tell_repair(state, repair) == told


def test_all_that_a_repair_of_tricoda_may_change_is_told_in_words() -> None:
    """No line of the log stands in a choice: every change that can be proposed has words of its own."""
    state = read_state(TRICODA.replace("ask 18 second", "ask 18 second\nask Ben 16 first"), "a.game")
    assert state.opened is not None
    proposed = [
        (event, change.event)
        for event in state.opened.reading.events
        for change in propose(event, state.opened.reading, in_conflict=True)
    ]
    assert {type(event).__name__ for event, _ in proposed} == {"See", "Ask", "Declare", "Was", "Reveal"}
    for old, new in proposed:
        told = state.opened.tell_change(old, new)
        assert ", not " in told
        assert state.opened.game.format_event(new) not in told


def test_the_repair_of_a_cup_against_a_word_is_told_in_words() -> None:
    state = judge(read_state(CUPS.replace("cup Ben 3315", "cup Ben 3333").replace("lift wrong\n", "lift\n"), "a.game"))
    assert state.opened is not None
    (repair,) = state.opened.check("Anna").repairs
    assert tell_repair(state, repair) == "Round 1: Cleo lifted and was wrong, not right"
