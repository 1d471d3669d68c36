"""One phone alone: a player's own log, everything tapped that the player of a simulated game saw and heard."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import pytest

from solver import commands
from solver.game import Opened
from solver.games import open_log
from solver.gate import extract
from solver.log import parse_log
from tests.serve.looks import examine
from tests.serve.phones import (
    EVENINGS,
    Phones,
    Taps,
    name_all,
    name_bets,
    name_bid,
    name_stones,
)

pytestmark = pytest.mark.seldom

ME = "Anna"


def taps_of_str8(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    verb, player, *rest = words
    if verb == "see":
        yield f"?cards of {player}", *name_all("number", rest[1::2])
    elif verb == "dice":
        yield name_all("die", words[1:])
    elif verb == "bet":
        low, high = map(int, rest[0].split("-"))
        yield f"token {high - low + 1}", f"from {low}"
    elif verb == "swap":
        yield f"?Enter for {player}", f"lay off {rest[0]}", f"number {rest[-1]}"
    elif verb == "final":
        yield f"?Enter for {player}", *name_bets(rest), "Send"
    elif verb == "reveal" and player == ME:
        yield name_all("number", rest[1::2])


def taps_of_tricoda(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    verb, player, *rest = words
    if verb == "see":
        yield f"?stones of {player}", *name_stones(rest)
    elif verb == "ask":
        yield (f"card {rest[0]}",) if player == ME else (f"card {rest[0]}", f"answer {' '.join(rest[1:])}")
    elif verb == "declare":
        yield f"declared by {player}", *name_all("declare", rest[:3]), rest[3]
    elif verb in ("was", "reveal") and player == ME:
        yield name_stones(rest)


def taps_of_box(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    verb, *rest = words
    if verb == "set":
        yield ("New set",)
    elif verb == "roll":
        yield name_all("number", rest)
    elif verb == "bid":
        yield f"?Enter for {rest[0]}", *name_bid(" ".join(rest[1:]))
    elif verb == "lift":
        yield f"?Enter for {rest[0]}", "Lift"
    elif verb == "cup":  # it may be shown when all is known already: any line can be put together
        yield "More", "cup", f"word {rest[0]}", *(sign for die in rest[1:] for sign in (f"sign {die}", "Space")), "Send"


TAPS = {"think-str8": taps_of_str8, "tricoda": taps_of_tricoda, "thinkaboxin": taps_of_box}


def told_after_bets(lines: Sequence[str]) -> Iterator[str]:
    """Alone as well, all bet before anybody is told."""
    mine = ""
    for line, then in zip_longest(lines, lines[1:], fillvalue=""):
        yield line
        if line.startswith(f"bet {ME}"):
            mine = line.split()[-1]
        if mine and line.startswith("bet") and not then.startswith("bet"):
            yield f"told {ME} {mine}"
            mine = ""


def skip_middle(lines: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """The lines until the end of the first round, those of all rounds but the last, and what comes then."""
    dice = [place for place, line in enumerate(lines) if line.startswith("dice")]
    if not dice:
        return list(lines), [], []
    return list(lines[: dice[1]]), list(lines[dice[1] : dice[-1]]), list(lines[dice[-1] :])


@pytest.mark.parametrize("game", TAPS)
def test_a_game_on_one_phone(game: str, table: Any) -> None:
    """From the first card to the last; rounds in the middle, which are like the first, are there after a break."""
    evening = EVENINGS[game]()
    whole = open_log(parse_log(evening.text))
    assert isinstance(whole, Opened)
    own = extract(whole, ME)
    opening = own.splitlines()[: evening.begun or 3]
    phones = table(game, [ME], "".join(f"{line}\n" for line in opening))
    first, middle, last = skip_middle(own.splitlines()[len(opening) :])
    enter_all(phones, game, first)
    if middle:
        phones.kill()
        with phones.log.open("a", encoding="utf-8") as log:
            log.writelines(f"{line}\n" for line in middle)
        before = phones.version(ME)
        phones.start()
        phones.await_change(ME, before)
    enter_all(phones, game, last)
    expected = open_log(parse_log(own))
    assert isinstance(expected, Opened)
    state = phones.state(ME)
    assert without_lines(state["sheet"]) == without_lines(commands.show(expected, ME).data())
    assert expected.scene().items() <= (state["sheet"] | state["table"]).items()
    assert phones.faults == []


def test_earlier_lines_are_corrected_by_taps(table: Any) -> None:
    begun = ["game think-str8", "players Anna Ben Cleo", f"me {ME}", "see Ben 134403", "see Cleo 226726"]
    rounds = ["dice green yellow blue", "bet Anna 3-9 hit", "bet Cleo 0-2", "dice red red grey"]
    phones = table("think-str8", [ME], "".join(f"{line}\n" for line in begun + rounds))

    def saved() -> list[str]:
        return str(phones.log.read_text(encoding="utf-8")).splitlines()[len(begun) :]

    forgotten = ("Put a line before it", "bet", "word Ben", *name_all("sign", "4-8"), "Send")
    phones.tap(Taps(ME, ("Earlier lines", "line 8", *forgotten)))
    assert saved() == ["dice green yellow blue", "bet Anna 3-9 hit", "bet Ben 4-8", "bet Cleo 0-2", "dice red red grey"]
    phones.pages[ME].locator("#table", has_text="Ben 4–8").wait_for()
    phones.tap(Taps(ME, ("More", "Log", "line 8", "Correct it", "Delete", "sign 9", "Send")))
    assert saved()[2] == "bet Ben 4-9"
    phones.tap(Taps(ME, ("Earlier lines", "line 10", "Take it out")))
    assert saved()[3:] == ["bet Cleo 0-2"]
    phones.tap(Taps(ME, ("Take back", "Take back")))
    assert saved()[3:] == ["bet Cleo 0-2", "dice red red grey"]
    phones.press(ME, "Earlier lines")
    assert phones.button(ME, "line 3").count() == 0  # whose log it is stays as it is
    assert examine(phones.pages[ME]) == []
    assert phones.faults == []


def enter_all(phones: Phones, game: str, lines: Sequence[str]) -> None:
    for line in told_after_bets(lines):
        words = [word for word in re.split(r"[ ,]+", line) if word]
        if words[0] == "told":
            phones.tap(Taps(ME, (f"told {words[2]}",)))
        for names in TAPS[game](words):
            enter(phones, names)


def enter(phones: Phones, names: Sequence[str]) -> None:
    choice = names[0].removeprefix("?") if names[0].startswith("?") else ""
    phones.tap(Taps(ME, tuple(name for name in names if not name.startswith("?")), choice=choice))


def without_lines(data: object) -> object:
    """The same things may be entered on other lines, and answers need not be where they can be worked out."""
    if isinstance(data, dict):
        return {key: without_lines(value) for key, value in data.items() if key not in ("line", "worked_out")}
    return [without_lines(one) for one in data] if isinstance(data, list) else data
