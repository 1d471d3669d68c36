"""`deduce review` from outside: what the person reads, JSON, options, exit codes, and the end of a session."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest

from cli.views.page import UNBROKEN, make_page
from solver import commands
from solver.chronicle import Listed, Paragraph, Part
from solver.game import Opened, Recounts
from solver.games import open_log
from solver.games.think_str8.lab.match import play_game
from solver.log import parse_log
from tests.conftest import EXAMPLES, ROOT, Deduce
from tests.think_str8.random_games import random_game

GOLDEN = Path(__file__).parent / "reviews"
EVENING, FALSE_HINT = EXAMPLES / "evening.game", EXAMPLES / "false_hint.game"


@pytest.mark.parametrize(
    ("name", "words", "code"),
    [
        ("evening", "evening.game", 0),
        ("false_hint", "false_hint.game", 1),
        ("false_hint_as_ben", "false_hint.game --as Ben", 1),
        ("before_round_1", "false_hint.game --round 0", 0),
        ("scoring", "scoring.game", 0),
    ],
)
def test_golden_review(name: str, words: str, code: int, deduce: Deduce, golden: Callable[[Path, str], None]) -> None:
    result = deduce.inside(EXAMPLES)("review", *words.split())
    assert (result.exit_code, result.stderr) == (code, "")
    assert max(map(len, result.stdout.splitlines())) <= 80
    golden(GOLDEN / f"{name}.txt", result.stdout)


def told(deduce: Deduce, text: str, *options: str) -> str:
    """The review of a log as one line."""
    return " ".join(deduce("review", "-", *options, text=text).stdout.split())


# Words.


@pytest.mark.seldom
def test_from_another_seat_nobody_is_called_you(deduce: Deduce) -> None:
    """The reader may be the owner of the log or the player reviewed, so both are named."""
    text = FALSE_HINT.read_text(encoding="utf-8")
    for log in (text, text.partition("final")[0], text.partition("reveal Ben")[0]):
        assert not re.search(r"\byou\b|\byour\b", told(deduce, log, "--as", "Ben"), re.IGNORECASE)
        assert not re.search(r"\byou\b|\byour\b", told(deduce, log, "--as", "Ben", "--html", "-"), re.IGNORECASE)
        assert re.search(r"\byou\b|\byour\b", told(deduce, log), re.IGNORECASE)


AGAIN = "worked out again from the cards held then"
ONE_BET = """game think-str8
players Anna Ben
me Anna
see Ben 0 0 0 0 0 0
see neutral 1 1 1 1 1 1
see neutral2 7 2 2 2 2 2
dice b b b
"""


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("bet 15-21 hit\nreveal blue 2\n", "It brought 1 point that was not due."),
        ("bet 2-8 high\nreveal blue 2\n", "1 point was due. "),
        ("bet 5-8 high\nswap green 4\nreveal blue 2\n", "4 points were due, and a card was laid off for nothing."),
        ("bet 15-21 hit\nreveal blue 2\n", f"The one answer was {AGAIN}: it was false."),
        ("bet 2-8 hit\nreveal blue 2\n", f"The one answer was {AGAIN}: it was true."),
        ("bet 2-8 hit\n", "The one answer cannot be checked for lack of cards."),
        ("bet 2-8 hit\nbet Ben 0-3 hit\n", f"1 of 2 answers was {AGAIN}: it was true."),
        ("bet 2-8 hit\n", "1 of 10 rounds is played"),
        ("", "There is no answer to check."),
    ],
)
def test_one_is_one_and_none_is_none(lines: str, says: str, deduce: Deduce) -> None:
    assert says in told(deduce, ONE_BET + lines)


def test_rounds_that_cannot_be_judged_share_a_sentence(deduce: Deduce) -> None:
    text = FALSE_HINT.read_text(encoding="utf-8").partition("final")[0]
    assert re.findall(r"Not judged: [^.]*\.", told(deduce, text)) == [
        "Not judged: rounds 6 to 10: no hand fits what was told."
    ]
    torn = re.sub(r"^bet 1.*\n", "", text, flags=re.MULTILINE)
    assert "Not judged: rounds 2 to 3 and 7: no bet is typed." in told(deduce, torn)
    assert "Not judged: rounds 8 to 10 and the swap in round 7: no hand fits" in told(deduce, torn)


def test_final_bets_that_cannot_be_judged_are_named(deduce: Deduce) -> None:
    text = FALSE_HINT.read_text(encoding="utf-8").partition("reveal")[0]
    assert "Not judged: rounds 6 to 10 and the final bets: no hand fits" in told(deduce, text)


# The result.


@pytest.mark.seldom
def test_a_tie_is_told_with_what_settles_it(deduce: Deduce) -> None:
    text = FALSE_HINT.read_text(encoding="utf-8")
    text = text.replace("dice red grey red", "score Anna 30\ndice red grey red")
    assert "Ben wins: Ben 61, Anna 61, and the stone of Ben lies below." in told(deduce, text)
    open_tie = told(deduce, f"{text}score Anna 60\nscore Ben 60\n")
    assert "A tie of Anna and Ben, and who lies below is not known: Ben 60, Anna 60." in open_tie
    untyped = told(deduce, text.partition("reveal Ben")[0].replace("final Ben", "# "))
    assert "Who won is not known: Anna 61, Ben ?." in untyped


def test_json_has_the_result(deduce: Deduce) -> None:
    data = json.loads(deduce("review", FALSE_HINT, "--json").stdout)
    assert (data["scores"], data["winner"]) == ({"Anna": 50, "Ben": 61}, ["Ben"])


# All of it.


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.seldom
def test_eighty_columns_are_enough_for_every_seat(players: int, deduce: Deduce) -> None:
    game = random_game(7, players=players, end=True)
    for name in (game.players[0], game.players[-1]):
        result = deduce("review", "-", "--as", name, text=game.text)
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= 80


def test_json_carries_all_of_it(deduce: Deduce) -> None:
    data = json.loads(deduce("review", FALSE_HINT, "--json").stdout)
    assert (data["game"], data["seat"], data["consistent"]) == ("think-str8", "Anna", False)
    assert data["hints"]["false"][0]["right"] == "high"
    assert [course["player"] for course in data["timeline"]] == ["Anna", "Ben"]
    assert all(len(course["hands"]) == 11 for course in data["timeline"])
    hardest = data["by_round"][2]
    proof = next(one for one in hardest["deductions"] if one["claim"] == hardest["hardest"])
    assert proof["steps"]
    assert {line["line"] for line in proof["because"]} <= set(range(1, 30))
    sums = data["sums"]
    assert sums["par"] - sums["given_up"] + sums["luck"] == pytest.approx(sums["points"], abs=0.001)
    assert sums["given_up"] == pytest.approx(sum(one["given_up"] for one in data["decisions"]), abs=0.001)
    assert data["turning_point"]["cost"] == max(
        [one["given_up"] for one in data["decisions"] if one["kind"] != "final"]
        + [one["given_up"] for one in data["final_bets"]["colours"]]
    )
    assert {cross["verdict"] for cross in data["crosses"]} == {"justified", "premature", "wrong", "misled"}


def test_the_proof_named_as_one_command_away_is_about_that_round(deduce: Deduce) -> None:
    data = json.loads(deduce("review", EVENING, "--json").stdout)
    for one in data["by_round"]:
        sheet = json.loads(deduce("show", EVENING, "--round", str(one["round"]), "--json").stdout)
        assert one["hands"] == sheet["hands"]
        for deduction in one["deductions"]:
            colour, *numbers = deduction["claim"].split()
            if deduction["verdict"] == "certain":
                assert sheet["cards"][colour]["possible"] == [int(numbers[0])]
            else:
                assert {int(number) for number in numbers} <= set(sheet["cards"][colour]["ruled_out"])


def test_the_words_after_the_arrow_bring_the_proof(deduce: Deduce) -> None:
    for log, least in ((EVENING, 7), (FALSE_HINT, 2)):
        asked = re.findall(
            r"→ deduce why \S+ (\w+ (?:\d )+--round \d+)", " ".join(deduce("review", log).stdout.split())
        )
        assert len(asked) >= least
        for words in asked:
            result = deduce("why", log, *words.split(), "--json")
            assert result.exit_code == 0, words
            answers = json.loads(result.stdout)
            for answer in answers.get("claims", [answers]):
                assert answer["verdict"] in ("impossible", "certain"), words


def test_another_seat(deduce: Deduce) -> None:
    result = deduce("review", EVENING, "--as", "Cl")
    assert result.exit_code == 0
    assert "Cleo's game" in result.stdout
    assert "Cleo made 46 points: 28 in the rounds and 18 in the final bets." in result.stdout


def test_an_impossible_reveal_is_named(deduce: Deduce) -> None:
    text = EVENING.read_text(encoding="utf-8").replace("reveal      3 2 3 4 5 1", "reveal      3 2 3 4 5 6")
    result = deduce("review", "-", text=text)
    assert result.exit_code == 2
    assert "A second grey 6: the first is Ben's" in result.stderr


@pytest.mark.seldom
def test_what_cannot_be_done_is_said(deduce: Deduce, tmp_path: Path) -> None:
    half = "".join(EVENING.read_text(encoding="utf-8").splitlines(keepends=True)[:30])
    result = deduce("review", "-", text=half)
    assert result.exit_code == 0
    assert "The game is not finished: 3 of 9 rounds are played." in result.stdout
    assert "Your cards at the end: not typed (reveal 3 1 6 …)." in result.stdout
    two = deduce("review", EVENING, FALSE_HINT)
    assert two.exit_code == 1
    assert f"These logs contradict themselves: {FALSE_HINT}." in " ".join(two.stdout.split())
    nowhere = deduce("review", EVENING, "--html", tmp_path / "no" / "folder.html")
    assert nowhere.exit_code == 2
    assert "cannot be written" in nowhere.stderr
    assert deduce("review", EVENING, "--as", "Zoe").exit_code == 2


def test_the_page_is_written_and_said_to_be(deduce: Deduce, tmp_path: Path) -> None:
    page = tmp_path / "evening.html"
    result = deduce("review", EVENING, "--html", page)
    assert (result.exit_code, result.stdout) == (0, "")
    assert str(page) in result.stderr
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_page_may_go_to_standard_output(deduce: Deduce, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = deduce("review", EVENING, "--html", "-")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("<!doctype html>")
    both = deduce("review", EVENING, "--html", "-", "--json")
    assert (both.exit_code, both.stdout) == (2, "")
    assert "both write to standard output" in both.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_last_reveal_of_a_session_brings_the_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deduce: Deduce
) -> None:
    text = EVENING.read_text(encoding="utf-8")
    *lines, last = text.splitlines()
    (tmp_path / "evening.game").write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    answered = deduce("play", tmp_path / "evening.game", text=f"open\n{last}\nscore Ben 46\nquit\n").stdout
    assert answered.count("Anna's game") == 1
    assert answered.index("Anna wins") < answered.index("The turning point")


# The whole table.


@pytest.mark.seldom
def test_the_tables_own_log_is_reviewed_for_all_once_the_game_is_over(deduce: Deduce) -> None:
    table = play_game((("Anna", "best"), ("Ben", "pad"), ("Cleo", "pad")), "3").table_log
    told = deduce("review", "-", text=table).stdout
    assert "could be certain of a card first" in told
    assert [f"For {player}" for player in ("Anna", "Ben", "Cleo")] == re.findall(r"^For \w+$", told, re.MULTILINE)
    data = json.loads(deduce("review", "-", "--json", text=table).stdout)
    assert set(data["players"]) == {"Anna", "Ben", "Cleo"}
    early = deduce("review", "-", text=table.partition("final")[0])
    assert early.exit_code == 2
    assert "This is the table's own log: it belongs to no seat." in early.stderr


def sentences_of(part: Part) -> Iterator[str]:
    for block in part.blocks:
        yield from (str(block.saying),) if isinstance(block, Paragraph) else ()
        yield from (str(said.saying) for said in block.sayings) if isinstance(block, Listed) else ()
    for inner in (*part.chapters, *part.parts):
        yield from sentences_of(inner)


@pytest.mark.parametrize("log", ["think_str8/false_hint.game", "tricoda/evening.game", "thinkaboxin/nuggets.game"])
def test_a_page_has_every_sentence_of_the_story(log: str) -> None:
    opened = open_log(parse_log((ROOT / "examples" / log).read_text(encoding="utf-8")))
    assert isinstance(opened, Opened)
    assert isinstance(opened.game, Recounts)
    story = opened.game.recount([opened], commands.review([opened], opened.me))
    page = unescape(re.sub(r"</?(?:a|code|span)\b[^>]*>", "", make_page(story))).replace(UNBROKEN, "-")
    said = [sentence for part in story.parts for sentence in sentences_of(part)]
    assert said
    assert not [sentence for sentence in said if sentence.replace("`", "") not in page]
