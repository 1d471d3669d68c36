"""Pictures of every moment of every game, to look at: upright and sideways, by day and by night.

python -m tests.serve.pictures FOLDER [GAME …]
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from solver.game import Opened
from solver.games import open_log
from solver.gate import extract
from solver.log import parse_log
from tests.serve.phones import EVENINGS, SIDEWAYS, SIZE, Evening, Phones, Taps, start_browser
from tests.serve.test_alone import ME, TAPS, told_after_bets
from tests.serve.test_evening import BOARD
from tests.serve.test_screens import BARS


class Album:
    """Pictures in a folder, each moment once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: set[str] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Any, moment: str) -> None:
        if moment in self.taken:
            return
        self.taken.add(moment)
        page.evaluate("document.getElementById('status')?.classList.remove('shown')")  # it fades by itself
        for size in (BARS, SIZE, SIDEWAYS) if page.viewport_size != BOARD else (BOARD,):
            page.set_viewport_size(size)
            for light in ("light", "dark"):
                page.emulate_media(color_scheme=light, reduced_motion="reduce")
                page.screenshot(path=self.folder / f"{moment}_{size['width']}x{size['height']}_{light}.png")
        if page.viewport_size != BOARD:
            page.set_viewport_size(SIZE)


def walk(phones: Phones, evening: Evening, album: Album) -> None:
    """Every kind of line once: on the phone of who enters it, half tapped, and on one that waits."""
    for line, all_taps in evening.lines():
        for each in all_taps:
            moment = f"{evening.game}_{line.split()[0]}_{each.names[0].split()[0]}"
            page, waits = phones.pages[each.player], next(one for one in phones.pages if one != each.player)
            album.take(page, moment)
            album.take(phones.pages[waits], f"{moment}_waits")
            if len(each.names) > 1 and f"{moment}_half" not in album.taken:
                if each.choice:
                    phones.choose(each.player, each.choice)
                for name in each.names[:-1]:
                    phones.press(each.player, name)
                album.take(page, f"{moment}_half")
                each = replace(each, names=each.names[-1:], choice="")
            phones.tap(each)
    for player, page in phones.pages.items():
        album.take(page, f"{evening.game}_end_{player}")
    ask(phones, album, evening.game)


def ask(phones: Phones, album: Album, game: str) -> None:
    """What the help says, and the list of all lines."""
    page = phones.pages["Anna"]
    for name in ("Hint", "Check", "Advice", "More"):
        if phones.button("Anna", name).count():
            phones.press("Anna", name)
            page.get_by_role("dialog").wait_for()
            album.take(page, f"{game}_dialog_{name}")
            phones.press("Anna", "Close")


def walk_alone(phones: Phones, evening: Evening, album: Album) -> None:
    """The same game on one phone that enters for all, and how earlier lines are corrected."""
    for line in told_after_bets(own_log(evening)[evening.begun or 3 :]):
        words = [word for word in re.split(r"[ ,]+", line) if word]
        for names in [(f"told {words[2]}",)] if words[0] == "told" else TAPS[evening.game](words):
            enter_alone(phones, names, f"{evening.game}_alone_{words[0]}_{names[-1].split()[0]}", album)
    album.take(phones.pages[ME], f"{evening.game}_alone_end")
    correct(phones, evening, album)


def own_log(evening: Evening) -> list[str]:
    whole = open_log(parse_log(evening.text))
    assert isinstance(whole, Opened)
    return extract(whole, ME).splitlines()


def enter_alone(phones: Phones, names: Sequence[str], moment: str, album: Album) -> None:
    choice = names[0].removeprefix("?") if names[0].startswith("?") else ""
    left = [name for name in names if not name.startswith("?")]
    album.take(phones.pages[ME], moment)
    if len(left) > 1 and f"{moment}_half" not in album.taken:
        if choice:
            phones.choose(ME, choice)
        while len(left) > 1:
            phones.press(ME, left.pop(0))
        album.take(phones.pages[ME], f"{moment}_half")
        choice = ""
    phones.tap(Taps(ME, tuple(left), choice=choice))


def correct(phones: Phones, evening: Evening, album: Album) -> None:
    """Every dialog on the way to another line: put in, corrected and taken out."""
    page, number = phones.pages[ME], len(phones.log.read_text(encoding="utf-8").splitlines()) - 1
    verb = own_log(evening)[-2].split()[0]
    ways = {
        "put_in": ("Earlier lines", f"line {number}", "Put a line before it", verb, "sign 1"),
        "correct": ("Earlier lines", f"line {number}", "Correct it", "Delete"),
        "anything": ("More", verb),
    }
    for way, names in ways.items():
        for step, name in enumerate(names, 1):
            phones.press(ME, name)
            page.get_by_role("dialog").wait_for()
            album.take(page, f"{evening.game}_alone_{way}_{step}")
        page.evaluate("document.querySelector('dialog').close()")
        page.get_by_role("dialog").wait_for(state="hidden")
    phones.tap(Taps(ME, ("Earlier lines", f"line {number}", "Take it out")))
    album.take(page, f"{evening.game}_alone_taken_out")


