"""Tables with phones around them; in the end every server stops."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.serve.phones import PLAYERS, Phones, find_links, free_port
from tests.serve.servers import Server, Start


@pytest.fixture(scope="session")
def spare() -> list[Any]:
    """Phones that nobody needs any more."""
    return []


@pytest.fixture
def table(browser: Any, spare: list[Any], tmp_path: Path) -> Iterator[Any]:
    """Lays a table for a game, with what was begun already; these players take their seats."""
    laid: list[Phones] = []

    def lay(game: str, seats: Collection[str] = PLAYERS, begun: str = "", aid: str = "full") -> Phones:
        log = tmp_path / "friday.game"
        log.write_text(begun, encoding="utf-8")
        laid.append(Phones(browser, log, game, seats, aid, spare))
        return laid[-1]

    yield lay
    for phones in laid:
        phones.leave()


@pytest.fixture
def empty_table(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server that nobody has told which game is played: its link, and its log."""
    log, said = tmp_path / "new.game", tmp_path / "said"
    call = [sys.executable, "-u", "-m", "cli", "serve", str(log), "--bind", "127.0.0.1", "--port", str(free_port())]
    with said.open("w", encoding="utf-8") as terminal:
        server = subprocess.Popen(call, stdout=terminal, stdin=subprocess.DEVNULL)
    try:
        while not (links := find_links(said)):
            assert server.poll() is None, said.read_text(encoding="utf-8")
            time.sleep(0.02)
        yield links[0], log
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[Server] = []

    def start_one(*words: str) -> Server:
        started.append(Server(*words))
        return started[-1]

    yield start_one
    for server in started:
        server.process.kill()
        server.process.communicate()
