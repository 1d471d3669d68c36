"""What is served to one person and is no table: whoever has the link is that person, on any phone.

The code in the link cannot be guessed. Requests take turns; thinking is done in threads, in the language of the phone.
"""

from __future__ import annotations

import asyncio
import io
import json
import secrets
from collections.abc import Awaitable, Callable, Sequence
from threading import Lock
from typing import TypeVar

from rich.text import Text
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response

from cli.serve.files import FILES
from cli.serve.guard import language_of
from cli.serve.web import SLOWEST
from cli.views.console import out, put
from solver.game import Data
from solver.language import say, speaking
from solver.log import Fault

Answering = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")


class Alone:
    """The link to a page for one person, and how its requests are answered."""

    def __init__(self) -> None:
        self.code = secrets.token_urlsafe(9)
        self.turn = Lock()
        self.wrong_codes = 0

    def known(self, handler: Answering) -> Answering:
        """Only with the code of the link; every wrong one makes the next wait longer."""

        async def answer(request: Request) -> Response:
            if secrets.compare_digest(request.path_params["code"].encode(), self.code.encode()):
                return await handler(request)
            self.wrong_codes += 1
            await asyncio.sleep(min(SLOWEST, self.wrong_codes * 0.01))
            return PlainTextResponse(say("There is no such page."), 404)

        return answer

    async def think(self, request: Request, make: Callable[[], T]) -> T:
        language = language_of(request)

        def made() -> T:
            with self.turn, speaking(language):
                return make()

        return await asyncio.to_thread(made)

    async def reply(self, request: Request, make: Callable[[], Data]) -> Response:
        """What is wrong is a sentence; after one about the disk the page sends it again."""

        def told() -> Response:
            try:
                return JSONResponse(make())
            except Fault as fault:
                return JSONResponse({"problem": f"{fault.problem} {fault.hint}"}, 422)
            except OSError as failed:
                reason = failed.strerror or str(failed)
                return JSONResponse({"problem": say("Nothing can be saved: {reason}.", reason=reason)}, 507)

        return await self.think(request, told)


async def share_file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FILES:
        return PlainTextResponse(say("There is no such file."), 404)
    return FileResponse(FILES[name], headers={"Cache-Control": "max-age=60"})


async def read_body(request: Request) -> Data:
    """The JSON of a request; nothing if it is something else."""
    try:
        found = json.loads(await request.body())
    except (ValueError, RecursionError, ClientDisconnect):
        return {}
    return found if isinstance(found, dict) else {}


def show_links(game: str, what: str, links: Sequence[str], end: str) -> None:
    """On the screen of the computer: what it is, the link as a code to scan and in letters, how it ends."""
    import segno

    console = out()
    console.print(Text.assemble((game, "bold"), f" · {what}"))
    put(console, say("Scan this code with your phone, or open the link:"))
    drawn = io.StringIO()
    segno.make(links[0], error="l").terminal(drawn, compact=True)
    console.print(Text(drawn.getvalue().rstrip("\n")), soft_wrap=True)
    for link in links:
        console.print(Text(link, style="bold cyan"), soft_wrap=True)
    put(console, end)
