"""A siege of `serve`, over loopback only: `python -m tests.attack.siege`.

Strangers with wrong cookies, codes and sites, with bodies that are too long or no bodies at all; who hang up amid an
answer or never finish asking; guesses at the code by the thousand; readers that do not read; two hundred streams at
once; a seat that asks for everything at once, or crosses out without end; an editor that saves in between; names made
of markup; and a crowd that writes all at once (`crowd`). Nobody gets in or ends the server, nobody is kept waiting by
somebody else, and nothing is lost.
"""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from cli.serve.table import MOST_CROSSES
from cli.serve.web import LARGEST_BODY, STREAMS, TIDY
from solver.log import Log, decode_log
from tests.attack.crowd import PLAYERS, Crowd
from tests.attack.phones import HERE, JSON, Phone, Reply, Server
from tests.attack.tables import begin_log
from tests.attack.terminals import PATIENCE, Lost, Terminal

AT_ONCE = 50  # strangers that guess at the same time
PROMPT = 5.0  # seconds: nobody with a seat waits longer, whatever strangers do
REST = TIDY + 1.5  # seconds after which a server has given back what answers took for a moment
TOLD = 20  # times that it is left at rest, to measure what it holds
WARMING_UP = 0.1  # this part of the lines may fill caches
MORE_MEMORY = 20.0  # megabytes that a server at rest may grow by once it has warmed up
MOST_MEMORY = 500.0  # megabytes that it may take at any moment
PAGES = ("/", "/api/state", "/api/log", "/api/check", "/api/why?claim=red+6", "/api/advise", "/api/events")
MARKUP = ["<script>alert(1)</script>", "<b>Ben</b>", '"><img/src=x>', "O'Neil&amp;"]


class Fort:
    """One table under siege: its server, its seats, and a log that strangers must not change."""

    def __init__(self, rng: Random, folder: Path, players: list[str] = PLAYERS) -> None:
        self.rng, self.log, self.players = rng, folder / f"siege{len(list(folder.iterdir()))}.game", players
        self.lines = begin_log(rng, "think-str8", self.log, players, "full")
        with self.log.open("a", encoding="utf-8") as log:
            log.write("".join(f"{self.lines.pop(0)}  # {MARKUP[0]}\n" for _ in range(30)))
        self.before = self.log.read_bytes()
        self.server = Server(self.log)
        self.server.start()
        self.phones = self.server.sit_all(players)

    @property
    def terminal(self) -> Terminal:
        return self.server.terminal

    def stranger(self) -> Phone:
        return Phone(self.server.port)

    def enter_line(self) -> None:
        """The next line of the game, from whichever seat may say it."""
        line = self.lines.pop(0)
        for phone in self.phones.values():
            if phone.post("/api/lines", line=line, version=phone.version).status == 200:
                break
        self.terminal.look(0)
        self.before = self.log.read_bytes()

    def hold(self, reply: Reply, statuses: tuple[int, ...], what: str) -> None:
        """A stranger gets a short refusal that says nothing about the game."""
        said = reply.body.decode("utf-8", "replace")
        if reply.status not in statuses:
            raise Lost(f"{what}: {reply.status} instead of {statuses}: {said[:300]}")
        if any(player in said for player in self.players) or self.server.code in said:
            raise Lost(f"{what}: tells {said[:300]}")
        if "content-security-policy" not in reply.headers:
            raise Lost(f"{what}: without a policy")

    def check_seats(self) -> None:
        """All seats are still served, at once, and the log is as it was."""
        for player, phone in self.phones.items():
            begun = time.monotonic()
            if phone.fetch("/api/log").status != 200:
                raise Lost(f"{player} is not served any more")
            if time.monotonic() - begun > PROMPT:
                raise Lost(f"{player} waits {time.monotonic() - begun:.1f} s")
        if self.log.read_bytes() != self.before:
            raise Lost("strangers have changed the log")


