"""What phones may ask, and the answers. A seat's answers are made from its view alone; see `room`.

Nobody gets in: no seat without its cookie, no request from another site, no body above 4 KiB, nothing from elsewhere in
a page, and wrong codes are slowed down.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import gzip
import json
import re
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.serve.answers import QUESTIONS, describe, list_lines, tell_story, tell_table
from cli.serve.room import Refused, Room, Seats, View
from cli.views.page import SHARED, open_templates
from solver.game import Recounts
from solver.grammar import Withheld
from solver.log import Fault

PAGES = Path(__file__).parent / "pages"
LARGEST_BODY = 4096
COOKIE = "seat"
A_WEEK = 7 * 24 * 3600
THREADS = 2  # that think for seats
ARENA_MAX = -8  # M_ARENA_MAX in malloc.h
TIDY = 5.0  # seconds until memory is given back
RETRY = 1000  # milliseconds until a phone that lost the connection asks again
PING = 15  # seconds between two signs of life
SLOWEST = 2.0  # seconds a wrong code waits at most
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
FILES = {path.name: path for path in (*PAGES.iterdir(), SHARED / "deduce.css") if path.suffix in (".css", ".js")}
NO_SEAT = "No seat. Open the link on the table's screen to sit down."

T = TypeVar("T")
Handler = Callable[[Request, View], Awaitable[Response]]


class Guard:
    """Lets through what comes from our own pages: the right host, no other site, a body of at most 4 KiB."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app, self.hosts = app, {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        problem = self.find_problem(request)
        if problem:
            await PlainTextResponse(problem[1], problem[0])(scope, receive, _adding_headers(send))
            return
        await self.app(scope, _limited(receive), _adding_headers(send))

    def find_problem(self, request: Request) -> tuple[int, str] | None:
        host = request.headers.get("host", "").lower()
        if host not in self.hosts:
            return 421, "This table has another address."
        origin = request.headers.get("origin")
        if origin is not None and origin.lower() != f"{request.url.scheme}://{host}":
            return 403, "Not from another site."
        if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return 403, "Not from another site."
        length = request.headers.get("content-length") or "0"
        if not length.isdecimal() or len(length) > 9 or int(length) > LARGEST_BODY:
            return 413, "That is too long."
        return None


