"""Moments: what was known before and after every step, of the lines of a log as of its events.

Any moment can go on in another way, so that what one more line, or another one, would do is known without going through
all that stood before it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from solver.language import language_spoken

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
M = TypeVar("M", bound="CanGoOn[Any]")


class CanGoOn(Protocol[S_contra]):
    """Something that takes step after step, and that can be forked to go on in another way."""

    def fork(self) -> Self: ...

    def feed(self, step: S_contra, /) -> None: ...


class Moments(Generic[M, S]):
    """Steps, and the moment before and after each. A place is a number of steps: the moment before the next one.

    The way to the end is gone straight; moments between are kept once somebody has asked for one behind them.
    """

    def __init__(self, steps: Sequence[S], kept: dict[int, M]) -> None:
        self.steps, self._kept = steps, kept

    def before(self, place: int) -> M:
        """The moment at a place, to look at: whoever wants to go on from it forks it."""
        at = place
        while at not in self._kept:
            at -= 1
        if place == len(self.steps) and at < place:
            moment = self._kept[at].fork()
            for step in self.steps[at:]:
                moment.feed(step)
            self._kept[place] = moment
        while place not in self._kept:
            moment = self._kept[at].fork()
            moment.feed(self.steps[at])
            at += 1
            self._kept[at] = moment
        return self._kept[place]

    def branch(self, place: int, steps: Sequence[S]) -> Moments[M, S]:
        """Other steps, of which all before the place are the same."""
        self.before(place)
        return Moments(steps, {at: moment for at, moment in tuple(self._kept.items()) if at <= place})


class Remembered(Generic[M, S]):
    """The moments of the last few logs: one more line, or another one, does not mean going through all of it again."""

    MOST = 16

    def __init__(self, same: Callable[[S, S], bool]) -> None:
        self.same = same
        self._known: tuple[tuple[object, Moments[M, S]], ...] = ()

    def along(self, key: object, steps: Sequence[S], begin: Callable[[], M]) -> Moments[M, S]:
        """The moments of these steps, from where they part with the most similar ones of the same key."""
        key = (key, language_spoken())  # faults are kept as they were said
        place, nearest_one = -1, None
        for moments in (moments for other, moments in self._known if other == key):  # the newest first
            alike = self._alike(steps, moments.steps)
            if alike > place:
                place, nearest_one = alike, moments
            if alike >= len(steps) - 1:
                break
        found = Moments(steps, {0: begin()}) if nearest_one is None else nearest_one.branch(place, steps)
        self._known = ((key, found), *self._known[: self.MOST - 1])
        return found

    def forget(self) -> None:
        self._known = ()

    def _alike(self, steps: Sequence[S], others: Sequence[S]) -> int:
        """How many steps at the beginning are the same."""
        pairs = enumerate(zip(steps, others, strict=False))
        parting = (place for place, (one, other) in pairs if not self.same(one, other))
        return next(parting, min(len(steps), len(others)))
