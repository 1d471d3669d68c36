"""Pictures of every moment of every game, to look at: upright and sideways, by day and by night.

python -m tests.serve.pictures FOLDER [GAME …]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from solver.games.think_str8.simulation.match import play_game
from solver.games.tricoda.simulation import play_game as play_tricoda
from tests.serve.phones import PLAYERS, SIZE, Phones, start_browser, tap_box, tap_str8, tap_tricoda
from tests.thinkaboxin.random_games import plain_evening

SIDEWAYS = {"width": SIZE["height"], "height": SIZE["width"]}
HALF = {"dice": "die green", "bet": "token 5", "bid": "amount 4", "see": "number 3", "declare": "declare 4"}
Line = tuple[str, str, Callable[[], None]]  # a line, who taps it, and how


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
        for size in (SIZE, SIDEWAYS):
            page.set_viewport_size(size)
            for light in ("light", "dark"):
                page.emulate_media(color_scheme=light, reduced_motion="reduce")
                page.screenshot(path=self.folder / f"{moment}_{size['width']}_{light}.png")
        page.set_viewport_size(SIZE)


def lines_of_str8(phones: Phones) -> Iterator[Line]:
    game = play_game([(player, "random") for player in PLAYERS], "7 0")
    lines = [line for line in game.table_log.splitlines()[3:] if not line.startswith("reveal")]
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        verb, name, *_ = line.split()
        actor = after.split()[1] if verb == "dice" else other_than(name) if verb == "see" else name
        yield line, actor, lambda line=line, actor=actor: tap_str8(phones, line, actor)  # type: ignore[misc]


def lines_of_tricoda(phones: Phones) -> Iterator[Line]:
    game = play_tricoda([(player, "best") for player in PLAYERS], "13 0")
    for line in game.table_log.splitlines()[3:]:
        name = line.split()[1]
        actor = other_than(name) if line.startswith("see") else name
        yield line, actor, lambda line=line: tap_tricoda(phones, line)  # type: ignore[misc]


EVENING = plain_evening(3, 3, me="nobody").lines
BEGUN = "".join(f"{line}\n" for line in EVENING[: EVENING.index("set 4")])


def lines_of_box(phones: Phones) -> Iterator[Line]:
    for line in EVENING[EVENING.index("set 4") :][:60]:
        actor = ([*line.split(), "Anna"])[1]
        yield line, actor if actor in PLAYERS else "Anna", lambda line=line: tap_box(phones, line)  # type: ignore[misc]


def other_than(name: str) -> str:
    return next(player for player in PLAYERS if player != name)


GAMES = {
    "think-str8": (PLAYERS, lines_of_str8),
    "tricoda": (PLAYERS, lines_of_tricoda),
    "thinkaboxin": (PLAYERS[:3], lines_of_box),
}


def walk(phones: Phones, lines: Iterator[Line], album: Album, game: str) -> None:
    """Every kind of line once: on the phone of who enters it, half tapped, and on one that waits."""
    for line, actor, tap in lines:
        verb = line.split()[0]
        page, waits = phones.pages[actor], phones.pages[next(one for one in phones.pages if one != actor)]
        album.take(page, f"{game}_{verb}")
        album.take(waits, f"{game}_{verb}_waits")
        if verb in HALF and f"{game}_{verb}_half" not in album.taken:
            half = page.get_by_role("button", name=HALF[verb], exact=True)
            if half.count() and half.is_enabled():
                half.tap()
                album.take(page, f"{game}_{verb}_half")
                clear = page.get_by_role("button", name="Clear", exact=True)
                if clear.count():
                    clear.tap()
        tap()
    for player, page in phones.pages.items():
        album.take(page, f"{game}_end_{player}")
    ask(phones.pages["Anna"], album, game)


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
        for game in games or GAMES:
            players, lines = GAMES[game]
            log = Path(place) / f"{game}.game"
            log.write_text(BEGUN if game == "thinkaboxin" else "", encoding="utf-8")
            phones = Phones(browser, log, game, players)
            album = Album(Path(folder))
            stranger = phones.open_phone()
            album.take(stranger, f"{game}_join")
            try:
                walk(phones, lines(phones), album, game)
            finally:
                phones.kill()
            print(f"{game}: {len(album.taken)} moments, {phones.faults or 'no faults'}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
