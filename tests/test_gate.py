"""The gate: whose log can be extracted, and what is left of the table's own. Each game tests what its seats see."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from solver import commands
from solver.commands import check_broken
from solver.game import Opened
from solver.games import open_log
from solver.games.think_str8.lab.match import play_game as play_str8
from solver.games.thinkaboxin.events import Roll
from solver.games.tricoda.lab.simulation import play_game as play_tricoda
from solver.gate import extract, look_back, take_seat
from solver.log import Fault, parse_log
from tests.thinkaboxin.random_games import plain_evening

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


SEATS = (("Anna", "random"), ("Ben", "random"), ("Cleo", "random"))
TABLES = {
    "think-str8": play_str8(SEATS, "1").table_log + "cross Ben red 5\nuncross Ben red 5\n",
    "tricoda": play_tricoda(SEATS, "1").table_log + "cross Ben 4\nuncross Ben 4\n",
    "thinkaboxin": plain_evening(1, 3, donkeys=0.2, me="nobody").text,
}


@pytest.mark.parametrize("game", TABLES)
def test_nobody_is_you_at_the_table(game: str) -> None:
    """Every moment of the table's own log has its next step and its sentence, and both name the players."""
    lines = [*TABLES[game].splitlines(), "aid pad"]
    for moment in range(3, len(lines) + 1):
        opened = open_text("\n".join(lines[:moment]) + "\n")
        step = opened.next_step()
        said = opened.tell(opened.reading.events[-1])
        assert not re.search(r"\b(you|your|me|nobody)\b", f"{step.title} {step.proposals} {said}", re.IGNORECASE)
        opened.next_question(())


FAULTY_LATER = TABLE + "bet Ben 4-9\nbet Cleo 9-11\ndice gyb\nbet Anna 3-4\nbet Ben 5-6\n"


def test_an_earlier_round_is_not_told_as_long_as_a_later_line_is_faulty() -> None:
    """What comes later may say what was public then, so it must be corrected first."""
    opened = open_log(parse_log(FAULTY_LATER), 1)
    assert isinstance(opened, Opened)
    with pytest.raises(Fault, match="Line 15, which comes later, is against the rules: The token of length 2 is taken"):
        take_seat(opened, "Ben")


def test_a_faulty_log_of_the_table_gets_no_mends() -> None:
    """They would be weighed by cards of which every seat lacks some."""
    log = parse_log(FAULTY_LATER)
    errors = open_log(log)
    assert not isinstance(errors, Opened)
    assert check_broken(log, errors, None) is None
    mine = parse_log(FAULTY_LATER.replace("me nobody", "me Anna").replace("see anna 607145", ""))
    assert check_broken(mine, errors, None) is not None


ONE_THINKS = (("Anna", "best"), *SEATS[1:])  # and so the game is won before the stones run out
FINISHED = TABLES | {
    "tricoda": play_tricoda(ONE_THINKS, "2").table_log,
    "thinkaboxin": plain_evening(1, 3, donkeys=0, me="nobody").text,  # after a donkey no cup is lifted
}


@pytest.mark.parametrize("game", FINISHED)
def test_looking_back_is_the_extract_with_the_lines_of_the_table(game: str) -> None:
    opened = open_text(FINISHED[game])
    assert opened.over
    for seat, own in look_back(opened).items():
        written, _ = take_seat(opened, seat)
        events = [event for event in own.reading.events if event not in opened.reading.events[:3]]
        extracted = [event for event in written.reading.events if event not in opened.reading.events[:3]]
        for event, whole in zip(events, extracted, strict=True):  # dice that no lift has shown stay out
            assert event == whole or (isinstance(whole, Roll) and event == replace(whole, dice=()))
        assert all(0 < event.line.number <= len(opened.reading.log.lines) for event in events)
        told, again = (_without_lines(commands.review([log], seat).data()) for log in (own, written))
        assert told == again or events != extracted


def _without_lines(data: object) -> object:
    """The data of a review, but for where the lines are."""
    if isinstance(data, dict):
        return {key: _without_lines(value) for key, value in data.items() if key not in LINES}
    if isinstance(data, list):
        return [_without_lines(value) for value in data]
    return re.sub(r"\blines? [\d, and]+", "lines", data, flags=re.IGNORECASE) if isinstance(data, str) else data


LINES = ("line", "lines", "because", "text", "taken_back_in_line")


@pytest.mark.parametrize("game", FINISHED)
def test_nobody_looks_back_on_the_whole_table_before_the_end(game: str) -> None:
    lines = FINISHED[game].splitlines()
    for moment in range(3, len(lines) + 1):
        opened = open_text("\n".join(lines[:moment]) + "\n")
        if not opened.over:
            with pytest.raises(Fault, match="belongs to no seat"):
                look_back(opened)
