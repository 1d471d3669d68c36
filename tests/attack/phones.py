"""A server in a terminal of its own, and phones that talk to it over loopback, as any program could."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import randrange
from typing import Any

import cli.serve.start  # noqa: F401 - loaded once, and not by every server
from tests.attack.terminals import PATIENCE, Lost, Terminal, run_command

HERE = "127.0.0.1"
PORTS = 20_000, 30_000  # where neither other tests nor those who call somebody take one
LINK = re.compile(rb"http://127\.0\.0\.1:(\d+)/join/([\w-]+)")
JSON = {"Content-Type": "application/json"}
IDLE = 2.0  # seconds after which a phone opens a new connection: the server closes those that were long unused
GONE = (OSError, HTTPException)  # what a phone notices when the server is gone


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@dataclass
class Phone:
    """One phone, with the cookie of its seat and one connection that it keeps."""

    port: int
    cookie: str = ""
    wire: HTTPConnection | None = None
    address: str = HERE  # from where it calls: all of 127.* is this machine
    used: float = 0.0  # when the connection was last needed

    def ask(self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None) -> Reply:
        if time.monotonic() - self.used > IDLE:
            self.hang_up()
        self.used = time.monotonic()
        if self.wire is None:
            self.wire = HTTPConnection(HERE, self.port, timeout=PATIENCE, source_address=(self.address, 0))
        sent = {**({"Cookie": f"seat={self.cookie}"} if self.cookie else {}), **(headers or {})}
        try:
            self.wire.request(method, path, body, sent)
            answer = self.wire.getresponse()
            return Reply(answer.status, answer.read(), {name.lower(): text for name, text in answer.getheaders()})
        except GONE:
            self.hang_up()
            raise

    def hang_up(self) -> None:
        if self.wire is not None:
            self.wire.close()
            self.wire = None

    def fetch(self, path: str) -> Reply:
        return self.ask("GET", path)

    def post(self, path: str, **body: object) -> Reply:
        return self.ask("POST", path, json.dumps(body).encode(), JSON)

    def join(self, code: str, player: str) -> Reply:
        """Sit down; the cookie stays with the phone."""
        reply = self.post(f"/join/{code}", player=player)
        if reply.status == 200:
            self.cookie = reply.headers["set-cookie"].partition("=")[2].partition(";")[0]
        return reply

    @property
    def version(self) -> int:
        """The number that a new stream of events begins with: nobody has to think for it."""
        wire = HTTPConnection(HERE, self.port, timeout=PATIENCE)
        try:
            wire.request("GET", "/api/events", headers={"Cookie": f"seat={self.cookie}"})
            rows = iter(wire.getresponse().readline, b"")
            return next(int(row.removeprefix(b"data: ")) for row in rows if row.startswith(b"data: "))
        finally:
            wire.close()


@dataclass
class Server:
    """`deduce serve` on a log. Started again, it takes the port it had, as somebody would who has the link."""

    log: Path
    port: int = 0
    code: str = ""
    fresh: bool = False  # started by the command, so that it holds no memory but its own; else forked, which is quicker
    terminal: Terminal = field(init=False)

    def start(self) -> None:
        port = self.port or randrange(*PORTS)
        words = ["serve", str(self.log), "--bind", HERE, "--port", str(port)]
        command = [sys.executable, "-m", "cli", *words]
        self.terminal = Terminal(lambda: os.execv(sys.executable, command) if self.fresh else run_command(*words))
        self.terminal.wait_for(lambda shown: LINK.search(shown) is not None, "link")
        found = LINK.search(self.terminal.shown)
        assert found is not None
        port, code = int(found[1]), found[2].decode()
        if self.code and (port, code) != (self.port, self.code):
            raise Lost(f"another link than before: {port} {code} instead of {self.port} {self.code}")
        self.port, self.code = port, code

    def megabytes(self, row: str = "VmRSS") -> float:
        """What the server holds in memory, or with `VmHWM` has held at most; 0 where the system does not say."""
        status = Path(f"/proc/{self.terminal.process}/status")
        lines = status.read_text(encoding="ascii", errors="replace").splitlines() if status.exists() else []
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(row)), 0.0)

    def sit_all(self, players: list[str]) -> dict[str, Phone]:
        phones = {player: Phone(self.port) for player in players}
        for player, phone in phones.items():
            if phone.join(self.code, player).status != 200:
                raise Lost(f"{player} cannot sit down")
        return phones
