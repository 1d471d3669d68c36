"""The racks while a log is replayed: which stones are on which rack, since when, and where the log first named them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
    """All racks of all holders, past ones too."""

    def __init__(self, me: str) -> None:
        self.me = me
        self.racks: dict[str, list[Rack]] = {}
        self.mixings = 0

    def fill(self, holders: Sequence[str]) -> None:
        self.racks = {holder: [Rack(holder, 1, 0)] for holder in holders}

    def current(self, holder: str) -> Rack:
        return self.racks[holder][-1]

    @property
    def pile(self) -> int:
        """How many stones are left to draw; below 0 the log lacks a `mix`."""
        out = [rack for history in self.racks.values() for rack in history if rack.mixed is None]
        either = {rack.filled for rack in out if rack.doubtful and self._before(rack).mixed is None}
        return len(PIECES) - RACK * (len(out) - len(either))  # of two doubtful racks only one was filled

    def _before(self, rack: Rack) -> Rack:
        return self.racks[rack.holder][rack.order - 2]

    def _put(self, rack: Rack) -> Rack:
        self.racks[rack.holder][rack.order - 1] = rack
        return rack

    # What the log says of stones.

    def learn(
        self, rack: Rack, stones: Sequence[Named], line: Line, to_owner: bool = False, revealed: bool = False
    ) -> list[Fault]:
        """The log says that these stones are or were on the rack; with `to_owner` its owner came to know them."""
        known = Counter(rack.kinds)
        if sum((known | Counter(named.stone for named in stones)).values()) > RACK:
            return [self._other(rack, stones)]
        faults, held = [], list(rack.stones)
        for named in stones:
            if known[named.stone]:
                known[named.stone] -= 1
                continue
            if rack.doubtful:
                self._name_again(rack, named.stone)
            if lines := self._named_too_often(rack, named.stone, held[len(rack.stones) :]):
                faults.append(self._too_many(named, lines))
            else:
                held.append(Held(named.stone, line))
        self._put(replace(rack, stones=tuple(held), shown=line if to_owner else rack.shown, revealed=revealed))
        return faults

    def _named_too_often(self, rack: Rack, stone: Stone, new: Iterable[Held]) -> list[Line]:
        """The lines that name all stones of this kind while the rack's are out of the pile; none if one is left."""
        for moment in range(rack.first, self.mixings + 1 if rack.mixed is None else rack.mixed):
            out = [each for history in self.racks.values() for each in history if each.is_out(moment)]
            held = [*(held for each in out for held in each.stones if not held.again), *new]
            lines = [each.line for each in held if each.stone == stone]
            if len(lines) >= STONES[stone]:
                return lines
        return []

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
        numbers = sorted({line.number for line in lines})
        problem = f"A {_ORDINAL[number]} {named.stone}: {rest} line{'s' * (len(numbers) > 1)} {all_of(numbers)}."
        return against_rules(named.at, problem, "One of the lines is wrong, or a `mix` line is missing.")

    # Racks that come and go.

    def close(self, holder: str, after: int, declared: Declared | None = None) -> Rack:
        """After this question the rack counts no more."""
        return self._put(replace(self.current(holder), until=after, declared=declared))

    def renew(self, holder: str, after: int, line: int, declared: Declared | None = None) -> None:
        """After this question three other stones stand there, not seen yet."""
        rack, short = self.close(holder, after, declared), self.pile < RACK
        self.racks[holder].append(Rack(holder, rack.order + 1, after, filled=line, short=short, first=self.mixings))

    def mix(self, filled: int) -> None:
        """The stones laid aside go back into the pile; racks filled by the declaration in that line draw from it, and
        those that could not be filled before.
        """
        self.mixings += 1
        for history in self.racks.values():
            if (history[-1].filled == filled or history[-1].short) and not history[-1].stones:
                self._put(replace(history[-1], first=self.mixings, short=False))
            for rack in history[:-1]:
                if rack.mixed is None:
                    self._put(replace(rack, mixed=self.mixings))

    def as_filled(self) -> dict[str, tuple[Rack, ...]]:
        """All racks; if one could not be filled, as if the stones laid aside had been mixed in again."""
        filled, short = self, {holder for holder, history in self.racks.items() if history[-1].short}
        if short:
            filled = RackHistory(self.me)
            filled.racks = {holder: list(history) for holder, history in self.racks.items()}
            filled.mixings = self.mixings
            filled.mix(-1)
        return {
            holder: (*history[:-1], replace(history[-1], short=holder in short)) if history else ()
            for holder, history in filled.racks.items()
        }

    # Two players: one of the two unowned racks is replaced, and only its stones tell which.

    def renew_either(self, holders: Sequence[str], after: int, line: int) -> None:
        """After this question one of these racks holds other stones: neither is known until it is said."""
        short = self.pile < RACK
        for holder in holders:
            rack = self.close(holder, after)
            new = Rack(holder, rack.order + 1, after, filled=line, short=short, first=self.mixings, doubtful=True)
            self.racks[holder].append(new)

    def is_another(self, rack: Rack, stones: Sequence[Stone]) -> bool:
        """The stones cannot be those that stood there before the doubt, so that this rack was replaced."""
        now = Counter(rack.kinds) | Counter(stones)
        return rack.doubtful and sum((now | Counter(self._before(rack).kinds)).values()) > RACK

    def settle(self, replaced: Rack) -> Rack:
        """This one of two doubtful racks was replaced, so the other still holds what it did."""
        for rack in self._earlier(replaced):
            self._put(replace(rack, stones=tuple(replace(held, again=False) for held in rack.stones)))
        for holder, history in self.racks.items():
            twin = history[-1]
            if holder != replaced.holder and twin.doubtful and twin.filled == replaced.filled:
                before = self._before(twin)
                history.pop()
                stones = tuple(replace(held, again=False) for held in before.stones)
                self._put(replace(before, until=None, mixed=None, stones=(*stones, *_besides(twin, before))))
        return self._put(replace(replaced, doubtful=False))

    def _name_again(self, rack: Rack, stone: Stone) -> None:
        """A stone named on a doubtful rack may be one that was named there before: it is counted once."""
        for earlier in self._earlier(rack):
            for place, held in enumerate(earlier.stones):
                if held.stone == stone and not held.again:
                    stones = (*earlier.stones[:place], replace(held, again=True), *earlier.stones[place + 1 :])
                    self._put(replace(earlier, stones=stones))
                    return

    def _earlier(self, rack: Rack) -> Iterator[Rack]:
        """The racks that a doubtful one may be the same as, the last first."""
        while rack.doubtful:
            rack = self._before(rack)
            yield rack


def _besides(rack: Rack, other: Rack) -> Iterator[Held]:
    """What the log names on a rack and not on the other."""
    left = Counter(other.kinds)
    for held in rack.stones:
        if left[held.stone]:
            left[held.stone] -= 1
        else:
            yield held
