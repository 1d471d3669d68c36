"""What can be advised by exact chances and, beside it and never instead, by reading the others' bets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.english import Saying
from solver.games.think_str8.advice.bets import BetOption, DiceOption, SwapOption
from solver.games.think_str8.advice.final_bets import expected_points
from solver.games.think_str8.advice.winning import FinalAdvice
from solver.games.think_str8.reading.beliefs import (
    ASSUMES,
    Beliefs,
    Evidence,
    Suggestion,
    tell_chances,
    tell_evidence,
    tell_suggestion,
)


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
    """Nothing to decide: what comes first, and what to type next."""

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


Bools = NDArray[np.bool_]
HIT, POINTS, AIM = "hit", "points", "aim"  # the chance of a hit, points on average, the chance to reach an aim


@dataclass(frozen=True, slots=True)
class Figures:
    """A move by both: the chance of a hit, or the points it brings, from the hands alone and reading the bets."""

    line: str  # the line of the log that would say it
    short: str  # the same, or of final bets only those that differ
    exact: float | None
    read: float | None

    def data(self) -> dict[str, object]:
        exact, read = (None if figure is None else round(figure, 4) for figure in (self.exact, self.read))
        return {"line": self.line, "exact": exact, "reading": read}


@dataclass(frozen=True, slots=True)
class ByReading:
    """What reading the bets would do. `measure` is what the figures are: HIT, POINTS or AIM.

    `evidence` is the bet that told most about the hit; where no bet is advised, `suggestion` is the number that the
    bets changed most.
    """

    trust: float
    measure: str
    move: Figures
    instead_of: Figures  # the move from exact chances
    evidence: Evidence | None
    suggestion: Suggestion | None

    @property
    def differs(self) -> bool:
        return self.move.line != self.instead_of.line

    def data(self) -> dict[str, object]:
        return {
            "trust": self.trust,
            "differs": self.differs,
            "measure": self.measure,
            "move": self.move.data(),
            "instead_of": self.instead_of.data(),
            "told_most": self.evidence.data() if self.evidence else None,
            "suggests": self.suggestion.data() if self.suggestion else None,
            "assumes": ASSUMES,
        }


def compare(beliefs: Beliefs, trust: float, exact: Content, read: Content) -> ByReading | None:
    """Both moves with both figures; None if there is no move."""
    if isinstance(exact, BetAdvice | DiceAdvice) and isinstance(read, BetAdvice | DiceAdvice):
        move, instead_of = _hit(beliefs, read), _hit(beliefs, exact)
        return ByReading(trust, HIT, move, instead_of, beliefs.told_most(_hits(beliefs, read)), None)
    if isinstance(exact, SwapAdvice) and isinstance(read, SwapAdvice):
        measure, move, instead_of = POINTS, _swapped(read, exact, read), _swapped(exact, exact, read)
    elif isinstance(exact, FinalAdvice) and isinstance(read, FinalAdvice):
        move, instead_of = _bets(beliefs, read, exact), _bets(beliefs, exact, read)
        measure = POINTS if exact.best.chance is None else AIM
        if measure == AIM:  # to judge each by the other's hands would take as long again
            move = replace(move, exact=None, read=read.best.chance)
            instead_of = replace(instead_of, exact=exact.best.chance, read=None)
    else:
        return None
    return ByReading(trust, measure, move, instead_of, None, next(iter(beliefs.suggestions()), None))


def _hits(beliefs: Beliefs, advice: BetAdvice | DiceAdvice) -> Bools:
    """The hands with which the advised bet is a hit."""
    dice, bet = (advice.dice, advice.best) if isinstance(advice, BetAdvice) else (advice.best.dice, advice.best.bet)
    sums = beliefs.known.sums([dice])[0]
    hits: Bools = (sums >= bet.low) & (sums <= bet.high)
    return hits


def _hit(beliefs: Beliefs, advice: BetAdvice | DiceAdvice) -> Figures:
    line = line_of(advice)
    short = line if isinstance(advice, BetAdvice) else f"{line}, then bet {advice.best.bet.low}-{advice.best.bet.high}"
    return Figures(line, short, *beliefs.both_chances(_hits(beliefs, advice)))


def _swapped(move: SwapAdvice, exact: SwapAdvice, read: SwapAdvice) -> Figures:
    """Final-bet points after a swap."""
    values = [next(each.value for each in by.options if each.colour == move.best.colour) for by in (exact, read)]
    return Figures(line_of(move), f"swap {move.best.colour}", *values)


def _bets(beliefs: Beliefs, final: FinalAdvice, other: FinalAdvice) -> Figures:
    points = (expected_points(known, final.best.bets) for known in (beliefs.known, beliefs.weighed))
    return Figures(line_of(final), _apart(final, other), *points)


def _apart(final: FinalAdvice, other: FinalAdvice) -> str:
    """The bets in which two final bets differ."""
    bets = {colour: bet for colour, bet in final.best.bets.items() if bet != other.best.bets[colour]}
    return "final " + ", ".join(f"{colour} {' '.join(map(str, bet))}" for colour, bet in bets.items())


def tell_by_reading(reading: ByReading, me: str) -> list[str]:
    """The move that the bets speak for, with the figures of both moves if it is another."""
    if not reading.differs:
        lines = [f"The same move: {_tell_figures(reading, reading.move, me)}."]
    else:
        lines = [
            f"{reading.move.short}: {_tell_figures(reading, reading.move, me)}.",
            f"{reading.instead_of.short}, as above: {_tell_figures(reading, reading.instead_of)}.",
        ]
    if reading.suggestion:
        lines.append(f"Above all they suggest {tell_suggestion(reading.suggestion, me)}")
    return lines


def _tell_figures(reading: ByReading, figures: Figures, me: str | None = None) -> str:
    """With `me` also which bet told most."""
    exact, read = figures.exact, figures.read
    if exact is None or read is None:
        return f"{read:.1%} reading the bets" if exact is None else f"{exact:.1%} by the hands alone"
    if reading.measure != HIT:
        return f"{exact:+.2f} final-bet points by the hands alone, reading the bets {read:+.2f}"
    told = tell_evidence(reading.evidence, exact, read, me) if reading.evidence and me is not None else ""
    return f"a hit with {tell_chances(exact, read)}{told}"
