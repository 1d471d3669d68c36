"""The final bets: for points colour by colour, and for a goal that needs whole hands.

For points, each colour has its best one, two or three numbers, and what bolder or safer would cost. A goal, such as at
least N points or the win, is a table of prizes: what that many points are worth with each hand, 0 to 1, never less for
more points. Colours are tied by the sums then: a quick search finds good bets, CP-SAT proves the best.

The chance to win is worked out hand by hand from the standings, the tie rule and the others' bets. If my hand were this
one, each other player would see it, and would bet for the most expected points by what was answered to that player. I
see their cards, so their points follow; where bets are equally good, each is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.english import all_of
from solver.games.think_str8.advice.pairs import Pairs
from solver.games.think_str8.advice.tallies import GAINS, MOST, Floats
from solver.games.think_str8.facts import Ints, Known, know
from solver.games.think_str8.rules import FINAL_LOSS, FINAL_POINTS, NUMBERS, final_points
from solver.games.think_str8.table import Table, Track
from solver.language import say

Bets = Mapping[str, tuple[int, ...]]
Prizes = Floats  # [hand, points above the least]
SCALE = 1_000_000  # chances of parted prizes are compared to a millionth of a hand
MIX_HANDS = 500
MOST_CELLS = 400_000  # bets on one colour times hands that a search may try: all, as long as every holder is typed
PATIENCE = 0.1  # for the proof: about a second
SAME = 1e-9
FEW_HANDS = 1_000  # with more, no proof was ever seen to end in time or to find better bets
MANY_HANDS = 30_000  # with more, two colours at a time would take longer than a second
ALL_CELLS = 200_000_000  # bets times hands that are all tried: about a second
BLOCK_CELLS = 200_000  # of them at once


@dataclass(frozen=True, slots=True)
class Shape:
    """The likeliest one, two or three numbers of a colour: the chance that they have the card, the expected points."""

    numbers: tuple[int, ...]
    hit: float
    expected: float

    def data(self) -> dict[str, object]:
        return {"numbers": list(self.numbers), "hit": round(self.hit, 4), "expected": round(self.expected, 4)}


@dataclass(frozen=True, slots=True)
class ColourBets:
    """One colour: the chance of each number and the best bet of one, two and three numbers."""

    colour: str
    chances: dict[int, float]
    shapes: tuple[Shape, ...]

    @property
    def best(self) -> Shape:
        """The most expected points; among equals the safer."""
        return max(reversed(self.shapes), key=lambda shape: round(shape.expected, 9))

    def data(self) -> dict[str, object]:
        return {
            "chance": {str(number): round(chance, 4) for number, chance in self.chances.items()},
            "shapes": [shape.data() for shape in self.shapes],
        }


def weigh_colours(known: Known) -> tuple[ColourBets, ...]:
    """Every colour by itself: that is all expected points need."""
    return tuple(_weigh(colour, row, known.total) for colour, row in zip(known.colours, known.counts(), strict=True))


def _weigh(colour: str, counts: Ints, total: int) -> ColourBets:
    likeliest = [number for number in sorted(NUMBERS, key=lambda number: -counts[number]) if counts[number]]
    shapes = []
    for size in range(1, min(MOST, len(likeliest)) + 1):
        right = int(counts[likeliest[:size]].sum())
        expected = int(GAINS[size - 1]) * right / total - FINAL_LOSS
        shapes.append(Shape(tuple(sorted(likeliest[:size])), right / total, expected))
    chances = {number: int(counts[number]) / total for number in sorted(likeliest)}
    return ColourBets(colour, chances, tuple(shapes))


def bets_for_points(colours: tuple[ColourBets, ...]) -> Bets:
    return {column.colour: column.best.numbers for column in colours}


def format_bets(bets: Bets) -> str:
    """`blue 2 6, red 3`; a colour without a bet is not named."""
    return ", ".join(f"{colour} {' '.join(map(str, numbers))}" for colour, numbers in bets.items() if numbers)


def plain_choices(colours: tuple[ColourBets, ...]) -> dict[str, Bets]:
    """By name: the likeliest number of every colour; as many as may be named and are possible; the most points."""
    bold = {column.colour: column.shapes[0].numbers for column in colours}
    safe = {column.colour: column.shapes[-1].numbers for column in colours}
    return {"bold": bold, "safe": safe, "points": bets_for_points(colours)}


def points_by_hand(known: Known, bets: Bets) -> Ints:
    """The points these bets would bring with each hand."""
    points = np.zeros(len(known.hands), dtype=np.int64)
    for i, colour in enumerate(known.colours):
        points += points_by_number(bets[colour])[known.hands[:, i]]
    return points


def points_by_number(numbers: tuple[int, ...]) -> Ints:
    return np.array([final_points(card, numbers) for card in NUMBERS], dtype=np.int64)


def expected_points(known: Known, bets: Bets) -> float:
    return float(points_by_hand(known, bets) @ known.ways) / known.total


def possible_bets(known: Known) -> list[list[tuple[int, ...]]]:
    """For each colour every bet that makes sense: one to three of the possible numbers."""
    chances = [[number for number in NUMBERS if row[number]] for row in known.counts()]
    return [
        [bet for size in FINAL_POINTS if size <= len(numbers) for bet in combinations(numbers, size)]
        for numbers in chances
    ]


# For a goal.


@dataclass(frozen=True, slots=True)
class Chosen:
    """The bets found, their chance, and what no bets can exceed; `proved` if that is the same.

    `settled` is how many colours at a time were changed in every way without finding better ones.
    """

    bets: Bets
    chance: float
    bound: float
    proved: bool
    settled: int = 0


def least_points(colours: int) -> int:
    """With all colours wrong; prizes start there."""
    return -FINAL_LOSS * colours


def most_points(colours: int) -> int:
    return max(FINAL_POINTS.values()) * colours


def prizes_for(known: Known, goal: int) -> Prizes:
    """The prize for at least `goal` points."""
    least, most = least_points(len(known.colours)), most_points(len(known.colours))
    row = (np.arange(least, most + 1) >= goal).astype(np.float64)
    return np.broadcast_to(row, (len(known.hands), len(row)))


def chance_of(known: Known, prizes: Prizes, bets: Bets) -> float:
    """The average prize of these bets."""
    points = points_by_hand(known, bets) - least_points(len(known.colours))
    return float(prizes[np.arange(len(points)), points] @ known.ways) / known.total


def best_for(known: Known, prizes: Prizes, patience: float = PATIENCE) -> Chosen:
    """The bets with the highest average prize, proved unless it takes too long; of equals, those with more points.

    All bets are tried where that is quick. Else CP-SAT tries to prove the best; what it leaves unproved is improved
    until no change of one colour or two helps. Without patience nothing is proved.

    With very many hands the bets are chosen by some of them, and judged by all.
    """
    options = possible_bets(known)
    some, of_some = _some_hands(known, prizes, MOST_CELLS // max(map(len, options)))
    search, few = _Search(some, of_some, options), len(known.hands) <= FEW_HANDS
    bound = float(prizes[:, -1] @ known.ways) / known.total  # as if every bet were right
    if few and patience and search.size <= ALL_CELLS:
        bets = search.bets(search.try_all())
        chance = chance_of(known, prizes, bets)
        return Chosen(bets, chance, chance, True)
    bets = good_for(some, of_some)
    proved, all_judge = chance_of(known, prizes, bets) > bound - SAME, len(known.hands) <= MANY_HANDS
    if not proved and patience and few:
        bets, bound, proved = _prove(known, prizes, bets, patience)
    if proved or not all_judge:
        bets = search.bets(search.climb(search.choice(bets)))
    else:
        starts = (bets, *plain_choices(weigh_colours(known)).values())
        bets = search.bets(Pairs(known, prizes, search.options).best_from(map(search.choice, starts)))
    chance = chance_of(known, prizes, bets)
    return Chosen(bets, chance, chance if proved else max(chance, bound), proved, 2 if all_judge else 0)


def good_for(known: Known, prizes: Prizes) -> Bets:
    """Good bets without a proof: bold, safe, for points, and the best mix of these, improved one colour at a time."""
    colours, search = weigh_colours(known), _Search(known, prizes)
    shapes = [[search.options[i].index(shape.numbers) for shape in column.shapes] for i, column in enumerate(colours)]
    starts = map(search.choice, plain_choices(colours).values())
    found = [search.climb(start) for start in dict.fromkeys((*starts, _mix(search, shapes)))]
    return search.bets(max(found, key=search.merit_of))


def _mix(search: _Search, shapes: list[list[int]]) -> tuple[int, ...]:
    """The best of all mixes of bold and safe; among very many hands judged on some of them."""
    small = _Search(*_some_hands(search.known, search.prizes, MIX_HANDS), search.options)
    mixes = list(product(*shapes))
    points = [small.points[i][list(column)] for i, column in enumerate(zip(*mixes, strict=True))]
    return mixes[_best_row(small.merits(np.add.reduce(points)))]


def _some_hands(known: Known, prizes: Prizes, most: int) -> tuple[Known, Prizes]:
    """At most this many hands, picked at random but always the same, with their prizes."""
    if len(known.hands) <= most:
        return known, prizes
    rows = np.random.default_rng(0).choice(len(known.hands), most, replace=False)
    return replace(known, hands=known.hands[rows], ways=known.ways[rows]), prizes[rows]


def _best_row(merits: tuple[Floats, Floats]) -> int:
    """The first of the rows with the highest prize, and of these with the most points."""
    prizes, points = merits
    return int(np.where(prizes == prizes.max(), points, -np.inf).argmax())


class _Search:
    """Tries bets colour by colour. A choice is the place of one bet per colour in `options`."""

    def __init__(self, known: Known, prizes: Prizes, options: list[list[tuple[int, ...]]] | None = None) -> None:
        self.known, self.prizes = known, prizes
        self.options = options or possible_bets(known)
        self.rows = np.arange(len(known.hands))
        self.points = [  # [bet, hand]
            np.array([points_by_number(bet) for bet in bets])[:, known.hands[:, i]]
            for i, bets in enumerate(self.options)
        ]
        self.least = least_points(len(known.colours))

    def bets(self, choice: Sequence[int]) -> Bets:
        return {colour: self.options[i][choice[i]] for i, colour in enumerate(self.known.colours)}

    def choice(self, bets: Bets) -> tuple[int, ...]:
        return tuple(self.options[i].index(bets[colour]) for i, colour in enumerate(self.known.colours))

    def merit_of(self, choice: Iterable[int]) -> tuple[float, float]:
        prizes, points = self.merits(sum_of(self.points, choice)[None])
        return float(prizes[0]), float(points[0])

    def merits(self, points: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """`[bets, hand]` to the prize of each, then its points, both weighed by how many worlds a hand stands for."""
        prizes = self.prizes[self.rows, points - self.least] @ self.known.ways
        return prizes.round(6), (points @ self.known.ways).astype(np.float64)

    @property
    def size(self) -> int:
        """How many bets there are, times the hands by which each is judged."""
        return prod(map(len, self.options)) * len(self.rows)

    def try_all(self) -> tuple[int, ...]:
        """The best of all choices: every mix of the last colours beside every one of the first."""
        first = len(self.options)
        while first and prod(map(len, self.options[first - 1 :])) * len(self.rows) <= BLOCK_CELLS:
            first -= 1
        first = min(first, len(self.options) - 1)
        ends = list(product(*(range(len(bets)) for bets in self.options[first:])))
        block = np.stack([sum_of(self.points[first:], end) for end in ends])
        best, found = (-np.inf, -np.inf), tuple(ends[0])
        for start in product(*(range(len(bets)) for bets in self.options[:first])):
            prizes, points = self.merits(block + sum_of(self.points[:first], start) if first else block)
            row = _best_row((prizes, points))
            if (prizes[row], points[row]) > best:
                best, found = (float(prizes[row]), float(points[row])), (*start, *ends[row])
        return found

    def climb(self, start: Sequence[int]) -> list[int]:
        """Improve one colour at a time until none helps."""
        choice, best = list(start), self.merit_of(start)
        while True:
            before = best
            for i in range(len(choice)):
                rest = sum_of(self.points, choice) - self.points[i][choice[i]]
                prizes, points = self.merits(rest + self.points[i])
                row = _best_row((prizes, points))
                if (prizes[row], points[row]) > best:
                    choice[i], best = row, (float(prizes[row]), float(points[row]))
            if best == before:
                return choice


def sum_of(points: list[NDArray[np.int64]], choice: Iterable[int]) -> NDArray[np.int64]:
    total: NDArray[np.int64] = np.add.reduce([points[i][place] for i, place in enumerate(choice)])
    return total


def _prove(known: Known, prizes: Prizes, bets: Bets, patience: float) -> tuple[Bets, float, bool]:
    from solver.engine.cpsat import Goal, cover_most  # ortools is slow to load

    steps = np.diff(prizes, axis=1, prepend=0.0)
    goals, sure = [], 0.0
    for hand, points in zip(*np.nonzero(steps > 0), strict=True):
        weight = float(steps[hand, points]) * int(known.ways[hand])
        if points == 0:
            sure += weight  # a prize for doing nothing
        else:
            goals.append(Goal(tuple(map(int, known.hands[hand])), int(points), round(weight * SCALE)))
    gains = {size: int(gain) for size, gain in enumerate(GAINS, 1)}
    hint = [bets[colour] for colour in known.colours]
    cover = cover_most(goals, gains, hint, patience)
    named = dict(zip(known.colours, cover.numbers, strict=True))
    return named, (sure + cover.bound / SCALE) / known.total, cover.proved


# The win.


_WAYS = np.array([[comb(of, take) for take in range(9)] for of in range(9)], dtype=np.float64)
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
            line = f"score {player} 12"
            return say("where {player}'s stone stands is not known: type `{line}`.", player=player, line=line)
        unknown = table.unknown(player)
        if unknown and player == table.me:
            return say("{seat} sees {player}'s cards, but this log does not tell them.", seat=seat, player=player)
        if unknown:
            return _tell_untyped(player, unknown)
        known = know(table, player)
        held = tuple(table.current(player, colour).number or 0 for colour in table.colours)
        if not (known.hands == held).all(axis=1).any():
            return say(
                "what {player} was told does not fit {player}'s cards: compare those lines with the table.",
                player=player,
            )
        rivals.append(Rival(player, held, known))
    if table.track.space(seat) is None:
        line = f"score {seat} 12"
        if seat == table.me:
            return say("where your stone stands is not known: type `{line}`.", line=line)
        return say("where {player}'s stone stands is not known: type `{line}`.", player=seat, line=line)
    return tuple(rivals)


def _tell_untyped(player: str, unknown: Sequence[str]) -> str:
    places = {"player": player, "colours": all_of(map(say, unknown)), "line": f"see {player} {unknown[0]} 6"}
    if len(unknown) == 1:
        return say("{player}'s {colours} is not typed: type `{line}`.", **places)
    return say("{player}'s {colours} are not typed: type `{line}`.", **places)


class Race(NamedTuple):
    """The bets found for the win, and the hands they are judged by: all, or `sampled` ones drawn by chance."""

    chosen: Chosen
    judged: Known
    prizes: Prizes  # of these hands
    sampled: int | None

    def chance_of(self, bets: Bets) -> float:
        return chance_of(self.judged, self.prizes, bets)


def race(
    table: Table, seat: str, known: Known, patience: float, sample: int = SAMPLE, fresh: int = FRESH
) -> Race | str:
    """The best bets for the win, or why the others' points cannot be worked out.

    Of too many hands some are drawn. Bets are judged on fresh ones, since their own would flatter them.
    """
    rivals = find_rivals(table, seat)
    if isinstance(rivals, str):
        return rivals
    if len(known.hands) <= FEW_HANDS:
        prizes = win_prizes(table, seat, known.hands, rivals)
        return Race(best_for(known, prizes, patience), known, prizes, None)
    rng = np.random.default_rng(SEED)
    trial, judged = draw_hands(known, rng, sample), draw_hands(known, rng, fresh)
    bets = good_for(trial, win_prizes(table, seat, trial.hands, rivals))
    prizes = win_prizes(table, seat, judged.hands, rivals)
    return Race(Chosen(bets, chance_of(judged, prizes, bets), 1.0, False), judged, prizes, fresh)


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

    All hands lie in one block with an axis per colour. Along an axis, the total less the slice of a number counts the
    hands without it; so one pass along each axis gives the counts for all hands of mine at once.
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


def draw_hands(known: Known, rng: np.random.Generator, count: int) -> Known:
    """That many hands, each drawn as often as it is likely."""
    rows = rng.choice(len(known.hands), size=count, p=known.ways / known.total)
    return replace(known, hands=known.hands[rows], ways=np.ones(count, dtype=np.int64))
