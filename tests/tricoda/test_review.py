"""The review: answers counted again, codes first known, declarations judged."""

from __future__ import annotations

import json

import pytest

from solver.games import open_log
from solver.games.tricoda.game import TricodaLog
from solver.games.tricoda.review import Course, Review, make_review
from solver.log import parse_log
from tests.conftest import ROOT, Deduce
from tests.tricoda.brute_force import count_racks
from tests.tricoda.random_games import random_game
from tests.tricoda.test_counts import as_codes

EXAMPLES = ROOT / "examples" / "tricoda"


def review_of(text: str) -> Review:
    opened = open_log(parse_log(text))
    assert isinstance(opened, TricodaLog), opened
    return make_review(opened.table, str(opened.opening.me))


def test_every_true_answer_is_true_and_a_changed_one_is_named() -> None:
    game = random_game(3, players=4, questions=10, declarations=2)
    last = ", ".join(game.racks[-1]["Anna"])
    text = f"{game.text}reveal {last}\n"
    review = review_of(text)
    assert all(recount.true is not None for recount in review.recounts)
    assert not review.false_answers
    asks = [place for place, line in enumerate(game.lines) if line.startswith("ask")]
    for place in asks:
        words = game.lines[place].split()
        words[3] = {"first": "second", "second": "same", "same": "first"}.get(words[3]) or str(int(words[3]) ^ 1)
        if words[2] == "10" and words[3] in "67":
            continue
        lines = [*game.lines[:place], " ".join(words), *game.lines[place + 1 :], f"reveal {last}"]
        false = review_of("\n".join(lines)).false_answers
        assert [recount.asked.line.number for recount in false] == [place + 1]


@pytest.mark.parametrize("seed", range(3))
def test_codes_left_are_what_the_owner_knew_then(seed: int) -> None:
    """My own courses against brute force on the log as far as it went; no later line may leak in."""
    game = random_game(seed, players=2 + seed, questions=9, declarations=2)
    review = review_of(game.text)
    mine = [course for course in review.courses if course.rack.holder == "Anna"]
    left = {point.asked.number: len(point.known.guesses) for course in mine for point in course.points}
    ends = [place for place, line in enumerate(game.lines) if line.startswith("ask")]
    for number, place in enumerate(ends, 1):
        assert left[number] == len(as_codes(count_racks("\n".join(game.lines[: place + 1]))))


def test_declarations_are_judged_by_their_chance() -> None:
    review = review_of((EXAMPLES / "evening.game").read_text(encoding="utf-8"))
    first, dirk = review.judged[:2]
    assert (first.claim.player, first.chance, first.verdict) == ("Anna", 1.0, "it was certain")
    assert first.known_after is not None
    assert (dirk.claim.player, dirk.claim.right, dirk.chance, dirk.true) == ("Dirk", False, 0.75, (3, 6, 7))


EVENING = (EXAMPLES / "evening.game").read_text(encoding="utf-8")
LATE = EVENING.replace("ask Dirk 5 1", "ask Dirk 5 2")  # the last answer is false
EARLY = EVENING.replace("ask Ben 13 same", "ask Ben 13 first")  # the sixth of sixteen is


def course_of(review: Review, player: str, order: int) -> Course:
    return next(one for one in review.courses if (one.rack.holder, one.rack.order) == (player, order))


def test_a_wrong_code_is_never_known() -> None:
    review = review_of(LATE)
    mine = course_of(review, "Anna", 3)
    assert (mine.points[-1].known.only, mine.code) == ((4, 6, 6), (4, 6, 7))
    assert mine.known_after is None
    assert mine.misled_after is not None
    assert mine.misled_after.number == 16
    assert review.judged[-1].verdict == "it had been ruled out by a false answer"
    assert review.judged[-1].known_after is None
    cleo = course_of(review_of(EARLY), "Cleo", 1)
    assert cleo.misled_after is not None
    assert cleo.known_after is not None
    assert (cleo.misled_after.number, cleo.known_after.number) == (6, 13)


