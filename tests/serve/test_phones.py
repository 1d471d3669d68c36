"""Four phones at one table, in a real browser: whole games by taps alone, against the server as it is started."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from solver import commands
from solver.game import Opened
from solver.games import open_log
from solver.games.think_str8.simulation.match import play_game
from solver.games.tricoda.simulation import play_game as play_tricoda
from solver.gate import extract
from solver.log import parse_log
from tests.serve.phones import PLAYERS, SIZE, Phones, start_browser, tap_box, tap_str8, tap_tricoda
from tests.thinkaboxin.random_games import plain_evening

SMALLEST = 44  # pixels of a target for a thumb
MOST_TAPS = 16  # per round, all phones together


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with start_browser() as launched:
        yield launched


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


def check_layout(page: Any) -> None:
    """Nothing to push sideways; every button has a name and room for a thumb."""
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"]
    buttons = page.evaluate(
        """() => [...document.querySelectorAll("button")].map((button) => {
            const box = button.getBoundingClientRect();
            return [button.getAttribute("aria-label") || button.textContent.trim(), box.width, box.height]; })"""
    )
    assert buttons
    small = [name for name, width, height in buttons if not name or min(width, height) < SMALLEST]
    assert small == []


# Think Str8!


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


def test_a_whole_game_of_tricoda_by_taps_alone(table: Any) -> None:
    phones = table("tricoda")
    game = play_tricoda([(player, "best") for player in PLAYERS], "13 0")
    for line in game.table_log.splitlines()[3:]:
        tap_tricoda(phones, line)
        check_layout(phones.pages["Ben"])
    check_end(phones, game.table_log)


# Thinkaboxin.


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
