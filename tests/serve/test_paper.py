"""A paper sheet filled in on a page: by taps on a phone, by keys on a desk, without a connection, and by requests."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cli.logfile import LogFile
from cli.serve.paper import SheetCopy, make_copying
from solver.games import open_log
from solver.games.think_str8.game import ThinkStr8
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.practice.dealing import deal_game
from solver.log import parse_log
from tests.conftest import ROOT, Deduce
from tests.serve.looks import ask_axe, check_layout
from tests.serve.phones import PATIENCE, PHONE
from tests.think_str8.paper_copies import CODES, COLOURS, copy

SMALL = {"width": 390, "height": 664}  # a phone with its browser's bars
HEAD = "game think-str8\nplayers Anna Ben Cleo\nme Anna\npaper\n"
SHEET = (ROOT / "examples" / "paper" / "monday_mia.game").read_text(encoding="utf-8")


def opened(text: str) -> Str8Log:
    found = open_log(parse_log(text))
    assert isinstance(found, Str8Log), found
    return found


def said(text: str) -> set[str]:
    """All that a sheet says, whatever the order of what is written on it."""
    log = opened(text)
    lines = (log.game.format_event(event) for event in log.reading.events)
    return {" ".join(sorted(line.replace(",", "").split())) for line in lines if line.split()[0] != "players"}


# By requests.


class Page:
    """What the page of one sheet asks."""

    def __init__(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        self.path, self.file = path, LogFile(path)
        self.copy = SheetCopy(self.file, opened(text))
        self.client = TestClient(make_copying(self.copy, ["testserver"]))
        self.base = f"/join/{self.copy.code}"

    def put(self, place: str, line: str) -> Any:
        return self.client.post(f"{self.base}/place", json={"place": place, "line": line})

    def get(self, name: str, **headers: str) -> Any:
        return self.client.get(f"{self.base}/{name}", headers=headers)


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    made = Page(tmp_path / "my.game", HEAD)
    yield made
    made.file.close()


def places_of(text: str) -> list[tuple[str, str]]:
    """The lines of a copy with their places; rows stay in their order, as they must."""
    row, found = 0, []
    for line in text.splitlines():
        verb = line.split()[0]
        row += verb == "dice"
        kinds = {"seen": "boxes", "cross": "crosses", "final": "final", "reveal": "cards"}
        kinds |= {"dice": f"dice {row}", "swap": f"laid off {row}"}
        if verb in kinds or line[0].isdecimal() or verb == "not":
            found.append((kinds.get(verb, f"range {row}"), line))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_places_may_be_filled_in_any_order(page: Page, seed: int) -> None:
    """Whatever comes first, the log reads as the sheet does; and what is put there twice is there once."""
    chance, text = random.Random(seed), copy(deal_game(ThinkStr8(), seed))
    head = "".join(text.splitlines(keepends=True)[:4])
    page.copy.opened = opened(head)
    page.file.save(head)
    left = places_of(text)
    whole = [one for one in left if " " not in one[0]]
    rows = [one for one in left if " " in one[0]]
    while whole or rows:
        group = whole if whole and (not rows or chance.random() < 0.3) else rows
        place, line = group.pop(chance.randrange(len(group)) if group is whole else 0)
        for each in (line, line) if chance.random() < 0.2 else (line,):
            answer = page.put(place, each)
            assert answer.status_code == 200
            assert "refused" not in answer.json(), answer.json()["refused"]
    assert page.file.text.splitlines() == text.splitlines()


def test_what_is_put_is_on_the_disk_and_a_comment_stays(page: Page) -> None:
    page.file.save(HEAD + "seen 126 - - - - -    # from the wet corner\ndice bgy\n")
    page.copy.opened = opened(page.file.text)
    sheet = page.put("boxes", "seen blue 1 2 6, red 4").json()["sheet"]
    assert sheet["boxes"] == {"blue": [1, 2, 6], "green": [], "yellow": [], "purple": [], "red": [4], "grey": []}
    assert page.path.read_text() == HEAD + "seen blue 1 2 6, red 4    # from the wet corner\ndice bgy\n"
    assert page.put("boxes", "").json()["sheet"]["boxes"]["blue"] == []
    assert page.path.read_text() == HEAD + "# from the wet corner\ndice bgy\n"
    filled = page.put("range 1", "sum not 8").json()["sheet"]["filled"]
    assert filled == [{"dice": ["blue", "green", "yellow"], "range": [8, 8], "wrong": True, "laid_off": None}]


@pytest.mark.parametrize(
    ("place", "line", "problem"),
    [
        ("boxes", "seen blue 0 1 2 3 4 5 6 7", "seven"),
        ("range 1", "sum 9-15", ""),
        ("dice 1", "dice blue\nme Ben", "A log cannot hold this character."),
        ("the margin", "seen blue 1", "There is no such place on the sheet."),
        ("crosses", "cross blue 1", "black"),
    ],
)
def test_what_no_sheet_can_say_is_refused_and_nothing_is_changed(
    page: Page, place: str, line: str, problem: str
) -> None:
    page.put("boxes", "seen blue 1")
    before = page.path.read_text()
    answer = page.put(place, line)
    told = answer.json().get("refused") or answer.json().get("problem")
    assert told, answer.json()
    assert problem in told
    assert page.path.read_text() == before
    assert page.get("sheet").json()["sheet"]["boxes"]["blue"] == [1]


def test_a_disk_that_refuses_is_told_and_the_page_may_ask_again(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: str) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(page.file, "save", full)
        answer = page.put("boxes", "seen blue 1")
        assert answer.status_code == 507
        assert "No space left" in answer.json()["problem"]
    assert page.put("boxes", "seen blue 1").json()["sheet"]["boxes"]["blue"] == [1]


def test_check_gives_nothing_away_until_asked(page: Page) -> None:
    for place, line in (("boxes", "seen 126 037 246 1 04 35"), ("dice 1", "dice bgy"), ("range 1", "sum 0-6")):
        page.put(place, line)
    page.put("crosses", "cross blue 7, grey 0")
    plain, named = page.get("check").json(), page.get("check?which").json()
    assert any("1 of 2 crosses is justified." in line for line in plain["told"])
    assert plain["more"] == "which"
    assert not any("rey 0" in line for line in plain["told"])
    assert any("Grey 0 does not follow from the sheet." in line for line in named["told"])
    assert any("“Which?” names the others." in line for line in plain["told"]), "what is suggested is a button"
    assert named["more"] == ""
    hints = [page.get(f"hint?more={level}").json() for level in (0, 1, 2)]
    assert [hint["more"] for hint in hints] == ["1", "2", ""]
    assert len({tuple(hint["told"]) for hint in hints}) == 3
    assert any("“More” tells the number" in line for line in hints[0]["told"])
    assert not any("`" in line for answer in (plain, named, *hints) for line in answer["told"])
    review = page.get("review")
    assert "The full pad" in review.text
    assert "script-src 'self' 'sha256-" in review.headers["content-security-policy"]


def test_nobody_gets_in_without_the_link(page: Page) -> None:
    for name in ("", "/sheet", "/check", "/hint", "/review"):
        assert page.client.get(f"/join/guessed{name}").status_code == 404
    assert page.client.post("/join/guessed/place", json={"place": "boxes", "line": "seen blue 1"}).status_code == 404
    assert page.client.get("/files/nothing.js").status_code == 404
    elsewhere = {"origin": "http://elsewhere.example"}
    put = page.client.post(f"{page.base}/place", json={"place": "boxes", "line": "seen blue 1"}, headers=elsewhere)
    assert put.status_code == 403
    assert page.path.read_text() == HEAD


def test_a_sheet_begins_by_a_call_and_only_a_copy_is_served(deduce: Deduce, tmp_path: Path) -> None:
    full = tmp_path / "full.game"
    full.write_text("game think-str8\nplayers Anna Ben\nme Anna\nsee Ben 134403\n")
    for words, problem in (
        ((full, "--paper"), "is not a copy of a paper sheet."),
        ((tmp_path / "a.game", "--paper", "--game", "tricoda", "--players", "Anna,Ben"), "no paper sheet to copy"),
        ((tmp_path / "b.game", "--paper", "--game", "chess"), "chess"),
        ((tmp_path / "c.game", "--paper", "--players", "Anna"), "player"),
        ((tmp_path / "d.game", "--paper"), "A new copy needs the names of the players."),
    ):
        refused = deduce("serve", *words)
        assert refused.exit_code == 2
        assert problem in refused.stderr


# In a browser.


@contextmanager
def served(log: Path, *words: str) -> Iterator[str]:
    """The link to the page of that log."""
    heard = log.with_suffix(".said")
    call = [sys.executable, "-u", "-m", "cli", "serve", str(log), "--paper", "--bind", "127.0.0.1", *words]
    with heard.open("w", encoding="utf-8") as terminal:
        server = subprocess.Popen(call, stdout=terminal, stderr=terminal, cwd=ROOT)
    try:
        while not (links := re.findall(r"http\S+/join/\S+", heard.read_text(encoding="utf-8"))):
            assert server.poll() is None, heard.read_text(encoding="utf-8")
            time.sleep(0.02)
        yield links[0]
    finally:
        server.terminate()
        server.wait()


class Sheet:
    """The page in a window, and what is done there."""

    def __init__(self, browser: Any, link: str, **how: Any) -> None:
        self.window = browser.new_context(**how).new_page()
        self.window.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.window.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.window.on("console", lambda message: self.faults.append(message.text))
        self.window.goto(link)
        self.window.locator(".mark").first.wait_for()

    def tap(self, name: str) -> None:
        self.window.get_by_role("button", name=name, exact=True).tap()

    def tap_box(self, colour: str, number: int) -> None:
        self.window.locator(f"[aria-label^='{colour} {number}:']").tap()

    def await_saved(self) -> None:
        self.window.locator("#status", has_text="Saved.").wait_for()

    def copy(self, text: str) -> None:
        """Tap in all lines of a copy."""
        for place, line in places_of(text):
            kind, _, row = place.rpartition(" ")
            if kind and kind != "laid off" and "dice" in kind:
                self.tap("Row 1" if row == "1" else "Next row")
            getattr(self, f"copy_{(kind or place).replace(' ', '_')}")(line.split("#")[0].split())

    def copy_dice(self, words: list[str]) -> None:
        for code in words[1]:
            self.tap(f"die {CODES[code]}")

    def copy_range(self, words: list[str]) -> None:
        if words[0] == "not":
            self.tap("It was not this number")
            self.tap(f"not {words[1]}")
            return
        low, _, high = words[0].partition("-")
        self.tap(f"from {low}")
        self.tap(f"to {high or low}")

    def copy_laid_off(self, words: list[str]) -> None:
        self.tap("Laid off")
        self.tap(f"lay off {CODES[words[1][0]]}")
        self.tap(f"number {words[1][1]}")

    def copy_boxes(self, words: list[str], times: int = 1) -> None:
        for colour, numbers in zip(COLOURS, words[1:], strict=True):
            for number in numbers.strip("-"):
                for _ in range(times):
                    self.tap_box(colour, int(number))

    def copy_crosses(self, words: list[str]) -> None:
        self.copy_boxes(words, 2)

    def copy_final(self, words: list[str]) -> None:
        self.tap("Final bets")
        self.copy_boxes(words)

    def copy_cards(self, words: list[str]) -> None:
        self.tap("My cards")
        self.copy_boxes(["reveal", *words[1]])


@pytest.mark.seldom
def test_a_whole_sheet_is_tapped_on_a_small_phone(browser: Any, tmp_path: Path) -> None:
    """Mia's sheet; then what she is told when she asks, and a look at every moment."""
    log = tmp_path / "mia.game"
    with served(log, "--players", "Mia,Nora,Jonas,Emil") as link:
        sheet = Sheet(browser, link, **(PHONE | {"viewport": SMALL}))
        window, wrong = sheet.window, list[str]()
        box = window.locator("[role=grid]").bounding_box()
        assert box["y"] + box["height"] <= SMALL["height"], "the whole pad is in view"
        wrong += [*check_layout(window), *ask_axe(window, "light")]
        sheet.copy(SHEET)
        wrong += [*check_layout(window), *ask_axe(window, "light"), *ask_axe(window, "dark")]
        sheet.await_saved()
        sheet.tap("Check")
        window.locator("dialog[open]").wait_for()
        assert "No contradiction: all lines fit together." in window.locator("dialog").inner_text()
        wrong += [*check_layout(window), *ask_axe(window, "light")]
        window.locator("dialog").get_by_role("button", name="Close").tap()
        window.get_by_role("link", name="How it went").tap()
        window.get_by_role("heading", name="Your pad, and beside it the full one").wait_for()
        assert (wrong, sheet.faults) == ([], [])
    assert said(log.read_text()) == said(SHEET)