def send_strangers(fort: Fort) -> int:
    """Wrong and missing cookies, codes, sites, hosts; bodies too long or malformed. How many there were."""
    seat, anybody, sent = fort.phones[fort.players[0]], fort.stranger(), 0
    cookies = ["", "x", seat.cookie[:-1], seat.cookie + "x", seat.cookie.swapcase(), "ÿ", "a" * 3000, '"', "seat=seat"]
    for cookie in cookies:
        for page in PAGES:
            headers = {"Cookie": f"seat={cookie}".encode("latin-1").decode("latin-1")}
            fort.hold(anybody.ask("GET", page, None, headers), (401,), f"cookie {cookie[:20]} at {page}")
            sent += 1
        for page in ("/api/lines", "/api/undo"):
            body = json.dumps({"line": "gyb", "version": 1}).encode()
            fort.hold(anybody.ask("POST", page, body, {**JSON, **headers}), (401,), f"cookie {cookie[:20]} at {page}")
            sent += 1
    site = f"http://{HERE}:{fort.server.port}"
    elsewhere = [
        *({"Origin": origin} for origin in ("http://evil.example", "null", "", f"{site}.evil.example", f"https{site}")),
        *({"Sec-Fetch-Site": where} for where in ("cross-site", "same-site", "x")),
    ]
    hosts = [{"Host": host} for host in ("evil.example", f"evil.example:{fort.server.port}", "", "127.0.0.1:1", "ÿ")]
    for headers in (*elsewhere, *hosts):
        for method, page in (("GET", "/api/state"), ("POST", "/api/lines"), ("GET", f"/join/{fort.server.code}")):
            reply = fort.phones[fort.players[0]].ask(method, page, None, headers)
            fort.hold(reply, (403, 421, 400), f"{headers} at {page}")
            sent += 1
    return sent + send_bodies(fort)


def send_bodies(fort: Fort) -> int:
    """From a seat: bodies that are not what they should be are refused, and change nothing."""
    seat = fort.phones[fort.players[0]]
    bodies = [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 4000, b'{"line": 1, "version": 1}', b'{"line": "gyb"}']
    bodies += [json.dumps({"line": line, "version": 1}).encode() for line in ("\ud800", "\x00", "a\nb", "\u2028", "")]
    bodies += [b'{"line": "so", "version": %s}' % number for number in (b"1e999", b"NaN", b"9" * 4000, b'"1"', b"[]")]
    bodies += [b"x" * (LARGEST_BODY + 1), b"x" * 1_000_000]
    for body in bodies:
        for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded", ""):
            for page in ("/api/lines", "/api/undo", f"/join/{fort.server.code}"):
                try:
                    reply = seat.ask("POST", page, body, {"Content-Type": kind})
                except OSError:
                    continue  # hung up on somebody who said too much
                if reply.status not in (400, 409, 413, 422):
                    raise Lost(f"{body[:60]!r} as {kind} at {page}: {reply.status} {reply.body[:200]!r}")
    return len(bodies) * 12


def send_noise(fort: Fort, times: int) -> int:
    """Bytes that are not a request, or half of one."""
    whole = f"GET /api/state HTTP/1.1\r\nHost: {HERE}:{fort.server.port}\r\nCookie: seat=x\r\n\r\n".encode()
    for _ in range(times):
        noise = bytearray(whole if fort.rng.random() < 0.8 else fort.rng.randbytes(200))
        for _ in range(fort.rng.randint(1, 6)):
            noise[fort.rng.randrange(len(noise))] = fort.rng.randrange(256)
        with socket.create_connection((HERE, fort.server.port), timeout=5) as wire, suppress(OSError):
            wire.sendall(noise[: fort.rng.randint(1, len(noise))])
            wire.shutdown(socket.SHUT_WR)
            said = wire.recv(65536)
            if b" 500 " in said[:40] or b" 200 " in said[:40]:
                raise Lost(f"{bytes(noise)!r}: {said[:200]!r}")
    return times


