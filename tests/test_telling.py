"""What is said to be new after a line, taken back or supposed ones too."""

from __future__ import annotations

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
    return after.opened.game.tell_news(before.sheet, after.sheet)


def test_a_swap_taken_back_brings_the_card_before() -> None:
    before = read_state(STR8, "a.game")
    after = add_line(before, "swap blue 2")
    assert news(before, after)[0].startswith("blue: a new card, ")
    assert news(after, before)[0].startswith("blue: the card before, ")
