"""The naive third opinion: reads a plain log line by line, lays single stones about, and tries every rack.

Uses nothing of `solver`. A world says of every stone that was named or stood on my racks which one of the box it was,
equal stones told apart. No two racks have the same stone while it is out of the pile; all worlds are equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

from tests.tricoda.random_games import BOX, answer

Rack = tuple[str, ...]
IN_BOX = Counter(BOX)
EVERY = [rack for rack in combinations_with_replacement(sorted(IN_BOX), 3) if not Counter(rack) - IN_BOX]


@dataclass(eq=False)
class Stood:
    """Three stones that stood somewhere: those named, what its owner heard of it, and what I declared it to be."""

    holder: str
    named: list[str] = field(default_factory=list)
    heard: list[tuple[int, str, list[Stood]]] = field(default_factory=list)
    declared: tuple[list[int], bool] | None = None

    def could_be(self, rack: Rack, at_most: bool) -> bool:
        if self.declared and (sorted(int(stone[-1]) for stone in rack) == self.declared[0]) != self.declared[1]:
            return False
        if self.named and Counter(self.named) != Counter(rack):
            return False
        return all(
            answer(card, [list(rack), *(other.named for other in others)], at_most) == said
            for card, said, others in self.heard
        )


Step = tuple[str, Stood]  # a rack is filled from the pile, or its stones go back into it


def read_steps(text: str, upto: int | None = None) -> tuple[list[Step], str, bool]:
    """What happened to racks, one after the other. Understands what `random_games` writes."""
    me, at_most, asked, since = "", False, 0, 0
    now: dict[str, Stood] = {}
    steps: list[Step] = []
    aside: list[Stood] = []
    lines = [line.replace(",", "").split() for line in text.splitlines()]
    for at, (verb, *rest) in enumerate(lines):
        stones = [f"{colour} {number}" for colour, number in zip(rest[-6::2], rest[-5::2], strict=False)]
        if verb == "players":
            now = {holder: Stood(holder) for holder in [*rest, "neutral", "neutral2"][:4]}
            steps += [("fill", rack) for rack in now.values()]
        elif verb == "me":
            me = rest[0]
        elif verb == "card":
            at_most = True
        elif verb == "see":
            now[rest[0]].named = stones
        elif verb == "ask":
            asked, since = asked + 1, len(steps)
            if upto is not None and asked > upto:
                break
            for own in now.values():
                others = [rack for rack in now.values() if rack is not own and rack.holder != rest[0]]
                if own.holder != rest[0]:
                    own.heard.append((int(rest[1]), rest[2], others))
        elif verb == "declare":
            since = len(steps)
            if rest[0] == me:
                numbers, right = sorted(map(int, rest[1:4])), rest[4] == "right"
                now[me].declared, now[me].named = (numbers, right), _told_by(numbers, right)
            now[rest[0]] = _replace(now[rest[0]], steps, aside)
            if rest[4] == "right" and "neutral" in now:
                neutral = _replaced(now, lines[at + 1 :]) if "neutral2" in now else "neutral"
                now[neutral] = _replace(now[neutral], steps, aside)
        elif verb == "was":
            next(rack for rack in reversed(aside) if rack.holder == me).named = stones
        elif verb == "mix":
            _mix(steps, aside, [rack for _, rack in steps[since:] if not rack.named])
    return steps, me, at_most


def _told_by(numbers: list[int], right: bool) -> list[str]:
    """The stones of a right declaration whose numbers are all of one colour each."""
    racks = [rack for rack in EVERY if right and sorted(int(stone[-1]) for stone in rack) == numbers]
    return list(racks[0]) if len(racks) == 1 else []


def _replaced(now: dict[str, Stood], lines: list[list[str]]) -> str:
    """Two players: the rack without owner that soon shows other stones."""
    for verb, *rest in lines:
        if verb == "see" and rest[0] in ("neutral", "neutral2"):
            stones = [f"{colour} {number}" for colour, number in zip(rest[1::2], rest[2::2], strict=True)]
            if sorted(stones) != sorted(now[rest[0]].named):
                return rest[0]
    raise AssertionError("the log does not say which")


def _replace(rack: Stood, steps: list[Step], aside: list[Stood]) -> Stood:
    aside.append(rack)
    new = Stood(rack.holder)
    steps.append(("fill", new))
    return new


def _mix(steps: list[Step], aside: list[Stood], unseen: list[Stood]) -> None:
    """Racks filled just before, and not seen yet, may have been filled after the mixing: so it is taken."""
    late = [step for step in steps if step[1] in unseen]
    steps[:] = [step for step in steps if step not in late]
    steps += [*(("back", rack) for rack in aside), *late]
    aside.clear()


def worlds_to_try(text: str, upto: int | None = None) -> int:
    """How many racks there are for each of the owner's, all multiplied: so long does counting take."""
    steps, me, at_most = read_steps(text, upto)
    mine = [rack for verb, rack in steps if verb == "fill" and rack.holder == me]
    return prod(sum(stood.could_be(rack, at_most) for rack in EVERY) for stood in mine)


