"""Ctrl-C in a session: one stop, at a point where nothing is left half done. At the start it ends the program."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from cli.play.keyboard import Interrupts
from solver.engine import Stopped
from solver.engine.cpsat import find_world, list_numbers
from tests.conftest import ROOT
from tests.test_stopping import crowd, shop

timers: list[Timer] = []


@pytest.fixture
def interrupts() -> Iterator[Interrupts]:
    before = signal.getsignal(signal.SIGINT)
    started = Interrupts()
    started.start()
    yield started
    while timers:
        timers.pop().join()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, before)


def press(after: float, times: int = 1) -> None:
    """Ctrl-C from outside, after a while."""
    for number in range(times):
        timers.append(Timer(after + number / 1000, os.kill, (os.getpid(), signal.SIGINT)))
        timers[-1].start()


def wait(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_a_long_answer_is_stopped_once(interrupts: Interrupts) -> None:
    press(0.1, times=20)
    with pytest.raises(KeyboardInterrupt), interrupts.allowed():
        wait(20)
    wait(0.2)  # the others are heard by nobody


@pytest.mark.usefixtures("interrupts")
def test_where_nothing_is_computed_it_does_nothing() -> None:
    press(0.01, times=5)
    wait(0.1)


def test_one_that_was_heard_does_not_stop_the_next_line_as_well(interrupts: Interrupts) -> None:
    """Not even at once, before its bell was answered."""
    for _ in range(30):
        with pytest.raises(KeyboardInterrupt), interrupts.allowed():
            signal.raise_signal(signal.SIGINT)
        interrupts.forget()
        with interrupts.allowed():
            wait(0.01)


def test_another_signal_is_no_ctrl_c(interrupts: Interrupts) -> None:
    """Or the end that it asks for would be broken off."""
    ended: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))
    try:
        with interrupts.allowed():
            signal.raise_signal(signal.SIGTERM)
            wait(0.2)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended == [signal.SIGTERM]


def test_a_search_is_stopped_and_says_nothing(interrupts: Interrupts) -> None:
    press(0.3, times=3)
    with pytest.raises((Stopped, KeyboardInterrupt)), interrupts.allowed():
        find_world(shop(40, 5), shop(40, 5).facts)


@pytest.mark.parametrize("after", [0.02, 0.1, 0.3])
def test_in_the_middle_of_what_a_search_has_found(interrupts: Interrupts, after: float) -> None:
    def search() -> None:
        for _ in range(100):
            list_numbers(crowd(3, 60))

    press(after, times=20)
    with pytest.raises((Stopped, KeyboardInterrupt)), interrupts.allowed():
        search()


def test_what_comes_too_early_stops_what_comes_next_but_not_the_next_line(
    interrupts: Interrupts,
) -> None:
    press(0)
    wait(0.05)
    with pytest.raises(KeyboardInterrupt), interrupts.allowed():
        wait(20)
    press(0)
    wait(0.05)
    interrupts.forget()
    with interrupts.allowed():
        wait(0.05)


def test_a_module_is_loaded_to_its_end(interrupts: Interrupts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slowly_loaded.py").write_text("import time\ntime.sleep(0.3)\nDONE = True\n")
    monkeypatch.syspath_prepend(tmp_path)

    def load() -> None:
        importlib.import_module("slowly_loaded")
        wait(20)

    press(0.1)
    with pytest.raises(KeyboardInterrupt), interrupts.allowed():
        load()
    assert sys.modules["slowly_loaded"].DONE


WATCH = """
import _signal, sys
class Watch:
    def find_spec(name, path, target=None):
        if _signal.getsignal(_signal.SIGINT) is not _signal.SIG_DFL:
            print(name)
sys.meta_path.insert(0, Watch)
import cli.__main__
"""


def test_nothing_is_loaded_before_ctrl_c_ends_the_start() -> None:
    """Whatever is: one that comes meanwhile shows a traceback."""
    run = subprocess.run([sys.executable, "-c", WATCH], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["cli", "cli.__main__"]
