"""Phones in a real browser around one table: how they join, and what players tap for a line of the table's log."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from solver.games.think_str8.rules import COLOURS

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
PLAYERS = ("Anna", "Ben", "Cleo", "Dirk")
SIZE = {"width": 390, "height": 844}
PHONE = {"viewport": SIZE, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
PATIENCE = 8_000  # milliseconds; a tap that takes longer has failed


@contextmanager
def start_browser() -> Iterator[Any]:
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
        said = self.log.with_suffix(".said")
        with said.open("w", encoding="utf-8") as terminal:
            self.server = subprocess.Popen(call, stdout=terminal)
        while not (links := re.findall(r"http\S+/join/\S+", said.read_text(encoding="utf-8"))):
            assert self.server.poll() is None, said.read_text(encoding="utf-8")
            time.sleep(0.02)
        self.link = links[0]

    def kill(self) -> None:
        self.server.kill()
        self.server.wait()

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

    def choose(self, player: str, name: str) -> None:
        """Tap this button if there is a choice at all."""
        found = self.pages[player].get_by_role("button", name=name, exact=True)
        if found.count():
            found.tap()

    def state(self, player: str) -> Any:
        return self.pages[player].evaluate("fetch('/api/state').then((answer) => answer.json())")


def _free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


# What is tapped for a line.


def tap_str8(phones: Phones, line: str, thrower: str) -> None:
    """What the players tap for a line of the table's own log."""
    verb, *rest = re.split(r"[ ,]+", line)
    player, others = rest[0], [one for one in PLAYERS if one != rest[0]]
    if verb == "see":
        phones.choose(others[0], f"cards of {player}")
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
            bets += [f"cross {colour} {word}"] if word != colour else []
        phones.tap(player, *bets, "Send", seen_by=[player])


def tap_tricoda(phones: Phones, line: str) -> None:
    verb, *rest = re.split(r"[ ,]+", line)
    player, others = rest[0], [one for one in phones.pages if one != rest[0]]
    if verb == "see":
        stones = zip(rest[1::2], rest[2::2], strict=True)
        phones.choose(others[0], f"stones of {player}")
        phones.tap(others[0], *(f"stone {colour} {number}" for colour, number in stones), seen_by=others)
    elif verb == "ask":
        phones.tap(player, f"card {rest[1]}")
    elif verb == "declare":
        phones.tap(player, *(f"declare {number}" for number in rest[1:]))


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
    elif verb == "donkey":
        phones.tap("Anna", "Donkey", *(f"donkey {name}" for name in (player, *rest) if name), "Send")
