"""The page of a review in a real browser: on a phone, on a screen, in the dark, on paper, and without a network."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import EXAMPLES, Deduce

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def page_of(log: Path, folder: Path, deduce: Deduce) -> Path:
    page = folder / "review.html"
    deduce("review", log, "--html", page)
    return page


@pytest.fixture
def browser() -> Iterator[Any]:
    if BROWSER is None:
        pytest.skip("no browser here: install Debian's chromium to look at the page")
    driver = pytest.importorskip("playwright.sync_api", reason="no driver here: pip install playwright")
    with driver.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
        yield launched
        launched.close()


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


def test_in_a_browser(browser: Any, tmp_path: Path, deduce: Deduce) -> None:
    page = page_of(EXAMPLES / "false_hint.game", tmp_path, deduce)
    for width, scheme in ((320, "light"), (390, "dark"), (1280, "light")):
        window = opened(browser, page, width, scheme)
        assert window.evaluate("document.documentElement.scrollWidth") <= width, "it would have to be pushed sideways"
        assert window.asked == [page.as_uri()], "nothing else may be loaded"
        assert window.faults == []
        red, *_ = map(int, re.findall(r"\d+", window.evaluate("getComputedStyle(document.body).backgroundColor")))
        assert (red < 128) == (scheme == "dark")
        assert _smallest_text(window) >= 9
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


def test_the_page_needs_nothing_from_elsewhere_and_trusts_nothing(tmp_path: Path, deduce: Deduce) -> None:
    """Names and comments of a log are text, whatever they look like."""
    log = tmp_path / "odd.game"
    text = (EXAMPLES / "evening.game").read_text(encoding="utf-8")
    log.write_text(re.sub(r"\bBen\b", "<b>&'\"", text), encoding="utf-8")
    page = page_of(log, tmp_path, deduce).read_text(encoding="utf-8")
    assert "&lt;b&gt;" in page
    assert "<b>&" not in page
    assert not re.findall(r"(?:\bsrc=|\bhref=(?!\"#|\"data:,)|url\(|@import|https?:)", page)
