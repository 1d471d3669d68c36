"""Numbers for cards so that sums hold: narrows what each card can be, sum by sum, and tries what is left.

Numbers of a card are bits of an int, and so are the sums that are allowed: bit 3 stands for 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.facts import Hidden


@dataclass(frozen=True, slots=True)
class Total:
    """Cards, each counted so many times, and the sums they may have."""

    terms: tuple[tuple[Hidden, int], ...]
    sums: int


Domains = dict[Hidden, int]


def bits_of(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


def numbers_of(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def deal(
    domains: Domains, totals: Sequence[Total], prefer: Callable[[Hidden, int], int] = lambda _, number: number
) -> dict[Hidden, int] | None:
    """A number for every card so that all totals hold, or None; preferred numbers are tried first."""
    domains = dict(domains)
    if not all(domains.values()) or not narrow(domains, totals):
        return None
    counted = {card for total in totals for card, _ in total.terms}
    undecided = [card for card in domains if card in counted and domains[card].bit_count() > 1]
    if not undecided:
        return {card: min(numbers_of(bits), key=lambda n: prefer(card, n)) for card, bits in domains.items()}
    card = min(undecided, key=lambda other: domains[other].bit_count())
    for number in sorted(numbers_of(domains[card]), key=lambda n: prefer(card, n)):
        found = deal(domains | {card: 1 << number}, totals, prefer)
        if found is not None:
            return found
    return None


def narrow(domains: Domains, totals: Sequence[Total]) -> bool:
    """Strike every number that no total can use, in place; False if a card is left without any."""
    waiting = list(totals)
    while waiting:
        total = waiting.pop()
        for card, bits in narrowed(domains, total):
            if not bits:
                return False
            domains[card] = bits
            waiting += [other for other in totals if other is not total and any(card == c for c, _ in other.terms)]
            if total not in waiting:
                waiting.append(total)
    return True


def narrowed(domains: Mapping[Hidden, int], total: Total) -> list[tuple[Hidden, int]]:
    """What one total leaves of its cards, where that is less than before."""
    found = []
    for card, times in total.terms:
        rest = 1
        for other, count in total.terms:
            if other is not card:
                rest = add_up(rest, domains[other], count)
        left = keep(domains[card], times, rest, total.sums)
        if left != domains[card]:
            found.append((card, left))
    return found


@lru_cache(maxsize=1 << 16)
def add_up(sums: int, numbers: int, times: int) -> int:
    """All sums that a card counted so many times makes of these sums."""
    wider = 0
    for number in numbers_of(numbers):
        wider |= sums << times * number
    return wider


@lru_cache(maxsize=1 << 16)
def keep(numbers: int, times: int, rest: int, sums: int) -> int:
    """The numbers that reach one of the sums together with the rest."""
    return sum(1 << number for number in numbers_of(numbers) if rest << times * number & sums)
