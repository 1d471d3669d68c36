"""`deduce serve` as it is started: what the terminal says, how it stops, and what a call may ask for."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
from errno import EIO
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, HTTPSHandler, build_opener

import pytest

from cli.logfile import LogFile
from cli.serve.gathering import Gathering
from cli.serve.network import listen
from cli.serve.room import Room
from cli.serve.screen import HostScreen
from cli.serve.seats import Seats
from tests.attack.terminals import Terminal
from tests.conftest import ROOT, Deduce
from tests.serve.servers import PATIENCE, TABLE, Start, post, sit


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
    with anna.open(f"{home}/api/events", timeout=PATIENCE) as stream:
        assert stream.readline()
        server.stop()
    assert server.process.returncode == 0
    last = server.told.partition("Still to bet: Anna, Ben, Cleo, Dirk")[2]
    assert " ".join(last.split()).startswith("Stopped. The log is whole")
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
        lost.open(f"{home}/api/state", timeout=PATIENCE)
    sit(server, "Ben")
    with anna.open(f"{home}/api/state", timeout=PATIENCE) as answer:
        assert json.load(answer)["aid"] == "hints"


def test_a_seat_is_freed_while_another_program_serves_the_table(start: Start, tmp_path: Path, deduce: Deduce) -> None:
    log = tmp_path / "friday.game"
    log.write_text(TABLE, encoding="utf-8")
    server = start(str(log))
    sit(server, "Ben")
    server.read_until("Here: Ben")
    empty = deduce.inside(ROOT)("serve", log, "--free", "Anna")
    assert (empty.exit_code, "--free Anna: nobody sits there." in empty.stderr) == (2, True)
    assert deduce.inside(ROOT)("serve", log, "--free", "ben").exit_code == 0
    assert server.read_until("Nobody")  # nobody has to ask for anything before the screen says so
    sit(server, "Ben")


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
    cert, key = make_certificate(tmp_path)
    log = tmp_path / "friday.game"
    log.write_text(TABLE, encoding="utf-8")
    server = start(str(log), "--cert", str(cert), "--key", str(key))
    assert server.link.startswith("https://127.0.0.1:")
    jar = CookieJar()
    trusting = HTTPSHandler(context=ssl.create_default_context(cafile=str(cert)))
    post(build_opener(trusting, HTTPCookieProcessor(jar)), server.link, {"player": "Anna"})
    assert [cookie.secure for cookie in jar] == [True]


@pytest.mark.seldom
@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here to make a certificate")
def test_an_encrypted_key_asks_once(tmp_path: Path) -> None:
    log, cert = tmp_path / "friday.game", make_certificate(tmp_path, "-passout", "pass:secret")
    log.write_text(TABLE, encoding="utf-8")
    words = ["serve", str(log), "--bind", "127.0.0.1", "--cert", str(cert[0]), "--key", str(cert[1])]

    def asked(shown: bytes) -> bool:
        return b"pass phrase of the key: " in shown  # the blank comes last: what is typed before it is thrown away

    with Terminal(lambda: os.execv(sys.executable, [sys.executable, "-m", "cli", *words])) as terminal:
        terminal.wait_for(asked, "question")
        os.write(terminal.terminal, b"secret\n")
        terminal.wait_for(lambda shown: b"not here yet" in shown, "link")
        assert terminal.shown.count(b"pass phrase") == 1
        assert terminal.end("SIGINT") == 0
    with Terminal(lambda: os.execv(sys.executable, [sys.executable, "-m", "cli", *words])) as terminal:
        terminal.wait_for(asked, "question")
        os.write(terminal.terminal, b"terces\n")
        terminal.wait_for(lambda shown: b"This is not the pass phrase of the key." in shown, "refusal")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here to make a certificate")
def test_an_encrypted_key_and_nobody_to_ask(tmp_path: Path) -> None:
    cert, key = map(str, make_certificate(tmp_path, "-passout", "pass:secret"))
    words = [sys.executable, "-m", "cli", "serve", str(tmp_path / "friday.game"), "--cert", cert, "--key", key]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, start_new_session=True)
    assert done.returncode == 2
    assert "nobody has typed its pass phrase" in done.stderr


def make_certificate(folder: Path, *key: str) -> tuple[Path, Path]:
    cert, secret = folder / "table.pem", folder / "table.key"
    made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", *(key or ["-nodes"]), "-days", "2"]
    names = ["-subj", "/CN=table", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(["openssl", "req", *made, *names, "-keyout", secret, "-out", cert], check=True, capture_output=True)
    return cert, secret


def test_a_folder_that_cannot_be_written_to_is_said(tmp_path: Path, deduce: Deduce) -> None:
    there = f"{'long' * 63}.game"  # the log could be written, but not what is kept beside it
    done = deduce.inside(tmp_path)("serve", there, "--game", "think-str8", "--players", "Anna,Ben")
    assert done.exit_code == 2
    assert "File name too long" in " ".join(done.stderr.split())


def test_a_new_log_that_nobody_is_there_to_set_up(tmp_path: Path, deduce: Deduce) -> None:
    done = deduce.inside(tmp_path)("serve", "new.game", "--game", "think-str8")
    assert done.exit_code == 2
    assert "Say them: --game think-str8 --players Anna,Ben" in " ".join(done.stderr.split())


def test_a_log_that_no_other_command_could_read_is_not_served(tmp_path: Path, deduce: Deduce) -> None:
    (tmp_path / "long.game").write_text(TABLE + "# on\n" * 50_000, encoding="utf-8")
    done = deduce.inside(tmp_path)("serve", "long.game")
    assert done.exit_code == 2
    assert "more than 200,000 bytes" in " ".join(done.stderr.split())


ASK = """
import sys
from cli.__main__ import main
try:
    main()
except SystemExit as leave:
    assert leave.code in (0, None), leave.code
assert not {"starlette", "uvicorn", "sse_starlette", "jinja2", "segno", "pydantic"} & set(sys.modules)
"""


@pytest.mark.seldom
@pytest.mark.parametrize("words", ["show", "why red", "check", "hint", "advise", "review", "extract Nora"])
def test_no_other_command_loads_what_serves_phones(words: str) -> None:
    """Nor pydantic, by which typer would find that text is text."""
    command, *rest = words.split()
    call = [sys.executable, "-c", ASK, command, "examples/think_str8/four_players.game", *rest]
    done = subprocess.run(call, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.returncode == 0, done.stderr


def test_small_answers_are_sent_at_once() -> None:
    """Else every answer waits 40 ms: asyncio turns that off on sockets that say they are TCP."""
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


def test_a_terminal_that_is_gone_does_not_stop_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a line that is saved would be answered with an error."""
    log = tmp_path / "friday.game"
    log.write_text("game think-str8\nplayers Anna Ben\nme nobody\n", encoding="utf-8")
    file = LogFile(log)
    screen = HostScreen(Gathering(Seats(log), Room(file, 1)))

    def fail(*_: object, **__: object) -> None:
        raise OSError(EIO, "Input/output error")

    monkeypatch.setattr("rich.console.Console.print", fail)
    screen.announce()
    file.close()
