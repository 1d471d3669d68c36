"""What can be advised: bets, dice to turn, swaps, final bets, or that there is nothing to do now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.games.think_str8.advice.bets import BetOption, DiceOption, SwapOption
from solver.games.think_str8.advice.winning import FinalAdvice
from solver.remarks import Saying


@dataclass(frozen=True, slots=True)
class BetAdvice:
    """All bets, best first; `chances` of the sums 0 to 21; those that stand out, by the word for them.

    safe: the likeliest hit. sharp: the most points on average. curious: the most final points, answer open.
    """

    dice: tuple[str, ...]
    free: tuple[int, ...]
    chances: tuple[float, ...]
    options: tuple[BetOption, ...]
    words: Mapping[str, BetOption]
    now: float  # expected final-bet points before the answer

    @property
    def best(self) -> BetOption:
        return self.options[0]

    def words_of(self, option: BetOption) -> tuple[str, ...]:
        return tuple(word for word, named in self.words.items() if named is option)

    def data(self) -> dict[str, object]:
        options = [option.data() | {"words": list(self.words_of(option))} for option in self.options]
        return {
            "dice": list(self.dice),
            "free": list(self.free),
            "sums": [round(chance, 4) for chance in self.chances],
            "final_now": round(self.now, 4),
            "best": options[0],
            "options": options,
        }


@dataclass(frozen=True, slots=True)
class DiceAdvice:
    """What to make of the dice thrown, best first."""

    thrown: tuple[str, ...]
    options: tuple[DiceOption, ...]
    chances: tuple[float, ...]  # of the sums with the best dice

    @property
    def best(self) -> DiceOption:
        return self.options[0]

    def data(self) -> dict[str, object]:
        options = [option.data() for option in self.options]
        return {"thrown": list(self.thrown), "best": options[0], "options": options}


@dataclass(frozen=True, slots=True)
class SwapAdvice:
    """The colours that can be laid off, best first."""

    options: tuple[SwapOption, ...]
    now: float

    @property
    def best(self) -> SwapOption:
        return self.options[0]

    def data(self) -> dict[str, object]:
        options = [option.data() for option in self.options]
        return {"best": options[0], "options": options, "final_now": round(self.now, 4)}


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing to decide: what is awaited, and what to type next."""

    text: str
    hint: Saying
    thrower: str | None = None

    def data(self) -> dict[str, object]:
        return {"text": self.text, "hint": str(self.hint), "thrower": self.thrower}


Content = BetAdvice | DiceAdvice | SwapAdvice | FinalAdvice | Waiting


def line_of(content: Content) -> str:
    """The advised move as the line that says it."""
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
