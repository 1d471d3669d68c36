"""A log that grows line by line is read and replayed from where it stood, and all is as from the beginning."""

from __future__ import annotations

import random

import pytest

from solver.game import Opened
from solver.games import find_game
from solver.log import LogError, parse_log
from solver.replay import READ, REPLAYED, Replay, _Reader
from tests.think_str8.random_games import random_game as str8_game
from tests.thinkaboxin.random_games import forget_lifts, forget_results, nuggets_evening, plain_evening
from tests.tricoda.random_games import random_game

LOGS = {
    "plain": plain_evening(1).lines,
    "open": plain_evening(2, told="open").lines,
    "torn": forget_lifts(plain_evening(3, told="all").lines, random.Random(3), 0.3),
    "nuggets": forget_results(nuggets_evening(4, told="all").lines, random.Random(4), 0.3),
    "tricoda": random_game(1, 3, 12, 3, mixes=True).lines,
    "think-str8": str8_game(1, players=3, end=True).lines,
    "think-str8, gaps": str8_game(2, players=4, miss_chance=0.3).lines,
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
    for kept in (READ, REPLAYED):
        monkeypatch.setattr(kept, "_known", ())


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


def test_a_line_changed_again_is_read_from_where_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: what stands before the line is neither read nor replayed once more."""
    lines, fed = list(LOGS["think-str8"]), list[object]()
    place = next(at for at, line in enumerate(lines) if line.startswith("dice") and at > len(lines) // 2)
    read_and_replay(lines)
    for colour in ("blue", "red"):
        fed.clear()
        with monkeypatch.context() as patch:
            for kind in (_Reader, Replay):
                watch(patch, kind, fed)
            read_and_replay([*lines[:place], f"dice {colour} {colour} {colour}", *lines[place + 1 :]])
    assert len(fed) == 2 * (len(lines) - place)


def watch(patch: pytest.MonkeyPatch, kind: type, fed: list[object]) -> None:
    feed = kind.feed  # type: ignore[attr-defined]

    def noted(self: object, step: object) -> None:
        fed.append(step)
        feed(self, step)

    patch.setattr(kind, "feed", noted)
