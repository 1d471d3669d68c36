"""`deduce serve`: opens or begins the table's log, says how to join, and shows who sits and whose move it is."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import typer
import uvicorn
from rich.text import Text
from starlette.applications import Starlette

from cli.logfile import Locked, LogFile
from cli.opening import BAD_INPUT, leave
from cli.serve.door import Door, Listener
from cli.serve.gathering import Gathering, write_opening
from cli.serve.keys import Keys, read_keys
from cli.serve.memory import share_memory
from cli.serve.network import find_place, listen
from cli.serve.room import Room
from cli.serve.screen import HostScreen, LiveScreen, unheard
from cli.serve.seats import Seats, free_in_file, name_of_next
from cli.serve.table import Refused
from cli.serve.web import Web, make_server
from cli.views.console import clean, out, outlive_readers
from cli.views.faults import show_errors
from solver.english import fold
from solver.game import Game, Opened
from solver.games import named_game, open_log, unknown_game
from solver.grammar import Aid
from solver.language import say
from solver.log import Log, decode_log, parse_log, with_line


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
    lines: tuple[str, ...] = ()  # that a new log begins with, such as `without grey`


def serve_log(name: str, wishes: Wishes) -> None:
    """Serve one log, and those that are played after it, until Ctrl-C."""
    outlive_readers()
    path, secret = _find_last(Path(name)), _read_certificate(wishes)
    if wishes.free and (freed := _free_elsewhere(path, wishes.free)):
        out().print(say("{player}'s seat is free again: the table goes on.", player=freed))
        return
    file = open_file(path)
    try:
        gathering = _lay_table(path, file, wishes)
        _run(gathering, wishes, secret)
        gathering.close()
    finally:
        file.close()
    with unheard():
        out().print(Text(say("Stopped. The log is whole: {file}", file=clean(str(path)))))


def _find_last(path: Path) -> Path:
    """The log that was begun when this one was over, and that is gone on with."""
    following = path.with_name(name) if (name := name_of_next(path)) else path
    return path if following == path or not following.is_file() else _find_last(following)


def _lay_table(path: Path, file: LogFile, wishes: Wishes) -> Gathering:
    try:
        begun = _set_up(file, wishes)
        seats = Seats(path)
        room = Room(file, seats.start) if begun else None
        if wishes.free and room:
            _free_seat(seats, room.seats, wishes.free)
        return Gathering(seats, room, file)
    except Refused as refused:
        show_errors(refused.errors)
        raise typer.Exit(BAD_INPUT) from None
    except OSError as failed:
        problem = say("Nothing can be saved beside {file}: {why}.", file=path, why=failed.strerror)
        leave(problem, say("Make room there, or choose another folder."))


def _free_elsewhere(path: Path, wanted: str) -> str:
    """Whose seat was freed at a table that another program serves; nobody's if none does."""
    try:
        LogFile(path).close()
    except Locked:
        freed = free_in_file(path, wanted)
        if not freed:
            leave(say("--free {name}: nobody sits there.", name=wanted), say("Name a seat that is taken."))
        return freed
    except (OSError, ValueError):
        return ""
    return ""


def _read_certificate(wishes: Wishes) -> ssl.SSLContext | None:
    """Before anybody is asked anything: a bad certificate would otherwise show only when the first phone connects."""
    if wishes.key and not wishes.cert:
        hint = say("Name the certificate as well: {call}", call="--cert table.pem --key table.key")
        leave(say("--key: a key alone is not enough."), hint)
    if not wishes.cert:
        return None
    secret, asked = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), list[str]()

    def ask_phrase() -> str:
        asked.append(_ask_phrase())
        return asked[-1]

    try:
        secret.load_cert_chain(wishes.cert, wishes.key, ask_phrase)
    except (ssl.SSLError, ValueError):
        if asked:
            leave(
                say("This is not the pass phrase of the key."), say("Start again, and type the one it was made with.")
            )
        problem = say("--cert {file}: this is not a certificate with its key.", file=wishes.cert)
        leave(problem, say("Name both as PEM files: {call}", call="--cert, --key"))
    except OSError as failed:
        problem = say("--cert {file}: {why}.", file=wishes.cert, why=failed.strerror)
        leave(problem, say("Name a certificate and its key, both as PEM files."))
    return secret


def _ask_phrase() -> str:
    """Of a key that is encrypted; nobody else at the screen reads it."""
    try:
        return str(typer.prompt(say("The pass phrase of the key"), hide_input=True))
    except typer.Abort:  # nobody is there to answer; Ctrl-C, too
        out().print()
        leave(say("The key is encrypted, and nobody has typed its pass phrase."), say("Start again, and type it."))


def _set_up(file: LogFile, wishes: Wishes) -> bool:
    """The opening lines of a new log; of one that goes on, another level of help if the call asks for it.

    False if nobody at this screen says what is played: then the first phone does.
    """
    if wishes.aid is not None and wishes.aid not in list(Aid):
        problem = say("--aid {level}: there is no such level.", level=wishes.aid)
        leave(problem, say("Say {levels}.", levels=", ".join(Aid)))
    if not file.text.strip():
        text = _begin(wishes)
        if text:
            file.save(text)
        return bool(text)
    found = decode_log(file.text.encode(), str(file.path))
    opened = open_log(found) if isinstance(found, Log) else (found,)
    if not isinstance(opened, Opened):
        raise Refused(opened)
    if wishes.aid and opened.aid != wishes.aid:
        file.save(with_line(file.text, f"aid {wishes.aid}"))
    return True


