"""Nothing leaks: two tables that differ only in what a seat cannot know give it the same bytes, whatever it asks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from cli.logfile import LogFile
from cli.serve.answers import QUESTIONS
from cli.serve.room import Room
from cli.serve.seats import Seats
from cli.serve.web import make_app
from solver.games.think_str8.lab.match import write_table as write_str8
from solver.games.tricoda.lab.simulation import write_table as write_tricoda
from tests.think_str8 import test_gate as str8
from tests.thinkaboxin import test_gate as box
from tests.thinkaboxin.random_games import plain_evening
from tests.tricoda import test_gate as tricoda

CLAIMS = {"think-str8": ("red", "blue 3"), "tricoda": ("5", "red 5"), "thinkaboxin": ("2x5",)}
Pair = tuple[str, str, str]  # a seat, and two logs that are one to it
Seed = tuple[int, int]


def pair_of_str8(which: Seed, data: st.DataObject, rng: random.Random) -> Pair:
    match = str8.play(*which)
    seat = data.draw(st.sampled_from(match.players), label="seat")
    events = match.events[: str8.draw_moment(data, match)]
    changed = str8.change_unknown(match, events, seat, rng)
    return seat, write_str8(match.players, events), write_str8(match.players, changed)


def pair_of_tricoda(which: Seed, data: st.DataObject, rng: random.Random) -> Pair:
    match = tricoda.play(*which)
    seat = data.draw(st.sampled_from(match.players), label="seat")
    events = match.events[: tricoda.draw_moment(data, match)]
    changed = tricoda.change_unknown(match, events, seat, rng)
    return seat, write_tricoda(match.players, events), write_tricoda(match.players, changed)


def pair_of_thinkaboxin(which: Seed, data: st.DataObject, rng: random.Random) -> Pair:
    evening = plain_evening(*which, donkeys=0.3, me="nobody")
    seat = data.draw(st.sampled_from(evening.players), label="seat")
    lines = evening.lines[: data.draw(st.integers(3, len(evening.lines)), label="moment")]
    return seat, "\n".join(lines) + "\n", "\n".join(box.change_unknown(lines, seat, rng, none=0)) + "\n"


@contextmanager
def phone_at(log: str, seat: str) -> Iterator[TestClient]:
    """The phone of one seat at a table with this log."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "friday.game"
        path.write_text(log, encoding="utf-8")
        file, seats = LogFile(path), Seats(path)
        phone = TestClient(make_app(Room(file, seats.start), seats, ["testserver"]))
        assert phone.post(f"/join/{seats.code}", json={"player": seat}).status_code == 200
        yield phone
        file.close()


def answers(log: str, seat: str, paths: Sequence[str]) -> dict[str, tuple[int, bytes]]:
    with phone_at(log, seat) as phone:
        return {path: (answer.status_code, answer.content) for path in paths for answer in [phone.get(path)]}


@pytest.mark.seldom
@pytest.mark.parametrize("pair", [pair_of_str8, pair_of_tricoda, pair_of_thinkaboxin])
@given(
    which=st.tuples(st.integers(0, 10_000), st.integers(2, 4)), data=st.data(), rng=st.randoms(use_true_random=False)
)
@settings(max_examples=4, deadline=None)
def test_what_a_seat_cannot_know_changes_no_byte_of_an_answer(
    pair: Callable[[Seed, st.DataObject, random.Random], Pair], which: Seed, data: st.DataObject, rng: random.Random
) -> None:
    seat, log, other = pair(which, data, rng)
    claims = CLAIMS[log.split()[1]]
    paths = ["/", "/review", "/table", *(f"/api/{name}" for name in ("state", "log", *QUESTIONS)), "/api/hint?more=1"]
    paths += [f"/api/why?claim={claim.replace(' ', '+')}" for claim in claims]
    told = answers(log, seat, paths)
    assert all(status < 500 for status, _ in told.values())
    assert told["/api/state"][0] == told["/api/log"][0] == 200
    again = answers(other, seat, paths)
    if told["/table"][0] == 200:  # the game is over: everybody's cards are on the table
        assert (told.pop("/table")[0], again.pop("/table")[0]) == (200, 200)
        assert told["/review"][0] == 200
    assert again == told
