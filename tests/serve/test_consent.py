"""Nobody's entry vanishes without its owner's consent, and nothing acknowledged is lost, whatever is corrected."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from cli.logfile import LogFile
from cli.serve.room import Room
from cli.serve.table import Refused
from cli.serve.views import Entry, View
from tests.attack.tables import begin_log

PLAYERS = ["Anna", "Ben", "Cleo", "Dirk"]
KNOWN = ("cup", "told", "was", "reveal")  # lines that the table may know already
PATIENCE = 6  # times that a line is tried
SIGNS = ("blue", "green", "yellow", "red", "4-9", "0-1", "10-15", *map(str, range(8)))


@dataclass
class Crowd:
    """Seats that enter the lines of a game and correct at random; `mine` is what each was told is on the disk."""

    rng: Random
    room: Room
    lines: list[str]
    taken: int = 0
    changed: int = 0
    stuck: int = 0

    def act(self) -> None:
        seat, kind = self.rng.choice(PLAYERS), self.rng.random()
        view, before = self.room.view(seat), self.list_owners()
        allowed = {seat}
        try:
            if kind < 0.45 and self.lines:
                self.enter(seat)
            elif kind < 0.8 or not view.asked:
                self.revise(view)
            else:
                asked = self.rng.choice(view.asked)
                allowed |= {asked.by, *asked.agreed}
                self.room.agree(seat, asked.id, self.rng.random() < 0.7)
        except Refused:
            pass
        self.check(before, allowed)

    def list_owners(self) -> dict[int, frozenset[str]]:
        """By lines of the log: who may change them alone, together with who entered them."""
        seen = {entry.uid: entry.owners for view in self.room.views.values() for entry in view.entries}
        return {mark.uid: seen.get(mark.uid, frozenset()) | {mark.by} for mark in self.room.authors.marks}

    def __post_init__(self) -> None:
        self.known = {mark.uid: mark.by for mark in self.room.authors.marks}

    def enter(self, seat: str) -> None:
        """What comes next, mostly from whom it is about."""
        line = self.lines[0]
        named = line.split()[1] if " " in line else ""
        seat = named if named in PLAYERS and line.split()[0] != "see" and self.rng.random() < 0.9 else seat
        try:
            self.room.write(seat, line, self.room.view(seat).version)
        except Refused:
            self.stuck += 1  # on what was corrected before
            if line.split()[0] in KNOWN or self.stuck > PATIENCE:
                del self.lines[0]
                self.stuck = 0
            raise
        del self.lines[0]
        self.taken += 1

    def revise(self, view: View) -> None:
        if not view.entries:
            return
        entry = self.rng.choice(view.entries[-12:] if self.rng.random() < 0.7 else view.entries)
        ask = self.rng.random() < 0.5
        if self.rng.random() < 0.3:
            self.room.undo(view.seat, which=entry.id, ask=ask)
        else:
            self.room.put_right(view.seat, entry.id, None, self.change(view, entry), ask)

    def change(self, view: View, entry: Entry) -> str:
        words = view.opened.game.format_event(entry.event).split()
        words[self.rng.randrange(len(words) > 1, len(words))] = self.rng.choice(SIGNS)
        return " ".join(words)

    def check(self, before: dict[int, frozenset[str]], allowed: set[str]) -> None:
        """What is gone, or another's now, was theirs who wanted it so."""
        now = {mark.uid: mark.by for mark in self.room.authors.marks}
        self.changed += self.known != now
        for uid, owners in before.items():
            if now.get(uid) != self.known.get(uid) and owners != {""}:
                assert owners & allowed, f"{owners}: {'gone' if uid not in now else 'changed'} by {allowed}"
        self.known = now
        rows = self.room.path.read_text(encoding="utf-8").splitlines()
        assert len(rows) == len(now)


def attack(game: str, seed: int, folder: Path, acts: int) -> Crowd:
    """Raises AssertionError. In the end another start on the log knows all that the seats know."""
    rng = Random(f"consent {game} {seed}")
    log = folder / f"{game}-{seed}.game"
    lines = begin_log(rng, game, log, PLAYERS)
    file = LogFile(log)
    crowd = Crowd(rng, Room(file, 1), lines)
    try:
        for _ in range(acts):
            crowd.act()
    finally:
        file.close()
    again = LogFile(log)
    room = Room(again, 2)
    again.close()
    for seat in PLAYERS:
        assert room.view(seat).text == crowd.room.view(seat).text
        assert [entry.by for entry in room.view(seat).entries] == [entry.by for entry in crowd.room.view(seat).entries]
    return crowd


@pytest.mark.parametrize("game", ["think-str8", "tricoda", "thinkaboxin"])
def test_nobodys_entry_vanishes_without_leave(game: str, tmp_path: Path) -> None:
    crowd = attack(game, 1, tmp_path, 120)
    assert crowd.changed > crowd.taken > 5


@pytest.mark.seldom
@pytest.mark.parametrize("game", ["think-str8", "tricoda", "thinkaboxin"])
def test_nobodys_entry_vanishes_in_thousands_of_corrections(game: str, tmp_path: Path) -> None:
    assert sum(attack(game, seed, tmp_path, 400).changed for seed in range(2, 8)) > 200