def test_where_nobody_told_the_code_the_one_left_at_the_end_is_known() -> None:
    text = EVENING.partition("declare")[0]
    known = course_of(review_of(text), "Anna", 1).known_after
    assert known is not None
    assert known.number == 6
    assert course_of(review_of(text + "ask Cleo 10 0\n"), "Anna", 1).known_after is None  # nothing fits any more


def test_a_false_answer_is_left_out_where_nothing_fits() -> None:
    """From there on all is as if it had not been given; the true answer told nothing to Anna's later racks."""
    true, false = review_of(EVENING), review_of(EARLY)
    assert [recount.asked.number for recount in false.false_answers] == [6]
    for player, order in (("Anna", 2), ("Cleo", 2), ("Dirk", 2)):
        course = course_of(false, player, order)
        assert course.doubted_after is course.points[0].asked
        assert [one.known.guesses for one in course.points] == [
            one.known.guesses for one in course_of(true, player, order).points
        ]
    assert [judged.known.doubted for judged in false.judged] == [False, False, False, True, True, True]
    assert [judged.chance for judged in false.judged[3:]] == [judged.chance for judged in true.judged[3:]]


def test_a_contradictory_log_says_so(deduce: Deduce) -> None:
    late = deduce("review", "-", text=LATE)
    assert late.exit_code == 1
    assert "15 of 16 are true, 1 is false" in late.stdout
    assert "Anna, 4 6 7, question 16: 1; only a wrong code left after question 16" in late.stdout
    assert "The log contradicts itself: an answer does not fit the stones typed." in late.stdout
    early = deduce("review", "-", text=EARLY)
    assert "right, at 67% without false answers" in early.stdout
    assert "from question 8 without" in early.stdout
    data = json.loads(deduce("review", "-", "--json", text=LATE).stdout)
    assert data["consistent"] is False
    assert data["racks"][2]["known_after"] is data["declarations"][-1]["known_after"] is None
    lost = deduce("review", EXAMPLES / "false_answer.game")
    assert lost.exit_code == 1
    assert "after question 7 no code fits what Anna heard" in " ".join(lost.stdout.split())
    assert deduce("review", EXAMPLES / "false_answer.game", EXAMPLES / "evening.game").exit_code == 1
    assert json.loads(deduce("review", EXAMPLES / "evening.game", "--json").stdout)["consistent"] is True


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", "no question has been asked yet"),
        ("ask Ben 4 2\n", "none: for each, stones that the reader saw are not typed"),
        ("see Ben g1 y2 b7\nsee neutral b3 r5 r5\nsee neutral2 r5 p6 b7\nask 4 2\n", "the only one that can be"),
    ],
)
def test_few_answers(lines: str, said: str, deduce: Deduce) -> None:
    shown = deduce("review", "-", text=f"game tricoda\nplayers Anna Ben\nme Anna\n{lines}").stdout
    assert said in shown
    assert ("Codes left" in shown) is bool(lines)


@pytest.mark.parametrize("command", ["review", "show", "advise"])
@pytest.mark.parametrize("text", [EARLY, "game tricoda\nplayers Anna Ben\nme Anna\n"])
def test_no_blanks_at_the_end_and_notes_are_indented(command: str, text: str, deduce: Deduce) -> None:
    lines = deduce(command, "-", text=text).stdout.splitlines()
    assert not [line for line in lines if line != line.rstrip()]
    if text != EARLY:
        assert "  as they are sure." in lines


def test_command(deduce: Deduce) -> None:
    shown = deduce("review", EXAMPLES / "evening.game")
    assert shown.exit_code == 0
    assert "all 16 that can be counted are true" in shown.stdout
    assert deduce("review", EXAMPLES / "evening.game", "--json").stdout.startswith('{"game": "tricoda"')
