"""A telling made tidy: a step says all that its reasons give, and steps that this makes needless go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count

from solver.facts import Fact
from solver.telling import Case, Item, Step, Strike, list_ways


def tidy(items: Iterable[Item], goal: set[Strike] | None, given: Mapping[Strike, Fact]) -> tuple[Item, ...]:
    """The items that lead to the goal (None: to the last of them), with full conclusions."""
    tidied, _ = _Tidying(given).run(items, goal, {})
    return tidied


class _Tidying:
    def __init__(self, given: Mapping[Strike, Fact]) -> None:
        self.given = given
        self.numbers = count()
        self.steps: dict[int, Step] = {}

    def run(
        self, items: Iterable[Item], goal: set[Strike] | None, made: dict[Strike, int]
    ) -> tuple[tuple[Item, ...], set[int]]:
        """Go through the items; `made` says which of them made a strike last. Also returns what outer ones are used."""
        found: list[tuple[int, Item, set[int]]] = []
        for item in items:
            number = next(self.numbers)
            if isinstance(item, Case):
                supposed = {(item.card, other) for other in item.card.values if other != item.number}
                inside = {strike: maker for strike, maker in made.items() if strike not in supposed}
                steps, used = self.run(item.steps, None, inside)
                found.append((number, replace(item, steps=steps), used))
                made[item.card, item.number] = number
            else:
                used = {made[strike] for strike in item.because if strike in made}
                step = self.complete(item, used)
                self.steps[number] = step
                found.append((number, step, used))
                made |= {(step.card, n): number for n in step.out if step.card and (step.card, n) not in self.given}
        needed = {made[strike] for strike in goal if strike in made} if goal is not None else {found[-1][0]}
        kept: list[Item] = []
        leaned_on = set(goal or ())
        for number, item, used in reversed(found):
            if number in needed:
                kept.append(_trim(item, leaned_on))
                leaned_on |= _reasons(item)
                needed |= used
        return tuple(reversed(kept)), needed - {number for number, _, _ in found}

    def complete(self, step: Step, used: set[int]) -> Step:
        """Lean on all that the steps used say, and conclude all that follows."""
        because = set(step.because)
        for earlier in (self.steps[number] for number in used if number in self.steps):
            if earlier.card:
                because |= {(earlier.card, number) for number in earlier.out}
        if step.card is None or step.limit is None:
            return replace(step, because=tuple(sorted(because, key=_in_order)))
        limit, card = step.limit, next(card for card, _ in step.limit.terms if card == step.card)
        because = {strike for strike in because if strike[0] != card}
        out = frozenset(
            number
            for number in card.values
            if all(any(strike in because for strike in way) for way in list_ways(limit, card, number))
        )
        return replace(step, out=out, because=tuple(sorted(because, key=_in_order)))


def _trim(item: Item, leaned_on: set[Strike]) -> Item:
    """Only the conclusions that somebody leans on."""
    if isinstance(item, Case) or item.card is None or item.limit is None:
        return item
    return replace(item, out=frozenset(number for number in item.out if (item.card, number) in leaned_on))


def _reasons(item: Item) -> set[Strike]:
    if isinstance(item, Case):
        return {strike for step in item.steps for strike in _reasons(step)}
    return set(item.because)


def _in_order(strike: Strike) -> tuple[str, int, int]:
    card, number = strike
    return card.name, card.since, number
