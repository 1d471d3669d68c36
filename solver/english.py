"""Words and sentences, whatever the game: lists, whose, names cut short, and the nearest spelling."""

from __future__ import annotations

from collections.abc import Iterable

from solver.log import fold


def match_beginning(key: str, names: Iterable[str]) -> list[str]:
    """The names that begin with `key`; a name typed in full is the only match, even if others begin with it."""
    names = list(names)
    exact = [name for name in names if fold(name) == key]
    return exact or [name for name in names if fold(name).startswith(key)]


def nearest(key: str, names: Iterable[str]) -> str | None:
    """The name a typing slip away from `key`, or None if nothing is near."""
    if len(key) > 30:
        return None
    best = min(((slips(key, fold(name)), name) for name in names), default=None)
    return best[1] if best and best[0] <= max(1, len(key) // 3) else None


def slips(one: str, other: str) -> int:
    """How many letters must be added, dropped, changed or swapped with their neighbour to get from one to the other."""
    older: list[int] = []
    old = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        new = [i]
        for j, b in enumerate(other, 1):
            cost = min(old[j] + 1, new[j - 1] + 1, old[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, older[j - 2] + 1)
            new.append(cost)
        older, old = old, new
    return old[-1]


def whose(player: str, me: str) -> str:
    return "your" if player == me else f"{player}'s"


def any_of(names: Iterable[object]) -> str:
    return _listed(names, "or")


def all_of(names: Iterable[object]) -> str:
    return _listed(names, "and")


def _listed(names: Iterable[object], last: str) -> str:
    words = [str(name) for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else "none"


def format_chance(chance: float) -> str:
    """Whole percents that never round to certainty."""
    if 0 < chance < 0.01:
        return "<1%"
    if 0.99 < chance < 1:
        return ">99%"
    return f"{chance:.0%}"
