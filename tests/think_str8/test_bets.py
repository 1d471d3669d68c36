"""Bets, dice and swaps: by hand on small cases, and against plain loops on random games."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from solver.games.think_str8.advice.bets import Stakes, rank_bets, rank_dice, rank_swaps, read_dice, sum_chances, turns
from solver.games.think_str8.facts import Known, know, seen_numbers
from solver.games.think_str8.rules import COLOURS, NUMBERS
from solver.log import Fault
from tests.think_str8.brute_force import count_hands
from tests.think_str8.naive_advice import bet_value, final_value, swap_value
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import hand_list, table_of

TOKENS = {length: 8 - length for length in range(1, 8)}


def known_hands(hands: list[tuple[int, ...]], unseen: int = 4) -> Known:
    colours = COLOURS[: len(hands[0])]
    return Known(colours, np.array(hands), np.ones(len(hands), dtype=np.int64), (unseen,) * len(colours))


@pytest.mark.parametrize("seed", range(6))
def test_known_hands_are_those_of_the_sheet(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0, miss_chance=0.2 * (seed % 2))
    for upto in (2, 5):
        known = know(table_of(game.text, upto), "Anna")
        counts = {
            colour: {number: int(row[number]) for number in NUMBERS if row[number]}
            for colour, row in zip(known.colours, known.counts(), strict=True)
        }
        assert counts == count_hands(game.text, upto)


def test_a_bet_by_hand() -> None:
    """Two hands, blue 1 or 5, all else known; one token of 2 spaces, no card to draw."""
    known = known_hands([(1, 0, 0), (5, 0, 0)])
    best, *rest = rank_bets(known, ("blue", "green", "yellow"), Stakes({2: 6, 1: 7}, (2,), ()))
    # 0-1 and 1-2 hit half the time; either answer tells blue for sure: 5 + 5 + 5 at the end
    assert (best.hit, best.expected, best.final, best.value) == (0.5, 3.0, 15.0, 18.0)
    assert [(outcome.answer, outcome.hands) for outcome in best.outcomes] == [("hit", 1), ("high", 0), ("low", 1)]
    assert {outcome.swap for outcome in best.outcomes} == {None}
    nowhere = next(bet for bet in rest if bet.low == 10)
    # a bet that must be wrong teaches nothing: blue stays 1 or 5, both named for 2
    assert (nowhere.hit, nowhere.final, nowhere.value) == (0.0, 12.0, 12.0)


def test_the_shortest_token_tells_no_direction() -> None:
    known = known_hands([(1, 0, 0), (3, 0, 0), (5, 0, 0)])
    bets = rank_bets(known, ("blue", "green", "yellow"), Stakes({1: 7, 2: 6}, (1, 2), ()))
    middle = next(bet for bet in bets if (bet.token, bet.low) == (1, 3))
    assert [(o.answer, o.hands) for o in middle.outcomes] == [("hit", 1), ("miss", 2)]
    longer = next(bet for bet in bets if (bet.token, bet.low) == (2, 3))
    assert [(o.answer, o.hands) for o in longer.outcomes] == [("hit", 1), ("high", 1), ("low", 1)]


def test_chances_of_sums() -> None:
    known = known_hands([(1, 0, 0), (3, 0, 0), (3, 1, 0), (5, 7, 7)])
    chances = sum_chances(known, ("blue", "blue", "green"))
    assert {total: chance for total, chance in enumerate(chances) if chance} == {2: 0.25, 6: 0.25, 7: 0.25, 17: 0.25}


@pytest.mark.parametrize("seed", range(8))
def test_every_bet_matches_plain_loops(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, grey=seed % 3 > 0, rounds=4 + seed % 3)
    table = table_of(game.text)
    known, hands = know(table, "Anna"), hand_list(know(table, "Anna"))
    if len(hands) > 150:
        pytest.skip("too many hands for plain loops")
    unseen = [[n for n in NUMBERS if n not in seen_numbers(table, "Anna", colour)] for colour in table.colours]
    piles = [i for i, colour in enumerate(table.colours) if table.pile(colour)] if seed != 3 else []
    dice = [seed % len(table.colours), (seed + 2) % len(table.colours), seed % len(table.colours)]
    stakes = Stakes(TOKENS, TOKENS, [table.colours[i] for i in piles])
    bets = rank_bets(known, [table.colours[i] for i in dice], stakes)
    assert len(bets) == sum(22 - length + 1 for length in TOKENS)
    assert all(one.value >= two.value - 1e-9 for one, two in pairwise(bets))
    for bet in bets[:: 1 + len(hands) // 15]:
        exact = bet_value(hands, dice, (bet.low, bet.high), bet.points, bet.token > 1, unseen, piles)
        assert bet.value == pytest.approx(float(exact), abs=1e-9)
        assert sum(outcome.hands for outcome in bet.outcomes) == len(hands)
        inside = sum(bet.low <= sum(hand[i] for i in dice) <= bet.high for hand in hands)
        assert bet.hit == pytest.approx(inside / len(hands))


# Swaps.


def test_a_swap_by_hand() -> None:
    """Blue and green are 1 and 2 in one order: laying off one shows the other."""
    known = known_hands([(1, 2, 5), (2, 1, 5)], unseen=4)
    blue, green = rank_swaps(known, {"blue": 1, "green": 2})
    # kept: both numbers named, 2 points; new: three numbers, all named, 1 point; the other rises from 2 to 5
    assert (blue.card_now, blue.card_new, blue.unseen, blue.sharpens, blue.value) == (2.0, 1.0, 3, 3.0, 11.0)
    assert green.value == 11.0


def test_an_empty_pile_is_not_offered() -> None:
    known = known_hands([(1, 2, 5), (2, 1, 5)])
    assert [option.colour for option in rank_swaps(known, {"blue": 0, "yellow": 2})] == ["yellow"]


@pytest.mark.parametrize("seed", range(8))
def test_every_swap_matches_plain_loops(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, rounds=3 + seed % 4)
    table = table_of(game.text)
    known = know(table, "Anna")
    hands = hand_list(known)
    now = float(final_value(hands))
    for option in rank_swaps(known, dict.fromkeys(table.colours, 1)):
        unseen = [number for number in NUMBERS if number not in seen_numbers(table, "Anna", option.colour)]
        exact = float(swap_value(hands, table.colours.index(option.colour), unseen))
        assert option.value == pytest.approx(exact, abs=1e-9)
        assert now - option.card_now + option.card_new + option.sharpens == pytest.approx(exact, abs=1e-9)


# Dice.


def test_one_die_may_be_turned_to_any_colour() -> None:
    made = turns(("blue", "green", "green"), COLOURS)
    # kept; blue to 5 others; one green to 5 others
    assert len(made) == 1 + 5 + 5
    assert made["blue", "green", "green"] == ()
    assert made["green", "green", "grey"] == (("blue", "grey"),)
    assert ("red", "red", "green") not in made


def test_without_grey_every_grey_die_is_turned_and_one_more() -> None:
    made = turns(("grey", "blue", "grey"), COLOURS[:-1])
    assert all("grey" not in dice for dice in made)
    # blue kept with any two colours (15), or turned too: any three colours of 5
    assert len(made) == 35
    assert made["green", "green", "green"] == (("blue", "green"), ("grey", "green"), ("grey", "green"))
    assert len(turns(("grey", "blue", "red"), COLOURS[:-1])) == len(
        {tuple(sorted((a, b, c))) for a in COLOURS[:-1] for b, c in [("blue", x) for x in COLOURS[:-1]]}
        | {tuple(sorted((a, "red", x))) for a in COLOURS[:-1] for x in COLOURS[:-1]}
    )


def test_the_die_to_turn_allows_the_best_bet() -> None:
    table = table_of(random_game(5, rounds=3).text)
    known = know(table, "Anna")
    stakes = Stakes(TOKENS, (2, 4), table.colours)
    options = rank_dice(known, ("blue", "green", "red"), stakes)
    values = {option.dice: rank_bets(known, option.dice, stakes)[0].value for option in options}
    assert len(options) == 16
    assert options[0].value == max(values.values())
    assert {option.bet.token for option in options} <= {2, 4}


@pytest.mark.parametrize("text", ["y g b", "ygb", "yellow, g b", "gelb vert blue"])
def test_dice_are_read_as_in_the_log(text: str) -> None:
    assert read_dice(text) == ("yellow", "green", "blue")


@pytest.mark.parametrize("text", ["y g", "y g b b", "y g 3", ""])
def test_other_dice_are_refused(text: str) -> None:
    with pytest.raises(Fault):
        read_dice(text)
