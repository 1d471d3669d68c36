"""The gate: whose log can be extracted, and what is left of the table's own. Each game tests what its seats see."""

from __future__ import annotations

import pytest

from solver.game import Opened
from solver.games import open_log
from solver.gate import extract
from solver.log import Fault, parse_log

TABLE = """\
# Friday: Ben's yellow card is a 4
game think-str8   # and his red one a 0
players Anna Ben Cleo
me nobody
AID check
see anna 607145   # Anna's
see Ben 134403
see Cleo 226726
  Dice gyb
bet A 13-19
"""


def open_text(text: str) -> Opened:
    opened = open_log(parse_log(text))
    assert isinstance(opened, Opened), opened
    return opened


def test_comments_and_spelling_do_not_come_through() -> None:
    assert extract(open_text(TABLE), "b") == (
        "game think-str8\n"
        "players Anna Ben Cleo\n"
        "me Ben\n"
        "aid check\n"
        "see Anna blue 6, green 0, yellow 7, purple 1, red 4, grey 5\n"
        "see Cleo blue 2, green 2, yellow 6, purple 7, red 2, grey 6\n"
        "dice green yellow blue\n"
        "bet Anna 13-19\n"
    )


def test_a_players_own_log_is_that_players_to_the_last_byte() -> None:
    text = TABLE.replace("me nobody", "me Anna").replace("see anna", "# see anna")
    assert extract(open_text(text), "anna") == text
    with pytest.raises(Fault, match="This is Anna's own log: what Ben saw and heard is not in it"):
        extract(open_text(text), "Ben")


@pytest.mark.parametrize("stranger", ["Zoe", "nobody", "me", "neutral"])
def test_who_does_not_play_has_no_log(stranger: str) -> None:
    with pytest.raises(Fault):
        extract(open_text(TABLE), stranger)
