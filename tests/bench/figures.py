"""What is measured, and what it is held against: never the clock alone, but a baseline that is measured beside it.

Machines differ, and other programs disturb. So times are processor time, the least of several runs, and a figure may be
so many times its baseline. Where nothing else does the same work, that is walking through all throws of six dice in
plain Python. The table at the end of a run has one line for each figure.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from itertools import product
from time import process_time
from typing import NamedTuple

BY_HAND = "six dice by hand"


class Figure(NamedTuple):
    name: str
    measured: str
    against: str
    times: float  # the baseline
    most: float


figures: list[Figure] = []


def least(work: Callable[[], object], runs: int = 5) -> float:
    """Seconds of processor time: what the work costs when nobody disturbs it."""
    gc.disable()
    try:
        return min(spent(work) for _ in range(runs))
    finally:
        gc.enable()


def spent(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def walk_through_six_dice() -> int:
    return sum(sum(die in (1, 5) for die in throw) >= 3 for throw in product(range(1, 7), repeat=6))


def hold(name: str, seconds: float, most: float, baseline: float | None = None, against: str = BY_HAND) -> None:
    """The figure joins the table; it may be so many times its baseline."""
    beside = least(walk_through_six_dice, 3) if baseline is None else baseline
    note(name, f"{seconds * 1e3:,.1f} ms", most, seconds / beside, f"{against}, {beside * 1e3:,.1f} ms")


def note(name: str, measured: str, most: float, times: float, against: str) -> None:
    figures.append(Figure(name, measured, against, times, most))
    assert times <= most, f"{name}: {measured}, {times:.2f} times {against}, {most} at most"