@pytest.mark.seldom
@pytest.mark.parametrize("by_key", [False, True])
def test_what_comes_while_a_box_is_held_down_does_not_lose_the_tap(by_key: bool, browser: Any, tmp_path: Path) -> None:
    log = tmp_path / "my.game"
    with served(log, "--players", "Anna,Ben,Cleo") as link:
        window = Sheet(browser, link, viewport={"width": 1280, "height": 720}).window
        window.locator("[data-at='1 2']").click()
        window.locator("[aria-label='green 2: black box']:focus").hover()
        window.route("**/place", lambda _: None)  # it waits
        window.keyboard.press("Enter")
        window.locator("[aria-label='green 2: crossed out']").wait_for()
        window.keyboard.down("Space") if by_key else window.mouse.down()
        with window.expect_response(lambda answer: "cross" in answer.request.post_data):
            window.unroute("**/place")  # now it goes
        window.wait_for_timeout(100)
        window.keyboard.up("Space") if by_key else window.mouse.up()
        window.locator("[aria-label='green 2: open']").wait_for()


@pytest.mark.seldom
def test_a_box_is_black_then_crossed_then_clear_by_keys_alone(browser: Any, tmp_path: Path) -> None:
    log = tmp_path / "my.game"
    with served(log, "--players", "Anna,Ben,Cleo") as link:
        sheet = Sheet(browser, link, viewport={"width": 1280, "height": 720})
        keys, window = sheet.window.keyboard, sheet.window
        window.locator("[data-at='0 0']").focus()
        for key in ("ArrowRight", "ArrowDown", "ArrowDown", "Enter", "ArrowLeft", "ArrowUp", "Space", "Space"):
            keys.press(key)
        window.locator("[aria-label='blue 1: crossed out']:focus").wait_for()
        sheet.await_saved()
        assert log.read_text().splitlines()[4:] == ["seen green 2", "cross blue 1"]
        keys.press("Enter")
        window.locator("[aria-label='blue 1: open']:focus").wait_for()
        window.locator("[data-key='row 1']").focus()
        keys.press("Enter")
        window.locator("[data-key='die blue']").focus()
        for key in ("Enter", "ArrowRight", "Enter", "Enter"):
            keys.press(key)
        window.locator("[data-key='sum 0']").focus()
        for key in ("ArrowDown", "ArrowRight", "Enter", "ArrowDown", "Enter"):
            keys.press(key)
        window.locator("#rows tr.now td:last-child", has_text="9–17").wait_for()
        sheet.await_saved()
        assert sheet.faults == []
    assert log.read_text().splitlines()[4:] == ["seen green 2", "dice blue green green", "sum 9-17"]


@pytest.mark.seldom
def test_what_is_tapped_without_a_connection_is_sent_later(browser: Any, tmp_path: Path) -> None:
    log = tmp_path / "my.game"
    with served(log, "--players", "Anna,Ben,Cleo") as link:
        sheet = Sheet(browser, link, **(PHONE | {"viewport": SMALL}))
        sheet.window.context.set_offline(True)
        sheet.tap_box("red", 4)
        sheet.window.locator("#lost").wait_for(state="visible")
        sheet.tap_box("red", 5)
        sheet.window.locator("[aria-label='red 5: black box']").wait_for()
        sheet.window.context.set_offline(False)
        sheet.await_saved()
        assert sheet.window.locator("#lost").is_hidden()
    assert log.read_text().splitlines()[4:] == ["seen red 4 5"]
