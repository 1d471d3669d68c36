"""What a screen shows and how it behaves under a finger: room for the pad, sizes of text, directions, old browsers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.serve.looks import ask_axe, check_layout, examine, find_broken_words
from tests.serve.phones import PHONE, SIDEWAYS, SIZE, Phones, Taps, evening_of_box, evening_of_str8, evening_of_tricoda
from tests.serve.test_mishaps import CARDS

BARS = {"width": 390, "height": 664}  # of a phone with the bars of its browser
ROWS = """() => [...document.querySelectorAll("#pad .padgrid button")].filter((node) => {
    const [box, dock] = [node.getBoundingClientRect(), document.querySelector(".dock").getBoundingClientRect()];
    const sheet = document.querySelector(".sheet").getBoundingClientRect();
    return box.top >= sheet.top && box.bottom <= Math.min(sheet.bottom, dock.top + 1);
}).length / 6"""
OLD = """
delete AbortSignal.timeout;
for (const name of ["at", "findLast", "findLastIndex", "toSorted", "toReversed", "with", "group"])
  delete Array.prototype[name];
delete String.prototype.at;
delete String.prototype.replaceAll;
delete Object.hasOwn;
delete window.structuredClone;
delete window.HTMLDialogElement;
delete HTMLElement.prototype.inert;
delete Navigator.prototype.wakeLock;
delete Navigator.prototype.vibrate;
delete Navigator.prototype.canShare;
"""  # what iOS 15 does not have
ROUND = """dice green yellow blue
bet Anna 3-9
bet Ben 4-9
bet Cleo 0-4
bet Dirk 10-13
swap Anna blue 6 3
swap Cleo red 2 3
swap Dirk red 5 1
"""
FREE = "(box) => !box.classList.contains('seen')"
TREMBLES = "window.trembled = 0; Navigator.prototype.vibrate = () => { window.trembled += 1; };"


@contextmanager
def another_phone(phones: Phones, player: str, script: str = "", **options: Any) -> Iterator[Any]:
    """A phone that is not like the others takes this seat."""
    context = phones.browser.new_context(**PHONE | options)
    try:
        context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", phones.note_fault)
        page.goto(phones.link)
        phones.pages[player] = page
        phones.press(player, player)
        page.locator("body[data-version]").wait_for()
        yield page
    finally:
        phones.pages.pop(player, None)
        context.close()


@pytest.mark.seldom
def test_the_pad_is_in_view_while_betting(table: Any) -> None:
    phones = table("think-str8", ["Anna"], f"{CARDS}{ROUND}dice green grey purple\n")
    anna = phones.pages["Anna"]
    anna.set_viewport_size(BARS)
    anna.get_by_role("img", name="Your sum can be").wait_for()
    anna.get_by_text("Your sum is 10 or more.").wait_for()
    assert anna.evaluate(ROWS) == 8
    for token in range(1, 8):
        phones.press("Anna", f"token {token}")
        phones.button("Anna", "from 14").wait_for()
        assert anna.evaluate(ROWS) == 8
        assert examine(anna) == [] if token in (1, 4) else check_layout(anna) == []
        phones.press("Anna", "Another token")
    phones.press("Anna", "Fold")
    assert anna.evaluate(ROWS) == 8
    phones.press("Anna", "Unfold")
    phones.tap(Taps("Anna", ("token 7", "from 4")))
    assert phones.log.read_text(encoding="utf-8").endswith("bet Anna 4-10\n")


@pytest.mark.seldom
def test_sums_are_marked_by_what_is_crossed_out_where_the_table_allows_no_sheet(table: Any) -> None:
    phones = table(
        "think-str8", ["Anna"], f"{CARDS.replace('aid full', 'aid hints')}{ROUND}dice green grey purple\n", "hints"
    )
    anna = phones.pages["Anna"]
    marked = anna.locator("#pad .sums .can")
    marked.first.wait_for()
    before = marked.all_inner_texts()
    lowest = min(number for number in range(8) if phones.button("Anna", f"cross grey {number}").evaluate(FREE))
    phones.tap(Taps("Anna", (f"cross grey {lowest}",), ("Anna",)))
    assert set(marked.all_inner_texts()) < set(before)
    phones.press("Anna", "token 1")
    hopeless = anna.locator(".starts .hopeless").all_inner_texts()
    assert set(hopeless) == {str(sum_) for sum_ in range(22)} - set(marked.all_inner_texts())


@pytest.mark.seldom
def test_the_pad_is_in_view_while_the_final_bets_are_made(table: Any) -> None:
    lines = evening_of_str8().text.splitlines()
    begun = lines[: next(place for place, line in enumerate(lines) if line.startswith("final"))]
    phones = table("think-str8", ["Anna"], "".join(f"{line}\n" for line in begun))
    anna = phones.pages["Anna"]
    anna.set_viewport_size(BARS)
    assert anna.locator("#pad .thrown").count() == 0
    assert anna.evaluate(ROWS) >= 7
    box = anna.locator("#pad .padgrid button:not(.seen)").first.get_attribute("aria-label")
    phones.press("Anna", box)
    phones.button("Anna", "Send: 1 of 6 colours").or_(phones.button("Anna", "Send")).wait_for()
    assert anna.evaluate(ROWS) == 8
    assert examine(anna) == []


@pytest.mark.seldom
def test_what_comes_to_lie_under_a_finger_is_deaf_for_a_moment(table: Any) -> None:
    """Five quick taps where the dice are: three are the throw, and the others are nobody's bet."""
    phones = table("think-str8", ["Anna"], CARDS)
    anna = phones.pages["Anna"]
    anna.set_viewport_size(BARS)
    box = phones.button("Anna", "die red").bounding_box()
    for _ in range(5):
        anna.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    phones.button("Anna", "token 5").wait_for()
    assert anna.locator(".starts").count() == 0
    assert phones.log.read_text(encoding="utf-8") == CARDS + "dice red red red\n"
    phones.tap(Taps("Anna", ("token 5", "from 4")))
    assert phones.log.read_text(encoding="utf-8").endswith("bet Anna 4-8\n")


