"""`deduce serve`: opens or begins the table's log, says how to join, and shows who sits and whose move it is."""

from __future__ import annotations

import asyncio
import contextlib
import io
import signal
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from errno import EACCES, EADDRINUSE
from pathlib import Path

import typer
import uvicorn
from rich.text import Text

from cli.logfile import Locked, LogFile
from cli.opening import BAD_INPUT, leave
from cli.serve.room import Refused, Room, Seats
from cli.serve.web import make_app, share_memory
from cli.views.console import clean, out
from cli.views.faults import show_errors
from solver.english import all_of, fold
from solver.game import Opened
from solver.games import named_game, open_log, unknown_game
from solver.grammar import Aid
from solver.log import parse_log, with_line

TRIED_PORTS = 20
BACKLOG = 128  # phones that may wait to be heard
LAST_PORT = 65535


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the call says: of a new log its game, players and help; where to listen; whose seat is free again."""

    game: str | None
    players: str | None
    aid: str | None
    free: str | None
    bind: str
    port: int
    cert: str | None
    key: str | None


def serve_log(name: str, wishes: Wishes) -> None:
    """Serve one log until Ctrl-C."""
    path = Path(name)
    _check_certificate(wishes)
    file = _open(path)
    try:
        _set_up(file, wishes)
        seats = Seats(path)
        try:
            room = Room(file, seats.start)
        except Refused as refused:
            show_errors(refused.errors)
            raise typer.Exit(BAD_INPUT) from None
        if wishes.free:
            _free_seat(seats, room.seats, wishes.free)
        _run(room, seats, wishes)
    finally:
        file.close()
    out().print(Text(f"Stopped. The log is whole: {clean(name)}"))


def _check_certificate(wishes: Wishes) -> None:
    """Before anybody is asked anything: a bad certificate would otherwise show only when the first phone connects."""
    if wishes.key and not wishes.cert:
        leave("--key: a key alone is not enough.", "Name the certificate as well: --cert table.pem --key table.key")
    if not wishes.cert:
        return
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(wishes.cert, wishes.key)
    except ssl.SSLError:
        leave(f"--cert {wishes.cert}: this is not a certificate with its key.", "Name both as PEM files: --cert, --key")
    except OSError as failed:
        leave(f"--cert {wishes.cert}: {failed.strerror}.", "Name a certificate and its key, both as PEM files.")


def _set_up(file: LogFile, wishes: Wishes) -> None:
    """The opening lines of a new log; of one that goes on, another level of help if the call asks for it."""
    if wishes.aid is not None and wishes.aid not in list(Aid):
        leave(f"--aid {wishes.aid}: there is no such level.", f"Say {', '.join(Aid)}.")
    if not file.text.strip():
        file.save(_begin(wishes))
        return
    opened = open_log(parse_log(file.text))
    if wishes.aid and isinstance(opened, Opened) and opened.aid != wishes.aid:
        file.save(with_line(file.text, f"aid {wishes.aid}"))


def _free_seat(seats: Seats, names: Sequence[str], wanted: str) -> None:
    """A lost phone: its cookie is worth nothing from now on, and another can sit down there."""
    seat = next((name for name in names if fold(name) == fold(wanted)), None)
    if seat is None:
        leave(f"--free {wanted}: nobody here is called that.", f"The seats are {', '.join(names)}.")
    seats.stand_up(seat)


def _open(path: Path) -> LogFile:
    try:
        return LogFile(path)
    except Locked as locked:
        holder = f" (process {locked.holder})" if locked.holder else ""
        leave(f"{path} is open in another session{holder}.", "Go on there, or leave it first.")
    except (OSError, ValueError) as failed:
        leave(f"{path} cannot be opened: {getattr(failed, 'strerror', None) or failed}.", "Choose another place.")


def _begin(wishes: Wishes) -> str:
    """The opening lines of a new table's log, asked for if the call does not say them."""
    game = wishes.game or typer.prompt("Which game?", default="think-str8")
    found = named_game(game)
    if found is None:
        leave(*unknown_game(game))
    names = (wishes.players or typer.prompt(f"Who plays? Type all names, {found.seating}")).replace(",", " ")
    text = f"game {found.name}\nplayers {names}\nme nobody\naid {wishes.aid or Aid.PAD}\n"
    opened = open_log(parse_log(text, "the set-up"))
    if isinstance(opened, tuple):
        show_errors(opened)
        raise typer.Exit(BAD_INPUT)
    return text


