"""What goes wrong at a table: a phone without a connection, two thumbs at once, an absent phone, one phone too many."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.serve.looks import check_layout, examine
from tests.serve.phones import SIDEWAYS, SIZE, Phones, Taps, evening_of_str8

CARDS = """game think-str8
players Anna Ben Cleo Dirk
me nobody
aid full
see Anna 607145
see Ben 134403
see Cleo 226726
see Dirk 015251
"""


def begun(lines: int) -> str:
    """A game of players who often swap."""
    return "".join(f"{line}\n" for line in evening_of_str8("random", "7 0").text.splitlines()[:lines])


@pytest.mark.seldom
def test_a_phone_without_a_connection_says_so_loses_nothing_and_comes_back_by_itself(table: Any) -> None:
    phones = table("think-str8", ["Anna", "Ben"], CARDS)
    anna, ben = phones.pages.values()
    phones.press("Anna", "die green")
    anna.context.set_offline(True)
    anna.get_by_text("No connection").wait_for()
    assert examine(anna) == []
    phones.press("Anna", "die yellow")
    phones.press("Anna", "die blue")
    anna.get_by_text("Not sent yet: dice green yellow blue").wait_for()
    phones.press("Anna", "cross red 7")
    assert phones.button("Anna", "cross red 7").get_attribute("aria-pressed") == "true"
    assert phones.log.read_text(encoding="utf-8") == CARDS
    anna.context.set_offline(False)
    ben.get_by_text("Round 1 of 8").wait_for()
    anna.get_by_text("No connection").wait_for(state="hidden")
    phones.button("Anna", "token 5").wait_for()
    while "cross" not in phones.log.read_text(encoding="utf-8"):
        anna.wait_for_timeout(20)
    assert phones.log.read_text(encoding="utf-8") == CARDS + "dice green yellow blue\ncross Anna red 7\n"
    assert phones.button("Anna", "cross red 7").get_attribute("aria-pressed") == "true"
    assert phones.faults == []


@pytest.mark.seldom
def test_what_is_half_tapped_outlives_what_others_enter_and_a_page_loaded_again(table: Any) -> None:
    phones = table("think-str8", ["Anna", "Ben"], CARDS.partition("see")[0] + "see Anna 607145\nsee Dirk 015251\n")
    half = ("number 1", "number 3", "number 4")
    for name in half:
        phones.press("Anna", name)
    phones.tap(Taps("Ben", tuple(f"number {number}" for number in "226726")))
    phones.pages["Anna"].reload()
    phones.pages["Anna"].locator("body[data-version]").wait_for()
    phones.tap(Taps("Anna", ("number 4", "number 0", "number 3"), ("Anna",)))
    assert phones.log.read_text(encoding="utf-8").endswith("see Cleo 2 2 6 7 2 6\nsee Ben 1 3 4 4 0 3\n")


@pytest.mark.seldom
def test_two_phones_that_enter_the_same_thing_at_once(table: Any) -> None:
    phones = table("think-str8", ["Anna", "Ben", "Cleo"], begun(12))
    phones.tap(Taps("Anna", ("lay off red",)))
    held: list[Any] = []
    phones.pages["Cleo"].route("**/api/state", lambda route: held.append(route))  # her phone has not heard yet
    phones.press("Cleo", "What did Anna draw?")  # Ben is asked, but she has seen it, too
    phones.tap(Taps("Ben", ("number 1",), ("Ben",)))
    phones.press("Cleo", "number 3")
    phones.pages["Cleo"].get_by_text("Somebody else was quicker").wait_for()
    phones.pages["Cleo"].unroute("**/api/state")
    for player in ("Ben", "Cleo"):
        phones.pages[player].get_by_text("What did Anna draw?").wait_for(state="hidden")
        assert phones.state(player)["table"]["holders"]["Anna"]["red"] == 1
    assert phones.log.read_text(encoding="utf-8").count("red 1") == 1


@pytest.mark.seldom
def test_absent_phones_stop_nobody(table: Any) -> None:
    """The last round of four, on two phones; what is secret nobody enters for another who is not known to be away."""
    evening = evening_of_str8()
    last = max(place for place, line in enumerate(evening.text.splitlines()) if line.startswith("dice"))
    begun = "".join(f"{line}\n" for line in evening.text.splitlines()[: last + 1])
    phones = table("think-str8", ["Anna", "Ben"], begun.replace("me nobody\n", "me nobody\naid full\n"))
    for _, all_taps in list(evening.lines())[last - 2 :]:
        for each in all_taps:
            if "Send" not in each.names:
                enter_for(phones, each)
    for player in phones.pages:
        phones.pages[player].locator("#pad", has_text="Your final bets").wait_for()
        phones.press(player, "More")
        assert phones.button(player, "Log").count() == 1
        assert phones.button(player, "Enter for Cleo").count() == 0
        assert examine(phones.pages[player]) == []
    assert phones.faults == []


def enter_for(phones: Phones, taps: Taps) -> None:
    if taps.player in phones.pages:
        seen_by = taps.seen_by and tuple(player for player in taps.seen_by if player in phones.pages)
        phones.tap(replace(taps, seen_by=seen_by))
        return
    for name in ("More", *(2 * [f"Enter for {taps.player}"])):
        phones.press("Ben", name)
    phones.tap(Taps("Ben", taps.names))


@pytest.mark.seldom
def test_one_phone_too_many_finds_the_seats_taken(table: Any) -> None:
    phones = table("think-str8", ["Anna", "Ben"])
    stranger = phones.open_phone()
    assert examine(stranger) == []
    assert stranger.get_by_role("button", disabled=True).count() == 2
    stranger.evaluate("document.querySelector('[data-seat=Ben]').disabled = false")
    stranger.get_by_role("button", name="Ben").tap()
    stranger.get_by_text("Ben's seat is taken.").wait_for()
    stranger.goto(f"http://127.0.0.1:{phones.port}/")
    assert stranger.get_by_text("No seat").first.is_visible()
    assert phones.state("Ben")["player"] == "Ben"
    stranger.context.close()


@pytest.mark.seldom
def test_help_as_far_as_the_table_allows(table: Any) -> None:
    phones = table("think-str8", ["Anna"], begun(30), "pad")
    anna = phones.pages["Anna"]
    assert anna.locator("#help button").all_text_contents() == ["Take back", "⋯"]
    assert "%" not in anna.locator("#pad").inner_text()
    phones.kill()
    phones.call[-1] = "hints"
    phones.start()
    phones.button("Anna", "Hint").wait_for()
    assert anna.locator("#help button").all_text_contents() == ["Take back", "Why", "Hint", "Check", "⋯"]
    phones.button("Anna", "cross yellow 7").dispatch_event("pointerdown")  # and held
    read(phones, "Why", "yellow 7")
    phones.press("Anna", "Why")
    phones.press("Anna", "cross blue 0")
    read(phones, "Why", "blue 0")
    phones.press("Anna", "Hint")
    read(phones, "Hint", "nothing left to find")
    phones.press("Anna", "Check")
    read(phones, "Check", "contradicts")
    phones.press("Anna", "More")
    phones.press("Anna", "Log")
    read(phones, "Log", "dice blue yellow purple")
    assert phones.faults == []


def read(phones: Phones, title: str, words: str) -> None:
    dialog = phones.pages["Anna"].get_by_role("dialog", name=title)
    dialog.get_by_text(words).first.wait_for()
    assert examine(phones.pages["Anna"]) == []
    phones.press("Anna", "Close")
    dialog.wait_for(state="hidden")


@pytest.mark.seldom
def test_names_that_are_long_or_look_like_markup(table: Any) -> None:
    odd = ["Wilhelmina-Maximiliane-Alexandra-Victori", "<b>Ben</b>", "Überraschungsgästinnenkoordinatorinnen12", "Di"]
    text = CARDS
    for name, other in zip(("Anna", "Ben", "Cleo", "Dirk"), odd, strict=True):
        text = text.replace(name, other)
    bets = [f"bet {name} {bet}\n" for name, bet in zip(odd, ("3-9", "4-8", "0-5", "10-13"), strict=True)]
    phones = table("think-str8", [odd[1]], f"{text}dice green yellow blue\n{''.join(bets)}")
    page = phones.pages[odd[1]]
    for size in (SIDEWAYS, SIZE):
        page.set_viewport_size(size)
        assert check_layout(page) == []
    assert page.get_by_text("<b>Ben</b>").first.is_visible()
    assert phones.faults == []
