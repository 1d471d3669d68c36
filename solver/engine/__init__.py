"""Two engines on the same facts: `worlds` counts, `cpsat` searches and proves; they must agree.

A front end can stop a search under way: it runs outside Python, where Ctrl-C does not arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

SETTLED = 0.1  # seconds: before that ortools may still be setting up, which is no moment to reach into it


class Disagreement(Exception):
    """The two engines contradict each other: a fault of this program, never of the log."""


_under_way: list[tuple[float, Callable[[], None]]] = []


class Stopped(Exception):
    """The search was stopped before it had an answer, which says nothing about what is possible."""


@contextmanager
def stoppable(stop: Callable[[], None]) -> Iterator[None]:
    """While this lasts, `stop_searches` calls `stop`."""
    begun = monotonic(), stop
    _under_way.append(begun)
    try:
        yield
    finally:
        _under_way.remove(begun)


def stop_searches() -> None:
    """End the searches under way; call it from a thread other than the one that is waiting, and again if need be.

    One that has only just begun is left alone: nearly all have their answer before they could be stopped.
    """
    for begun, stop in tuple(_under_way):
        if monotonic() - begun > SETTLED:
            stop()


def searching() -> bool:
    return bool(_under_way)
