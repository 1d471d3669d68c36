"""The racks while a log is replayed: which stones are on which rack, since when, and where the log first named them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from solver.english import all_of, whose
from solver.games.tricoda.events import Named
from solver.games.tricoda.rules import PIECES, RACK, STONES, Stone
from solver.games.tricoda.table import Declared, Held, Rack
from solver.log import Fault, Line, against_rules

_ORDINAL = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}
_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four"}


def format_stones(stones: Sequence[Stone]) -> str:
    return ", ".join(map(str, stones))


class RackHistory:
    """All racks with their history. Equal stones get the numbers of the box in the order in which they are named."""

    def __init__(self, me: str) -> None:
        self.me = me
        self.racks: dict[str, list[Rack]] = {}
        self.named: dict[int, Line] = {}  # the stones of the box that are in sight or laid aside
        self.mixings = 0

    def fill(self, holders: Sequence[str]) -> None:
        self.racks = {holder: [Rack(holder, 1, 0)] for holder in holders}

    def learn(
        self, rack: Rack, stones: Sequence[Named], line: Line, to_owner: bool = False, revealed: bool = False
    ) -> list[Fault]:
        """The log says that these stones are or were on the rack; with `to_owner` its owner came to know them."""
        known = Counter(rack.kinds)
        told = Counter(named.stone for named in stones)
        if sum((known | told).values()) > RACK:
            return [self._other(rack, stones)]
        faults, held = [], list(rack.stones)
        for named in stones:
            if known[named.stone]:
                known[named.stone] -= 1
                continue
            first = PIECES.index(named.stone)
            equal = range(first, first + STONES[named.stone])
            piece = next((piece for piece in equal if piece not in self.named), None)
            if piece is None:
                faults.append(self._too_many(named, [self.named[piece] for piece in equal]))
                continue
            self.named[piece] = line
            held.append(Held(named.stone, piece, line))
        shown = line if to_owner else rack.shown
        self.racks[rack.holder][rack.order - 1] = replace(rack, stones=tuple(held), shown=shown, revealed=revealed)
        return faults

    def renew(self, holder: str, after: int, line: int, declared: Declared | None = None) -> None:
        """After this question three other stones stand there, not seen yet."""
        rack = self.close(holder, after, declared)
        short = self.pile < RACK
        self.racks[holder].append(Rack(holder, rack.order + 1, after, filled=line, short=short, epoch=self.mixings))

    def close(self, holder: str, after: int, declared: Declared | None = None) -> Rack:
        """After this question the rack counts no more."""
        rack = replace(self.racks[holder][-1], until=after, declared=declared)
        self.racks[holder][-1] = rack
        return rack

    @property
    def pile(self) -> int:
        """How many stones are left to draw; below 0 the log lacks a `mix`."""
        used = sum(rack.mixed is None for history in self.racks.values() for rack in history)
        return len(PIECES) - RACK * used

    def mix(self, filled: int) -> None:
        """The stones laid aside go back into the pile; racks filled by the declaration in that line draw from it, and
        those that could not be filled before.
        """
        self.mixings += 1
        for history in self.racks.values():
            if (history[-1].filled == filled or history[-1].short) and not history[-1].stones:
                history[-1] = replace(history[-1], epoch=self.mixings, short=False)
            for place, rack in enumerate(history[:-1]):
                if rack.mixed is None:
                    history[place] = replace(rack, mixed=self.mixings)
                    for held in rack.stones:
                        del self.named[held.piece]

    def as_filled(self) -> dict[str, tuple[Rack, ...]]:
        """All racks; if one could not be filled, as if the stones laid aside had been mixed in again."""
        filled, short = self, {holder for holder, history in self.racks.items() if history[-1].short}
        if short:
            filled = RackHistory(self.me)
            filled.racks = {holder: list(history) for holder, history in self.racks.items()}
            filled.named, filled.mixings = dict(self.named), self.mixings
            filled.mix(-1)
        return {
            holder: (*history[:-1], replace(history[-1], short=holder in short)) if history else ()
            for holder, history in filled.racks.items()
        }

    def current(self, holder: str) -> Rack:
        return self.racks[holder][-1]

    def _other(self, rack: Rack, stones: Sequence[Named]) -> Fault:
        """The rack holds other stones already."""
        lines = sorted({held.line.number for held in rack.stones})
        where = f"line{'s' * (len(lines) > 1)} {all_of(lines)}"
        problem = f"{whose(rack.holder, self.me).capitalize()} rack held {format_stones(rack.kinds)} ({where})."
        if rack.holder.startswith("neutral"):
            hint = "It changes only after a right declaration: type that first, or mend one of the lines."
        elif rack.until is None:
            hint = f"It changes only when {rack.holder} declares: type that first, or mend one of the lines."
        else:
            hint = "Mend one of the lines."
        return against_rules(stones[0].at, problem, hint)

    def _too_many(self, named: Named, lines: Sequence[Line]) -> Fault:
        number = len(lines) + 1
        there = _COUNTS[len(lines)]
        rest = f"the {'only one is' if number == 2 else f'box has {there}, named'} in"
        where = f"line{'s' * (len({line.number for line in lines}) > 1)} {all_of(dict.fromkeys(_numbers(lines)))}"
        problem = f"A {_ORDINAL[number]} {named.stone}: {rest} {where}."
        return against_rules(named.at, problem, "One of the lines is wrong, or a `mix` line is missing.")


def _numbers(lines: Sequence[Line]) -> list[int]:
    return [line.number for line in lines]