def walk_evening(browser: Any, place: Path, album: Album) -> None:
    """What is said, put right and asked for around the table, the end of a game, and the shared screen."""
    evening = EVENINGS["think-str8"]()
    lines = evening.text.splitlines()
    first = next(line for line, text in enumerate(lines) if text.startswith("dice"))
    log = place / "evening.game"
    log.write_text("".join(f"{line}\n" for line in lines[: first + 1]), encoding="utf-8")
    phones = Phones(browser, log, "think-str8", evening.players)
    board = browser.new_context(viewport=BOARD).new_page()
    try:
        board.goto(phones.link.replace("/join/", "/board/"))
        anna, ben = phones.pages["Anna"], phones.pages["Ben"]
        for line, all_taps in list(evening.lines())[first - 2 :]:
            for each in all_taps:
                phones.tap(each)
            if line.startswith("bet Dirk") and "news" not in album.taken:
                album.take(anna, "news")
                album.take(board, "board_news")
                put_right(phones, album)
            if line.startswith("final"):
                album.take(phones.pages[line.split()[1]], "final_sent")
        album.take(board, "board_end")
        for name in ("Next", "Show all", "Play again"):
            anna.locator("#top .turn", has_text="turned" if name != "Play again" else "won").wait_for()
            album.take(anna, f"end_before_{name}")
            phones.press("Anna", name)
            if name == "Next":
                album.take(board, "board_turning")
        phones.press("Ben", "Show all")
        album.take(ben, "end_asked_for_another")
    finally:
        board.context.close()
        phones.leave()


def put_right(phones: Phones, album: Album) -> None:
    """An answered bet is another: the others have to agree."""
    anna, ben = phones.pages["Anna"], phones.pages["Ben"]
    steps = ("bet of Anna in round 1", "token 4", "from 8")
    for step, name in enumerate(steps, 1):
        phones.press("Anna", name)
        anna.wait_for_timeout(400)
        album.take(anna, f"put_right_{step}")
    anna.locator("dialog button.main").tap()
    ben.get_by_role("button", name="Agree", exact=True).wait_for()
    album.take(ben, "asked_to_agree")
    album.take(anna, "asks_to_agree")
    phones.press("Anna", "Withdraw")
    phones.press("Anna", "More")
    album.take(anna, "menu")
    phones.press("Anna", "Entered")
    album.take(anna, "entered")
    phones.press("Anna", "Close")


def walk_mishaps(browser: Any, place: Path, album: Album) -> None:
    """What no true game has: less help, a question why, seats that are taken, no connection."""
    middle = "".join(f"{line}\n" for line in EVENINGS["think-str8"]().text.splitlines()[:30])
    for aid in ("pad", "check", "hints"):
        log = place / f"{aid}.game"
        log.write_text(middle, encoding="utf-8")
        phones = Phones(browser, log, "think-str8", ["Anna", "Ben"], aid)
        try:
            anna = phones.pages["Anna"]
            album.take(anna, f"aid_{aid}")
            if aid == "hints":
                phones.press("Anna", "Why")
                album.take(anna, "why_asks")
                phones.press("Anna", "cross blue 0")
                anna.get_by_role("dialog").wait_for()
                album.take(anna, "why_answer")
                phones.press("Anna", "Close")
                album.take(phones.open_phone(), "seats_taken")
                for way in ("help", ""):
                    stranger = phones.open_phone()
                    stranger.goto(f"http://127.0.0.1:{phones.port}/{way}")
                    album.take(stranger, f"stranger_{way}")
                anna.context.set_offline(True)
                anna.get_by_text("No connection").wait_for()
                album.take(anna, "no_connection")
        finally:
            phones.leave()


def main(folder: str, games: Sequence[str]) -> None:
    album = Album(Path(folder))
    with start_browser() as browser, TemporaryDirectory() as place:
        for game in games or EVENINGS:
            evening = EVENINGS[game]()
            log = Path(place) / f"{game}.game"
            log.write_text(evening.opening, encoding="utf-8")
            phones = Phones(browser, log, game, evening.players)
            try:
                album.take(phones.open_phone(), f"{game}_join")
                walk(phones, evening, album)
            finally:
                phones.leave()
            log = Path(place) / f"{game}_alone.game"
            log.write_text("".join(f"{line}\n" for line in own_log(evening)[: evening.begun or 3]), encoding="utf-8")
            phones = Phones(browser, log, game, [ME], spare=phones.spare)
            try:
                walk_alone(phones, evening, album)
            finally:
                phones.leave()
            print(f"{game}: {len(album.taken)} moments, {phones.faults or 'no faults'}")
        walk_evening(browser, Path(place), album)
        walk_mishaps(browser, Path(place), album)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
