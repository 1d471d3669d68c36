"""What phones may ask, and the answers. A seat's answers are made from its view alone; see `table`.

Nobody gets in: no seat without its cookie, no request from another site, no body above 4 KiB, nothing from elsewhere in
a page, and wrong codes are slowed down. Every answer is said in the language of the phone that asks.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import TypeVar

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from cli.serve.answers import QUESTIONS, describe, list_lines, tell_story, tell_table
from cli.serve.boards import describe_board
from cli.serve.door import Caller
from cli.serve.files import FILES, MANIFEST, PAGES, pack, send_file, takes_packed, words_of_pages
from cli.serve.gathering import Gathering, list_choices
from cli.serve.guard import LARGEST_BODY, Guard, language_of
from cli.serve.memory import give_back_memory
from cli.serve.naming import name_in_answer
from cli.serve.replies import are_texts, read_body, tell_answer, tell_done, tell_page
from cli.serve.room import Room
from cli.serve.seats import Seats
from cli.serve.table import Refused, unfit
from cli.serve.thinking import Make, Thinkers
from cli.serve.views import Ids, View
from cli.views.faults import show_own_fault
from cli.views.page import open_templates
from solver.game import Data, Recounts
from solver.language import ENGLISH, language_spoken, languages, later, say, speaking

__all__ = ["LARGEST_BODY", "Guard", "Web", "make_app"]

COOKIE = "seat"
A_WEEK = 7 * 24 * 3600
STREAMS = 8  # on which a seat hears of news at the same time
EVEN = 0.05  # seconds between the moments at which lines are answered
WATCH = 1.0  # seconds until somebody looks again who has a seat
TIDY = 5.0  # seconds until memory is given back
ALL = ""  # no seat's name: what is the same for all
ENOUGH = -1  # no version: the stream ends
RETRY = 1000  # milliseconds until a phone that lost the connection asks again
PING = 15  # seconds between two signs of life
SLOWEST = 2.0  # seconds a wrong code waits at most
NO_SEAT = later("No seat. Open the link on the table's screen to sit down.")
NO_TABLE = later("There is no such table.")

Handler = Callable[[Request, View], Awaitable[Response]]
Saved = TypeVar("Saved")


class Web:
    """The routes of one table."""

    def __init__(
        self,
        gathering: Gathering,
        secure: bool,
        announce: Callable[[], None],
        welcome: Callable[[Caller], None] = lambda _: None,
        links: Sequence[tuple[str, str]] = (("", ""),),
    ) -> None:
        self.gathering, self.secure, self.announce, self.welcome = gathering, secure, announce, welcome
        self.links, self.link = links, links[0][0]
        self.writing = asyncio.Lock()
        self.writer, self.thinkers = ThreadPoolExecutor(1), Thinkers()
        self.tidying = False
        self.wrong_codes = 0
        self.pages = open_templates(PAGES)
        self.waiting: dict[str, list[asyncio.Queue[int]]] = {}
        self.board_ids: dict[int, Ids] = {}  # of its news, for each game by its first version
        self.board: tuple[int, Data] = (0, {})  # its version, and what it was then

    @property
    def seats(self) -> Seats:
        return self.gathering.seats

    @property
    def room(self) -> Room:
        """Nobody has a seat as long as there is none."""
        if self.gathering.room is None:
            raise LookupError("no game is set up")
        return self.gathering.room

    def show(self, request: Request, name: str, status: int = 200, **known: object) -> Response:
        """A page in the language of the phone, with all that its scripts may say."""
        with speaking(language_of(request)):
            shown = known | {"languages": json.dumps(languages()), "words": words_of_pages()}
            page = self.pages.get_template(name).render(shown)
        told = HTMLResponse(page, status, {"Vary": "Accept-Encoding, Accept-Language, Cookie"})
        return pack(told) if takes_packed(request) else told

    def turn_away(self, request: Request, status: int, problem: str) -> Response:
        """A page for who looks, a sentence for a program."""
        if "text/html" in request.headers.get("accept", ""):
            with speaking(language_of(request)):
                told = say(problem)
            return self.show(request, "lost.html", status, problem=told)
        with speaking(language_of(request)):
            return PlainTextResponse(say(problem), status)

    # Sitting down.

    def coded(self, handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Only with the code of the link."""

        async def answer(request: Request) -> Response:
            if not await self.knows_code(request):
                return self.turn_away(request, 404, NO_TABLE)
            with speaking(language_of(request)):
                return await handler(request)

        return answer

    async def join_page(self, request: Request) -> Response:
        if self.seat_of(request):
            return RedirectResponse("/", 303)
        room = self.gathering.room
        seats = [(seat, seat in self.seats.taken) for seat in self.gathering.names]
        return self.show(request, "join.html", title=room.title if room else "deduce", seats=seats)

    async def join_state(self, request: Request) -> Response:
        room = self.gathering.room
        seats = [{"name": name, "taken": name in self.seats.taken} for name in self.gathering.names]
        game = room.name if room else None
        title = room.title if room else "deduce"
        return JSONResponse({"title": title, "game": game, "seats": seats, "yours": self.seat_of(request) or None})

    async def choices(self, _: Request) -> Response:
        return JSONResponse(list_choices())

    async def set_up(self, request: Request) -> Response:
        body = await read_body(request)
        game, players, lines, aid = (body.get(name) for name in ("game", "players", "lines", "aid"))
        if not isinstance(game, str) or not isinstance(aid, str) or not are_texts(players) or not are_texts(lines):
            return JSONResponse(
                {"problem": say("Send a game, the players, the lines of the options and the aid.")}, 400
            )
        language = language_spoken()

        def make() -> None:
            with speaking(language):
                self.gathering.set_up(game, players, lines, aid)

        async with self.writing:
            try:
                await self.save(make)
            except Refused as refused:
                errors = [error.data() for error in refused.errors]
                return JSONResponse({"errors": errors}, 409 if refused.late else 422)
            except OSError as failed:
                return self.not_saved(failed)
        self.notify()
        return JSONResponse({"game": self.room.name, "seats": list(self.gathering.names)})

    async def join(self, request: Request) -> Response:
        """Sit down."""
        seat = (await read_body(request)).get("player")
        if not isinstance(seat, str) or seat not in self.gathering.names:
            return JSONResponse({"problem": say("Nobody here has that name.")}, 422)
        try:
            cookie = self.seats.sit_down(seat)
        except OSError as failed:
            return self.not_saved(failed)
        if cookie is None:
            return JSONResponse({"problem": say("{player}'s seat is taken.", player=seat)}, 409)
        self.notify()
        self.greet(request)
        answer = JSONResponse({"player": seat})
        answer.set_cookie(COOKIE, cookie, A_WEEK, httponly=True, samesite="strict", secure=self.secure)
        return answer

    async def leave(self, _: Request, view: View) -> Response:
        """The seat was taken by mistake, or its player goes."""
        try:
            self.seats.stand_up(view.seat)
        except OSError as failed:
            return self.not_saved(failed)
        self.end_streams(view.seat)
        self.notify()
        answer = JSONResponse({"left": view.seat})
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=self.secure)
        return answer

    def free(self, seat: str) -> None:
        """From the table's screen: the phone there is lost. Raises OSError."""
        self.seats.stand_up(seat)
        self.end_streams(seat)
        self.notify()

    def look_at_seats(self) -> None:
        """Another call may have freed one: its phone hears of it, and the screens."""
        freed = self.seats.take_freed()
        for seat in freed:
            self.end_streams(seat)
        if freed:
            self.notify()

    async def watch_seats(self) -> None:
        """As long as the table is served."""
        while True:
            await asyncio.sleep(WATCH)
            self.look_at_seats()

    def end_streams(self, seat: str) -> None:
        for waiting in self.waiting.pop(seat, []):
            _put(waiting, ENOUGH)

    def greet(self, request: Request) -> None:
        """Who has a seat is not sent away when there are too many at the door."""
        if request.client:
            self.welcome((request.client.host, request.client.port))

    async def knows_code(self, request: Request) -> bool:
        """Every wrong code makes the next one wait longer; a right one is forgiven at once."""
        if self.seats.fits(request.path_params["code"]):
            return True
        self.wrong_codes += 1
        await asyncio.sleep(min(SLOWEST, self.wrong_codes * 0.01))
        return False

    def seat_of(self, request: Request) -> str:
        seat = self.seats.seat_of(request.cookies.get(COOKIE, ""))
        return seat if seat in self.gathering.names else ""

    # A seat.

    async def think(
        self, request: Request, question: str, seat: str, known: object, make: Make, quick: bool = False
    ) -> Response:
        """Make an answer beside the writing, which never waits for it, and only as long as somebody wants it.

        It is made, and kept, in the language of the phone. The memory it took is given back, once for many answers.
        """
        loop = asyncio.get_running_loop()
        if not self.tidying:
            self.tidying = True
            loop.call_later(TIDY, self.tidy)
        language = language_spoken()

        def made() -> Response:
            with speaking(language):
                return make()

        making = loop.create_task(self.thinkers.answer(seat, known, f"{language} {question}", made, quick))
        leaving = loop.create_task(_leaves(request))
        try:
            await asyncio.wait({making, leaving}, return_when=asyncio.FIRST_COMPLETED)
            return await making if making.done() else Response(status_code=499)
        finally:
            making.cancel()
            leaving.cancel()

    def tidy(self) -> None:
        self.tidying = False
        self.thinkers.quick.submit(give_back_memory)

    def seated(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """Only with a seat's cookie, and only about that seat."""

        async def answer(request: Request) -> Response:
            seat = self.seat_of(request)
            if not seat:
                return self.turn_away(request, 401, NO_SEAT)
            self.greet(request)
            with speaking(language_of(request)):
                return await handler(request, self.room.view(seat))

        return answer

    async def page(self, request: Request, view: View) -> Response:
        game, alone = view.opened.game, not self.room.of_table
        return self.show(
            request,
            "seat.html",
            seat=view.seat,
            title=game.title,
            alone=alone,
            story=isinstance(game, Recounts),
            script=f"{game.name}.js" if f"{game.name}.js" in FILES else "",
            lines=json.dumps(list_lines(view, alone)),
        )

    async def help(self, request: Request) -> Response:
        """What to check when a phone does not get through; for everybody."""
        return self.show(request, "help.html")

    async def story(self, request: Request, view: View) -> Response:
        """How it went, as a page of its own."""
        return await self.think(request, "story", view.seat, view, lambda: tell_page(lambda: tell_story(view)))

    async def table_story(self, request: Request, _: View) -> Response:
        """How it went for the whole table: at the end, the one page that shows a seat more than its own log."""
        room = self.room
        return await self.think(
            request, "story", ALL, room.moment, lambda: tell_page(lambda: tell_table(room.look_back()))
        )

    async def state(self, request: Request, view: View) -> Response:
        packed, game = takes_packed(request), self.seats.game

        def make() -> Response:
            told = JSONResponse(describe(view) | {"game": game})
            return pack(told) if packed else told

        return await self.think(request, f"state {packed}", view.seat, view, make, quick=True)

    async def log(self, _: Request, view: View) -> Response:
        return PlainTextResponse(view.text)

    async def ask(self, request: Request, view: View) -> Response:
        command, params = request.url.path.rpartition("/")[2], request.query_params
        ask, question = QUESTIONS[command], f"{command}?{params}"
        return await self.think(
            request, question, view.seat, view, lambda: tell_answer(lambda: self.named(view, ask(view, params).data()))
        )

    def named(self, view: View, answer: Data) -> Data:
        return name_in_answer(view, answer) if self.room.of_table else answer

    # What a seat changes.

    async def add_line(self, request: Request, view: View) -> Response:
        body = await read_body(request)
        line, version, before, instead = (body.get(name) for name in ("line", "version", "before", "instead"))
        absent, round_ = body.get("for", ""), body.get("round")
        if not isinstance(line, str) or not isinstance(version, int) or not isinstance(absent, str):
            return JSONResponse({"problem": say("Send a line and the version it was meant for.")}, 400)
        if body.get("game", self.seats.game) != self.seats.game:
            return JSONResponse({"errors": [one.data() for one in unfit(line, say("Another game has begun."))]}, 409)
        room, seat, text = self.room, view.seat, line.strip()
        if instead is True or (isinstance(instead, int) and room.of_table):
            which = None if instead is True else instead
            in_round, ask = round_ if isinstance(round_, int) else None, body.get("ask") is True
            return await self.change(lambda: room.put_right(seat, which, in_round, text, ask))
        number = before if instead is None else instead
        if number is None:
            return await self.change(lambda: room.write(seat, text, version, absent))
        if not isinstance(number, int):
            return JSONResponse({"problem": say("Send the number of a line of your log.")}, 400)
        ask = body.get("ask") is True
        return await self.change(lambda: room.correct(seat, text, version, number, instead is not None, ask))

    async def undo(self, request: Request, view: View) -> Response:
        body = await read_body(request)
        version, which = (body.get(name) for name in ("version", "id"))
        if not isinstance(version, int | None) or not isinstance(which, int | None) or version is which:
            return JSONResponse({"problem": say("Send the version, or which entry.")}, 400)
        room, seat, ask = self.room, view.seat, body.get("ask") is True
        return await self.change(lambda: room.undo(seat, version, which, ask))

    async def agree(self, request: Request, view: View) -> Response:
        body = await read_body(request)
        which, yes = body.get("id"), body.get("agree")
        if not isinstance(which, int) or not isinstance(yes, bool):
            return JSONResponse({"problem": say("Send which change, and whether you agree.")}, 400)
        room, seat = self.room, view.seat
        return await self.change(lambda: room.agree(seat, which, yes))

    async def turn(self, request: Request, view: View) -> Response:
        hands = (await read_body(request)).get("turned")
        if not isinstance(hands, int):
            return JSONResponse({"problem": say("Send how many hands are turned then.")}, 400)
        room, seat = self.room, view.seat
        return await self.change(lambda: room.turn(seat, hands), lambda _: {"turned": room.turned})

    async def rematch(self, request: Request, view: View) -> Response:
        yes = (await read_body(request)).get("agree")
        if not isinstance(yes, bool):
            return JSONResponse({"problem": say("Send whether you want to play again.")}, 400)
        room, seat = self.room, view.seat
        return await self.change(lambda: self.play_again(room, seat, yes), self.tell_rematch)

    def play_again(self, room: Room, seat: str, yes: bool) -> View:
        room.play_again(seat, yes)
        if self.gathering.wants_next:
            self.gathering.play_next()
        return self.room.view(seat)

    def tell_rematch(self, done: object) -> Data:
        view = done if isinstance(done, View) else None
        return {"rematch": list(view.rematch if view else ())}

    async def change(self, make: Callable[[], object], more: Callable[[object], Data] | None = None) -> Response:
        """One change at a time; whoever is concerned hears of it once it is on the disk.

        The answer leaves at even steps of time: how long it took tells how much is written in secret.
        """
        clock = asyncio.get_running_loop().time
        begun, answer = clock(), await self.change_now(make, more)
        with suppress(asyncio.CancelledError):  # it is saved, and so it is answered
            await asyncio.sleep(EVEN - (clock() - begun) % EVEN)
        return answer

    async def change_now(self, make: Callable[[], object], more: Callable[[object], Data] | None = None) -> Response:
        language = language_spoken()

        def made() -> Response:
            with speaking(language):
                return tell_done(make, more)

        async with self.writing:
            before = dict(self.room.views)
            try:
                return await self.save(made)
            except OSError as failed:
                return self.not_saved(failed)
            finally:
                for seat, view in self.room.views.items():
                    if seat not in before or view.version != before[seat].version:
                        self.tell(seat, view.version)
                self.notify()

    def change_here(self, make: Callable[[], Saved]) -> Saved:
        """From the table's own screen, in its turn: what phones send is written by the same one thread."""
        done = self.writer.submit(copy_context().run, make).result()
        self.tell_all()
        return done

    def tell_all(self) -> None:
        """Something happened that did not come from a phone."""
        for seat in self.room.seats:
            self.tell(seat, self.room.view(seat).version)
        self.notify()

    def end_all(self) -> None:
        """The server stops: nobody is left listening."""
        for seat in list(self.waiting):
            self.end_streams(seat)

    def notify(self) -> None:
        """For the screens that all look at."""
        self.announce()
        self.tell_board()

    def not_saved(self, failed: OSError) -> Response:
        """The phone keeps what it sent, and sends it again."""
        why = failed.strerror or str(failed)
        problem = say("The computer of this table cannot save: {why}. Nothing is lost.", why=why)
        return JSONResponse({"problem": problem}, 507)

    async def save(self, make: Callable[[], Saved]) -> Saved:
        """Once begun, a change is finished and answered, even if the server stops meanwhile."""
        saving = asyncio.get_running_loop().run_in_executor(self.writer, make)
        while not saving.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([saving])
        return saving.result()

    # News.

    def tell(self, seat: str, version: int) -> None:
        for waiting in self.waiting.get(seat, ()):
            _put(waiting, version)

    async def events(self, _: Request, view: View) -> Response:
        return self.stream(view.seat, lambda: self.room.view(view.seat).version)

    def stream(self, key: str, look: Callable[[], int]) -> Response:
        """Versions, as they come: of a seat, or of the board."""
        waiting: asyncio.Queue[int] = asyncio.Queue(maxsize=1)

        async def versions() -> AsyncIterator[ServerSentEvent]:
            streams = self.waiting.setdefault(key, [])
            streams.append(waiting)
            for oldest in streams[:-STREAMS]:
                streams.remove(oldest)
                _put(oldest, ENOUGH)
            try:
                yield ServerSentEvent(event="version", data=str(look()), retry=RETRY)
                while (now := await waiting.get()) != ENOUGH:
                    yield ServerSentEvent(event="version", data=str(now))
            finally:
                if waiting in streams:
                    streams.remove(waiting)

        alive = ServerSentEvent(event="ping", data="here")  # so that a phone notices when the table has fallen silent
        return EventSourceResponse(versions(), ping=PING, ping_message_factory=lambda: alive)

    # A shared screen.

    async def board_page(self, request: Request) -> Response:
        room = self.gathering.room
        script = f"{room.name}.js" if room and f"{room.name}.js" in FILES else ""
        return self.show(request, "board.html", title=room.title if room else "deduce", script=script)

    async def board_state(self, _: Request) -> Response:
        version, language = self.look_at_board(), language_spoken()

        def make() -> Response:
            with speaking(language):
                return JSONResponse({"version": version, "link": self.link} | self.describe_board())

        return await asyncio.get_running_loop().run_in_executor(self.thinkers.quick, make)

    async def board_events(self, _: Request) -> Response:
        return self.stream(ALL, self.look_at_board)

    def describe_board(self) -> Data:
        room = self.gathering.room
        if room is None:
            return {
                "title": "deduce",
                "prompt": "",
                "players": [],
                "table": {},
                "news": [],
                "waiting": [],
                "clashes": 0,
                "over": False,
                "turned": 0,
            }
        ids = self.board_ids.setdefault(room.start, Ids(room.start))
        return describe_board([room.view(seat) for seat in room.seats], self.seats.taken, room.standing, ids.of)

    def look_at_board(self) -> int:
        """Its version: another when something on it is different, whatever is spoken by who asks."""
        with speaking(ENGLISH):
            now, (version, before) = self.describe_board(), self.board
        if now != before:
            first = self.gathering.room.start if self.gathering.room else 0
            self.board = (max(version, first) + 1, now)
        return self.board[0]

    def tell_board(self) -> None:
        """Somebody sat down, or something happened: whoever looks on hears of it."""
        if self.waiting.get(ALL):
            self.tell(ALL, self.look_at_board())

    async def code_to_scan(self, _: Request) -> Response:
        import segno

        drawn = io.BytesIO()
        segno.make(self.link, error="m").save(drawn, kind="svg", scale=8, border=2)
        return Response(drawn.getvalue(), media_type="image/svg+xml")

    def routes(self) -> list[Route]:
        seated, coded = self.seated, self.coded
        questions = [Route(f"/api/{name}", seated(self.ask)) for name in QUESTIONS]
        posts = {
            "lines": self.add_line,
            "undo": self.undo,
            "agree": self.agree,
            "leave": self.leave,
            "turn": self.turn,
            "rematch": self.rematch,
        }
        boards = {"": self.board_page, "/state": self.board_state, "/events": self.board_events}
        return [
            Route("/join/{code}", coded(self.join_page)),
            Route("/join/{code}", coded(self.join), methods=["POST"]),
            Route("/join/{code}/state", coded(self.join_state)),
            Route("/join/{code}/setup", coded(self.choices)),
            Route("/join/{code}/setup", coded(self.set_up), methods=["POST"]),
            Route("/", seated(self.page)),
            Route("/review", seated(self.story)),
            Route("/table", seated(self.table_story)),
            Route("/api/state", seated(self.state)),
            Route("/api/log", seated(self.log)),
            *(Route(f"/api/{name}", seated(post), methods=["POST"]) for name, post in posts.items()),
            Route("/api/events", seated(self.events)),
            *questions,
            *(Route(f"/board{path}", seated(_without_view(show))) for path, show in boards.items()),
            Route("/board/{code}/qr.svg", coded(self.code_to_scan)),
            *(Route(f"/board/{{code}}{path}", coded(show)) for path, show in boards.items()),
            Route("/files/{name}", send_file),
            Route(f"/{MANIFEST}", send_file),
            Route("/help", self.help),
        ]


def make_app(
    room: Room,
    seats: Seats,
    hosts: Collection[str],
    secure: bool = False,
    announce: Callable[[], None] = lambda: None,
    welcome: Callable[[Caller], None] = lambda _: None,
) -> Starlette:
    """The server of one table. `announce` is called whenever somebody sat down or something happened, `welcome` with
    each address from which a seat asks."""
    return make_server(Web(Gathering(seats, room), secure, announce, welcome), hosts)


def make_server(web: Web, hosts: Collection[str]) -> Starlette:
    home = web.link.partition("/join/")[0]
    guard = Middleware(Guard, hosts=hosts, link=home)
    return Starlette(routes=web.routes(), middleware=[guard], exception_handlers={Exception: _fail})


def _without_view(handler: Callable[[Request], Awaitable[Response]]) -> Handler:
    """For what does not depend on the seat."""

    async def answer(request: Request, _: View) -> Response:
        return await handler(request)

    return answer


async def _fail(request: Request, unexpected: Exception) -> Response:
    """A sentence on the table's screen and on the phone."""
    with suppress(OSError, SystemExit):
        show_own_fault(f"{type(unexpected).__name__}: {unexpected}", say("DEDUCE_DEBUG=1 shows where."))
    with speaking(language_of(request)):
        return JSONResponse({"problem": say("A fault of deduce itself. The computer of this table says more.")}, 500)


async def _leaves(request: Request) -> None:
    """Until whoever asked is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _put(waiting: asyncio.Queue[int], number: int) -> None:
    """A reader that is slow misses numbers in between, never the newest."""
    if waiting.full():
        waiting.get_nowait()
    waiting.put_nowait(number)
