"""Whether reading gets better by what the same people did on evenings before.

    python -m tests.bench.measure_people [SERIES] [KIND…]

Three rivals of a kind play several evenings with one seat that reads. The ways to play begin as likely as they were by
the evenings before, whose hands are all known, or equally likely as they always do. Counted is the log-loss of the true
hand in bits before each bet, from the fourth evening on.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

import numpy as np

from solver.games.think_str8.beliefs import LEAST_LIKELY
from solver.games.think_str8.lab.match import Match
from solver.games.think_str8.lab.people import FITTED, OTHERS
from solver.games.think_str8.reader import Reader, bits_gained
from solver.games.think_str8.styles import Weights

ME, RIVALS, EVENINGS, LEARNT = "Ego", ("Ann", "Ben", "Cid"), 6, 3


@dataclass
class Memory:
    """Of each rival how likely every way to play is by now, in logarithms: with my cards, and without."""

    ways: dict[str, Weights] = field(default_factory=dict)
    evening: int = 0
    decisions: int = 0
    fresh: float = 0.0  # bits gained over the hands alone
    learnt: float = 0.0


class Remembered(Match):
    """An evening in which all that a seat reads is noted."""

    def __init__(self, memory: Memory, ways: dict[str, str], seed: str) -> None:
        self.memory = memory
        self.last: tuple[Reader, int] | None = None
        super().__init__(ways, seed)

    def measure(self, player: str) -> None:
        reader = self.seats[player].viewpoint
        if player != ME or not isinstance(reader, Reader) or not reader.has_read:
            return
        true = reader.place_of(tuple(self.deal.hands[player].values()))
        assert true is not None
        self.last = reader.copy(), true
        if len(reader.rows) == 1 or self.memory.evening < LEARNT:
            return
        twin = reader.copy()
        twin.know(tuple((rival.casefold(), tuple(ways)) for rival, ways in self.memory.ways.items()))
        self.memory.decisions += 1
        self.memory.fresh += bits_gained(reader.weights, true)
        self.memory.learnt += bits_gained(twin.weights, true)

    def remember(self) -> None:
        """What the evening told of how its people play, now that the hands are known."""
        if self.last is None:
            return
        reader, true = self.last
        for rival in RIVALS:
            ways = self.memory.ways.get(rival, 0.0) + reader.ways_of(rival, true)
            self.memory.ways[rival] = np.maximum(ways - ways.max(), LEAST_LIKELY)


def measure(kind: str, series: int) -> Memory:
    memory = Memory()
    seats = {ME: "best", **dict.fromkeys(RIVALS, kind)}
    for evening in range(EVENINGS):
        memory.evening = evening
        played = Remembered(memory, seats, f"{kind} {series} {evening}")
        played.play()
        played.remember()
    return memory


def main() -> None:
    series = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    print("| rivals | decisions | gained, bits | gained with earlier evenings |\n| --- | ---: | ---: | ---: |")
    everything = [0, 0.0, 0.0]
    for kind in sys.argv[2:] or (*FITTED, *OTHERS):
        found = [measure(kind, one) for one in range(series)]
        row = [sum(one.decisions for one in found), sum(one.fresh for one in found), sum(one.learnt for one in found)]
        everything = [have + more for have, more in zip(everything, row, strict=True)]
        print(f"| {kind} | {row[0]} | {row[1] / row[0]:.3f} | {row[2] / row[0]:.3f} |", flush=True)
    told = f"{everything[0]} | {everything[1] / everything[0]:.3f} | {everything[2] / everything[0]:.3f}"
    print(f"| all | {told} |")


if __name__ == "__main__":
    main()
