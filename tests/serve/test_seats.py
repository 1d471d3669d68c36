"""What a seat enters is judged by what the seat can know, and by nothing else; what it has shown stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import cli.serve.changes
import cli.serve.room
import cli.serve.table
import solver.gate
from cli.logfile import LogFile
from cli.serve.room import Room
from cli.serve.seats import Seats
from cli.serve.web import make_app
from solver.game import Opened
from solver.games import open_log
from solver.gate import extract, find_clashes
from solver.log import Log, LogError, parse_log

Lay = Callable[[str], Callable[[str], "Phone"]]
CARDS = """game think-str8
players Anna Ben Cleo
me nobody
see Anna 607145
see Ben 134403
see neutral 226726
"""
THROWN = f"{CARDS}see Cleo 015251\ndice green yellow blue\n"
BET = f"{THROWN}bet Anna 0-1\nbet Ben 19-21\nbet Cleo 4-8\n"
LAST_ROUND = "dice green yellow blue\nbet Anna 11-15\nbet Ben 7-10\nbet Cleo 5-7\n"


class Phone:
    """A phone, and what it is told."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    @property
    def state(self) -> dict[str, object]:
        return dict(self.client.get("/api/state").json())

    @property
    def log(self) -> str:
        return self.client.get("/api/log").text

    def say(self, line: str) -> tuple[int, str]:
        answer = self.client.post("/api/lines", json={"line": line, "version": self.state["version"]})
        return answer.status_code, answer.text

    def undo(self) -> int:
        return self.client.post("/api/undo", json={"version": self.state["version"]}).status_code


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Lay]:
    """Tables, each with a log; whoever is named sits down."""
    files: list[LogFile] = []

    def lay_table(text: str) -> Callable[[str], Phone]:
        path = tmp_path / f"{len(files)}.game"
        path.write_text(text, encoding="utf-8")
        files.append(LogFile(path))
        seats = Seats(path)
        app = make_app(Room(files[-1], seats.start), seats, ["testserver"])

        def sit(player: str) -> Phone:
            client = TestClient(app)
            assert client.post(f"/join/{seats.code}", json={"player": player}).status_code == 200
            return Phone(client)

        return sit

    yield lay_table
    for file in files:
        file.close()


TRICODA = """game tricoda
players Anna Ben Cleo Dirk
me nobody
see Anna g1 y2 b7
see Ben r5 r5 b7
see Cleo b3 p6 g6
see Dirk b4 y7 b5
"""


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        (CARDS, [f"see Ben {colour} {number}" for colour in ("blue", "red") for number in range(8)]),
        (CARDS, [f"see me red {number}" for number in range(8)]),
        (THROWN, [f"reveal red {number}" for number in range(8)]),
        (TRICODA, ["see Ben r5", "see Ben g1", "see me r5"]),
        (TRICODA, ["reveal r5", "reveal g6"]),
    ],
)
def test_a_line_about_cards_of_ones_own_is_refused_whatever_they_are(lay: Lay, table: str, lines: list[str]) -> None:
    ben = lay(table)("Ben")
    before = ben.log
    answers = {(status, text.replace(line, "LINE")) for line in lines for status, text in [ben.say(line)]}
    assert {status for status, _ in answers} == {422}
    assert len({text.partition('"hint"')[0].partition('"problem"')[2] for _, text in answers}) == 1
    assert ben.log == before


def test_what_is_worked_out_is_told_when_all_have_bet_and_then_it_stays(lay: Lay) -> None:
    sit = lay(THROWN)
    anna, ben = sit("Anna"), sit("Ben")
    assert anna.say("bet 0-1")[0] == 200
    assert anna.say("dice rry")[0] == 422  # would end the round, and tell her the answer
    assert anna.say("told low")[0] == anna.say("swap red")[0] == anna.say("bet Cleo 4-8 low")[0] == 422
    assert anna.undo() == 200
    assert anna.say("bet 0-1")[0] == ben.say("19-21")[0] == ben.say("cleo 4-8")[0] == 200
    assert "bet Anna 0-1 low" in anna.log
    assert anna.undo() == ben.undo() == 409


