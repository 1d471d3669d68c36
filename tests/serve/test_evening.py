"""An evening around the table: set up from a phone, a seat left again, a clash, another game, and the shared screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.serve.looks import check_layout, examine
from tests.serve.phones import PHONE, PLAYERS, Taps, evening_of_str8, name_all
from tests.serve.test_mishaps import CARDS

pytestmark = pytest.mark.seldom

LISTENS = """() => {
    window.said = new Set();
    const news = document.querySelector("#news[aria-live=polite]");
    new MutationObserver(() => {
        const card = news.querySelector("button");
        if (!card) return;
        window.said.add(card.innerText);
        window.largest = [card.getBoundingClientRect().width, parseFloat(getComputedStyle(card).fontSize)];
    }).observe(news, { childList: true });
}"""
BOARD = {"width": 1280, "height": 800}


def test_the_first_phone_sets_the_table_up(browser: Any, empty_table: tuple[str, Path]) -> None:
    """The introductory game, by taps; another phone that looks on gets the seats."""
    link, log = empty_table
    context = browser.new_context(**PHONE)
    try:
        first, second = context.new_page(), context.new_page()
        for page in (first, second):
            page.goto(link)
            page.get_by_role("button", name="Begin").wait_for()
        first.get_by_role("textbox", name="Player 1").fill("Anna")
        first.get_by_role("textbox", name="Player 2").fill("Ben")
        first.get_by_role("button", name="One more player").tap()
        first.get_by_role("textbox", name="Player 3").fill("Cleo")
        first.get_by_role("button", name="Player 3 up").tap()
        first.get_by_role("button", name="Without grey, the introductory game").tap()
        assert examine(first) == []
        first.get_by_role("button", name="Begin").tap()
        for page in (first, second):
            page.get_by_role("button", name="Cleo").wait_for()
        assert log.read_text(encoding="utf-8").splitlines()[:4] == [
            "game think-str8",
            "players Anna Cleo Ben",
            "me nobody",
            "without grey",
        ]
        first.get_by_role("button", name="Cleo").tap()
        first.get_by_text("Which cards does Ben hold?").wait_for()
        assert first.locator("#pad .head").count() == 5
        assert examine(first) == []
    finally:
        context.close()


def test_a_wrong_seat_is_left_again(table: Any) -> None:
    phones = table("think-str8", ["Anna", "Ben"], CARDS)
    stranger = phones.open_phone()
    phones.pages["Cleo"] = stranger
    phones.press("Cleo", "Dirk")  # by mistake
    stranger.locator("body[data-version]").wait_for()
    looker = phones.open_phone()
    looker.locator("[data-seat=Dirk][disabled]").wait_for()
    for name in ("More", "Leave", "Leave the seat"):
        phones.press("Cleo", name)
    looker.locator("[data-seat=Dirk]:not([disabled])").wait_for()
    stranger.wait_for_url("**/join/**")
    stranger.locator("[data-seat=Cleo]").tap()
    stranger.locator("body[data-version]").wait_for()
    assert phones.state("Cleo")["player"] == "Cleo"
    stranger.goto(phones.link)
    stranger.locator("body[data-version]").wait_for()  # who has a seat is led to it
    assert phones.faults == []
    looker.context.close()


def test_two_that_do_not_agree_are_shown_where(table: Any) -> None:
    """Anna's slip does not stop Ben, who cannot know of it; whoever sees both is told, and she puts it right."""
    phones = table("think-str8", PLAYERS, CARDS.partition("see")[0])
    phones.tap(Taps("Anna", name_all("number", "234403"), ("Anna", "Cleo", "Dirk")))  # Ben's cards; the first is 1
    phones.tap(Taps("Ben", name_all("number", "226726"), ("Anna", "Ben", "Dirk")))  # Cleo's
    for player in ("Anna", "Dirk"):
        phones.pages[player].locator(".notice.bad").first.wait_for()
        assert examine(phones.pages[player]) == []
    for player in ("Ben",):
        assert phones.pages[player].locator(".notice").count() == 0
    phones.press("Anna", "Look")
    assert examine(phones.pages["Anna"]) == []
    phones.press("Anna", "Close")
    for name in ("Ben: blue 2", "number 1"):
        phones.press("Anna", name)
    for player in ("Anna", "Cleo", "Dirk"):
        phones.pages[player].locator(".notice").first.wait_for(state="hidden")
        assert phones.state(player)["table"]["holders"]["Ben"]["blue"] == 1


