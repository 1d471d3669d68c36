"""Renews the README's pictures of pages, `python -m tests.serve.readme_pictures`; of terminals: test_pictures.py."""

from __future__ import annotations

import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.conftest import ROOT
from tests.serve.phones import SIZE, Phones, Taps, start_browser

PICTURES = ROOT / "examples" / "pictures"
STORIES = {"story": ("think_str8/evening.game", 880), "table": ("table/monday.game", 980)}  # and how high
BEGUN = (ROOT / "examples" / "table" / "friday.game").read_text(encoding="utf-8").replace("aid hints", "aid full")
SMALLER = 0.66


def tell_story(browser: Any, name: str, log: str, height: int, folder: Path) -> None:
    page = folder / f"{name}.html"
    call = [sys.executable, "-m", "cli", "review", f"examples/{log}", "--html", str(page)]
    subprocess.run(call, cwd=ROOT, check=True, capture_output=True)
    window = browser.new_page(viewport={"width": 768, "height": height}, color_scheme="light")
    window.goto(page.as_uri())
    window.screenshot(path=PICTURES / f"{name}.png")


def show_phones(browser: Any, folder: Path) -> None:
    """Dirk's bet, what all hear of it, and how he puts it right."""
    log = folder / "friday.game"
    log.write_text(BEGUN.partition("bet Dirk")[0], encoding="utf-8")
    phones = Phones(browser, log, "think-str8")
    dirk, anna = phones.pages["Dirk"], phones.pages["Anna"]
    try:
        phones.press("Dirk", "token 3")
        shots = [dirk.screenshot()]
        phones.tap(Taps("Dirk", ("from 8",)))
        anna.locator("#news button").wait_for()
        shots.append(anna.screenshot())
        dirk.emulate_media(color_scheme="dark")
        while dirk.locator("#news button").count():
            dirk.locator("#news button").tap()
        phones.press("Dirk", "bet of Dirk in round 1")
        phones.press("Dirk", "token 4")
        dirk.evaluate("document.getElementById('status').classList.remove('shown')")  # it fades by itself
        dirk.wait_for_timeout(500)
        shots.append(dirk.screenshot())
    finally:
        phones.kill()
    put_beside(browser, shots)


def put_beside(browser: Any, shots: list[bytes]) -> None:
    width, height = (round(side * SMALLER) for side in SIZE.values())
    pictures = "".join(f'<img src="data:image/png;base64,{b64encode(shot).decode()}">' for shot in shots)
    body = "body { margin: 14px; display: flex; gap: 18px; background: #e5ded1 }"
    look = f"<style>{body} img {{ width: {width}px; border-radius: 14px }}</style>"
    size = {"width": len(shots) * (width + 18) + 10, "height": height + 28}
    window = browser.new_page(viewport=size)
    window.set_content(look + pictures)
    window.screenshot(path=PICTURES / "phones.png")


def main() -> None:
    with start_browser() as browser, TemporaryDirectory() as folder:
        for name, (log, height) in STORIES.items():
            tell_story(browser, name, log, height, Path(folder))
        show_phones(browser, Path(folder))


if __name__ == "__main__":
    main()
