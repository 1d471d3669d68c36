"""`deduce serve` as it is started: what the terminal says, how it stops, and what a call may ask for."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from errno import EIO
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, HTTPSHandler, OpenerDirector, Request, build_opener

import pytest

from cli.logfile import LogFile
from cli.serve.room import Room, Seats
from cli.serve.start import Screen, _listen
from tests.conftest import ROOT, Deduce

TABLE = """game think-str8
players Anna Ben Cleo Dirk
me nobody
aid pad
see Anna 607145
see Ben 134403
see Cleo 226726
see Dirk 015251
"""
Start = Callable[..., "Server"]


class Server:
    """A server of its own process; `told` is what its terminal has said so far."""

    def __init__(self, *words: str) -> None:
        call = [sys.executable, "-u", "-m", "cli", "serve", *words, "--bind", "127.0.0.1"]
        self.process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT)
        self.told = ""
        self.read_until("· Anna ", "No port")
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
        self.told += self.process.communicate(timeout=10)[0]


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


def sit(server: Server, player: str) -> OpenerDirector:
    phone = build_opener(HTTPCookieProcessor(CookieJar()))
    post(phone, server.link, {"player": player})
    return phone


def post(phone: OpenerDirector, address: str, body: dict[str, object]) -> dict[str, object]:
    request = Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with phone.open(request, timeout=10) as answer:
        found = json.load(answer)
    assert isinstance(found, dict)
    return found


def test_the_terminal_says_who_sits_and_whose_move_it_is_but_no_card(start: Start, tmp_path: Path) -> None:
    log = tmp_path / "friday.game"
    log.write_text(TABLE, encoding="utf-8")
    server = start(str(log))
    assert "█" in server.told  # the code for cameras
    assert "Nobody is here yet." in server.told
    anna = sit(server, "Anna")
    assert server.read_until("Here:") == "Here: Anna. Still to join: Ben, Cleo and Dirk.\n"
    home = server.link.partition("/join/")[0]
    said = post(anna, f"{home}/api/lines", {"line": "gyb", "version": 1_000_000})
    assert said["said"] == "Round 1 of 8: green, yellow and blue."
    assert "Still to bet: Anna, Ben, Cleo, Dirk" in server.read_until("green yellow blue")
    with anna.open(f"{home}/api/events", timeout=10) as stream:  # a phone that listens does not hold the server up
        assert stream.readline()
        server.stop()
    assert server.process.returncode == 0
    assert "Stopped. The log is whole" in server.told
    assert log.read_text(encoding="utf-8") == TABLE + "dice green yellow blue\n"
    for line in TABLE.splitlines()[4:]:
        assert line.split()[2] not in server.told


def test_the_seat_of_a_lost_phone_is_free_after_a_start_that_says_so(start: Start, tmp_path: Path) -> None:
    log = tmp_path / "friday.game"
    log.write_text(TABLE, encoding="utf-8")
    server = start(str(log))
    lost, anna = sit(server, "Ben"), sit(server, "Anna")
    with pytest.raises(HTTPError, match="409"):
        sit(server, "Ben")
    server.stop()
    server = start(str(log), "--free", "ben", "--aid", "hints", "--port", server.link.split(":")[2].partition("/")[0])
    assert "Here: Anna. Still to join: Ben, Cleo and Dirk." in server.told
    home = server.link.partition("/join/")[0]
    with pytest.raises(HTTPError, match="401"):
        lost.open(f"{home}/api/state", timeout=10)
    sit(server, "Ben")
    with anna.open(f"{home}/api/state", timeout=10) as answer:
        assert json.load(answer)["aid"] == "hints"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--free", "Eve"), "--free Eve: nobody here is called that."),
        (("--aid", "some"), "--aid some: there is no such level."),
        (("--cert", "nowhere.pem"), "--cert nowhere.pem: No such file or directory."),
        (("--cert", "pyproject.toml"), "--cert pyproject.toml: this is not a certificate with its key."),
        (("--key", "table.key"), "--key: a key alone is not enough."),
        (("--bind", "203.0.113.7"), "--bind 203.0.113.7: Cannot assign requested address."),
    ],
)
def test_calls_that_cannot_be(words: tuple[str, ...], problem: str, tmp_path: Path, deduce: Deduce) -> None:
    log = tmp_path / "friday.game"
    log.write_text(TABLE, encoding="utf-8")
    done = deduce.inside(ROOT)("serve", log, *words)
    assert done.exit_code == 2
    assert problem in " ".join(done.stderr.split())
    assert log.read_text(encoding="utf-8") == TABLE


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here to make a certificate")
def test_with_a_certificate_phones_talk_https_and_cookies_stay_there(start: Start, tmp_path: Path) -> None:
    cert, key = tmp_path / "table.pem", tmp_path / "table.key"
    made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=table", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(["openssl", "req", *made, *names, "-keyout", key, "-out", cert], check=True, capture_output=True)
    log = tmp_path / "friday.game"
    log.write_text(TABLE, encoding="utf-8")
    server = start(str(log), "--cert", str(cert), "--key", str(key))
    assert server.link.startswith("https://127.0.0.1:")
    jar = CookieJar()
    trusting = HTTPSHandler(context=ssl.create_default_context(cafile=str(cert)))
    post(build_opener(trusting, HTTPCookieProcessor(jar)), server.link, {"player": "Anna"})
    assert [cookie.secure for cookie in jar] == [True]


ASK = """
import sys
from cli.__main__ import main
try:
    main()
except SystemExit as leave:
    assert leave.code in (0, None), leave.code
assert not {"starlette", "uvicorn", "sse_starlette", "jinja2", "segno", "pydantic"} & set(sys.modules)
"""


@pytest.mark.parametrize("words", ["show", "why red", "check", "hint", "advise", "review", "extract Nora"])
def test_no_other_command_loads_what_serves_phones(words: str) -> None:
    """Nor pydantic, by which typer would find that text is text."""
    command, *rest = words.split()
    call = [sys.executable, "-c", ASK, command, "examples/think_str8/four_players.game", *rest]
    done = subprocess.run(call, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.returncode == 0, done.stderr


def test_small_answers_are_sent_at_once() -> None:
    """Else every answer waits 40 ms: asyncio turns that off on sockets that say they are TCP."""
    with _listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_a_terminal_that_is_gone_does_not_stop_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a line that is saved would be answered with an error."""
    log = tmp_path / "friday.game"
    log.write_text("game think-str8\nplayers Anna Ben\nme nobody\n", encoding="utf-8")
    file = LogFile(log)
    screen = Screen(Room(file, 1), Seats(log))

    def fail(*_: object, **__: object) -> None:
        raise OSError(EIO, "Input/output error")

    monkeypatch.setattr("rich.console.Console.print", fail)
    screen.announce()
    file.close()
