"""The evening around the table: who sets it up, comes, goes, plays again; what a shared screen shows; languages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from starlette.testclient import TestClient

from cli.logfile import LogFile
from cli.serve.gathering import Gathering, next_place
from cli.serve.keys import Keys
from cli.serve.network import CONTAINER, HOME, OTHER, VPN, find_kind, find_place, is_outside
from cli.serve.room import Room
from cli.serve.screen import LiveScreen
from cli.serve.seats import Seats, free_in_file, name_of_next
from cli.serve.web import ENOUGH, Web, make_server
from solver.games.think_str8.lab.match import play_game
from tests.serve.test_corrections import CARDS, THROWN, Phone

LINK = "http://192.168.1.2:8777/join/"


class Hosted:
    """An evening as `deduce serve` lays it, with its keys."""

    def __init__(self, log: Path, text: str = "") -> None:
        log.write_text(text, encoding="utf-8")
        self.log, self.file = log, LogFile(log)
        self.seats = Seats(log)
        self.gathering = Gathering(self.seats, Room(self.file, self.seats.start) if text else None, self.file)
        links = [(f"{LINK}{self.seats.code}", HOME)]
        self.web = Web(self.gathering, False, lambda: None, links=links)
        self.app = make_server(self.web, ["testserver"])
        self.screen = LiveScreen(self.gathering, links)
        self.stopped: list[bool] = []
        self.keys = Keys(self.web, self.screen, lambda: self.stopped.append(True))

    def client(self, **headers: str) -> TestClient:
        return TestClient(self.app, headers=headers)

    def sit(self, player: str) -> Phone:
        client = self.client()
        assert client.post(self.join, json={"player": player}).status_code == 200
        return Phone(client)

    @property
    def join(self) -> str:
        return f"/join/{self.seats.code}"

    def text_of_screen(self) -> str:
        console = Console(width=80, height=24, record=True, file=StringIO())
        console.print(self.screen.draw())
        return console.export_text()

    def type(self, keys: str) -> None:
        for key in keys:
            self.keys.press(key)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Any]:
    opened: list[Hosted] = []

    def host(text: str = "") -> Hosted:
        opened.append(Hosted(tmp_path / "friday.game", text))
        return opened[-1]

    yield host
    for one in opened:
        one.gathering.close()
        one.file.close()


def test_the_first_phone_sets_the_table_up(hosted: Any) -> None:
    table = hosted()
    phone = table.client()
    assert phone.get(table.join).status_code == 200
    assert phone.get(f"{table.join}/state").json() == {"title": "deduce", "game": None, "seats": [], "yours": None}
    assert phone.post(table.join, json={"player": "Anna"}).status_code == 422
    chosen = phone.get(f"{table.join}/setup").json()
    [str8] = [game for game in chosen["games"] if game["name"] == "think-str8"]
    assert {"text": "Without grey, the introductory game", "line": "without grey"} in str8["options"][0]["choices"]
    assert (str8["fewest"], str8["most"]) == (2, 4)
    body = {"game": "think-str8", "players": ["Anna", "Ben"], "lines": ["without grey"], "aid": "hints"}
    faults = {"players": [["Anna"], ["Anna", "Anna"], []], "lines": [["dice gyb"], ["me Anna"], ["without"]]}
    for wrong in ({key: value} for key, values in faults.items() for value in values):
        assert phone.post(f"{table.join}/setup", json=body | wrong).status_code == 422, wrong
    assert phone.post(f"{table.join}/setup", json={"game": 3}).status_code == 400
    assert phone.post(f"{table.join}/setup", json=body).status_code == 200
    assert phone.post(f"{table.join}/setup", json=body).status_code == 409
    assert table.log.read_text() == "game think-str8\nplayers Anna Ben\nme nobody\nwithout grey\naid hints\n"
    assert "grey" not in table.sit("Anna").state["table"]["colours"]
    assert phone.get(f"{table.join}/state").json()["seats"] == [
        {"name": "Anna", "taken": True},
        {"name": "Ben", "taken": False},
    ]


def test_the_link_leads_a_seated_phone_to_its_pad(hosted: Any) -> None:
    table = hosted(THROWN)
    anna = table.sit("Anna")
    assert anna.client.get(table.join, follow_redirects=False).headers["location"] == "/"
    assert anna.client.get(f"{table.join}/state").json()["yours"] == "Anna"


def test_a_seat_taken_by_mistake_is_left_again(hosted: Any) -> None:
    table = hosted(THROWN)
    anna = table.sit("Anna")
    assert anna.post("leave")[0] == 200
    assert anna.client.get("/api/state").status_code == 401
    table.sit("Anna")


def test_a_seat_is_freed_while_the_table_is_served(hosted: Any) -> None:
    table = hosted(THROWN)
    anna, ben = table.sit("Anna"), table.sit("Ben")
    assert free_in_file(table.log, "ben") == "Ben"
    assert free_in_file(table.log, "ben") == ""
    assert (ben.client.get("/api/state").status_code, anna.client.get("/api/state").status_code) == (401, 200)
    table.type("f1")
    assert anna.client.get("/api/state").status_code == 401


def test_a_phone_whose_seat_another_call_has_freed_hears_of_it(hosted: Any) -> None:
    table = hosted(THROWN)
    anna = table.sit("Anna")
    table.sit("Ben")
    table.web.waiting |= {name: [asyncio.Queue[int](1)] for name in ("Anna", "Ben")}
    hears = {name: queue for name, [queue] in table.web.waiting.items()}
    free_in_file(table.log, "ben")
    assert anna.state["player"] == "Anna"  # another's question must not hide it
    table.web.look_at_seats()
    assert (hears["Ben"].get_nowait(), hears["Anna"].empty()) == (ENOUGH, True)


def test_the_laptop_shows_what_clashes_only_when_asked_twice(hosted: Any) -> None:
    """It stands where all can see it, and names cards."""
    table = hosted("".join(CARDS.splitlines(keepends=True)[:3]))
    anna, ben = table.sit("Anna"), table.sit("Ben")
    table.type("c")
    assert table.screen.ask == ""
    assert anna.say("see Ben 130403")[0] == ben.say("see neutral 220726")[0] == 200
    table.type("cn")
    assert table.screen.ask == ""
    table.type("c")
    assert "yellow" not in table.screen.ask
    table.type("y")
    told = "Ben says: neutral's cards yellow 0. Anna says: Ben's cards yellow 0. Look again."
    assert table.screen.ask.startswith(told)
    assert table.text_of_screen().count("yellow") == 2
    table.type(" ")
    assert "yellow" not in table.text_of_screen()


def test_keys_of_the_tables_screen(hosted: Any) -> None:
    table = hosted(THROWN)
    anna = table.sit("Anna")
    table.type("a2")
    assert anna.state["away"] == ["Ben"]
    table.type("a2")
    assert anna.state["away"] == []
    table.type("e\x1be")
    table.type("see Ben yelx\x7flow 5\n")
    assert "see Ben blue 1, green 3, yellow 5, purple 4, red 0, grey 3\n" in table.log.read_text()
    assert anna.heard()[-1] == "Put right at the table: Ben's yellow is 5, not 4"
    table.type("enonsense\n")
    assert "no line" in table.screen.ask
    table.type("q")
    assert table.stopped == [True]


def test_the_same_seats_play_again_once_all_who_are_here_want_to(hosted: Any) -> None:
    over = play_game((("Anna", "pad"), ("Ben", "random")), "5").table_log
    table = hosted(over.replace("me nobody\n", "me nobody\naid pad\n"))
    anna, ben = table.sit("Anna"), table.sit("Ben")
    assert anna.post("rematch", agree=True) == (200, {"version": anna.state["version"], "rematch": ["Anna"]})
    assert ben.state["rematch"] == ["Anna"]
    before = ben.state["version"]
    assert ben.post("rematch", agree=True)[0] == 200
    following = table.log.with_name("friday-2.game")
    assert following.read_text() == "game think-str8\nplayers Anna Ben\nme nobody\naid pad\n"
    assert ben.state["version"] > before
    assert (ben.state["sheet"]["round"], ben.state["prompt"]["over"]) == (0, False)
    assert ben.say("see Anna 607145")[0] == 200
    assert "see Anna 607145" in following.read_text()
    assert name_of_next(table.log) == "friday-2.game"
    assert next_place(following).name == "friday-3.game"


def test_a_new_game_from_the_laptop_reaches_the_phones(hosted: Any) -> None:
    """They hear of it at once, and what was still on its way to the old one is not entered in the new one."""
    table = hosted(THROWN)
    anna = table.sit("Anna")
    table.web.waiting["Anna"] = [hears := asyncio.Queue[int](1)]
    table.type("nn")
    assert (anna.state["game"], hears.empty()) == (1, True)
    late = {"line": "see Ben 134403", "version": anna.state["version"], "game": anna.state["game"]}
    table.type("ny")
    assert hears.get_nowait() == anna.state["version"]
    assert (anna.state["game"], anna.state["entries"]) == (2, [])
    assert anna.post("lines", **late)[0] == 409
    assert anna.post("lines", **late | {"game": 2})[0] == 200


def test_hands_are_turned_for_all_and_nobody_is_told_who_has_won_before(hosted: Any) -> None:
    table = hosted(play_game([(player, "pad") for player in ("Anna", "Ben", "Cleo")], "5").table_log)
    anna, ben = table.sit("Anna"), table.sit("Ben")
    points = anna.state["table"]["history"], anna.state["table"]["tokens"]
    hands = [hand["player"] for hand in ben.state["table"]["all_hands"]]
    before = {player: _on_track(player, *points) for player in hands}
    assert hands == sorted(hands, key=lambda player: before[player])
    told = [(one["text"].partition("'")[0], one["turned"]) for one in anna.state["news"][-4:]]
    assert told[:3] == [(player, place) for place, player in enumerate(hands)]
    for turned, phone in enumerate((anna, ben, anna)):
        board = anna.client.get("/board/state").json()
        assert (board["turned"], board["prompt"]) == (turned, "The cards are turned, hand by hand.")
        assert sum("final bets" in one["text"] for one in board["news"]) == turned + 1
        assert not any("wins" in one["text"] for one in board["news"])
        for _ in range(2):  # whoever is slower turns no other
            assert phone.post("turn", turned=turned + 1)[1]["turned"] == turned + 1
        assert ben.state["turned"] == anna.state["turned"] == turned + 1
    board = anna.client.get("/board/state").json()
    assert "wins" in board["news"][-1]["text"]
    assert "wins" in board["prompt"]
    assert [hand["player"] for hand in board["table"]["all_hands"]] == hands
    assert all(number is not None for hand in board["table"]["all_hands"] for number in hand["cards"].values())
    assert anna.post("turn", turned=4)[1]["turned"] == 3
    assert anna.post("turn", turned="all")[0] == 400


def _on_track(player: str, history: list[dict[str, Any]], tokens: dict[str, int]) -> int:
    bets = [one["bets"][player] for one in history if player in one["bets"]]
    return sum(tokens[str(bet["high"] - bet["low"] + 1)] for bet in bets if bet["answer"] == "hit")


def test_no_hand_is_turned_before_the_end(hosted: Any) -> None:
    assert hosted(THROWN).sit("Anna").post("turn", turned=1)[0] == 409


def test_nobody_plays_again_before_the_end(hosted: Any) -> None:
    assert hosted(THROWN).sit("Anna").post("rematch", agree=True)[0] == 409


def test_a_shared_screen_shows_what_all_see(hosted: Any) -> None:
    table = hosted(THROWN)
    anna, ben = table.sit("Anna"), table.sit("Ben")
    for phone, line in ((anna, "0-1"), (ben, "bet 2-4"), (anna, "cross red 6")):
        assert phone.say(line)[0] == 200
    for address in ("/board/state", f"/board/{table.seats.code}/state"):
        board = anna.client.get(address).json()
        assert board["players"][0] == {"name": "Anna", "here": True, "away": False}
        assert board["table"]["holders"] == {"neutral": dict(zip(COLOURS, (2, 2, 6, 7, 2, 6), strict=True))}
        assert board["waiting"] == ["Cleo"]
        assert "crossed" not in board["table"]
        assert board["table"]["history"][0]["bets"]["Anna"] == {"low": 0, "high": 1, "answer": None}
    version = board["version"]
    assert anna.say("uncross red 6")[0] == 200
    assert anna.client.get("/board/state").json()["version"] == version  # a secret of hers
    assert ben.say("bet Cleo 5-9")[0] == 200
    board = anna.client.get("/board/state").json()
    assert board["version"] > version
    assert [news["text"] for news in board["news"]][-1] == "Cleo hits: +3"
    assert "svg" in table.client().get(f"/board/{table.seats.code}/qr.svg").text
    assert table.client().get("/board/state").status_code == 401
    assert table.client().get("/board/wrong/state").status_code == 404


COLOURS = ("blue", "green", "yellow", "purple", "red", "grey")


def test_every_answer_is_said_in_the_language_of_its_phone(hosted: Any) -> None:
    table = hosted(THROWN)
    anna = table.sit("Anna")
    german = {"accept-language": "de-AT,de;q=0.9"}
    english, said = anna.client.get("/api/state").json(), anna.client.get("/api/state", headers=german).json()
    assert english["entries"][-1]["text"] == "the dice green, yellow and blue"
    assert "gelb" in said["prompt"]["title"] + said["entries"][-1]["text"]
    assert anna.client.get("/api/state").json() == english
    anna.client.cookies.set("lang", "de")
    assert anna.client.get("/api/state").json() == said
    refused = anna.client.post("/api/lines", json={"line": "aid pad", "version": said["version"]}).json()
    anna.client.cookies.set("lang", "en")
    assert anna.client.post("/api/lines", json={"line": "aid pad", "version": said["version"]}).json() != refused


def test_a_name_of_the_router_leads_to_the_table_and_another_is_told_the_link(hosted: Any) -> None:
    place = find_place("0.0.0.0", 8777, False, "/join/code")
    assert any(host.endswith(".fritz.box:8777") for host in place.hosts)
    table = hosted(THROWN)
    answer = table.client(host="evil.example").get("/")
    assert (answer.status_code, "http://192.168.1.2:8777" in answer.text) == (421, True)
    assert table.seats.code not in answer.text


@pytest.mark.parametrize(
    ("number", "interface", "kind"),
    [
        ("192.168.178.20", "wlan0", HOME),
        ("10.0.0.4", "", HOME),
        ("10.8.0.2", "tun0", VPN),
        ("100.101.1.2", "", VPN),
        ("172.17.0.1", "docker0", CONTAINER),
        ("203.0.113.7", "eth0", OTHER),
    ],
)
def test_what_an_address_is_for(number: str, interface: str, kind: str) -> None:
    assert find_kind(number, interface) == kind
    assert is_outside(number)
    assert not is_outside("127.0.0.1")


def test_a_phone_is_told_rounds_and_not_lines(hosted: Any) -> None:
    table = hosted(CARDS.replace("me nobody\n", "me nobody\naid full\n") + "dice green yellow blue\nbet Anna 0-1\n")
    anna = table.sit("Anna")
    assert anna.say("bet Ben 19-21")[0] == anna.say("bet Cleo 4-8")[0] == anna.say("swap red")[0] == 200
    steps = str(anna.client.get("/api/why?claim=red").json()["steps"])
    assert "round 1: Anna lays off red 4" in steps
    assert "line" not in steps


def test_the_screen_shows_how_to_join_and_no_card(hosted: Any) -> None:
    table = hosted(THROWN)
    table.sit("Anna")
    shown = table.text_of_screen()
    assert table.seats.code in shown
    assert "Anna · here" in shown
    assert "Ben · not here yet" in shown
    assert "134403" not in shown