def test_a_card_is_laid_off_once_by_whom_was_told_to_be_wrong_and_stays_laid_off(lay: Lay) -> None:
    sit = lay(BET)
    anna, ben, cleo = sit("Anna"), sit("Ben"), sit("Cleo")
    assert cleo.say("swap red")[0] == 422  # a hit
    assert anna.say("swap red")[0] == 200
    assert "swap Anna red 4" in ben.log
    status, said = anna.say("swap blue")
    assert (status, "Your swap of round 1 is in line" in said) == (422, True)
    assert anna.undo() == ben.undo() == 409


def test_a_card_laid_off_before_the_first_throw_is_not_said_to_lack_anything(lay: Lay) -> None:
    status, said = lay(CARDS)("Ben").say("swap red")
    assert (status, "A swap before the first throw." in said) == (422, True)


def test_final_bets_come_after_the_last_round_and_cards_are_turned_after_them(lay: Lay) -> None:
    early = lay(BET)("Ben")
    assert early.say("final 256 0 1 02 2 23")[0] == early.say("reveal 134403")[0] == early.say("reveal Anna 607145")[0]
    assert early.say("final 256 0 1 02 2 23")[0] == 422
    sit = lay(CARDS + "see Cleo 015251\n" + LAST_ROUND * 9)
    anna, ben = sit("Anna"), sit("Ben")
    assert ben.say("reveal 134403")[0] == 422
    assert ben.say("final 256 0 1 02 2 23")[0] == 200
    assert ben.undo() == 200
    assert ben.say("final 1 3 4 4 0 3")[0] == 200
    version = anna.state["version"]
    assert anna.say("final Ben 0 0 0 0 0 0")[0] == anna.say("final Cleo 0 1 5 2 5 1")[0] == 422  # they are secret
    assert anna.state["version"] == version
    assert anna.say("final 6 0 7 1 4 5")[0] == sit("Cleo").say("final 0 1 5 2 5 1")[0] == 200
    assert "final Ben blue 1, green 3, yellow 4, purple 4, red 0, grey 3" in anna.log
    assert anna.undo() == ben.undo() == 409
    assert ben.say("final red 1")[0] == 422


def test_what_the_table_agreed_on_no_phone_changes(lay: Lay) -> None:
    ben = lay(CARDS)("Ben")
    for line in ("trust 0", "tokens 1:7 2:6 3:5 4:4 5:3 6:2 7:1", "aid full", "says Anna see neutral green 5"):
        assert ben.say(line)[0] == 422, line


def test_a_true_entry_that_clashes_is_taken_and_shown_to_those_who_see_both(lay: Lay, tmp_path: Path) -> None:
    """Anna has typed Ben's yellow card wrong: it is the neutral one."""
    typed = CARDS.partition("see neutral")[0]
    tables = lay(typed), lay(typed.replace("see Ben 134403", "see Ben 130403"))
    answers, logs = set(), set()
    for sit in tables:
        ben = sit("Ben")
        answers.add(ben.say("see neutral 224726"))
        logs.add((ben.log, str(ben.state)))
    assert len(answers) == len(logs) == 1
    assert next(iter(answers))[0] == 200
    clash, none = tables[0]("Anna").state["clashes"], tables[1]("Anna").state["clashes"]
    assert none == []
    assert isinstance(clash, list)
    assert (clash[0]["player"], "yellow 4" in clash[0]["problem"]) == ("Ben", True)
    assert "yellow 4" in str(tables[0]("Cleo").state["clashes"])
    whole = open_log(parse_log((tmp_path / "0.game").read_text(encoding="utf-8")))
    assert isinstance(whole, Opened)  # for every command
    assert [found.player for found in find_clashes(whole)] == ["Ben"]
    assert "see neutral blue 2" in extract(whole, "Ben")


