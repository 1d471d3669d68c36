"""Lets through what comes from our own pages: the right host, no other site, a body of at most 4 KiB."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.language import of_phone
from solver.language import later, say, speaking

LARGEST_BODY = 4096
LANGUAGE = "lang"  # the cookie of a phone that has chosen one
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
OTHER_HOST = later("This table does not go by that name here. Open the link that its screen shows: {link}")
OTHER_SITE = later("Not from another site.")
TOO_LONG = later("That is too long.")


class Guard:
    """`link` is how the table's screen calls this table, without its code."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], link: str = "") -> None:
        self.app, self.hosts, self.link = app, {host.lower() for host in hosts}, link

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        problem = self.find_problem(request)
        if problem:
            with speaking(language_of(request)):
                told = say(problem[1], link=self.link)
            await PlainTextResponse(told, problem[0])(scope, receive, _adding_headers(send))
            return
        await self.app(scope, _limited(receive), _adding_headers(send))

    def find_problem(self, request: Request) -> tuple[int, str] | None:
        host = request.headers.get("host", "").lower()
        if host not in self.hosts:
            return 421, OTHER_HOST
        origin = request.headers.get("origin")
        if origin is not None and origin.lower() != f"{request.url.scheme}://{host}":
            return 403, OTHER_SITE
        if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not _follows_link(request):
            return 403, OTHER_SITE
        length = request.headers.get("content-length") or "0"
        if not length.isdecimal() or len(length) > 9 or int(length) > LARGEST_BODY:
            return 413, TOO_LONG
        return None


def language_of(request: Request) -> str:
    """Chosen on the phone, else what its browser asks for."""
    cookies: Mapping[str, str] = request.cookies
    return of_phone(cookies.get(LANGUAGE), request.headers.get("accept-language"))


def _follows_link(request: Request) -> bool:
    """The link of the table, tapped in a message: a page to look at, and no cookie comes along."""
    looks = request.method == "GET" and request.headers.get("sec-fetch-mode") == "navigate"
    return looks and request.url.path.startswith(("/join/", "/board/", "/help"))


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