def test_another_game_with_the_same_phones(table: Any) -> None:
    evening = evening_of_str8()
    lines = evening.text.splitlines()
    finals = next(place for place, line in enumerate(lines) if line.startswith("final"))
    begun = "".join(f"{line}\n" for line in lines[:finals]).replace("me nobody\n", "me nobody\naid full\n")
    phones = table("think-str8", evening.players, begun)
    for line, all_taps in evening.lines():
        if line.startswith("final"):
            phones.tap(all_taps[0])
    for page in phones.pages.values():
        page.locator("#top .turn", has_text="turned").wait_for()
        assert examine(page) == []
    for player in PLAYERS:  # anybody goes on for everybody
        for page in phones.pages.values():
            assert not re.search("wins|won", page.locator("main").inner_text() + page.locator("#top").inner_text())
        before = {one: phones.version(one) for one in PLAYERS}
        phones.press(player, "Next")
        for one, version in before.items():
            phones.await_change(one, version)
    for page in phones.pages.values():
        page.locator("#top .turn", has_text="won").wait_for()
    assert examine(phones.pages["Anna"]) == []
    for player in phones.pages:
        phones.press(player, "Play again")
    for page in phones.pages.values():
        page.locator("#top .turn", has_text="Enter the cards you see").wait_for()
    phones.tap(Taps("Anna", name_all("number", "134403"), ("Anna", "Cleo", "Dirk")))
    assert phones.log.read_text(encoding="utf-8").count("see Ben") == 1  # the old one is as it was
    assert phones.faults == []


def test_the_table_on_a_shared_screen(table: Any) -> None:
    """It shows what is said and whom it waits for, and no card that a seat may not see."""
    phones = table("think-str8", PLAYERS, CARDS)
    context = phones.browser.new_context(viewport=BOARD, reduced_motion="reduce")
    try:
        board = context.new_page()
        board.on("pageerror", phones.note_fault)
        board.goto(phones.link.replace("/join/", "/board/"))
        board.locator("body[data-version]").wait_for()
        assert examine(board) == []
        phones.tap(Taps("Anna", ("die green", "die yellow", "die blue")))
        board.get_by_text("Waiting for Anna").wait_for()
        for player, names in zip(PLAYERS, (("3", 7), ("4", 6), ("0", 5), ("10", 4)), strict=True):
            phones.tap(Taps(player, (f"token {names[1]}", f"from {names[0]}")))
        board.locator("#news button").wait_for()
        assert board.locator("#news button").bounding_box()["width"] == BOARD["width"]
        assert examine(board) == []
        assert board.locator("#table .die").count() == 3  # the dice, and nobody's cards
        assert board.locator("img").evaluate("(code) => code.naturalWidth > 0")
        assert phones.faults == []
    finally:
        context.close()


def test_what_is_said_is_large_on_every_phone(table: Any) -> None:
    """The answers of a round, one after the other, and what I was told stays above my pad."""
    phones = table("think-str8", PLAYERS, CARDS)
    for page in phones.pages.values():
        page.evaluate(LISTENS)
    phones.tap(Taps("Anna", ("die green", "die yellow", "die blue")))
    for player, names in zip(PLAYERS, (("3", 7), ("4", 6), ("0", 5), ("10", 4)), strict=True):
        phones.tap(Taps(player, (f"token {names[1]}", f"from {names[0]}")))
    anna = phones.pages["Anna"]
    anna.locator("#news[aria-live=polite] button").tap()  # on to the next
    for page in phones.pages.values():
        page.wait_for_function("() => window.said.size === 4")
        width, letters = page.evaluate("window.largest")
        assert width == page.viewport_size["width"]
        assert letters >= 20
        page.locator(".told-last", has_text="Your sum").wait_for()
        assert page.locator(".near li").count() == 4
        assert check_layout(page) == []
    assert {re.split("[: ]", text)[0] for text in anna.evaluate("[...window.said]")} == set(PLAYERS)
