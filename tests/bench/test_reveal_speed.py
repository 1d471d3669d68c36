"""How soon what is said stands on all four phones, drawn: python -m pytest tests/bench/test_reveal_speed.py

From the tap of a bet to the slowest of four phones in one browser. The baseline is one after the other what cannot be
left out: a bare request and a bare state, asked for by all four at once, without a line that is saved or a picture.
"""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Any

from tests.bench.figures import note
from tests.serve.phones import EVENINGS, Phones, start_browser

MOST = 12  # times the baseline, which has nothing to work out and nothing to save
LISTENS = """() => {
    let version = document.body.dataset.version;
    const drawn = () => {
        if (document.body.dataset.version !== version) window.shown = Date.now();
        version = document.body.dataset.version;
    };
    new MutationObserver(drawn).observe(document.body, { attributeFilter: ["data-version"] });
    document.addEventListener("click", () => { window.tapped = Date.now(); }, true);
}"""
ASKS = """async () => {
    const begun = Date.now();
    window.bare = (async () => {
        await (await fetch("/manifest.webmanifest", { cache: "no-store" })).text();
        await (await fetch("/api/state")).json();
        return Date.now() - begun;
    })();
}"""


def reveal(browser: Any, log: Path) -> tuple[list[float], list[float]]:
    """Milliseconds until every phone has drawn what came of a bet, and of asking alone."""
    evening = EVENINGS["think-str8"]()
    phones, drawn, bare = Phones(browser, log, "think-str8", evening.players), list[float](), list[float]()
    try:
        for page in phones.pages.values():
            page.evaluate(LISTENS)
        for line, all_taps in evening.lines():
            for each in all_taps:
                phones.tap(each)
                if line.startswith("bet"):
                    shown = max(page.evaluate("window.shown") for page in phones.pages.values())
                    drawn.append(shown - phones.pages[each.player].evaluate("window.tapped"))
                    for page in phones.pages.values():
                        page.evaluate(ASKS)
                    bare.append(max(page.evaluate("window.bare") for page in phones.pages.values()))
    finally:
        phones.leave()
    return drawn, bare


def test_what_is_said_is_soon_on_all_phones(tmp_path: Path) -> None:
    with start_browser() as browser:
        drawn, bare = reveal(browser, tmp_path / "friday.game")
    middle, alone = statistics.median(drawn), statistics.median(bare)
    told = f"{middle:.0f} ms, 99 of 100 {statistics.quantiles(drawn, n=100)[98]:.0f} ms"
    note("what is said, drawn on four phones", told, MOST, middle / alone, f"asking alone, {alone:.0f} ms")
