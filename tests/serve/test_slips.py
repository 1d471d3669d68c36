"""Whole games on phones with slips in them, and how they are put right: by few taps, where they stand, and for all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from solver.games.think_str8.rules import COLOURS
from tests.serve.looks import examine
from tests.serve.phones import Evening, Phones, evening_of_box, evening_of_str8, evening_of_tricoda, name_all
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
    play(phones, evening, [wrong_card(evening), wrong_die(evening), wrong_bet(evening)])


def wrong_card(evening: Evening) -> Slip:
    """Ben's, of a colour that rounds 1 and 2 have nothing to do with; nobody holds the number that is typed."""
    lines = evening.text.splitlines()
    seen, found = next(line for line in lines if line.startswith("see Ben")), list_rounds(evening)[2]
    since = " ".join(line for line in lines[:found] if not line.startswith("see"))
    place, colour = next((place, one) for place, one in enumerate(COLOURS) if one not in since)
    cards = re.findall(r"\d", seen)
    held = re.findall(rf"{colour} (\d)", evening.text.partition("dice")[0])
    typed = next(number for number in "01234567" if number not in held)
    wrong = [*cards[:place], typed, *cards[place + 1 :]]
    right = (f"Ben: {colour} {typed}", f"number {cards[place]}")
    return Slip("see Ben", lines[found], name_all("number", wrong), "Anna", right)


def wrong_die(evening: Evening) -> Slip:
    """The last one of round 2, found after the first bet."""
    lines, at = evening.text.splitlines(), list_rounds(evening)[1]
    dice = lines[at].split()[1:]
    typed = next(colour for colour in COLOURS if colour not in dice)
    right = (f"round 2: die 3 is {typed}", f"die {dice[2]}")
    return Slip(lines[at], lines[at + 2], name_all("die", [*dice[:2], typed]), lines[at + 1].split()[1], right)


def wrong_bet(evening: Evening) -> Slip:
    """The first one of round 3, found before the others have bet."""
    lines, at = evening.text.splitlines(), list_rounds(evening)[2]
    _, player, span = lines[at + 1].split()
    low, high = map(int, span.split("-"))
    token, other = f"token {high - low + 1}", low - 1 if low else low + 1
    right = (f"bet of {player} in round 3", token, f"from {low}")
    return Slip(lines[at + 1], lines[at + 2], (token, f"from {other}"), player, right)


def list_rounds(evening: Evening) -> list[int]:
    """Where the throws stand."""
    return [at for at, line in enumerate(evening.text.splitlines()) if line.startswith("dice")]


def test_tricoda(table: Any) -> None:
    """A wrong stone at the start that is found before the third question, and a card that was another."""
    evening = evening_of_tricoda()
    phones = table("tricoda", evening.players)
    play(phones, evening, [wrong_stone(evening), another_card(evening)])


def wrong_stone(evening: Evening) -> Slip:
    """The last of Cleo's; of the one that is typed there are enough."""
    lines = evening.text.splitlines()
    *kept, last = list_stones(next(line for line in lines if line.startswith("see Cleo")))
    held = list_stones(evening.text.partition("ask")[0])
    typed = next(one for one in ("brown 4", "red 5", "blue 7") if one not in (*kept, last) and held.count(one) < 4)
    third = [line for line in lines if line.startswith("ask")][2]
    return Slip("see Cleo", third, name_all("stone", [*kept, typed]), "Anna", (f"Cleo: {typed}", f"stone {last}"))


def list_stones(line: str) -> list[str]:
    return re.findall(r"[a-z]+ \d", line)


def another_card(evening: Evening) -> Slip:
    """The second question, found before whatever comes next."""
    lines = evening.text.splitlines()
    at = [at for at, line in enumerate(lines) if line.startswith("ask")][1]
    _, player, card = lines[at].split()[:3]
    typed = next(one for one in ("17", "18", "19") if not re.search(rf"ask \w+ {one}\b", evening.text))
    right = ("answer to question 2", f"card {card}")
    return Slip(f"ask {player} {card}", lines[at + 1], (f"card {typed}",), player, right)


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
