"""Phones in a real browser around one table: how they join, and what players tap for a line of the table's log."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from solver.games.think_str8.lab.match import play_game as play_str8
from solver.games.think_str8.rules import COLOURS
from solver.games.tricoda.lab.simulation import play_game as play_tricoda
from tests.thinkaboxin.random_games import plain_evening

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run")
PLAYERS = ("Anna", "Ben", "Cleo", "Dirk")
SIZE = {"width": 390, "height": 844}
SIDEWAYS = {"width": SIZE["height"], "height": SIZE["width"]}
PHONE = {"viewport": SIZE, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
PATIENCE = 30_000  # milliseconds; a tap that takes longer has failed, even on a busy machine
ANOTHER_VERSION = """([version, patience]) => new Promise((done, fail) => {
    const look = () => document.body.dataset.version !== version && done();
    new MutationObserver(look).observe(document.body, { attributeFilter: ["data-version"] });
    setTimeout(() => fail(new Error("nothing came of it")), patience);
    look();
})"""
# Where a finger finds the only button of that name: it can be used, and nothing lies over it. A locator's own tap waits
# for two pictures to be the same as well, which takes longer than all the rest, and here nothing moves.
PLACE = """([name, patience]) => new Promise((done, fail) => {
    const end = Date.now() + patience;
    const find = () => {
        const within = [...document.querySelectorAll("dialog[open]")].slice(-1)[0] ?? document;
        const found = [...within.querySelectorAll("button")].filter(
            (node) => (node.getAttribute("aria-label") ?? node.textContent.trim()) === name && node.checkVisibility());
        if (found.length !== 1) return `${found.length} buttons are called ${name}`;
        if ("deaf" in found[0].dataset) return `${name} has just come under the finger`;
        if (found[0].disabled) return `${name} cannot be tapped now`;
        found[0].scrollIntoView({ block: "nearest" });
        const box = found[0].getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (!found[0].contains(document.elementFromPoint(x, y))) return `${name} is covered`;
        window.heard = null;
        const hear = ({ target }) => { window.heard = !target.closest("[data-deaf]"); };
        window.addEventListener("click", hear, { capture: true, once: true });
        return { x, y };
    };
    const look = () => {
        const found = find();
        if (typeof found === "object") done(found);
        else if (Date.now() < end) setTimeout(look, 10);
        else fail(new Error(found));
    };
    look();
})"""


HEARD = """() => new Promise((done) => {
    const end = Date.now() + 300;
    const look = () => (window.heard !== null || Date.now() > end ? done(window.heard !== false) : setTimeout(look, 5));
    look();
})"""


@contextmanager
def start_browser() -> Iterator[Any]:
    if BROWSER is None:
        pytest.skip("no browser here: install Debian's chromium to tap on phones and to look at pages")
    driver = pytest.importorskip("playwright.sync_api", reason="no driver here: pip install playwright")
    with driver.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
        yield launched
        launched.close()


class Phones:
    """One server, and a phone for every player."""

    def __init__(
        self,
        browser: Any,
        log: Path,
        game: str,
        seats: Collection[str] = PLAYERS,
        aid: str = "full",
        spare: list[Any] | None = None,
    ) -> None:
        """`spare` phones were at other tables before: starting a new one takes longer than most of what is tapped."""
        self.browser, self.log, self.taps = browser, log, 0
        self.spare = [] if spare is None else spare
        self.port = free_port()
        self.call = ["serve", str(log), "--game", game, "--players", ",".join(seats), "--aid", aid]
        self.faults: list[str] = []
        self.start()
        try:
            self.pages = {player: self.open_phone() for player in seats}
            for player in seats:
                self.press(player, player)
            for page in self.pages.values():
                page.locator("body[data-version]").wait_for()
        except BaseException:
            self.kill()  # nobody else would end the server of a table that is not laid
            raise

    def start(self) -> None:
        call = [sys.executable, "-u", "-m", "cli", *self.call, "--bind", "127.0.0.1", "--port", str(self.port)]
        said = self.log.with_suffix(".said")
        with said.open("w", encoding="utf-8") as terminal:
            self.server = subprocess.Popen(call, stdout=terminal)
        while not (links := find_links(said)):
            assert self.server.poll() is None, said.read_text(encoding="utf-8")
            time.sleep(0.02)
        self.link = links[0]

    def leave(self) -> None:
        self.kill()
        for page in self.pages.values():
            self.lay_aside(page)

    def lay_aside(self, page: Any) -> None:
        """As good as new: an empty page, which knows nothing of this table."""
        page.context.set_offline(False)
        page.remove_listener("pageerror", self.note_fault)
        page.unroute_all()
        page.route("**/*", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
        page.goto(self.link)
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.unroute_all()
        page.context.clear_cookies()
        page.set_viewport_size(SIZE)
        self.spare.append(page)

    def kill(self) -> None:
        self.server.kill()
        self.server.wait()

    def open_phone(self) -> Any:
        page = self.spare.pop() if self.spare else self.browser.new_context(**PHONE).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", self.note_fault)
        page.goto(self.link)
        return page

    def note_fault(self, fault: object) -> None:
        self.faults.append(str(fault))

    def tap(self, taps: Taps) -> None:
        """Tap these buttons one after the other; then all who see what came of it have it on their phones."""
        before = {one: self.version(one) for one in (self.pages if taps.seen_by is None else taps.seen_by)}
        if taps.choice:
            self.choose(taps.player, taps.choice)
        for name in taps.names:
            self.press(taps.player, name)
        self.taps += len(taps.names)
        for player, version in before.items():
            try:
                self.await_change(player, version)
            except Exception as late:  # the driver's own, which need not be installed
                said = self.pages[taps.player].locator("#status").text_content()
                raise AssertionError(f"{taps} came to nothing: {said}") from late

    def press(self, player: str, name: str) -> None:
        """Again, if the button has become deaf just before the finger came."""
        heard = False
        while not heard:
            place = self.pages[player].evaluate(PLACE, [name, PATIENCE])
            self.pages[player].touchscreen.tap(place["x"], place["y"])
            try:
                heard = self.pages[player].evaluate(HEARD)
            except Exception:  # the tap has led to another page
                heard = True

    def version(self, player: str) -> str:
        return str(self.pages[player].evaluate("document.body.dataset.version"))

    def await_change(self, player: str, version: str) -> None:
        """Until this phone shows another version."""
        self.pages[player].evaluate(ANOTHER_VERSION, [version, PATIENCE])

    def button(self, player: str, name: str) -> Any:
        return self.pages[player].get_by_role("button", name=name, exact=True)

    def choose(self, player: str, name: str) -> None:
        """Tap this button if there is a choice at all."""
        if self.button(player, name).count():
            self.press(player, name)

    def state(self, player: str) -> Any:
        return self.pages[player].evaluate("fetch('/api/state').then((answer) => answer.json())")


def find_links(said: Path) -> list[str]:
    """What a server has said so far, searched for the way to the table."""
    return re.findall(r"http\S+/join/\S+", said.read_text(encoding="utf-8"))


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


# What is tapped for a line of the table's own log: by whom, which buttons, and who sees what came of it.


@dataclass(frozen=True, slots=True)
class Taps:
    player: str
    names: tuple[str, ...]
    seen_by: tuple[str, ...] | None = None  # without names all do
    choice: str = ""  # tapped before, if there is a choice


def taps_of_str8(line: str, thrower: str = "") -> Iterator[Taps]:
    """`thrower` is who taps the dice."""
    verb, *rest = re.split(r"[ ,]+", line)
    player, others = rest[0], tuple(one for one in PLAYERS if one != rest[0])
    if verb == "see":
        yield Taps(others[0], name_all("number", rest[2::2]), others, f"cards of {player}")
    elif verb == "dice":
        yield Taps(thrower, name_all("die", rest))
    elif verb == "bet":
        low, high = map(int, rest[1].split("-"))
        yield Taps(player, (f"token {high - low + 1}", f"from {low}"))
    elif verb == "swap":
        yield Taps(player, (f"lay off {rest[1]}",))
        yield Taps(next_to(player), (f"number {rest[2]}",), others)
    elif verb == "final":
        yield Taps(player, (*name_bets(rest[1:]), "Send"), (player,))


def next_to(player: str) -> str:
    """Who is asked for what all but this player can see."""
    return PLAYERS[(PLAYERS.index(player) + 1) % len(PLAYERS)]


def taps_of_tricoda(line: str) -> Iterator[Taps]:
    verb, *rest = re.split(r"[ ,]+", line)
    player, others = rest[0], tuple(one for one in PLAYERS if one != rest[0])
    if verb == "see":
        yield Taps(others[0], name_stones(rest[1:]), others, f"stones of {player}")
    elif verb == "ask":
        yield Taps(player, (f"card {rest[1]}",))
    elif verb == "declare":
        yield Taps(player, (*name_all("declare", rest[1:4]), "Yes"), choice="Declare your code")


def taps_of_box(line: str) -> Iterator[Taps]:
    verb, *rest = line.split()
    if verb == "set":
        yield Taps("Anna", ("New set",))
    elif verb == "roll":
        yield Taps(rest[0], name_all("number", rest[1:]), (rest[0],))
    elif verb == "bid":
        yield Taps(rest[0], name_bid(" ".join(rest[1:])))
    elif verb == "lift":
        yield Taps(rest[0], ("Lift", "Yes"))
    elif verb == "donkey":
        yield Taps("Anna", ("Donkey", *name_all("donkey", rest), "Send"))


def name_all(kind: str, words: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{kind} {word}" for word in words)


def name_bets(words: Sequence[str]) -> Iterator[str]:
    """Final bets, `blue 4 7 green 5`, on the pad."""
    colour = ""
    for word in words:
        if word in COLOURS:
            colour = word
        else:
            yield f"cross {colour} {word}"


def name_stones(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"stone {colour} {number}" for colour, number in zip(words[::2], words[1::2], strict=True))


def name_bid(bid: str) -> tuple[str, ...]:
    amount, value, *way = bid.replace("x", " ").split()
    return f"amount {amount}", f"value {value}", *map(str.capitalize, way)


# Whole games.


@dataclass(frozen=True, slots=True)
class Evening:
    """A simulated game as the table's own log, of which `begun` is there when the phones come."""

    game: str
    players: tuple[str, ...]
    text: str
    begun: int = 0  # lines
    scores: Mapping[str, int] | None = None

    @property
    def opening(self) -> str:
        return "".join(f"{line}\n" for line in self.text.splitlines()[: self.begun])

    def lines(self) -> Iterator[tuple[str, tuple[Taps, ...]]]:
        """What is still to be entered, and how; the cards at the end turn themselves."""
        after = self.text.splitlines()[self.begun or 3 :]
        for line, then in zip(after, [*after[1:], ""], strict=True):
            if self.game == "think-str8":
                thrower = then.split()[1] if line.startswith("dice") else ""
                yield line, tuple(taps_of_str8(line, thrower))
            else:
                yield line, tuple(taps_of_tricoda(line) if self.game == "tricoda" else taps_of_box(line))


def evening_of_str8(way: str = "best", seed: str = "2 0") -> Evening:
    """Who plays well seldom swaps, so that a whole game takes less time; of all kinds of lines there are some."""
    game = play_str8([(player, way) for player in PLAYERS], seed)
    return Evening("think-str8", PLAYERS, game.table_log, scores={seat.player: seat.points for seat in game.seats})


def evening_of_tricoda() -> Evening:
    return Evening("tricoda", PLAYERS, play_tricoda([(player, "best") for player in PLAYERS], "13 0").table_log)


def evening_of_box(sets: int = 1) -> Evening:
    lines = plain_evening(3, 3, me="nobody").pointed
    begins = [place for place, line in enumerate(lines) if line.startswith("set")]
    return Evening("thinkaboxin", PLAYERS[:3], "".join(f"{line}\n" for line in lines[: begins[sets]]), begins[0])


EVENINGS = {"think-str8": evening_of_str8, "tricoda": evening_of_tricoda, "thinkaboxin": evening_of_box}
