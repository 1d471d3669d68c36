"""Sentences that suggest what to ask next. What is suggested is data: a shell, a session and a page each word it."""

from __future__ import annotations

from typing import NamedTuple


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
