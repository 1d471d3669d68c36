"""Four phones at one table in four languages: each says all in its own, and nothing is cut or covered."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.language import sentences_of_page
from cli.serve.files import PAGES
from solver.language import CATALOGUES, ENGLISH, languages, say, speaking
from tests.catalogues import find_all, open_catalogue
from tests.serve.looks import check_layout, find_broken_words
from tests.serve.phones import EVENINGS, PATIENCE, PHONE, PLAYERS, Evening, Phones, Taps
from tests.serve.pictures import own_log
from tests.serve.test_alone import ME, TAPS, skip_middle, told_after_bets
from tests.serve.test_evening import BOARD
from tests.serve.test_screens import BARS

pytestmark = pytest.mark.seldom

SPOKEN = dict(zip(PLAYERS, ("en", "de", "fr", "nl"), strict=True))
TITLES = {"think-str8": "Think Str8!", "tricoda": "Tricoda", "thinkaboxin": "Thinkaboxin"}
BOXES = {"think-str8": "cross blue 0", "tricoda": "cross pink 7"}  # which are asked about
ELSEWHERE = ("paper.js", "practice.js")  # where buttons have the same names for other things
CHOOSER = "Dirk"  # whose browser asks for English, and who chooses in the menu
PICTURES = os.environ.get("DEDUCE_PICTURES")  # a folder, for who wants to look at them
# What can be read, and what is read aloud; not what was entered in the words of the log, nor the names of languages.
READ = """() => {
    const within = [...document.querySelectorAll("dialog[open]")].slice(-1)[0] ?? document.body;
    const nodes = [...within.querySelectorAll("*")].filter((node) => node.checkVisibility()
        && !node.closest("script, select, .log, .form-of, .keys, .unsent"));
    const texts = [];
    for (const node of nodes) {
        for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"])
            if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
        for (const text of node.childNodes) if (text.nodeType === Node.TEXT_NODE) texts.push(text.data);
    }
    return [document.title, ...texts];
}"""
VERBS = "() => JSON.parse(document.body.dataset.lines ?? '[]').map((line) => line.name)"
OUTSIDE = """() => {
    const faults = [];
    const open = [...document.querySelectorAll("dialog[open]")].slice(-1)[0];
    const within = open ?? document.body;
    const shown = (node) => node.checkVisibility() && node.getClientRects().length;
    const name = (node) => (node.getAttribute("aria-label") || "") + "|" + node.textContent.trim().slice(0, 40);
    const buttons = [...within.querySelectorAll("button, a.button, select, input")].filter(shown);
    for (const node of buttons)
        if (node.scrollWidth > node.clientWidth + 1) faults.push(`cut: ${name(node)}`);
    const layer = (node) => {
        const { position, overflowY } = getComputedStyle(node);
        const own = position === "sticky" || position === "fixed" || overflowY === "auto";
        return own || !node.parentElement ? node : layer(node.parentElement);
    };
    for (const [place, one] of buttons.entries())
        for (const other of buttons.slice(place + 1)) {
            if (layer(one) !== layer(other) || one.contains(other)) continue;
            const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            if (across > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
                faults.push(`overlap: ${name(one)} and ${name(other)}`);
        }
    const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const node = text.parentElement;
        if (!text.data.trim() || !shown(node) || node.closest("script, select, .log")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const box = node.closest("button, a.button, dialog, th, td, .head, .die") ?? document.documentElement;
        const outer = box.getBoundingClientRect();
        for (const { left, right, width } of range.getClientRects())
            if (width && (left < outer.left - 1 || right > outer.right + 1))
                faults.push(`sticks out: ${text.data.trim().slice(0, 60)}`);
    }
    return faults;
}"""


# What may be read in a language.


@cache
def words_of(language: str) -> frozenset[str]:
    """All words that it says or types, without those of the log that its sentences quote."""
    if language == ENGLISH:
        found = (found.key for found in find_all())
        said = [text for key in found for text in ([key] if isinstance(key, str) else key)]
    else:
        messages = [one for one in open_catalogue(CATALOGUES / f"{language}.po") if one.id]
        said = [text for one in messages for text in ([one.string] if isinstance(one.string, str) else one.string)]
    return frozenset(word for text in said for word in words_in(re.sub(r"`[^`]*`|\{\w+\}", " ", text)))


def words_in(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[^\W\d_]{2,}", re.sub(r"http\S+", "", text))]


def find_strange(texts: Sequence[str], language: str, names: Collection[str]) -> list[str]:
    """Words that this language does not have."""
    known = words_of(language) | {word for name in names for word in words_in(name)}
    return sorted({f"{word} in {text.strip()!r}" for text in texts for word in words_in(text) if word not in known})


# Phones that speak.


@cache
def labels() -> tuple[str, ...]:
    """How pages call their buttons, the longest first."""
    scripts = (path.read_text("utf-8") for path in PAGES.glob("*.js") if path.name not in ELSEWHERE)
    found = {key for script in scripts for key in sentences_of_page(script) if isinstance(key, str)}
    return tuple(sorted(found, key=lambda key: (-len(re.sub(r"\{\w+\}", "", key)), key)))


def name_in(language: str, name: str) -> str:
    """A button that is called so in English."""
    for label in labels():
        form = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(label))
        if found := re.fullmatch(form, name):
            with speaking(language):
                places = {place: call_in(place, word) for place, word in found.groupdict().items()}
                return say(label, **places) if places else say(label)
    return name


def call_in(place: str, word: str) -> str:
    """A colour or an answer as it is called in the language that is spoken."""
    if place == "answer" and (stones := re.fullmatch(r"(\d)s", word)):
        return say("{number}s", number=stones[1])
    return say(word) if place in {"colour", "answer"} else word


class Tongues(Phones):
    """Every player's phone speaks the player's language."""

    def __init__(self, browser: Any, log: Path, game: str, seats: Collection[str], codes: Collection[str]) -> None:
        self.game = game
        self.spoken = dict(zip(seats, codes, strict=True)) | {CHOOSER: ENGLISH}
        self.coming = iter(self.spoken[player] for player in seats)
        super().__init__(browser, log, game, seats)

    def open_phone(self) -> Any:
        page = self.browser.new_context(**PHONE | {"viewport": BARS}, locale=next(self.coming)).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", self.note_fault)
        page.goto(self.link)
        return page

    def press(self, player: str, name: str) -> None:
        super().press(player, name_in(self.spoken[player], name))

    def button(self, player: str, name: str) -> Any:
        return super().button(player, name_in(self.spoken[player], name))

    def choose_language(self, player: str, language: str) -> None:
        page = self.pages[player]
        self.press(player, "More")
        page.get_by_role("combobox").select_option(language)
        self.spoken[player] = language
        page.locator(f"html[lang={language}]").wait_for()
        page.locator("body[data-version]").wait_for()

    def leave(self) -> None:
        self.kill()
        for page in self.pages.values():
            page.context.close()


@pytest.fixture
def tongues(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Lays a table for a game, around which four languages are spoken."""
    laid: list[Tongues] = []

    def lay(evening: Evening) -> Tongues:
        log = tmp_path / "friday.game"
        log.write_text(evening.opening, encoding="utf-8")
        codes = ("nl", "de", "fr") if len(evening.players) < len(SPOKEN) else (*SPOKEN.values(),)
        laid.append(Tongues(browser, log, evening.game, evening.players, codes))
        return laid[-1]

    yield lay
    for phones in laid:
        phones.leave()


def look_at(phones: Tongues, moment: str, players: Collection[str] = ()) -> list[str]:
    """What is wrong on these phones, or on all."""
    faults = []
    for player in players or phones.pages:
        page, language = phones.pages[player], phones.spoken[player]
        names = [*PLAYERS, TITLES[phones.game], "neutral"]
        faults += [f"{moment} {language}: {fault}" for fault in examine_tongue(page, language, names)]
        photograph(page, f"{moment}_{language}")
    return faults


def examine_tongue(page: Any, language: str, names: Collection[str]) -> list[str]:
    lang = page.evaluate("document.documentElement.lang")
    return [
        *([f"says it is {lang}"] if lang != language else []),
        *find_strange(page.evaluate(READ), language, [*names, *page.evaluate(VERBS)]),
        *page.evaluate(OUTSIDE),
        *(f"broken: {word}" for word in page.evaluate(find_broken_words())),
        *(check_layout(page) if page.locator("body.seat, body.join, body.board").count() else []),  # not of a story
    ]


taken: set[str] = set()


def photograph(page: Any, moment: str, whole: bool = False) -> None:
    if PICTURES and moment not in taken:
        taken.add(moment)
        page.screenshot(path=Path(PICTURES) / f"{moment}.png", full_page=whole)


# Whole games.


def play(phones: Tongues, evening: Evening, asked_after: int) -> list[str]:
    """Every line, and what is wrong on any phone; in the middle all ask, one right after the other."""
    faults = look_at(phones, f"{evening.game}_begin")
    if CHOOSER in phones.pages:
        faults += ask_all(phones, f"{evening.game}_before", [CHOOSER])
        phones.choose_language(CHOOSER, SPOKEN[CHOOSER])
        faults += look_at(phones, f"{evening.game}_chosen", [CHOOSER])
    for place, (line, all_taps) in enumerate(evening.lines()):
        if place == asked_after:
            faults += ask_all(phones, f"{evening.game}_asked", phones.pages)
            faults += ask_all(phones, f"{evening.game}_again", [*phones.pages][::-1])
            faults += open_menus(phones)
            faults += look_at_boards(phones)
            if evening.game in BOXES:
                faults += ask_why(phones, BOXES[evening.game])
        for taps in all_taps:
            moment = f"{evening.game}_{line.split()[0]}_{taps.names[0].split()[0]}"
            faults += half(phones, taps, f"{moment}_half")
            faults += look_at(phones, moment)
    return faults


def half(phones: Tongues, taps: Taps, moment: str) -> list[str]:
    """Tapped to the end, with a look at the phone before the last tap."""
    if taps.choice:
        phones.choose(taps.player, taps.choice)
    for name in taps.names[:-1]:
        phones.press(taps.player, name)
    faults = look_at(phones, moment, [taps.player]) if len(taps.names) > 1 else []
    phones.tap(replace(taps, names=taps.names[-1:], choice=""))
    return faults


def ask_all(phones: Tongues, moment: str, players: Collection[str]) -> list[str]:
    """Each question from all phones before the next, so that each answer comes right after one in another language."""
    faults = []
    for name in ("Hint", "Check", "Advice", "More"):
        for player in players:
            if not phones.button(player, name).count():
                continue
            phones.press(player, name)
            phones.pages[player].locator("dialog[open]").wait_for()
            faults += look_at(phones, f"{moment}_{name}", [player])
            phones.press(player, "Close")
    return faults


def open_menus(phones: Tongues) -> list[str]:
    """What lies behind `More`, on every phone."""
    faults = []
    for player in phones.pages:
        for name, leave in {"Entered": "Close", "Log": "Close", "Leave": "Leave it"}.items():
            for one in ("More", name):
                phones.press(player, one)
            phones.button(player, leave).wait_for()
            faults += look_at(phones, f"{phones.game}_menu_{name}", [player])
            phones.press(player, leave)
    return faults


def look_at_boards(phones: Tongues) -> list[str]:
    """The shared screen in each language, as the table stands."""
    faults = []
    for language in languages():
        page = phones.browser.new_context(viewport=BOARD, locale=language).new_page()
        try:
            page.goto(phones.link.replace("/join/", "/board/"))
            page.locator("body[data-version]").wait_for()
            names = [*PLAYERS, TITLES[phones.game]]
            faults += [f"{phones.game}_board {language}: {one}" for one in examine_tongue(page, language, names)]
            photograph(page, f"{phones.game}_board_{language}")
        finally:
            page.context.close()
    return faults


def ask_why(phones: Tongues, box: str) -> list[str]:
    """The proof of one box, on every phone."""
    faults = []
    for player in phones.pages:
        for name in ("Why", box):
            phones.press(player, name)
        phones.pages[player].locator("dialog[open]").wait_for()
        faults += look_at(phones, f"{phones.game}_why", [player])
        phones.press(player, "Close")
    return faults


def read_stories(phones: Tongues, ways: Collection[str]) -> list[str]:
    """What is told after the game, to each in the language of the phone."""
    faults = []
    for way in ways:
        for player, page in phones.pages.items():
            page.goto(phones.link.partition("/join/")[0] + way)
            faults += look_at(phones, f"{phones.game}_story_{way[1:]}", [player])
            photograph(page, f"{phones.game}_whole_{way[1:]}_{phones.spoken[player]}", whole=True)
    return faults


def test_think_str8_in_four_languages(tongues: Any) -> None:
    evening = EVENINGS["think-str8"]()
    phones = tongues(evening)
    faults = play(phones, evening, 12)
    for number, player in enumerate(phones.pages):  # anybody's tap turns the next hand on every phone
        faults += look_at(phones, f"think-str8_turned{number}")
        before = {one: phones.version(one) for one in phones.pages}
        phones.press(player, "Next")
        for one, version in before.items():
            phones.await_change(one, version)
    faults += look_at(phones, "think-str8_end")
    faults += ask_all(phones, "think-str8_over", phones.pages)
    faults += read_stories(phones, ("/review", "/table"))
    assert not faults, list_all(faults)
    assert phones.faults == []


def test_tricoda_in_four_languages(tongues: Any) -> None:
    evening = EVENINGS["tricoda"]()
    phones = tongues(evening)
    faults = play(phones, evening, 7)
    faults += look_at(phones, "tricoda_end")
    faults += ask_all(phones, "tricoda_over", phones.pages)
    faults += read_stories(phones, ("/review", "/table"))
    assert not faults, list_all(faults)
    assert phones.faults == []


def test_thinkaboxin_in_four_languages(tongues: Any) -> None:
    evening = EVENINGS["thinkaboxin"]()
    phones = tongues(evening)
    faults = play(phones, evening, 7)
    faults += look_at(phones, "thinkaboxin_end")
    faults += ask_all(phones, "thinkaboxin_over", phones.pages)
    assert not faults, list_all(faults)
    assert phones.faults == []


@pytest.mark.parametrize(("game", "language"), list(zip(EVENINGS, languages()[1:], strict=True)))
def test_one_phone_alone(game: str, language: str, browser: Any, tmp_path: Path) -> None:
    """A player's own log: the beginning and the end of a game, and how an earlier line is corrected."""
    evening = EVENINGS[game]()
    own = own_log(evening)
    begun = own[: evening.begun or 3]
    first, middle, last = skip_middle(own[len(begun) :])
    faults: list[str] = []
    for opening, lines in filter(all, ((begun, first), ([*begun, *first, *middle], last))):
        log = tmp_path / f"{len(opening)}.game"
        log.write_text("".join(f"{line}\n" for line in opening), encoding="utf-8")
        phones = Tongues(browser, log, game, [ME], [language])
        try:
            for line in told_after_bets(lines):
                words = [word for word in re.split(r"[ ,]+", line) if word]
                for names in [(f"told {words[2]}",)] if words[0] == "told" else TAPS[game](words):
                    faults += enter_alone(phones, names, f"{game}_alone_{words[0]}")
            faults += ask_all(phones, f"{game}_alone", [ME])
            faults += correct(phones)
            assert phones.faults == []
        finally:
            phones.leave()
    assert not faults, list_all(faults)


def enter_alone(phones: Tongues, names: Sequence[str], moment: str) -> list[str]:
    choice = names[0].removeprefix("?") if names[0].startswith("?") else ""
    tapped = tuple(name for name in names if not name.startswith("?"))
    return half(phones, Taps(ME, tapped, choice=choice), f"{moment}_half") + look_at(phones, moment)


def correct(phones: Tongues) -> list[str]:
    """The dialogs on the way to the last line."""
    faults = []
    number = len(phones.log.read_text(encoding="utf-8").splitlines())
    for name in ("Earlier lines", f"line {number}", "Correct it"):
        phones.press(ME, name)
        faults += look_at(phones, f"{phones.game}_alone_{name.split()[0]}")
    phones.press(ME, "Back")
    phones.press(ME, "Put a line before it")
    return faults + look_at(phones, f"{phones.game}_alone_Put")


def list_all(faults: Sequence[str]) -> str:
    """Each once."""
    return "\n".join(dict.fromkeys(faults))


@pytest.mark.parametrize("language", languages())
def test_pages_without_a_seat(language: str, browser: Any, empty_table: tuple[str, Path]) -> None:
    """Setting up each game, the seats, the help, the shared screen, and the page for who has the wrong link."""
    link, _ = empty_table
    page = browser.new_context(**PHONE | {"viewport": BARS}, locale=language).new_page()
    faults: list[str] = []

    def look(moment: str) -> None:
        names = [*PLAYERS, *TITLES.values(), "neutral"]
        faults.extend(f"{moment}: {fault}" for fault in examine_tongue(page, language, names))
        photograph(page, f"page_{moment}_{language}", whole=True)

    try:
        for game, title in TITLES.items():
            page.goto(link)
            page.get_by_role("button", name=title).tap()
            page.wait_for_timeout(50)
            look(f"setup_{game}")
        page.get_by_role("button", name=name_in(language, "Begin"), exact=True).tap()
        page.locator("#status.shown").wait_for()
        look("setup_refused")
        page.get_by_role("button", name=TITLES["think-str8"]).tap()
        for place, name in enumerate(PLAYERS[:2], 1):
            page.get_by_role("textbox", name=name_in(language, f"Player {place}"), exact=True).fill(name)
        page.get_by_role("button", name=name_in(language, "Begin"), exact=True).tap()
        page.get_by_role("button", name=PLAYERS[0]).wait_for()
        look("join")
        for way in ("help", link.partition("/join/")[2] + "x"):
            page.goto(link.rpartition("/join/")[0] + ("/help" if way == "help" else f"/join/{way}"))
            look("help" if way == "help" else "lost")
        page.set_viewport_size(BOARD)
        page.goto(link.replace("/join/", "/board/"))
        page.locator("body[data-version]").wait_for()
        look("board")
    finally:
        page.context.close()
    assert not faults, list_all(faults)
