"""Why a claim must be true: the smallest set of facts that forces it, and with no claim the smallest conflict.

A set of facts is a proof if every world that denies the claim violates one of them. So each such world is a set of
violated facts, and the smallest proof is the cheapest choice that touches all these sets. The sets come lazily: worlds
that a candidate overlooks are looked up in a table, and, where cards laid off long ago can differ, found by search.

In the literature this is a smallest minimal unsatisfiable subset (MUS) by implicit hitting sets: Ignatiev, Previti,
Liffiton and Marques-Silva, "Smallest MUS Extraction with Minimal Hitting Set Dualization", CP 2015. With a cost for
each fact it is the OCUS (optimal constrained unsatisfiable subset) of Gamba, Bogaerts and Guns, "Efficiently Explaining
CSPs with Unsatisfiable Subset Optimization", IJCAI 2021.

Which lines are to blame when no world fits, and which cross on a player's pad is easiest to prove, follow from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import combinations
from typing import Generic, Protocol, TypeVar

from solver.engine import Disagreement
from solver.engine.facts import Fact, Hidden, Limit, OneOf, Puzzle
from solver.engine.worlds import count_worlds, weigh_worlds
from solver.log import Line
from solver.proof.counterexamples import Denials, cheapest_hit
from solver.proof.shortages import CardByCard, Shortages

IMPOSSIBLE, CERTAIN, POSSIBLE = "impossible", "certain", "possible"  # what can be said of a claim


@dataclass(frozen=True, slots=True)
class Claim:
    """The card has one of these numbers."""

    card: Hidden
    numbers: frozenset[int]

    @staticmethod
    def is_not(card: Hidden, number: int) -> Claim:
        return Claim(card, frozenset(card.values) - {number})


@dataclass(frozen=True, slots=True)
class Proof:
    """The facts that, with the rules of the game, force `claim`; without a claim they cannot hold together."""

    claim: Claim | None
    because: tuple[Fact, ...]

    @property
    def cost(self) -> int:
        return sum(fact.cost for fact in self.because)


def prove(puzzle: Puzzle, claim: Claim | None) -> Proof | None:
    """The smallest proof of `claim`, checked by the other engine, or None if some world denies it.

    Cards in sight are cheap reasons and sums are expensive. Among equally cheap proofs it is the one with the fewest
    facts, among those the one whose last line is earliest; so there is exactly one.
    """
    from solver.engine.cpsat import find_world  # slow to load, and needed only to check

    because = find_smallest(puzzle, claim)
    denial = [_deny(claim)] if claim else []
    world = find_world(_only_needed(puzzle, because or puzzle.facts, claim), (*(because or puzzle.facts), *denial))
    if (because is None) == (world is None):
        raise Disagreement(f"{claim or 'a conflict'}: proved by one engine, denied by the other")
    return None if because is None else Proof(claim, because)


def settle(puzzle: Puzzle, claim: Claim, possible: Collection[int]) -> Proof | None:
    """The proof that the claim is true, or that it is false; None if what is possible leaves it open."""
    true = claim.numbers.intersection(possible)
    if not true:
        return prove(puzzle, Claim(claim.card, frozenset(claim.card.values) - claim.numbers))
    return prove(puzzle, claim) if len(true) == len(possible) else None


def find_conflict(puzzle: Puzzle) -> Proof | None:
    """The smallest set of facts that cannot hold together, or None if all can."""
    return prove(puzzle, None)


def _deny(claim: Claim) -> Fact:
    return Fact(Line(0, "", ()), (OneOf(claim.card, frozenset(claim.card.values) - claim.numbers),), claim, 0)


def _only_needed(puzzle: Puzzle, facts: tuple[Fact, ...], claim: Claim | None) -> Puzzle:
    """The puzzle with only the cards that occur in these facts and the claim."""
    named = {card for fact in facts for limit in fact.limits for card in limit.cards}
    named |= {claim.card} if claim else set()
    return Puzzle(tuple(card for card in puzzle.cards if card in named), (), facts, puzzle.stocks)


def find_smallest(puzzle: Puzzle, claim: Claim | None) -> tuple[Fact, ...] | None:
    """The facts of the smallest proof, unchecked; None if there is no proof."""
    if puzzle.stocks:
        return _pick(puzzle.facts, _cheapest_of_stock(puzzle, claim))
    limits: list[tuple[Limit, ...]] = [fact.limits for fact in puzzle.facts]
    if claim is not None:  # only what is tied to the claimed card can matter
        tied = _tied(puzzle, claim.card)
        limits = [tuple(limit for limit in own if tied.issuperset(limit.cards)) for own in limits]
    facts = tuple(replace(fact, limits=own) for fact, own in zip(puzzle.facts, limits, strict=True) if own)
    tried = _only_needed(puzzle, facts, claim)
    denials = Denials(tried, claim.card if claim else None, claim.numbers if claim else frozenset())
    kept = [fact for fact, own in zip(puzzle.facts, limits, strict=True) if own]
    return _pick(kept, _cheapest(weigh([fact.cost for fact in tried.facts]), [denials]))


def _pick(facts: Sequence[Fact], chosen: int | None) -> tuple[Fact, ...] | None:
    return None if chosen is None else tuple(fact for bit, fact in enumerate(facts) if chosen >> bit & 1)


def _tied(puzzle: Puzzle, card: Hidden) -> set[Hidden]:
    """The cards that limits on several cards tie to this one."""
    groups = [set(limit.cards) for fact in puzzle.facts for limit in fact.limits if len(limit.cards) > 1]
    tied = {card}
    while grown := [group for group in groups if group & tied and not group <= tied]:
        tied.update(*grown)
    return tied


def _cheapest_of_stock(puzzle: Puzzle, claim: Claim | None) -> int | None:
    """Proofs about one card come first, then about two, then about as few as can be: plainer, and quicker to find.

    Where three or more are needed there can be very many choices of them, and the latest are taken.
    """
    denied = claim.numbers if claim else None
    weights = weigh([fact.cost for fact in puzzle.facts])
    for groups in _groups(puzzle, claim):
        chosen = _cheapest(weights, [Shortages(puzzle, cards, denied) for cards in groups])
        if chosen is not None:
            return chosen
    return None


def _groups(puzzle: Puzzle, claim: Claim | None) -> Iterator[list[tuple[Hidden, ...]]]:
    """The cards in question one by one, each paired with another that is not in sight, and as many as it takes.

    A card of several pieces is in question even where a single fact settles it: they may be more than there are.
    """
    limits = [limit for fact in puzzle.facts for limit in fact.limits if isinstance(limit, OneOf)]
    told = Counter(limit.card for limit in limits)
    shown = {limit.card for limit in limits if len(limit.numbers) == 1 and limit.card.is_piece(*limit.numbers)}
    unknown = [card for card in puzzle.cards if card in told and card not in shown]
    if claim is not None:
        others = [card for card in unknown if card != claim.card]
        yield [(claim.card,)]
        yield [(claim.card, card) for card in others]
        yield _fewest(puzzle, (claim.card, *others), claim.numbers) if len(others) > 1 else []
    else:
        yield [(card,) for card, facts in told.items() if facts > 1 or card in unknown]
        yield list(combinations(unknown, 2))
        yield _fewest(puzzle, tuple(unknown), None) if len(unknown) > 2 else []


def _fewest(puzzle: Puzzle, cards: tuple[Hidden, ...], denied: frozenset[int] | None) -> list[tuple[Hidden, ...]]:
    """The fewest cards with a proof in what is told of them, among equals the latest; none if there is no proof."""
    latest_first = weigh([1] * len(cards))[::-1]
    chosen = _cheapest(latest_first, [CardByCard(Shortages(puzzle, cards, denied))])
    if chosen is None:
        return []
    chosen |= denied is not None  # what is claimed of the first is always in question
    return [tuple(card for place, card in enumerate(cards) if chosen >> place & 1)]


class _Counterexamples(Protocol):
    """Worlds that deny a claim, as bits of the facts they violate."""

    impossible: bool  # there are none
    better: dict[int, int]  # for a fact those that weigh less and tell all that it tells

    def overlooked(self, chosen: int) -> list[int]:
        """Some that violate none of the chosen facts; none if there are no such worlds."""


def _cheapest(weights: Sequence[int], questions: Iterable[_Counterexamples]) -> int | None:
    """The lightest proof of one of them, as bits of the facts; None if there is none.

    A choice that hits all counterexamples known so far is no heavier than a proof. So the question with the lightest
    choice is pursued, whichever it is, and the first choice that overlooks nothing is the lightest proof.
    """
    waiting: list[tuple[int, int, int, list[int], _Counterexamples]] = []
    for place, denials in enumerate(questions):
        if denials.impossible:
            return 0
        waiting.append((0, place, 0, [], denials))
    while waiting:
        _, place, chosen, masks, denials = heappop(waiting)
        overlooked = denials.overlooked(chosen)
        if not overlooked:
            return chosen
        if 0 not in overlooked:
            masks += overlooked
            chosen = cheapest_hit(masks, weights, denials.better)
            weight = sum(weight for bit, weight in enumerate(weights) if chosen >> bit & 1)
            heappush(waiting, (weight, place, chosen, masks, denials))
    return None


def weigh(costs: Sequence[int]) -> list[int]:
    """Weights by which no two choices are equally heavy: cost, then how many are chosen, then the order of the log."""
    size = len(costs)
    return [(cost << size + 8) + (1 << size) + (1 << place) for place, cost in enumerate(costs)]


Key = TypeVar("Key", bound=Hashable)


def count_without(puzzle: Puzzle, left_out: Collection[Fact]) -> int:
    """How many worlds fit all other facts, or ways to make the hand where it is made of parts."""
    rest = _without(puzzle, left_out)
    return weigh_worlds(rest).total if puzzle.stocks else count_worlds(rest).count


def find_pair(puzzle: Puzzle, groups: Mapping[Key, Collection[Fact]]) -> tuple[Key, Key] | None:
    """The two groups of facts (the lines of a log) without which most worlds fit; None if no two suffice.

    One of the two must be in the smallest conflict, the other in a conflict that remains without it: what corrects a
    log touches every conflict (Reiter, "A Theory of Diagnosis from First Principles", Artificial Intelligence, 1987).
    """
    best: tuple[int, tuple[Key, Key]] | None = None
    seen: set[frozenset[Key]] = set()
    for one in _in_conflict(puzzle, groups):
        rest = _without(puzzle, groups[one])
        for other in _in_conflict(rest, groups):
            pair = frozenset((one, other))
            if pair in seen or one == other:
                continue
            seen.add(pair)
            count = count_without(rest, groups[other])
            if count and (best is None or count > best[0]):
                best = (count, (one, other))
    return best[1] if best else None


def _in_conflict(puzzle: Puzzle, groups: Mapping[Key, Collection[Fact]]) -> list[Key]:
    conflict = set(map(id, find_smallest(puzzle, None) or ()))
    return [key for key, facts in groups.items() if any(id(fact) in conflict for fact in facts)]


def _without(puzzle: Puzzle, left_out: Collection[Fact]) -> Puzzle:
    gone = set(map(id, left_out))
    return replace(puzzle, facts=tuple(fact for fact in puzzle.facts if id(fact) not in gone))


def find_two_lines(puzzle: Puzzle) -> tuple[Line, ...]:
    """Two lines to look at when no single change helps; none if even two are not enough."""
    groups: dict[int, list[Fact]] = {}
    for fact in puzzle.facts:
        groups.setdefault(fact.line.number, []).append(fact)
    lines = {fact.line.number: fact.line for fact in puzzle.facts}
    pair = find_pair(puzzle, groups)
    return tuple(lines[number] for number in sorted(pair)) if pair else ()


Mark = TypeVar("Mark")  # what can be crossed out: a card, a stone
Cross = TypeVar("Cross")
WHERE, WHAT, WHY = 0, 1, 2  # how much a hint tells


def possible_numbers(puzzle: Puzzle) -> dict[str, frozenset[int]]:
    """What each card of the hand can be, by its name."""
    if puzzle.stocks:
        return {card.name: frozenset(weigh_worlds(puzzle).weights) for card in puzzle.hand}
    worlds = count_worlds(puzzle)
    return {card.name: frozenset(worlds.counts(card)) for card in puzzle.hand}


def possible_at_crosses(moments: Iterable[tuple[Cross, Puzzle]]) -> Iterator[tuple[Cross, dict[str, frozenset[int]]]]:
    """Each cross with what was possible just then, counted again only if a line in between told something."""
    before: Puzzle | None = None
    possible: dict[str, frozenset[int]] = {}
    for cross, puzzle in moments:
        if puzzle != before:
            before, possible = puzzle, possible_numbers(puzzle)
        yield cross, possible


@dataclass(frozen=True, slots=True)
class Easiest(Generic[Mark]):
    """Of the marks that can be ruled out, the one with the easiest proof."""

    left: int
    mark: Mark
    proof: Proof


def find_easiest(
    marks: Iterable[Mark], prove_out: Callable[[Mark], Proof | None], ease: Callable[[Proof], tuple[int, ...]]
) -> Easiest[Mark] | None:
    """The mark whose proof has the least `ease`, among equals the first; None if nothing can be ruled out."""
    proofs = [(proof, mark) for mark in marks if (proof := prove_out(mark))]
    if not proofs:
        return None
    proof, mark = min(proofs, key=lambda found: ease(found[0]))
    return Easiest(len(proofs), mark, proof)