def _free_seat(seats: Seats, names: Sequence[str], wanted: str) -> None:
    """A lost phone: its cookie is worth nothing from now on, and another can sit down there."""
    seat = next((name for name in names if fold(name) == fold(wanted)), None)
    if seat is None:
        problem = say("--free {name}: nobody here is called that.", name=wanted)
        leave(problem, say("The seats are {players}.", players=", ".join(names)))
    seats.stand_up(seat)


def open_file(path: Path) -> LogFile:
    try:
        return LogFile(path)
    except Locked as locked:
        problem = say("{file} is open in another session.", file=path)
        if locked.holder:
            problem = say("{file} is open in another session (process {number}).", file=path, number=locked.holder)
        leave(problem, say("Go on there, or leave it first."))
    except (OSError, ValueError) as failed:
        why = getattr(failed, "strerror", None) or failed
        leave(say("{file} cannot be opened: {why}.", file=path, why=why), say("Choose another place."))


def _begin(wishes: Wishes) -> str:
    """The opening lines of a new table's log, asked for if the call does not say them; "" leaves it to the phones."""
    game = wishes.game or _ask(say("Which game? (Enter leaves it to the first phone)"), "")
    if not game:
        return ""
    found = named_game(game)
    if found is None:
        leave(*unknown_game(game))
    asked = say("Who plays? Type all names, {seating}", seating=say(found.seating))
    names = wishes.players or _ask(asked) or leave_unnamed()
    lines = wishes.lines if wishes.players else (*wishes.lines, *_choose(found))
    text = write_opening(found.name, names.replace(",", " ").split(), lines, wishes.aid or Aid.PAD)
    opened = open_log(parse_log(text, say("the set-up")))
    if isinstance(opened, tuple):
        show_errors(opened)
        raise typer.Exit(BAD_INPUT)
    return text


def _choose(game: Game) -> Iterator[str]:
    """What else there is to choose: by its number, the first if nothing is typed."""
    for option in game.setup:
        if len(option.choices) > 1:
            listed = ", ".join(f"{number} {say(text)}" for number, (text, _) in enumerate(option.choices, 1))
            typed = _ask(f"{say(option.text)} ({listed})", "1")
            chosen = int(typed) - 1 if typed.isdecimal() and 0 < int(typed) <= len(option.choices) else 0
            yield option.choices[chosen][1]


def leave_unnamed() -> NoReturn:
    hint = say("Say them: {call}", call="--game think-str8 --players Anna,Ben")
    leave(say("A new log needs its game and its players."), hint)


def _ask(question: str, default: str | None = None) -> str:
    """What is typed; nothing if nobody is there to answer."""
    try:
        return str(typer.prompt(question, default=default, show_default=bool(default)))
    except typer.Abort:  # Ctrl-C, too
        out().print()
        if sys.stdin.isatty():
            leave_unnamed()
        return ""


def _run(gathering: Gathering, wishes: Wishes, secret: ssl.SSLContext | None) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # the program as a whole ends without a word at Ctrl-C
    with contextlib.suppress(KeyboardInterrupt), listen(wishes.bind, wishes.port) as listening:
        port = int(listening.getsockname()[1])
        place = find_place(wishes.bind, port, bool(secret), f"/join/{gathering.seats.code}")
        live = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        screen = LiveScreen(gathering, place.links) if live else HostScreen(gathering)
        web = Web(gathering, bool(secret), screen.announce, listening.seat, place.links)
        server = _make_server(make_server(web, place.hosts), secret, web.end_all)
        if gathering.room:
            gathering.room.load()
        share_memory()
        asyncio.run(_serve(server, listening, web, screen))


async def _serve(server: uvicorn.Server, listening: Door, web: Web, screen: LiveScreen | HostScreen) -> None:
    """Until Ctrl-C, or until a key says so."""
    watching = asyncio.create_task(web.watch_seats())
    try:
        await _serve_on(server, listening, web, screen)
    finally:
        watching.cancel()


async def _serve_on(server: uvicorn.Server, listening: Door, web: Web, screen: LiveScreen | HostScreen) -> None:
    if isinstance(screen, HostScreen):
        screen.show_links(web.links)
        screen.announce()
        await server.serve([listening])
        return
    loop = asyncio.get_running_loop()

    def stop() -> None:
        server.should_exit = True

    keys = Keys(web, screen, stop)
    with screen.shown(), read_keys(keys.press, loop.add_reader):
        screen.announce()
        await server.serve([listening])


def run_alone(
    make: Callable[[Collection[str]], Starlette], code: str, wishes: Wishes, show: Callable[[Sequence[str]], None]
) -> None:
    """Serve something that is no table until Ctrl-C: `show` is given the links to it."""
    outlive_readers()
    secret = _read_certificate(wishes)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt), listen(wishes.bind, wishes.port) as listening:
        place = find_place(wishes.bind, int(listening.getsockname()[1]), bool(secret), f"/join/{code}")
        show([link for link, _ in place.links])
        asyncio.run(_make_server(make(place.hosts), secret).serve([listening]))


class TableServer(uvicorn.Server):
    """Before it waits for what is still asked, nobody listens for news any more; who does not read is hung up on."""

    def __init__(self, settings: uvicorn.Config, ending: Callable[[], None]) -> None:
        super().__init__(settings)
        self.ending = ending

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.ending()
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def _make_server(
    app: Starlette, secret: ssl.SSLContext | None, ending: Callable[[], None] = lambda: None
) -> uvicorn.Server:
    settings = uvicorn.Config(app, loop="asyncio", http=Listener, ws="none", lifespan="off", log_config=None)
    settings.timeout_graceful_shutdown = 1
    if not os.environ.get("DEDUCE_DEBUG"):
        for name in ("uvicorn", "uvicorn.error", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # the screen is the table's
    settings.load()
    settings.ssl = secret
    return TableServer(settings, ending)