def test_who_lays_off_a_card_says_which_it_was_and_others_see_that_it_was_typed_otherwise(lay: Lay) -> None:
    sit = lay(BET)
    anna, ben = sit("Anna"), sit("Ben")
    assert anna.say("swap red 6")[0] == 200
    assert anna.log.endswith("swap Anna red 6\n")
    assert anna.state["clashes"] == []
    clashes = ben.state["clashes"]
    assert isinstance(clashes, list)
    assert clashes[0]["says"] == "swap Anna red 6"
    assert ben.say("see Anna red 1")[0] == 200  # her new card


def test_the_board_tells_nobody_what_the_others_see_by_what_it_leaves_out(lay: Lay) -> None:
    """A bet that is a hit for all who see the cards, before it is said; an entry that clashes with hidden cards."""
    boards = []
    for cards in ("134403", "553313"):
        ben = lay(THROWN.replace("134403", cards).replace("see neutral 226726", "see neutral blue 4"))("Ben")
        for line in ("bet 7-9", "see neutral green 3"):
            assert ben.say(line)[0] == 200
            boards.append({**ben.client.get("/board/state").json(), "link": ""})
    assert boards[:2] == boards[2:]
    assert boards[1]["table"]["scores"] == {"Anna": 0, "Ben": 0, "Cleo": 0}
    assert boards[1]["table"]["holders"]["neutral"]["green"] == 3


def test_the_board_tells_nobody_that_others_put_right_what_they_see(lay: Lay) -> None:
    boards = []
    for numbers in ((), (7, 3, 1)):
        sit = lay(THROWN)
        anna, ben = sit("Anna"), sit("Ben")
        before = ben.client.get("/board/state").json()
        for number in numbers:
            line = {"line": f"see Ben red {number}", "version": 1, "instead": True}
            assert anna.client.post("/api/lines", json=line).status_code == 200
        assert ben.say("bet 0-1")[0] == ben.say("bet Anna 19-21")[0] == ben.say("bet Cleo 9-13")[0] == 200
        boards.append({**ben.client.get("/board/state").json(), "link": ""})
        assert boards[-1]["version"] > before["version"]
    assert boards[0]["news"]
    assert boards[0] == boards[1]


def test_the_board_has_no_card_of_a_correction_that_its_holder_notices(lay: Lay) -> None:
    sit = lay(BET.replace("bet Ben 19-21", "bet Ben 7-9"))
    anna, ben = sit("Anna"), sit("Ben")
    line = {"line": "see Ben blue 7", "version": 1, "instead": True}
    assert anna.client.post("/api/lines", json=line).status_code == 200
    assert "corrects something that you do not see" in str(ben.state["news"])
    news = ben.client.get("/board/state").json()["news"]
    assert news
    assert "corrects" not in str(news)


@pytest.mark.seldom
def test_undo_does_not_tell_how_much_others_do_in_secret(lay: Lay) -> None:
    sit = lay(CARDS)
    anna, ben = sit("Anna"), sit("Ben")
    assert anna.say("see Cleo 015251")[0] == 200
    for _ in range(60):
        assert ben.say("cross red 7")[0] == ben.say("uncross red 7")[0] == 200
    assert anna.undo() == 200


def test_how_much_others_have_crossed_out_stops_nobody(lay: Lay) -> None:
    """Even if somebody typed more at the laptop than a phone may."""
    sit = lay(CARDS + "cross Anna red 7\nuncross Anna red 7\n" * 300)
    assert sit("Ben").say("cross red 7")[0] == 200
    assert sit("Anna").say("cross red 7")[0] == 422


