"""Chances against published figures and against every throw there is."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from solver.games.thinkaboxin.advice import spread_believed, weigh_holdings
from solver.games.thinkaboxin.rules import VALUES, Bid, is_raise, list_raises
from solver.games.thinkaboxin.sheet import chance_fair, chance_true, combine, format_chance, list_holdings, spread_fair


def count_by_hand(dice: tuple[int, ...], value: int) -> int:
    return len([die for die in dice if die == value or die == 1])


@pytest.mark.parametrize("hidden", range(7))
def test_every_bid_against_all_throws(hidden: int) -> None:
    own = (2, 5, 5, 1)
    throws = list(product(range(1, 7), repeat=hidden))
    for value in VALUES:
        counts = Counter(count_by_hand(own + throw, value) for throw in throws)
        for amount in range(1, 5 + hidden + 1):
            good = sum(ways for count, ways in counts.items() if count >= amount)
            assert chance_true(Bid(amount, value), own, hidden) == Fraction(good, 6**hidden)


def test_published_figures() -> None:
    """25 hidden dice with jokers: at least nine of a value 46.24%, exactly nine 15.80%."""
    assert f"{float(chance_fair(25, 9, 5)):.2%}" == "46.24%"
    assert f"{spread_fair(25, 5)[9] / 6**25:.2%}" == "15.80%"


def test_the_worked_example() -> None:
    """Two fives and a joker in hand, three more among eight hidden dice."""
    chance = chance_true(Bid(6, 5), (5, 5, 1, 2), 8)
    assert chance == Fraction(1163, 2187)
    assert format_chance(chance) == "53.2%"


def test_chances_never_round_to_certainty() -> None:
    assert [format_chance(Fraction(n, 100_000)) for n in (0, 1, 99_999, 100_000)] == ["0%", "<0.1%", ">99.9%", "100%"]


@pytest.mark.parametrize("dice", range(5))
def test_holdings_are_all_throws(dice: int) -> None:
    by_hand = Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=dice))
    assert dict(list_holdings(dice)) == dict(by_hand)


def test_groups_together_are_one_big_group() -> None:
    for value in VALUES:
        assert combine([spread_fair(3, value), spread_fair(0, value), spread_fair(4, value)]) == spread_fair(7, value)


# Beliefs.


@pytest.mark.parametrize("trust", [Fraction(0), Fraction(3, 10), Fraction(1)])
def test_beliefs_against_a_count_over_all_throws(trust: Fraction) -> None:
    """Every throw of the bidder weighs 1 - t + t * chance / best chance, for each of the two bids."""
    bids, dice, total = (Bid(2, 3), Bid(4, 3)), 3, 7
    throws = list(product(range(1, 7), repeat=dice))
    weights = dict.fromkeys(throws, Fraction(1))
    for bid in bids:
        chances = {throw: sum_tail(total - dice, bid.amount - count_by_hand(throw, bid.value)) for throw in throws}
        best = max(chances.values())
        weights = {throw: weights[throw] * (1 - trust + trust * chances[throw] / best) for throw in throws}
    for value in VALUES:
        spread = spread_believed(dice, total, bids, value, trust)
        for count in range(dice + 1):
            heavy = sum(weight for throw, weight in weights.items() if count_by_hand(throw, value) == count)
            assert Fraction(spread[count], sum(spread)) == heavy / sum(weights.values())


def sum_tail(dice: int, need: int) -> Fraction:
    good = sum(len([die for die in throw if die < 3]) >= need for throw in product(range(1, 7), repeat=dice))
    return Fraction(good, 6**dice)


def test_no_trust_is_no_belief() -> None:
    assert spread_believed(4, 12, (Bid(5, 3), Bid(6, 3)), 3, Fraction(0)) == spread_fair(4, 3)


def test_a_bid_makes_its_value_likelier() -> None:
    fair, believed = spread_fair(4, 6), spread_believed(4, 12, (Bid(5, 6),), 6, Fraction(1))
    assert Fraction(believed[4], sum(believed)) > Fraction(fair[4], sum(fair))


def test_a_bid_nobody_could_mean_says_nothing() -> None:
    assert weigh_holdings(1, 2, (Bid(5, 6),), Fraction(1)) == list_holdings(1)


# Raises.


def test_raises_of_the_sheet() -> None:
    for old, new in [((4, 2), (5, 2)), ((3, 5), (3, 6)), ((3, 5), (3, 1)), ((5, 4), (7, 6))]:
        assert is_raise(Bid(*old), Bid(*new))
    for old, new in [((4, 2), (4, 2)), ((3, 6), (3, 5)), ((3, 1), (3, 6)), ((5, 4), (4, 6)), ((3, 5), (4, 2))]:
        assert not is_raise(Bid(*old), Bid(*new))
    assert is_raise(Bid(3, 5), Bid(4, 2), free=True)
    assert not is_raise(Bid(3, 5), Bid(3, 2), free=True)


def test_the_lowest_and_the_highest_bid_with_sixteen_dice() -> None:
    raises = list_raises(None, 16)
    assert (raises[0], raises[-1]) == (Bid(1, 2), Bid(16, 1))
    assert not list_raises(Bid(16, 1), 16)
