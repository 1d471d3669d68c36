"""The review: answers counted again, codes first known, declarations judged."""

from __future__ import annotations

import json
import re
from math import prod

import pytest

from solver.games import open_log
from solver.games.tricoda.advice import QUESTION_WORTH, Choice
from solver.games.tricoda.courses import Course
from solver.games.tricoda.lab.simulation import play_game
from solver.games.tricoda.opened import TricodaLog
from solver.games.tricoda.review import EARLY, LATE, NEVER, OTHER, Review, make_review
from solver.gate import look_back
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
    points = {point.asked.number: point for course in mine for point in course.points}
    ends = [place for place, line in enumerate(game.lines) if line.startswith("ask")]
    for number, place in enumerate(ends, 1):
        before, after = (as_codes(count_racks("\n".join(game.lines[:end]))) for end in (place, place + 1))
        point = points[number]
        assert (len(point.before.guesses), len(point.known.guesses)) == (len(before), len(after))
        assert point.factor == len(before) / len(after)


def test_declarations_are_judged_by_their_chance() -> None:
    review = review_of((EXAMPLES / "evening.game").read_text(encoding="utf-8"))
    first, dirk = review.judged[:2]
    assert (first.claim.player, first.chance, first.verdict) == ("Anna", 1.0, "it was certain")
    assert first.known_after is not None
    assert (dirk.claim.player, dirk.claim.right, dirk.chance, dirk.true) == ("Dirk", False, 0.75, (3, 6, 7))


EVENING = (EXAMPLES / "evening.game").read_text(encoding="utf-8")
FALSE_AT_THE_END = EVENING.replace("ask Dirk 5 1", "ask Dirk 5 2")  # the last answer is false
FALSE_IN_THE_MIDDLE = EVENING.replace("ask Ben 13 same", "ask Ben 13 first")  # the sixth of sixteen is


def course_of(review: Review, player: str, order: int) -> Course:
    return next(one for one in review.courses if (one.rack.holder, one.rack.order) == (player, order))


def test_a_wrong_code_is_never_known() -> None:
    review = review_of(FALSE_AT_THE_END)
    mine = course_of(review, "Anna", 3)
    assert (mine.points[-1].known.only, mine.code) == ((4, 6, 6), (4, 6, 7))
    assert mine.known_after is None
    assert mine.misled_after is not None
    assert mine.misled_after.number == 16
    assert review.judged[-1].verdict == "it had been ruled out by a false answer"
    assert review.judged[-1].known_after is None
    cleo = course_of(review_of(FALSE_IN_THE_MIDDLE), "Cleo", 1)
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
    true, false = review_of(EVENING), review_of(FALSE_IN_THE_MIDDLE)
    assert [recount.asked.number for recount in false.false_answers] == [6]
    for player, order in (("Anna", 2), ("Cleo", 2), ("Dirk", 2)):
        course = course_of(false, player, order)
        assert course.doubted_after is course.points[0].asked
        assert [one.known.guesses for one in course.points] == [
            one.known.guesses for one in course_of(true, player, order).points
        ]
    assert [judged.known.doubted for judged in false.judged] == [False, False, False, True, True, True]
    assert [judged.chance for judged in false.judged[3:]] == [judged.chance for judged in true.judged[3:]]


def flat(text: str) -> str:
    """What is said, wherever lines are broken."""
    return " ".join(text.split())


def test_a_contradictory_log_says_so(deduce: Deduce) -> None:
    late = deduce("review", "-", text=FALSE_AT_THE_END)
    assert late.exit_code == 1
    assert "All 16 answers were counted again from the stones in sight then: 1 was false." in flat(late.stdout)
    assert "Only a wrong code was left after question 16: an answer was false." in flat(late.stdout)
    assert "The log contradicts itself: an answer does not fit the stones typed." in late.stdout
    early = deduce("review", "-", text=FALSE_IN_THE_MIDDLE)
    assert "right, at 67% without false answers" in flat(early.stdout)
    assert "From question 7 on false answers are left out" in flat(early.stdout)
    data = json.loads(deduce("review", "-", "--json", text=FALSE_AT_THE_END).stdout)
    assert data["consistent"] is False
    assert data["racks"][2]["known_after"] is data["declarations"][-1]["known_after"] is None
    lost = deduce("review", EXAMPLES / "false_answer.game")
    assert lost.exit_code == 1
    assert "after question 7 no code fits what Anna heard" in flat(lost.stdout)
    assert deduce("review", EXAMPLES / "false_answer.game", EXAMPLES / "evening.game").exit_code == 1
    assert json.loads(deduce("review", EXAMPLES / "evening.game", "--json").stdout)["consistent"] is True


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", "No question has been asked yet."),
        ("ask Ben 4 2\n", "No answer can be counted again: stones that the readers saw are not typed."),
        (
            "see Ben g1 y2 b7\nsee neutral b3 r5 r5\nsee neutral2 r5 p6 b7\nask 4 2\n",
            "The one answer was counted again from the stones in sight then: it was true.",
        ),
    ],
)
def test_few_answers(lines: str, said: str, deduce: Deduce) -> None:
    shown = deduce("review", "-", text=f"game tricoda\nplayers Anna Ben\nme Anna\n{lines}").stdout
    assert said in flat(shown)
    assert ("Codes left" in shown) is bool(lines)


