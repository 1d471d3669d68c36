"""Final bets for an aim: the most points, at least N points, or the win; with the bold and the safe choice beside."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from solver.games.think_str8.finals import (
    Bets,
    ColourBets,
    bets_for_points,
    bold_bets,
    expected_points,
    points_by_hand,
    safe_bets,
    weigh_colours,
)
from solver.games.think_str8.goals import (
    FEW_HANDS,
    PATIENCE,
    Chosen,
    Prizes,
    best_for,
    chance_of,
    good_for,
    least_points,
    most_points,
    prizes_for,
)
from solver.games.think_str8.known import Known
from solver.games.think_str8.table import Table
from solver.games.think_str8.winning import Rival, find_rivals, win_prizes
from solver.log import unreadable

POINTS, WIN = "points", "win"
SAMPLE, FRESH, SEED = 500, 2_000, 8  # hands drawn to choose the bets, hands drawn anew to judge them


@dataclass(frozen=True, slots=True)
class Choice:
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

    `sampled` is how many hands stand for all of them, with the standard `error` of the chances; None if exact.
    """

    aim: str
    colours: tuple[ColourBets, ...]
    best: Choice
    others: tuple[Choice, ...]
    spread: dict[int, float]  # chance of each number of points with the best bets
    bound: float | None = None
    proved: bool = True
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
    """`points`, `win`, or a whole number that final bets on so many colours can bring."""
    aim = (text or POINTS).strip().casefold()
    if aim in (POINTS, WIN):
        return aim
    if not re.fullmatch("[+-]?[0-9]+", aim):
        hint = "Say `--aim points`, `--aim win`, or a number of points: --aim 12"
        raise unreadable(None, f"--aim {text}: there is no such aim.", hint)
    least, most = least_points(colours), most_points(colours)
    if len(aim) > len("+999") or not least <= int(aim) <= most:
        problem = f"--aim {aim}: the final bets bring {least} to {most} points."
        raise unreadable(None, problem, f"Say a number from {least} to {most}: --aim 12")
    return str(int(aim))


def advise_final(table: Table, seat: str, known: Known, aim: str, patience: float = PATIENCE) -> FinalAdvice:
    """The best bets for the aim; `patience` is how many seconds a proof may take."""
    colours = weigh_colours(known)
    if aim == POINTS:
        return _for_points(known, colours)
    if aim != WIN:
        return _for_goal(known, colours, aim, prizes_for(known, int(aim)), patience)
    rivals = find_rivals(table, seat)
    if isinstance(rivals, str):
        return replace(_for_points(known, colours), aim=WIN, cannot=rivals)
    if len(known.hands) <= FEW_HANDS:
        return _for_goal(known, colours, WIN, win_prizes(table, seat, known.hands, rivals), patience)
    return _for_win_sampled(table, seat, known, rivals)


def _for_points(known: Known, colours: tuple[ColourBets, ...]) -> FinalAdvice:
    bets = bets_for_points(colours)
    best = Choice("best", bets, expected_points(known, bets))
    others = tuple(Choice(name, bets, expected_points(known, bets)) for name, bets in _plain_choices(colours)[:-1])
    return FinalAdvice(POINTS, colours, best, others, _spread(known, bets))


def _plain_choices(colours: tuple[ColourBets, ...]) -> tuple[tuple[str, Bets], ...]:
    return ("bold", bold_bets(colours)), ("safe", safe_bets(colours)), ("points", bets_for_points(colours))


def _for_goal(known: Known, colours: tuple[ColourBets, ...], aim: str, prizes: Prizes, patience: float) -> FinalAdvice:
    return _judge(known, colours, aim, prizes, best_for(known, prizes, patience), known)


def _judge(
    known: Known, colours: tuple[ColourBets, ...], aim: str, prizes: Prizes, chosen: Chosen, judged: Known
) -> FinalAdvice:
    """`prizes` are those of the hands `judged`: all of them, or a sample."""
    named = (("best", chosen.bets), *_plain_choices(colours))
    choices = [
        Choice(name, bets, expected_points(known, bets), chance_of(judged, prizes, bets)) for name, bets in named
    ]
    spread = _spread(known, chosen.bets)
    return FinalAdvice(aim, colours, choices[0], tuple(choices[1:]), spread, chosen.bound, chosen.proved)


def _for_win_sampled(table: Table, seat: str, known: Known, rivals: tuple[Rival, ...]) -> FinalAdvice:
    """Too many hands: bets are chosen on a sample and judged on a fresh one, since on its own a choice flatters."""
    rng = np.random.default_rng(SEED)
    trial, fresh = draw_hands(known, rng, SAMPLE), draw_hands(known, rng, FRESH)
    bets = good_for(trial, win_prizes(table, seat, trial.hands, rivals))
    prizes = win_prizes(table, seat, fresh.hands, rivals)
    advice = _judge(known, weigh_colours(known), WIN, prizes, Chosen(bets, 0.0, 1.0, False), fresh)
    points = points_by_hand(fresh, bets) - least_points(len(known.colours))
    error = float(prizes[np.arange(len(points)), points].std(ddof=1)) / sqrt(FRESH)
    return replace(advice, sampled=FRESH, error=error, bound=None)


def draw_hands(known: Known, rng: np.random.Generator, count: int) -> Known:
    """So many hands, drawn as likely as they are."""
    rows = rng.choice(len(known.hands), size=count, p=known.ways / known.total)
    return replace(known, hands=known.hands[rows], ways=np.ones(count, dtype=np.int64))


def _spread(known: Known, bets: Bets) -> dict[int, float]:
    points, least = points_by_hand(known, bets), least_points(len(known.colours))
    counts = np.bincount(points - least, known.ways)
    return {least + int(i): float(counts[i]) / known.total for i in np.flatnonzero(counts)}
