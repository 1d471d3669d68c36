"""What a phone may ask and gets: seats and cookies, lines and undo, versions, nothing for strangers."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient

from cli.logfile import LogFile
from cli.serve.answers import describe
from cli.serve.gathering import Gathering
from cli.serve.room import Room
from cli.serve.seats import Seats
from cli.serve.table import Refused
from cli.serve.views import View
from cli.serve.web import LARGEST_BODY, Web, make_app
from solver.games.think_str8.lab.match import play_game
from solver.games.thinkaboxin.events import Roll
from solver.games.thinkaboxin.opened import ThinkaboxinLog
from tests.test_map import watched

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


def test_a_tap_opens_every_log_once_and_reads_one_line_of_each(log: Path) -> None:
    file, found = LogFile(log), list[str]()
    room = Room(file, 1)
    for player, line in (("Anna", "dice gyb"), ("Anna", "3-9")):
        room.write(player, line, room.views[player].version)
    with watched(found):
        room.write("Ben", "4-8", room.views["Ben"].version)
    file.close()
    logs = 1 + len(room.seats)
    assert found.count("solver.games.open_log") == found.count("solver.game.Opened.__init__") == logs
    assert found.count("solver.replay._Reader.feed") == logs
    assert found.count("solver.gate._write.<locals>.<genexpr>") == 2 * len(room.seats)  # that line, and no more


def test_what_sheet_and_table_both_have_is_sent_once(sit: Sit) -> None:
    anna = sit("Anna")
    assert say(anna, "dice yellow green blue")[0] == 200
    state = anna.get("/api/state").json()
    assert state["table"]["dice"] == ["yellow", "green", "blue"]
    assert state["sheet"]["round"] == 1
    assert not state["sheet"].keys() & state["table"].keys()


def test_what_a_seat_cannot_know_is_refused(sit: Sit) -> None:
    status, answer = say(sit("Ben"), "see Ben 134403")
    assert status == 422
    assert "You cannot see your own cards." in str(answer["errors"])


def test_a_late_line_that_somebody_else_entered_is_a_conflict(sit: Sit) -> None:
    anna, ben = sit("Anna"), sit("Ben")
    old = ben.get("/api/state").json()["version"]
    assert say(anna, "gyb")[0] == 200
    assert say(ben, "dice rgb", old)[0] == 409
    assert say(anna, "3-9")[0] == 200
    assert say(ben, "anna 4-9", old)[0] == 409
    assert say(ben, "4-8", old)[0] == 200  # nobody else has settled this


def test_the_very_same_line_that_comes_later_is_all_right(sit: Sit, log: Path) -> None:
    anna, ben = sit("Anna"), sit("Ben")
    old = ben.get("/api/state").json()["version"]
    assert say(anna, "gyb")[0] == say(anna, "3-9")[0] == 200
    assert say(ben, "dice gyb", old)[0] == say(ben, "anna 3-9", old)[0] == 200
    assert log.read_text(encoding="utf-8") == TABLE + "dice green yellow blue\nbet Anna 3-9\n"


def test_a_line_that_is_very_late_is_judged_by_all_since_the_start(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.serve.table.REMEMBERED", 1)
    anna, ben = sit("Anna"), sit("Ben")
    assert say(anna, "gyb")[0] == 200
    old = ben.get("/api/state").json()["version"]
    assert say(anna, "3-9")[0] == say(ben, "cross red 6")[0] == 200
    assert say(ben, "dice rgb", old)[0] == 409
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
    assert say(ben, "anna 5-11", before)[0] == 409


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


def test_the_link_of_the_table_can_be_tapped_in_a_message(sit: Sit, log: Path) -> None:
    tapped = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    link = f"/join/{code_of(log)}" if sit("Ben") else ""
    assert sit("").get(link, headers=tapped).status_code == 200
    assert sit("").post(link, json={"player": "Anna"}, headers=tapped).status_code == 403
    assert sit("Anna").get("/api/state", headers=tapped).status_code == 403


def test_a_fault_of_our_own_is_a_sentence(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cli.serve.web.describe", fail)
    ben = sit("Ben")
    ben._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
    answer = ben.get("/api/state")
    assert (answer.status_code, "fault of deduce" in answer.json()["problem"]) == (500, True)
    told = capsys.readouterr().err
    assert "DEDUCE_DEBUG=1 shows where" in told
    assert "Traceback" not in told


def fail(_: View) -> dict[str, object]:
    raise KeyError("never")


def test_blanks_and_joiners_that_a_file_may_hold_a_phone_may_send(sit: Sit) -> None:
    ben = sit("Ben")
    lines = ["dice\u00a0green\tyellow  blue", "cross\u00a0red\t3", "bet\u00a0Anna\t0\u22121", "bet\u00a05-8"]
    assert [say(ben, line)[0] for line in lines] == [200] * 4


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
    [entry] = [one for one in ben.get("/api/state").json()["entries"] if one["kind"] == "aid"]
    assert not entry["changeable"]
    assert put(ben, "aid pad", instead=entry["id"]) == 409
    assert ben.post("/api/undo", json={"id": entry["id"]}).status_code == 409
    assert log.read_text(encoding="utf-8") == TABLE


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
            ["ask 1", "ask Ben 17 same", "ask Cleo 4"],
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


def test_what_a_seat_cannot_have_seen_is_somebodys_word_in_its_log(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless Cleo hears of a new round, she sees too few dice of Finn's: her log holds all that it can."""
    begin_for = ThinkaboxinLog._begin_for

    def hear_nothing(*asked: Any) -> Roll | None:
        roll = begin_for(*asked)
        return roll if roll and roll.dice else None

    monkeypatch.setattr(ThinkaboxinLog, "_begin_for", hear_nothing)
    log.write_text(f"{LIFTED}roll Finn 5 4 2\nlift Cleo wrong\n", encoding="utf-8")
    room = Room(LogFile(log), 1)
    assert "says nobody" in room.view("Cleo").text
    assert "says" not in room.view("Finn").text