def _limited(receive: Receive) -> Receive:
    """A body that does not say its length is cut off as well."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return message if seen <= LARGEST_BODY else {"type": "http.disconnect"}

    return limited


def _adding_headers(send: Send) -> Send:
    async def adding(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            more = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message["headers"], *(pair for pair in more if pair[0] not in present)]
        await send(message)

    return adding


class Web:
    """The routes of one table."""

    def __init__(self, room: Room, seats: Seats, secure: bool, announce: Callable[[], None]) -> None:
        self.room, self.seats, self.secure, self.announce = room, seats, secure, announce
        self.writing = asyncio.Lock()
        self.writer, self.thinkers = ThreadPoolExecutor(1), ThreadPoolExecutor(THREADS)
        self.tidying = False
        self.wrong_codes = 0
        self.pages = open_templates(PAGES)
        self.waiting: dict[str, set[asyncio.Queue[int]]] = {seat: set() for seat in room.seats}

    # Sitting down.

    async def join_page(self, request: Request) -> Response:
        if not await self.knows_code(request):
            return PlainTextResponse("There is no such table.", 404)
        seats = [(seat, seat in self.seats.taken) for seat in self.room.seats]
        return HTMLResponse(self.pages.get_template("join.html").render(title=self.room.title, seats=seats))

    async def join(self, request: Request) -> Response:
        if not await self.knows_code(request):
            return PlainTextResponse("There is no such table.", 404)
        seat = (await _body(request)).get("player")
        if seat not in self.room.seats:
            return JSONResponse({"problem": "Nobody here has that name."}, 422)
        cookie = self.seats.sit_down(seat)
        if cookie is None:
            return JSONResponse({"problem": f"{seat}'s seat is taken."}, 409)
        self.announce()
        answer = JSONResponse({"player": seat})
        answer.set_cookie(COOKIE, cookie, A_WEEK, httponly=True, samesite="strict", secure=self.secure)
        return answer

    async def knows_code(self, request: Request) -> bool:
        """Every wrong code makes the next one wait longer; a right one is forgiven at once."""
        if self.seats.fits(request.path_params["code"]):
            return True
        self.wrong_codes += 1
        await asyncio.sleep(min(SLOWEST, self.wrong_codes * 0.01))
        return False

    # A seat.

    async def think(self, work: Callable[[], T]) -> T:
        """Beside the writing, which never waits for it. The memory it took is given back, once for many answers."""
        loop = asyncio.get_running_loop()
        if not self.tidying:
            self.tidying = True
            loop.call_later(TIDY, self.tidy)
        return await loop.run_in_executor(self.thinkers, work)

    def tidy(self) -> None:
        self.tidying = False
        self.thinkers.submit(give_back_memory)

    def seated(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """Only with a seat's cookie, and only about that seat."""

        async def answer(request: Request) -> Response:
            seat = self.seats.seat_of(request.cookies.get(COOKIE, ""))
            if seat not in self.room.seats:
                return PlainTextResponse(NO_SEAT, 401)
            return await handler(request, self.room.view(seat))

        return answer

    async def page(self, _: Request, view: View) -> Response:
        game, alone = view.opened.game, len(self.room.seats) == 1
        known = {
            "seat": view.seat,
            "title": game.title,
            "alone": alone,
            "story": isinstance(game, Recounts),
            "script": f"{game.name}.js" if f"{game.name}.js" in FILES else "",
            "lines": json.dumps(list_lines(view, alone)),
        }
        return HTMLResponse(self.pages.get_template("seat.html").render(known))

    async def story(self, _: Request, view: View) -> Response:
        """How it went, as a page of its own."""
        return await self.told(lambda: tell_story(view))

    async def table_story(self, _: Request, __: View) -> Response:
        """How it went for the whole table: at the end, the one page that shows a seat more than its own log."""
        return await self.told(lambda: tell_table(self.room.look_back()))

    async def told(self, tell: Callable[[], str]) -> Response:
        try:
            text = await self.think(tell)
        except Fault as fault:
            return PlainTextResponse(f"{fault.problem} {fault.hint}", 403 if isinstance(fault, Withheld) else 422)
        return HTMLResponse(text, headers={"Content-Security-Policy": _policy_of(text)})

    async def state(self, _: Request, view: View) -> Response:
        return JSONResponse(await self.think(lambda: describe(view)))

    async def log(self, _: Request, view: View) -> Response:
        return PlainTextResponse(view.text)

    async def ask(self, request: Request, view: View) -> Response:
        command = request.url.path.rpartition("/")[2]
        try:
            answer = await self.think(lambda: QUESTIONS[command](view, request.query_params).data())
        except Fault as fault:
            told = {"problem": str(fault.problem), "hint": str(fault.hint)}
            return JSONResponse(told, 403 if isinstance(fault, Withheld) else 422)
        return JSONResponse(answer)

    async def add_line(self, request: Request, view: View) -> Response:
        body = await _body(request)
        line, version, before, instead = (body.get(name) for name in ("line", "version", "before", "instead"))
        if not isinstance(line, str) or not isinstance(version, int):
            return JSONResponse({"problem": "Send a line and the version it was meant for."}, 400)
        number, text = before if instead is None else instead, line.strip()
        if number is None:
            return await self.change(lambda: self.room.write(view.seat, text, version))
        if not isinstance(number, int):
            return JSONResponse({"problem": "Send the number of a line of your log."}, 400)
        return await self.change(lambda: self.room.correct(view.seat, text, version, number, instead is not None))

    async def undo(self, request: Request, view: View) -> Response:
        version = (await _body(request)).get("version")
        if not isinstance(version, int):
            return JSONResponse({"problem": "Send the version."}, 400)
        return await self.change(lambda: self.room.undo(view.seat, version))

    async def change(self, make: Callable[[], View]) -> Response:
        """One change at a time; whoever is concerned hears of it once it is on the disk."""
        async with self.writing:
            before = dict(self.room.views)
            try:
                after = await self.save(make)
            except Refused as refused:
                status = 409 if refused.late else 422
                return JSONResponse({"errors": [error.data() for error in refused.errors]}, status)
            for seat, view in self.room.views.items():
                if view.version != before[seat].version:
                    self.tell(seat, view.version)
        self.announce()
        return JSONResponse({"version": after.version, "said": after.said})

    async def save(self, make: Callable[[], View]) -> View:
        """Once begun it is ended and answered, even if the server stops meanwhile and cancels all it has under way."""
        saving = asyncio.get_running_loop().run_in_executor(self.writer, make)
        while not saving.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([saving])
        return saving.result()

    def tell(self, seat: str, version: int) -> None:
        """A reader that is slow misses numbers in between, never the newest."""
        for waiting in self.waiting[seat]:
            if waiting.full():
                waiting.get_nowait()
            waiting.put_nowait(version)

    async def events(self, _: Request, view: View) -> Response:
        waiting: asyncio.Queue[int] = asyncio.Queue(maxsize=1)

        async def versions() -> AsyncIterator[ServerSentEvent]:
            self.waiting[view.seat].add(waiting)
            try:
                now = self.room.view(view.seat).version
                yield ServerSentEvent(event="version", data=str(now), retry=RETRY)
                while True:
                    yield ServerSentEvent(event="version", data=str(await waiting.get()))
            finally:
                self.waiting[view.seat].discard(waiting)

        alive = ServerSentEvent(event="ping", data="here")  # so that a phone notices when the table has fallen silent
        return EventSourceResponse(versions(), ping=PING, ping_message_factory=lambda: alive)

    async def file(self, request: Request) -> Response:
        """The style and the scripts, which tell nothing about a game."""
        name = request.path_params["name"]
        if name not in FILES:
            return PlainTextResponse("There is no such file.", 404)
        headers = {"Cache-Control": "max-age=60", "Vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return FileResponse(FILES[name], headers=headers)
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        return Response(_pack(FILES[name]), media_type=kind, headers=headers | {"Content-Encoding": "gzip"})

    def routes(self) -> list[Route]:
        seated = self.seated
        questions = [Route(f"/api/{name}", seated(self.ask)) for name in QUESTIONS]
        return [
            Route("/join/{code}", self.join_page),
            Route("/join/{code}", self.join, methods=["POST"]),
            Route("/", seated(self.page)),
            Route("/review", seated(self.story)),
            Route("/table", seated(self.table_story)),
            Route("/api/state", seated(self.state)),
            Route("/api/log", seated(self.log)),
            Route("/api/lines", seated(self.add_line), methods=["POST"]),
            Route("/api/undo", seated(self.undo), methods=["POST"]),
            Route("/api/events", seated(self.events)),
            *questions,
            Route("/files/{name}", self.file),
        ]


def make_app(
    room: Room,
    seats: Seats,
    hosts: Collection[str],
    secure: bool = False,
    announce: Callable[[], None] = lambda: None,
) -> Starlette:
    """The server of one table. `announce` is called whenever somebody sat down or something happened."""
    routes = Web(room, seats, secure, announce).routes()
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)])


