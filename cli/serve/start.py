"""`deduce serve`: opens or begins the table's log, says how to join, and shows who sits and whose move it is."""

from __future__ import annotations

import asyncio
import contextlib
import io
import socket
from errno import EACCES, EADDRINUSE
from pathlib import Path

import typer
import uvicorn
from rich.text import Text

from cli.logfile import Locked, LogFile
from cli.opening import BAD_INPUT, leave
from cli.serve.room import Refused, Room
from cli.serve.seats import Seats
from cli.serve.web import make_app
from cli.views.console import clean, out
from cli.views.faults import show_errors
from solver.aid import Aid
from solver.games import named_game, open_log, unknown_game
from solver.log import parse_log

TRIED_PORTS = 20


def serve_log(
    name: str, game: str | None, players: str | None, aid: str, bind: str, port: int, cert: str | None, key: str | None
) -> None:
    """Serve one log until Ctrl-C."""
    path = Path(name)
    file = _open(path)
    try:
        if not file.text.strip():
            file.save(_begin(game, players, aid))
        seats = Seats(path)
        try:
            room = Room(file, seats.start)
        except Refused as refused:
            show_errors(refused.errors)
            raise typer.Exit(BAD_INPUT) from None
        _run(room, seats, bind, _free_port(bind, port), cert, key)
    finally:
        file.close()


def _open(path: Path) -> LogFile:
    try:
        return LogFile(path)
    except Locked as locked:
        holder = f" (process {locked.holder})" if locked.holder else ""
        leave(f"{path} is open in another session{holder}.", "Go on there, or leave it first.")
    except (OSError, ValueError) as failed:
        leave(f"{path} cannot be opened: {getattr(failed, 'strerror', None) or failed}.", "Choose another place.")


def _begin(game: str | None, players: str | None, aid: str) -> str:
    """The opening lines of a new table's log, asked for if the call does not say them."""
    game = game or typer.prompt("Which game?", default="think-str8")
    found = named_game(game)
    if found is None:
        leave(*unknown_game(game))
    names = (players or typer.prompt(f"Who plays? {found.seating.capitalize()}")).replace(",", " ")
    if aid not in list(Aid):
        leave(f"--aid {aid}: there is no such level.", f"Say {', '.join(Aid)}.")
    text = f"game {found.name}\nplayers {names}\nme nobody\naid {aid}\n"
    opened = open_log(parse_log(text, "the set-up"))
    if isinstance(opened, tuple):
        show_errors(opened)
        raise typer.Exit(BAD_INPUT)
    return text


def _free_port(bind: str, port: int) -> int:
    """The port asked for, or the next free one."""
    candidates = (candidate for candidate in range(port, port + TRIED_PORTS) if _is_free(bind, candidate))
    found = next(candidates, None)
    if found is None:
        leave(f"No port from {port} to {port + TRIED_PORTS - 1} is free.", "Name another: --port 9000")
    return found


def _is_free(bind: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in bind else socket.AF_INET) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((bind, port))
        except OSError as failed:
            if failed.errno in (EADDRINUSE, EACCES):
                return False
            leave(f"--bind {bind}: {failed.strerror}.", "Name an address of this machine, or leave --bind out.")
    return True


def _run(room: Room, seats: Seats, bind: str, port: int, cert: str | None, key: str | None) -> None:
    addresses = [bind] if bind not in ("0.0.0.0", "::") else list_addresses()
    names = {*addresses, "127.0.0.1", "localhost", socket.gethostname(), f"{socket.gethostname()}.local"}
    hosts = [f"{f'[{name}]' if ':' in name else name}:{port}" for name in names]
    scheme = "https" if cert else "http"
    link = f"{scheme}://{addresses[0]}:{port}/join/{seats.code}"
    app = make_app(room, seats, hosts, secure=bool(cert))
    settings = uvicorn.Config(app, bind, port, log_level="error", ssl_certfile=cert, ssl_keyfile=key, lifespan="off")
    settings.timeout_graceful_shutdown = 1
    _show_link(room, link)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(uvicorn.Server(settings).serve())
    out().print(Text(f"Stopped. The log is whole: {clean(str(room.file.path))}"))


def _show_link(room: Room, link: str) -> None:
    """The link, its code for cameras, and who is awaited; never a card."""
    import segno

    console = out()
    console.print(Text.assemble((room.opened.game.title, "bold"), f" · {', '.join(room.seats)}"))
    console.print("Everybody scans this code, or opens the link, and takes their own seat:")
    drawn = io.StringIO()
    segno.make(link, error="l").terminal(drawn, compact=True)
    console.print(Text(drawn.getvalue().rstrip("\n")), soft_wrap=True)
    console.print(Text(link, style="bold cyan"), soft_wrap=True)
    console.print("Ctrl-C stops. Every line is saved at once.")


def list_addresses() -> list[str]:
    """This machine's addresses that phones may reach, likeliest first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, only a way out is chosen
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return list(dict.fromkeys([address for address in found if not address.startswith("127.")])) or ["127.0.0.1"]
