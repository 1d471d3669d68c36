"""The box and the rules: colours, codes and how a guess is scored."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

COLOURS = ("red", "blue", "green", "yellow", "white", "black")
PEGS, ROWS = 4, 10

Code = tuple[str, ...]


class Score(NamedTuple):
    """Key pegs: black for the right colour in the right place, white for a right colour elsewhere."""

    black: int
    white: int

    @property
    def solved(self) -> bool:
        return self.black == PEGS

    def __str__(self) -> str:
        return f"{self.black} black, {self.white} white"


SCORES = tuple(
    Score(black, white)
    for black in range(PEGS + 1)
    for white in range(PEGS + 1 - black)
    if (black, white) != (PEGS - 1, 1)  # the last peg has no other place to be right in
)


def score(guess: Code, code: Code) -> Score:
    black = sum(one == other for one, other in zip(guess, code, strict=True))
    return Score(black, (Counter(guess) & Counter(code)).total() - black)
