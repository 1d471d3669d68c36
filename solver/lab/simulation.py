"""Whole games by machine, whatever the game: the seats take turns in sitting first, workers share the games.

A game brings its ways of playing, the function that plays one game, and the one that sums games up. Game number i of a
seed is always the same game, whoever plays it. A Dask cluster takes the same chunks that processes here would take;
what a worker was playing when it was lost is played again by another one.
"""

from __future__ import annotations

import logging
import os
import re
import signal
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from solver.chronicle import confidence

if TYPE_CHECKING:
    from distributed import Client


CHUNK = 4  # games a worker plays before it reports
TICK = 0.2  # seconds; a cluster may have lost all its workers, and nothing would ever come


class IllegalMove(Exception):
    """A seat did what the rules forbid: a fault of the program, never of the player."""


class PlayedGame(Protocol):
    @property
    def log(self) -> str:
        """What the first seat would have typed."""

    @property
    def table_log(self) -> str:
        """The table's own."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a game brings. `play` gets the seats in order, as name and way, and a seed; it must be a plain function.

    `report` gets the way of every seat and what `play` has returned.
    """

    ways: Mapping[str, str]  # each way of playing in a few words
    sizes: range
    play: Callable[[Sequence[tuple[str, str]], str], PlayedGame]
    report: Callable[[Sequence[str], Sequence[PlayedGame]], Report]


