"""A server of its own process, started as a person starts it, and phones that sit down at its table."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from http.cookiejar import CookieJar
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from tests.conftest import ROOT

PATIENCE = 60  # seconds: how long anything takes here depends on who else uses the machine

TABLE = """game think-str8
players Anna Ben Cleo Dirk
me nobody
aid pad
see Anna 607145
see Ben 134403
see Cleo 226726
see Dirk 015251
"""


class Server:
    """A server of its own process; `told` is what its terminal has said so far."""

    def __init__(self, *words: str) -> None:
        call = [sys.executable, "-u", "-m", "cli", "serve", *words, "--bind", "127.0.0.1"]
        self.process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT)
        self.told = ""
        self.read_until("· Anna ", "No port", "Every answer is kept")
        self.link = next((line for line in self.told.splitlines() if "/join/" in line), "")

    def read_until(self, *words: str) -> str:
        """The line with one of these words; all lines up to it are in `told`."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.told += line
            if any(word in line for word in words) and "Think" not in line:
                return line
        return ""

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.told += self.process.communicate(timeout=PATIENCE)[0]

    def stop_quietly(self) -> None:
        """Where nobody reads what it says."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=PATIENCE)


Start = Callable[..., Server]


def sit(server: Server, player: str) -> OpenerDirector:
    phone = build_opener(HTTPCookieProcessor(CookieJar()))
    post(phone, server.link, {"player": player})
    return phone


def post(phone: OpenerDirector, address: str, body: dict[str, object]) -> dict[str, object]:
    request = Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with phone.open(request, timeout=PATIENCE) as answer:
        found = json.load(answer)
    assert isinstance(found, dict)
    return found
