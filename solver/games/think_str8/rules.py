"""The numbers of the box of Think Str8!: colours, cards, rounds, tokens, points. Sums are of three cards, 0 to 21."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

COLOURS = ("blue", "green", "yellow", "purple", "red", "grey")  # the order of the deduction pad
NUMBERS = range(8)
HOLDERS = 4
PILE = 3  # cards per colour left to draw: 8 less one in the box and one in each holder
ROUNDS = {2: 10, 3: 9, 4: 8}
DICE = 3
SUMS = range(DICE * NUMBERS[-1] + 1)
TOKENS = {length: 8 - length for length in range(1, 8)}  # ours: the sheet does not print the tokens
FINAL_POINTS = {1: 5, 2: 2, 3: 1}
FINAL_LOSS = 2


@cache
def sums_told(low: int, high: int, answer: str) -> tuple[int, ...]:
    """The sums that agree with what was answered to a bet on `low` to `high`."""
    return tuple(total for total in SUMS if answer in true_answers(low, high, total))


def true_answers(low: int, high: int, total: int) -> tuple[str, ...]:
    """What may be said of such a bet when the cards add up to `total`."""
    if low <= total <= high:
        return ("hit",)
    return ("low", "miss") if total > high else ("high", "miss")


def final_points(card: int, bets: Collection[int]) -> int:
    """What the final bets on one colour bring: the fewer numbers, the more; 2 back if the card is not among them."""
    return FINAL_POINTS[len(bets)] if card in bets else -FINAL_LOSS


def final_score(hand: Mapping[str, int], bets: Mapping[str, Collection[int]]) -> int:
    """The points of all final bets; a colour without a bet counts as not guessed (ours)."""
    return sum(final_points(card, bets.get(colour, ())) for colour, card in hand.items())