def guess_codes(fort: Fort, guesses: int) -> int:
    """Wrong codes are made to wait, more and more; who has the right one or a seat never is."""
    waited, welcomed = list[float](), list[float]()

    def guess(_: int) -> None:
        code, begun = f"{fort.rng.getrandbits(72):018x}", time.monotonic()
        fort.hold(fort.stranger().fetch(f"/join/{code}"), (404,), "a wrong code")
        waited.append(time.monotonic() - begun)

    with ThreadPoolExecutor(AT_ONCE) as strangers:
        told = [strangers.submit(guess, number) for number in range(guesses)]
        while not all(one.done() for one in told):
            fort.terminal.look(0.05)
            fort.check_seats()
            begun = time.monotonic()
            if fort.stranger().fetch(f"/join/{fort.server.code}").status != 200:
                raise Lost("the right code is refused")
            welcomed.append(time.monotonic() - begun)
        for one in told:
            one.result()
    last, right = fmean(waited[-10:]), fmean(welcomed)
    if last < right + min(1.0, guesses * 0.003) or max(welcomed) > PROMPT:
        raise Lost(
            f"the last wrong codes waited {last:.2f} s, the right one {right:.2f} s, {max(welcomed):.2f} at most"
        )
    return guesses


def hang_up(fort: Fort, times: int) -> int:
    """Strangers and seats that are gone before their answer comes."""
    pages = (f"/join/{fort.server.code}", "/join/wrong", *PAGES, "/files/phone.js")
    for number in range(times):
        phone = fort.rng.choice([*fort.phones.values(), fort.stranger()])
        wire = call(fort)
        wire.sendall(request_of(fort, fort.rng.choice(pages), phone.cookie) * fort.rng.randint(1, 6))
        if fort.rng.random() < 0.3:
            time.sleep(0.01)
        if fort.rng.random() < 0.5:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # without a goodbye
        wire.close()
        if not number % AT_ONCE:
            fort.check_seats()
    return times


def send_halves(fort: Fort, count: int) -> int:
    """Requests that are never finished, of one address and of many: who asks a whole one is answered."""
    whole = b"POST /api/lines HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
    for addresses in ([HERE], [f"127.0.0.{number}" for number in range(2, 250)]):
        half = []
        for _ in range(count):
            half.append(call(fort, fort.rng.choice(addresses)))
            with suppress(OSError):  # it may have been hung up already
                half[-1].sendall(whole[: fort.rng.randint(0, len(whole))])
        fort.check_seats()
        if fort.stranger().fetch(f"/join/{fort.server.code}").status != 200:
            raise Lost("half-sent requests keep others out")
        for wire in half:
            wire.close()
    return 2 * count


def ask_much(fort: Fort, count: int) -> int:
    """One seat asks for what takes long, all at once: the others do not wait for it."""
    seat, waited = fort.phones[fort.players[0]], list[float]()

    def ask(page: str) -> None:
        asking = Phone(fort.server.port, seat.cookie)
        if asking.fetch(page).status not in (200, 403, 422):
            raise Lost(f"{page} is not answered")

    with ThreadPoolExecutor(AT_ONCE) as asking:
        told = [asking.submit(ask, page) for page in ("/review", "/table", "/api/advise", "/api/review") * count]
        while not all(one.done() for one in told):
            begun = time.monotonic()
            for player in fort.players[1:]:
                if fort.phones[player].fetch("/api/state").status != 200:
                    raise Lost(f"{player} is not served any more")
            waited.append(time.monotonic() - begun)
        for one in told:
            one.result()
    if max(waited, default=0) > PROMPT:
        raise Lost(f"the others wait {max(waited):.1f} s for one seat's questions")
    return len(told)


