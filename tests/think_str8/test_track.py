"""The scoring track: stacks, who throws, who leads, and what is not known."""

from __future__ import annotations

import random

from solver.games.think_str8.table import Track

START = Track.start(("Anna", "Ben", "Cleo"))


def test_the_first_player_lies_on_top_and_throws() -> None:
    assert START.order() == ("Anna", "Ben", "Cleo")
    assert START.last() == "Anna"


def test_a_stone_that_moves_on_is_no_longer_last() -> None:
    track = START.moved("Anna", 3, (1, 0))
    assert track.order() == ("Ben", "Cleo", "Anna")
    assert (track.last(), track.first(), track.space("Anna")) == ("Ben", ("Anna",), 3)


def test_who_lands_later_lies_on_top_throws_first_and_loses_the_tie() -> None:
    track = START.moved("Anna", 3, (1, 0)).moved("Ben", 3, (1, 1)).moved("Cleo", 3, (1, 2))
    assert track.order() == ("Cleo", "Ben", "Anna")
    assert track.last() == "Cleo"
    assert track.first() == ("Anna",)


def test_landing_is_a_matter_of_time_not_of_the_order_of_typing() -> None:
    track = START.moved("Ben", 3, (2, 1)).moved("Anna", 3, (2, 0))
    assert track.order() == ("Cleo", "Ben", "Anna")


def test_no_points_no_move() -> None:
    assert START.moved("Anna", 0, (1, 0)) == START


def test_points_may_be_lost() -> None:
    assert START.moved("Anna", -12, (1, 0)).scores() == {"Anna": -12, "Ben": 0, "Cleo": 0}


def test_a_typed_score_that_is_news_leaves_the_stack_open() -> None:
    track = START.moved("Ben", 5, (1, 1)).placed("Anna", 5)
    assert track.space("Anna") == 5
    assert track.order() is None
    assert track.last() == "Cleo"
    assert set(track.first()) == {"Anna", "Ben"}
    assert START.placed("Anna", 0) == START


def test_a_stone_nobody_told_about() -> None:
    track = START.lost("Ben")
    assert (track.order(), track.last(), track.first()) == (None, None, ())
    assert track.scores() == {"Anna": 0, "Ben": None, "Cleo": 0}
    assert track.moved("Ben", 4, (1, 0)).space("Ben") is None
    assert track.placed("Ben", 4).order() == ("Anna", "Cleo", "Ben")  # who lies below whom is still known


def test_the_final_scoring_needs_no_order_of_others() -> None:
    """Nobody knows who of Ben and Cleo lies on top. Anna is behind both, scores first and so lands below both."""
    track = START.placed("Ben", 6).placed("Cleo", 6)
    assert track.order() is None
    assert track.scored_at_end({"Anna": 10, "Ben": 4}).ahead("Anna", "Ben")
    level = track.scored_at_end({"Anna": 10, "Ben": 4, "Cleo": 4})
    assert level.ahead("Anna", "Ben")
    assert level.ahead("Anna", "Cleo")
    assert not level.ahead("Ben", "Cleo")
    assert not level.ahead("Cleo", "Ben")
    assert track.scored_at_end({"Anna": 10, "Ben": 4, "Cleo": 3}).first() == ("Anna",)
    assert set(track.scored_at_end({"Anna": 1, "Ben": 4, "Cleo": 4}).first()) == {"Ben", "Cleo"}


def test_who_stays_at_the_end_lies_below_whoever_lands() -> None:
    """However Ben's stone came to its space, it was there first."""
    track = START.placed("Ben", 6)
    assert track.scored_at_end({"Anna": 6, "Ben": 0}).ahead("Ben", "Anna")
    stacked = track.placed("Cleo", 6).scored_at_end({"Anna": 6, "Ben": 0, "Cleo": 0})
    assert not stacked.ahead("Ben", "Cleo")
    assert stacked.scores() == {"Anna": 6, "Ben": 6, "Cleo": 6}


def test_a_naive_board_agrees() -> None:
    """The twin: real stacks, as lists from bottom to top."""
    rng = random.Random(8)
    for _ in range(200):
        names = ["Anna", "Ben", "Cleo", "Dirk"][: rng.randint(2, 4)]
        stacks, track = {0: names[::-1]}, Track.start(tuple(names))
        for number in range(1, 9):
            board = [name for space in sorted(stacks) for name in reversed(stacks[space])]
            assert list(track.order() or ()) == board
            assert track.last() == board[0]
            assert track.first() == (stacks[max(stacks)][0],)
            for place, name in enumerate(board):
                points = rng.choice([0, 0, 1, 2, 3, -2])
                track = track.moved(name, points, (number, place))
                if points:
                    space = next(space for space, stack in stacks.items() if name in stack)
                    stacks[space].remove(name)
                    stacks.setdefault(space + points, []).append(name)
                    stacks = {space: stack for space, stack in stacks.items() if stack}
        assert track.scored_at_end(dict.fromkeys(names, 0)).order() == track.order()
