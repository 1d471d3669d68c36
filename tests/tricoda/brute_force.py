"""The naive third opinion: reads a plain log line by line and tries every three stones. Uses nothing of `solver`."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tests.tricoda.random_games import BOX, answer

Rack = tuple[str, ...]


def count_racks(text: str, upto: int | None = None, weighed: bool = True) -> Counter[Rack]:
    """In how many ways the owner's present rack is each three stones. Understands what `random_games` writes.

    Every stone is its own. An earlier rack of mine without a `was` line is tried in full as well: a present rack weighs
    as much as there are earlier ones beside it, or with `weighed` off just 1.
    """
    me, players, at_most, asked = "", [""], False, 0
    seen: list[str] = []
    now: dict[str, list[str]] = {}
    rounds: list[list[tuple[int, str, list[list[str]]]]] = [[]]  # per own rack: card, answer, the other racks in sight
    ends: list[tuple[list[int], bool, list[str] | None]] = []  # per own rack laid aside: code, right, stones
    for words in (line.replace(",", "").split() for line in text.splitlines()):
        verb, rest = words[0], words[1:]
        if verb == "players":
            players = rest
        elif verb == "me":
            me = rest[0]
        elif verb == "card":
            at_most = True
        elif verb == "see":
            now[rest[0]] = [f"{colour} {number}" for colour, number in zip(rest[1::2], rest[2::2], strict=True)]
            seen += now[rest[0]]
        elif verb == "ask":
            asked += 1
            if upto is not None and asked > upto:
                break
            if rest[0] != me:
                others = [rack for holder, rack in now.items() if holder != rest[0]]
                rounds[-1].append((int(rest[1]), rest[2], others))
        elif verb == "declare" and rest[0] == me:
            ends.append((sorted(map(int, rest[1:4])), rest[4] == "right", None))
            rounds.append([])
        elif verb == "was":
            stones = [f"{colour} {number}" for colour, number in zip(rest[0::2], rest[1::2], strict=True)]
            ends[-1] = (*ends[-1][:2], stones)
            seen += stones
    assert players
    return _count(seen, rounds, ends, at_most, weighed)


def _count(seen, rounds, ends, at_most, weighed) -> Counter[Rack]:  # type: ignore[no-untyped-def]
    left = list((Counter(BOX) - Counter(seen)).elements())

    def agrees(rack: list[str], order: int) -> bool:
        return all(answer(card, [rack, *others], at_most) == said for card, said, others in rounds[order])

    unknown: list[list[tuple[int, ...]]] = []
    for order, (code, right, stones) in enumerate(ends):
        if stones is not None and not agrees(stones, order):
            return Counter()
        if stones is None:
            racks = [p for p in combinations(range(len(left)), 3) if agrees([left[i] for i in p], order)]
            unknown.append([p for p in racks if (sorted(int(left[i].split()[1]) for i in p) == code) == right])
    found: Counter[Rack] = Counter()
    for pieces in combinations(range(len(left)), 3):
        rack = [left[i] for i in pieces]
        if agrees(rack, len(ends)):
            weight = _disjoint(set(pieces), unknown)
            found[tuple(sorted(rack))] += weight if weighed else min(weight, 1)
    return +found


def _disjoint(taken: set[int], unknown: list[list[tuple[int, ...]]]) -> int:
    """In how many ways earlier racks can be chosen that share no stone with those taken or with each other."""
    if not unknown:
        return 1
    return sum(_disjoint(taken | set(rack), unknown[1:]) for rack in unknown[0] if not taken & set(rack))
