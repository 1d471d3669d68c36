"""What can be advised: a bet, the dice, a swap, the final bets; by exact chances, and by reading beside it.

Final bets have an aim: the most points, at least N points, or the win; with the bold and the safe choice beside.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from solver.english import Saying, say_remark, with_option
from solver.games.think_str8.advice.bets import BetOption, DiceOption, SwapOption
from solver.games.think_str8.advice.final_bets import (
    PATIENCE,
    Bets,
    ColourBets,
    Race,
    best_for,
    expected_points,
    format_bets,
    least_points,
    most_points,
    plain_choices,
    points_by_hand,
    prizes_for,
    race,
    weigh_colours,
)
from solver.games.think_str8.beliefs import Beliefs
from solver.games.think_str8.facts import Known
from solver.games.think_str8.table import Table
from solver.games.think_str8.words.readings import AIM, HIT, ByReading, Figures
from solver.language import later, say
from solver.log import unreadable

POINTS, WIN = "points", "win"


# What is advised.


@dataclass(frozen=True, slots=True)
class NamedBets:
    """Bets under a name: the chance to reach the aim, and the expected points."""

    name: str
    bets: Bets
    expected: float
    chance: float | None = None

    def data(self) -> dict[str, object]:
        chance = None if self.chance is None else round(self.chance, 4)
        bets = {colour: list(numbers) for colour, numbers in self.bets.items()}
        return {"name": self.name, "bets": bets, "expected": round(self.expected, 4), "chance": chance}


@dataclass(frozen=True, slots=True)
class FinalAdvice:
    """The best final bets. `cannot` says why an aim could not be worked out; then the bets are those for points.

    If not `proved`, `settled` says how many colours at a time can be changed in no way that helps.
    `sampled` is how many hands stand for all of them, with the standard `error` of the chances; None if exact.
    """

    aim: str
    colours: tuple[ColourBets, ...]
    best: NamedBets
    others: tuple[NamedBets, ...]
    spread: dict[int, float]  # chance of each number of points with the best bets
    bound: float | None = None
    proved: bool = True
    settled: int = 0
    sampled: int | None = None
    error: float | None = None
    cannot: str | None = None

    def data(self) -> dict[str, object]:
        best = self.best.data()
        return {
            "aim": int(self.aim) if self.aim not in (POINTS, WIN) else self.aim,
            "bets": best["bets"],
            "expected": best["expected"],
            "chance": best["chance"],
            "exact": self.sampled is None,
            "proved": self.proved,
            "at_most": None if self.bound is None else round(self.bound, 4),
            "sampled": self.sampled,
            "error": None if self.error is None else round(self.error, 4),
            "cannot": self.cannot,
            "colours": {column.colour: column.data() for column in self.colours},
            "choices": [choice.data() for choice in self.others],
            "points": {str(points): round(chance, 4) for points, chance in self.spread.items()},
        }


def read_aim(text: str | None, colours: int) -> str:
    """`points`, `win`, or a whole number of points that final bets on that many colours can bring."""
    aim = (text or POINTS).strip().casefold()
    if aim in (POINTS, WIN):
        return aim
    if not re.fullmatch("[+-]?[0-9]+", aim):
        hint = say_remark(
            "Say `{points}`, `{win}`, or a number of points: {number}",
            points=with_option("aim", POINTS),
            win=with_option("aim", WIN),
            number=with_option("aim", "12"),
        )
        raise unreadable(None, say_remark("{ask}: there is no such aim.", ask=with_option("aim", text or "")), hint)
    least, most = least_points(colours), most_points(colours)
    if len(aim) > len("+999") or not least <= int(aim) <= most:
        ends = {"least": least, "most": most}
        told = later("{ask}: the final bets bring {least} to {most} points.")
        problem = say_remark(told, ask=with_option("aim", aim), **ends)
        hint = say_remark("Say a number from {least} to {most}: {ask}", ask=with_option("aim", "12"), **ends)
        raise unreadable(None, problem, hint)
    return str(int(aim))


def advise_final(table: Table, seat: str, known: Known, aim: str, patience: float = PATIENCE) -> FinalAdvice:
    """The best bets for the aim; `patience` is how much work a proof may take (`cpsat.cover_most`)."""
    colours = weigh_colours(known)
    if aim == POINTS:
        return _for_points(known, colours)
    if aim != WIN:
        prizes = prizes_for(known, int(aim))
        return _judge(known, colours, aim, Race(best_for(known, prizes, patience), known, prizes, None))
    found = race(table, seat, known, patience)
    if isinstance(found, str):
        return replace(_for_points(known, colours), aim=WIN, cannot=found)
    return _judge(known, colours, WIN, found)


def _for_points(known: Known, colours: tuple[ColourBets, ...]) -> FinalAdvice:
    named = {name: NamedBets(name, bets, expected_points(known, bets)) for name, bets in plain_choices(colours).items()}
    best = replace(named["points"], name="best")
    return FinalAdvice(POINTS, colours, best, (named["bold"], named["safe"]), _spread(known, best.bets))


def _judge(known: Known, colours: tuple[ColourBets, ...], aim: str, found: Race) -> FinalAdvice:
    chosen, sampled = found.chosen, found.sampled
    named = {"best": chosen.bets} | plain_choices(colours)
    best, *others = (
        NamedBets(name, bets, expected_points(known, bets), found.chance_of(bets)) for name, bets in named.items()
    )
    error = None
    if sampled is not None:
        points = points_by_hand(found.judged, chosen.bets) - least_points(len(known.colours))
        error = float(found.prizes[np.arange(len(points)), points].std(ddof=1)) / sqrt(sampled)
    return FinalAdvice(
        aim=aim,
        colours=colours,
        best=best,
        others=tuple(others),
        spread=_spread(known, chosen.bets),
        bound=chosen.bound if sampled is None else None,
        proved=chosen.proved,
        settled=chosen.settled,
        sampled=sampled,
        error=error,
    )


def _spread(known: Known, bets: Bets) -> dict[int, float]:
    points, least = points_by_hand(known, bets), least_points(len(known.colours))
    counts = np.bincount(points - least, known.ways)
    return {least + int(i): float(counts[i]) / known.total for i in np.flatnonzero(counts)}


# Bets, dice and swaps.


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
        return f"bet {content.best.span}"
    if isinstance(content, DiceAdvice):
        return f"dice {' '.join(content.best.dice)}"
    if isinstance(content, SwapAdvice):
        return f"swap {content.best.colour} …"
    if isinstance(content, FinalAdvice):
        return f"final {format_bets(content.best.bets)}"
    return ""


Bools = NDArray[np.bool_]


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
        if measure == AIM:  # judging each by the other's hands would take as long again
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
    short = line
    if isinstance(advice, DiceAdvice):
        short = say("{line}, then {bet}", line=line, bet=f"bet {advice.best.bet.span}")
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
    return f"final {format_bets(bets)}"
