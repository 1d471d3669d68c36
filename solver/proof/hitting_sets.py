"""The cheapest choice that touches every one of many sets; sets are bit masks. Proofs and repairs are such choices.

The sets need not be known beforehand: `smallest` adds those that a choice misses until none is left, as in Moreno-
Centeno and Karp, "The Implicit Hitting Set Approach to Solve Combinatorial Optimization Problems", Operations Research
61, 2013.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cheapest_hit(masks: Iterable[int], weights: Sequence[int]) -> int:
    """The choice of bits with the least weight that shares a bit with every mask. No mask may be empty.

    Branch and bound: the smallest untouched mask must be touched by one of its bits; masks that share no bit cost at
    least their cheapest bit each.
    """
    smallest: list[int] = []
    for mask in sorted(set(masks), key=lambda mask: (mask.bit_count(), mask)):
        if not any(mask & inner == inner for inner in smallest):  # what touches the inner mask touches the outer
            smallest.append(mask)
    return _Choice(weights).best(smallest)


class _Choice:
    def __init__(self, weights: Sequence[int]) -> None:
        self.weight = {1 << bit: weight for bit, weight in enumerate(weights)}
        self.least: int = sum(weights) + 1
        self.found = 0
        self.cheapest: dict[int, int] = {}  # per mask the weight of its lightest bit

    def best(self, masks: list[int]) -> int:
        self.search(masks, 0, 0, 0)
        return self.found

    def search(self, masks: list[int], chosen: int, cost: int, banned: int) -> None:
        """Go on from `chosen`; `banned` bits were tried by a branch before this one."""
        if not masks:
            if cost < self.least:
                self.least, self.found = cost, chosen
            return
        if cost + self.bound(masks, banned) >= self.least:
            return
        tightest = min(masks, key=lambda mask: (mask & ~banned).bit_count())
        for bit in sorted(split_bits(tightest & ~banned), key=self.weight.__getitem__):
            self.search([mask for mask in masks if not mask & bit], chosen | bit, cost + self.weight[bit], banned)
            banned |= bit

    def bound(self, masks: list[int], banned: int) -> int:
        """What masks without a common bit must cost at least."""
        total, used = 0, 0
        for mask in masks:
            if mask & used:
                continue
            free = mask & ~banned
            if not free:
                return self.least
            used |= mask
            least = self.cheapest.get(free)
            if least is None:
                least = self.cheapest[free] = min(self.weight[bit] for bit in split_bits(free))
            total += least
        return total


def split_bits(mask: int) -> list[int]:
    """The single bits of a mask, lowest first."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return bits
