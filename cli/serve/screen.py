"""What the table's own screen says, for all to read: how to join, who sits, whose move it is. Never a card."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from threading import Event, Thread
from time import sleep

from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table as Grid
from rich.text import Text

from cli.serve.boards import describe_board
from cli.serve.gathering import Gathering
from cli.views.console import clean, out
from solver.english import all_of
from solver.game import Data
from solver.language import say, say_count

Links = Sequence[tuple[str, str]]
MOMENT = 0.1  # seconds between two paintings
WIDE, HIGH = 78, 22  # what a board with its code needs


def unheard() -> contextlib.suppress:
    """For a screen that may be gone: Rich ends the whole program when what it writes to is closed."""
    return contextlib.suppress(OSError, SystemExit)


def draw_code(link: str, border: int = 4) -> Text:
    import segno

    drawn = io.StringIO()
    segno.make(link, error="l").terminal(drawn, border=border, compact=True)
    return Text(drawn.getvalue().rstrip("\n"), no_wrap=True)


class HostScreen:
    """Line by line, for a screen that only scrolls."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.said: list[str] = []

    def show_links(self, links: Links) -> None:
        console, room = out(), self.gathering.room
        names = f" · {', '.join(room.seats)}" if room else ""
        console.print(Text.assemble((room.title if room else "deduce", "bold"), names))
        console.print(say("Everybody scans this code, or opens the link, and takes their own seat:"))
        console.print(draw_code(links[0][0]), soft_wrap=True)
        for link, kind in links:
            label = f"  ({say(kind)})" if kind and len(links) > 1 else ""
            console.print(Text.assemble((link, "bold cyan"), (label, "dim")), soft_wrap=True)
        console.print(say("Ctrl-C stops. Every line is saved at once."))

    def announce(self) -> None:
        """Only what has changed since it was last said. A terminal that is gone does not stop the table."""
        now = list(tell_standing(self.gathering))
        with unheard():
            for line in now:
                if line not in self.said:
                    out().print(Text(clean(line)), soft_wrap=True)
        self.said = now


def tell_standing(gathering: Gathering) -> Iterator[str]:
    """Who is here, where the game stands, and what is wrong with the disk."""
    room = gathering.room
    if room is None:
        yield say("The first phone says what is played, and who plays.")
        return
    here = [seat for seat in room.seats if seat in gathering.seats.taken]
    lacking = [seat for seat in room.seats if seat not in here]
    if not here:
        yield say("Nobody is here yet.")
    elif lacking:
        yield say("Here: {players}. Still to join: {others}.", players=all_of(here), others=all_of(lacking))
    else:
        yield say("Here: {players}.", players=all_of(here))
    yield room.standing
    if room.trouble:
        yield room.trouble
    yield from tell_clashes(len(room.clashes))


def tell_clashes(count: int) -> Iterator[str]:
    """How many, and no word of what: whoever sees both sides is shown them."""
    if count:
        yield say_count(
            "{count} entry does not go with another: the phones that see both show it.",
            "{count} entries do not go with others: the phones that see both show them.",
            count,
        )


class LiveScreen:
    """A screen that redraws itself: code and links, who is there, the track, whose move, and what keys do."""

    def __init__(self, gathering: Gathering, links: Links) -> None:
        self.gathering, self.links = gathering, tuple(links)
        self.ask = ""  # what is asked at the bottom, and what was typed so far
        self.stale, self.gone = Event(), False

    @contextmanager
    def shown(self) -> Iterator[None]:
        """It is painted by a thread of its own: a terminal that takes nothing for a while makes no phone wait."""
        with Live(self.draw(), console=out(), screen=True, auto_refresh=False) as live:
            said_here = copy_context()
            Thread(target=lambda: said_here.run(self._paint, live), daemon=True).start()
            try:
                yield
            finally:
                self.gone = True
                self.stale.set()

    def _paint(self, live: Live) -> None:
        while not self.gone:
            self.stale.wait()
            self.stale.clear()
            with unheard():
                live.update(self.draw(), refresh=not self.gone)
            sleep(MOMENT)

    def announce(self) -> None:
        self.stale.set()

    def draw(self) -> RenderableType:
        size = out().size
        both = Grid.grid(padding=(0, 2))
        if size.width >= WIDE and size.height >= HIGH:
            both.add_row(draw_code(self.links[0][0], border=2), Group(*self._tell(size.height - len(self.links) - 3)))
            rows: list[RenderableType] = [both]
        else:
            rows = [*self._tell(size.height - len(self.links) - 3)]
        return Group(*rows, *self._list_links(), self._ask())

    def _tell(self, most: int) -> list[Text]:
        room, board = self.gathering.room, self._board()
        rows = [Text(room.title if room else "deduce", style="bold")]
        if room is not None:
            rows += [Text(clean(str(board["prompt"]))), Text("")]
            rows += [*self._list_players(board), Text("")]
            rows += [Text(clean(one), style="bold") for one in tell_clashes(len(room.clashes))]
            rows += [Text(clean(room.trouble), style="bold")] if room.trouble else []
            rows += [Text(clean(one), style="dim") for one in _shared_news(board)[-3:]]
        else:
            rows.append(Text(say("The first phone says what is played, and who plays.")))
        return rows[: max(most, 3)]

    def _board(self) -> Data:
        room = self.gathering.room
        if room is None:
            return {}
        return describe_board([room.view(seat) for seat in room.seats], self.gathering.seats.taken, room.standing)

    def _list_players(self, board: Data) -> list[Text]:
        room = self.gathering.room
        table, waiting = board.get("table"), board.get("waiting")
        known = isinstance(table, dict) and not board["turning"]
        scores = table.get("scores", table.get("points", {})) if known and isinstance(table, dict) else {}
        rows = []
        for name in room.players if room else ():
            here = name in self.gathering.seats.taken
            away = room is not None and name in room.away
            state = say("away") if away else say("here") if here else say("not here yet")
            points = scores.get(name) if isinstance(scores, dict) else None
            mark = "› " if isinstance(waiting, list) and name in waiting else "  "
            style = "" if here else "dim"
            rows.append(Text(clean(f"{mark}{name} · {state}{'' if points is None else f' · {points}'}"), style=style))
        return rows

    def _list_links(self) -> list[Text]:
        return [
            Text.assemble((link, "bold cyan"), (f"  ({say(kind)})" if kind else "", "dim"), no_wrap=True)
            for link, kind in self.links
        ]

    def _ask(self) -> Text:
        return Text(clean(self.ask)) if self.ask else Text(tell_keys(self.gathering), style="dim")


def _shared_news(board: Data) -> list[str]:
    news = board.get("news")
    return [str(one["text"]) for one in news] if isinstance(news, list) else []


def tell_keys(gathering: Gathering) -> str:
    room = gathering.room
    if room and room.clashes:
        return say("f free a seat · a who is away · e put right · c what clashes · n new game · q stop")
    return say("f free a seat · a who is away · e put right · n new game · q stop")
