"""At the table: from Enter to the finished answer, and from start to prompt."""

from __future__ import annotations

import io
import os
import pty
import select
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from cli.logfile import LogFile
from cli.play.keyboard import Pipe
from cli.play.loop import obey, show_start
from cli.play.session import Play
from solver.session import add_line, judge, read_state
from tests.bench.figures import hold
from tests.think_str8.random_games import random_game
from tests.thinkaboxin.random_games import plain_evening

ROOT = Path(__file__).parent.parent.parent


def test_enter_to_answer_on_a_four_player_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a person meets it: what answers need is loaded during the first prompt, and a line is answered before the
    final bets and the review, which nobody asked for."""
    seconds: list[float] = []
    offers: list[float] = []
    offer = Play.offer

    def offer_afterwards(play: Play) -> None:
        begin = time.process_time()
        offer(play)
        offers.append(time.process_time() - begin)

    monkeypatch.setattr(Play, "offer", offer_afterwards)
    for seed in range(3):
        lines = random_game(seed, players=4).lines
        opening = next(number for number, line in enumerate(lines) if line.startswith("dice"))
        path = tmp_path / f"{seed}.game"
        path.write_text("\n".join(lines[:opening]) + "\n")
        console = Console(file=io.StringIO(), width=80)
        play = Play(console, Pipe(console), LogFile(path), pad=False)
        if play.state.opened is not None:
            play.state.opened.game.load()
        play.state = play.judge(play.state)
        show_start(play)
        for line in lines[opening:]:
            begin = time.process_time()
            offers.append(0)
            obey(play, line)
            seconds.append(time.process_time() - begin - offers[-1])
        assert path.read_text().splitlines() == lines
    median, worst = statistics.median(seconds), statistics.quantiles(seconds, n=100)[98]
    hold(f"Enter to answer in play, median of {len(seconds)}", median, 2)
    hold("Enter to answer in play, 99 of 100", worst, 4)


def test_start_to_prompt(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(random_game(1, players=4, rounds=5).text)
    seconds = [(seconds_to_prompt(path), seconds_to_import()) for _ in range(5)]
    prompt, bare = (statistics.median(column) for column in zip(*seconds, strict=True))
    hold("play, start to prompt", prompt, 3, bare, "the bare import of what it needs")


def seconds_to_import() -> float:
    """The baseline."""
    begin = time.perf_counter()
    bare = "import typer, rich.console, prompt_toolkit; from ortools.sat.python import cp_model"
    subprocess.run([sys.executable, "-c", bare], check=True)
    return time.perf_counter() - begin


def seconds_to_prompt(path: Path) -> float:
    begin = time.perf_counter()
    child, keys = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        os.execve(sys.executable, [sys.executable, "-m", "cli", "play", str(path)], os.environ | {"TERM": "xterm"})
    screen = ""
    while "Round 5" not in screen.partition("\n> ")[0] or "> " not in screen:
        if select.select([keys], [], [], 10)[0]:
            screen += os.read(keys, 65536).decode("utf-8", "replace")
    taken = time.perf_counter() - begin
    os.kill(child, 9)
    os.waitpid(child, 0)
    return taken


def test_a_late_line_of_a_long_evening_costs_little_more_than_an_early_one() -> None:
    """The 500th line took 50 times as long as the tenth, when every line was the whole log again."""
    lines = plain_evening(3, sets=20).lines[:500]
    assert len(lines) == 500

    def seconds(begun: int) -> float:
        state = judge(read_state("\n".join(lines[:begun]) + "\n", "a.game"))
        start = time.process_time()
        for line in lines[begun : begun + 20]:
            state = judge(add_line(state, line))
        assert state.opened is not None
        return time.process_time() - start

    seconds(100)  # what is loaded and kept by the first lines
    early, late = (min(seconds(begun) for _ in range(3)) for begun in (100, 480))
    hold("20 lines of Thinkaboxin after 480 others", late, 4, early, "20 lines after 100 others")
