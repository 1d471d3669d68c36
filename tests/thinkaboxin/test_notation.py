"""The lines of a log: every form reads, and what is written reads back as the same event."""

from __future__ import annotations

import pytest

from solver.games.think_str8.game import ThinkStr8
from solver.games.thinkaboxin.events import BidLine, Cup, Donkey, Lift, NewSet, Roll, Tally, read_log
from solver.games.thinkaboxin.game import Thinkaboxin
from solver.games.thinkaboxin.rules import Bid
from solver.grammar import OPENING, Event
from solver.log import parse_log
from tests.thinkaboxin.random_games import goldrush_evening, nuggets_evening, plain_evening, sheriff_evening

OPEN = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\n"


def read_one(line: str) -> Event:
    reading = read_log(parse_log(OPEN + line + "\n"))
    assert not reading.errors, reading.errors
    return reading.events[-1]


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("set", NewSet()),
        ("set 3", NewSet(3)),
        ("se 4 stake 2", NewSet(4, 2)),
        ("set 4 stake 4 Ben me", NewSet(4, 4, ("Ben", "Anna"))),
        ("set cleo ben", NewSet(players=("Cleo", "Ben"))),
        ("k 2 a b", NewSet(2, players=("Anna", "Ben"), knockout=True)),
        ("ro 2 5,5 1", Roll((2, 5, 5, 1))),
        ("roll 2551", Roll((2, 5, 5, 1))),
        ("roll ?", Roll(())),
        ("roll me ?", Roll(())),
        ("b Ben 2x3", BidLine("Ben", Bid(2, 3))),
        ("bid 12X1", BidLine("Anna", Bid(12, 1))),
        ("bid Ben 2x3 left", BidLine("Ben", Bid(2, 3), direction=1)),
        ("bid 2 3 r", BidLine("Anna", Bid(2, 3), direction=-1)),
        ("bid c 2×3", BidLine("Cleo", Bid(2, 3))),
        ("l", Lift("Anna")),
        ("lift wrong", Lift("Anna", False)),
        ("LIFT ben RIGHT", Lift("Ben", True)),
        ("cup 33", Cup("Anna", (3, 3))),
        ("c Ben 3 3 1 6", Cup("Ben", (3, 3, 1, 6))),
        ("d", Donkey(("Anna",))),
        ("donkey Ben Cleo", Donkey(("Ben", "Cleo"))),
        ("tally 4", Tally("Anna", 4)),
        ("t pool 1", Tally(None, 1)),
    ],
)
def test_forms(line: str, event: Event) -> None:
    assert read_one(line) == event
    assert read_one(event.write()) == event


def test_dice_that_are_not_known_at_the_table() -> None:
    table = OPEN.replace("me Anna", "me nobody")
    reading = read_log(parse_log(f"{table}roll Ben ?\n"))
    assert (reading.errors, reading.events[-1]) == ((), Roll((), "Ben"))
    assert reading.events[-1].write() == "roll Ben ?"
    assert [error.line for error in read_log(parse_log(f"{table}roll ?\n")).errors] == [4]


@pytest.mark.parametrize("line", ["roll 2 ?", "roll ? ?", "cup Ben ?"])
def test_all_dice_are_known_or_none(line: str) -> None:
    assert read_log(parse_log(f"{OPEN}{line}\n")).errors


def test_of_others_a_round_is_told_without_their_name() -> None:
    error = read_log(parse_log(f"{OPEN}roll Ben ?\n")).errors[0]
    assert (error.problem, error.hint.partition(";")[0]) == (
        "You cannot see Ben's dice.",
        "Type `roll ?` for a new round",
    )


def test_amounts_of_any_length_read() -> None:
    """Whether there are so many dice is for the table to say."""
    assert read_one("bid 002x03") == BidLine("Anna", Bid(2, 3))
    assert read_one(f"bid {'9' * 20}x3") == BidLine("Anna", Bid(10**20 - 1, 3))
    assert isinstance(read_one(f"bid {'9' * 5000}x3"), BidLine)


@pytest.mark.parametrize("make", [plain_evening, goldrush_evening, nuggets_evening, sheriff_evening])
def test_written_events_read_back(make) -> None:  # type: ignore[no-untyped-def]
    reading = read_log(parse_log(make(7).text))
    again = read_log(parse_log("".join(event.write() + "\n" for event in reading.events)))
    assert not reading.errors
    assert again.events == reading.events


def test_examples_of_every_verb_read() -> None:
    for verb in Thinkaboxin().verbs[len(OPENING) :]:
        for example in verb.examples:
            read_one(example)


def test_only_think_str8_keeps_the_name_neutral() -> None:
    assert not read_log(parse_log("game thinkaboxin\nplayers Neutral Ben\nme Ben\n")).errors
    errors = ThinkStr8().read(parse_log("game think-str8\nplayers Neutral Ben\nme Ben\n")).errors
    assert [error.line for error in errors] == [2]
