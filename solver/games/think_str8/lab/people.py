"""People with a habit: rivals to hold the reading of bets against. None of them shares a line with the reader.

The styles of the reader were chosen looking at half of them, `FITTED`, only; what is claimed is measured with `OTHERS`
as well, who were never looked at before.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from solver.games.think_str8.events import Bet, Dice
from solver.games.think_str8.facts import Viewpoint
from solver.games.think_str8.lab.seats import ExactSeat, MachineSeat, Pad, PadSeat, PointsSeat, RandomSeat
from solver.games.think_str8.rules import COLOURS, NUMBERS, SUMS, TOKENS
from solver.grammar import Event

MIDDLE = (len(SUMS) - 1) / 2


def lay(length: int, centre: float) -> tuple[int, int]:
    """The token around a centre, as far as the board reaches."""
    low = min(max(0, round(centre - (length - 1) / 2)), len(SUMS) - length)
    return low, low + length - 1


def centre_of(bet: tuple[int, int]) -> float:
    return sum(bet) / 2


class Beside(PointsSeat):
    """Counts well, and lays the token somewhere else for a reason of its own."""

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        low, high = super().bet(free)
        return lay(high - low + 1, self.moved((low, high)))

    def moved(self, bet: tuple[int, int]) -> float:
        return centre_of(bet)


# Those looked at while the styles were chosen.


class Optimist(Beside):
    """Two spaces too high, always."""

    def moved(self, bet: tuple[int, int]) -> float:
        return centre_of(bet) + 2


class Anchored(PadSeat):
    """Around the middle of the board, whatever it holds."""

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        return lay(self.rng.choice(list(free)), MIDDLE + self.rng.gauss(0, 1))


class Child(PadSeat):
    """Forgets to black out what lies in sight, and remembers only the last answer."""

    def see(self, event: Event) -> None:
        MachineSeat.see(self, event)
        if isinstance(event, Bet) and event.player == self.viewpoint.me and event.answer:
            self.pad = Pad({colour: tuple(NUMBERS) for colour in COLOURS})
            self.pad.note(self.viewpoint.dice, event)
            self.pad.cross_out(self.pad.left)


class Gambler(PadSeat):
    """Has a hunch about what it holds, another one every round, and believes in it."""

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        hunch = sum(self.rng.choice(sorted(self.pad.left[colour])) for colour in self.viewpoint.dice)
        return lay(self.rng.choice(sorted(free)[:3]), hunch)


class Doubler(PointsSeat):
    """Takes a doubled colour for two cards."""

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        counts = {colour: self.known.counts()[COLOURS.index(colour)] for colour in COLOURS}
        chances = {0: 1.0}
        for colour in self.viewpoint.dice:
            added: dict[int, float] = {}
            for total, chance in chances.items():
                for number in NUMBERS:
                    added[total + number] = added.get(total + number, 0.0) + chance * int(counts[colour][number])
            chances = added
        return max(
            ((low, low + length - 1) for length in free for low in range(len(SUMS) - length + 1)),
            key=lambda bet: TOKENS[bet[1] - bet[0] + 1] * sum(chances.get(s, 0.0) for s in range(bet[0], bet[1] + 1)),
        )


class Swinger(Beside):
    """Three too high in one round, three too low in the next."""

    def moved(self, bet: tuple[int, int]) -> float:
        rounds = sum(isinstance(event, Dice) for event in self.viewpoint.events)
        return centre_of(bet) + (3 if rounds % 2 else -3)


class Stubborn(PadSeat):
    """Blacks out at the start, and never changes its mind again."""

    def see(self, event: Event) -> None:
        MachineSeat.see(self, event)

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        self.pad.cross_out({colour: self.first[colour] for colour in COLOURS})
        return super().bet(free)

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        self.first = {colour: tuple(numbers) for colour, numbers in viewpoint.unseen.items()}

    def swap(self) -> str:
        return self.rng.choice(self.viewpoint.colours_to_draw)


class Contrary(Beside):
    """Lays the token at the other end of the board."""

    def moved(self, bet: tuple[int, int]) -> float:
        return 2 * MIDDLE - centre_of(bet)


class Inverted(PadSeat):
    """Takes the numbers that lie in sight for those it may hold."""

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        unseen = self.viewpoint.unseen
        told, self.pad.left = self.pad.left, {colour: set(NUMBERS) - set(unseen[colour]) for colour in COLOURS}
        bet = super().bet(free)
        self.pad.left = told
        return bet


# The others.


class Bluffer(ExactSeat):
    """Lays anything half of the time."""

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        honest = super().bet(free)
        return honest if self.rng.random() < 0.5 else RandomSeat(self.viewpoint, self.rng).bet(free)


class Halver(Beside):
    """Goes only half of the way from the middle of the board."""

    def moved(self, bet: tuple[int, int]) -> float:
        return (centre_of(bet) + MIDDLE) / 2


class Misreader(PadSeat):
    """Misreads a card in four."""

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        self.misread: dict[tuple[str, int], int] = {}

    def seen(self, colour: str, number: int) -> int:
        if (colour, number) not in self.misread:
            wrong = self.rng.choice(NUMBERS)
            self.misread[colour, number] = wrong if self.rng.random() < 0.25 else number
        return self.misread[colour, number]

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        left: dict[str, set[int]] = {}
        for colour in COLOURS:
            shown = {n for n in NUMBERS if n not in self.viewpoint.unseen[colour]}
            left[colour] = set(NUMBERS) - {self.seen(colour, number) for number in shown}
        told, self.pad.left = self.pad.left, left
        bet = super().bet(free)
        self.pad.left = told
        return bet


class Superstitious(Beside):
    """Reaches for the lucky number wherever it is near."""

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        self.lucky = rng.choice((7, 13))

    def moved(self, bet: tuple[int, int]) -> float:
        return self.lucky if abs(centre_of(bet) - self.lucky) < 5 else centre_of(bet)


class Copycat(Beside):
    """Lays beside what lies already; goes by the points only if nothing does."""

    def moved(self, bet: tuple[int, int]) -> float:
        last = self.viewpoint.events[-1]
        return centre_of((last.low, last.high)) + 1 if isinstance(last, Bet) and not last.answer else centre_of(bet)


class Edger(Beside):
    """Begins the token at the number it thinks likeliest, whatever its length."""

    def moved(self, bet: tuple[int, int]) -> float:
        return centre_of(bet) + (bet[1] - bet[0]) / 2


class Drifter(Beside):
    """Its eye wanders: a space beside in one round, up to four beside some rounds later."""

    def __init__(self, viewpoint: Viewpoint, rng: random.Random) -> None:
        super().__init__(viewpoint, rng)
        self.astray = 0

    def moved(self, bet: tuple[int, int]) -> float:
        self.astray = min(4, max(-4, self.astray + self.rng.choice((-1, 0, 1))))
        return centre_of(bet) + self.astray


FITTED: Mapping[str, type[MachineSeat]] = {
    "optimist": Optimist,
    "anchored": Anchored,
    "child": Child,
    "gambler": Gambler,
    "doubler": Doubler,
    "swinger": Swinger,
    "stubborn": Stubborn,
    "contrary": Contrary,
    "inverted": Inverted,
}
OTHERS: Mapping[str, type[MachineSeat]] = {
    "bluffer": Bluffer,
    "halver": Halver,
    "misreader": Misreader,
    "superstitious": Superstitious,
    "copycat": Copycat,
    "edger": Edger,
    "drifter": Drifter,
}
