"""How people lay their tokens: the chance of a bet in every style that is known, and in every way to play.

Some styles go by what the player can know of their own sum, some lay the token beside it out of habit, and some follow
other bets and no cards at all. A way to play is a mixture of styles, with some share of any bet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.facts import list_places
from solver.games.think_str8.rules import SUMS

Floats = NDArray[np.float32]
Weights = NDArray[np.float64]
KEEN = np.float32(3)  # a keen player prefers points this many times as strongly as a calm one
WIDTHS = 1.2, 0.7  # of the bells around the sum a player expects, and around the middle of what it can be
SAME = 1e-5  # points on average that nobody tells apart
SHIFTS = tuple(range(-3, 4))  # spaces beside what would be sensible, where some people always lay their token
SENSIBLE = 0.1, 0.4, 0.2, 0.2, 0.1  # shares of the first five styles in what would be sensible
ANY = 0.15  # share of any bet in how a person plays: at least so much
MIDDLE, NEAR = (len(SUMS) - 1) / 2, 1.5  # of the board, and the width of the bell around a bet that is followed


def _make_mixtures() -> Floats:
    """Shares of calm, keen, the best bet by points, around the expected sum, around the middle, any bet.

    Then those of what is sensible: laid at the other end of the board, by somebody who takes what lies in sight for
    what is held; laid beside by each shift, as a habit; and in the last row now here, now there.
    """
    plain = [
        [0.38, 0.19, 0.09, 0.10, 0.09, ANY],
        [0.00, 0.60, 0.17, 0.08, 0.00, ANY],
        [0.00, 0.00, 0.00, 0.00, 0.85, ANY],
        [0.10, 0.00, 0.00, 0.00, 0.00, 0.90],
    ]
    other_end, *beside = np.eye(1 + len(SHIFTS)) * (1 - ANY)
    rows = [[*row, *np.zeros(1 + len(SHIFTS))] for row in plain]
    rows += [[0, 0, 0, 0, 0, ANY, *row] for row in (other_end, *beside, np.mean(beside, axis=0))]
    return np.array(rows, dtype=np.float32)


MIXTURES = _make_mixtures()
HABITS = slice(-1 - len(SHIFTS), -1)  # the rows of the habits, a shift each


def style_chances(chances: Floats, tokens: Sequence[tuple[int, int]], low: int, high: int) -> Floats:
    """`[style, cell]`: how likely each style makes this bet, one of all places of these tokens (length and points).

    `chances` are those of the sum that the player holds. Calm and keen players find a bet the likelier the more points
    it brings on average.
    """
    tokens = tuple(tokens)
    lengths, lows, points = list_places(tokens)
    length = high - low + 1
    running = np.zeros((len(chances), len(SUMS) + 1), dtype=np.float32)
    np.cumsum(chances, axis=1, out=running[:, 1:])
    worth = (running[:, lows + lengths] - running[:, lows]) * points.astype(np.float32)
    calm, keen, best = np.exp(worth), np.exp(KEEN * worth), worth > worth.max(axis=1, keepdims=True) - SAME
    expected = (chances @ np.arange(len(SUMS), dtype=np.float32)).astype(np.float32)
    first, last = (chances > 0).argmax(axis=1), len(SUMS) - 1 - (chances[:, ::-1] > 0).argmax(axis=1)
    middle = ((first + last) / 2).astype(np.float32)
    token = _token_chances(tokens, length)[last - first]
    laid = [each[:, lengths == length] / each.sum(axis=1, keepdims=True) for each in (calm, keen, best)]
    laid += [_bell(expected, length, WIDTHS[0]) / len(tokens), _bell(middle, length, WIDTHS[1]) * token[:, None]]
    along = np.stack(laid).astype(np.float32)
    sensible = np.tensordot(np.array(SENSIBLE, dtype=np.float32), along, 1)
    anything = np.full((1, len(chances)), 1 / len(lows), dtype=np.float32)
    other_end = sensible[:, -1 - low][None]
    return np.concatenate([along[:, :, low], anything, other_end, _end_up(low, along.shape[2]) @ sensible.T])


def chances_apart(
    followed: Iterable[Sequence[float]], tokens: Sequence[tuple[int, int]], low: int, high: int
) -> Weights:
    """How likely the bet is if it has nothing to do with cards: anything, or near one of the bets that are followed.

    Whoever follows bets may as well lay the token around the middle of the board, the more so as there are none.
    """
    lengths, _, _ = list_places(tuple(tokens))
    length, anything = high - low + 1, 1 / len(lengths)
    centres = ([MIDDLE], *([MIDDLE, *each] for each in followed))
    near = [_bell(np.array(each, dtype=np.float32), length, NEAR)[:, low].mean() / len(tokens) for each in centres]
    return np.array([anything, *((1 - ANY) * each + ANY * anything for each in near)])


@lru_cache
def _end_up(low: int, places: int) -> Floats:
    """`[shift, place]`: whether a token meant for the place ends up at `low`, as far as the board reaches."""
    ends = (np.arange(places) + np.array(SHIFTS)[:, None]).clip(0, places - 1)
    ending: Floats = (ends == low).astype(np.float32)
    return ending


def _bell(centres: Floats, length: int, width: float) -> Floats:
    """`[cell, place]`: how likely a token of that length lies there, if it is laid around a centre, more or less."""
    middles = np.arange(len(SUMS) - length + 1, dtype=np.float32) + np.float32((length - 1) / 2)
    bell = np.exp(-((middles - centres[:, None]) ** 2) / np.float32(2 * width**2))
    chances: Floats = bell / (bell.sum(axis=1, keepdims=True) + np.float32(1e-30))
    return chances


@lru_cache
def _token_chances(tokens: tuple[tuple[int, int], ...], length: int) -> Floats:
    """How likely the token of that length is taken, by how far apart the lowest and the highest possible sum are.

    Half of the time any token, otherwise the one that brings most points if all sums of the span are equally likely.
    """
    lengths, points = np.array(tokens).T
    worth = points * np.minimum(lengths, np.arange(1, len(SUMS) + 1)[:, None])
    best = worth == worth.max(axis=1, keepdims=True)
    chances: Floats = 0.5 / len(tokens) + 0.5 * best[:, lengths == length][:, 0] / best.sum(axis=1)
    return chances.astype(np.float32)
