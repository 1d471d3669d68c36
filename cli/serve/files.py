"""What pages load: styles, scripts, the icon, and all that scripts may say in one language."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from cli.language import words_of_page
from cli.views.page import SHARED
from solver.language import language_spoken

PAGES = Path(__file__).parent / "pages"
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
FILES = {path.name: path for path in (*PAGES.iterdir(), SHARED / "deduce.css") if path.suffix in KINDS}
OTHER_PAGES = ("paper.js", "practice.js")  # scripts that no seat of a table loads
MANIFEST = "manifest.webmanifest"


async def send_file(request: Request) -> Response:
    """The style and the scripts, which tell nothing about a game."""
    name = request.path_params.get("name", MANIFEST)
    if name not in FILES:
        return PlainTextResponse("There is no such file.", 404)
    headers = {"Cache-Control": "max-age=60", "Vary": "Accept-Encoding"}
    kind = KINDS[FILES[name].suffix]
    if not takes_packed(request):
        return FileResponse(FILES[name], media_type=kind, headers=headers)
    return Response(_pack(FILES[name]), media_type=kind, headers=headers | {"Content-Encoding": "gzip"})


def takes_packed(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def pack(told: Response) -> Response:
    """The same answer, compressed."""
    headers = {"Vary": told.headers.get("vary", "Accept-Encoding"), "Content-Encoding": "gzip"}
    return Response(gzip.compress(bytes(told.body), 6, mtime=0), told.status_code, headers, told.media_type)


def words_of_pages() -> str:
    """Whatever scripts say, in the language that is spoken."""
    return _words_in(language_spoken())


@cache
def _words_in(_: str) -> str:
    seats = (path for path in FILES.values() if path.suffix == ".js" and path.name not in OTHER_PAGES)
    scripts = tuple(path.read_text(encoding="utf-8") for path in seats)
    return json.dumps(words_of_page(scripts), ensure_ascii=False)


@cache
def _pack(path: Path) -> bytes:
    """Compressed: on a weak signal a phone loads a quarter as much."""
    return gzip.compress(path.read_bytes(), mtime=0)
