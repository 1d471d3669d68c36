"""Games shared out to a Dask cluster: the same games, none lost with a worker, and Ctrl-C as everywhere."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from solver.games.think_str8.lab.match import make_simulation
from solver.lab.simulation import NoCluster, join_cluster, play_games
from tests.conftest import Deduce

pytestmark = pytest.mark.seldom

distributed = pytest.importorskip("distributed", reason="no Dask here: pip install distributed")

WAYS = ("pad", "random")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    usual = {"threads_per_worker": 1, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with distributed.LocalCluster(n_workers=2, **usual) as local:
        yield local


def test_a_lost_worker_loses_no_game(cluster: Any) -> None:
    """One of two workers is killed while games are played; the games are those that one process plays."""
    games = play_games(make_simulation(), WAYS, 40, seed=3, cluster=cluster.scheduler_address)
    played = dict([next(games)])
    workers = {worker.pid for worker in cluster.workers.values()}
    assert len(workers) == 2
    os.kill(workers.pop(), signal.SIGKILL)
    played |= dict(games)
    assert played == dict(play_games(make_simulation(), WAYS, 40, seed=3))


def test_the_table_is_the_same_whoever_plays(cluster: Any, deduce: Deduce) -> None:
    call = ("simulate", "think-str8", "--seats", "pad,random,random", "--games", "9", "--seed", "4", "--json")
    shared, alone = deduce(*call, "--cluster", cluster.scheduler_address), deduce(*call, "--workers", "1")
    assert (shared.exit_code, shared.stderr) == (0, "")
    assert shared.stdout == alone.stdout


@pytest.mark.thorough
def test_without_workers_a_wait_can_be_ended() -> None:
    """All workers are gone for good: nothing comes, but Ctrl-C is heard."""
    usual = {"processes": False, "protocol": "tcp", "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, **usual) as local:
        address, heard = local.scheduler_address, list[int]()
        games = play_games(make_simulation(), WAYS, 10**6, seed=1, cluster=address, stopped=lambda: heard)
        next(games)
        local.scale(0)
        heard.append(signal.SIGINT)
        assert len(list(games)) < 10**6


def test_control_c_shows_the_games_so_far(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "cli", "simulate", "think-str8", "--seats", "random,random"]
    call += ["--games", "100000", "--cluster", "local", "--workers", "2", "--log", str(tmp_path)]
    started = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    patience = time.monotonic() + 60
    while not any(tmp_path.iterdir()) and time.monotonic() < patience:
        time.sleep(0.05)
    os.killpg(started.pid, signal.SIGINT)  # a terminal sends it to the workers too
    try:
        text, wrong = started.communicate(timeout=120)
    finally:  # 100,000 games would slow all other tests down
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGKILL)
    assert (started.returncode, wrong) == (0, "")
    assert "of 100,000, then stopped" in text


def test_a_cluster_that_is_lost_shows_the_games_so_far(tmp_path: Path) -> None:
    """Its scheduler is killed: games that were played are summed up, and it is said why there are no more."""
    begin = f"{sys.executable} -m distributed.cli.dask_"
    scheduler = start(f"{begin}scheduler --host 127.0.0.1 --port 0 --dashboard-address 127.0.0.1:0")
    assert scheduler.stderr is not None
    address = next(line.split()[-1] for line in scheduler.stderr if "Scheduler at:" in line)
    worker = start(f"{begin}worker {address} --nworkers 1 --nthreads 1 --no-dashboard --no-nanny")
    call = f"{sys.executable} -m cli simulate think-str8 --seats random,random --games 100000 --cluster {address}"
    counter = start(f"{call} --log {tmp_path}")
    try:
        patience = time.monotonic() + 60
        while not any(tmp_path.iterdir()) and time.monotonic() < patience:
            time.sleep(0.05)
        scheduler.kill()
        text, wrong = counter.communicate(timeout=120)
    finally:
        for each in (scheduler, worker, counter):
            each.kill()
            each.communicate()
    assert counter.returncode == 2
    assert "of 100,000, then stopped" in text
    assert " ".join(wrong.split()).startswith(f"--cluster {address}: The scheduler or its workers are gone.")


def start(call: str) -> subprocess.Popen[str]:
    return subprocess.Popen(call.split(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_workers_that_are_gone_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = {"processes": False, "protocol": "tcp", "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, **usual) as local:
        games = play_games(make_simulation(), WAYS, 10**6, seed=1, cluster=local.scheduler_address)
        next(games)
        monkeypatch.setattr("solver.lab.simulation.PATIENCE", 0.5)
        local.scale(0)
        with pytest.raises(NoCluster, match="The workers are gone"):
            list(games)


def test_a_scheduler_that_was_given_up_is_gone_whatever_is_asked_of_it() -> None:
    """Its client has noticed while we did something else, and takes no more games."""
    usual = {"processes": False, "protocol": "tcp", "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, **usual) as local:
        before = set(distributed.Client._instances)
        games = play_games(make_simulation(), WAYS, 10**6, seed=1, cluster=local.scheduler_address)
        next(games)
        for client in {*distributed.Client._instances} - before:
            client.close()
        with pytest.raises(NoCluster, match="The scheduler or its workers are gone"):
            list(games)


def test_somebody_else_at_that_address_is_no_scheduler(deduce: Deduce) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    listening.accept()[0].sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 100)

        threading.Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        refused = deduce("simulate", "think-str8", "--seats", "pad,pad", "--cluster", address)
    assert refused.exit_code == 2
    assert f"--cluster {address}: No scheduler answers there." in " ".join(refused.stderr.split())


@pytest.mark.parametrize(
    ("address", "said"),
    [("tcp://127.0.0.1:1", "No scheduler answers there."), ("nonsense", "This is not the address of a scheduler.")],
)
def test_a_cluster_that_is_not_there_is_said(
    address: str, said: str, deduce: Deduce, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.lab.simulation.PATIENCE", 0.5)
    refused = deduce("simulate", "think-str8", "--seats", "pad,pad", "--cluster", address)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert f"--cluster {address}: {said}" in " ".join(refused.stderr.split())


def test_a_scheduler_without_workers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.lab.simulation.PATIENCE", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=50) as local,
        pytest.raises(NoCluster, match="The scheduler has no worker"),
        join_cluster(local.scheduler_address, 1),
    ):
        pass


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoCluster) as refused, join_cluster("local", 1):
        pass
    assert "pip install distributed" in refused.value.hint
