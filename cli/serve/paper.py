"""`deduce serve my.game --paper`: one player copies a paper sheet, on a phone or with mouse and keyboard; no table.

What is tapped is a line for a place of the sheet, and the log has it before the page is told so. The sheet is checked
when somebody asks.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Collection
from pathlib import Path

import typer
from rich.text import Text
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from cli.games import look_of
from cli.language import words_of_page
from cli.logfile import LogFile
from cli.look import show_checked, show_hinted
from cli.opening import BAD_INPUT, leave
from cli.serve.alone import Alone, read_body, share_file, show_links
from cli.serve.files import FILES, PAGES
from cli.serve.guard import Guard
from cli.serve.replies import policy_of
from cli.serve.start import Wishes, open_file, run_alone
from cli.views.console import Screen, clean, out
from cli.views.faults import show_errors
from cli.views.page import make_page, open_templates
from solver import commands
from solver.english import FollowUp, say_ask
from solver.game import CopiesPaper, Data, HasPad, Opened, Recounts
from solver.games import every_game, named_game, open_log, unknown_game
from solver.language import say
from solver.log import check_typed, parse_line, parse_log

QUOTED = re.compile(r"`([^`]*)`")
WIDE = 200  # columns: the page breaks lines itself


class SheetCopy(Alone):
    """The log of one paper sheet, and the page that fills it in."""

    def __init__(self, file: LogFile, opened: Opened) -> None:
        super().__init__()
        self.file, self.opened = file, opened
        self.pages = open_templates(PAGES)

    # What the page is told.

    def show(self) -> Data:
        assert isinstance(self.opened, CopiesPaper)
        return {"sheet": {"player": self.opened.me, **self.opened.describe_sheet()}}

    def write(self, place: str, line: str) -> Data:
        """Put a line at a place of the sheet: on the disk when this returns."""
        assert isinstance(self.opened, CopiesPaper)
        check_typed(parse_line(0, line))
        text = self.opened.put_at_place(place, line)
        opened = open_log(parse_log(text, str(self.file.path)))
        if not isinstance(opened, Opened):
            return {"refused": f"{opened[0].problem} {opened[0].hint}", **self.show()}
        self.file.save(text)
        self.opened = opened
        return self.show()

    def check(self, which: bool) -> Data:
        """The verdict as a terminal words it; with `which` it names the crosses that are not justified."""
        checked = commands.check(self.opened, self.opened.me)
        pad, look = checked.verdict.pad, look_of(self.opened.game)
        more = pad.undated and not which and not all(cross.justified for cross in pad.crosses)
        return {"told": _word(lambda screen: show_checked(look, screen, checked, which)), "more": "which" * more}

    def hint(self, level: int) -> Data:
        """Where to look, then what, then why."""
        hinted, look = commands.hint(self.opened, self.opened.me, level), look_of(self.opened.game)
        more = str(level + 1) if hinted.hint and level < 2 else ""
        return {"told": _word(lambda screen: show_hinted(look, screen, hinted)), "more": more}

    def recount(self) -> str:
        game, logs = self.opened.game, [self.opened]
        assert isinstance(game, Recounts)
        return make_page(game.recount(logs, commands.review(logs, self.opened.me)))

    # Requests.

    async def page(self, request: Request) -> Response:
        def made() -> str:
            words = json.dumps(words_of_page([FILES["paper.js"].read_text(encoding="utf-8")]))
            return self.pages.get_template("paper.html").render(player=self.opened.me, words=words)

        return HTMLResponse(await self.think(request, made))

    async def sheet(self, request: Request) -> Response:
        return await self.reply(request, self.show)

    async def place(self, request: Request) -> Response:
        body = await read_body(request)
        place, line = body.get("place"), body.get("line")
        if not isinstance(place, str) or not isinstance(line, str):
            return JSONResponse({"problem": say("That did not work.")}, 400)
        return await self.reply(request, lambda: self.write(place, line.strip()))

    async def verdict(self, request: Request) -> Response:
        return await self.reply(request, lambda: self.check("which" in request.query_params))

    async def hinted(self, request: Request) -> Response:
        level = request.query_params.get("more", "")
        return await self.reply(request, lambda: self.hint(int(level) if level in ("1", "2") else 0))

    async def review(self, request: Request) -> Response:
        text = await self.think(request, self.recount)
        return HTMLResponse(text, headers={"Content-Security-Policy": policy_of(text)})

    def routes(self) -> list[Route]:
        return [
            Route("/join/{code}", self.known(self.page)),
            Route("/join/{code}/sheet", self.known(self.sheet)),
            Route("/join/{code}/place", self.known(self.place), methods=["POST"]),
            Route("/join/{code}/check", self.known(self.verdict)),
            Route("/join/{code}/hint", self.known(self.hinted)),
            Route("/join/{code}/review", self.known(self.review)),
            Route("/files/{name}", share_file),
        ]


def make_copying(copy: SheetCopy, hosts: Collection[str]) -> Starlette:
    return Starlette(routes=copy.routes(), middleware=[Middleware(Guard, hosts=hosts)])


def _word(show: Callable[[Screen], None]) -> list[str]:
    """What a screen would show, line by line."""
    text = io.StringIO()
    show(Screen(_name_button, file=text, width=WIDE, color_system=None))
    return QUOTED.sub(r"“\1”", text.getvalue()).strip("\n").split("\n")


def _name_button(ask: FollowUp) -> str:
    """What is suggested is a button of the page."""
    if ask.command == "hint" and ask.options:
        return say("More")
    buttons = {"check": say("Which?"), "hint": say("Hint"), "review": say("How it went")}
    return buttons.get(ask.command) or say_ask(ask)


# The log.


def serve_paper(name: str, wishes: Wishes) -> None:
    """One player, until Ctrl-C."""
    file = open_file(Path(name))
    try:
        copy = SheetCopy(file, _open_sheet(file, wishes))
        sheet = say("{player}'s paper sheet", player=clean(copy.opened.me))
        end = say("Ctrl-C stops. Every tap is saved at once.")
        run_alone(
            lambda hosts: make_copying(copy, hosts),
            copy.code,
            wishes,
            lambda links: show_links(copy.opened.game.title, sheet, links, end),
        )
    finally:
        file.close()
    out().print(Text(say("Stopped. The log is whole: {name}", name=clean(name))))


def _open_sheet(file: LogFile, wishes: Wishes) -> Opened:
    if not file.text.strip():
        file.save(_begin(wishes))
    opened = open_log(parse_log(file.text, str(file.path)))
    if isinstance(opened, tuple):
        show_errors(opened)
        raise typer.Exit(BAD_INPUT)
    if not isinstance(opened, CopiesPaper) or not opened.is_copy:
        problem = say("{name} is not a copy of a paper sheet.", name=str(file.path))
        leave(problem, say("Copy the sheet into a log of its own: name one that is not there yet."))
    return opened


def _begin(wishes: Wishes) -> str:
    """The opening lines of a new copy, asked for if the call does not say them: whose sheet it is comes first."""
    game = named_game(wishes.game) if wishes.game else next(one for one in every_game() if isinstance(one, HasPad))
    if game is None:
        leave(*unknown_game(wishes.game or ""))
    names = (wishes.players or _ask(say("Who played? Type all names, yours first"))).replace(",", " ").split()
    head = f"game {game.name}\nplayers {' '.join(names)}\nme {' '.join(names[:1])}\n"
    opened = open_log(parse_log(head, say("the set-up")))
    if isinstance(opened, tuple):
        show_errors(opened)
        raise typer.Exit(BAD_INPUT)
    if not isinstance(opened, CopiesPaper):
        leave(say("{game} has no paper sheet to copy.", game=game.title), say("Leave --paper out."))
    return f"{head}{opened.mark}\n"


def _ask(question: str) -> str:
    try:
        return str(typer.prompt(question))
    except typer.Abort:  # nobody is there to answer; Ctrl-C, too
        out().print()
        leave(say("A new copy needs the names of the players."), say("Say them, yours first: --players Anna,Ben"))
