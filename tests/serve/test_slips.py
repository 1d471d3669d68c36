"""Whole games on phones with slips in them, and how they are put right: by few taps, where they stand, and for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.serve.looks import examine
from tests.serve.phones import Evening, Phones, evening_of_box, evening_of_str8, evening_of_tricoda
from tests.serve.test_phones import check_end

pytestmark = pytest.mark.seldom

MOST_TAPS = 4  # for a correction
ANSWERED = "(version) => document.querySelector('dialog button.main') || document.body.dataset.version !== version"


@dataclass(frozen=True, slots=True)
class Slip:
    """A line that is tapped wrongly, as `wrong`, and put right before another line is entered."""

    line: str  # its beginning, and that of the one before which it is found
    found: str
    wrong: tuple[str, ...]
    by: str
    right: tuple[str, ...]


def play(phones: Phones, evening: Evening, slips: Sequence[Slip]) -> None:
    """Every slip once, the first time that its line comes."""
    made, found = set[Slip](), set[Slip]()
    for line, all_taps in evening.lines():
        for slip in slips:
            if slip in made - found and line.startswith(slip.found):
                found.add(slip)
                put_right(phones, slip)
        wrong = next((slip for slip in slips if slip not in made and line.startswith(slip.line)), None)
        for each in all_taps:
            phones.tap(replace(each, names=wrong.wrong) if wrong else each)
            if wrong:
                made.add(wrong)
                break
    assert made == found == set(slips)
    check_end(phones, evening)


def put_right(phones: Phones, slip: Slip) -> None:
    """By its taps, and if others heard it otherwise, they agree."""
    before = phones.version(slip.by)
    for name in slip.right:
        phones.press(slip.by, name)
    page = phones.pages[slip.by]
    page.wait_for_function(
        "(version) => document.querySelector('dialog button.main') || document.body.dataset.version !== version",
        arg=before,
    )
    asks = page.locator("dialog button.main")
    assert len(slip.right) + asks.count() <= MOST_TAPS
    if asks.count():
        assert examine(page) == []
        asks.tap()
        page.get_by_text("must agree").wait_for()
        for player in needed(phones, slip.by):
            phones.press(player, "Agree")
    for player, other in phones.pages.items():
        other.locator(".notice").first.wait_for(state="hidden")
        while phones.version(player) != str(phones.state(player)["version"]):
            other.wait_for_timeout(20)


def needed(phones: Phones, player: str) -> list[str]:
    return [name for one in phones.state(player)["asked"] for name in one["needs"]]


def test_think_str8(table: Any) -> None:
    """A wrong card at the start that is found in round 3, a misheard die, an own bet that was another."""
    evening = evening_of_str8()
    phones = table("think-str8", evening.players)
    slips = [
        Slip(
            "see Ben",
            "dice yellow yellow grey",
            ("number 0", "number 2", "number 0", "number 2", "number 5", "number 4"),
            "Anna",
            ("Ben: green 2", "number 5"),
        ),
        Slip(
            "dice grey grey grey",
            "bet Anna 7-9",
            ("die grey", "die grey", "die red"),
            "Cleo",
            ("round 2: die 3 is red", "die grey"),
        ),
        Slip(
            "bet Ben 5-8", "bet Dirk 7-11", ("token 4", "from 4"), "Ben", ("bet of Ben in round 3", "token 4", "from 5")
        ),
    ]
    play(phones, evening, slips)


def test_tricoda(table: Any) -> None:
    """A wrong stone at the start, and a card that was another."""
    evening = evening_of_tricoda()
    phones = table("tricoda", evening.players)
    slips = [
        Slip(
            "see Cleo",
            "ask Cleo 6",
            ("stone yellow 7", "stone black 5", "stone brown 4"),
            "Anna",
            ("Cleo: brown 4", "stone red 5"),
        ),
        Slip("ask Ben 16", "ask Dirk 3", ("card 17",), "Ben", ("answer to question 2", "card 16")),
    ]
    play(phones, evening, slips)


def test_thinkaboxin(table: Any) -> None:
    """An own die that was another, and a bid that was misheard."""
    evening = evening_of_box()
    phones = table("thinkaboxin", evening.players, evening.opening)
    rolls = evening.text.splitlines()[evening.begun + 1].split()[2:]
    first = tuple(f"number {number}" for number in rolls)
    wrong = (*first[:-1], "number 1" if rolls[-1] != "1" else "number 2")
    player = evening.text.splitlines()[evening.begun + 1].split()[1]
    slips = [
        Slip(f"roll {player}", "bid", wrong, player, (f"your die {len(first)}: {wrong[-1][-1]}", first[-1])),
        Slip(
            "bid Cleo 1x1",
            "bid Anna",
            ("amount 1", "value 2", "Left"),
            "Cleo",
            ("bid 1 of Cleo", "amount 1", "value 1"),
        ),
    ]
    play(phones, evening, slips)
