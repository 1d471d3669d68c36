"""The truth of a simulated game: the cards in the holders, the draw piles, the dice. No seat ever holds a `Deal`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from solver.games.think_str8.events import Bet, Card, Reveal, See, Swap
from solver.games.think_str8.pieces import neutrals_of
from solver.games.think_str8.rules import COLOURS, DICE, NUMBERS, true_answers


class Deal:
    """Shuffled cards: per colour one in the box, one in each holder, the rest to draw from."""

    def __init__(self, players: Sequence[str], rng: random.Random) -> None:
        self.rng = rng
        self.holders = (*players, *neutrals_of(tuple(players)))
        self.piles = {colour: rng.sample(NUMBERS, len(NUMBERS))[1:] for colour in COLOURS}
        self.hands = {name: {colour: self.piles[colour].pop() for colour in COLOURS} for name in self.holders}

    def see(self) -> tuple[See, ...]:
        """Every holder as the others see it."""
        return tuple(See(name, _cards(hand)) for name, hand in self.hands.items())

    def throw(self) -> tuple[str, ...]:
        return tuple(self.rng.choices(COLOURS, k=DICE))

    def answer(self, bet: Bet, dice: Sequence[str], shortest: int) -> str:
        """What the others tell: the direction, unless the token is the shortest."""
        told = true_answers(bet.low, bet.high, sum(self.hands[bet.player][colour] for colour in dice))
        return told[-1] if bet.high - bet.low + 1 == shortest else told[0]

    def draw(self, player: str, colour: str) -> Swap:
        """The player lays off the card of that colour and draws another."""
        old, new = self.hands[player][colour], self.piles[colour].pop()
        self.hands[player][colour] = new
        return Swap(player, Card(colour, old), Card(colour, new))

    def reveal(self, player: str) -> Reveal:
        return Reveal(player, _cards(self.hands[player]))


def _cards(hand: dict[str, int]) -> tuple[Card, ...]:
    return tuple(Card(colour, number) for colour, number in hand.items())
