"""The box as data (values and their rank, bids and raises, the modes: only what the rule sheet says), and the events.

An event is one frozen value per line of the log; `*_at` is the word to mark.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.log import Line, Word, at_line, at_word

VALUES = (2, 3, 4, 5, 6, 1)  # from low to high
JOKER = 1
FACES = 6
PLAYERS = range(2, 7)
BOX_DICE = 24
DICE = 4

PLAIN, NUGGETS, GOLDRUSH, SHERIFF = MODES = ("plain", "nuggets", "goldrush", "sheriff")
GOLDRUSH_DICE = (1, 2, 2, 3, 3, 3, 4, 4, 4, 4)
SUPPLY = 10  # nuggets each at the start
STAKES = (2, 4)

_NAMES = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True, slots=True)
class Bid:
    """At least this many dice under all cups count as this value."""

    amount: int
    value: int

    @property
    def rank(self) -> tuple[int, int]:
        return self.amount, VALUES.index(self.value)

    def __str__(self) -> str:
        return f"{self.amount}x{self.value}"


def count_matches(dice: Iterable[int], value: int) -> int:
    """How many dice count as the value: jokers are any value, but a bid on ones counts ones alone."""
    return sum(die in (value, JOKER) for die in dice)


def faces_of(value: int) -> int:
    """How many of a die's six faces count as the value."""
    return 1 if value == JOKER else 2


def is_raise(old: Bid, new: Bid, free: bool = False) -> bool:
    """A higher amount, a higher value, or both. With `free` a higher amount may come with any value."""
    (amount, value), (old_amount, old_value) = new.rank, old.rank
    if free:
        return (amount, value) > (old_amount, old_value)
    return amount >= old_amount and value >= old_value and new != old


def count_steps(old: Bid, new: Bid, free: bool = False) -> int:
    """How many raises, the lowest each time, lead from one bid to a higher one."""
    (amount, value), (old_amount, old_value) = new.rank, old.rank
    return (amount - old_amount) * (len(VALUES) if free else 1) + value - old_value


def list_bids(total: int) -> tuple[Bid, ...]:
    """Every bid that can be made with this many dice under the cups, lowest first."""
    return tuple(Bid(amount, value) for amount in range(1, total + 1) for value in VALUES)


def list_raises(old: Bid | None, total: int, free: bool = False) -> tuple[Bid, ...]:
    """The bids that may follow; without a bid any may."""
    return tuple(bid for bid in list_bids(total) if old is None or is_raise(old, bid, free))


def is_highest(bid: Bid, total: int) -> bool:
    """Whether no raise is left: all dice, and ones."""
    return bid.amount >= total and bid.value == JOKER


def format_number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def count_dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def format_value(value: int, amount: int = 2) -> str:
    """`five` or `fives`."""
    name = _NAMES[value]
    return name if amount == 1 else f"{name}es" if value == 6 else f"{name}s"


def format_bid(bid: Bid) -> str:
    """`three fives`."""
    return f"{format_number(bid.amount)} {format_value(bid.value, bid.amount)}"


@dataclass(frozen=True, slots=True)
class Mode:
    mode: str
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class FreeRaise:
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class NewSet:
    """A new set. `dice` and `players` are None where the mode decides; `knockout` is a set of a knock-out race."""

    dice: int | None = None
    stake: int | None = None
    players: tuple[str, ...] | None = None
    knockout: bool = False
    line: Line = at_line()
    dice_at: Word = at_word()
    stake_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice under a cup: the owner's, or in the table's own log those of the `player` named.

    Without `dice` a new round is all it tells: the owner has none in it, or they are not known.
    """

    dice: tuple[int, ...]
    player: str | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Said:
    """A bid on the table."""

    player: str
    bid: Bid
    line: Line = at_line()
    at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Lift:
    """A cup is lifted; `right` says whether the lifter was, None if the cups tell or it was not typed."""

    player: str
    right: bool | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Cup:
    player: str
    dice: tuple[int, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Donkey:
    players: tuple[str, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody has, in points or nuggets, whatever was typed before; `player` None is the pool."""

    player: str | None
    points: int
    line: Line = at_line()
