"""Exercises about a choice: which bet, which card to lay off, the final bets.

They are graded by the least skill whose knowledge makes the same choice, or one as good; where knowing more would lead
to a worse choice, luck would decide, and nothing is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from math import prod

import numpy as np

from solver.games.think_str8.advice.advise import make_advice
from solver.games.think_str8.advice.bets import BetOption
from solver.games.think_str8.advice.final_bets import (
    Bets,
    bets_for_points,
    expected_points,
    possible_bets,
    weigh_colours,
)
from solver.games.think_str8.advice.moves import BetAdvice, SwapAdvice
from solver.games.think_str8.events import Bet, Dice, Told
from solver.games.think_str8.facts import Known, know
from solver.games.think_str8.patterns import NumbersLeft, rule_out
from solver.games.think_str8.practice import words
from solver.games.think_str8.practice.moments import Moment
from solver.games.think_str8.rules import NAME
from solver.games.think_str8.table import Table
from solver.practice import AS_GOOD, LEVELS, Exercise, Task

MOST_FINALS, _MOST_TRIED = 50, 5_000  # final bets that are all right, and that are weighed to find them


def ask_bet(moment: Moment) -> Exercise | None:
    """Which bet, graded by what it is worth; not where nearly all bets are as good."""
    if not isinstance(moment.event, Dice):
        return None
    options = rank_options(moment.table, moment.opened.me)
    good = [option for option in options if is_as_good(option, options)]
    if not options or len(good) > len(options) // 4:
        return None
    spans = {(one.low, one.high) for one in good}
    answers = tuple(one.span for one in good)
    return _choice(moment, Task.BET, words.BET_QUESTION, answers, lambda left: _bet_of(moment, left) in spans)


def rank_options(table: Table, seat: str) -> tuple[BetOption, ...]:
    """All bets, the best first, from exact chances alone."""
    content = make_advice(table, seat, {}).content
    return tuple(content.options) if isinstance(content, BetAdvice) else ()


def is_as_good(option: BetOption, options: Sequence[BetOption]) -> bool:
    return is_near(option.value, options[0].value)


def ask_lay_off(moment: Moment) -> Exercise | None:
    if not isinstance(moment.event, Bet | Told) or moment.event.player != moment.opened.me:
        return None
    content = make_advice(moment.table, moment.opened.me, {}).content
    if not isinstance(content, SwapAdvice) or len(content.options) < 2:
        return None
    good = [option.colour for option in content.options if is_near(option.value, content.options[0].value)]
    if len(good) > len(content.options) // 2:
        return None

    def worst(left: NumbersLeft) -> bool:
        """The card of which most is open."""
        cards = [card for card in moment.puzzle.hand if card.name in moment.table.piles()]
        return max(cards, key=lambda card: len(left[card])).name in good

    return _choice(moment, Task.LAY_OFF, words.LAY_OFF_QUESTION, tuple(good), worst)


def ask_final(moment: Moment) -> Exercise | None:
    known = know(moment.table, moment.opened.me, moment.worlds)
    good = list_good_finals(known)
    if not good:
        return None
    most = expected_points(known, good[0])

    def as_good(left: NumbersLeft) -> bool:
        guess = _one_by_one(moment, left)
        return is_near(expected_points(known, bets_for_points(weigh_colours(guess))), most)

    return _choice(moment, Task.FINAL, words.FINAL_QUESTION, tuple(map(write_bets, good)), as_good)


def list_good_finals(known: Known) -> Sequence[Bets]:
    """All final bets as good as the best, the best first; none where so many are as good that they ask nothing."""
    best = dict(bets_for_points(weigh_colours(known)))
    most = expected_points(known, best)
    rows = []
    for colour, choices in zip(known.colours, possible_bets(known), strict=True):
        others = (bet for bet in choices if bet != best[colour])
        near = (bet for bet in others if is_near(expected_points(known, best | {colour: bet}), most))
        rows.append([best[colour], *near])
    if prod(map(len, rows)) > _MOST_TRIED:
        return ()
    every = (dict(zip(known.colours, bets, strict=True)) for bets in product(*rows))
    good = [bets for bets in every if is_near(expected_points(known, bets), most)]
    return good if len(good) <= MOST_FINALS else ()


def is_near(value: float, most: float) -> bool:
    return value >= most - AS_GOOD


def write_bets(bets: Bets) -> str:
    """Final bets as they can be typed in every language."""
    return ", ".join(f"{colour} {' '.join(map(str, numbers))}" for colour, numbers in bets.items() if numbers)


def _least_skill(moment: Moment, chooses_well: Callable[[NumbersLeft], bool]) -> int | None:
    """The skill from which on all choose well; None if a higher one does not where a lower one does by luck."""
    well = [chooses_well(rule_out(moment.puzzle, skill)) for skill in LEVELS[:-1]]
    return LEVELS[well.count(False)] if well == sorted(well) else None


def _bet_of(moment: Moment, left: NumbersLeft) -> tuple[int, int]:
    """The bet with the most points on average, for a player who knows cards one by one."""
    terms = moment.thrown
    chances = np.ones(1)
    for card, times in terms:
        row = np.zeros(times * 7 + 1)
        row[[times * number for number in left[card]]] = 1 / max(1, len(left[card]))
        chances = np.convolve(chances, row)
    tokens = {length: moment.table.tokens[length] for length in moment.table.free_tokens()}
    chances = np.pad(chances, (0, 22 - len(chances)))
    places = [
        (points * chances[low : low + length].sum(), low, low + length - 1)
        for length, points in tokens.items()
        for low in range(22 - length + 1)
    ]
    _, low, high = max(places)
    return low, high


def _one_by_one(moment: Moment, left: NumbersLeft) -> Known:
    """What somebody knows who has crossed out this much, and takes all that is left for equally likely."""
    known = know(moment.table, moment.opened.me, moment.worlds)
    rows = [sorted(left[card]) for card in moment.puzzle.hand]
    hands = np.array(list(product(*rows)), dtype=np.int64)
    return replace(known, hands=hands, ways=np.ones(len(hands), dtype=np.int64))


def _choice(
    moment: Moment, kind: Task, asks: str, answers: tuple[str, ...], chooses_well: Callable[[NumbersLeft], bool]
) -> Exercise | None:
    level = _least_skill(moment, chooses_well)
    if level is None:
        return None
    return Exercise(
        id="",
        kind=kind,
        game=NAME,
        log=moment.log,
        seat=moment.opened.me,
        asks=asks,
        answers=answers,
        level=level,
        pattern="",
        proof=(),
        sums=0,
        steps=0,
        open=len(answers),
    )
