"""Processes that each attack one case at a time. One that hangs is ended, and what it was at becomes a finding.

Every worker has a pipe of its own: the number of a case goes in; before each call that call comes out, and at last a
report.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from tests.attack.calls import Call
from tests.attack.cases import Case, Finding, attack, costly, make_case
from tests.attack.shrinking import shrink

HANG = 600.0  # seconds of the wall clock after which a call is given up; the machine may have other work to do
MEMORY = 4 << 30  # what a worker may take: more ends in a MemoryError, which is a crash


@dataclass(frozen=True, slots=True)
class Found:
    """A finding, the number of its case, and the small log it was brought down to, if it was."""

    number: int
    finding: Finding
    log: bytes
    shrunk: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a case."""

    number: int
    lines: int
    calls: int
    found: tuple[Found, ...]


@dataclass
class Worker:
    """A process and the case it is at."""

    pipe: Connection
    process: BaseProcess
    number: int | None = None
    call: Call | None = None  # the one under way
    heard: float = field(default_factory=time.monotonic)


def run_cases(seed: int, numbers: Iterator[int], workers: int) -> Iterator[Report]:
    """Attack the cases; reports come in the order in which cases are done. A cause is shrunk once by each worker."""
    crew = [start_worker(seed) for _ in range(workers)]
    try:
        for worker in crew:
            give(worker, next(numbers, None))
        while any(worker.number is not None for worker in crew):
            busy = [worker for worker in crew if worker.number is not None]
            wait([worker.pipe for worker in busy], timeout=1.0)
            for worker in busy:
                report = hear(worker)
                if report is None and (not worker.process.is_alive() or time.monotonic() - worker.heard > HANG):
                    report = give_up(seed, worker)
                    crew[crew.index(worker)] = worker = start_worker(seed)
                if report is not None:
                    give(worker, next(numbers, None))
                    yield report
    finally:
        for worker in crew:
            worker.process.kill()


def start_worker(seed: int) -> Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(seed, theirs), daemon=True)
    process.start()
    theirs.close()
    return Worker(ours, process)


def give(worker: Worker, number: int | None) -> None:
    worker.number, worker.call, worker.heard = number, None, time.monotonic()
    if number is not None:
        worker.pipe.send(number)


def hear(worker: Worker) -> Report | None:
    """The report of a worker that is done; calls on the way are signs of life."""
    try:
        while worker.pipe.poll():
            heard = worker.pipe.recv()
            worker.heard = time.monotonic()
            if isinstance(heard, Report):
                return heard
            worker.call = heard
    except EOFError:
        worker.process.join()
    return None


def give_up(seed: int, worker: Worker) -> Report:
    """End a worker that hangs, or mourn one that died; what it was at is the finding."""
    kind = "hangs" if worker.process.is_alive() else "died"
    worker.process.kill()
    assert worker.number is not None
    case = make_case(seed, worker.number)
    call = worker.call or case.views[0][0]
    finding = Finding(kind, case.game, call, costly(call))
    return Report(worker.number, case.lines, 0, (Found(worker.number, finding, case.log, False),))


# Inside a worker.


def work(seed: int, pipe: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    known: set[str] = set()
    while True:
        try:
            number = pipe.recv()
        except EOFError:
            return
        case = make_case(seed, number)
        findings = {finding.cause: finding for finding in attack(case, timed=True, begin=pipe.send)}
        found = tuple(make_small(number, case, finding, known, pipe) for finding in findings.values())
        pipe.send(Report(number, case.lines, sum(map(len, case.views)), found))


def make_small(number: int, case: Case, finding: Finding, known: set[str], pipe: Connection) -> Found:
    if finding.cause in known:
        return Found(number, finding, case.log, False)
    known.add(finding.cause)
    return Found(number, finding, shrink(case, finding, timed=True, begin=pipe.send).log, True)