def name_seats(ways: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """A name for each seat: its way, numbered where several play alike."""
    names = []
    for place, way in enumerate(ways):
        number = f"-{ways[: place + 1].count(way)}" if ways.count(way) > 1 else ""
        names.append((f"{way}{number}", way))
    return tuple(names)


def play_numbered(simulation: Simulation, ways: Sequence[str], seed: int, number: int) -> PlayedGame:
    """Game `number`, from 0: every seat sits first in turn."""
    seats, first = name_seats(ways), number % len(ways)
    return simulation.play((*seats[first:], *seats[:first]), f"{seed} {number}")


def play_games(
    simulation: Simulation,
    ways: Sequence[str],
    games: int,
    seed: int,
    workers: int = 1,
    cluster: str | None = None,
    stopped: Callable[[], object] = bool,
) -> Generator[tuple[int, PlayedGame], None, None]:
    """Number and outcome of each game, as they get ready; closing the iterator ends the workers.

    There are never more workers than cores and shares of the games. With the address of a `cluster` its workers play;
    while nothing comes from there, `stopped` is asked whether to go on waiting.
    """
    chunks = (range(start, min(games, start + CHUNK)) for start in range(0, games, CHUNK))
    workers = min(workers, os.cpu_count() or 1, -(-games // CHUNK))
    if cluster is not None:
        with join_cluster(cluster, workers) as (client, at_a_time), _noticing_loss(client) as check:
            pool = client.get_executor(pure=False, retries=3)
            yield from _gather(pool, simulation, ways, seed, chunks, at_a_time, lambda: check() or stopped())
        return
    if workers <= 1:
        for number in range(games):
            yield number, play_numbered(simulation, ways, seed, number)
        return
    pool = ProcessPoolExecutor(workers, initializer=_begin_work)
    try:
        yield from _gather(pool, simulation, ways, seed, chunks, workers)
    finally:
        pool.shutdown(cancel_futures=True)  # waits for games begun: left alone, the pool can fail while Python ends


def _gather(
    pool: Executor,
    simulation: Simulation,
    ways: Sequence[str],
    seed: int,
    chunks: Iterator[range],
    workers: int,
    stopped: Callable[[], object] | None = None,
) -> Iterator[tuple[int, PlayedGame]]:
    """Keeps every worker busy, but no more than that: an interrupted run must not wait for games nobody wants."""
    running: set[Future[list[tuple[int, PlayedGame]]]] = set()
    while True:
        while len(running) <= workers and (chunk := next(chunks, None)):
            running.add(pool.submit(_play_chunk, simulation, ways, seed, chunk))
        if not running:
            return
        done, running = wait(running, timeout=None if stopped is None else TICK, return_when=FIRST_COMPLETED)
        if not done and stopped and stopped():
            return
        for future in done:
            yield from future.result()


def _play_chunk(simulation: Simulation, ways: Sequence[str], seed: int, numbers: range) -> list[tuple[int, PlayedGame]]:
    return [(number, play_numbered(simulation, ways, seed, number)) for number in numbers]


def _begin_work() -> None:
    """Ctrl-C is for the one who counts, not for the workers; but if that one is killed, they end as well."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_counter, daemon=True).start()


def _end_with_the_counter() -> None:
    counter = parent_process()
    if counter is not None:
        counter.join()
        os._exit(1)


# Games summed up.


class SeatResult(Protocol):
    """What became of one seat in one game."""

    @property
    def way(self) -> str: ...

    @property
    def won(self) -> float:
        """Its share of the win."""


@dataclass(frozen=True, slots=True)
class Wins:
    """One way of playing, at a number of seats. `win` is per seat, with the interval of 95% confidence beside it."""

    way: str
    seats: int
    win: float
    between: tuple[float, float]

    def data(self) -> dict[str, object]:
        between = [round(edge, 4) for edge in self.between]
        return {"way": self.way, "seats": self.seats, "win": round(self.win, 4), "win_between": between}


@dataclass(frozen=True, slots=True)
class Report:
    """All ways of playing at one table, in the order in which they were named. `chance` wins by luck alone."""

    seats: tuple[str, ...]
    games: int
    rows: tuple[Wins, ...]

    @property
    def chance(self) -> float:
        return 1 / len(self.seats)

    def data(self) -> dict[str, object]:
        table = {"seats": list(self.seats), "games": self.games, "chance": round(self.chance, 4)}
        return table | {"ways": [row.data() for row in self.rows]}


def count_wins(
    way: str, seats: int, played: Sequence[SeatResult], games: int
) -> tuple[str, int, float, tuple[float, float]]:
    """The figures of `Wins`. A game is won once, so the interval counts games, not seats."""
    wins = sum(seat.won for seat in played)
    low, high = confidence(wins, games)
    return way, seats, wins / len(played), (low / seats, high / seats)


LOCAL = "local"
PATIENCE = 5  # seconds until a scheduler must have answered, and shown a worker
_ADDRESS = re.compile(r"(\w+://)?(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}")


class NoCluster(Exception):
    """Why there is nobody to play, and what to do about it."""

    def __init__(self, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.problem, self.hint = problem, hint


@contextmanager
def join_cluster(address: str, workers: int) -> Iterator[tuple[Client, int]]:
    """The cluster, and how many chunks it plays at a time.

    `address` is that of a scheduler; `local` starts one with that many workers on this machine.
    """
    try:
        from distributed import Client, LocalCluster, WorkerPlugin
    except ImportError:
        hint = "Install it beside deduce: pip install distributed"
        raise NoCluster("Dask's `distributed` is not installed here.", hint) from None
    if address != LOCAL and not _ADDRESS.fullmatch(address):
        hint = f"An address is like tcp://192.168.1.5:8786; `{LOCAL}` starts a cluster on this machine."
        raise NoCluster("This is not the address of a scheduler.", hint)
    for noisy in ("distributed", "distributed.client", "bokeh", "tornado", "tornado.application", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)  # what matters comes back as an answer

    class _Undisturbed(WorkerPlugin):
        """Ctrl-C is for the one who counts, not for the workers on the same terminal, nor for those that follow."""

        def setup(self, worker: object) -> None:  # noqa: ARG002 - so it is called
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    with ExitStack() as opened:
        scheduler = address
        if address == LOCAL:
            usual = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
            scheduler = opened.enter_context(LocalCluster(n_workers=workers, **usual)).scheduler_address
        try:
            client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
        except Exception as failed:  # whatever answers there, it does not talk as a scheduler does
            hint = f"Start one with `dask scheduler` and give its address, or say `{LOCAL}`."
            raise NoCluster("No scheduler answers there.", hint) from failed
        opened.callback(_say_goodbye, client)
        at_a_time = _count_workers(client)
        if address == LOCAL:
            client.register_plugin(_Undisturbed())
        yield client, at_a_time


def _say_goodbye(client: Client) -> None:
    with suppress(Exception):  # nobody may be there any more
        client.close(timeout=PATIENCE)


@contextmanager
def _noticing_loss(client: Client) -> Iterator[Callable[[], object]]:
    """What is yielded is to be called now and then: it notices when all workers are gone.

    Once the client has given up its scheduler, whatever it raises says that.
    """
    from distributed.scheduler import KilledWorker

    seen = monotonic()

    def check() -> None:
        nonlocal seen
        if client.nthreads():
            seen = monotonic()
        elif monotonic() - seen > PATIENCE:
            raise NoCluster("The workers are gone.", "Start them again with `dask worker`, and ask again.")

    try:
        yield check
    except NoCluster:
        raise
    except Exception as lost:
        if client.status == "running" and not isinstance(lost, CancelledError | OSError | KilledWorker):
            raise
        raise NoCluster("The scheduler or its workers are gone.", "Start them again, and ask again.") from lost


def _count_workers(client: Client) -> int:
    """How many chunks can be played at a time, once it is clear that there are workers who know the games."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        client.run(_know_games)
    except TimeoutError:
        hint = "Start one with `dask worker` and the address of the scheduler."
        raise NoCluster("The scheduler has no worker.", hint) from None
    except ImportError:
        hint = "Install the same version there as here."
        raise NoCluster("The workers do not have deduce installed.", hint) from None
    return sum(client.nthreads().values())


def _know_games() -> None:
    """Found by its name on a worker, or not."""
