"""The box as data: values and their rank, bids and raises, the modes; only what the rule sheet says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.language import later, say, say_count
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

_NUMBERS = (  # how many dice
    later("one"),
    later("two"),
    later("three"),
    later("four"),
    later("five"),
    later("six"),
    later("seven"),
    later("eight"),
    later("nine"),
    later("ten"),
    later("eleven"),
    later("twelve"),
)
_ANY = {  # a die that shows this, of several
    1: later("a one"),
    2: later("a two"),
    3: later("a three"),
    4: later("a four"),
    5: later("a five"),
    6: later("a six"),
}
_VALUES = {
    1: later("ones"),
    2: later("twos"),
    3: later("threes"),
    4: later("fours"),
    5: later("fives"),
    6: later("sixes"),
}
_NONE = {
    1: later("no ones"),
    2: later("no twos"),
    3: later("no threes"),
    4: later("no fours"),
    5: later("no fives"),
    6: later("no sixes"),
}
_ONE = {
    1: later("one one"),
    2: later("one two"),
    3: later("one three"),
    4: later("one four"),
    5: later("one five"),
    6: later("one six"),
}
_MANY = {
    1: later("{number} ones"),
    2: later("{number} twos"),
    3: later("{number} threes"),
    4: later("{number} fours"),
    5: later("{number} fives"),
    6: later("{number} sixes"),
}


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
    """In a word as far as there is one."""
    return say(_NUMBERS[number - 1]) if 0 < number <= len(_NUMBERS) else str(number)


def count_dice(number: int) -> str:
    return say_count("{count} die", "{count} dice", number)


def format_die(value: int) -> str:
    """`a five`."""
    return say(_ANY[value])


def format_value(value: int) -> str:
    """`fives`."""
    return say(_VALUES[value])


def format_bid(bid: Bid) -> str:
    """`three fives`."""
    if bid.amount < 2:
        return say((_ONE if bid.amount else _NONE)[bid.value])
    return say(_MANY[bid.value], number=format_number(bid.amount))


@dataclass(frozen=True, slots=True)
class Said:
    """A bid on the table. `direction` may be said with a first one; `*_at` is what to mark if it breaks a rule."""

    player: str
    bid: Bid
    line: Line = at_line()
    at: Word = at_word()
    direction: int | None = None
    direction_at: Word = at_word()
