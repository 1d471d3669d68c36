"""Sessions killed in the middle of whole games: `python -m tests.attack.kills --count 1000`. Half of them are tables.

`play` runs in a terminal of its own and gets the lines of a true game, with comments, undo and edit among them. At a
random moment it is killed, its terminal is closed, or Ctrl-C comes. What it had answered by then must be in the log,
the log must be whole, and the next session goes on with it. Ctrl-C must not end anything. `tables` does the same to
`serve`.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, zip_longest
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

import prompt_toolkit.shortcuts  # noqa: F401 - loaded once, as what follows, and not by every session
import typer
from rich.console import Console
from rich.progress import track

import cli.play.loop  # noqa: F401
from solver.log import parse_log, with_line, with_line_changed
from solver.session import expand, judge, next_question, read_state
from tests.attack import tables
from tests.attack.terminals import CTRL_C, ENDS, Lost, Terminal, run_command
from tests.attack.true_logs import PLAY, TABLES

MOST_TYPED = 6  # entries before the end comes
LONGEST_WAIT = 0.25  # seconds between the last entry and the end
PROMPT, TAKEN, DRAWN = (
    b"\x1b[?2004h",
    b"\x1b[?2004l",
    b"\x1b[2J",
)  # a prompt begins; Enter was pressed; an answer begins


@dataclass(frozen=True, slots=True)
class Evening:
    """What is typed in the course of a game, and the log before and after each entry."""

    entries: tuple[str, ...]
    texts: tuple[str, ...]


def make_evening(rng: Random, game: str) -> Evening:
    """A whole game from the first line after the set-up on; or, now and then, only the set-up of a new log."""
    play, most = PLAY[game]
    players = rng.sample(TABLES[0], rng.randint(2, most))
    lines = [line for line, _ in play(rng, players)[players[0]]]
    if rng.random() < 0.2:
        answers = tuple(line.partition(" ")[2] for line in lines[:3])
        return Evening(answers, tuple("".join(f"{line}\n" for line in lines[:count]) for count in range(4)))
    begun = next(count for count in range(3, len(lines)) if not _asks(lines[:count]))
    text = "".join(f"{line}\n" for line in lines[:begun])
    entries, texts = [], [text]
    for line in lines[begun:]:
        for entry, text in _type_line(rng, texts[-1], spell_out(texts[-1], line, players[0])):
            entries.append(entry)
            texts.append(text)
    return Evening(tuple(entries), tuple(texts))


def _asks(lines: list[str]) -> bool:
    return next_question(parse_log("\n".join(lines)), ()) is not None


def spell_out(text: str, line: str, me: str) -> str:
    """A line that `play` would ask about, since it could mean two things, with whose it is."""
    readings = expand(read_state(text, "log"), line)
    return line if len(readings) == 1 else next(reading for reading in readings if me in reading.split())


def _type_line(rng: Random, text: str, line: str) -> Iterator[tuple[str, str]]:
    """A line as it is typed: sometimes taken back and typed again, sometimes with an older one changed or a comment."""
    if rng.random() < 0.1:
        older = rng.choice([one for one in parse_log(text).lines[3:] if one.words])
        event = older.event.replace(" ", "  ") if "  " not in older.event else " ".join(older.event.split())
        text = with_line_changed(text, older.number, event)
        yield f"edit {older.number} {event}", text
    if rng.random() < 0.1:
        yield line, with_line(text, line)
        yield "undo", text
    text = with_line(text, line)
    yield line, text
    if rng.random() < 0.1:
        text = with_line(text, "# so it was")
        yield "# so it was", text


class Session(Terminal):
    """`play` on a log."""

    def __init__(self, path: Path) -> None:
        super().__init__(lambda: run_command("play", str(path)))

    def type(self, entry: str) -> None:
        os.write(self.terminal, f"{entry}\r".encode())

    def wait_for_prompt(self, number: int) -> None:
        self.wait_for(lambda shown: shown.count(PROMPT) >= number, "prompt any more")

    @property
    def answered(self) -> int:
        """How many entries it has answered: another prompt followed, or at least the beginning of an answer."""
        answering = DRAWN in self.shown.rpartition(TAKEN)[2] and self.shown.count(TAKEN) == self.shown.count(PROMPT)
        return max(0, self.shown.count(PROMPT) - 1 + answering)


def attack_session(rng: Random, evening: Evening, done: int, path: Path, how: str) -> int:
    """Type a few entries from number `done` on and end the session; how many entries are in the log then."""
    with Session(path) as session:
        session.wait_for_prompt(1)
        if path.with_name(f".{path.name}.new").exists():
            raise Lost("what was half written when the last session was killed is still there")
        typed = evening.entries[done : done + rng.randint(1, MOST_TYPED)]
        for number, entry in enumerate(typed, 1):
            session.wait_for_prompt(number)
            session.type(entry)
        session.look(rng.uniform(0, LONGEST_WAIT))
        if how == CTRL_C:
            os.kill(session.process, signal.SIGINT)
            session.wait_for_prompt(len(typed) + 1)
            os.write(session.terminal, b"\x04")
            if session.wait() != 0:
                raise Lost(f"Ctrl-C has ended it:\n{session.last_words}")
            return find_text(evening, path, done + len(typed), done + len(typed))
        session.end(how)
        return find_text(evening, path, done + session.answered, done + len(typed))


def find_text(evening: Evening, path: Path, least: int, most: int) -> int:
    """How many entries the log holds, of those that were answered at least and typed at most."""
    text = path.read_bytes().decode("utf-8") if path.exists() else ""
    if read_state(text, path.name).faults:
        raise Lost(f"the log cannot be read:\n{text}")
    for count in range(most, least - 1, -1):
        if evening.texts[count] == text:
            return count
    raise Lost(f"after {evening.entries[:least][-5:]} the log ends with {text.splitlines()[-5:]}")


def attack(seed: int, count: int, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Game, way of ending and, if there is one, the fault of each session; games and ends take turns."""
    os.environ.update({"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "XDG_CONFIG_HOME": str(folder)})
    rng, under_way = Random(seed), dict[str, tuple[Evening, int, Path]]()
    for number, game, how in zip(range(count), cycle(PLAY), cycle(ENDS), strict=False):
        if game not in under_way:
            under_way[game] = make_evening(rng, game), 0, folder / f"{number}.game"
            _begin(*under_way[game])
        evening, done, path = under_way.pop(game)
        fault = ""
        try:
            done = attack_session(rng, evening, done, path, how)
            if done < len(evening.entries):
                under_way[game] = evening, done, path
        except Lost as lost:
            fault = f"session {number} of seed {seed}, {game}, {how}: {lost}"
        yield game, how, fault


def _begin(evening: Evening, _: int, path: Path) -> None:
    judge(read_state(evening.texts[0], path.name))  # loads what each session would have to load
    if evening.texts[0]:
        path.write_text(evening.texts[0], encoding="utf-8")


def main(
    count: Annotated[int, typer.Option(help="How many sessions are ended, of `play` and of `serve` in turn.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same number types the same and ends it in the same ways.")] = 1,
) -> None:
    console, begun, faults = Console(), time.monotonic(), 0
    front_ends, games, ends = Counter[str](), Counter[str](), Counter[str]()
    with TemporaryDirectory() as folder:
        sessions = attack(seed, count - count // 2, Path(folder)), tables.attack(seed, count // 2, Path(folder))
        pairs = (zip(("play", "serve"), both, strict=True) for both in zip_longest(*sessions))
        in_turn = ((front_end, one) for pair in pairs for front_end, one in pair if one)
        for front_end, (game, how, fault) in track(in_turn, "kills", count, console=console):
            front_ends[front_end] += 1
            games[game] += 1
            ends[how] += 1
            if fault:
                faults += 1
                console.print(fault, markup=False, highlight=False)
    for counted in (front_ends, games, ends):
        console.print(", ".join(f"{name} {times}" for name, times in counted.items()), highlight=False)
    minutes = (time.monotonic() - begun) / 60
    console.print(f"{count:,} sessions ended in {minutes:.1f} minutes, {faults} with a line lost or a log broken")
    raise typer.Exit(1 if faults else 0)


if __name__ == "__main__":
    typer.run(main)