def share_memory() -> None:
    """All threads take from one heap: of those that glibc makes for single threads nothing can be given back.

    What is loaded by now stays, and need not be looked through again and again for what nobody needs.
    """
    _tell_glibc("mallopt", ARENA_MAX, 1)
    gc.collect()
    gc.freeze()


def give_back_memory() -> None:
    """Tables of all worlds take megabytes for a moment; Python and glibc keep them long after they were needed."""
    gc.collect()
    _tell_glibc("malloc_trim", 0)


def _tell_glibc(name: str, *values: int) -> None:
    """Elsewhere memory is somebody else's business."""
    if sys.platform == "linux" and (function := getattr(ctypes.CDLL(None), name, None)):
        function(*values)


@cache
def _pack(path: Path) -> bytes:
    """A phone on a weak signal loads a quarter of it."""
    return gzip.compress(path.read_bytes(), mtime=0)


async def _body(request: Request) -> dict[str, object]:
    """The JSON of a request; nothing if it is something else."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return {}
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError, ClientDisconnect):
        return {}
    return body if isinstance(body, dict) else {}


def _policy_of(page: str) -> str:
    """A story has its styles inside, and one script; no other may run."""
    inside = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    known = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in inside)
    allowed = f"style-src 'unsafe-inline'; script-src 'self' {known}; img-src data:"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
