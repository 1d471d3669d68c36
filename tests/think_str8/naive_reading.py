"""The naive twin of reading: every hand of mine, every hand of a rival, every bet, in plain loops. Uses no array."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import exp, prod
from typing import NamedTuple

from solver.games.think_str8.events import Bet, Dice, See, Swap
from solver.games.think_str8.reader import APART, CAUTION, DOUBT
from solver.games.think_str8.rules import Card
from solver.games.think_str8.styles import ANY, KEEN, MIXTURES, NEAR, SAME, SENSIBLE, SHIFTS, WIDTHS
from solver.grammar import Event

Hand = Mapping[str, int]
SPAN = 22


def true_answer(low: int, high: int, total: int) -> str:
    if low <= total <= high:
        return "hit"
    return "miss" if low == high else "low" if total > high else "high"


class SmallBox:
    """A random game with a few colours: `events` as they happen, every card known."""

    def __init__(self, seed: int, players: int, colours: Sequence[str], rounds: int) -> None:
        self.rng = random.Random(seed)
        self.players = ["Anna", "Ben", "Cleo", "Dirk"][:players]
        self.colours = list(colours)
        holders = [*self.players, "neutral", "neutral2"][:4]
        self.piles = {colour: self.rng.sample(range(8), 8)[1:] for colour in colours}
        self.hands = {name: {colour: self.piles[colour].pop() for colour in colours} for name in holders}
        self.events: list[Event] = [
            See(name, tuple(Card(colour, number) for colour, number in hand.items()))
            for name, hand in self.hands.items()
        ]
        for _ in range(rounds):
            self.play_round()

    def play_round(self) -> None:
        dice = tuple(self.rng.choices(self.colours, k=3))
        self.events.append(Dice(dice))
        bets = []
        lengths = self.rng.sample(range(1, 8), len(self.players))
        for player, length in zip(self.players, lengths, strict=True):
            total = sum(self.hands[player][colour] for colour in dice)
            low = min(SPAN - length, max(0, total + self.rng.randint(-length - 3, 4)))
            bets.append(Bet(player, low, low + length - 1))
        self.events += bets
        answers = [true_answer(b.low, b.high, sum(self.hands[b.player][colour] for colour in dice)) for b in bets]
        self.events += [Bet(b.player, b.low, b.high, answer) for b, answer in zip(bets, answers, strict=True)]
        for bet, answer in zip(bets, answers, strict=True):
            left = [colour for colour in self.colours if self.piles[colour]]
            if answer != "hit" and left:
                colour = self.rng.choice(left)
                old, new = self.hands[bet.player][colour], self.piles[colour].pop()
                self.hands[bet.player][colour] = new
                self.events.append(Swap(bet.player, Card(colour, old), Card(colour, new)))

    def seen_by(self, player: str) -> list[Event]:
        seen = [event for event in self.events if not (isinstance(event, See) and event.holder == player)]
        return [Swap(e.player, e.old) if isinstance(e, Swap) and e.player == player else e for e in seen]


class Story:
    """What one player saw up to some moment, with the own present hand supposed to be `hand` if it is given."""

    def __init__(self, events: Sequence[Event], player: str, colours: Sequence[str]) -> None:
        self.events, self.player, self.colours = events, player, colours

    def past_hands(self, hand: Hand) -> list[dict[str, int]]:
        """The hand at every event if it is `hand` now: cards laid off are known."""
        now, hands = dict(hand), []
        for event in reversed(self.events):
            if isinstance(event, Swap) and event.player == self.player:
                now = now | {event.old.colour: event.old.number}
            hands.append(dict(now))
        return hands[::-1]

    def numbers(self, colour: str) -> list[int]:
        """Numbers that were never seen elsewhere."""
        shown = [card for event in self.events if isinstance(event, See) for card in event.cards]
        swaps = [event for event in self.events if isinstance(event, Swap)]
        shown += [card for swap in swaps for card in (swap.old, swap.new) if card is not None]
        return [number for number in range(8) if (colour, number) not in [(card.colour, card.number) for card in shown]]

    def possible_hands(self) -> Iterator[dict[str, int]]:
        for numbers in product(*(self.numbers(colour) for colour in self.colours)):
            hand = dict(zip(self.colours, numbers, strict=True))
            if self.fits(hand):
                yield hand

    def fits(self, hand: Hand) -> bool:
        dice: tuple[str, ...] = ()
        for event, then in zip(self.events, self.past_hands(hand), strict=True):
            if isinstance(event, Dice):
                dice = event.colours
            if isinstance(event, Bet) and event.player == self.player and event.answer:
                total = sum(then[colour] for colour in dice)
                if event.answer != true_answer(event.low, event.high, total):
                    return False
        return True


def rival_story(events: Sequence[Event], me: str, rival: str, colours: Sequence[str], mine: Hand) -> Story:
    """What the rival saw: my cards, which are `mine` now, but not the own ones."""
    seen: list[Event] = []
    for event in events:
        if isinstance(event, See) and event.holder == rival:
            continue
        if isinstance(event, Swap) and event.player == rival:
            event = Swap(rival, event.old)
        seen.append(event)
    return Story([*seen, See(me, tuple(Card(colour, number) for colour, number in mine.items()))], rival, colours)


def style_chances(sums: Sequence[int], tokens: Mapping[int, int], low: int, high: int) -> list[float]:
    """How likely each style makes the bet, if the own sum is equally likely any of `sums`."""
    length = high - low + 1
    last = SPAN - length
    laid = [styles_by_sum(sums, tokens, first, first + length - 1) for first in range(last + 1)]
    sensible = [sum(share * style for share, style in zip(SENSIBLE, each, strict=True)) for each in laid]
    beside = [
        sum(chance for first, chance in enumerate(sensible) if min(max(first + shift, 0), last) == low)
        for shift in SHIFTS
    ]
    return [*laid[low], any_bet(tokens), sensible[last - low], *beside]


def any_bet(tokens: Mapping[int, int]) -> float:
    return 1 / sum(SPAN - length + 1 for length in tokens)


def styles_by_sum(sums: Sequence[int], tokens: Mapping[int, int], low: int, high: int) -> list[float]:
    """Those that go by the own sum, and lay nothing beside."""
    bets = [(first, first + length - 1) for length in tokens for first in range(SPAN - length + 1)]
    worth = {
        (first, last): tokens[last - first + 1] * sum(first <= total <= last for total in sums) / len(sums)
        for first, last in bets
    }
    made, most = worth[low, high], max(worth.values())
    best = [bet for bet, value in worth.items() if value > most - SAME]
    span = max(sums) - min(sums) + 1
    flat = {length: points * min(length, span) for length, points in tokens.items()}
    likely = [length for length, value in flat.items() if value == max(flat.values())]
    token = 0.5 / len(tokens) + (0.5 / len(likely) if high - low + 1 in likely else 0)
    return [
        exp(made) / sum(exp(value) for value in worth.values()),
        exp(KEEN * made) / sum(exp(KEEN * value) for value in worth.values()),
        ((low, high) in best) / len(best),
        bell(sum(sums) / len(sums), low, high, WIDTHS[0]) / len(tokens),
        bell((min(sums) + max(sums)) / 2, low, high, WIDTHS[1]) * token,
    ]


def bell(centre: float, low: int, high: int, width: float) -> float:
    beside = [(first + (high - low) / 2 - centre) ** 2 for first in range(SPAN - (high - low))]
    heights = [exp(-square / (2 * width**2)) for square in beside]
    return heights[low] / sum(heights)


class Foretold(NamedTuple):
    """A bet of a rival: how likely each mixture made it with each of my hands of then, and how likely it is apart."""

    place: int  # among the events
    by_hand: dict[tuple[int, ...], list[float]]
    apart: list[float]


def hand_weights(
    events: Sequence[Event],
    players: Sequence[str],
    me: str,
    colours: Sequence[str],
    tokens: Mapping[int, int],
) -> dict[tuple[int, ...], float]:
    """How likely each hand of mine is by all bets of the others, the likeliest 1. `events` as I saw them."""
    story = Story(events, me, colours)
    hands = list(story.possible_hands())
    weights = dict.fromkeys((tuple(hand.values()) for hand in hands), 1.0)
    for rival in (player for player in players if player != me):
        bets = list(foretell(events, me, rival, colours, tokens))
        blind = [
            prod(mean([said[row] for said in bet.by_hand.values()]) for bet in bets) for row in range(len(MIXTURES))
        ] + [prod(bet.apart[row] for bet in bets) for row in range(4)]
        likely = {}
        for hand in hands:
            then = story.past_hands(hand)
            said = [bet.by_hand[tuple(then[bet.place].values())] for bet in bets]
            told = [prod(each[row] for each in said) for row in range(len(MIXTURES))]
            likely[tuple(hand.values())] = (1 - APART) * mean(told) + APART * mean(blind)
        for each in weights:
            weights[each] *= likely[each] / mean(list(likely.values()))
    average = mean(list(weights.values()))
    weights = {hand: (1 - DOUBT) * weight / average + DOUBT for hand, weight in weights.items()}
    most = max(weights.values())
    return {hand: weight / most for hand, weight in weights.items()}


def mean(figures: Sequence[float]) -> float:
    return sum(figures) / len(figures)


def foretell(
    events: Sequence[Event], me: str, rival: str, colours: Sequence[str], tokens: Mapping[int, int]
) -> Iterator[Foretold]:
    """For each bet of the rival how likely each mixture makes it, with caution."""
    dice: tuple[str, ...] = ()
    free = dict(tokens)
    own: list[float] = []  # where bets lie
    lying: list[float] = []
    for place, event in enumerate(events):
        if isinstance(event, Dice):
            dice, free, lying = event.colours, dict(tokens), []
        if isinstance(event, Bet) and not event.answer:
            low, high = event.low, event.high
            if event.player == rival:
                by_hand = {}
                for mine in Story(events[:place], me, colours).possible_hands():
                    theirs = rival_story(events[:place], me, rival, colours, mine).possible_hands()
                    sums = [sum(hand[colour] for colour in dice) for hand in theirs]
                    styles = style_chances(sums, free, low, high)
                    by_hand[tuple(mine.values())] = [
                        sum(share * style for share, style in zip(mixture, styles, strict=True)) ** CAUTION
                        for mixture in MIXTURES.tolist()
                    ]
                followed = [[10.5], [10.5, *own], [10.5, *lying]]
                near = [mean([bell(centre, low, high, NEAR) for centre in each]) / len(free) for each in followed]
                apart = [any_bet(free), *((1 - ANY) * each + ANY * any_bet(free) for each in near)]
                yield Foretold(place, by_hand, [each**CAUTION for each in apart])
                own.append((low + high) / 2)
            lying.append((low + high) / 2)
            del free[high - low + 1]
