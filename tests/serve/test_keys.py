"""The keys of the table's own screen, in the language that is spoken at it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cli.logfile import LogFile
from cli.serve.keys import Keys
from cli.serve.room import Room
from solver.language import speaking
from tests.serve.servers import TABLE


@pytest.mark.parametrize(
    ("language", "yes", "no"), [("en", "y", "j"), ("de", "j", "n"), ("fr", "o", "n"), ("nl", "j", "n")]
)
def test_a_new_game_begins_with_the_yes_of_the_language(language: str, yes: str, no: str) -> None:
    begun: list[str] = []
    gathering = SimpleNamespace(room=object(), play_next=lambda: begun.append("a game"))
    room = SimpleNamespace(players=("Anna",))
    web: Any = SimpleNamespace(gathering=gathering, room=room, change_here=lambda make: make())
    board: Any = SimpleNamespace(announce=lambda: None)
    with speaking(language):
        keys = Keys(web, board, lambda: None)
        for key in ("n", no):
            keys.press(key)
        assert not begun
        for key in ("n", yes):
            keys.press(key)
    assert begun == ["a game"]


def test_what_all_have_seen_is_put_right_after_a_question(tmp_path: Path) -> None:
    log = tmp_path / "friday.game"
    bets = "dice gyb\nbet Anna 0-1\nbet Ben 19-21\nbet Cleo 4-8\nbet Dirk 10\n"
    log.write_text(TABLE + bets, encoding="utf-8")
    room = Room(LogFile(log), 1)
    web: Any = SimpleNamespace(gathering=SimpleNamespace(room=room), room=room, change_here=lambda make: make())
    board: Any = SimpleNamespace(announce=lambda: None, ask="")
    keys = Keys(web, board, lambda: None)

    def type_in(typed: str) -> None:
        for key in typed:
            keys.press(key)

    type_in("ebet Dirk 11\r")
    assert board.ask == "What follows from that was seen already. y puts it right anyway, Esc goes back."
    type_in("\x1b")
    assert "bet Dirk 10\n" in log.read_text(encoding="utf-8")
    type_in("ebet Dirk 11\ry")
    assert "Put right" in board.ask
    assert "bet Dirk 11" in log.read_text(encoding="utf-8")
    type_in("ebet Dirk 12\rn")
    assert "bet Dirk 11" in log.read_text(encoding="utf-8")
    type_in("esee Dirk red 7\r")  # nobody was told anything that is only in these cards
    assert "Put right" in board.ask