@pytest.mark.parametrize("command", ["review", "show", "advise"])
@pytest.mark.parametrize("text", [FALSE_IN_THE_MIDDLE, "game tricoda\nplayers Anna Ben\nme Anna\n"])
def test_no_blanks_at_the_end_and_notes_are_indented(command: str, text: str, deduce: Deduce) -> None:
    lines = deduce(command, "-", text=text).stdout.splitlines()
    assert not [line for line in lines if line != line.rstrip()]
    if text != FALSE_IN_THE_MIDDLE:
        assert "  as they are sure." in lines


def test_command(deduce: Deduce) -> None:
    shown = deduce("review", EXAMPLES / "evening.game")
    assert shown.exit_code == 0
    first = (
        "Tricoda · Anna's game, 16 questions Anna wins: Anna 3, Ben 1, Cleo 1, Dirk 0. You declared 3 times and won 3"
    )
    assert flat(shown.stdout).startswith(first)
    order = [
        "The turning point.",
        "1. ",
        "2. ",
        "3. ",
        "Rack by rack",
        "How the doubt shrank",
        "Were the answers true?",
    ]
    places = [shown.stdout.index(title) for title in order]
    assert places == sorted(places)
    assert "All 16 answers were counted again from the stones in sight then: all were true." in flat(shown.stdout)
    assert deduce("review", EXAMPLES / "evening.game", "--json").stdout.startswith('{"game": "tricoda"')


# When to have declared, what it cost, what was luck.


@pytest.mark.parametrize("seed", range(3))
def test_a_rack_is_ripe_when_the_advice_would_have_declared(seed: int) -> None:
    """The advice given at the table, by the log as far as it went, knows no more and no less than the review."""
    game = random_game(seed, players=4, questions=9, declarations=2)
    mine = [course for course in review_of(game.text).courses if course.rack.holder == "Anna"]
    ends = [place for place, line in enumerate(game.lines) if line.startswith("ask")]
    points = [point for course in mine for point in course.points]
    for point, place in zip(points, ends, strict=True):
        opened = open_log(parse_log("\n".join(game.lines[: place + 1])))
        assert isinstance(opened, TricodaLog)
        choice = opened.advise("Anna", {}).content
        assert isinstance(choice, Choice)
        ripe = next(course.ripe for course in mine if point in course.points)
        assert (ripe is point) == choice.declare or (ripe is not None and ripe.asked.number < point.asked.number)
        assert point.best == pytest.approx(choice.best.chance)
        assert point.asked.reader == "Anna" or point.hoped is None or point.luck == point.best - point.hoped


def declared(*, wrong: str = "", waits: int = 0) -> str:
    """The evening until Anna's first rack is certain and declared, with another code or some questions later."""
    lines = EVENING.splitlines()
    first = lines.index("declare Anna 6 7 7 right")
    later = ["ask Cleo 20 same", "ask Dirk 23 same"][:waits]
    claim = [f"declare Anna {wrong} wrong"] if wrong else ["declare Anna 6 7 7 right"]
    return "\n".join([*lines[:first], *later, *claim, "was blue 7, pink 6, yellow 7"])


def test_what_a_declaration_gave_up() -> None:
    assert review_of(declared()).costs == ()
    late, *rest = review_of(declared(waits=2)).costs
    assert (late.kind, late.player, late.after) == (LATE, "Anna", 8)
    assert late.points == pytest.approx(2 * QUESTION_WORTH)
    assert not rest
    other, *rest = review_of(declared(wrong="4 6 7")).costs
    assert (other.kind, other.points) == (OTHER, 1.0)
    assert not rest


def test_a_rack_that_was_ripe_and_never_declared_is_a_point_missed() -> None:
    text = "\n".join(EVENING.splitlines()[: EVENING.splitlines().index("declare Anna 6 7 7 right")])
    assert review_of(text).costs == ()
    never, *_ = review_of(f"{text}\nask Cleo 20 first").costs
    assert (never.kind, never.points) == (NEVER, 1.0)


def test_an_early_declaration_gives_up_what_waiting_was_worth() -> None:
    """Anna's third rack: two codes, and a question more would have told enough."""
    cost, *_ = review_of(EVENING).costs
    judged = cost.judged
    assert judged is not None
    assert (cost.kind, judged.claim.code, judged.claim.right) == (EARLY, (4, 6, 7), True)
    assert cost.points == pytest.approx(judged.outlook.waiting - judged.chance)


def test_luck_is_what_came_less_what_could_be_expected() -> None:
    review = review_of(EVENING)
    for player in review.table.players:
        luck, claims = review.luck_of(player), [one for one in review.judged if one.claim.player == player]
        assert luck.declarations == pytest.approx(
            sum(one.claim.right for one in claims) - sum(one.chance for one in claims)
        )
        points = [point for course in review.courses if course.rack.holder == player for point in course.points]
        heard = [point for point in points if point.asked.reader != player]
        assert luck.questions == pytest.approx(
            sum(point.known.guesses[0].chance for point in heard) - sum(point.hoped or 0.0 for point in heard)
        )


