"""Whole games in a real browser by taps alone, four phones at a table, against the server as it is started."""

from __future__ import annotations

import re
from typing import Any

import pytest

from solver import commands
from solver.game import Opened
from solver.games import open_log
from solver.gate import extract
from solver.log import parse_log
from tests.serve.looks import check_layout, examine
from tests.serve.phones import EVENINGS, SIDEWAYS, SIZE, Evening, Phones, evening_of_str8

pytestmark = pytest.mark.seldom

MOST_TAPS = 16  # per round of Think Str8!, all phones together


@pytest.mark.parametrize("game", EVENINGS)
def test_a_whole_game_by_taps_alone(game: str, table: Any, capsys: pytest.CaptureFixture[str]) -> None:
    evening = EVENINGS[game]()
    phones = table(game, evening.players, evening.opening)
    looked_at: set[str] = set()
    taps = 0
    for place, (line, all_taps) in enumerate(evening.lines()):
        if place == 20:  # in the middle of a round
            phones.kill()
            phones.start()
        for each in all_taps:
            look(phones, each.player, line.split()[0], looked_at)
            before = phones.taps
            phones.tap(each)
            taps += (phones.taps - before) * line.startswith(("dice", "bet", "swap"))
    check_end(phones, evening)
    read_stories(phones, "Anna")
    if game == "think-str8":
        often = count_taps(evening_of_str8("random", "7 0"))  # players who swap often
        assert taps / evening.text.count("dice") == count_taps(evening) < often
        with capsys.disabled():
            print(f"\n{count_taps(evening):.1f} to {often:.1f} taps per round of Think Str8!, four phones together")
        assert often <= MOST_TAPS


def count_taps(evening: Evening) -> float:
    """Per round, until the final bets."""
    lines = [all_taps for line, all_taps in evening.lines() if line.startswith(("dice", "bet", "swap"))]
    return sum(len(taps.names) for all_taps in lines for taps in all_taps) / evening.text.count("dice")


def look(phones: Phones, player: str, moment: str, looked_at: set[str]) -> None:
    """Every kind of moment once, on the phone that is tapped next and on one that waits."""
    if moment not in looked_at:
        looked_at.add(moment)
        assert examine(phones.pages[player]) == [], (moment, player)
        other = next(one for one in phones.pages if one != player)
        for size in (SIDEWAYS, SIZE):
            phones.pages[other].set_viewport_size(size)
            assert check_layout(phones.pages[other]) == [], (moment, other, size)


def check_end(phones: Phones, evening: Evening) -> None:
    """Every phone has the standing and the sheet that the log of the simulation gives its seat."""
    text = evening.text if evening.begun else evening.text.replace("me nobody\n", "me nobody\naid full\n")
    expected = open_log(parse_log(text))
    assert isinstance(expected, Opened)
    for player, page in phones.pages.items():
        if not evening.begun:
            page.locator("#top .turn", has_text=re.compile("won|turned")).wait_for()
            phones.choose(player, "Show all")
            page.locator("#top .turn", has_text="won").wait_for()
        own = open_log(parse_log(extract(expected, player)))
        assert isinstance(own, Opened)
        state = phones.state(player)
        assert state["sheet"] == commands.show(own, player).data()
        table = state["sheet"] | state["table"]  # what both have is sent once
        assert {key: table[key] for key in own.scene()} == own.scene()
        assert evening.scores in (None, table.get("scores"))
        assert examine(page) == [] if player == "Anna" else check_layout(page) == []
    assert phones.faults == []


def read_stories(phones: Phones, player: str) -> None:
    """How it went, for the player and for the whole table, and back; the browser has nothing to complain of."""
    page, said = phones.pages[player], list[str]()
    page.on("console", lambda message: said.append(message.text))
    for name, title in (("How it went", f"{player}'s game"), ("The whole table", "the whole table")):
        page.get_by_role("link", name=name).tap()
        page.locator(".game", has_text=title).wait_for()
        assert page.locator("ol.log").count() == (name == "How it went")  # the table's has no raw log
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("link", name="Back to the pad").tap()
        page.locator("body[data-version]").wait_for()
    assert said == []
    assert phones.faults == []