def test_answers_leave_at_even_moments(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the work took."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("cli.serve.web.asyncio.sleep", sleep)
    monkeypatch.setattr("cli.serve.web.EVEN", 1_000.0)
    ben = lay(CARDS)("Ben")
    assert ben.say("cross red 7")[0] == 200
    assert ben.say("see Ben red 7")[0] == 422
    assert ben.undo() == 200
    assert len(slept) == 3
    assert min(slept) > 900


BOX = "game thinkaboxin\nplayers Anna Ben Cleo\nme nobody\nset\nroll Anna 2551\nroll Ben 3316\n"


def test_cups_are_lifted_by_turns_and_stay_lifted(lay: Lay) -> None:
    sit = lay(BOX)
    anna, ben, cleo = sit("Anna"), sit("Ben"), sit("Cleo")
    assert anna.say("lift Anna")[0] == anna.say("cup Ben 3316")[0] == anna.say("cup Ben 1111")[0] == 422
    assert anna.say("bid 1x5")[0] == 200
    assert (
        anna.say("lift Anna")[0] == anna.say("set")[0] == anna.say("tally Ben 3")[0] == anna.say("roll 1111")[0] == 422
    )
    assert cleo.say("roll 6666")[0] == 200
    assert ben.say("lift Ben")[0] == 200
    assert "cup Ben 3 3 1 6" in anna.log
    assert anna.undo() == ben.undo() == cleo.undo() == 409


def test_no_cup_is_lifted_for_a_donkey_not_even_in_the_story_of_the_whole_table(lay: Lay) -> None:
    """Else a set could be ended by `donkey`, the story read, and the donkey taken back."""
    stories = set()
    for die in (6, 3):
        dice = f"set 1\nroll Anna {die}\nroll Ben 3\nroll Cleo 2\nbid Anna 1x2\n"
        ben = lay(f"game thinkaboxin\nplayers Anna Ben Cleo\nme nobody\n{dice}")("Ben")
        assert ben.client.get("/table").status_code == 403
        assert ben.say("donkey Ben")[0] == 200
        told = ben.client.get("/table")
        assert told.status_code == 200
        stories.add(told.text)
        assert ben.undo() == 200
    assert len(stories) == 1
    assert "The donkey: Ben." in stories.pop()


def test_questions_are_read_by_turns_and_declarations_stay(lay: Lay) -> None:
    sit = lay(TRICODA)
    anna, ben = sit("Anna"), sit("Ben")
    assert ben.say("ask Cleo 4")[0] == ben.say("ask 4")[0] == 422
    assert ben.say("ask Anna 4")[0] == 200
    assert ben.log.endswith("ask Anna 4 2\n")
    assert ben.undo() == anna.undo() == 409
    assert ben.say("declare 1 2 3")[0] == 200
    assert "declare Ben 1 2 3 wrong" in anna.log
    assert ben.undo() == 409


def test_a_question_that_nobody_could_answer_yet_is_not_taken_and_then_missing(lay: Lay) -> None:
    ben = lay(TRICODA.replace("see Dirk b4 y7 b5\n", ""))("Ben")
    status, said = ben.say("ask Anna 4")
    assert (status, "stones of Dirk are not entered" in said) == (422, True)
    assert ben.say("see Dirk b4 y7 b5")[0] == ben.say("ask Anna 4")[0] == 200
    assert ben.log.endswith("ask Anna 4 2\n")


def test_a_tap_opens_the_tables_log_and_each_seats_own_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log by which a line is judged is the seat's own as it will be, however short the line was."""
    path = tmp_path / "friday.game"
    path.write_text(THROWN, encoding="utf-8")
    file = LogFile(path)
    room, opened = Room(file, 1), list[str]()

    def open_counted(log: Log) -> Opened | tuple[LogError, ...]:
        opened.append(next(line.text for line in log.lines if line.text.startswith("me ")))
        return open_log(log)

    for module in (cli.serve.room, cli.serve.table, cli.serve.changes, solver.gate):
        monkeypatch.setattr(module, "open_log", open_counted, raising=False)
    room.write("Anna", "bet 0-1", room.view("Anna").version)
    assert sorted(opened) == ["me Anna", "me Ben", "me Cleo", "me nobody"]
    file.close()
