"""Words and sentences, whatever the game: spellings compared, lists, chances, and sentences that suggest a question.

What is suggested is data: a shell, a session and a page each word it in their own way.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from solver.language import later, say, say_number, say_percent, spoken

JOINERS = dict.fromkeys((0x200C, 0x200D))


@lru_cache(maxsize=4096)  # the same names and words are compared again and again
def fold(text: str) -> str:
    """The form in which words are compared: upper and lower case are the same, so are two spellings of one accent."""
    return unicodedata.normalize("NFC", without_joiners(text)).casefold()


def without_joiners(text: str) -> str:
    """The text without the invisible signs that join letters in some scripts; names may hold them."""
    return text.translate(JOINERS)


def plain(text: str) -> str:
    """Lower case without accents."""
    if text.isascii():
        return text.lower()
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
    most = max(1, len(key) // 3)
    near = (name for name in names if abs(len(fold(name)) - len(key)) <= most)
    best = min(((slips(key, fold(name)), name) for name in near), default=None)
    return best[1] if best and best[0] <= most else None


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


def capital(text: str) -> str:
    """The beginning of a sentence; the rest stays as it is, names too."""
    return f"{text[0].upper()}{text[1:]}"


def ordinal(number: int) -> str:
    """2nd, 11th, 21st; a language with one form for all says it four times."""
    forms = {1: later("{number}st"), 2: later("{number}nd"), 3: later("{number}rd")}
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return say(forms.get(last, later("{number}th")), number=number)


def any_of(names: Iterable[object]) -> str:
    """`a, b or c`; names that are words, such as colours, are said before: `any_of(map(say, colours))`."""
    return _listed(names, later("{some} or {last}"))


def all_of(names: Iterable[object]) -> str:
    """`a, b and c`, of names that are said."""
    return _listed(names, later("{some} and {last}"))


def _listed(names: Iterable[object], last: str) -> str:
    words = [str(name) for name in names]
    if len(words) < 2:
        return words[0] if words else say("none")
    return say(last, some=", ".join(words[:-1]), last=words[-1])


def format_chance(chance: float) -> str:
    """Whole percents that never round to certainty."""
    if 0 < chance < 0.01:
        return say("<{percent}", percent=say_percent(0.01))
    if 0.99 < chance < 1:
        return say(">{percent}", percent=say_percent(0.99))
    return say_percent(chance)


def takes_an(chance: float) -> bool:
    """Whether English says `an`: an 8% chance, an 11%, an 18%, an 80%; for sentences that are said with `a` as well."""
    percent = f"{chance:.0%}"
    return percent.startswith("8") or percent in ("11%", "18%")


def format_figure(number: float, sign: str = "") -> str:
    """A figure in a sentence: one decimal at most, none if it is 0, and never `-0`; `sign` is Python's, such as `+`."""
    figure = round(number, 1) + 0.0
    return say_number(figure, f"{sign}.{0 if figure.is_integer() else 1}f")


def say_points(number: float) -> str:
    """How many points, in a sentence: 1 point, 10.5 points."""
    figure = format_figure(number)
    return say("{figure} point", figure=figure) if figure in ("1", "-1") else say("{figure} points", figure=figure)


# Sentences with suggestions.


class FollowUp(NamedTuple):
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

    parts: tuple[str | FollowUp, ...]

    def __str__(self) -> str:
        return "".join(part if isinstance(part, str) else say_ask(part) for part in self.parts)


Saying = str | Remark


def remark(*parts: str | FollowUp) -> Remark:
    return Remark(parts)


def say_remark(sentence: str, /, **places: object) -> Remark:
    """The sentence as it is said, with suggestions among its places: `say_remark("Ask {ask}.", ask=FollowUp(…))`.

    A place may be such a sentence, too.
    """
    return _fill(say(sentence), places)


def say_remark_count(one: str, many: str, count: int, /, **places: object) -> Remark:
    """The same for a sentence that counts: the one for one or the one for many, `{count}` is a place of both."""
    return _fill(spoken.get().ngettext(one, many, count), {"count": say_number(count), **places})


def _fill(said: str, places: Mapping[str, object]) -> Remark:
    parts: list[str | FollowUp] = []
    from string import Formatter

    for text, name, form, _ in Formatter().parse(said):
        parts.append(text)
        if name is not None:
            place = places[name]
            if isinstance(place, Remark):
                parts += place.parts
            else:
                parts.append(place if isinstance(place, FollowUp) else format(place, form or ""))
    return Remark(tuple(parts))


def with_option(name: str, value: str = "") -> FollowUp:
    """The advice just asked for, with one of the game's options."""
    return FollowUp("advise", options=((name, value),), again=True)


def say_ask(ask: FollowUp) -> str:
    """A suggestion as plain words: `check as Ben`, `show after round 8`."""
    seat = () if ask.seat is None else ("as", ask.seat)
    round_ = () if ask.round is None else ("after", "round", str(ask.round))
    options = (word for name, value in ask.options for word in (name, value) if word)
    return " ".join(word for word in (ask.command, *ask.words, *options, *seat, *round_) if word)
