"""Words and sentences, whatever the game: spellings compared, lists, chances, and sentences that suggest a question.

What is suggested is data: a shell, a session and a page each word it in their own way.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple


def fold(text: str) -> str:
    """The form in which words are compared: upper and lower case are the same, so are two spellings of one accent."""
    return unicodedata.normalize("NFC", text).casefold()


def plain(text: str) -> str:
    """Lower case without accents."""
    letters = unicodedata.normalize("NFD", text.casefold().replace("ł", "l"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


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


def who(player: str, me: str, you: str = "you") -> str:
    return you if player == me else player


def whose(player: str, me: str) -> str:
    return "your" if player == me else f"{player}'s"


def capital(text: str) -> str:
    """The beginning of a sentence; the rest stays as it is, names too."""
    return f"{text[0].upper()}{text[1:]}"


def plural(count: int, noun: str, ending: str = "s") -> str:
    """How many there are: 1 code, 1,296 codes."""
    return f"{count:,} {noun}{ending * (count != 1)}"


def ordinal(number: int) -> str:
    """2nd, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


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


# Sentences with suggestions.


class Ask(NamedTuple):
    """A question a person could put next: the command, what it is about, from whose seat and as of which round.

    `options` are options that the game declares; one that is only switched on has no value. With `again` it is the
    question just put, with something added.
    """

    command: str
    words: tuple[str, ...] = ()
    seat: str | None = None
    round: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    again: bool = False


class Remark(NamedTuple):
    """A sentence with suggestions inside; as a plain string it has them in the words of a session."""

    parts: tuple[str | Ask, ...]

    def __str__(self) -> str:
        return "".join(part if isinstance(part, str) else say_ask(part) for part in self.parts)


Saying = str | Remark


def remark(*parts: str | Ask) -> Remark:
    return Remark(parts)


def with_option(name: str, value: str = "") -> Ask:
    """The advice just asked for, with one of the game's options."""
    return Ask("advise", options=((name, value),), again=True)


def say_ask(ask: Ask) -> str:
    """A suggestion as plain words: `check as Ben`, `show after round 8`."""
    seat = () if ask.seat is None else ("as", ask.seat)
    round_ = () if ask.round is None else ("after", "round", str(ask.round))
    options = (word for name, value in ask.options for word in (name, value) if word)
    return " ".join(word for word in (ask.command, *ask.words, *options, *seat, *round_) if word)
