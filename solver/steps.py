"""A proof told in steps: each is one sum and what is known of its other cards, the easiest first, none unused.

Two sums that share cards may be set against each other, which often says at once what many small steps would. What is
known is kept as strikes: a number of a card that is out, and why. Where sums lead no further, a number is supposed and
refuted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import permutations, product

from solver.explain import Proof
from solver.facts import Fact, Hidden, OneOf, SumIn
from solver.hitting import cheapest_hit

Strike = tuple[Hidden, int]  # this number of this card is out
_PAIR = 3  # a second sum in one step weighs as much as three cards in sight
_MOST_CARDS = 3  # in what is left of two sums


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum that was told, or what is left when one told sum is taken from another."""

    facts: tuple[Fact, ...]
    limit: SumIn


@dataclass(frozen=True, slots=True)
class Step:
    """From one sum and earlier strikes (`because`), these numbers of `card` are out.

    With no card, the sum cannot be reached at all; with no sum, every number of `card` is out.
    """

    sum: Sum | None
    card: Hidden | None
    out: frozenset[int]
    because: tuple[Strike, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """The number is supposed, and the steps show that then nothing fits."""

    card: Hidden
    number: int
    steps: tuple[Item, ...]


Item = Step | Case


@dataclass(frozen=True, slots=True)
class Telling:
    """A proof in steps. `given` says which fact strikes a number; all other strikes come from steps or suppositions."""

    proof: Proof
    steps: tuple[Item, ...]
    given: Mapping[Strike, Fact]


def tell(proof: Proof) -> Telling:
    given: dict[Strike, Fact] = {}
    limits = [(fact, limit) for fact in proof.because for limit in fact.limits if isinstance(limit, OneOf)]
    for fact, limit in sorted(limits, key=lambda entry: len(entry[1].numbers)):  # one that settles a card says it all
        for number in set(limit.card.values) - limit.numbers:
            given.setdefault((limit.card, number), fact)
    told = [Sum((fact,), limit) for fact in proof.because for limit in fact.limits if isinstance(limit, SumIn)]
    sums = [*told, *_differences(told)]
    goal: set[Strike] | None = None
    if proof.claim is not None:
        goal = {(proof.claim.card, number) for number in set(proof.claim.card.values) - proof.claim.numbers}
    teller = _Teller(sums, given)
    steps, _ = teller.reach(goal, _Known(dict.fromkeys(given, 0)))
    return Telling(proof, steps, given)


@dataclass(slots=True)
class _Known:
    """Strikes and when each was made; a step may lean only on earlier ones."""

    since: dict[Strike, int]
    time: int = 0
    supposed: frozenset[Strike] = field(default_factory=frozenset)

    def left(self, card: Hidden) -> list[int]:
        return [number for number in card.values if (card, number) not in self.since]

    def suppose(self, card: Hidden, number: int) -> _Known:
        others = {(card, other) for other in card.values if other != number}
        return _Known(self.since | dict.fromkeys(others - self.since.keys(), 0), self.time, self.supposed | others)


class _Teller:
    def __init__(self, sums: list[Sum], given: Mapping[Strike, Fact]) -> None:
        self.sums, self.given = sums, given
        self.cards = list(dict.fromkeys(card for each in sums for card, _ in each.limit.terms))

    def reach(self, goal: set[Strike] | None, known: _Known) -> tuple[tuple[Item, ...], set[Strike]]:
        """Steps to the goal (None: to a contradiction), and the strikes from outside that they lean on."""
        items: list[tuple[int, Item, set[Strike]]] = []
        while (last := self.end(goal, known)) is None:
            step = self.easiest(goal or set(), known)
            found = [(step, set(step.because))] if step else self.suppose(goal, known)
            known.time += 1
            for item, leans in found:
                items.append((known.time, item, leans))
                if isinstance(item, Step) and item.card:
                    for number in item.out:
                        known.since[item.card, number] = known.time
                elif isinstance(item, Case):
                    known.since[item.card, item.number] = known.time
        return self.prune(items, last, goal, known)

    def end(self, goal: set[Strike] | None, known: _Known) -> list[Step] | None:
        """None while the goal is not reached; a contradiction has a last step of its own."""
        if goal is not None:
            return [] if goal <= known.since.keys() else None
        for each in self.sums:
            supports = _supports(each.limit, None, frozenset())
            if self.struck(supports, known):
                return [Step(each, None, frozenset(), self.reasons(supports, known, known.time + 1))]
        for card in dict.fromkeys(card for card, _ in known.since):
            if not known.left(card):
                strikes = tuple((card, number) for number in card.values)
                return [Step(None, card, frozenset(card.values), strikes)]
        return None

    def easiest(self, goal: set[Strike], known: _Known) -> Step | None:
        """Of all sums that strike something new, the one with the fewest and plainest reasons, the goal's own first."""
        best: tuple[tuple[int, int], Step] | None = None
        for each in self.sums:
            for card in (card for card, times in each.limit.terms if times > 0):
                left = known.left(card)
                out = frozenset(number for number in left if self.struck(_supports(each.limit, card, {number}), known))
                if out:
                    because = self.reasons(_supports(each.limit, card, out), known, known.time + 1)
                    price = sum(1 if strike in self.given else 2 for strike in because) + _PAIR * (len(each.facts) - 1)
                    aim = -len({(card, number) for number in out} & goal)
                    if best is None or (aim, price) < best[0]:
                        best = ((aim, price), Step(each, card, out, because))
        return best[1] if best else None

    def struck(self, supports: list[tuple[Strike, ...]], known: _Known) -> bool:
        return all(any(strike in known.since for strike in support) for support in supports)

    def suppose(self, goal: set[Strike] | None, known: _Known) -> list[tuple[Item, set[Strike]]]:
        """Refute the numbers of the goal; for a contradiction, every number of the card with the fewest left."""
        if goal is not None:
            open_ = sorted(goal - known.since.keys(), key=lambda strike: strike[1])
        else:
            card = min((c for c in self.cards if len(known.left(c)) > 1), key=lambda c: len(known.left(c)))
            open_ = [(card, number) for number in known.left(card)]
        found: list[tuple[Item, set[Strike]]] = []
        for card, number in open_:
            steps, leans = self.reach(None, known.suppose(card, number))
            others = {(card, other) for other in card.values if other != number}
            found.append((Case(card, number, steps), leans - (others - known.since.keys())))
        return found

    def prune(
        self, items: list[tuple[int, Item, set[Strike]]], last: list[Step], goal: set[Strike] | None, known: _Known
    ) -> tuple[tuple[Item, ...], set[Strike]]:
        """Only what the goal needs, from the last step back to the first."""
        needed = set(goal or ()) | {strike for step in last for strike in step.because}
        kept: list[Item] = list(last)
        for time, item, leans in reversed(items):
            if isinstance(item, Case):
                if (item.card, item.number) in needed:
                    kept.append(item)
                    needed |= leans
                continue
            assert item.card
            strikes = {(item.card, number) for number in item.out} & needed
            out = frozenset(number for card, number in strikes if known.since[card, number] == time)
            if out:
                assert item.sum
                because = self.reasons(_supports(item.sum.limit, item.card, out), known, time)
                kept.append(Step(item.sum, item.card, out, because))
                needed |= set(because)
        made_here = {(i.card, n) for i in kept if isinstance(i, Step) and i.card and i.sum for n in i.out}
        made_here |= {(i.card, i.number) for i in kept if isinstance(i, Case)}
        return tuple(reversed(kept)), needed - made_here

    def reasons(self, supports: list[tuple[Strike, ...]], known: _Known, before: int) -> tuple[Strike, ...]:
        """The fewest reasons that strike every support: a fact is one reason, however much it strikes."""
        places: dict[object, int] = {}
        sources: dict[Strike, object] = {}
        for strike in sorted({strike for support in supports for strike in support}, key=_in_order):
            if known.since.get(strike, before) < before:
                sources[strike] = self.source(strike, known)
                places.setdefault(sources[strike], len(places))
        masks = [sum({1 << places[sources[s]] for s in support if s in sources}) for support in supports]
        price = {source: 0 if source == "supposed" else 2 if isinstance(source, tuple) else 1 for source in places}
        size = len(places)
        weights = [(price[source] << size) + (1 << place) for source, place in places.items()]
        chosen = cheapest_hit(masks, weights)
        used = {source for source, place in places.items() if chosen >> place & 1}
        return self.all_of(used, {card for card, _ in sources}, known, before)

    def all_of(self, used: set[object], cards: set[Hidden], known: _Known, before: int) -> tuple[Strike, ...]:
        """Every strike on these cards that the reasons make: who leans on a card laid off may lean on its number."""
        found = [
            strike
            for strike, since in known.since.items()
            if since < before and strike[0] in cards and self.source(strike, known) in used
        ]
        return tuple(sorted(found, key=_in_order))

    def source(self, strike: Strike, known: _Known) -> object:
        """What a strike comes from: a supposition, a fact, or a step of its own."""
        if strike in known.supposed:
            return "supposed"
        return id(self.given[strike]) if strike in self.given else strike


def _differences(told: list[Sum]) -> list[Sum]:
    """Every sum less every other that shares a card with it: the shared cards go, the bounds stay."""
    found = []
    for one, other in permutations(told, 2):
        times = dict(one.limit.terms)
        taken = dict(other.limit.terms)
        terms = tuple((card, n) for card in times | taken if (n := times.get(card, 0) - taken.get(card, 0)))
        if one.limit.sums and other.limit.sums and times.keys() & taken.keys() and 0 < len(terms) <= _MOST_CARDS:
            least, most = min(one.limit.sums) - max(other.limit.sums), max(one.limit.sums) - min(other.limit.sums)
            found.append(Sum((*one.facts, *other.facts), SumIn(terms, frozenset(range(least, most + 1)))))
    return sorted(found, key=lambda each: min(each.limit.sums) < 0)  # people rather take the small from the large


def _supports(limit: SumIn, card: Hidden | None, numbers: Iterable[int]) -> list[tuple[Strike, ...]]:
    """Every way to reach the sum (with one of these numbers of `card`): each must contain a strike."""
    choices = [
        [(own, number, times) for number in (numbers if own == card else own.values)] for own, times in limit.terms
    ]
    return [
        tuple((own, number) for own, number, _ in way if own != card)
        for way in product(*choices)
        if sum(times * number for _, number, times in way) in limit.sums
    ]


def _in_order(strike: Strike) -> tuple[str, int, int]:
    card, number = strike
    return card.name, card.since, number
