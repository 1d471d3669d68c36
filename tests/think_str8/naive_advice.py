"""Naive twins of the advice: plain loops over hands and exact fractions. Of `solver` they use only the track."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from solver.games.think_str8.table import Track

Hand = tuple[int, ...]
Bet = tuple[int, ...]
POINTS = {1: 5, 2: 2, 3: 1}
ALL_BETS: list[Bet] = [bet for size in POINTS for bet in combinations(range(8), size)]


def score(card: int, bet: Bet) -> int:
    return POINTS[len(bet)] if card in bet else -2


def bet_values(cards: Sequence[int]) -> dict[Bet, Fraction]:
    """Every bet on a colour whose card is equally likely any of `cards`."""
    return {bet: Fraction(sum(score(card, bet) for card in cards), len(cards)) for bet in ALL_BETS}


def best_final(cards: Sequence[int]) -> Fraction:
    return max(bet_values(cards).values())


def final_value(hands: Sequence[Hand]) -> Fraction:
    """Expected points of the best final bets."""
    return sum((best_final([hand[i] for hand in hands]) for i in range(len(hands[0]))), Fraction(0))


def swap_value(hands: Sequence[Hand], colour: int, unseen: Sequence[int]) -> Fraction:
    """Expected final points after laying off a colour: every card it may be, every card drawn for it."""
    total = Fraction(0)
    for card in {hand[colour] for hand in hands}:
        left = [hand[:colour] + hand[colour + 1 :] for hand in hands if hand[colour] == card]
        after = final_value(left) + best_final([number for number in unseen if number != card])
        total += Fraction(len(left), len(hands)) * after
    return total


def bet_value(
    hands: Sequence[Hand],
    dice: Sequence[int],
    run: tuple[int, int],
    points: int,
    directions: bool,
    unseen: Sequence[Sequence[int]],
    piles: Sequence[int],
) -> Fraction:
    """Points now and expected final points after the answer and, if wrong, after the best swap."""
    low, high = run
    told: dict[str, list[Hand]] = {}
    for hand in hands:
        total = sum(hand[i] for i in dice)
        answer = "hit" if low <= total <= high else "miss" if not directions else "low" if total > high else "high"
        told.setdefault(answer, []).append(hand)
    value = Fraction(0)
    for answer, left in told.items():
        if answer == "hit":
            after = points + final_value(left)
        elif piles:
            after = max(swap_value(left, colour, unseen[colour]) for colour in piles)
        else:
            after = final_value(left)
        value += Fraction(len(left), len(hands)) * after
    return value


def all_final_bets(hands: Sequence[Hand]) -> Iterator[tuple[Bet, ...]]:
    """Every choice of one to three possible numbers for every colour."""
    possible = [sorted({hand[i] for hand in hands}) for i in range(len(hands[0]))]
    return product(*([bet for bet in ALL_BETS if set(bet) <= set(numbers)] for numbers in possible))


def rival_points(cards: Hand, hands: Sequence[Hand], mine: Hand) -> dict[int, Fraction]:
    """How likely a rival makes how many points, betting for the most after seeing my hand, equals equally likely."""
    left = [hand for hand in hands if not any(one == two for one, two in zip(hand, mine, strict=True))]
    chances = {0: Fraction(1)}
    for i, card in enumerate(cards):
        values = bet_values([hand[i] for hand in left])
        best = [bet for bet, value in values.items() if value == max(values.values())]
        added: dict[int, Fraction] = {}
        for bet in best:
            for points, chance in chances.items():
                total = points + score(card, bet)
                added[total] = added.get(total, Fraction(0)) + chance / len(best)
        chances = added
    return chances


def win_chance(track: Track, seat: str, points: int, rivals: Mapping[str, Mapping[int, Fraction]]) -> Fraction:
    """Every mix of the rivals' points, scored on the track itself."""
    won = Fraction(0)
    for mix in product(*(chances.items() for chances in rivals.values())):
        theirs = dict(zip(rivals, (made for made, _ in mix), strict=True))
        if track.scored_at_end({seat: points, **theirs}).first() == (seat,):
            chance = Fraction(1)
            for _, likely in mix:
                chance *= likely
            won += chance
    return won