@pytest.mark.seldom
def test_an_old_browser_sits_down_and_plays(table: Any) -> None:
    phones = table("think-str8", ["Ben"], CARDS)
    with another_phone(phones, "Anna", OLD) as anna:
        phones.tap(Taps("Anna", ("die green", "die yellow", "die blue")))
        phones.tap(Taps("Anna", ("token 7", "from 4")))
        assert phones.log.read_text(encoding="utf-8").endswith("bet Anna 4-10\n")
        phones.press("Anna", "More")
        assert anna.get_by_role("dialog", name="More").is_visible()
        assert check_layout(anna) == []
        phones.press("Anna", "Close")
        phones.tap(Taps("Anna", ("Take back", "Take back")))
        assert "bet" not in phones.log.read_text(encoding="utf-8")
        assert phones.faults == []


@pytest.mark.seldom
def test_my_turn_is_in_the_title_and_in_the_hand(table: Any) -> None:
    phones = table("think-str8", ["Ben"], CARDS)
    ben = phones.pages["Ben"]
    assert ben.title() == "Ben · Think Str8!"
    with another_phone(phones, "Anna", TREMBLES) as anna:
        assert anna.title() == "▶ Your turn · Anna"
        phones.tap(Taps("Anna", ("die green", "die yellow", "die blue")))
        phones.tap(Taps("Anna", ("token 7", "from 4")))
        assert anna.title() == "Anna · Think Str8!"
        assert anna.evaluate("trembled") <= 1
        assert ben.title() == "▶ Your turn · Ben"


@pytest.mark.seldom
def test_what_a_home_screen_asks_for_is_there(table: Any) -> None:
    phones = table("think-str8", ["Anna"], CARDS)
    found = phones.pages["Anna"].evaluate("""async () => {
        const manifest = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
        const icon = await fetch(manifest.icons[0].src);
        const apples = await fetch(document.querySelector("link[rel=apple-touch-icon]").href);  // which draws no SVG
        const { width } = await createImageBitmap(await apples.blob());
        return [manifest.start_url, icon.status, icon.headers.get("content-type"), width, manifest.icons[1].sizes];
    }""")
    assert found == ["/", 200, "image/svg+xml", 192, "192x192"]
    assert phones.faults == []


@pytest.mark.seldom
@pytest.mark.parametrize("evening", [evening_of_str8, evening_of_tricoda, evening_of_box])
def test_larger_text_and_the_other_direction(evening: Any, table: Any) -> None:
    """130% of the text breaks no words; from right to left nothing sticks out and all can be read."""
    played = evening()
    lines = played.text.splitlines()
    phones = table(played.game, played.players[:2], "".join(f"{line}\n" for line in lines[: len(lines) // 2]))
    for page in phones.pages.values():
        for size in (BARS, SIZE, SIDEWAYS):
            page.set_viewport_size(size)
            page.evaluate("document.documentElement.style.fontSize = '130%'")
            assert check_layout(page) == []
            assert page.evaluate(find_broken_words()) == []
            page.evaluate("document.documentElement.style.fontSize = ''; document.documentElement.dir = 'rtl'")
            assert check_layout(page) == []
            page.evaluate("document.documentElement.dir = 'ltr'")
        page.evaluate("document.documentElement.dir = 'rtl'")
        assert ask_axe(page, "light") == []
        page.evaluate("document.documentElement.dir = 'ltr'")


@pytest.mark.seldom
def test_long_names_break_nowhere(table: Any) -> None:
    text = f"{CARDS}{ROUND}dice green grey purple\n"
    for short, long in (("Anna", "Maximiliane-Theresa"), ("Ben", "Bartholomäus"), ("Cleo", "Wolfeschlegelstein")):
        text = text.replace(short, long)
    phones = table("think-str8", ["Bartholomäus"], text)
    page = phones.pages["Bartholomäus"]
    for size in (BARS, SIZE, SIDEWAYS):
        page.set_viewport_size(size)
        assert check_layout(page) == []
        assert page.evaluate(find_broken_words()) == []
    assert examine(page) == []


@pytest.mark.seldom
def test_a_phone_speaks_its_own_language(table: Any) -> None:
    """German by what its browser asks for, then what is chosen in its menu, and that is remembered."""
    phones = table("think-str8", ["Ben"], CARDS)
    with another_phone(phones, "Anna", locale="de-DE") as anna:
        assert anna.evaluate("document.documentElement.lang") == "de"
        anna.locator("#pad", has_text="Dein Block").wait_for()
        assert check_layout(anna) == []
        assert anna.evaluate(find_broken_words()) == []
        anna.locator("#help button").last.tap()
        anna.get_by_role("combobox").select_option("en")
        anna.locator("#pad", has_text="Your pad").wait_for()
        anna.reload()
        anna.locator("#pad", has_text="Your pad").wait_for()
        assert examine(anna) == []
    assert phones.faults == []
