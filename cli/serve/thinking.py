"""Thinking for seats: none makes the others wait, however much it asks.

What takes long is thought about in a thread of its own, one question of a seat after the other, and what is quick
beside it. An answer is kept as long as the seat's log stands still; what nobody waits for any more is stopped.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock, get_ident

from starlette.responses import Response

from solver.engine import Stopped

QUICK = 2  # threads
KEPT = 8  # answers of a seat

Make = Callable[[], Response]


class Work:
    """An answer that is made in another thread, until it is stopped."""

    def __init__(self, make: Make) -> None:
        self._make, self._changing, self._thread = make, Lock(), 0

    def __call__(self) -> Response:
        with self._changing:
            self._thread = get_ident()
        try:
            return self._make()
        finally:
            with self._changing:
                self._thread = 0

    def stop(self) -> None:
        """Raise Stopped where the thread is: Python has no other way to reach into it. What is being loaded is left to
        be loaded, because nobody could load it again."""
        with self._changing:
            if self._thread and not _loads(self._thread):
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(Stopped))


def _loads(thread: int) -> bool:
    frame = sys._current_frames().get(thread)
    while frame and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


@dataclass
class SharedAnswer:
    """Made or being made, and how many requests wait for it."""

    task: asyncio.Task[Response]
    awaited: int = 0


@dataclass
class KeptAnswers:
    """The answers that hold as long as `known` is what the seat knows."""

    known: object = None
    answers: dict[str, SharedAnswer] = field(default_factory=dict)


class Thinkers:
    """The threads that think, and the answers they have made."""

    def __init__(self) -> None:
        self.quick, self.slow = ThreadPoolExecutor(QUICK), ThreadPoolExecutor(1)
        self._kept: dict[str, KeptAnswers] = defaultdict(KeptAnswers)
        self._turns: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def answer(self, seat: str, known: object, question: str, make: Make, quick: bool = False) -> Response:
        """`known` is all that `make` goes by: another object as soon as anything is different."""
        if self._kept[seat].known is not known:
            self._kept[seat] = KeptAnswers(known)
        answers = self._kept[seat].answers
        answer = answers.pop(question, None) or self._begin(seat, make, quick)
        answers[question] = answer  # the last one asked for is the last to go
        for oldest in list(answers)[:-KEPT]:
            del answers[oldest]
        answer.awaited += 1
        try:
            return await asyncio.shield(answer.task)
        finally:
            answer.awaited -= 1
            if not answer.awaited and not answer.task.done():
                answer.task.cancel()
                if answers.get(question) is answer:
                    del answers[question]

    def _begin(self, seat: str, make: Make, quick: bool) -> SharedAnswer:
        return SharedAnswer(asyncio.create_task(self._at_once(make) if quick else self._in_turn(seat, make)))

    async def _at_once(self, make: Make) -> Response:
        return await asyncio.get_running_loop().run_in_executor(self.quick, make)

    async def _in_turn(self, seat: str, make: Make) -> Response:
        async with self._turns[seat]:
            work = Work(make)
            try:
                return await asyncio.get_running_loop().run_in_executor(self.slow, work)
            except asyncio.CancelledError:
                work.stop()
                raise
