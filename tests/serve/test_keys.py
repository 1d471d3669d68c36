"""The keys of the table's own screen, in the language that is spoken at it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cli.serve.keys import Keys
from solver.language import speaking


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
