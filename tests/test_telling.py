"""What is said to be new after a line, taken back or supposed ones too."""

from __future__ import annotations

import pytest

from solver.game import Step
from solver.proof.conflicts import Repair
from solver.session import State, add_line, read_state, tell_repair

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
    before = read_state(STR8, "a.game")
    after = add_line(before, "swap blue 2")
    assert news(before, after)[0].startswith("blue: a new card, ")
    assert news(after, before)[0].startswith("blue: the card before, ")


BOX = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nset 2\n"


def test_a_roll_says_what_it_promises() -> None:
    before = read_state(BOX, "a.game")
    after = add_line(before, "roll 5 1")
    rest = "No bid on more dice is likelier true than false."
    assert news(before, after) == (f"At least three fives: 80.2% from your dice alone. {rest}",)
    several = news(before, add_line(before, "roll 1 1"))
    values = "twos, threes, fours, fives or sixes"
    assert several == (f"At least three {values}: 80.2% from your dice alone. {rest}",)


def step(state: State) -> Step:
    assert state.opened is not None
    return state.opened.next_step()


def test_the_cups_still_to_type() -> None:
    state = read_state(BOX + "roll 5 1\nbid Ben 3x5\nlift Cleo\n", "a.game")
    assert step(state).title.endswith("Cups still to type: Ben, Cleo")
    assert step(add_line(state, "cup Ben 2 4")).title.endswith("Cups still to type: Cleo")


def test_a_game_of_tricoda_that_is_over_offers_its_review() -> None:
    opening = "game tricoda\nplayers Anna Ben\nme Anna\n"
    state = read_state(opening + "".join(f"declare Ben {code} right\n" for code in ("123", "444", "566")), "a.game")
    assert step(state) == Step("Ben wins with 3 points", ("reveal ",))
    assert step(add_line(state, "reveal r5 r5 b7")) == Step("Ben wins with 3 points", offer="review")


# Repairs, as people say them at the table.

EVENING = "game think-str8\nplayers Anna Ben Cleo\nme Anna\nsee Ben 657376\nsee Cleo 144124\n"
EVENING += "dice ggg\nbet 4-7 low\nbet Ben 4-6 low\n"
TRICODA = "game tricoda\nplayers Anna Ben Cleo\nme Anna\nsee Ben p7 p6 g6\nask 18 second\nask Ben 6 0\n"


@pytest.mark.parametrize(
    ("log", "number", "instead", "told"),
    [
        (EVENING, 5, "see Cleo 144125", "Before round 1: Cleo's grey is 5, not 4"),
        (EVENING, 6, "dice gge", "Round 1: the dice were green, green and grey, not green, green and green"),
        (EVENING, 7, "bet 4-7 high", "Round 1: your 4-7 was too high, not too low"),
        (EVENING, 8, "bet Ben 3-6 low", "Round 1: Ben's bet was 3-6, not 4-6"),
        (EVENING, 8, "bet Cleo 4-6 low", "Round 1: 4-6 was Cleo's bet, not Ben's"),
        (TRICODA, 4, "see Ben p7 p6 r5", "Before question 1: Ben has pink 7, pink 6 and red 5, not"),
        (TRICODA, 5, "ask 18 first", "Question 1: card 18 was answered red, not pink"),
        (TRICODA, 6, "ask Ben 6 1", "Question 2: card 6 was answered 1, not 0"),
    ],
)
def test_a_repair_is_told_with_its_round(log: str, number: int, instead: str, told: str) -> None:
    state = read_state(log, "a.game", judged=False)
    repair = Repair(state.log.lines[number - 1], instead, "", 1)
    assert tell_repair(state, repair).startswith(told)
