"""The final bets, judged for points colour by colour and, where the others can be reckoned with, for winning."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solver.games.think_str8.advice.final_bets import (
    FEW_HANDS,
    Bets,
    ColourBets,
    best_for,
    bets_for_points,
    chance_of,
    expected_points,
    good_for,
    weigh_colours,
)
from solver.games.think_str8.advice.winning import SEED, Rival, draw_hands, find_rivals, win_prizes
from solver.games.think_str8.hands_left import Known
from solver.games.think_str8.review.moments import Position
from solver.games.think_str8.rules import final_points

PATIENCE = 0.5  # seconds; a review need not prove the last millionth
SAMPLE, FRESH = 300, 800  # hands drawn to choose bets for the win, and to judge them
SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Winning:
    """The chance to win with the bets made, and with the best found. `sampled` hands stand for all; None is exact."""

    chance: float
    best: float
    bets: Bets
    sampled: int | None
    proved: bool

    def data(self) -> dict[str, object]:
        return {
            "chance": round(self.chance, 4),
            "best_chance": round(self.best, 4),
            "best_bets": {colour: list(numbers) for colour, numbers in self.bets.items()},
            "sampled": self.sampled,
            "proved": self.proved,
        }


@dataclass(frozen=True, slots=True)
class ColourLoss:
    """One colour: the bet made, the best one, and what each could expect."""

    colour: str
    numbers: tuple[int, ...]
    best: tuple[int, ...]
    expected: float
    best_expected: float

    @property
    def given_up(self) -> float:
        loss = self.best_expected - self.expected
        return loss if loss > SAME else 0.0

    def data(self) -> dict[str, object]:
        return {
            "colour": self.colour,
            "bet": list(self.numbers),
            "best": list(self.best),
            "expected": round(self.expected, 4),
            "best_expected": round(self.best_expected, 4),
            "given_up": round(self.given_up, 4),
        }


@dataclass(frozen=True, slots=True)
class FinalBets:
    """Final bets in pad order, judged. `winning` is a sentence where the chance to win cannot be worked out."""

    bets: Bets
    expected: float
    best_bets: Bets
    best_expected: float
    colours: tuple[ColourLoss, ...]
    winning: Winning | str

    @property
    def text(self) -> str:
        named = {colour: numbers for colour, numbers in self.bets.items() if numbers}
        return ", ".join(f"{colour} {' '.join(map(str, numbers))}" for colour, numbers in named.items())

    @property
    def best(self) -> FinalBets:
        return replace(self, bets=self.best_bets, expected=self.best_expected)

    def data(self) -> dict[str, object]:
        found = isinstance(self.winning, Winning)
        return {
            "colours": [colour.data() for colour in self.colours],
            "winning": self.winning.data() if isinstance(self.winning, Winning) else None,
            "cannot": None if found else self.winning,
        }


def judge_final_bets(position: Position, seat: str, bets: Bets) -> FinalBets:
    known = position.known
    weighed = weigh_colours(known)
    best = bets_for_points(weighed)
    return FinalBets(
        bets=bets,
        expected=expected_points(known, bets),
        best_bets=best,
        best_expected=expected_points(known, best),
        colours=tuple(_judge_colour(column, bets[column.colour]) for column in weighed),
        winning=judge_winning(position, seat, bets),
    )


def _judge_colour(column: ColourBets, numbers: tuple[int, ...]) -> ColourLoss:
    expected = sum(chance * final_points(number, numbers) for number, chance in column.chances.items())
    return ColourLoss(column.colour, numbers, column.best.numbers, expected, column.best.expected)


def judge_winning(position: Position, seat: str, bets: Bets) -> Winning | str:
    """The chance to win with these bets against the best; of very many hands some are drawn."""
    rivals = find_rivals(position.table, seat)
    if isinstance(rivals, str):
        return rivals
    known = position.known
    if len(known.hands) <= FEW_HANDS:
        prizes = win_prizes(position.table, seat, known.hands, rivals)
        found = best_for(known, prizes, PATIENCE)
        mine = chance_of(known, prizes, bets)
        return Winning(mine, max(found.chance, mine), found.bets, None, found.proved)
    return _winning_sampled(position, seat, bets, known, rivals)


def _winning_sampled(position: Position, seat: str, bets: Bets, known: Known, rivals: tuple[Rival, ...]) -> Winning:
    rng = np.random.default_rng(SEED)
    trial, fresh = draw_hands(known, rng, SAMPLE), draw_hands(known, rng, FRESH)
    found = good_for(trial, win_prizes(position.table, seat, trial.hands, rivals))
    prizes = win_prizes(position.table, seat, fresh.hands, rivals)
    mine, best = chance_of(fresh, prizes, bets), chance_of(fresh, prizes, found)
    return Winning(mine, max(mine, best), found, FRESH, False)
