"""Ctrl-C and searches: it stays with whoever listens to it, and a search that is stopped answers nothing."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest

from solver.engine import Stopped, stop_searches
from solver.engine.cpsat import find_world, list_numbers
from solver.engine.facts import Fact, Hidden, OneOf, Parts, Puzzle, Stock, SumIn
from solver.log import Line


def shop(cards: int, sums: int) -> Puzzle:
    """Market split: cards that each count or not, and sums to be halved exactly, which take a solver very long."""
    rng = random.Random(1)
    hidden = tuple(Hidden("card", number, range(2)) for number in range(cards))
    facts = []
    for _ in range(sums):
        terms = tuple((card, rng.randrange(1, 100)) for card in hidden)
        half = sum(count for _, count in terms) // 2
        facts.append(Fact(Line(1, "", ()), (SumIn(terms, frozenset({half})),), None, 1))
    return Puzzle(hidden, hidden[:1], tuple(facts))


def crowd(cards: int, places: int) -> Puzzle:
    """Each card has a place of its own."""
    parts = Parts(tuple(tuple(int(place == other) for other in range(places)) for place in range(places)))
    hidden = tuple(Hidden("card", number, range(places), parts) for number in range(cards))
    facts = tuple(Fact(Line(1, "", ()), (OneOf(card, frozenset(range(places))),), None, 1) for card in hidden)
    return Puzzle(hidden, hidden[:1], facts, (Stock(hidden, (1,) * places),))


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
        find_world(shop(40, 5), shop(40, 5).facts)
    assert time.monotonic() - begin < 60  # unstopped it takes days


def test_a_stopped_walk_through_all_worlds_gives_no_count() -> None:
    puzzle = crowd(3, 60)  # 205,320 worlds
    with stopping(), pytest.raises(Stopped):
        list_numbers(puzzle)
