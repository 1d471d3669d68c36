"""What a call may cost, counted, not timed: a log is replayed once, and worlds are counted when something is told."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable

import pytest

from solver.games import open_log
from solver.games.think_str8.advice.moves import advise_final
from solver.games.think_str8.check import check
from solver.games.think_str8.facts import know, make_puzzle
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.replay import Replay
from solver.games.think_str8.review.review import review_log
from solver.games.think_str8.rules import COLOURS
from solver.log import parse_log
from solver.proof import smallest
from solver.replay import REPLAYED

MEGABYTES = 2**20


def scribbled(count: int) -> str:
    """Two players who see nothing, ten rounds, and so many crosses at random."""
    rng = random.Random(count)
    lines = ["game think-str8", "players Anna Ben", "me Anna"]
    for _ in range(10):
        lines += [f"cross {rng.choice(COLOURS)} {rng.randrange(8)}" for _ in range(count // 10)]
        lines += [f"dice {' '.join(rng.sample(COLOURS, 3))}", "bet 8-14 hit", "bet Ben 5-10 hit"]
    return "\n".join(lines)


def opened_of(text: str) -> Str8Log:
    opened = open_log(parse_log(text))
    assert isinstance(opened, Str8Log)
    return opened


def watch(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> list[tuple[object, ...]]:
    """What a function is called with from now on."""
    calls: list[tuple[object, ...]] = []
    function = getattr(where, name)

    def call(*arguments: object) -> object:
        calls.append(arguments)
        return function(*arguments)

    monkeypatch.setattr(where, name, call)
    return calls


def peak_of(call: Callable[[], object]) -> float:
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / MEGABYTES
    finally:
        tracemalloc.stop()


@pytest.mark.seldom
def test_a_review_replays_the_log_once(monkeypatch: pytest.MonkeyPatch) -> None:
    REPLAYED.forget()  # what other tests left there
    opened = opened_of(scribbled(200))
    fed = watch(monkeypatch, Replay, "feed")
    review_log(opened.timeline, opened.table, "Anna")
    assert len(fed) == len(opened.reading.events) - 1  # the end was there already
    check(opened.timeline, opened.table, "Anna")
    assert len(fed) == len(opened.reading.events) - 1


def test_crosses_in_a_row_are_judged_by_one_count(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = opened_of(scribbled(200))
    counted = watch(monkeypatch, smallest, "count_worlds")
    verdict = check(opened.timeline, opened.table, "Anna")
    assert len(verdict.pad.crosses) == 200
    assert len(counted) == 11  # once a round, and once for what could be crossed out now


def test_what_is_handed_out_of_a_replay_stays_as_it_is() -> None:
    opened = opened_of(scribbled(50) + "\nsee Ben 1 3 4 4 0 3\nfinal red 1\nreveal 0 0 0 0 1 0")
    for place in range(len(opened.reading.events) + 1):
        alone = Replay("Anna")
        for event in opened.reading.events[:place]:
            alone.feed(event)
        assert opened.timeline.at(place) == alone.table()


@pytest.mark.seldom
def test_memory_of_an_almost_empty_log_is_bounded() -> None:
    opened = opened_of(scribbled(100))
    assert peak_of(lambda: review_log(opened.timeline, opened.table, "Anna")) < 250
    empty = opened_of("game think-str8\nplayers Anna Ben\nme Anna").table
    known = know(empty, "Anna")
    assert len(make_puzzle(empty, "Anna").hand) == len(COLOURS)
    assert peak_of(lambda: advise_final(empty, "Anna", known, "12")) < 250
