"""A proof told in steps: each is one sum and what is known of its other cards, the easiest first, none unused.

Two sums that share cards may be set against each other, which often says at once what many small steps would. What is
known is kept as strikes: a number of a card that is out. Where sums lead no further, a number is supposed and refuted.

The easiest steps are taken until the goal is reached, then every step that the others can do without is dropped, and
finally each gets the fewest reasons that will do. The idea of a sequence of easy steps is that of Bogaerts, Gamba,
Claes and Guns, "Step-wise Explanations of Constraint Satisfaction Problems", ECAI 2020.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

from solver.engine.facts import Fact, Hidden, OneOf, SumIn
from solver.proof.counterexamples import cheapest_hit, split_bits
from solver.proof.smallest import Claim, Proof

Strike = tuple[Hidden, int]  # this number of this card is out
_PAIR = 3  # a second sum in one step weighs as much as three cards in sight
_MOST_CARDS = 3  # in what is left of two sums
_CASE = 100  # a case costs more than any step


@dataclass(frozen=True, slots=True, eq=False)
class SumOfCards:
    """A sum that was told; what is left when one told sum is taken from another; or what several say of equal cards."""

    facts: tuple[Fact, ...]
    limit: SumIn


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What one fact strikes without any arithmetic."""

    fact: Fact
    strikes: frozenset[Strike]


@dataclass(frozen=True, slots=True, eq=False)
class Supposed:
    """For a while the card has this number."""

    card: Hidden
    number: int

    @property
    def strikes(self) -> frozenset[Strike]:
        return frozenset((self.card, other) for other in self.card.values if other != self.number)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """From one sum and all that the reasons strike, these numbers of `card` are out: just what the step says.

    With no card, the sum cannot be reached at all; with no sum, the reasons alone strike all these numbers.
    """

    sum: SumOfCards | None
    card: Hidden | None
    out: frozenset[int]
    because: tuple[Reason, ...]

    @property
    def strikes(self) -> frozenset[Strike]:
        return frozenset((self.card, number) for number in self.out) if self.card else frozenset()

    def left(self, card: Hidden) -> list[int]:
        """The numbers of another card that the reasons do not strike."""
        return [number for number in card.values if not any((card, number) in own.strikes for own in self.because)]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """The number is supposed, and the steps show that then nothing fits."""

    supposed: Supposed
    steps: tuple[Item, ...]

    @property
    def strikes(self) -> frozenset[Strike]:
        return frozenset({(self.supposed.card, self.supposed.number)})


Item = Step | Case
Reason = Given | Supposed | Step | Case


@dataclass(frozen=True, slots=True)
class Telling:
    """A proof in steps. `open` are the facts that strike some of the claim by themselves."""

    proof: Proof
    steps: tuple[Item, ...]
    open: tuple[Given, ...]


def tell(proof: Proof) -> Telling:
    given = []
    for fact in proof.because:
        limits = [limit for limit in fact.limits if isinstance(limit, OneOf)]
        struck = [(own.card, number) for own in limits for number in own.card.values if number not in own.numbers]
        given += [Given(fact, frozenset(struck))] * bool(struck)
    told = [SumOfCards((fact,), limit) for fact in proof.because for limit in fact.limits if isinstance(limit, SumIn)]
    steps, last = _Teller([*_clashes(told), *told, *_differences(told)], given, proof.claim).tell()
    if proof.claim is None:
        return Telling(proof, (*steps, last), ())
    return Telling(proof, steps, tuple(reason for reason in last.because if isinstance(reason, Given)))


