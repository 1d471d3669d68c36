"""The page of a review in a real browser: on a phone, on a screen, in the dark, on paper, and without a network."""

from __future__ import annotations

import re
from pathlib import Path
from struct import unpack
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.games.think_str8.lab.match import play_game as play_str8
from solver.games.tricoda.lab.simulation import play_game as play_tricoda
from tests.conftest import EXAMPLES, ROOT, Deduce
from tests.thinkaboxin.random_games import plain_evening

LOGS = (
    "examples/think_str8/false_hint.game",
    "examples/tricoda/evening.game",
    "examples/thinkaboxin/nuggets.game",
)


def page_of(log: Path, folder: Path, deduce: Deduce) -> Path:
    page = folder / "review.html"
    deduce("review", log, "--html", page)
    return page


def opened(browser: Any, page: Path, width: int, scheme: str = "light") -> Any:
    """The page in a window of its own; whatever it asks of a network is noted, and refused."""
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    context.set_offline(True)
    window = context.new_page()
    window.asked, window.faults = [], []
    window.on("request", lambda request: window.asked.append(request.url))
    window.on("pageerror", lambda fault: window.faults.append(str(fault)))
    window.on("console", lambda message: window.faults.append(message.text))
    window.goto(page.as_uri())
    return window


def tables_log(game: str) -> str:
    """A whole evening that the table itself kept."""
    if game == "tricoda":
        return str(play_tricoda((("Anna", "best"), ("Ben", "best"), ("Cleo", "certain")), "2").table_log)
    if game == "thinkaboxin":
        return plain_evening(3, 4, sets=2, me="nobody").text
    return str(play_str8((("Anna", "best"), ("Ben", "pad"), ("Cleo", "pad")), "3").table_log)


EVENINGS = {  # a player's own, and the whole table's
    **{path.parent.name: path for path in map(ROOT.joinpath, LOGS)},
    **{f"{game}'s table": game for game in ("think_str8", "tricoda", "thinkaboxin")},
}