def cross_on(fort: Fort, count: int) -> int:
    """A seat that crosses out without end fills neither the log nor the others' pads: every command can read it."""
    phone, before = next(iter(fort.phones.values())), len(fort.before)
    version = phone.version
    for number in range(count):
        reply = phone.post("/api/lines", line=f"{('cross', 'uncross')[number % 2]} red 6", version=version)
        version = reply.data.get("version", version)
        if reply.status not in (200, 422):
            raise Lost(f"a cross is answered {reply.status}: {reply.body[:300]!r}")
    fort.terminal.look(0)
    fort.before = fort.log.read_bytes()
    if len(fort.before) > before + 2 * MOST_CROSSES or not isinstance(decode_log(fort.before), Log):
        raise Lost(f"crosses have made the log {len(fort.before):,} bytes long")
    return count


def edit_meanwhile(fort: Fort, times: int) -> int:
    """An editor saves while phones write: what it wrote is in the log, or beside it."""
    for number in range(times):
        mark = f"# the editor was here {number}\n".encode()
        theirs = fort.log.read_bytes() + mark if fort.rng.random() < 0.7 else b"nonsense\n" + mark
        fort.log.write_bytes(theirs)
        fort.enter_line()
        kept = [path.read_bytes() for path in fort.log.parent.glob(f"{fort.log.name}*")]
        if not any(mark in text for text in kept) or b"nonsense" in fort.before:
            raise Lost(f"what an editor saved is lost: {[len(text) for text in kept]}")
    return times


def request_of(fort: Fort, page: str, cookie: str) -> bytes:
    rows = [f"GET {page} HTTP/1.1", f"Host: {HERE}:{fort.server.port}", f"Cookie: seat={cookie}"]
    return "\r\n".join([*rows, "", ""]).encode()


def call(fort: Fort, address: str = HERE) -> socket.socket:
    return socket.create_connection((HERE, fort.server.port), timeout=PATIENCE, source_address=(address, 0))


def open_stream(fort: Fort, player: str, address: str) -> socket.socket:
    wire = call(fort, address)
    wire.sendall(request_of(fort, "/api/events", fort.phones[player].cookie))
    return wire


