"""How soon a tap is on all four phones, and how much a phone loads: python -m pytest tests/bench/test_serve_speed.py

The baseline is the same line written to the same log without a network: read for every seat, and synced to the disk.
"""

from __future__ import annotations

import gzip
import json
import re
import select
import socket
import statistics
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path
from random import Random

import pytest

from cli.logfile import LogFile
from cli.serve.room import Room
from cli.serve.table import Refused
from tests.attack.phones import HERE, JSON, Phone, Reply, Server
from tests.attack.tables import begin_log
from tests.bench.figures import hold, note

PLAYERS = ["Anna", "Ben", "Cleo", "Dirk"]
PUBLIC = ("dice", "bet", "swap", "ask", "declare", "bid", "lift", "cup")  # lines that all four hear of
LINES = 150  # of a game; an evening of Thinkaboxin goes on for longer
GAMES = 2  # of each
MOST_BYTES = 60_000


class Listener:
    """A phone's event stream, and when it last said something."""

    def __init__(self, phone: Phone) -> None:
        self.wire = socket.create_connection((HERE, phone.port))
        asked = ["GET /api/events HTTP/1.1", f"Host: {HERE}:{phone.port}", f"Cookie: seat={phone.cookie}", "", ""]
        self.wire.sendall("\r\n".join(asked).encode())
        while b"data:" not in self.wire.recv(65536):
            pass

    def fileno(self) -> int:
        return self.wire.fileno()


def send(phone: Phone, line: str, listeners: list[Listener]) -> float | None:
    """Seconds from the tap until the last of the phones has heard; None if the line was refused.

    The answer itself leaves at even moments, which would be all that is measured.
    """
    body = json.dumps({"line": line, "version": phone.version}).encode()
    assert phone.wire is not None
    begun, waiting, answered, told = time.perf_counter(), list(listeners), False, 0.0
    phone.wire.request("POST", "/api/lines", body, {**JSON, "Cookie": f"seat={phone.cookie}"})
    while waiting or not answered:
        for ready in select.select([*waiting, *([] if answered else [phone.wire.sock])], [], [])[0]:
            if isinstance(ready, Listener):
                if b"data:" in ready.wire.recv(65536):
                    waiting.remove(ready)
                    told = time.perf_counter() - begun
                continue
            answer = phone.wire.getresponse()
            answer.read()
            answered = True
            if answer.status != 200:
                return None
    return told


def play(game: str, seed: int, log: Path) -> Iterator[float]:
    lines = begin_log(Random(f"bench {game} {seed}"), game, log, PLAYERS)[:LINES]
    server = Server(log)
    server.start()
    try:
        phones = server.sit_all(PLAYERS)
        listeners = [Listener(phone) for phone in phones.values()]
        for line in lines:
            for phone in phones.values():
                if line.split()[0] in PUBLIC:
                    taken = send(phone, line, listeners)
                    if taken is not None:
                        yield taken
                else:
                    taken = phone.post("/api/lines", line=line, version=phone.version).status == 200 or None
                if taken is not None:
                    break
            server.terminal.look(0)
            quiet(listeners)
    finally:
        server.terminal.end("SIGKILL")


def quiet(listeners: list[Listener]) -> None:
    """What is still on its way belongs to this line."""
    while ready := select.select(listeners, [], [], 0.02)[0]:
        for listener in ready:
            listener.wire.recv(65536)


def write_alone(game: str, seed: int, log: Path) -> Iterator[float]:
    lines = begin_log(Random(f"bench {game} {seed}"), game, log, PLAYERS)[:LINES]
    file = LogFile(log)
    room = Room(file, 1)
    for line in lines:
        for seat in PLAYERS:
            begun = time.perf_counter()
            try:
                room.write(seat, line, room.view(seat).version)
            except Refused:
                continue
            if line.split()[0] in PUBLIC:
                yield time.perf_counter() - begun
            break
    file.close()


@pytest.mark.parametrize("game", ["think-str8", "tricoda", "thinkaboxin"])
def test_a_tap_is_soon_on_all_four_phones(game: str, tmp_path: Path) -> None:
    seconds, alone = (
        [taken for seed in range(GAMES) for taken in measured(game, seed, tmp_path / f"{measured.__name__}{seed}.game")]
        for measured in (play, write_alone)
    )
    assert len(seconds) > 10  # the slower ones tell of whatever else the machine does
    without = "the same line without a network"
    for name, most, number in (("quickest tenth", 3, 9), ("median", inf, 49), ("99 of 100", inf, 98)):
        tap, line = (statistics.quantiles(times, n=100)[number] for times in (seconds, alone))
        hold(f"a tap on four phones, {game}, {name}", tap, most, line, without)


def test_a_phone_loads_at_most_60_kb(tmp_path: Path) -> None:
    """From the link on: the page that asks who you are, the pad, all files they name, and the first state."""
    log = tmp_path / "friday.game"
    lines = begin_log(Random(1), "think-str8", log, PLAYERS, "full")
    log.write_text(log.read_text(encoding="utf-8") + "".join(f"{line}\n" for line in lines[:60]), encoding="utf-8")
    server = Server(log)
    server.start()
    try:
        link = f"/join/{server.code}"
        door = Phone(server.port).ask("GET", link, headers={"Accept-Encoding": "gzip"})
        anna = server.sit_all(PLAYERS)["Anna"]
        loaded, named = {link: door}, {link, "/", "/api/state", *find_files(door)}
        while wanted := named - set(loaded):
            loaded |= {path: anna.ask("GET", path, headers={"Accept-Encoding": "gzip"}) for path in wanted}
            named = {path for reply in loaded.values() for path in find_files(reply)}
    finally:
        server.terminal.end("SIGKILL")
    assert {reply.status for reply in loaded.values()} == {200}
    sizes = {path: count_bytes(reply) for path, reply in loaded.items()}
    told = ", ".join(f"{path.replace(server.code, '…')} {size:,}" for path, size in sizes.items())
    print(f"\nfirst page load: {told}")
    assert any(path.endswith(".js") for path in sizes)
    total = sum(sizes.values())
    note("first load of a phone", f"{total:,} bytes", 1, total / MOST_BYTES, f"{MOST_BYTES:,} bytes")


def find_files(reply: Reply) -> list[str]:
    """What a page names, and what its modules import."""
    packed = reply.headers.get("content-encoding") == "gzip"
    text = (gzip.decompress(reply.body) if packed else reply.body).decode(errors="replace")  # or a picture
    return [f"/files/{name}" for name in re.findall(r"""["'](?:/files|\.)/([\w.-]+)["']""", text)]


def count_bytes(reply: Reply) -> int:
    """The answer with its headers."""
    return len(reply.body) + sum(len(f"{name}: {text}\r\n") for name, text in reply.headers.items())
