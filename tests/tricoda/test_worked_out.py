"""What the stones typed determine need not be typed: my own answers; in the table's log all answers and outcomes."""

from __future__ import annotations

import pytest

from solver.games.tricoda.events import read_log
from solver.games.tricoda.opened import TricodaLog
from solver.gate import extract
from solver.log import parse_log
from tests.tricoda.random_games import NAMES, random_game
from tests.tricoda.test_gate import open_events, open_text, play
from tests.tricoda.test_why import opened_of

OPENING = "game tricoda\nplayers Anna Ben Cleo Dirk\nme Anna\nsee Ben g1 y2 b7\nsee Cleo b4 b3 b7\n"


def tell_last(opened: TricodaLog) -> str:
    return opened.tell(opened.reading.events[-1])


@pytest.mark.parametrize("seed", range(12))
def test_without_my_own_answers_every_sheet_is_the_same(seed: int) -> None:
    game = random_game(seed, 2 + seed % 3, 14, declarations=4, mixes=seed % 2 == 0)
    short = [line.rsplit(" ", 1)[0] if line.startswith("ask Anna") else line for line in game.lines]
    assert short != game.lines
    full, stripped = opened_of(game.text), opened_of("\n".join(short))
    assert [asked.answer for asked in full.table.asked] == [asked.answer for asked in stripped.table.asked]
    for seat in NAMES[: len(game.players)]:
        assert full.show(seat).data() == stripped.show(seat).data()


@pytest.mark.parametrize("seed", range(6))
def test_in_the_tables_log_all_answers_and_outcomes_follow(seed: int) -> None:
    match = play(seed, 2 + seed % 3)
    full = open_events(match, match.events)
    lines = []
    for line in full.reading.log.text.splitlines():
        typed = (line.startswith("ask") and len(line.split()) > 3) or line.endswith((" right", " wrong"))
        lines.append(line.rsplit(" ", 1)[0] if typed else line)
    stripped = open_text("\n".join(lines) + "\n")
    for seat in match.players:
        told = [line.split() for line in extract(stripped, seat).splitlines() if line.startswith(("ask", "declare"))]
        assert told
        assert all(len(words) > 3 for words in told)
        assert extract(stripped, seat) == extract(full, seat)


def test_it_is_told_and_follows_stones_typed_later() -> None:
    log = OPENING + "ask 10\n"
    assert "follows once all stones in sight are typed" in tell_last(opened_of(log))
    later = opened_of(log + "see Dirk r5 r5 g6\n")
    (asked,) = later.table.asked
    assert asked.answer == 0
    first = opened_of(OPENING + "see Dirk r5 r5 g6\nask 10\n")
    assert tell_last(first) == "Card 10: you see no number missing."


def test_a_typed_answer_stands_above() -> None:
    opened = opened_of(OPENING + "see Dirk r5 r5 g6\nask 10 1\n")
    assert opened.table.asked[0].answer == 1
    assert not opened.show("Anna").consistent


def test_another_players_answer_must_be_typed() -> None:
    assert read_log(parse_log(OPENING + "ask Ben 10\n")).errors
    assert opened_of(OPENING + "declare Ben 1 2 7\n").table.points["Ben"] == 1


def test_a_name_keeps_its_capitals_at_the_beginning_of_a_sentence() -> None:
    log = "game tricoda\nplayers Anna O'Neil\nme Anna\nsee O'Neil b7 b7 r5\nask Anna 10\ndeclare O'Neil 1 2 3 wrong\n"
    assert tell_last(opened_of(log)) == "O'Neil declared 1 2 3: wrong. O'Neil's rack is new."
