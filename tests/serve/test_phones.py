"""Four phones at one table, in a real browser: whole games by taps alone, against the server as it is started."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from solver import commands
from solver.game import Opened
from solver.games import open_log
from solver.games.think_str8.rules import COLOURS
from solver.games.think_str8.simulation.match import play_game
from solver.games.tricoda.simulation import play_game as play_tricoda
from solver.gate import extract
from solver.log import parse_log
from tests.thinkaboxin.random_games import plain_evening

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
PLAYERS = ("Anna", "Ben", "Cleo", "Dirk")
WIDTH = 390
PHONE = {"viewport": {"width": WIDTH, "height": 844}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
PATIENCE = 8_000  # milliseconds; a tap that takes longer has failed
SMALLEST = 44  # pixels of a target for a thumb
MOST_TAPS = 16  # per round, all phones together


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if BROWSER is None:
        pytest.skip("no browser here: install Debian's chromium to tap on phones")
    driver = pytest.importorskip("playwright.sync_api", reason="no driver here: pip install playwright")
    with driver.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
        yield launched
        launched.close()


class Phones:
    """One server, and a phone for every player."""

    def __init__(self, browser: Any, log: Path, game: str, players: Collection[str] = PLAYERS) -> None:
        self.browser, self.log, self.taps = browser, log, 0
        self.port = _free_port()
        self.call = ["serve", str(log), "--game", game, "--players", ",".join(players), "--aid", "full"]
        self.start()
        self.faults: list[str] = []
        self.pages = {player: self.open_phone() for player in players}
        for player in players:
            self.pages[player].get_by_role("button", name=player, exact=True).tap()
        for page in self.pages.values():
            page.locator("body[data-version]").wait_for()

    def start(self) -> None:
        call = [sys.executable, "-u", "-m", "cli", *self.call, "--bind", "127.0.0.1", "--port", str(self.port)]
        self.server = subprocess.Popen(call, stdout=subprocess.PIPE, text=True)
        assert self.server.stdout is not None
        self.link = next(line.strip() for line in self.server.stdout if "/join/" in line)
        while not _answers(self.port):
            time.sleep(0.02)

    def kill(self) -> None:
        self.server.kill()
        self.server.communicate()

    def open_phone(self) -> Any:
        context = self.browser.new_context(**PHONE)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.goto(self.link)
        return page

    def tap(self, player: str, *names: str, seen_by: Collection[str] | None = None) -> None:
        """Tap these buttons one after the other; then all who see what came of it have it on their phones."""
        concerned = [self.pages[one] for one in (self.pages if seen_by is None else seen_by)]
        before = [page.get_attribute("body", "data-version") for page in concerned]
        for name in names:
            self.pages[player].get_by_role("button", name=name, exact=True).tap()
        self.taps += len(names)
        for page, version in zip(concerned, before, strict=True):
            page.locator(f'body:not([data-version="{version}"])').wait_for()

    def state(self, player: str) -> Any:
        return self.pages[player].evaluate("fetch('/api/state').then((answer) => answer.json())")


@pytest.fixture
def table(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Lays a table for a game; in the end the server stops."""
    laid: list[Phones] = []

    def lay(game: str, players: Collection[str] = PLAYERS, begun: str = "") -> Phones:
        log = tmp_path / "friday.game"
        log.write_text(begun, encoding="utf-8")
        laid.append(Phones(browser, log, game, players))
        return laid[-1]

    yield lay
    for phones in laid:
        phones.kill()
        for page in phones.pages.values():
            page.context.close()


def _free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def check_layout(page: Any) -> None:
    """Nothing to push sideways; every button has a name and room for a thumb."""
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    buttons = page.evaluate(
        """() => [...document.querySelectorAll("button")].map((button) => {
            const box = button.getBoundingClientRect();
            return [button.getAttribute("aria-label") || button.textContent.trim(), box.width, box.height]; })"""
    )
    assert buttons
    small = [name for name, width, height in buttons if not name or min(width, height) < SMALLEST]
    assert small == []


# Think Str8!


def tap_str8(phones: Phones, line: str, thrower: str) -> None:
    """What the players tap for a line of the table's own log."""
    verb, *rest = re.split(r"[ ,]+", line)
    player, others = rest[0], [one for one in PLAYERS if one != rest[0]]
    if verb == "see":
        phones.tap(others[0], *(f"number {number}" for number in rest[2::2]), seen_by=others)
    elif verb == "dice":
        phones.tap(thrower, *(f"die {colour}" for colour in rest))
    elif verb == "bet":
        low, high = map(int, rest[1].split("-"))
        phones.tap(player, f"token {high - low + 1}", f"from {low}")
    elif verb == "swap":
        phones.tap(player, f"lay off {rest[1]}")
        phones.tap(others[0], f"number {rest[2]}", seen_by=others)
    elif verb == "final":
        colour, bets = "", []
        for word in rest[1:]:
            colour = word if word in COLOURS else colour
            bets += [f"bet {colour} {word}"] if word != colour else []
        phones.tap(player, *bets, "Send", seen_by=[player])


