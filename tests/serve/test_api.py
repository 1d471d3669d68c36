"""What a phone may ask and gets: seats and cookies, lines and undo, versions, nothing for strangers."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient

from cli.logfile import LogFile
from cli.serve.answers import describe
from cli.serve.room import Refused, Room, Seats, View
from cli.serve.web import LARGEST_BODY, Web, make_app
from solver.games.think_str8.match import play_game
from solver.games.thinkaboxin.opened import ThinkaboxinLog
from solver.games.thinkaboxin.rules import Roll

TABLE = """game think-str8
players Anna Ben Cleo Dirk
me nobody
aid full
see Anna 607145
see Ben 134403
see Cleo 226726
see Dirk 015251
"""
Sit = Callable[[str], TestClient]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "friday.game"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture
def sit(log: Path) -> Iterator[Sit]:
    """Phones at one table, each with its own cookie."""
    file, seats = LogFile(log), Seats(log)
    app = make_app(Room(file, seats.start), seats, ["testserver"])

    def sit_down(player: str) -> TestClient:
        phone = TestClient(app)
        if player:
            assert phone.post(f"/join/{seats.code}", json={"player": player}).status_code == 200
        return phone

    yield sit_down
    file.close()


def say(phone: TestClient, line: str, version: int | None = None) -> tuple[int, dict[str, object]]:
    now = phone.get("/api/state").json()["version"] if version is None else version
    answer = phone.post("/api/lines", json={"line": line, "version": now})
    return answer.status_code, answer.json()


def test_nobody_learns_anything_without_a_seat(sit: Sit) -> None:
    stranger = sit("")
    for path in (
        "/",
        "/review",
        "/table",
        "/api/state",
        "/api/log",
        "/api/why?claim=red",
        "/api/advise",
        "/api/check",
        "/api/events",
    ):
        answer = stranger.get(path)
        assert answer.status_code == 401, path
        assert "Anna" not in answer.text
    assert stranger.post("/api/lines", json={"line": "gyb", "version": 0}).status_code == 401
    assert stranger.get("/join/wrong").status_code == 404
    stranger.cookies.set("seat", "x" * 43)
    assert stranger.get("/api/state").status_code == 401


def test_a_seat_is_taken_once(sit: Sit, log: Path) -> None:
    ben = sit("Ben")
    code = Seats(log).code
    assert sit("").post(f"/join/{code}", json={"player": "Ben"}).status_code == 409
    assert sit("").post(f"/join/{code}", json={"player": "Eve"}).status_code == 422
    assert "disabled" in sit("").get(f"/join/{code}").text
    assert ben.get("/api/state").json()["player"] == "Ben"


def test_lines_are_about_the_seat_and_saved_before_they_are_acknowledged(sit: Sit, log: Path) -> None:
    anna, ben = sit("Anna"), sit("Ben")
    assert say(anna, "gyb") == (200, {"version": 1_000_001, "said": "Round 1 of 8: green, yellow and blue."})
    assert say(anna, "3-9")[0] == 200
    assert say(ben, "4-8")[0] == 200
    assert say(ben, "cross red 6")[0] == 200
    saved = log.read_text(encoding="utf-8").splitlines()[-4:]
    assert saved == ["dice green yellow blue", "bet Anna 3-9", "bet Ben 4-8", "cross Ben red 6"]
    assert "cross" not in anna.get("/api/log").text
    assert "cross red 6" in ben.get("/api/log").text


def test_what_a_seat_cannot_know_is_refused(sit: Sit) -> None:
    status, answer = say(sit("Ben"), "see Ben 134403")
    assert status == 422
    assert "You cannot see your own cards." in str(answer["errors"])


def test_a_late_line_that_somebody_else_entered_is_a_conflict(sit: Sit) -> None:
    anna, ben = sit("Anna"), sit("Ben")
    old = ben.get("/api/state").json()["version"]
    assert say(anna, "gyb")[0] == 200
    assert say(ben, "dice gyb", old)[0] == 409
    assert say(anna, "3-9")[0] == 200
    assert say(ben, "anna 3-9", old)[0] == 409
    assert say(ben, "4-8", old)[0] == 200  # nobody else has settled this


def test_a_line_that_is_very_late_is_judged_by_all_since_the_start(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.serve.room.REMEMBERED", 1)
    anna, ben = sit("Anna"), sit("Ben")
    assert say(anna, "gyb")[0] == 200
    old = ben.get("/api/state").json()["version"]
    assert say(anna, "3-9")[0] == say(ben, "cross red 6")[0] == 200
    assert say(ben, "dice gyb", old)[0] == 409
    assert say(ben, "4-8", old)[0] == 200


def test_a_late_line_after_lines_were_taken_back_is_judged_as_ever(sit: Sit) -> None:
    anna, ben = sit("Anna"), sit("Ben")
    assert say(anna, "gyb")[0] == say(anna, "3-9")[0] == 200
    old = ben.get("/api/state").json()["version"]
    for _ in range(2):
        assert anna.post("/api/undo", json={"version": anna.get("/api/state").json()["version"]}).status_code == 200
    assert say(ben, "4-8", old)[0] == 409  # there are no dice to bet on any more
    assert say(ben, "gyb", old)[0] == 200


def test_undo_takes_back_what_the_seat_knows_of(sit: Sit, log: Path) -> None:
    anna, ben = sit("Anna"), sit("Ben")
    assert say(anna, "gyb")[0] == 200
    version = anna.get("/api/state").json()["version"]
    assert say(ben, "cross red 6")[0] == 200
    assert anna.get("/api/state").json()["version"] == version  # a secret of Ben's
    answer = anna.post("/api/undo", json={"version": version})
    assert answer.status_code == 200
    assert answer.json()["version"] > version
    assert log.read_text(encoding="utf-8") == TABLE + "cross Ben red 6\n"
    assert anna.post("/api/undo", json={"version": version}).status_code == 409


def test_a_restart_asks_nobody_to_join_again_and_repeats_no_version(sit: Sit, log: Path) -> None:
    ben = sit("Ben")
    before = ben.get("/api/state").json()["version"]
    seats = Seats(log)
    again = TestClient(make_app(Room(_held(log), seats.start), seats, ["testserver"]), cookies=dict(ben.cookies))
    assert again.get("/api/state").json()["version"] > before


def test_a_phone_with_a_version_of_before_a_restart_goes_on(sit: Sit, log: Path) -> None:
    anna, ben = sit("Anna"), sit("Ben")
    for line in ("gyb", "3-9", "ben 4-8", "cleo 0-5", "dirk 10-13", "dice rgb"):
        assert say(anna, line)[0] == 200, line
    before = anna.get("/api/state").json()["version"]
    seats = Seats(log)
    app = make_app(Room(_held(log), seats.start), seats, ["testserver"])
    anna, ben = (TestClient(app, cookies=dict(phone.cookies)) for phone in (anna, ben))
    assert say(anna, "4-10", before)[0] == 200  # her bet of the first round does not settle this one
    assert say(ben, "anna 4-10", before)[0] == 409


def _held(log: Path) -> LogFile:
    """The log as a server started after a kill finds it: nobody holds it."""
    copy = log.with_name("copy.game")
    copy.write_bytes(log.read_bytes())
    return LogFile(copy)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "evil.example"}, 421),
        ({"origin": "http://testserver"}, 200),
    ],
)
def test_requests_from_elsewhere_are_refused(sit: Sit, headers: dict[str, str], status: int) -> None:
    assert sit("Ben").get("/api/state", headers=headers).status_code == status


def test_bodies_are_small_and_json(sit: Sit) -> None:
    ben = sit("Ben")
    assert ben.post("/api/lines", content=b"x" * (LARGEST_BODY + 1)).status_code == 413
    assert ben.post("/api/lines", content=b"gyb", headers={"content-type": "text/plain"}).status_code == 400
    assert ben.post("/api/lines", content=b"[[[", headers={"content-type": "application/json"}).status_code == 400
    assert ben.post("/api/lines", json={"line": 3, "version": 1}).status_code == 400
    assert say(ben, "x" * 2000)[0] == 422
    assert say(ben, "")[0] == 422
    assert say(ben, "# a secret")[0] == 422
    chunks = ben.post("/api/lines", content=iter([b"x" * 3000] * 3), headers={"content-type": "application/json"})
    assert chunks.status_code in (400, 413)
    assert say(ben, "dice gyb\ndice gyb")[0] == 422


def test_every_page_forbids_what_comes_from_elsewhere(sit: Sit) -> None:
    policy = sit("Ben").get("/").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


@pytest.mark.parametrize(("level", "allowed"), [("pad", []), ("check", ["check"]), ("hints", ["check", "hint", "why"])])
def test_aid_says_what_may_be_asked(log: Path, level: str, allowed: list[str]) -> None:
    log.write_text(TABLE.replace("aid full", f"aid {level}"), encoding="utf-8")
    seats = Seats(log)
    ben = TestClient(make_app(Room(_held(log), seats.start), seats, ["testserver"]))
    assert ben.post(f"/join/{seats.code}", json={"player": "Ben"}).status_code == 200
    for question in ("check", "hint", "why", "advise", "review"):
        expected = 200 if question in allowed else 403
        assert ben.get(f"/api/{question}?claim=red+6").status_code == expected, question


def test_how_much_help_there_is_no_phone_changes(sit: Sit, log: Path) -> None:
    ben = sit("Ben")
    status, answer = say(ben, "aid pad")
    assert status == 422
    assert "the whole table decides" in str(answer["errors"])
    assert say(ben, "aid full")[0] == 422  # it is full already, and nobody could take the line back
    for _ in TABLE.splitlines():  # what was typed can be taken back, the agreement above it cannot
        last = ben.post("/api/undo", json={"version": ben.get("/api/state").json()["version"]})
    assert last.status_code == 409
    assert log.read_text(encoding="utf-8") == TABLE.partition("see")[0] + "see Ben 134403\n"  # which he does not know


def test_the_owner_of_a_log_decides_on_the_help(log: Path) -> None:
    log.write_text("game think-str8\nplayers Anna Ben\nme Anna\n", encoding="utf-8")
    seats = Seats(log)
    anna = TestClient(make_app(Room(_held(log), seats.start), seats, ["testserver"]))
    assert anna.post(f"/join/{seats.code}", json={"player": "Ben"}).status_code == 422
    assert anna.post(f"/join/{seats.code}", json={"player": "Anna"}).status_code == 200
    assert say(anna, "aid pad")[0] == 200
    assert anna.get("/api/state").json()["aid"] == "pad"


def test_the_whole_table_is_told_to_all_once_the_game_is_over(tmp_path: Path) -> None:
    """Before that a phone gets no word of it, not even in its last moment."""
    table = play_game((("Anna", "pad"), ("Ben", "random")), "5").table_log
    *before, last = table.partition("reveal")[0].splitlines(keepends=True)
    for text, status in (("".join(before), 403), ("".join((*before, last)), 200)):
        path = tmp_path / f"{status}.game"
        path.write_text(text, encoding="utf-8")
        file, seats = LogFile(path), Seats(path)
        phone = TestClient(make_app(Room(file, seats.start), seats, ["testserver"]))
        phone.post(f"/join/{seats.code}", json={"player": "Ben"})
        answer = phone.get("/table")
        assert answer.status_code == status
        assert (before[3].strip() in answer.text, "For Anna" in answer.text) == (status == 200, status == 200)
        file.close()
    assert before[3].startswith("see Anna")
    assert "script-src 'self' 'sha256-" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "game thinkaboxin\nplayers Anna Ben\nme nobody\n",
            ["set 2", "roll 2 5", "bid Anna 1x5", "bid Ben 2x5", "lift Anna", "cup Ben 3 3"],
        ),
        (
            "game tricoda\nplayers Anna Ben Cleo Dirk\nme nobody\n"
            + "".join(f"see {rack}\n" for rack in ("Anna g1 y2 b7", "Ben r5 r5 b7", "Cleo b3 p6 g6", "Dirk b4 y7 b5")),
            ["ask 1", "ask Ben 17 same", "declare Ben 5 5 7 right", "see Ben brown 4, brown 4, pink 7"],
        ),
    ],
)
def test_what_an_absent_player_does_another_phone_enters(log: Path, text: str, lines: list[str]) -> None:
    log.write_text(text, encoding="utf-8")
    seats = Seats(log)
    anna = TestClient(make_app(Room(_held(log), seats.start), seats, ["testserver"]))
    assert anna.post(f"/join/{seats.code}", json={"player": "Anna"}).status_code == 200
    for line in lines:
        status, answer = say(anna, line)
        assert status == 200, (line, answer)


LIFTED = "game thinkaboxin\nplayers Cleo Finn\nme nobody\nset\nroll Finn 4231\nroll Cleo 4451\nbid Finn 1x5\n"


def test_what_a_seat_could_not_read_is_refused_before_it_is_saved(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cleo takes back a lift after which Finn has rolled, and lifts again: unless she hears of a new round, she sees
    too few dice of his.
    """
    begin_for = ThinkaboxinLog._begin_for

    def hear_nothing(*asked: Any) -> Roll | None:
        roll = begin_for(*asked)
        return roll if roll and roll.dice else None

    monkeypatch.setattr(ThinkaboxinLog, "_begin_for", hear_nothing)
    log.write_text(f"{LIFTED}lift Cleo wrong\nroll Finn 5 4 2\n", encoding="utf-8")
    room = Room(LogFile(log), 1)
    room.undo("Cleo", room.view("Cleo").version)
    before, views = log.read_text(encoding="utf-8"), dict(room.views)
    assert before == f"{LIFTED}roll Finn 5 4 2\n"
    with pytest.raises(Refused, match="does not fit what the others have entered"):
        room.write("Cleo", "lift Cleo wrong", room.view("Cleo").version)
    assert log.read_text(encoding="utf-8") == before
    assert room.views == views
    room.undo("Finn", room.view("Finn").version)
    room.write("Cleo", "lift Cleo wrong", room.view("Cleo").version)
    assert log.read_text(encoding="utf-8") == f"{LIFTED}lift Cleo wrong\n"


