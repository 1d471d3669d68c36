"""Games shared out to many machines: a Dask cluster takes the same chunks that processes here would take.

What a worker was playing when it was lost is played again by another one: a game is always the same game.
"""

from __future__ import annotations

import logging
import re
import signal
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"
PATIENCE = 5  # seconds until a scheduler must have answered, and shown a worker
_ADDRESS = re.compile(r"(\w+://)?(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}")


class NoCluster(Exception):
    """Why there is nobody to play, and what to do about it."""

    def __init__(self, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.problem, self.hint = problem, hint


@contextmanager
def join_cluster(address: str, workers: int) -> Iterator[tuple[Executor, int]]:
    """A pool that plays on the cluster, and how many chunks it plays at a time.

    `address` is that of a scheduler; `local` starts one with so many workers on this machine.
    """
    try:
        from distributed import Client, LocalCluster, WorkerPlugin
    except ImportError:
        hint = "Install it: pip install 'deduce[cluster]'"
        raise NoCluster("Dask's `distributed` is not installed here.", hint) from None
    if address != LOCAL and not _ADDRESS.fullmatch(address):
        hint = f"An address is like tcp://192.168.1.5:8786; `{LOCAL}` starts a cluster on this machine."
        raise NoCluster("This is not the address of a scheduler.", hint)
    for noisy in ("distributed", "bokeh", "tornado"):
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
            client = opened.enter_context(Client(scheduler, timeout=PATIENCE, set_as_default=False))
        except OSError as failed:
            hint = f"Start one with `dask scheduler` and give its address, or say `{LOCAL}`."
            raise NoCluster("No scheduler answers there.", hint) from failed
        at_a_time = _count_workers(client)
        if address == LOCAL:
            client.register_plugin(_Undisturbed())
        yield client.get_executor(pure=False, retries=3), at_a_time


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
