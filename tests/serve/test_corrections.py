"""Entries put right and taken back: one's own at once, others' with their leave, and all hear of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cli.logfile import LogFile
from cli.serve.room import Room
from cli.serve.seats import Seats
from cli.serve.web import make_app

CARDS = """game think-str8
players Anna Ben Cleo
me nobody
see Anna 607145
see Ben 134403
see neutral 226726
see Cleo 015251
"""
THROWN = f"{CARDS}dice green yellow blue\n"


class Phone:
    """A phone, and what it is told."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.client.get("/api/state").json())

    def entries(self, kind: str = "") -> list[dict[str, Any]]:
        return [entry for entry in self.state["entries"] if kind in ("", entry["kind"])]

    def post(self, path: str, **body: object) -> tuple[int, dict[str, Any]]:
        answer = self.client.post(f"/api/{path}", json=body)
        return answer.status_code, answer.json()

    def say(self, line: str, **more: object) -> tuple[int, dict[str, Any]]:
        return self.post("lines", line=line, version=self.state["version"], **more)

    def heard(self) -> list[str]:
        return [news["text"] for news in self.state["news"]]


class Laid:
    """A table, and phones that sit down at it."""

    def __init__(self, log: Path, text: str) -> None:
        log.write_text(text, encoding="utf-8")
        self.log, self.file = log, LogFile(log)
        self.seats = Seats(log)
        self.room = Room(self.file, self.seats.start)
        self.app = make_app(self.room, self.seats, ["testserver"])

    def sit(self, *players: str) -> list[Phone]:
        phones = []
        for player in players:
            client = TestClient(self.app)
            assert client.post(f"/join/{self.seats.code}", json={"player": player}).status_code == 200
            phones.append(Phone(client))
        return phones

    @property
    def text(self) -> str:
        return self.log.read_text(encoding="utf-8")


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Callable[[str], Laid]]:
    tables: list[Laid] = []

    def lay_table(text: str) -> Laid:
        tables.append(Laid(tmp_path / f"{len(tables)}.game", text))
        return tables[-1]

    yield lay_table
    for table in tables:
        table.file.close()


Lay = Callable[[str], Laid]


def test_a_wrong_card_is_put_right_where_it_stands_and_answers_follow(lay: Lay) -> None:
    table = lay(CARDS.replace("see Ben 134403\n", ""))
    anna, ben, cleo = table.sit("Anna", "Ben", "Cleo")
    assert anna.say("see Ben 130403")[0] == 200
    for phone, line in ((anna, "dice green yellow blue"), (anna, "0-1"), (ben, "2-4"), (cleo, "5-9")):
        assert phone.say(line)[0] == 200
    assert "Ben hits: +5" in ben.heard()
    [entry] = [one for one in anna.entries("see") if one["player"] == "Ben"]
    assert (entry["by"], entry["mine"], entry["changeable"], entry["round"]) == ("Anna", True, True, 0)
    status, answer = anna.say("see Ben yellow 4", instead=entry["id"])
    assert (status, answer["told"]) == (200, ["Cleo"])
    assert "Ben's yellow is 4, not 0" in answer["said"]
    assert "see Ben blue 1, green 3, yellow 4, purple 4, red 0, grey 3\n" in table.text
    assert anna.entries("see")[-1]["id"] == entry["id"]
    assert "Anna corrects: Ben's yellow is 4, not 0" in cleo.heard()
    assert ben.heard()[-2:] == [
        "Anna corrects something that you do not see: what you were told is worked out again.",
        "Ben: 2 to 4 is TOO LOW",
    ]
    assert ben.state["mine"] == "Your sum is 5 or more."


def test_what_another_entered_is_changed_once_that_one_agrees(lay: Lay) -> None:
    table = lay(CARDS)
    anna, ben, cleo = table.sit("Anna", "Ben", "Cleo")
    assert cleo.say("dice green yellow blue")[0] == 200
    [dice] = anna.entries("dice")
    assert (dice["by"], dice["mine"]) == ("Cleo", False)
    status, answer = anna.say("dice green green blue", instead=dice["id"])
    assert (status, answer["needs"], answer["falls"]) == (409, ["Cleo"], [])
    before = table.text
    status, answer = anna.say("dice green green blue", instead=dice["id"], ask=True)
    assert (status, table.text) == (202, before)
    [asked] = anna.state["asked"]
    assert (asked["id"], asked["by"], asked["needs"]) == (answer["asked"], "Anna", ["Cleo"])
    assert ben.state["asked"] == []
    assert cleo.post("agree", id=cleo.state["asked"][0]["id"], agree=True)[0] == 200
    assert "dice green green blue" in table.text
    assert cleo.state["asked"] == anna.state["asked"] == []
    assert "Anna corrects: the dice were green, green and blue, not green, yellow and blue" in ben.heard()


