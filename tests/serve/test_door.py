"""Nobody ends the server or keeps others out: by hanging up, asking by halves, calling too often, asking too much."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from struct import pack
from urllib.parse import urlsplit

import pytest
from starlette.responses import Response

from cli.serve import door
from cli.serve.door import IN_ALL, Door, Listener
from cli.serve.thinking import KEPT, Thinkers
from solver.engine import Stopped
from tests.attack.phones import Phone
from tests.serve.servers import TABLE, Server, Start


@pytest.fixture
def server(start: Start, tmp_path: Path) -> Server:
    log = tmp_path / "friday.game"
    log.write_text(TABLE, encoding="utf-8")
    return start(str(log))


def phone_at(server: Server, player: str = "") -> Phone:
    link = urlsplit(server.link)
    assert link.port
    phone = Phone(link.port)
    if player:
        assert phone.join(link.path.rpartition("/")[2], player).status == 200
    return phone


def call(server: Server, said: bytes = b"") -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", phone_at(server).port), timeout=30)
    wire.sendall(said)
    return wire


def test_who_hangs_up_amid_an_answer_ends_nothing(server: Server) -> None:
    link = urlsplit(server.link)
    for number in range(40):
        wire = call(server, f"GET {link.path} HTTP/1.1\r\nHost: {link.netloc}\r\n\r\n".encode() * (1 + number % 5))
        if number % 2:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, pack("ii", 1, 0))  # without a goodbye
        wire.close()
    assert phone_at(server, "Ben").fetch("/api/state").status == 200
    assert server.process.poll() is None


def test_half_sent_requests_keep_nobody_out(server: Server) -> None:
    ben, half = phone_at(server, "Ben"), [call(server, b"POST /api/lines HTTP/1.1\r\nHost: ") for _ in range(300)]
    assert ben.fetch("/api/state").status == 200
    assert phone_at(server, "Anna").fetch("/api/state").status == 200
    assert any(wire.recv(1) == b"" for wire in half[:IN_ALL])
    for wire in half:
        wire.close()


def test_a_closed_reader_of_the_screen_ends_nothing(server: Server) -> None:
    """`deduce serve friday.game | head`: what would be said is not heard."""
    assert server.process.stdout is not None
    server.process.stdout.close()
    assert phone_at(server, "Ben").fetch("/api/state").status == 200
    assert phone_at(server, "Anna").fetch("/api/state").status == 200
    server.process.stdout = None
    server.stop_quietly()
    assert server.process.returncode == 0


@pytest.mark.seldom
def test_who_asks_for_much_and_reads_nothing_keeps_nobody_from_ending_it(server: Server) -> None:
    link, wire = urlsplit(server.link), socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    wire.connect(("127.0.0.1", phone_at(server).port))
    wire.settimeout(1)
    asking = f"GET /files/phone.js HTTP/1.1\r\nHost: {link.netloc}\r\n\r\n".encode() * 1_000_000
    with pytest.raises(TimeoutError):  # nothing more goes in, as nothing comes out
        wire.sendall(asking)
    assert phone_at(server, "Ben").fetch("/api/state").status == 200
    with wire:
        server.stop()
    assert server.process.returncode == 0
    assert "The log is whole" in server.told


# The door itself.


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "OF_ADDRESS", 3)
    monkeypatch.setattr(door, "IN_ALL", 5)


def callers(listening: Door, *addresses: str) -> list[tuple[socket.socket, socket.socket | None]]:
    """Calls in this order; of each both ends, if it was let in."""
    found: list[tuple[socket.socket, socket.socket | None]] = []
    for address in addresses:
        wire = socket.create_connection(listening.getsockname(), timeout=10, source_address=(address, 0))
        try:
            found.append((wire, listening.accept()[0]))
        except ConnectionAbortedError:
            found.append((wire, None))
    return found


def is_open(wire: socket.socket) -> bool:
    wire.settimeout(0.05)
    try:
        return wire.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionResetError:
        return False


@pytest.mark.usefixtures("small")
def test_of_too_many_the_first_without_a_seat_goes() -> None:
    with closing(Door(socket.AF_INET)) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        calls = callers(listening, *["127.0.0.1"] * 3)
        listening.seat(calls[0][0].getsockname())
        calls += callers(listening, "127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4")
        assert [is_open(wire) for wire, _ in calls] == [True, False, False, True, True, True, True]
        for wire, _ in calls[2:]:
            listening.seat(wire.getsockname())
        assert callers(listening, "127.0.0.5")[0][1] is None  # all who are here have a seat
        for _, inside in calls[3:]:
            assert inside is not None
            inside.close()
        assert callers(listening, "127.0.0.5")[0][1] is not None


@pytest.mark.seldom
def test_who_does_not_finish_asking_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import uvicorn

    monkeypatch.setattr(door, "PATIENCE", 0.2)

    async def app(scope: object, receive: Callable[[], object], send: object) -> None:
        await Response("here")(scope, receive, send)  # type: ignore[arg-type]

    async def ask(said: bytes) -> bytes:
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        writer.write(said)
        heard = await reader.read()
        writer.close()
        return heard

    async def ask_all() -> list[bytes]:
        server = uvicorn.Server(uvicorn.Config(app, http=Listener, lifespan="off", log_config=None))
        serving = asyncio.create_task(server._serve([listening]))
        whole = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        half = (b"", b"GET", whole[:-2], b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1234", whole + b"GE")
        heard = await asyncio.wait_for(asyncio.gather(*map(ask, half)), 30)
        server.should_exit = True
        await serving
        return heard

    with closing(Door(socket.AF_INET)) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        heard = asyncio.run(ask_all())
    assert [b"200 OK" in said for said in heard] == [False, False, False, True, True]


# Thinking.


def test_a_question_is_thought_about_once_while_nothing_changes() -> None:
    made: list[int] = []

    def make() -> Response:
        made.append(1)
        return Response("so")

    async def ask() -> None:
        thinkers, now, later = Thinkers(), object(), object()
        answers = await asyncio.gather(*(thinkers.answer("Ben", now, "why", make) for _ in range(50)))
        assert len(set(map(id, answers))) == len(made) == 1
        await thinkers.answer("Ben", now, "why", make)
        assert len(made) == 1
        await thinkers.answer("Ben", later, "why", make)
        await thinkers.answer("Anna", later, "why", make)
        assert len(made) == 3
        for number in range(2 * KEPT):
            await thinkers.answer("Ben", later, f"{number}", make)
        assert len(thinkers._kept["Ben"].answers) == KEPT

    asyncio.run(ask())


def test_what_takes_long_makes_neither_what_is_quick_wait_nor_another_seat_for_all_of_it() -> None:
    go_on, order = threading.Event(), list[str]()

    def take_long(who: str) -> Response:
        assert go_on.wait(10)
        order.append(who)
        return Response("so")

    async def ask() -> None:
        thinkers, now = Thinkers(), object()
        hers = [asyncio.create_task(thinkers.answer("Anna", now, f"{n}", lambda: take_long("Anna"))) for n in range(9)]
        await asyncio.sleep(0.01)
        his = asyncio.create_task(thinkers.answer("Ben", now, "0", lambda: take_long("Ben")))
        await thinkers.answer("Ben", now, "state", lambda: Response("quick"), quick=True)
        go_on.set()
        await asyncio.gather(*hers, his)

    asyncio.run(ask())
    assert order.index("Ben") == 1


def test_what_nobody_waits_for_is_stopped_or_never_begun() -> None:
    begun, ended = threading.Event(), list[str]()

    def think_for_ever() -> Response:
        begun.set()
        try:
            while True:
                pass
        except Stopped:
            ended.append("stopped")
            raise

    def never() -> Response:
        ended.append("begun")
        return Response("so")

    async def ask() -> None:
        thinkers, now = Thinkers(), object()
        asked = [asyncio.create_task(thinkers.answer("Ben", now, "long", think_for_ever)) for _ in range(2)]
        waiting = asyncio.create_task(thinkers.answer("Ben", now, "another", never))
        await asyncio.to_thread(begun.wait, 10)
        asked[0].cancel()
        waiting.cancel()
        await asyncio.sleep(0.05)
        assert ended == []  # somebody still waits for it
        asked[1].cancel()
        assert (await thinkers.answer("Ben", now, "after", lambda: Response("so"))).status_code == 200

    asyncio.run(ask())
    assert ended == ["stopped"]
