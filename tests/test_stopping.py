"""Ctrl-C and searches: it stays with whoever listens to it, and a search that is stopped answers nothing."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest

from solver.engine.cpsat import find_world, list_numbers
from solver.engine.facts import Apart, Fact, Hidden, Puzzle
from solver.engine.stopping import Stopped, stop_searches
from solver.log import Line


def crowd(cards: int, places: int) -> Puzzle:
    """Each card has a place of its own: with fewer places than cards that takes a solver very long to refute."""
    hidden = tuple(Hidden("card", number, range(places)) for number in range(cards))
    pieces = tuple(1 << place for place in range(places))
    pairs = [(one, other) for at, one in enumerate(hidden) for other in hidden[:at]]
    facts = tuple(Fact(Line(1, "", ()), (Apart(one, other, pieces),), None, 1) for one, other in pairs)
    return Puzzle(hidden, hidden[:1], facts)


@contextmanager
def stopping() -> Iterator[None]:
    """Another thread stops whatever is searched for, again and again."""
    done = Event()

    def stop() -> None:
        while not done.wait(0.05):
            stop_searches()

    thread = Thread(target=stop)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def test_after_a_search_ctrl_c_is_still_heard_by_the_same_listener() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        find_world(crowd(3, 3), crowd(3, 3).facts)
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]


def test_a_stopped_search_never_means_impossible() -> None:
    begin = time.monotonic()
    with stopping(), pytest.raises(Stopped):
        find_world(crowd(14, 13), crowd(14, 13).facts)
    assert time.monotonic() - begin < 5


def test_a_stopped_walk_through_all_worlds_gives_no_count() -> None:
    puzzle = crowd(3, 60)  # 205,320 worlds
    with stopping(), pytest.raises(Stopped):
        list_numbers(puzzle)