def count_racks(text: str, upto: int | None = None, weighed: bool = True) -> Counter[Rack]:
    """In how many worlds the owner's present rack is each three stones; with `weighed` off, the ways to make it."""
    steps, me, at_most = read_steps(text, upto)
    return _count(steps, me, at_most, weighed)


def _count(steps: list[Step], me: str, at_most: bool, weighed: bool = True) -> Counter[Rack]:
    mine = [rack for verb, rack in steps if verb == "fill" and rack.holder == me]
    choices = [[rack for rack in EVERY if stood.could_be(rack, at_most)] for stood in mine]
    weights = {stone: cache(lambda *counts, stone=stone: _lay(stone, steps, mine, counts)) for stone in IN_BOX}
    found: Counter[Rack] = Counter()
    for racks in product(*choices):
        taken = [Counter(rack) for rack in racks]
        found[racks[-1]] += prod(weights[stone](*(count[stone] for count in taken)) for stone in IN_BOX)
    if weighed:
        return +found
    free = _unseen(steps, mine[-1])
    return Counter(
        {
            rack: prod(comb(free[stone], count) for stone, count in Counter(rack).items())
            for rack in found
            if found[rack]
        }
    )


def pile_after(text: str, mine: Rack) -> list[str]:
    """The stones that a new rack is drawn from once mine lie aside; all that are on no rack if they are too few."""
    steps, me, _ = read_steps(text)
    out, now = list[Stood](), dict[str, Stood]()
    for verb, rack in steps:
        if verb == "fill":
            out.append(rack)
            now[rack.holder] = rack
        else:
            out.remove(rack)
    pile = Counter(BOX) - Counter(mine) - Counter(stone for rack in out if rack is not now[me] for stone in rack.named)
    if pile.total() < 3:
        pile = Counter(BOX) - Counter(stone for holder, rack in now.items() if holder != me for stone in rack.named)
    return list(pile.elements())


def _lay(stone: str, steps: list[Step], mine: list[Stood], counts: tuple[int, ...]) -> int:
    """In how many ways the stones of one kind can have been about, so many of them on each of my racks."""
    own = dict(zip(mine, counts, strict=True))

    @cache
    def go_on(at: int, out: frozenset[tuple[Stood, int]]) -> int:
        if at == len(steps):
            return 1
        verb, rack = steps[at]
        if verb == "back":
            return go_on(at + 1, frozenset(pair for pair in out if pair[0] is not rack))
        pile = set(range(IN_BOX[stone])) - {piece for _, piece in out}
        wanted = own.get(rack, rack.named.count(stone))
        drawn: Iterator[tuple[int, ...]] = combinations(sorted(pile), wanted)
        return sum(go_on(at + 1, out | {(rack, piece) for piece in pieces}) for pieces in drawn)

    return go_on(0, frozenset())


def _unseen(steps: list[Step], mine: Stood) -> Counter[str]:
    """The stones that can be on my rack: those not in sight when most are."""
    free, out = Counter(BOX), list[Stood]()
    for verb, rack in steps:
        if verb == "fill":
            out.append(rack)
        else:
            out.remove(rack)
        if mine in out:
            free &= Counter(BOX) - Counter(stone for other in out if other is not mine for stone in other.named)
    return free


def codes_of(racks: Counter[Rack]) -> Counter[tuple[int, ...]]:
    codes: Counter[tuple[int, ...]] = Counter()
    for rack, ways in racks.items():
        codes[tuple(sorted(int(stone[-1]) for stone in rack))] += ways
    return codes


def rival_figures(rival: str, text: str) -> tuple[float, float, float]:
    """What the rival can know, over all that my rack can be: codes left, the chance of the best, of being certain."""
    steps, me, at_most = read_steps(text)
    mine, now = _count(steps, me, at_most), {rack.holder: rack for verb, rack in steps if verb == "fill"}
    now[rival].named = []
    codes = best = certain = 0.0
    for rack, ways in mine.items():
        now[me].named = list(rack)
        theirs = codes_of(_count(steps, rival, at_most))
        share = ways / mine.total()
        codes += share * len(theirs)
        best += share * max(theirs.values()) / theirs.total()
        certain += share * (len(theirs) == 1)
    return codes, best, certain


def new_rack_figures(text: str) -> tuple[float, float]:
    """The codes that a new rack can have before any answer, and the chance of the best, over all that mine can be."""
    mine = count_racks(text)
    codes = best = 0.0
    for rack, ways in mine.items():
        drawn = codes_of(Counter(combinations(pile_after(text, rack), 3)))
        share = ways / mine.total()
        codes += share * len(drawn)
        best += share * max(drawn.values()) / drawn.total()
    return codes, best
