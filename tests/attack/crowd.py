"""Four seats that write to one table all at once: true lines in any order, crosses, nonsense, questions and undo.

Between the rounds of this all is quiet, and what the phones were told is held against the log on the disk: every line
that was acknowledged is there, and nothing else; every seat sees its own extract; no version comes a second time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Thread
from typing import NoReturn

from solver.game import Opened
from solver.games import open_log
from solver.gate import extract
from solver.log import parse_log
from tests.attack.phones import Phone, Reply, Server
from tests.attack.tables import begin_log
from tests.attack.terminals import Lost

PLAYERS = ["Anna", "Ben", "Cleo", "Dirk"]
GAME = "think-str8"
ACTIONS = 25  # of each seat in a round
AGREED = 4  # lines at the beginning that no seat can take back: the game, the players, whose log it is, the aid
REPEATED = 1.5  # a log may get this much longer than its game, by crosses and lines entered twice
COLOURS = ["blue", "green", "yellow", "purple", "red", "grey"]
QUESTIONS = [
    *["state"] * 5,
    "check",
    "hint",
    "hint?more=1",
    "advise",
    "review",
    "why?claim=red+6",
    "why?claim=",
    "advise?dice=x",
    "log",
]
NONSENSE = ["", "#", "bet", "bet 99-3", "see me 134403", "aid full", "\x00", "dice gyb\ndice gyb", "x" * 3000, "me Ben"]


@dataclass
class Writer:
    """One seat: what it does at random, and what it was told."""

    rng: Random
    seat: str
    phone: Phone
    lines: list[str]
    version: int = 0
    taken: int = 0
    undone: int = 0
    posted: int = 0
    newest: int = 0  # the last version that came with an answer
    fault: str = ""

    def act(self, at: int) -> None:
        """`at` is about how many lines of the game are on the table."""
        kind = self.rng.random()
        if kind < 0.15:
            self.hear(self.phone.post("/api/undo", version=self.version), undo=True)
        elif kind < 0.92:
            self.posted += 1
            version = self.version - (self.rng.random() < 0.2)
            self.hear(self.phone.post("/api/lines", line=self.choose_line(at), version=version))
        else:
            reply = self.phone.fetch(f"/api/{self.rng.choice(QUESTIONS)}")
            if reply.status not in (200, 403, 422):
                self.give_up(reply)
        if self.rng.random() < 0.5:
            self.version = self.phone.version

    def choose_line(self, at: int) -> str:
        kind = self.rng.random()
        if kind < 0.1:
            return self.rng.choice(NONSENSE)
        if kind < 0.3:
            return f"{self.rng.choice(['cross', 'uncross'])} {self.rng.choice(COLOURS)} {self.rng.randrange(8)}"
        near = at + self.rng.choice([0, 0, 0, 1, 1, -1, 2, self.rng.randint(-20, 20)])
        return self.lines[max(0, min(near, len(self.lines) - 1))]

    def hear(self, reply: Reply, undo: bool = False) -> None:
        if reply.status == 200:
            told = int(reply.data["version"])
            if told < self.newest:  # the same, if it was another player's secret
                raise Lost(f"{self.seat} is told version {told} after {self.newest}")
            self.version = self.newest = told
            self.undone += undo
            self.taken += not undo and "again" not in reply.data  # another seat had entered just that
        elif reply.status not in (409, 422):
            self.give_up(reply)

    def give_up(self, reply: Reply) -> NoReturn:
        raise Lost(f"{self.seat} is answered {reply.status}: {reply.body[:300]!r}")

    def take_all_back(self) -> None:
        """As long as there is something that this seat may take back."""
        self.version, before = self.phone.version, -1
        while before < self.undone:
            before = self.undone
            self.hear(self.phone.post("/api/undo", version=self.version), undo=True)

    def work(self, at: int) -> None:
        try:
            for _ in range(ACTIONS):
                self.act(at + self.taken - self.undone)
        except (Lost, OSError) as fault:
            self.fault = f"{self.seat}: {fault!r}"


class Crowd:
    """The four of them at one table."""

    def __init__(self, rng: Random, folder: Path, fresh: bool = False) -> None:
        self.rng, self.log = rng, folder / "crowd.game"
        self.lines = self.deal(self.log)
        self.agreed = self.rows[:AGREED]
        self.server = Server(self.log, fresh=fresh)
        self.server.start()
        self.phones = self.server.sit_all(PLAYERS)
        self.seen: dict[tuple[str, int], str] = {}  # each seat's log at each version
        self.counted = Counter[str]()
        self.at_rest: dict[int, float] = {}  # megabytes of the server, by how many lines were posted

    def deal(self, log: Path) -> list[str]:
        """Begin a log; all lines of its game that a seat may enter."""
        to_come = begin_log(self.rng, GAME, log, PLAYERS, "full")
        return [*log.read_text(encoding="utf-8").splitlines()[AGREED:], *to_come]

    @property
    def rows(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines()

    def write(self, posts: int) -> Iterator[int]:
        """Rounds until so many lines were posted; after each, how many so far. Raises Lost."""
        while self.counted["posted"] < posts:
            if len(self.rows) - AGREED > REPEATED * len(self.lines):
                self.begin_again()
            self.play_round()
            yield self.counted["posted"]

    def play_round(self) -> None:
        before = self.rows
        writers = [
            Writer(Random(self.rng.random()), seat, phone, self.lines, now, newest=now)
            for seat, phone in self.phones.items()
            for now in [phone.version]
        ]
        threads = [Thread(target=writer.work, args=(len(before) - AGREED,)) for writer in writers]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            self.server.terminal.look(0.05)
        faults = [writer.fault for writer in writers if writer.fault]
        if faults:
            raise Lost(f"{faults}\n{self.server.terminal.last_words}")
        for writer in writers:
            self.counted.update(posted=writer.posted, taken=writer.taken, undone=writer.undone)
        self.check(before, writers)

    def begin_again(self) -> None:
        """The seats take all back, in turn as far as each can, and play another game."""
        before, left = self.rows, [""]
        while left != self.rows != self.agreed:
            left, writers = self.rows, [Writer(self.rng, seat, phone, []) for seat, phone in self.phones.items()]
            for writer in writers:
                writer.take_all_back()
                self.server.terminal.look(0)
                self.counted["undone"] += writer.undone
            self.check(before, writers)
            before = self.rows
        if self.rows != self.agreed:
            raise Lost(f"nobody can take back: {self.rows}")
        self.lines = self.deal(self.log.with_suffix(".next"))

    def check(self, before: list[str], writers: list[Writer]) -> None:
        """The disk against what the phones were told."""
        after = self.rows
        grown = sum(writer.taken - writer.undone for writer in writers)
        if len(after) - len(before) != grown:
            raise Lost(f"{grown} lines more were acknowledged, {len(after) - len(before)} more are there")
        opened = open_log(parse_log("\n".join(after) + "\n", str(self.log)))
        if not isinstance(opened, Opened):
            raise Lost(f"the log cannot be read: {opened}")
        for writer in writers:
            version, text = writer.phone.version, writer.phone.fetch("/api/log").body.decode()
            if text != extract(opened, writer.seat):
                raise Lost(f"{writer.seat} sees another log than the one on the disk")
            if self.seen.setdefault((writer.seat, version), text) != text:
                raise Lost(f"{writer.seat}'s version {version} comes a second time")
            if version < writer.newest:
                raise Lost(f"{writer.seat}'s version went back from {writer.newest} to {version}")
