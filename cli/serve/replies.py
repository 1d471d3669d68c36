"""What comes in with a request, and what an answer is made of: JSON, pages, refusals by their status."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import TypeGuard

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from cli.serve.answers import describe_fall
from cli.serve.changes import Contested, Done, Pending
from cli.serve.table import Refused
from cli.serve.views import View
from solver.game import Data
from solver.grammar import Withheld
from solver.log import Fault


def tell_done(make: Callable[[], object], more: Callable[[object], Data] | None) -> Response:
    """What has come of a change, for whoever sent it."""
    try:
        done = make()
    except Contested as contested:
        falls = [describe_fall(contested.view, fall) for fall in contested.falls]
        errors = [error.data() for error in contested.errors]
        return JSONResponse({"errors": errors, "falls": falls, "needs": list(contested.needs)}, 409)
    except Refused as refused:
        return JSONResponse({"errors": [error.data() for error in refused.errors]}, 409 if refused.late else 422)
    if isinstance(done, Pending):
        return JSONResponse({"version": done.view.version, "asked": done.id}, 202)
    if isinstance(done, Done):
        told: Data = {"version": done.view.version, "said": done.view.said}
        return JSONResponse(told | ({"took": done.took} if done.back else {"told": list(done.told)}))
    if not isinstance(done, View):
        return JSONResponse({})
    again: Data = {"again": True} if done.repeated else {}
    return JSONResponse({"version": done.version} | (more(done) if more else {"said": done.said} | again))


def are_texts(found: object) -> TypeGuard[list[str]]:
    return isinstance(found, list) and all(isinstance(one, str) for one in found)


async def read_body(request: Request) -> dict[str, object]:
    """The JSON of a request; nothing if it is something else."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return {}
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError, ClientDisconnect):
        return {}
    return body if isinstance(body, dict) else {}


def tell_page(tell: Callable[[], str]) -> Response:
    try:
        text = tell()
    except Fault as fault:
        return PlainTextResponse(f"{fault.problem} {fault.hint}", 403 if isinstance(fault, Withheld) else 422)
    return HTMLResponse(text, headers={"Content-Security-Policy": policy_of(text)})


def tell_answer(ask: Callable[[], Data]) -> Response:
    try:
        return JSONResponse(ask())
    except Fault as fault:
        told = {"problem": str(fault.problem), "hint": str(fault.hint)}
        return JSONResponse(told, 403 if isinstance(fault, Withheld) else 422)


def policy_of(page: str) -> str:
    """A story has its styles inside, and one script; no other may run."""
    inside = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    known = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in inside)
    allowed = f"style-src 'unsafe-inline'; script-src 'self' {known}; img-src data:"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