def test_a_whole_game_of_think_str8_by_taps_alone(table: Any, capsys: pytest.CaptureFixture[str]) -> None:
    phones = table("think-str8")
    game = play_game([(player, "random") for player in PLAYERS], "7 0")
    lines = [line for line in game.table_log.splitlines()[3:] if not line.startswith("reveal")]
    rounds = [place for place, line in enumerate(lines) if line.startswith("dice")]
    finals = next(place for place, line in enumerate(lines) if line.startswith("final"))
    for place, line in enumerate(lines):
        if place == rounds[0]:
            phones.taps = 0
        if place == rounds[2] + 2:  # in the middle of a round
            phones.kill()
            phones.start()
        if place == finals:
            in_rounds = phones.taps / len(rounds)
        if place in (0, rounds[0], rounds[1] + 2, finals):
            for page in phones.pages.values():
                check_layout(page)
        thrower = lines[place + 1].split()[1] if line.startswith("dice") else ""
        tap_str8(phones, line, thrower)
    with capsys.disabled():
        print(f"\n{in_rounds:.1f} taps per round of Think Str8!, four phones together")
    assert in_rounds <= MOST_TAPS
    check_end(phones, game.table_log)
    assert phones.state("Anna")["table"]["scores"] == {seat.player: seat.points for seat in game.seats}


def check_end(phones: Phones, table_log: str) -> None:
    """The game is won on every phone, as in the log of the simulation."""
    for page in phones.pages.values():
        page.locator("#top .turn", has_text="won").wait_for()
    check_phones(phones, table_log.replace("me nobody\n", "me nobody\naid full\n"))  # as the server has begun it


def check_phones(phones: Phones, table_log: str) -> None:
    """Every phone has the standing and the sheet that the game's own log gives its seat."""
    expected = open_log(parse_log(table_log))
    assert isinstance(expected, Opened)
    for player, page in phones.pages.items():
        own = open_log(parse_log(extract(expected, player)))
        assert isinstance(own, Opened)
        state = phones.state(player)
        assert state["sheet"] == commands.show(own, player).data()
        assert state["table"] == own.scene()
        check_layout(page)
    assert phones.faults == []


# Tricoda.


def tap_tricoda(phones: Phones, line: str) -> None:
    verb, *rest = re.split(r"[ ,]+", line)
    player, others = rest[0], [one for one in phones.pages if one != rest[0]]
    if verb == "see":
        stones = zip(rest[1::2], rest[2::2], strict=True)
        phones.tap(others[0], *(f"stone {colour} {number}" for colour, number in stones), seen_by=others)
    elif verb == "ask":
        phones.tap(player, f"card {rest[1]}")
    elif verb == "declare":
        phones.tap(player, *(f"declare {number}" for number in rest[1:]))


def test_a_whole_game_of_tricoda_by_taps_alone(table: Any) -> None:
    phones = table("tricoda")
    game = play_tricoda([(player, "best") for player in PLAYERS], "13 0")
    for line in game.table_log.splitlines()[3:]:
        tap_tricoda(phones, line)
        check_layout(phones.pages["Ben"])
    check_end(phones, game.table_log)


# Thinkaboxin.


def tap_box(phones: Phones, line: str) -> None:
    verb, player, *rest = [*line.split(), ""]
    if verb == "set":
        phones.tap("Anna", "New set")
    elif verb == "roll":
        phones.tap(player, *(f"number {number}" for number in rest[:-1]), seen_by=[player])
    elif verb == "bid":
        amount, value = rest[0].split("x")
        phones.tap(player, f"amount {amount}", f"value {value}")
    elif verb == "lift":
        phones.tap(player, "Lift")


def test_a_set_of_thinkaboxin_by_taps_alone(table: Any) -> None:
    lines = plain_evening(3, 3, me="nobody").lines
    opening, end = lines.index("set 4"), lines.index("set 4", lines.index("set 4") + 1)
    phones = table("thinkaboxin", PLAYERS[:3], "".join(f"{line}\n" for line in lines[:opening]))
    for line in lines[opening:end]:
        tap_box(phones, line)
        check_layout(phones.pages["Ben"])
    check_phones(phones, "".join(f"{line}\n" for line in lines[:end]))


def test_one_phone_too_many_finds_the_seats_taken(table: Any) -> None:
    phones = table("think-str8", PLAYERS[:2])
    stranger = phones.open_phone()
    check_layout(stranger)
    assert stranger.get_by_role("button", disabled=True).count() == 2
    answer = stranger.evaluate(
        """() => fetch(location.pathname, {method: "POST", headers: {"content-type": "application/json"},
            body: JSON.stringify({player: "Ben"})}).then((answer) => answer.status)"""
    )
    assert answer == 409
    stranger.goto(f"http://127.0.0.1:{phones.port}/")
    assert stranger.get_by_text("No seat").is_visible()
    assert phones.state("Ben")["player"] == "Ben"
    stranger.context.close()