def test_what_nobody_here_entered_goes_only_if_the_seat_says_so(lay: Lay) -> None:
    """A whole hand of the log as it was begun would go with a card: it is named first."""
    table = lay(CARDS)
    (ben,) = table.sit("Ben")
    [hand] = [entry for entry in ben.entries("see") if entry["player"] == "Anna"]
    before, twice = table.text, "see Anna 207145"
    status, answer = ben.say(twice, instead=hand["id"])
    assert (status, answer["needs"], [fall["by"] for fall in answer["falls"]], table.text) == (409, [], [""], before)
    assert answer["falls"][0]["text"].startswith("neutral")
    assert ben.say(twice, instead=hand["id"], ask=True)[0] == 200
    assert "see neutral" not in table.text


def test_a_change_is_withdrawn_or_denied(lay: Lay) -> None:
    table = lay(CARDS)
    anna, cleo = table.sit("Anna", "Cleo")
    assert cleo.say("dice green yellow blue")[0] == 200
    before, [dice] = table.text, anna.entries("dice")
    for phone in (anna, cleo):
        assert anna.say("dice green green blue", instead=dice["id"], ask=True)[0] == 202
        assert phone.post("agree", id=phone.state["asked"][0]["id"], agree=False)[0] == 200
        assert anna.state["asked"] == cleo.state["asked"] == []
    assert table.text == before
    assert anna.post("agree", id=7, agree=True)[0] == 409


def test_who_takes_back_what_others_build_on_needs_them(lay: Lay) -> None:
    table = lay(CARDS)
    anna, ben = table.sit("Anna", "Ben")
    assert anna.say("dice green yellow blue")[0] == 200
    assert ben.say("bet 4-9")[0] == 200
    offered = anna.state["undo"]
    assert "green, yellow and blue" in offered["text"]
    status, answer = anna.post("undo", id=offered["id"])
    assert (status, answer["needs"]) == (409, ["Ben"])
    assert [fall["by"] for fall in answer["falls"]] == ["Ben"]
    assert ben.state["undo"]["text"] == "Take back your bet 4 to 9?"
    status, answer = ben.post("undo", version=ben.state["version"])
    assert (status, answer["took"]["line"]) == (200, "bet Ben 4-9")
    assert "Ben takes back: Ben's bet 4 to 9" in anna.heard()
    assert anna.post("undo", id=offered["id"])[0] == 200
    assert table.text == CARDS


def test_take_back_is_about_ones_own_last_entry(lay: Lay) -> None:
    table = lay(THROWN)
    anna, ben = table.sit("Anna", "Ben")
    assert anna.say("0-1")[0] == ben.say("bet 4-9")[0] == anna.say("cross red 6")[0] == 200
    assert anna.state["undo"]["text"] == "Take back your bet 0 to 1?"
    assert anna.post("undo", version=anna.state["version"])[0] == 200
    assert table.text == f"{THROWN}bet Ben 4-9\ncross Anna red 6\n"


def test_a_bet_that_was_answered_is_changed_only_if_all_agree(lay: Lay) -> None:
    table = lay(THROWN)
    anna, ben, cleo = table.sit("Anna", "Ben", "Cleo")
    assert anna.say("0-1")[0] == ben.say("19-21")[0] == cleo.say("4-8")[0] == 200
    assert anna.state["mine"] == "Your sum is 2 or more."
    assert anna.state["undo"] is None
    [bet] = [entry for entry in anna.entries("bet") if entry["player"] == "Anna"]
    assert (bet["line"], bet["mine"]) == ("bet Anna 0-1", False)
    assert anna.post("undo", id=bet["id"])[0] == 409
    assert anna.say("bet Anna 10-14", instead=bet["id"], ask=True)[0] == 202
    for phone in (ben, cleo):
        assert "bet Anna 0-1" in table.text
        assert phone.post("agree", id=phone.state["asked"][0]["id"], agree=True)[0] == 200
    assert "bet Anna 10-14\n" in table.text
    assert anna.state["mine"] != "Your sum is 2 or more."


def test_the_dice_under_answers_are_no_way_to_ask_again(lay: Lay) -> None:
    table = lay(CARDS)
    anna, ben, cleo = table.sit("Anna", "Ben", "Cleo")
    for phone, line in ((anna, "dice green yellow blue"), (anna, "0-1"), (ben, "2-4"), (cleo, "5-9")):
        assert phone.say(line)[0] == 200
    [dice] = anna.entries("dice")
    status, answer = anna.say("dice green green green", instead=dice["id"])
    assert (status, answer["needs"]) == (409, ["Ben", "Cleo"])


def test_the_last_entry_that_a_line_is_about_need_not_be_named(lay: Lay) -> None:
    table = lay(THROWN)
    [anna] = table.sit("Anna")
    assert anna.say("see Ben yellow 3", instead=True)[0] == 200
    assert "see Ben blue 1, green 3, yellow 3, purple 4, red 0, grey 3\n" in table.text
    assert anna.say("bet Anna 3-9", instead=True)[0] == 409


