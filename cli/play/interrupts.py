"""Ctrl-C in a session: it stops a long answer, at a point where nothing is left half done, and ends nothing else.

Python hears a signal only between two of its own steps, and a search takes its time outside Python. So a thread hears
it too and stops the search; then it knocks at the session until that has come to a point where it may be interrupted.
"""

from __future__ import annotations

import _thread
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket, socketpair
from threading import Thread
from types import FrameType

from solver.engine import searching, stop_searches

PAUSE = 0.02  # seconds between two knocks


class Interrupts:
    """Whether Ctrl-C was heard, and may stop what is being done. Until `start` it is none of our business."""

    def __init__(self) -> None:
        self._heard = self._listening = False
        self._bell: socket | None = None  # rung by the system at every signal

    def start(self) -> None:
        self._bell, door = socketpair()
        self._bell.setblocking(False)
        signal.signal(signal.SIGINT, self._hear)
        Thread(target=self._watch, args=(door,), daemon=True).start()

    def forget(self) -> None:
        """A new line is taken up: what was pressed before was not about it."""
        self._heard = False

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Within this, Ctrl-C raises one KeyboardInterrupt; one that came too early for it raises it at once."""
        if self._bell is not None:
            signal.set_wakeup_fd(self._bell.fileno(), warn_on_full_buffer=False)  # each prompt takes it for itself
        self._listening = True
        try:
            if self._heard:
                self._stop()
            yield
        finally:
            self._listening = False

    def _hear(self, _: int, frame: FrameType | None) -> None:
        """A module half loaded would stay so for good, and ortools has no place for an exception."""
        self._heard = True
        if not searching() and not _loading(frame):
            self._stop()

    def _stop(self) -> None:
        if self._listening:
            self._heard = self._listening = False  # at once, so that a second Ctrl-C meets nobody on the way out
            raise KeyboardInterrupt

    def _watch(self, door: socket) -> None:
        while door.recv(4096):
            self._heard |= self._listening
            while self._heard and self._listening:
                stop_searches()
                _thread.interrupt_main()
                time.sleep(PAUSE)


def _loading(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
