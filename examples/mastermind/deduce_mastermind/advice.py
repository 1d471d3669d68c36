"""The next guess, by what its key pegs would tell, and a look back on the guesses that were made.

A guess is better the more different scores it can get (Kooi, "Yet Another Mastermind Strategy", ICGA Journal 28, 2005);
of equals the one that can be the code, then the one that leaves the fewest codes on average. Knuth's strategy ("The
Computer as Master Mind", Journal of Recreational Mathematics 9, 1976) looks at the worst case instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from deduce_mastermind.rules import SCORES, score
from deduce_mastermind.sheet import CODES, PLACE, codes_left, make_puzzle, score_table
from deduce_mastermind.table import Table
from solver.english import Ask, Saying, remark


class Option(NamedTuple):
    """A guess: how many different scores it can get, how many codes it leaves on average and at most, its chance."""

    guess: str
    scores: int
    leaves: float
    most: int
    chance: float


def judge_guesses(left: tuple[int, ...]) -> list[Option]:
    """Every guess, in the order of the codes, by how its score would divide what is left."""
    scores, possible = score_table()[:, left], frozenset(left)
    parts = np.stack([(scores == number).sum(axis=1) for number in range(len(SCORES))], axis=1)
    figures = zip((parts > 0).sum(axis=1), (parts**2).sum(axis=1) / len(left), parts.max(axis=1), strict=True)
    return [
        Option(" ".join(CODES[place]), int(count), float(leaves), int(most), (place in possible) / len(left))
        for place, (count, leaves, most) in enumerate(figures)
    ]


def rank_guesses(left: tuple[int, ...]) -> list[Option]:
    return sorted(judge_guesses(left), key=lambda option: (-option.scores, -option.chance, option.leaves))


@dataclass(frozen=True, slots=True)
class Advice:
    options: tuple[Option, ...]
    consistent: bool

    @property
    def refusal(self) -> tuple[Saying, Saying] | None:
        if not self.consistent:
            return "No code fits this log, so nothing can be advised.", remark("`", Ask("check"), "` says why.")
        return None if self.options else ("The game is over.", remark("`", Ask("review"), "` looks back on it."))

    @property
    def move(self) -> str:
        return f"guess {self.options[0].guess}" if self.options else ""

    def data(self) -> dict[str, object]:
        options = [option._asdict() for option in self.options]
        return {"phase": "guess" if options else "over", "best": options[0] if options else None, "options": options}


def advise(table: Table, seat: str) -> Advice:
    left = codes_left(make_puzzle(table, seat))
    return Advice(() if table.over or not left else tuple(rank_guesses(left)), bool(left))


class Judged(NamedTuple):
    """A guess that was made: the codes left before and after it, what it could leave on average, and the best guess."""

    line: int
    text: str
    before: int
    after: int
    leaves: float
    best: str
    best_leaves: float
    false: bool  # the code, once shown, says otherwise


@dataclass(frozen=True, slots=True)
class Review:
    seat: str
    guesses: tuple[Judged, ...]

    @property
    def consistent(self) -> bool:
        return all(guess.after and not guess.false for guess in self.guesses)

    def data(self) -> dict[str, object]:
        guesses = [guess._asdict() for guess in self.guesses]
        return {"game": "mastermind", "seat": self.seat, "consistent": self.consistent, "guesses": guesses}


def review(table: Table, seat: str) -> Review:
    """What each guess told, against the best one there was."""
    judged, left, shown = list[Judged](), tuple(range(len(CODES))), table.shown
    for guess in table.guesses:
        place = PLACE[guess.code]
        after = tuple(code for code in left if SCORES[score_table()[place, code]] == guess.score)
        made, best = judge_guesses(left)[place], rank_guesses(left)[0]
        false = shown is not None and score(guess.code, shown.code) != guess.score
        figures = (len(left), len(after), made.leaves, best.guess, best.leaves, false)
        judged.append(Judged(guess.line.number, guess.line.event, *figures))
        left = after or left
    return Review(seat, tuple(judged))