def test_a_line_being_saved_when_the_server_stops_is_acknowledged(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is stopped cancels what is under way, and says 500 to whoever waits for it."""
    held, begun = threading.Event(), threading.Event()
    room, save = Room(LogFile(log), 1), LogFile.save

    def save_slowly(file: LogFile, text: str) -> bool:
        begun.set()
        held.wait(10)
        return save(file, text)

    async def stop_meanwhile() -> Response:
        web = Web(room, Seats(log), False, lambda: None)
        asked = asyncio.create_task(web.change(lambda: room.write("Anna", "dice gyb", room.start)))
        await asyncio.to_thread(begun.wait, 10)
        for _ in range(2):  # once by the server, once by the loop that ends
            asked.cancel()
            await asyncio.sleep(0.01)
        held.set()
        return await asked

    monkeypatch.setattr(LogFile, "save", save_slowly)
    assert asyncio.run(stop_meanwhile()).status_code == 200
    assert log.read_text(encoding="utf-8") == f"{TABLE}dice gyb\n"


def test_few_threads_think_for_many_phones(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each keeps the memory that it once needed, so a server that thought in many grew with every phone."""
    thought: set[int] = set()
    kept: list[str] = []

    def think(view: View) -> dict[str, object]:
        time.sleep(0.01)  # so that they would overlap
        thought.add(threading.get_ident())
        return describe(view)

    monkeypatch.setattr("cli.serve.web.describe", think)
    monkeypatch.setattr("cli.serve.web.TIDY", 0.0)
    monkeypatch.setattr("cli.serve.web.give_back_memory", lambda: kept.append("given back"))
    with sit("Anna") as anna, ThreadPoolExecutor(10) as phones:
        assert {answer.status_code for answer in phones.map(anna.get, ["/api/state"] * 20)} == {200}
    assert 1 <= len(thought) <= 2
    assert kept


OWN = "game think-str8\nplayers Anna Ben Cleo\nme Anna\nsee Ben 134403\nsee Cleo 226726\ndice gyb\nbet 3-9 hit\n"


@pytest.fixture
def own(log: Path) -> Path:
    log.write_text(OWN, encoding="utf-8")
    return log


def put(phone: TestClient, line: str, **place: object) -> int:
    now = phone.get("/api/state").json()["version"]
    return phone.post("/api/lines", json={"line": line, "version": now, **place}).status_code


def test_an_earlier_line_of_an_own_log_is_put_in_corrected_and_taken_out(own: Path, sit: Sit) -> None:
    anna = sit("Anna")
    assert put(anna, "ben 4-8", before=7) == 200  # as short as it could have been then
    assert own.read_text(encoding="utf-8").splitlines()[5:] == ["dice gyb", "bet Ben 4-8", "bet 3-9 hit"]
    assert "Ben" in anna.get("/api/state").json()["said"]
    assert put(anna, "bet Ben 5-9", instead=7) == 200
    assert own.read_text(encoding="utf-8").splitlines()[6] == "bet Ben 5-9"
    assert put(anna, "", instead=7) == 200
    assert own.read_text(encoding="utf-8") == OWN


def test_a_note_to_oneself_in_an_own_log_only(own: Path, sit: Sit) -> None:
    anna = sit("Anna")
    assert put(anna, "# Ben hesitated") == 200
    assert own.read_text(encoding="utf-8") == f"{OWN}# Ben hesitated\n"
    version = anna.get("/api/state").json()["version"]
    assert anna.post("/api/undo", json={"version": version}).status_code == 200
    assert own.read_text(encoding="utf-8") == OWN


def test_a_correction_is_taken_back_as_a_whole(own: Path, sit: Sit) -> None:
    anna = sit("Anna")
    assert put(anna, "see Ben 134402", instead=4) == 200
    version = anna.get("/api/state").json()["version"]
    assert anna.post("/api/undo", json={"version": version}).status_code == 200
    assert own.read_text(encoding="utf-8") == OWN
    assert put(anna, "see Ben 134402", instead=4) == 200
    assert put(anna, "told ben hit") == 422
    assert put(anna, "bet Ben 4-8") == 200
    version = anna.get("/api/state").json()["version"]
    assert anna.post("/api/undo", json={"version": version}).status_code == 200  # now it is the last line that goes
    assert own.read_text(encoding="utf-8") == OWN.replace("134403", "134402")


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("dice gyb", {"before": 0}),
        ("dice gyb", {"before": 8}),
        ("dice gyb", {"instead": -1}),
        ("", {"before": 5}),
        ("bet 3-9\nbet 3-9", {"instead": 7}),
        ("bet 99-3", {"instead": 7}),
        ("", {"instead": 2}),
        ("me Ben", {"instead": 3}),
        ("players Anna Ben Dirk", {"instead": 2}),
    ],
)
def test_what_cannot_be_corrected(own: Path, sit: Sit, line: str, place: dict[str, int]) -> None:
    assert put(sit("Anna"), line, **place) == 422
    assert own.read_text(encoding="utf-8") == OWN


def test_a_correction_that_comes_late_or_without_a_number(own: Path, sit: Sit) -> None:
    anna = sit("Anna")
    assert anna.post("/api/lines", json={"line": "", "version": 1, "instead": 7}).status_code == 409
    assert put(anna, "", instead="7") == 400
    assert own.read_text(encoding="utf-8") == OWN


@pytest.mark.parametrize("place", ["before", "instead"])
def test_at_a_table_no_earlier_line_is_touched(sit: Sit, log: Path, place: str) -> None:
    """Whatever the number: the answer must not tell what the line was."""
    ben = sit("Ben")
    sent = [{"line": "dice gyb", "version": 1_000_000, place: number} for number in range(-1, 12)]
    [answer] = {ben.post("/api/lines", json=one).text for one in sent}
    assert "only the last line" in answer
    assert put(ben, "# a note") == 422
    assert log.read_text(encoding="utf-8") == TABLE
