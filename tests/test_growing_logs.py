"""A log that grows line by line is read and replayed from where it stood, and all is as from the beginning."""

from __future__ import annotations

import random
import time

import pytest

from solver.game import Opened
from solver.games import find_game
from solver.log import LogError, parse_log
from solver.session import add_line, judge, read_state
from tests.thinkaboxin.random_games import forget_lifts, forget_results, nuggets_evening, plain_evening
from tests.tricoda.random_games import random_game

LOGS = {
    "plain": plain_evening(1).lines,
    "open": plain_evening(2, told="open").lines,
    "torn": forget_lifts(plain_evening(3, told="all").lines, random.Random(3), 0.3),
    "nuggets": forget_results(nuggets_evening(4, told="all").lines, random.Random(4), 0.3),
    "tricoda": random_game(1, 3, 12, 3, mixes=True).lines,
}


def read_and_replay(lines: list[str]) -> tuple[object, ...]:
    log = parse_log("\n".join(lines) + "\n", "a.game")
    game = find_game(log)
    assert not isinstance(game, LogError)
    reading = game.read(log)
    opened = game.replay(reading)
    at = [event.line for event in reading.events]
    return reading, at, opened.table if isinstance(opened, Opened) else opened


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    for kept in ("solver.replay._latest", "solver.games.thinkaboxin.replay._latest"):
        monkeypatch.setattr(kept, ())


@pytest.mark.parametrize("name", LOGS)
def test_a_line_more_or_less_or_another_is_the_same_as_from_the_beginning(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, lines = random.Random(name), list(LOGS[name])[:90]
    growing: list[str] = []
    for line in lines:
        growing.append(line)
        if len(growing) > 4:
            changed = list(growing)
            match rng.randrange(6):
                case 0:
                    changed.append(rng.choice(lines))  # often against the rules
                case 1:
                    changed.append("# said later")
                case 2:
                    changed.pop()
                case 3:
                    changed.insert(rng.randrange(4, len(changed)), "")  # all later lines move
                case 4:
                    changed[-1] = "bid Ben nonsense"
            after = read_and_replay(changed)
            with monkeypatch.context() as patch:
                forget(patch)
                assert read_and_replay(changed) == after
        begun = read_and_replay(growing)
    with monkeypatch.context() as patch:
        forget(patch)
        assert read_and_replay(growing) == begun


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
    assert late < 4 * early
