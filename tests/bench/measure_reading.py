"""How far reading the bets can be trusted, rival by rival: one seat against three of a kind.

    python -m tests.bench.measure_reading [GAMES] [KIND…]

The same deals are played by `exact` and by `best`, which reads. Of `best` is counted, before each of its bets and
before the final ones, every number that it calls likelier than 95% or 99% and that is not certain; every bet that it
calls a hit with more than 95%; and the log-loss of the true hand in bits.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from math import log2

import numpy as np

from solver.games.think_str8.events import Bet
from solver.games.think_str8.lab.match import WAYS, Match
from solver.games.think_str8.lab.people import FITTED, OTHERS
from solver.games.think_str8.reader import Reader
from solver.games.think_str8.rules import NUMBERS
from tests.bench.strangers import ME, STRANGERS

KNOWN = "pad", "noisy", "exact", "points", "expert", "reader", "random"  # whom the first styles were made for
SURE, SUREST = 0.95, 0.99


@dataclass
class Told:
    """What was said to be likelier than so much: how often, the chances added up, and how often it was so."""

    said: int = 0
    chances: float = 0.0
    true: int = 0

    def note(self, chance: float, true: bool) -> None:
        self.said, self.chances, self.true = self.said + 1, self.chances + chance, self.true + true

    def __str__(self) -> str:
        return f"{self.said}, {1 - self.true / self.said:.1%}" if self.said else "0"


@dataclass
class Figures:
    """Of one kind of rivals."""

    games: int = 0
    wins: dict[str, int] = field(default_factory=lambda: {"exact": 0, "best": 0})
    numbers: dict[float, Told] = field(default_factory=lambda: {SURE: Told(), SUREST: Told()})
    bets: Told = field(default_factory=Told)
    decisions: int = 0
    loss: dict[str, float] = field(default_factory=lambda: {"exact": 0.0, "best": 0.0})

    def play(self, kind: str, game: int) -> None:
        """One deal, played by both."""
        self.games += 1
        for way in self.wins:
            seats = [(ME, way), ("Ann", kind), ("Ben", kind), ("Cid", kind)]
            first = game % len(seats)
            played = Watched(self, dict(seats[first:] + seats[:first]), f"30 {game}").play()
            self.wins[way] += next(seat.won for seat in played.seats if seat.player == ME)

    def row(self, kind: str) -> str:
        wins = (f"{self.wins[way] / self.games:.1%}" for way in ("exact", "best"))
        loss = " / ".join(f"{self.loss[way] / self.decisions:.2f}" for way in ("exact", "best"))
        cells = kind, str(self.games), *wins, str(self.numbers[SURE]), str(self.numbers[SUREST]), str(self.bets), loss
        return f"| {' | '.join(cells)} |"


class Watched(Match):
    """A game in which all that a seat reads is noted."""

    def __init__(self, figures: Figures, ways: dict[str, str], seed: str) -> None:
        self.figures = figures
        super().__init__(ways, seed, {**WAYS, **STRANGERS})

    def measure(self, player: str) -> None:
        reader = self.seats[player].viewpoint
        if player != ME or not isinstance(reader, Reader):
            return
        chances = reader.weights / reader.weights.sum()
        self.chances, self.sums = chances, reader.rows @ np.array(reader.times)
        if len(chances) == 1 or not reader.has_read:
            return
        hand = tuple(self.deal.hands[player].values())
        true = reader.place_of(hand)
        assert true is not None
        self.figures.decisions += 1
        self.figures.loss["exact"] += log2(len(chances))
        self.figures.loss["best"] -= log2(chances[true])
        for column, card in zip(reader.rows.T, hand, strict=True):
            said = np.bincount(column, chances, len(NUMBERS))
            for number in np.flatnonzero((said > SURE) & (np.count_nonzero(said) > 1)).tolist():
                for sure, told in self.figures.numbers.items():
                    if said[number] > sure:
                        told.note(float(said[number]), number == card)

    def collect_bets(self) -> list[Bet]:
        bets = super().collect_bets()
        if self.ways[ME] == "best":
            mine = next(bet for bet in bets if bet.player == ME)
            hits = (self.sums >= mine.low) & (self.sums <= mine.high)
            chance = float(self.chances[hits].sum())
            if chance > SURE and not hits.all():
                self.figures.bets.note(chance, mine.answer == "hit")
        return bets


def main(words: list[str]) -> None:
    games = int(words[0]) if words else 100
    print("| three rivals | games | wins `exact` | wins `best` | >95% said, false | >99% said, false |", end="")
    print(" bets said >95%, no hit | log-loss exact / read |\n|---|---|---|---|---|---|---|---|")
    for kind in words[1:] or (*KNOWN, *FITTED, *OTHERS, *STRANGERS):
        figures = Figures()
        for game in range(games):
            figures.play(kind, game)
        print(figures.row(kind), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
