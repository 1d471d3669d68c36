"""The box of Tricoda: its stones, racks, points. Another edition changes this data, or `questions.py`, and no code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.grammar import NO_OWNER


class Stone(NamedTuple):
    """A kind of stone; the box holds up to four of a kind."""

    number: int
    colour: str

    def __str__(self) -> str:
        return f"{self.colour} {self.number}"


STONES = {
    Stone(1, "green"): 1,
    Stone(2, "yellow"): 2,
    Stone(3, "black"): 3,
    Stone(4, "brown"): 4,
    Stone(5, "red"): 4,
    Stone(5, "black"): 1,
    Stone(6, "pink"): 3,
    Stone(6, "green"): 3,
    Stone(7, "blue"): 4,
    Stone(7, "yellow"): 2,
    Stone(7, "pink"): 1,
}
KINDS = tuple(STONES)
PIECES = tuple(stone for stone, count in STONES.items() for _ in range(count))  # the stones one by one
NUMBERS = tuple(sorted({stone.number for stone in KINDS}))
COLOURS = tuple(dict.fromkeys(stone.colour for stone in KINDS))

RACKS = 4  # all filled, whatever the number of players
RACK = 3
SEEN_RACKS = RACKS - 1
PLAYERS = range(2, RACKS + 1)
POINTS_TO_WIN = 3

Code = tuple[int, ...]  # the numbers of a rack, smallest first: what is declared


def code_of(stones: Sequence[Stone]) -> Code:
    return tuple(sorted(stone.number for stone in stones))


def format_code(code: Sequence[int]) -> str:
    return " ".join(map(str, code))


def neutrals_of(players: tuple[str, ...]) -> tuple[str, ...]:
    """The racks without owner: `neutral`, then `neutral2`."""
    return NO_OWNER[: max(0, RACKS - len(players))]
