"""Advice at the largest table, against walking through every throw of six hidden dice for a single bid."""

from __future__ import annotations

from fractions import Fraction

from solver.games.thinkaboxin import advice, sheet
from solver.games.thinkaboxin.advice import Bidding, BidOrLift, weigh_moves
from solver.games.thinkaboxin.rules import Bid, Said
from tests.bench.figures import hold, least, spent
from tests.thinkaboxin.test_true_logs import answer_all, long_logs

DICE = dict.fromkeys(("Anna", "Ben", "Cleo", "Dirk", "Emma", "Finn"), 4)
BIDS = (Said("Dirk", Bid(4, 3)), Said("Emma", Bid(6, 3)), Said("Finn", Bid(7, 5)))
POSITION = Bidding("Anna", (2, 5, 5, 1), DICE, BIDS, ("Ben",))


def advise_afresh() -> tuple[BidOrLift, ...]:
    """As in a new call of the program: nothing is remembered."""
    for remembered in (sheet.chance_fair, sheet.spread_fair, advice.weigh_holdings, advice.spread_believed):
        remembered.cache_clear()
    return weigh_moves(POSITION, Fraction(1, 2))


def test_advice_with_24_dice() -> None:
    assert advise_afresh()
    hold("advice with 24 dice", least(advise_afresh), 1)


def test_all_calls_on_200_lines() -> None:
    for lines in long_logs():
        hold(f"all calls on {len(lines)} lines, {lines[3]}", spent(lambda log=lines: answer_all(log)), 100)  # type: ignore[misc]
