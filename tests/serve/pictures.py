"""Pictures of every moment of every game, to look at: upright and sideways, by day and by night.

python -m tests.serve.pictures FOLDER [GAME …]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.serve.phones import EVENINGS, SIDEWAYS, SIZE, Evening, Phones, start_browser


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
        for size in (SIZE, SIDEWAYS):
            page.set_viewport_size(size)
            for light in ("light", "dark"):
                page.emulate_media(color_scheme=light, reduced_motion="reduce")
                page.screenshot(path=self.folder / f"{moment}_{size['width']}_{light}.png")
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
                    phones.button(each.player, name).tap()
                album.take(page, f"{moment}_half")
                each = replace(each, names=each.names[-1:], choice="")
            phones.tap(each)
    for player, page in phones.pages.items():
        album.take(page, f"{evening.game}_end_{player}")
    ask(phones.pages["Anna"], album, evening.game)


def ask(page: Any, album: Album, game: str) -> None:
    """What the help says, and the list of all lines."""
    for name in ("Hint", "Check", "Advice", "More"):
        wanted = page.get_by_role("button", name=name, exact=True)
        if wanted.count():
            wanted.tap()
            page.get_by_role("dialog").wait_for()
            album.take(page, f"{game}_dialog_{name}")
            page.get_by_role("button", name="Close", exact=True).tap()


def main(folder: str, games: Sequence[str]) -> None:
    with start_browser() as browser, TemporaryDirectory() as place:
        for game in games or EVENINGS:
            evening = EVENINGS[game]()
            log = Path(place) / f"{game}.game"
            log.write_text(evening.opening, encoding="utf-8")
            phones = Phones(browser, log, game, evening.players)
            album = Album(Path(folder))
            album.take(phones.open_phone(), f"{game}_join")
            try:
                walk(phones, evening, album)
            finally:
                phones.kill()
            print(f"{game}: {len(album.taken)} moments, {phones.faults or 'no faults'}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
