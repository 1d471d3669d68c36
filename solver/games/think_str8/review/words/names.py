"""Cards, dice and bets by their names, as they are said."""

from __future__ import annotations

from collections.abc import Iterable

from solver.english import all_of
from solver.games.think_str8.advice.final_bets import Bets
from solver.games.think_str8.rules import say_card
from solver.language import say


def name_cards(cards: Iterable[tuple[str, Iterable[int]]]) -> list[str]:
    return [say_card(colour, all_of(numbers)) for colour, numbers in cards]


def name_dice(dice: Iterable[str] | None) -> str:
    return " + ".join(map(say, dice or ()))


def name_bets(bets: Bets) -> str:
    """`blue 2 6, red 3`; a colour without a bet is not named."""
    return ", ".join(say_card(colour, " ".join(map(str, numbers))) for colour, numbers in bets.items() if numbers)
