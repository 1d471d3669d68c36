"""People written when the reader was finished, to mislead it: they count hands by what is not so.

Nothing of theirs is shared with the reader, nor with the people whom the styles were chosen with. Some are wrong about
one player only: the one who reads.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.games.think_str8.events import Bet, Dice, See, Swap
from solver.games.think_str8.facts import Viewpoint
from solver.games.think_str8.lab.people import Beside, centre_of, lay
from solver.games.think_str8.lab.seats import ExactSeat, MachineSeat, RandomSeat
from solver.games.think_str8.rules import COLOURS, NUMBERS, SUMS, TOKENS, Card, sums_told
from solver.games.think_str8.table import Table
from solver.grammar import Event

ME = "Ego"
Chances = NDArray[np.float64]


class Counting(MachineSeat):
    """Tries every hand that agrees with what it believes to have seen and heard; what leaves none is forgotten."""

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        self.heard: list[tuple[tuple[str, ...], Collection[int], dict[str, int]]] = []  # dice, sums, cards laid off
        self.gone: dict[str, set[int]] = {colour: set() for colour in COLOURS}

    def see(self, event: Event) -> None:
        super().see(event)
        if isinstance(event, Bet) and event.player == self.viewpoint.me and event.answer:
            self.heard.append((self.viewpoint.dice, sums_told(event.low, event.high, event.answer), {}))
        if isinstance(event, Swap) and event.player == self.viewpoint.me:
            self.gone[event.old.colour].add(event.old.number)
            for _, _, laid_off in self.heard:
                laid_off.setdefault(event.old.colour, event.old.number)

    def in_sight(self) -> Iterator[tuple[str, Card]]:
        """Whose card, and which, also those that have gone since."""
        for event in self.viewpoint.events:
            if isinstance(event, See) and event.holder != self.viewpoint.me:
                yield from ((event.holder, card) for card in event.cards)
            if isinstance(event, Swap) and event.player != self.viewpoint.me and event.new:
                yield event.player, event.new

    def taken_for(self, _holder: str, card: Card) -> Card | None:
        """What the card is believed to be; None if it is overlooked."""
        return card

    def left(self) -> dict[str, list[int]]:
        seen = [self.taken_for(holder, card) for holder, card in self.in_sight()]
        elsewhere = {(card.colour, card.number) for card in seen if card}
        return {
            colour: [n for n in NUMBERS if n not in self.gone[colour] and (colour, n) not in elsewhere] or list(NUMBERS)
            for colour in COLOURS
        }

    def sum_chances(self) -> Chances:
        left = self.left()
        grid = np.meshgrid(*(left[colour] for colour in COLOURS), indexing="ij")
        cards = {colour: axis.ravel() for colour, axis in zip(COLOURS, grid, strict=True)}
        fits = np.ones(grid[0].size, dtype=np.bool_)
        for dice, sums, laid_off in self.heard:
            total = sum(laid_off[colour] if colour in laid_off else cards[colour] for colour in dice)
            agrees = fits & np.isin(total, list(sums))
            fits = agrees if agrees.any() else fits
        held = sum(cards[colour] for colour in self.viewpoint.dice)
        chances: Chances = np.bincount(np.asarray(held)[fits], minlength=len(SUMS)) / fits.sum()
        return chances

    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        return tuple(sorted(thrown, key=COLOURS.index))

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        chances = self.sum_chances()
        places = [(low, low + length - 1) for length in free for low in range(len(SUMS) - length + 1)]
        return max(places, key=lambda bet: TOKENS[bet[1] - bet[0] + 1] * chances[bet[0] : bet[1] + 1].sum().round(9))

    def swap(self) -> str:
        left = self.left()
        return max(self.viewpoint.colours_to_draw, key=lambda colour: (len(left[colour]), self.rng.random()))

    def final(self, _table: Table) -> dict[str, tuple[int, ...]]:
        left = self.left()
        return {colour: tuple(sorted(self.rng.sample(left[colour], min(2, len(left[colour]))))) for colour in COLOURS}


class Pretender(Counting):
    """Bets as if the reader's cards were others, a number for each colour that stays the same all evening."""

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        self.lies: dict[str, int] = {}

    def taken_for(self, holder: str, card: Card) -> Card:
        if holder != ME:
            return card
        others = [number for number in NUMBERS if number != card.number]
        return Card(card.colour, self.lies.setdefault(card.colour, self.rng.choice(others)))


