"""The review of Thinkaboxin against naive counting: odds of every move, nerve and luck, slips."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from solver.game import expect
from solver.games import open_log
from solver.games.thinkaboxin import review as reviews
from solver.games.thinkaboxin.advice import Bidding, BidOrLift, weigh_moves
from solver.games.thinkaboxin.opened import ThinkaboxinLog
from solver.games.thinkaboxin.review import HIGHER, LIFTED, RAISED, SLACK, Move, compare_with_best, review
from solver.games.thinkaboxin.table import Table
from solver.gate import look_back
from solver.log import parse_log
from tests.conftest import ROOT
from tests.thinkaboxin.random_games import plain_evening

EXAMPLES = ROOT / "examples" / "thinkaboxin"
OPENING = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nset 2\n"


def table_of(text: str) -> Table:
    opened = open_log(parse_log(text))
    assert isinstance(opened, ThinkaboxinLog), opened
    return opened.table


def counts(dice: tuple[int, ...], value: int) -> int:
    return sum(die == value or die == 1 for die in dice)


def tail(hidden: int, need: int, value: int) -> Fraction:
    """The binomial tail as the rule sheet would have it: a third per hidden die, a sixth for ones."""
    one = Fraction(1, 6 if value == 1 else 3)
    ways = (comb(hidden, k) * one**k * (1 - one) ** (hidden - k) for k in range(max(0, need), hidden + 1))
    return sum(ways, Fraction(0))


def test_every_bid_has_the_odds_of_a_naive_binomial() -> None:
    judged = 0
    for name in ("nuggets.game", "goldrush.game", "sheriff.game", "plain_set.game"):
        table = table_of((EXAMPLES / name).read_text(encoding="utf-8"))
        for move in (move for move in review([table], table.me).moves[0] if move.odds):
            this = table.rounds[move.round - 1]
            own = this.cups[move.player]
            assert move.odds is not None
            amount, value = move.bid.amount, move.bid.value
            assert move.odds.true == tail(this.total - len(own), amount - counts(own, value), value)
            judged += 1
    assert judged > 300


def play(bids: str, anna: str = "5 2", ben: str = "5 5", cleo: str = "3 4") -> tuple[Move, ...]:
    text = OPENING.replace("me Anna", "me nobody") + f"roll Anna {anna}\nroll Ben {ben}\nroll Cleo {cleo}\n{bids}"
    return review([table_of(text)], "nobody").moves[0]


def outcomes(own: tuple[int, ...], amount: int, value: int) -> Iterator[bool]:
    """Whether a bid of the first player comes out unhurt, for all 6^4 dice of the two others.

    The next player lifts if the bid looks false from under that cup.
    """
    for other in product(range(1, 7), repeat=4):
        cup = other[:2]
        lifts = tail(4, amount - counts(cup, value), value) < Fraction(1, 2)
        yield not lifts or counts(own + other, value) >= amount


@pytest.mark.parametrize(("amount", "value"), [(2, 5), (3, 5), (3, 2), (4, 6), (2, 1)])
def test_the_chance_to_come_out_unhurt_counts_all_dice(amount: int, value: int) -> None:
    bid, *_ = play(f"bid Anna {amount}x{value}\n")
    came = list(outcomes((5, 2), amount, value))
    assert bid.odds is not None
    assert bid.odds.unhurt == Fraction(sum(came), len(came))
    assert bid.risk == 1 - bid.odds.unhurt


def test_slips_by_what_would_have_been_better() -> None:
    high, lift = play("bid Anna 4x2\nlift Ben\n")
    assert high.best is not None
    assert high.best.bid is not None
    assert (high.slip, high.best.bid.amount < 4, high.given_up > SLACK) == (HIGHER, True, True)
    assert (lift.slip, lift.right, high.right) == (None, True, False)
    *_, meek = play("bid Anna 2x5\nlift Ben\n")
    assert (meek.slip, meek.right) == (LIFTED, False)
    *_, bold = play("bid Anna 5x2\nbid Ben 6x2\n", ben="3 4")
    assert bold.slip == RAISED


def test_times_wrong_are_what_no_move_avoids_and_nerve_less_luck() -> None:
    table = table_of((EXAMPLES / "nuggets.game").read_text(encoding="utf-8"))
    looked = review([table], "Mia")
    for habits in looked.habits:
        mine = [move for move in looked.moves[0] if move.player == habits.player and move.odds and move.best]
        risks = [1 - move.odds.unhurt for move in mine if move.odds]
        least = [1 - move.best.dice.unhurt for move in mine if move.best]
        wrong = sum(this.loser == habits.player for this in table.rounds)
        assert (habits.risk, habits.unavoidable, habits.wrong) == (sum(risks), sum(least), wrong)
        assert habits.wrong == habits.unavoidable + habits.nerve - habits.luck


def test_a_move_is_weighed_once_though_every_seat_looks_back_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed: list[object] = []

    def count_and_weigh(position: Bidding, trust: Fraction) -> tuple[BidOrLift, ...]:
        weighed.append(position)
        return weigh_moves(position, trust)

    monkeypatch.setattr(reviews, "weigh_moves", count_and_weigh)
    compare_with_best.cache_clear()
    opened = open_log(parse_log(plain_evening(3, 4, me="nobody").text))
    assert isinstance(opened, ThinkaboxinLog)
    moves = [review((expect(ThinkaboxinLog, own).table,), seat).moves[0] for seat, own in look_back(opened).items()]
    assert all(len(some) == len(moves[0]) for some in moves)
    assert 0 < len(weighed) <= len(moves[0])
