"""What is said to be new after a line, taken back or supposed ones too."""

from __future__ import annotations

from solver.game import Step
from solver.session import State, add_line, read_state

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