def test_a_line_being_saved_when_the_server_stops_is_acknowledged(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is stopped cancels what is under way, and says 500 to whoever waits for it."""
    held, begun = threading.Event(), threading.Event()
    room, save = Room(LogFile(log), 1), LogFile.save

    def save_slowly(file: LogFile, text: str) -> Path | None:
        begun.set()
        held.wait(10)
        return save(file, text)

    async def stop_meanwhile() -> Response:
        web = Web(Gathering(Seats(log), room), False, lambda: None)
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


# The disk.


def test_a_full_disk_is_said_and_what_was_sent_can_be_sent_again(
    sit: Sit, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = sit("Anna")
    with monkeypatch.context() as full:
        full.setattr("cli.logfile._append", fill_disk)
        full.setattr("cli.logfile._write_all", fill_disk)
        status, answer = say(anna, "gyb")
        assert status == 507
        assert "cannot save: No space left on device" in str(answer["problem"])
        assert sit("").post(f"/join/{code_of(log)}", json={"player": "Ben"}).status_code == 507
    assert log.read_text(encoding="utf-8") == TABLE
    assert say(anna, "gyb")[0] == 200
    assert sit("Ben").get("/api/state").status_code == 200


def code_of(log: Path) -> str:
    """What is in the link."""
    return str(json.loads(log.with_name(f".{log.name}.seats").read_text(encoding="utf-8"))["code"])


def fill_disk(*_: object) -> None:
    raise OSError(ENOSPC, os.strerror(ENOSPC))


def test_whoever_runs_the_table_is_told_of_the_disk(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(LogFile(log), 1)
    with monkeypatch.context() as full:
        full.setattr("cli.logfile._append", fill_disk)
        with pytest.raises(OSError, match="No space"):
            room.write("Anna", "gyb", room.start)
    assert "Not saved to" in room.trouble
    room.write("Anna", "gyb", room.start)
    assert room.trouble == ""


def test_no_seat_fills_the_log(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.serve.table.MOST_CROSSES", 40)
    anna, ben = sit("Anna"), sit("Ben")
    answers = [say(ben, f"{verb} red 6") for verb in ("cross", "uncross", "cross")]
    assert [status for status, _ in answers] == [200, 200, 422]
    assert "So many crosses" in str(answers[-1][1])
    assert say(anna, "cross red 6")[0] == 200
    assert say(ben, "gyb")[0] == 200


def test_how_much_a_seat_can_enter_tells_nothing_of_the_others(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.serve.table.MOST_ENTERED", 60)
    taken = []
    for crosses in (0, 30):
        file = LogFile(log.with_name(f"{crosses}.game"))
        file.save(TABLE + "cross Cleo red 1\n" * crosses)
        room = Room(file, 1)
        taken.append(enter_until_full(room, "Ben"))
        assert enter_until_full(room, "Anna") > 0
        file.close()
    assert taken == [5, 5]


def enter_until_full(room: Room, seat: str) -> int:
    """How many lines were taken."""
    for number in range(20):
        try:
            room.write(seat, f"score {seat} {number}", room.view(seat).version)
        except Refused as refused:
            if "This log is full" in str(refused):
                return number
            raise
    return 20


def test_what_is_taken_every_command_can_read(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.serve.table.LARGEST", len(TABLE) + 30)
    anna = sit("Anna")
    assert say(anna, "gyb")[0] == 200
    assert "This log is full" in str(say(anna, "bet 3-9  # and I mean it"))
    version = anna.get("/api/state").json()["version"]
    assert anna.post("/api/undo", json={"version": version}).status_code == 200


def test_what_an_editor_saved_meanwhile_is_taken_over(log: Path) -> None:
    room = Room(LogFile(log), 1)
    room.write("Anna", "gyb", room.start)
    log.write_text(f"{TABLE}dice gyb  # the first\nbet Anna 3-9\n", encoding="utf-8")
    room.write("Ben", "4-8", room.view("Ben").version)
    assert log.read_text(encoding="utf-8") == f"{TABLE}dice gyb  # the first\nbet Anna 3-9\nbet Ben 4-8\n"
    assert log.with_name("friday.game.bak").read_text(encoding="utf-8") == f"{TABLE}dice green yellow blue\n"
    assert "bet Anna 3-9" in room.view("Anna").text
    assert "changed by another program" in room.trouble
    assert "What it was before is in" in room.trouble
    room.write("Cleo", "9-12", room.view("Cleo").version)
    assert room.trouble == ""


def test_an_editor_that_only_added_lines_leaves_no_second_copy(log: Path) -> None:
    room = Room(LogFile(log), 1)
    log.write_text(f"{TABLE}dice gyb\n", encoding="utf-8")
    with pytest.raises(Refused, match="already"):  # what the phone meant was for the log as it was
        room.write("Ben", "dice rgb", room.start)
    assert "changed by another program" in room.trouble
    assert sorted(path.name for path in log.parent.iterdir() if "bak" in path.name) == []


@pytest.mark.parametrize("theirs", ["nonsense\n", "game tricoda\nplayers Anna Ben\nme nobody\n", "\0"])
def test_what_an_editor_made_of_the_log_that_is_no_log_of_this_table_is_kept_beside_it(log: Path, theirs: str) -> None:
    room = Room(LogFile(log), 1)
    log.write_text(theirs, encoding="utf-8")
    room.write("Anna", "gyb", room.start)
    assert log.read_text(encoding="utf-8") == f"{TABLE}dice green yellow blue\n"
    assert log.with_name("friday.game.bak").read_text(encoding="utf-8") == theirs
    assert "its text is in" in room.trouble


# A log of one's own.

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


def test_what_a_correction_of_an_own_log_takes_along_is_named_and_goes_if_asked(own: Path, sit: Sit) -> None:
    anna = sit("Anna")
    out = {"line": "", "version": anna.get("/api/state").json()["version"], "instead": 6}
    asked = anna.post("/api/lines", json=out)
    assert asked.status_code == 409
    assert (asked.json()["needs"], [fall["text"] for fall in asked.json()["falls"]]) == ([], ["Anna's bet 3 to 9"])
    assert asked.json()["errors"][0]["line"] == 7
    assert own.read_text(encoding="utf-8") == OWN
    assert anna.post("/api/lines", json=out | {"ask": True}).status_code == 200
    assert own.read_text(encoding="utf-8") == OWN.partition("dice")[0]
    version = anna.get("/api/state").json()["version"]
    assert anna.post("/api/undo", json={"version": version}).status_code == 200
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
    assert {"before": "no line is put in", "instead": "not there any more"}[place] in answer
    assert put(ben, "# a note") == 422
    assert log.read_text(encoding="utf-8") == TABLE
