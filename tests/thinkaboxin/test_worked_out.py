"""What dice and earlier lines determine need not be typed: a log without it tells the same as one with it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.games.thinkaboxin.opened import ThinkaboxinLog
from solver.games.thinkaboxin.sheet import make_sheet
from solver.gate import extract
from tests.thinkaboxin.random_games import EVENINGS
from tests.thinkaboxin.test_evenings import table_of
from tests.thinkaboxin.test_gate import open_lines

SEEDS, PLAYERS = st.integers(0, 10_000), st.integers(2, 6)


def shortened(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines if line)


@pytest.mark.parametrize("mode", EVENINGS)
@given(seed=SEEDS, players=PLAYERS, data=st.data())
@settings(max_examples=6, deadline=None)
@pytest.mark.seldom
def test_a_players_log_without_results(mode: str, seed: int, players: int, data: st.DataObject) -> None:
    """Who was right, scores, the forced stake, who is left in a race: the same sheet after any round."""
    game = EVENINGS[mode](seed, players, told="all")
    assert len(shortened(game.short)) < len(game.text)
    upto = data.draw(st.none() | st.integers(0, len(game.losers)), label="round")
    full, short = table_of(game.text, upto), table_of(shortened(game.short), upto)
    assert not short.warnings
    for seat in game.players:
        assert make_sheet(short, seat).data() == make_sheet(full, seat).data()
    if upto is None:
        assert short.scores == game.scores
        assert short.champion == game.champion


@pytest.mark.parametrize("mode", EVENINGS)
@given(seed=SEEDS, players=PLAYERS, data=st.data())
@settings(max_examples=4, deadline=None)
@pytest.mark.seldom
def test_the_tables_log_without_results(mode: str, seed: int, players: int, data: st.DataObject) -> None:
    """All dice are rolled in sight of this log: whatever line it ends with, each seat gets the same either way."""
    game = EVENINGS[mode](seed, players, told="all", me="nobody")
    end = data.draw(st.integers(4, len(game.lines)), label="moment")
    full, short = open_lines(game.lines[:end]), open_lines(shortened(game.short[:end]).splitlines())
    assert make_sheet(short.table, "nobody").data() == make_sheet(full.table, "nobody").data()
    assert find_turns(short) == find_turns(full)
    for seat in game.players:
        own, other = (open_lines(extract(log, seat).splitlines()) for log in (short, full))
        assert own.show(seat).data() == other.show(seat).data()
        assert find_turns(own) == find_turns(other)


def find_turns(log: ThinkaboxinLog) -> list[object]:
    """Who begins each round and who comes next, who was wrong, what everybody has."""
    rounds = [(this.starters, this.direction, this.loser) for this in log.table.rounds]
    return [rounds, log.table.starters, log.table.scores, log.table.dice]


TABLE = """game thinkaboxin
players Anna Ben Cleo
me nobody
set 2
roll Anna 2 5
roll Ben 5 1
roll Cleo 3 3
bid Anna 2x5
bid Ben 4x5
"""


def test_a_lift_is_judged_by_the_rolls() -> None:
    lifted = open_lines((TABLE + "lift Cleo").splitlines())
    assert lifted.table.rounds[0].loser == "Ben"
    assert lifted.table.dice == {"Anna": 1, "Ben": 2, "Cleo": 1}
    told = lifted.tell(lifted.reading.events[-1])
    assert told == "Cleo lifts. Three fives were there: Ben was wrong. Dice left: Anna 1, Ben 2, Cleo 1."


def test_a_typed_result_stands_above_and_the_difference_is_told() -> None:
    lifted = open_lines((TABLE + "lift Cleo wrong").splitlines())
    assert lifted.table.rounds[0].loser == "Cleo"
    assert [warning.line for warning in lifted.table.warnings] == [10]
    told = lifted.tell(lifted.reading.events[-1])
    assert "Three fives were there: Cleo was said to be wrong, against the dice." in told


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        (
            "cup Ben 5 5 5 5\ncup Cleo 5 2 2 2",
            "Seven fives were there: you were wrong. Dice left: you 4, Ben 3, Cleo 3.",
        ),
        ("cup Ben 2 2 2 2\ncup Cleo 2 2 2 2", "Two fives were there: Ben was wrong. Dice left: you 3, Ben 4, Cleo 3."),
        ("cup Ben 5 2 2 2", "Type the cups, or who was right."),
        ("cup Ben 5 5 5 2", "You were wrong. Dice left: you 4, Ben 3, Cleo 3."),  # whatever Cleo has
    ],
)
def test_what_is_told_after_a_lift(dice: str, sentence: str) -> None:
    opening = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nset 4\nroll 2 5 5 4\nbid Ben 5x5\nlift Anna\n"
    log = open_lines((opening + dice).splitlines())
    assert log.tell(log.reading.events[-1]).endswith(sentence)