def test_the_question_that_told_most() -> None:
    review = review_of(EVENING)
    told = review.most_telling
    assert told is not None
    products = {
        asked.number: prod(point.factor for _, point in review.points_of(asked)) for asked in review.table.asked
    }
    assert products[told.number] == max(products.values())
    assert course_of(review, "Anna", 1).most_telling.asked.number == 6  # type: ignore[union-attr]


# What could be known.


@pytest.mark.parametrize("seed", range(2))
def test_deductions_are_what_brute_force_finds_new(seed: int) -> None:
    game = random_game(seed, players=3, questions=8, declarations=1)
    review = review_of(game.text)
    ends = [place for place, line in enumerate(game.lines) if line.startswith("ask")]
    for number, place in enumerate(ends, 1):
        before, after = (as_codes(count_racks("\n".join(game.lines[:end]))) for end in (place, place + 1))
        gone = {number for code in before for number in code} - {number for code in after for number in code}
        found = [one for one in review.deductions if one.asked.number == number]
        if len(after) == 1:
            assert [one.about for one in found] == ([*after] if len(before) > 1 else [])
        else:
            assert {one.about for one in found if not one.certain} == gone
            sure = {number for code in after for number in code if all(number in other for other in after)}
            old = {number for number in sure if all(number in other for other in before)}
            assert {one.about for one in found if one.certain} == sure - old
        assert all(one.prove()[0] for one in found)


# The whole table.


def table_of_evening() -> str:
    """The evening as the table itself would have kept it."""
    racks = iter(("blue 7, pink 6, yellow 7", "yellow 7, black 5, red 5", "brown 4, blue 7, pink 6"))
    text = EVENING.replace("me Anna", "me nobody").replace(
        "see Ben green 1", f"see Anna {next(racks)}\nsee Ben green 1"
    )
    return "\n".join(
        f"see Anna {rack}" if line.startswith("was") and (rack := next(racks, "")) else line
        for line in text.splitlines()
        if not line.startswith("was brown 4")
    )


def test_everybody_has_the_same_curves_whoever_looks_back() -> None:
    """A seat's own rack is followed by what came through the gate to it; the others' curves agree with theirs."""
    opened = open_log(parse_log(table_of_evening()))
    assert isinstance(opened, TricodaLog)
    seats = look_back(opened)
    reviews = {seat: opened.game.review([own], seat) for seat, own in seats.items()}
    lefts = []
    for seat, review in reviews.items():
        assert isinstance(review, Review)
        assert {one.course.rack.holder for one in review.deductions} == {seat}
        lefts.append([[len(point.known.guesses) for point in course.points] for course in review.courses])
    assert all(left == lefts[0] for left in lefts)
    mine = [[len(point.known.guesses) for point in course.points] for course in review_of(EVENING).courses]
    assert lefts[0] == mine


def test_the_whole_table_says_what_all_share_once(deduce: Deduce) -> None:
    shown = deduce("review", "-", text=table_of_evening()).stdout
    for title in ("How the doubt shrank", "What every question told", "Every declaration", "What was luck"):
        assert shown.count(title) == 1
    assert shown.count("Rack by rack") == 4
    assert "your" not in shown.partition("For Anna")[0].lower()
    asked = re.findall(r"deduce why - (.*?) --as (\w+) --round (\d+)", flat(shown))
    assert ("6", "Anna", "4") in asked
    assert {seat for _, seat, _ in asked} == {"Anna", "Ben", "Cleo", "Dirk"}
    for claim, seat, number in asked:
        answer = deduce("why", "-", *claim.split(), "--as", seat, "--round", number, text=table_of_evening())
        assert answer.exit_code == 0
        assert "possible" not in answer.stdout.splitlines()[0], "it was said to be proved"


def test_a_game_without_a_winner_is_over_when_all_racks_are_turned() -> None:
    played = play_game((("Anna", "best"), ("Ben", "best"), ("Cleo", "certain")), "2").table_log
    before, _, after = played.rpartition("declare")
    stones = before.rpartition("see Anna ")[2].partition("\n")[0]
    log = f"{before}reveal Anna {stones}\n" + after.partition("\n")[2]  # without the declaration that won
    opened, earlier = open_log(parse_log(log)), open_log(parse_log(log.partition("reveal Cleo")[0]))
    assert isinstance(opened, TricodaLog)
    assert isinstance(earlier, TricodaLog)
    assert (opened.table.winner, opened.over, earlier.over) == (None, True, False)


def test_inside_a_sentence_you_are_written_small(deduce: Deduce) -> None:
    shown = flat(deduce("review", EXAMPLES / "evening.game", "--as", "Ben").stdout)
    assert "Question 13 (card 21, line 26), you see more black stones than brown" in shown
