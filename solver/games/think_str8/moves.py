"""An advised move as the line that says it."""

from __future__ import annotations

from solver.games.think_str8.advice import Advice, BetAdvice, DiceAdvice, SwapAdvice
from solver.games.think_str8.aims import FinalAdvice


def say_move(advice: Advice) -> str:
    content = advice.content
    if isinstance(content, BetAdvice):
        return f"bet {content.best.low}-{content.best.high}"
    if isinstance(content, DiceAdvice):
        return f"dice {' '.join(content.best.dice)}"
    if isinstance(content, SwapAdvice):
        return f"swap {content.best.colour} …"
    if isinstance(content, FinalAdvice):
        bets = content.best.bets.items()
        return "final " + ", ".join(f"{colour} {' '.join(map(str, numbers))}" for colour, numbers in bets)
    return ""