class Conspirator(Counting):
    """All agree on what to take the reader's cards for: three more than they are."""

    def taken_for(self, holder: str, card: Card) -> Card:
        return Card(card.colour, (card.number + 3) % len(NUMBERS)) if holder == ME else card


class Dazzled(Counting):
    """Cannot make out the reader's cards, and takes each for some number."""

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        self.guessed: dict[Card, Card] = {}

    def taken_for(self, holder: str, card: Card) -> Card:
        if holder != ME:
            return card
        return self.guessed.setdefault(card, Card(card.colour, self.rng.choice(NUMBERS)))


class Overlooker(Counting):
    """Does not look at the reader's cards at all."""

    def taken_for(self, holder: str, card: Card) -> Card | None:
        return None if holder == ME else card


class Blurred(Counting):
    """Misreads a card in four, whoever's it is, and never looks again."""

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        self.read: dict[tuple[str, Card], Card] = {}

    def taken_for(self, holder: str, card: Card) -> Card:
        if (holder, card) not in self.read:
            wrong = Card(card.colour, self.rng.choice([number for number in NUMBERS if number != card.number]))
            self.read[holder, card] = wrong if self.rng.random() < 0.25 else card
        return self.read[holder, card]


class ColourBlind(Counting):
    """Takes blue for green and green for blue."""

    def taken_for(self, _holder: str, card: Card) -> Card:
        return Card({"blue": "green", "green": "blue"}.get(card.colour, card.colour), card.number)


class Echo(Counting):
    """Believes to hold what the reader holds."""

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        held = {card.colour: card.number for holder, card in self.in_sight() if holder == ME}
        return lay(sorted(free)[min(1, len(free) - 1)], sum(held.get(colour, 0) for colour in self.viewpoint.dice))


class Hunch(Counting):
    """Is sure of one card, another one every round, and counts the rest."""

    def left(self) -> dict[str, list[int]]:
        left, colour = super().left(), self.rng.choice(self.viewpoint.dice or COLOURS)
        return left | {colour: [self.rng.choice(left[colour])]}


class Turncoat(Beside):
    """Bets sensibly in the first four rounds, and four too high from then on."""

    def moved(self, bet: tuple[int, int]) -> float:
        return centre_of(bet) + (4 if rounds_begun(self.viewpoint) > 4 else 0)


class Tired(Counting):
    """Counts well in the first four rounds, and lays anything from then on."""

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        tired = rounds_begun(self.viewpoint) > 4
        return RandomSeat(self.viewpoint, self.rng).bet(free) if tired else super().bet(free)


class Mirrorer(ExactSeat):
    """Lays the token at the other end of the board, half of the time."""

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        low, high = super().bet(free)
        return (len(SUMS) - 1 - high, len(SUMS) - 1 - low) if self.rng.random() < 0.5 else (low, high)


def rounds_begun(viewpoint: Viewpoint) -> int:
    return sum(isinstance(event, Dice) for event in viewpoint.events)


STRANGERS: Mapping[str, type[MachineSeat]] = {
    "pretender": Pretender,
    "conspirator": Conspirator,
    "dazzled": Dazzled,
    "overlooker": Overlooker,
    "blurred": Blurred,
    "colourblind": ColourBlind,
    "echo": Echo,
    "hunch": Hunch,
    "turncoat": Turncoat,
    "tired": Tired,
    "mirrorer": Mirrorer,
}