def bounds(limit: SumIn, card: Hidden, left: Mapping[Hidden, Sequence[int]]) -> tuple[int, int]:
    """The lowest and highest a card can be, by the limits of the sum and of the other cards, which have these left."""
    times = dict(limit.terms)
    smallest = sum(min(times[other] * number for number in numbers) for other, numbers in left.items())
    largest = sum(max(times[other] * number for number in numbers) for other, numbers in left.items())
    return -((largest - min(limit.sums)) // times[card]), (max(limit.sums) - smallest) // times[card]


# How steps are found. A set of strikes is a number here, with one bit for each.


@dataclass(slots=True, eq=False)
class _Move:
    """A future step: a sum and one of its cards. `needed` is what others need of it, `because` the reasons."""

    sum: SumOfCards | None
    card: Hidden | None
    price: int = 0
    needed: int = 0
    because: tuple[_Source, ...] = ()


@dataclass(slots=True, eq=False)
class _Trial:
    """A future case, and the dead end it leads to."""

    supposed: Supposed
    moves: list[_Move | _Trial]
    price: int = _CASE
    end: _Move | None = None


_Moves = list[_Move | _Trial]
_Source = Given | Supposed | _Move | _Trial
_Makes = dict[_Source, int]  # everything that each source strikes
_Way = tuple[int, ...]  # a number for each card; one of them must be struck


class _Teller:
    def __init__(self, sums: list[SumOfCards], given: list[Given], claim: Claim | None) -> None:
        self.sums = sums
        self.place = {each: place for place, each in enumerate(sums)}
        cards = [card for each in sums for card in each.limit.cards]
        cards += [limit.cards[0] for each in given for limit in each.fact.limits]
        cards += [claim.card] if claim else []
        strikes = [(card, number) for card in dict.fromkeys(cards) for number in card.values]
        self.bit = {strike: 1 << place for place, strike in enumerate(strikes)}
        self.every = {card: self.bits((card, number) for number in card.values) for card in dict.fromkeys(cards)}
        self.entries = {  # for each sum and card: its numbers as strikes, and what each adds
            each: [(card, [(self.bit[card, n], times * n) for n in card.values]) for card, times in each.limit.terms]
            for each in sums
        }
        self.given: _Makes = {each: self.bits(each.strikes) for each in given}
        self.goal: _Move | None = None
        if claim:
            out = self.bits((claim.card, number) for number in claim.card.values if number not in claim.numbers)
            self.goal = _Move(None, claim.card, needed=out)
        self.ways: dict[tuple[SumOfCards, Hidden | None, int], list[_Way]] = {}

    def tell(self) -> tuple[tuple[Item, ...], Step]:
        """The steps to the claim or to a dead end, and the last one that says so."""
        moves = self.reach(self.goal.needed if self.goal else None, self.given)
        last = self.find_reasons(moves, self.goal, self.given)
        built: dict[_Source, Reason] = {each: each for each in self.given if isinstance(each, Given)}
        return self.build(moves, built), self.build_step(last, built)

    def bits(self, strikes: Iterable[Strike]) -> int:
        return _union(self.bit[strike] for strike in strikes)

    # What follows from what is struck.

    def made(self, each: SumOfCards, but: Hidden | None, struck: int) -> set[int]:
        """What the cards of a sum can add up to without one of them."""
        made = {0}
        for card, entries in self.entries[each]:
            if card is not but:
                added = [value for bit, value in entries if not bit & struck]
                made = {one + other for one in made for other in added}
        return made

    def follows(self, each: SumOfCards, card: Hidden, struck: int) -> int:
        """Everything a sum strikes of a card."""
        made, sums = self.made(each, card, struck), each.limit.sums
        entries = next(entries for own, entries in self.entries[each] if own is card)
        return _union(bit for bit, value in entries if not any(value + other in sums for other in made))

    def play(self, moves: _Moves, struck: int) -> Iterator[tuple[_Move | _Trial, int]]:
        """Each move with everything it strikes after those before it."""
        for move in moves:
            if isinstance(move, _Trial):
                out = self.refutes(move, struck)
            else:
                assert move.sum
                assert move.card
                out = self.follows(move.sum, move.card, struck)
            yield move, out
            struck |= out

    def refutes(self, trial: _Trial, struck: int) -> int:
        supposed = struck | self.others(trial.supposed)
        supposed |= _union(out for _, out in self.play(trial.moves, supposed))
        return self.bit[trial.supposed.card, trial.supposed.number] if self.dead_end(supposed, self.sums) else 0

    def others(self, supposed: Supposed) -> int:
        return self.every[supposed.card] & ~self.bit[supposed.card, supposed.number]

    def dead_end(self, struck: int, sums: Iterable[SumOfCards]) -> _Move | None:
        """A card with no number left, or one of these sums that cannot be reached."""
        for card, every in self.every.items():
            if every & struck == every:
                return _Move(None, card, needed=every)
        for each in sums:
            if each.limit.sums.isdisjoint(self.made(each, None, struck)):
                return _Move(each, None)
        return None

    # The easiest moves to a goal, and of these only what is needed.

    def reach(self, goal: int | None, makes: _Makes) -> _Moves:
        """Moves to the goal (None: to a dead end), each the easiest; what strikes some of the goal comes first."""
        moves: _Moves = []
        makes, start, changed = dict(makes), _union(makes.values()), self.sums
        struck = start
        easy: dict[tuple[SumOfCards, Hidden], tuple[int, int, int]] = {}
        while not self.arrived(goal, struck, changed):
            pairs = [(each, card) for each in changed for card, times in each.limit.terms if times > 0]
            for each, card in pairs:
                easy.pop((each, card), None)
                if out := self.follows(each, card, struck) & ~struck:
                    reasons = self.choose(self.supports(each, card, out), makes)
                    price = sum(map(_price, reasons)) + _PAIR * (len(each.facts) - 1)
                    easy[each, card] = -(out & (goal or 0)).bit_count(), price, self.place[each]
            if easy:
                best = min(easy, key=easy.__getitem__)
                found: _Moves = [_Move(*best, price=easy[best][1])]
            else:
                found = self.suppose(goal, struck, makes)
            new: _Makes = dict(self.play(found, struck))
            struck |= _union(new.values())
            makes |= new
            moves += found
            cards = {move.card if isinstance(move, _Move) else move.supposed.card for move in found}
            changed = [each for each in self.sums if not cards.isdisjoint(each.limit.cards)]
        return self.only_needed(moves, goal, start)

    def suppose(self, goal: int | None, struck: int, makes: _Makes) -> _Moves:
        """Refute the numbers of the goal; for a dead end, every number of the card with the fewest left."""
        if goal is None:
            open_ = [self.every[card] & ~struck for each in self.sums for card in each.limit.cards]
            goal = min((left for left in open_ if left.bit_count() > 1), key=int.bit_count)
        found: _Moves = []
        for card, number in [strike for strike, bit in self.bit.items() if bit & goal & ~struck]:
            supposed = Supposed(card, number)
            found.append(_Trial(supposed, self.reach(None, makes | {supposed: self.others(supposed)})))
        return found

    def only_needed(self, moves: _Moves, goal: int | None, start: int) -> _Moves:
        """Drop the moves that the others can do without, the most expensive first; fewer moves never reach more.

        So a trial, which is cut down by itself while all is known, stays so when less is.
        """
        for move in sorted(moves, key=lambda move: -move.price):
            others = [other for other in moves if other is not move]
            if self.arrived(goal, start | _union(out for _, out in self.play(others, start)), self.sums):
                moves = others
        return moves

    def arrived(self, goal: int | None, struck: int, changed: Iterable[SumOfCards]) -> bool:
        return self.dead_end(struck, changed) is not None if goal is None else not goal & ~struck

    # Reasons.

    def find_reasons(self, moves: _Moves, goal: _Move | None, makes: _Makes) -> _Move:
        """Give each move the fewest reasons for what later ones need of it, working backwards from the last.

        The last is the goal, or a dead end if there is none.
        """
        makes, struck = dict(makes), _union(makes.values())
        known = []
        for move, out in self.play(moves, struck):
            known.append((move, dict(makes)))
            makes[move], struck = out, struck | out
        last = goal or self.dead_end(struck, self.sums)
        assert last
        self.lean(last, makes)
        for move, before in reversed(known):
            if isinstance(move, _Move):
                self.lean(move, before)
            else:
                before[move.supposed] = self.others(move.supposed)
                move.end = self.find_reasons(move.moves, None, before)
        return last

    def lean(self, move: _Move, makes: _Makes) -> None:
        """Choose the reasons for a move; it asks other moves among them for no more strikes than it needs."""
        supports = self.supports(move.sum, move.card, move.needed)
        move.because = self.choose(supports, makes)
        free = _union(makes[each] for each in move.because if not isinstance(each, _Move))
        moves = {each: makes[each] & ~free for each in move.because if isinstance(each, _Move)}
        dear = _union(moves.values())
        weights = [len(self.bit) if dear >> place & 1 else 1 for place in range(len(self.bit))]
        masks = [_union(bit for bit in way if bit & (free | dear)) for way in supports]
        self.share(cheapest_hit(masks, weights) & dear, moves)

    def share(self, needed: int, moves: dict[_Move, int]) -> None:
        """Ask moves for strikes. What several can make is asked of the one that makes its neighbours anyway."""
        alone = {}
        for each, strikes in moves.items():
            alone[each] = needed & strikes & ~_union(other for move, other in moves.items() if move is not each)
        for bit in split_bits(needed):
            able = [(_distance(bit, alone[each]), place, each) for place, each in enumerate(moves) if moves[each] & bit]
            min(able)[2].needed |= bit

    def choose(self, supports: list[_Way], makes: _Makes) -> tuple[_Source, ...]:
        """The fewest and cheapest sources that strike every support."""
        union = _union(bit for way in supports for bit in way)
        able = [(source, strikes & union) for source, strikes in makes.items() if strikes & union]
        by_bit: dict[int, int] = {}
        for place, (_, strikes) in enumerate(able):
            for bit in split_bits(strikes):
                by_bit[bit] = by_bit.get(bit, 0) | 1 << place
        masks = {_union(by_bit.get(bit, 0) for bit in way) for way in supports}
        weights = [(_price(source) << len(able)) + (1 << place) for place, (source, _) in enumerate(able)]
        chosen = cheapest_hit(masks, weights)
        return tuple(source for place, (source, _) in enumerate(able) if chosen >> place & 1)

    def supports(self, each: SumOfCards | None, card: Hidden | None, out: int) -> list[_Way]:
        """Every way to reach the sum with one of these numbers: each must contain a strike."""
        if each is None:
            return [(bit,) for bit in split_bits(out)]
        return [way for bit in (split_bits(out) if card else [0]) for way in self.ways_to(each, card, bit)]

    def ways_to(self, each: SumOfCards, card: Hidden | None, own: int) -> list[_Way]:
        """Every way to reach the sum when `card` has its own number."""
        found = self.ways.get((each, card, own))
        if found is None:
            found = self.ways[each, card, own] = []
            choices = [
                [(bit, value) for bit, value in entries if of is not card or bit == own]
                for of, entries in self.entries[each]
            ]
            for way in product(*choices):
                if sum(value for _, value in way) in each.limit.sums:
                    found.append(tuple(bit for bit, _ in way if bit != own))
        return found

    # The steps as they are told.

    def build(self, moves: _Moves, built: dict[_Source, Reason]) -> tuple[Item, ...]:
        items: list[Item] = []
        for move in moves:
            if isinstance(move, _Move):
                item: Item = self.build_step(move, built)
            else:
                assert move.end
                inner = built | {move.supposed: move.supposed}
                item = Case(move.supposed, (*self.build(move.moves, inner), self.build_step(move.end, inner)))
            built[move] = item
            items.append(item)
        return tuple(items)

    def build_step(self, move: _Move, built: Mapping[_Source, Reason]) -> Step:
        """A step that says its whole bound, even if only some of the numbers beyond it are needed."""
        because = tuple(built[source] for source in move.because)
        out = {number for number in move.card.values if self.bit[move.card, number] & move.needed} if move.card else ()
        step = Step(move.sum, move.card, frozenset(out), because)
        if move.sum is None or move.card is None:
            return step
        limit = move.sum.limit
        least, most = bounds(limit, move.card, {other: step.left(other) for other in limit.cards if other != move.card})
        if any(least <= number <= most for number in out):
            return step
        below = {number for number in move.card.values if number < least and min(out) < least}
        above = {number for number in move.card.values if number > most and max(out) > most}
        return replace(step, out=frozenset(below | above))


def _clashes(told: list[SumOfCards]) -> list[SumOfCards]:
    """Cards whose sum was told so often that none is left."""
    same: dict[frozenset[tuple[Hidden, int]], list[SumOfCards]] = {}
    for each in told:
        same.setdefault(frozenset(each.limit.terms), []).append(each)
    return [
        SumOfCards(tuple(fact for each in group for fact in each.facts), SumIn(group[0].limit.terms, frozenset()))
        for group in same.values()
        if len(group) > 1 and not frozenset.intersection(*(each.limit.sums for each in group))
    ]


def _differences(told: list[SumOfCards]) -> list[SumOfCards]:
    """Every sum minus every other that shares a card with it: the shared cards cancel out, the bounds stay."""
    found = []
    for one, other in permutations(told, 2):
        times = dict(one.limit.terms)
        taken = dict(other.limit.terms)
        terms = tuple((card, n) for card in times | taken if (n := times.get(card, 0) - taken.get(card, 0)))
        if one.limit.sums and other.limit.sums and times.keys() & taken.keys() and 0 < len(terms) <= _MOST_CARDS:
            least, most = min(one.limit.sums) - max(other.limit.sums), max(one.limit.sums) - min(other.limit.sums)
            found.append(SumOfCards((*one.facts, *other.facts), SumIn(terms, frozenset(range(least, most + 1)))))
    return sorted(found, key=lambda each: min(each.limit.sums) < 0)  # people would rather take the small from the large


def _union(sets: Iterable[int]) -> int:
    union = 0
    for each in sets:
        union |= each
    return union


def _distance(bit: int, others: int) -> int:
    return min((abs(bit.bit_length() - other.bit_length()) for other in split_bits(others)), default=bit.bit_length())


def _price(source: _Source) -> int:
    """What was only supposed costs nothing, and a fact costs less than what had to be worked out."""
    return 0 if isinstance(source, Supposed) else 1 if isinstance(source, Given) else 2