def open_streams(fort: Fort, count: int) -> int:
    """Far more streams than a seat needs, that nobody reads, and then as many as it may have: these hear all."""
    players = [fort.players[number % len(fort.players)] for number in range(count)]
    deaf = [open_stream(fort, player, f"127.0.1.{1 + number % 100}") for number, player in enumerate(players)]
    for wire in deaf[: len(deaf) // 2]:
        wire.close()
    players = fort.players * STREAMS
    listening = [open_stream(fort, player, "127.0.2.1") for player in players]
    for wire in listening:
        hear(wire, b"event: version")
    for _ in range(10):
        fort.enter_line()
    fort.check_seats()
    newest = {player: f"data: {phone.version}".encode() for player, phone in fort.phones.items()}
    for player, wire in zip(players[len(fort.players) :], listening[len(fort.players) :], strict=True):
        hear(wire, newest[player])  # the first of each seat has made way for the one that asked for the version
    for wire in (*listening, *deaf[len(deaf) // 2 :]):
        wire.close()
    return count


def hear(wire: socket.socket, wanted: bytes) -> None:
    """Read until it comes."""
    heard = b""
    while wanted not in heard:
        more = wire.recv(65536)
        if not more:
            raise Lost(f"a stream ends with {heard[-200:]!r}")
        heard = heard[-200:] + more


def show_markup(fort: Fort) -> int:
    """Names and comments made of markup come as text: no page has an element of theirs, nothing else is a page."""
    code, phone = fort.server.code, next(iter(fort.phones.values()))
    for page in (f"/join/{code}", *(page for page in PAGES if page != "/api/events")):
        reply = phone.fetch(page)
        html = reply.headers.get("content-type", "").startswith("text/html")
        if html and any(name in reply.body.decode() for name in MARKUP if "<" in name or "&" in name):
            raise Lost(f"{page} shows markup: {reply.body[:500]!r}")
        if not html and reply.headers["x-content-type-options"] != "nosniff":
            raise Lost(f"{page} may be taken for a page")
    return len(PAGES)


ASSAULTS: dict[str, Callable[[Fort, float], int]] = {
    "strangers": lambda fort, _: send_strangers(fort),
    "noise": lambda fort, size: send_noise(fort, int(2000 * size)),
    "hang-ups": lambda fort, size: hang_up(fort, int(2000 * size)),
    "half-sent": lambda fort, size: send_halves(fort, int(300 * size)),
    "wrong codes": lambda fort, size: guess_codes(fort, int(1000 * size)),
    "streams": lambda fort, size: open_streams(fort, int(200 * size)),
    "questions": lambda fort, size: ask_much(fort, int(50 * size)),
    "an editor": lambda fort, size: edit_meanwhile(fort, int(20 * size)),
    "crosses": lambda fort, size: cross_on(fort, int(1000 * size)),
}


def besiege(seed: int, size: float, folder: Path) -> Iterator[tuple[str, int]]:
    """All but the crowd. Name and number of each assault that was withstood; raises Lost."""
    fort = Fort(Random(f"siege {seed}"), folder)
    try:
        for name, assault in ASSAULTS.items():
            count = assault(fort, size)
            fort.check_seats()
            yield name, count
    finally:
        fort.terminal.end("SIGKILL")
    fort = Fort(Random(f"markup {seed}"), folder, MARKUP)
    try:
        yield "markup", show_markup(fort)
    finally:
        fort.terminal.end("SIGKILL")


def let_write(
    seed: int, posts: int, folder: Path, rests: int = TOLD, fresh: bool = False
) -> Iterator[tuple[int, Crowd]]:
    """The crowd. How many lines were posted so far; raises Lost, also if the server grows once it has warmed up."""
    crowd, due = Crowd(Random(f"crowd {seed}"), folder, fresh), 0.0
    try:
        for posted in crowd.write(posts):
            if rests and posted >= due:
                due = posted + posts / rests
                crowd.server.terminal.look(REST)
                crowd.at_rest[posted] = crowd.server.megabytes()
                check_memory(crowd, posts)
            yield posted, crowd
    finally:
        crowd.server.terminal.end("SIGKILL")


def check_memory(crowd: Crowd, posts: int) -> None:
    """At rest, since a review with hardly a card in sight takes 50 MB for a moment, and two may be told at once."""
    warm = [size for posted, size in crowd.at_rest.items() if posted >= posts * WARMING_UP]
    if warm and warm[-1] > warm[0] + MORE_MEMORY:
        raise Lost(f"{warm[-1]:.0f} megabytes at rest after {warm[0]:.0f}")
    if crowd.server.megabytes("VmHWM") > MOST_MEMORY:
        raise Lost(f"{crowd.server.megabytes('VmHWM'):.0f} megabytes at once")


def main(
    lines: Annotated[int, typer.Option(help="How many lines four seats post.")] = 10_000,
    size: Annotated[float, typer.Option(help="Of 1,000 wrong codes, 200 streams and so on: this part.")] = 1.0,
    seed: Annotated[int, typer.Option(help="The same number sends the same.")] = 1,
) -> None:
    console, begun = Console(), time.monotonic()
    with TemporaryDirectory() as folder:
        for name, count in besiege(seed, size, Path(folder)):
            console.print(f"{count:7,}  {name}", highlight=False)
        with Progress(console=console) as progress:
            bar = progress.add_task("lines", total=lines)
            for posted, crowd in let_write(seed, lines, Path(folder), fresh=True):
                progress.update(bar, completed=posted)
                most = crowd.server.megabytes("VmHWM")
    told = ", ".join(f"{count:,} {what}" for what, count in crowd.counted.items())
    at_rest = ", ".join(f"{size:.0f} after {posted:,}" for posted, size in crowd.at_rest.items())
    console.print(f"lines: {told}; MB at rest: {at_rest}; at most at any moment: {most:.0f}", highlight=False)
    console.print(f"withstood in {(time.monotonic() - begun) / 60:.1f} minutes")


if __name__ == "__main__":
    typer.run(main)