def test_what_does_not_say_what_the_entry_says_is_refused(lay: Lay) -> None:
    table = lay(THROWN)
    [anna] = table.sit("Anna")
    [dice] = anna.entries("dice")
    for line in ("bet Anna 3-9", "see Ben red 1", "nonsense"):
        assert anna.say(line, instead=dice["id"])[0] == 422
    assert table.text == THROWN


def test_what_is_secret_only_who_it_is_says_unless_away(lay: Lay) -> None:
    table = lay(CARDS + "dice green yellow blue\nbet Anna 11-15\nbet Ben 7-10\nbet Cleo 5-7\n" * 9)
    anna, ben = table.sit("Anna", "Ben")
    row = "final 1 1 1 1 1 1"
    assert anna.say(row, **{"for": "Cleo"})[0] == anna.say("final Cleo 1 1 1 1 1 1")[0] == 422
    table.room.set_away("Cleo", True)
    assert anna.state["away"] == ["Cleo"]
    assert anna.state["waiting"] == ["Anna", "Ben", "Cleo"]
    assert anna.say(row, **{"for": "Cleo"})[0] == 200
    assert ben.state["waiting"] == ["Anna", "Ben"]
    assert "final" not in ben.client.get("/api/log").text
    assert ben.say("final 2 2 2 2 2 2")[0] == 200
    assert ben.state["finals"]["red"] == [2]
    assert anna.state["finals"] is None


def test_a_clash_names_both_sides(lay: Lay) -> None:
    table = lay("".join(CARDS.splitlines(keepends=True)[:3]))
    anna, ben, cleo = table.sit("Anna", "Ben", "Cleo")
    assert anna.say("see Ben 130403")[0] == 200  # it is a 4
    assert ben.say("see neutral 220726")[0] == 200
    [clash] = cleo.state["clashes"]
    assert clash["text"] == "Ben says: neutral's cards yellow 0. Anna says: Ben's cards yellow 0. Look again."
    assert sorted(clash["ids"]) == sorted(entry["id"] for entry in cleo.entries("see"))
    assert ben.state["clashes"] == []
    [wrong] = [entry for entry in anna.entries("see") if entry["player"] == "Ben"]
    assert anna.say("see Ben yellow 4", instead=wrong["id"])[0] == 200
    assert cleo.state["clashes"] == []


def test_who_entered_what_outlives_the_server(lay: Lay) -> None:
    table = lay(THROWN)
    anna, ben = table.sit("Anna", "Ben")
    assert anna.say("see Ben red 1", instead=True)[0] == ben.say("bet 4-9")[0] == 200
    again = Room(_copy(table), 2)
    assert [entry.by for entry in again.view("Cleo").entries if entry.by] == ["Anna", "Ben"]
    assert min(entry.id for entry in again.view("Cleo").entries) > max(entry["id"] for entry in anna.entries())


def test_who_is_away_outlives_the_server(lay: Lay) -> None:
    table = lay(THROWN)
    [anna] = table.sit("Anna")
    table.room.set_away("Cleo", True)
    assert anna.say("see Ben red 1", instead=True)[0] == 200
    copy = _copy(table)
    again = Room(copy, 2)
    assert again.view("Anna").away == ("Cleo",)
    again.set_away("Cleo", False)
    assert Room(copy, 3).view("Anna").away == ()


def test_what_was_kept_of_the_lines_alone_is_read(lay: Lay) -> None:
    table = lay(THROWN)
    beside = table.log.with_name(f".{table.log.name}.by")
    beside.write_text(json.dumps([["Anna", line] for line in THROWN.splitlines()]), encoding="utf-8")
    again = Room(_copy(table), 2)
    assert {entry.by for entry in again.view("Cleo").entries} == {"Anna"}
    assert again.away == ()


def _copy(table: Laid) -> LogFile:
    """As a server started after a kill finds it."""
    beside = table.log.with_name("copy.game")
    beside.write_bytes(table.log.read_bytes())
    table.log.with_name(f".{table.log.name}.by").rename(beside.with_name(".copy.game.by"))
    return LogFile(beside)


def test_news_have_numbers_that_grow(lay: Lay) -> None:
    table = lay(THROWN)
    anna, ben, cleo = table.sit("Anna", "Ben", "Cleo")
    assert anna.say("0-1")[0] == ben.say("2-4")[0] == 200
    assert anna.heard() == []
    assert cleo.say("5-9")[0] == 200
    news = ben.state["news"]
    assert [one["text"] for one in news] == [
        "Anna: 0 to 1 is TOO LOW",
        "Ben: 2 to 4 is TOO LOW",
        "Cleo hits: +3",
    ]
    assert [one["tone"] for one in news] == ["wrong", "wrong", "hit"]
    assert [one["id"] for one in news] == sorted({one["id"] for one in news})
    assert anna.say("swap red")[0] == 200
    assert ben.heard()[-1] == "Anna lays off red 4."
