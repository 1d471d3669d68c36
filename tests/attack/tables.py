"""The server killed in the middle of whole games, while phones send lines to it; `kills` is the command.

What it had acknowledged by then must be in the log, the log must be whole, every phone keeps its seat without joining
anew, and no version comes a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Thread

from solver.session import read_state
from tests.attack.phones import GONE, Phone, Reply, Server
from tests.attack.terminals import CTRL_C, ENDS, Lost, Terminal
from tests.attack.true_logs import OPENING, PLAY, TABLES

LONGEST_PLAY = 0.6  # seconds between the first line and the end
UNDO = 0.12  # how often a line is taken back instead


def begin_log(rng: Random, game: str, path: Path, players: list[str], aid: str = "pad") -> list[str]:
    """Write the opening lines of a table's own log; the lines of a whole true game that are to follow."""
    lines = [line for line, _ in PLAY[game][0](rng, players)["nobody"]]
    begun = next(place for place, line in enumerate(lines) if line.split()[0] not in OPENING)
    path.write_text("".join(f"{line}\n" for line in [*lines[:3], f"aid {aid}", *lines[3:begun]]), encoding="utf-8")
    return lines[begun:]


@dataclass
class Table:
    """One log with its server, its phones and what they have seen."""

    log: Path
    players: list[str]
    lines: list[str]  # still to be entered
    server: Server = field(init=False)
    phones: dict[str, Phone] = field(init=False)
    states: dict[tuple[str, int], bytes] = field(default_factory=dict)  # what each seat saw at each version
    text: str = ""  # the log after the last answer
    sent: str = ""  # what is not answered yet: `line` or `undo`

    def __post_init__(self) -> None:
        self.server = Server(self.log)
        self.text = self.read()

    def read(self) -> str:
        return self.log.read_text(encoding="utf-8")

    @contextmanager
    def open(self) -> Iterator[Terminal]:
        """Start the server. The first time all sit down; after that their cookies are still good."""
        first = not self.server.port
        newest = {player: max(self.versions(player), default=0) for player in self.players}
        self.server.start()
        with self.server.terminal as server:
            if first:
                self.phones = self.server.sit_all(self.players)
            for player, phone in self.phones.items():
                phone.hang_up()
                if self.look(player) <= newest[player]:
                    raise Lost(f"{player} sees an older version than before")
            yield server

    def versions(self, player: str) -> list[int]:
        return [version for seat, version in self.states if seat == player]

    def look(self, player: str) -> int:
        """The version that a phone sees now: the same number always stands for the same state."""
        reply = self.phones[player].fetch("/api/state")
        if reply.status != 200 or reply.data["player"] != player:
            raise Lost(f"{player}'s seat is lost: {reply.status} {reply.body[:200]!r}")
        version = int(reply.data["version"])
        if self.states.setdefault((player, version), reply.body) != reply.body:
            raise Lost(f"{player}'s version {version} comes a second time")
        return version

    def send(self, player: str, path: str, kind: str, **body: object) -> bool:
        """Whether it was taken; then the log on the disk is one line longer or shorter."""
        version = self.look(player)
        self.sent = kind
        reply = self.phones[player].post(path, version=version, **body)
        before, self.text = self.text, self.read()
        self.sent = ""
        check_step(before, self.text, kind if reply.status == 200 else "")
        if reply.status == 200 and reply.data["version"] < version:  # the same, if it was another player's secret
            raise Lost(f"version {reply.data['version']} after {version}")
        return taken(reply)

    def enter(self, rng: Random) -> None:
        """The next line, from any seat that may say it; or, now and then, one is taken back, to be entered again."""
        seats = rng.sample(self.players, len(self.players))
        if rng.random() < UNDO:
            before = self.text
            if self.send(seats[0], "/api/undo", "undo"):
                self.lines.insert(0, find_missing(before, self.text))
            return
        line = self.lines.pop(0)
        try:
            any(self.send(seat, "/api/lines", "line", line=line) for seat in seats)
        except GONE:
            self.lines.insert(0, line)
            raise

    def check_log(self) -> None:
        """After the end: all that was acknowledged is there, and at most what was under way besides."""
        before, self.text = self.text, self.read()
        if before != self.text:
            check_step(before, self.text, self.sent)
        if self.sent == "line" and before != self.text:
            del self.lines[0]
        if self.sent == "undo" and before != self.text:
            self.lines.insert(0, find_missing(before, self.text))
        self.sent = ""
        if read_state(self.text, self.log.name).faults:
            raise Lost(f"the log cannot be read:\n{self.text}")


def taken(reply: Reply) -> bool:
    if reply.status not in (200, 409, 422):
        raise Lost(f"{reply.status}: {reply.body[:300]!r}")
    return reply.status == 200


def check_step(before: str, after: str, kind: str) -> None:
    """A line is added at the end, an undo leaves out one line, and anything else changes nothing."""
    old, new = before.splitlines(), after.splitlines()
    added = kind == "line" and new[:-1] == old
    removed = kind == "undo" and any(old[:place] + old[place + 1 :] == new for place in range(len(old)))
    if not (added or removed or (not kind and new == old)):
        raise Lost(f"after {kind or 'a refusal'} the log ends with {new[-5:]}, before with {old[-5:]}")


def find_missing(before: str, after: str) -> str:
    """The line that was taken back."""
    old, new = before.splitlines(), after.splitlines()
    return next(line for place, line in enumerate(old) if place == len(new) or new[place] != line)


class Writer(Thread):
    """Enters lines until the server is gone or the game is over."""

    def __init__(self, rng: Random, table: Table) -> None:
        super().__init__()
        self.rng, self.table, self.lost = rng, table, ""

    def run(self) -> None:
        try:
            while self.table.lines:
                self.table.enter(self.rng)
        except GONE:
            return
        except Lost as lost:
            self.lost = str(lost)


def attack_table(rng: Random, table: Table, how: str) -> None:
    """Phones write to the table until it is ended."""
    with table.open() as server:
        writer = Writer(rng, table)
        writer.start()
        server.look(rng.uniform(0, LONGEST_PLAY))
        status = server.end(how)
        writer.join()
    if writer.lost:
        raise Lost(writer.lost)
    if how == CTRL_C and (status or b"The log is whole" not in server.shown):
        raise Lost(f"Ctrl-C ends it with {status}:\n{server.last_words}")
    table.check_log()


def attack(seed: int, count: int, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Game, way of ending and, if there is one, the fault of each session; games and ends take turns."""
    rng, under_way = Random(f"tables {seed}"), dict[str, Table]()
    for number, game, how in zip(range(count), cycle(PLAY), cycle(ENDS), strict=False):
        if game not in under_way:
            players = rng.sample(TABLES[0], rng.randint(2, PLAY[game][1]))
            log = folder / f"table{number}.game"
            under_way[game] = Table(log, players, begin_log(rng, game, log, players, rng.choice(["pad", "full"])))
        table, fault = under_way.pop(game), ""
        try:
            attack_table(rng, table, how)
            if table.lines:
                under_way[game] = table
        except Lost as lost:
            fault = f"table {number} of seed {seed}, {game}, {how}: {lost}"
        yield game, how, fault