@pytest.fixture(scope="module", params=EVENINGS)
def story(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of an evening."""
    evening, folder = EVENINGS[request.param], tmp_path_factory.mktemp("page")
    log = evening if isinstance(evening, Path) else folder / "table.game"
    if isinstance(evening, str):
        log.write_text(tables_log(evening), encoding="utf-8")
    page = folder / "review.html"
    assert CliRunner().invoke(app, ["review", str(log), "--html", str(page)]).exit_code in (0, 1)
    return page


@pytest.mark.seldom
def test_every_story_fits_can_be_read_and_prints(browser: Any, story: Path, tmp_path: Path) -> None:
    """One window for all: opening one takes longer than looking at it."""
    window = opened(browser, story, 390)
    folded = window.locator("details").count()
    window.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    for width, scheme in ((390, "light"), (768, "dark"), (1280, "light"), (390, "dark")):
        window.set_viewport_size({"width": width, "height": 800})
        window.emulate_media(color_scheme=scheme)
        assert window.evaluate("document.documentElement.scrollWidth") <= width, "it would have to be pushed sideways"
        assert window.evaluate(STICKING_OUT) == [], (width, scheme)
        assert window.evaluate(OVERLAPS) == [], (width, scheme)
        assert window.evaluate(PALE) == [], (width, scheme)
        assert _smallest_text(window) >= 9, (width, scheme)
    _names_lines(window, story)
    _prints_all(window, folded, tmp_path)
    assert (window.asked, window.faults) == ([story.as_uri()], []), "nothing else may be loaded"
    window.context.close()


def _names_lines(window: Any, story: Path) -> None:
    """Every line that is named is at the end."""
    missing = "[...document.querySelectorAll('a')].filter(link => !document.querySelector(link.getAttribute('href')))"
    assert window.evaluate(f"{missing}.map(link => link.outerHTML)") == []
    text = re.sub(r"<a[^>]*>|</a>", "", story.read_text(encoding="utf-8"))
    assert re.search(r"\bline \d+", text), "a story without its lines"


def _prints_all(window: Any, folded: int, folder: Path) -> None:
    """Folded on the screen, open on paper."""
    window.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = false)")
    window.evaluate("addEventListener('beforeprint', () => open_ = document.querySelectorAll('details[open]').length)")
    paper = window.pdf(path=str(folder / "review.pdf"), format="A4")
    assert paper.startswith(b"%PDF")
    assert window.evaluate("open_") == folded


# What is looked for in a page: texts by the boxes that they are drawn in.

TEXTS = """
    const texts = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const node = walk.currentNode, element = node.parentElement, range = document.createRange();
        if (!node.textContent.trim() || element.closest("script, style")) continue;
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1);
        if (boxes.length) texts.push({element, boxes, text: node.textContent.trim().slice(0, 40)});
    }"""
STICKING_OUT = f"""() => {{ {TEXTS}
    return texts.filter(({{element, boxes}}) => {{
        const around = (element.closest(".chapter, .box, main") || document.body).getBoundingClientRect();
        return boxes.some(box => box.left < around.left - 1 || box.right > around.right + 1);
    }}).map(one => one.text); }}"""
OVERLAPS = f"""() => {{ {TEXTS}
    const boxes = texts.flatMap((one, place) => one.boxes.map(box => ({{place, text: one.text, box}})));
    boxes.sort((one, other) => one.box.top - other.box.top);
    const found = [];
    boxes.forEach((one, at) => {{
        for (const other of boxes.slice(at + 1)) {{
            if (other.box.top >= one.box.bottom - 3) break;
            const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
            const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
            if (one.place !== other.place && across > 2 && down > 5) found.push([one.text, other.text]);
        }}
    }});
    return found; }}"""
PALE = f"""() => {{ {TEXTS}
    const read = colour => colour.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(part => part / 255).map(
        part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    ).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = element => {{
        for (let one = element; one; one = one.parentElement) {{
            const colour = read(getComputedStyle(one).backgroundColor);
            if (colour.length === 3 || colour[3] > 0.99) return colour;
        }}
        return [255, 255, 255];
    }};
    return texts.map(({{element, text}}) => {{
        const style = getComputedStyle(element), svg = element.closest("svg text");
        const lights = [light(read(svg ? style.fill : style.color)), light(behind(element))];
        const [one, other] = lights.sort((one, other) => other - one);
        return {{text, contrast: (one + 0.05) / (other + 0.05)}};
    }}).filter(one => one.contrast < 4.5); }}"""


@pytest.mark.seldom
def test_proofs_unfold_and_print(browser: Any, tmp_path: Path, deduce: Deduce) -> None:
    window = opened(browser, page_of(EXAMPLES / "false_hint.game", tmp_path, deduce), 1280)
    red, *_ = map(int, re.findall(r"\d+", window.evaluate("getComputedStyle(document.body).backgroundColor")))
    assert red > 128, "a light page for a light screen"
    _proofs_unfold(window)
    _prints(window, tmp_path)


def _smallest_text(window: Any) -> float:
    """The height of the smallest letters in pixels as they are drawn, those of the picture included."""
    sizes = window.evaluate(
        """() => [...document.querySelectorAll("p, li, td, th, summary, svg text")].map(e => {
            const size = parseFloat(getComputedStyle(e).fontSize), svg = e.closest("svg");
            return svg ? size * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : size; })"""
    )
    return float(min(sizes))


def _proofs_unfold(window: Any) -> None:
    folds = window.locator("details")
    assert folds.count() > 5
    inside = folds.first.locator(".proof")
    assert not inside.is_visible()
    folds.first.locator("summary").click()
    assert inside.is_visible()
    assert "From these lines:" in inside.inner_text()
    drawn = window.locator("svg polyline")
    assert drawn.count() == 2
    assert all(drawn.nth(i).bounding_box()["height"] > 50 for i in range(2))


def _prints(window: Any, folder: Path) -> None:
    """On paper every proof is open, the page is light, and nothing is wider than the sheet."""
    count = "document.querySelectorAll('details:not([open])').length"
    window.evaluate(f"addEventListener('beforeprint', () => shut = {count})")
    paper = window.pdf(path=str(folder / "review.pdf"), format="A4")
    assert paper.startswith(b"%PDF")
    assert window.evaluate("shut") == 0, "a printed proof cannot be unfolded"
    window.emulate_media(media="print", color_scheme="dark")
    assert window.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    window.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert window.locator("details:not([open])").count() == 0
    assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")
    window.evaluate("dispatchEvent(new Event('afterprint'))")
    assert window.locator("details[open]").count() == 1, "the one that was unfolded by hand stays so"


@pytest.mark.parametrize("log", LOGS)
def test_the_page_needs_nothing_from_elsewhere_and_trusts_nothing(log: str, tmp_path: Path, deduce: Deduce) -> None:
    """Names and comments of a log are text, whatever they look like."""
    odd = tmp_path / "odd.game"
    text = (ROOT / log).read_text(encoding="utf-8")
    other = re.findall(r"players \w+ (\w+)", text)[0]
    odd.write_text(re.sub(rf"\b{other}\b", "<b>&'\"", text), encoding="utf-8")
    page = page_of(odd, tmp_path, deduce).read_text(encoding="utf-8")
    assert "&lt;b&gt;" in page
    assert "<b>&" not in page
    assert not re.findall(r"(?:\bsrc=|\bhref=(?!\"#|\"data:,)|url\(|@import|https?:)", page)


PICTURES = {  # a log, whether it is dark, and how tall
    "story": ("think_str8/evening.game", "light", 880),
    "table": ("table/monday.game", "dark", 980),
}


@pytest.mark.seldom
@pytest.mark.parametrize("name", PICTURES)
def test_pictures_for_the_readme(
    name: str, browser: Any, tmp_path: Path, deduce: Deduce, request: pytest.FixtureRequest
) -> None:
    """A player's story and a table's as they look today: `--record` takes the pictures anew."""
    log, scheme, height = PICTURES[name]
    picture = ROOT / "examples" / "pictures" / f"{name}.png"
    window = opened(browser, page_of(ROOT / "examples" / log, tmp_path, deduce), 768, scheme)
    window.set_viewport_size({"width": 768, "height": height})
    if request.config.getoption("--record"):
        window.screenshot(path=picture)
    _, width, tall = unpack(">16s2I", picture.read_bytes()[:24])
    assert (width, tall) == (768, height)
    window.context.close()