def _listen(bind: str, port: int, tries: int = TRIED_PORTS) -> socket.socket:
    """At the port asked for, or the next free one. Phones that come before all is ready wait a moment."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    # Only where TCP is named does asyncio send small answers at once; else each waits 40 ms for the phone's system.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((bind, port))
        listening.listen(BACKLOG)
    except OSError as failed:
        listening.close()
        if failed.errno not in (EADDRINUSE, EACCES):
            leave(f"--bind {bind}: {failed.strerror}.", "Name an address of this machine, or leave --bind out.")
        if not tries or port == LAST_PORT:
            leave("Neither this port is free nor the next ones.", "Name another: --port 9000")
        return _listen(bind, port + 1, tries - 1)
    return listening


def _run(room: Room, seats: Seats, wishes: Wishes) -> None:
    listening = _listen(wishes.bind, wishes.port)
    port = int(listening.getsockname()[1])
    addresses = [wishes.bind] if wishes.bind not in ("0.0.0.0", "::") else list_addresses()
    names = {*addresses, "127.0.0.1", "localhost", socket.gethostname(), f"{socket.gethostname()}.local"}
    scheme = "https" if wishes.cert else "http"
    screen = Screen(room, seats)
    screen.show_links([f"{scheme}://{_host(name, port)}/join/{seats.code}" for name in addresses])
    screen.announce()
    app = make_app(room, seats, [_host(name, port) for name in names], bool(wishes.cert), screen.announce)
    settings = uvicorn.Config(app, log_level="error", ssl_certfile=wishes.cert, ssl_keyfile=wishes.key, lifespan="off")
    settings.timeout_graceful_shutdown = 1
    signal.signal(signal.SIGINT, signal.default_int_handler)  # the program as a whole ends without a word at Ctrl-C
    share_memory()
    with contextlib.suppress(KeyboardInterrupt), listening:
        asyncio.run(uvicorn.Server(settings).serve([listening]))


def _host(name: str, port: int) -> str:
    return f"{f'[{name}]' if ':' in name else name}:{port}"


class Screen:
    """What the terminal says, for all to read: how to join, who sits, whose move it is. Never a card."""

    def __init__(self, room: Room, seats: Seats) -> None:
        self.room, self.seats = room, seats
        self.said: list[str] = []

    def show_links(self, links: Sequence[str]) -> None:
        import segno

        console = out()
        console.print(Text.assemble((self.room.title, "bold"), f" · {', '.join(self.room.seats)}"))
        console.print("Everybody scans this code, or opens the link, and takes their own seat:")
        drawn = io.StringIO()
        segno.make(links[0], error="l").terminal(drawn, compact=True)
        console.print(Text(drawn.getvalue().rstrip("\n")), soft_wrap=True)
        for link in links:
            console.print(Text(link, style="bold cyan"), soft_wrap=True)
        console.print("Ctrl-C stops. Every line is saved at once.")

    def announce(self) -> None:
        """Only what has changed since it was last said. A terminal that is gone does not stop the table."""
        here = [seat for seat in self.room.seats if seat in self.seats.taken]
        awaited = [seat for seat in self.room.seats if seat not in here]
        joined = f"Here: {all_of(here)}." if here else "Nobody is here yet."
        still = f" Still to join: {all_of(awaited)}." if here and awaited else ""
        now = [joined + still, self.room.standing]
        with contextlib.suppress(OSError):
            for line in now:
                if line not in self.said:
                    out().print(Text(clean(line)), soft_wrap=True)
        self.said = now


def list_addresses() -> list[str]:
    """This machine's addresses that phones may reach, likeliest first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, only a way out is chosen
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return list(dict.fromkeys([address for address in found if not address.startswith("127.")])) or ["127.0.0.1"]
