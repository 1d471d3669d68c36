"""The final bets for an aim: the most points, at least N points, or the win; with the bold and the safe choice beside.

The chance to win is worked out hand by hand from the standings, the tie rule and the others' bets. If my hand were this
one, each other player would see it, and would bet for the most expected points by what was answered to that player. I
see their cards, so their points follow; where bets are equally good, each is equally likely.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb, sqrt

import numpy as np

from solver.english import all_of, remark, whose, with_option
from solver.games.think_str8.advice.final_bets import (
    FEW_HANDS,
    PATIENCE,
    Bets,
    Chosen,
    ColourBets,
    Prizes,
    best_for,
    bets_for_points,
    bold_bets,
    chance_of,
    expected_points,
    good_for,
    least_points,
    most_points,
    points_by_hand,
    prizes_for,
    safe_bets,
    weigh_colours,
)
from solver.games.think_str8.advice.tallies import GAINS, Floats
from solver.games.think_str8.hands_left import Ints, Known, know
from solver.games.think_str8.rules import FINAL_LOSS, FINAL_POINTS, NUMBERS
from solver.games.think_str8.table import Table, Track
from solver.log import unreadable

_WAYS = np.array([[comb(of, take) for take in range(9)] for of in range(9)], dtype=np.float64)
POINTS, WIN = "points", "win"
SAMPLE, FRESH, SEED = 500, 2_000, 8  # hands drawn to choose the bets, other hands drawn to judge them


@dataclass(frozen=True, slots=True, eq=False)
class Rival:
    """Another player as I see them: the cards, and the hands they may think they have before they see mine."""

    player: str
    cards: tuple[int, ...]
    known: Known


def find_rivals(table: Table, seat: str) -> tuple[Rival, ...] | str:
    """The other players, or why their points cannot be worked out."""
    rivals = []
    for player in (player for player in table.players if player != seat):
        if table.track.space(player) is None:
            return f"where {player}'s stone stands is not known: type `score {player} 12`."
        cards = {colour: table.current(player, colour).number for colour in table.colours}
        unknown = [colour for colour, number in cards.items() if number is None]
        if unknown and player == table.me:
            return f"{seat} sees {player}'s cards, but this log does not tell them."
        if unknown:
            are = "is" if len(unknown) == 1 else "are"
            return f"{player}'s {all_of(unknown)} {are} not typed: type `see {player} {unknown[0]} 6`."
        known, held = know(table, player), tuple(number for number in cards.values() if number is not None)
        if not (known.hands == held).all(axis=1).any():
            return f"what {player} was told does not fit {player}'s cards: compare those lines with the table."
        rivals.append(Rival(player, held, known))
    if table.track.space(seat) is None:
        return f"where {whose(seat, table.me)} stone stands is not known: type `score {seat} 12`."
    return tuple(rivals)


def win_prizes(table: Table, seat: str, mine: Ints, rivals: Sequence[Rival]) -> Prizes:
    """`[hand, points]`: the chance that I win with that many final points; a tie nobody can settle is not won."""
    size = len(table.colours)
    span = range(least_points(size), most_points(size) + 1)
    prizes = np.ones((len(mine), len(span)))
    for rival in rivals:
        theirs = points_chances(rival, mine)
        prizes *= theirs @ _beaten(table.track, seat, rival.player, span)
    return prizes


def _beaten(track: Track, seat: str, rival: str, span: range) -> Floats:
    """`[their points, my points]`: 1 where my stone ends before theirs, or below it on the same space."""
    points, gap = np.array(span), (track.space(seat) or 0) - (track.space(rival) or 0)
    ahead: Floats = (points + gap > points[:, None]).astype(np.float64)
    settled: dict[tuple[bool, bool], bool] = {}  # who lies below whom depends only on which of the stones moved
    for mine in span:
        theirs = mine + gap
        if theirs in span:
            moved = (mine != 0, theirs != 0)
            if moved not in settled:
                settled[moved] = track.scored_at_end({seat: mine, rival: theirs}).ahead(seat, rival)
            ahead[theirs - span[0], mine - span[0]] = settled[moved]
    return ahead


def points_chances(rival: Rival, mine: Ints) -> Floats:
    """`[my hand, their points above the least]`: how likely the rival makes that many points if I have that hand."""
    size = len(rival.cards)
    chances = np.zeros((len(mine), most_points(size) - least_points(size) + 1))
    chances[:, 0] = 1.0
    right = _right_bets(_counts(rival.known, mine), rival.cards)
    for colour in range(size):
        chances = _add_colour(chances, right[:, colour])
    return chances


def _counts(known: Known, mine: Ints) -> Ints:
    """`[my hand, colour, number]`: the rival's hands that are left once mine is seen.

    All hands lie in one block with an axis per colour. Along an axis, everything less one slice is what keeps apart
    from that number; so the block is turned into the counts for all hands of mine at once.
    """
    size = len(known.colours)
    places = [_places(column) for column in known.hands.T]
    block = np.zeros([int(place.max()) + 1 for place in places], dtype=np.int64)
    block[tuple(place[column] for place, column in zip(places, known.hands.T, strict=True))] = known.ways
    shown = [place[column, None] for place, column in zip(places, mine.T, strict=True)]
    counts = np.zeros((len(mine), size, len(NUMBERS)), dtype=np.int64)
    for colour in range(size):
        apart = block
        for other in (other for other in range(size) if other != colour):
            apart = apart.sum(axis=other, keepdims=True) - apart
        left = apart[(*shown[:colour], places[colour], *shown[colour + 1 :])]
        counts[:, colour] = left * (mine[:, colour, None] != NUMBERS)
    return counts


def _places(numbers: Ints) -> Ints:
    """Where each number lies on its axis; all that do not occur share one more place, where nothing lies."""
    occur = np.isin(NUMBERS, numbers)
    return np.where(occur, occur.cumsum() - 1, occur.sum())


def _right_bets(counts: Ints, cards: Sequence[int]) -> Floats:
    """`[my hand, colour, numbers named less one]`: how likely the best bet on the colour has that many and is right.

    Among equally good bets each is equally likely.
    """
    own = counts[:, np.arange(len(cards)), cards]
    likeliest = -np.sort(-counts, axis=-1)[..., : len(GAINS)]
    worths = likeliest.cumsum(axis=-1) * GAINS
    best = worths == worths.max(axis=-1, keepdims=True)
    bets, right = np.zeros(worths.shape), np.zeros(worths.shape)
    for k in range(len(GAINS)):
        edge = likeliest[..., k]
        tied = (counts == edge[..., None]).sum(axis=-1)
        left = k + 1 - (counts > edge[..., None]).sum(axis=-1)
        ways = _WAYS[tied, left]
        bets[..., k] = best[..., k] * ways
        right[..., k] = best[..., k] * np.where(own > edge, ways, (own == edge) * _WAYS[tied - 1, left - 1])
    right /= bets.sum(axis=-1, keepdims=True)
    return right


def _add_colour(chances: Floats, right: Floats) -> Floats:
    """Add what the bet on one colour brings."""
    added: Floats = chances * (1 - right.sum(axis=1, keepdims=True))
    for k, points in enumerate(FINAL_POINTS.values()):
        gain = points + FINAL_LOSS
        added[:, gain:] += chances[:, :-gain] * right[:, k, None]
    return added


# What is advised.


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
    """`points`, `win`, or a whole number of points that final bets on that many colours can bring."""
    aim = (text or POINTS).strip().casefold()
    if aim in (POINTS, WIN):
        return aim
    if not re.fullmatch("[+-]?[0-9]+", aim):
        known = ("Say `", with_option("aim", POINTS), "`, `", with_option("aim", WIN), "`, or a number of points: ")
        hint = remark(*known, with_option("aim", "12"))
        raise unreadable(None, remark(with_option("aim", text or ""), ": there is no such aim."), hint)
    least, most = least_points(colours), most_points(colours)
    if len(aim) > len("+999") or not least <= int(aim) <= most:
        problem = remark(with_option("aim", aim), f": the final bets bring {least} to {most} points.")
        raise unreadable(None, problem, remark(f"Say a number from {least} to {most}: ", with_option("aim", "12")))
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
    """That many hands, each drawn as often as it is likely."""
    rows = rng.choice(len(known.hands), size=count, p=known.ways / known.total)
    return replace(known, hands=known.hands[rows], ways=np.ones(count, dtype=np.int64))


def _spread(known: Known, bets: Bets) -> dict[int, float]:
    points, least = points_by_hand(known, bets), least_points(len(known.colours))
    counts = np.bincount(points - least, known.ways)
    return {least + int(i): float(counts[i]) / known.total for i in np.flatnonzero(counts)}
