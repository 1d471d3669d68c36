"""A careful human with the deduction pad: one sum at a time, and what lies in sight; no counting of whole hands."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from solver.games.think_str8.advice.bets import turns
from solver.games.think_str8.events import Bet, Swap
from solver.games.think_str8.rules import COLOURS, FINAL_POINTS, SUMS, sums_told
from solver.games.think_str8.simulation.seats import Seat
from solver.games.think_str8.table import Table
from solver.games.think_str8.viewpoint import Viewpoint
from solver.grammar import Event


@dataclass(frozen=True, slots=True)
class Noted:
    """A sum that was told, as far as it is about cards still held: how often each counts, and what it may be."""

    times: tuple[tuple[str, int], ...]
    sums: frozenset[int]

    def without(self, colour: str, number: int) -> Noted:
        """The card was laid off and seen: what the others must add up to."""
        times = dict(self.times)
        known = times.pop(colour, 0) * number
        return Noted(tuple(times.items()), frozenset(total - known for total in self.sums))


class Pad:
    """The numbers left per colour, by sight and by single sums."""

    def __init__(self, unseen: Mapping[str, Collection[int]]) -> None:
        self.left = {colour: set(numbers) for colour, numbers in unseen.items()}
        self.noted: list[Noted] = []

    def note(self, dice: Sequence[str], bet: Bet) -> None:
        """The answer to a bet."""
        times = tuple((colour, dice.count(colour)) for colour in COLOURS if colour in dice)
        self.noted.append(Noted(times, frozenset(sums_told(bet.low, bet.high, bet.answer or ""))))

    def lay_off(self, colour: str, number: int, unseen: Collection[int]) -> None:
        self.noted = [sums.without(colour, number) for sums in self.noted]
        self.left[colour] = set(unseen)

    def cross_out(self, unseen: Mapping[str, Collection[int]]) -> None:
        """Go over sight and all sums until nothing more can be crossed out."""
        for colour, numbers in self.left.items():
            numbers.intersection_update(unseen[colour])
        before = -1
        while before != (before := sum(map(len, self.left.values()))):
            for noted in self.noted:
                self._cross_out_by(noted)

    def _cross_out_by(self, noted: Noted) -> None:
        for colour, count in noted.times:
            rest = {0}
            for other, times in noted.times:
                if other != colour:
                    rest = {total + times * number for total in rest for number in self.left[other]}
            self.left[colour] = {
                number for number in self.left[colour] if any(total + count * number in noted.sums for total in rest)
            }

    def believed(self, dice: Sequence[str]) -> tuple[int, int]:
        """The lowest and the highest sum the pad leaves."""
        return sum(min(self.left[colour]) for colour in dice), sum(max(self.left[colour]) for colour in dice)


class PadSeat(Seat):
    """Crosses out by single sums and by sight, bets the middle of what it believes, lays off what it knows least."""

    def __init__(self, viewpoint: Viewpoint, tokens: Mapping[int, int], rng: random.Random) -> None:
        super().__init__(viewpoint, tokens, rng)
        self.pad = Pad(viewpoint.unseen)

    def see(self, event: Event) -> None:
        super().see(event)
        if isinstance(event, Swap) and event.player == self.viewpoint.me:
            self.pad.lay_off(event.old.colour, event.old.number, self.viewpoint.unseen[event.old.colour])
        if isinstance(event, Bet) and event.player == self.viewpoint.me and event.answer:
            self.pad.note(self.viewpoint.dice, event)
        self.pad.cross_out(self.viewpoint.unseen)

    def turn(self, thrown: Sequence[str]) -> tuple[str, ...]:
        """The dice whose sum it knows best."""
        made = turns(thrown, COLOURS)
        spans = {dice: self.pad.believed(dice)[1] - self.pad.believed(dice)[0] for dice in made}
        return min(made, key=lambda dice: (spans[dice], len(made[dice])))

    def bet(self, free: Sequence[int]) -> tuple[int, int]:
        """All sums it believes in seem equally likely, and the middle is the place."""
        first, last = self.pad.believed(self.viewpoint.dice)
        span = last - first + 1
        length = max(free, key=lambda token: (self.tokens[token] * min(token, span) / span, token))
        low = min(max(0, (first + last - length + 1) // 2), len(SUMS) - length)
        return low, low + length - 1

    def swap(self) -> str:
        return max(self.viewpoint.colours_to_draw, key=lambda colour: len(self.pad.left[colour]))

    def final(self, _table: Table) -> dict[str, tuple[int, ...]]:
        most = max(FINAL_POINTS)
        return {
            colour: tuple(sorted(self.rng.sample(sorted(numbers), min(most, len(numbers)))))
            for colour, numbers in self.pad.left.items()
        }
