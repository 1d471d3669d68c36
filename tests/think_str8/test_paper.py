"""Paper sheets: what boxes and ranges imply, by brute force and beside the full log; crosses without date; faults."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest

from solver.game import Opened
from solver.games import open_log
from solver.games.think_str8.facts import before_turning
from solver.games.think_str8.game import ThinkStr8
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.practice.dealing import deal_game
from solver.games.think_str8.review.paper import PaperReview
from solver.gate import take_seat
from solver.log import parse_log
from solver.proof.smallest import possible_numbers
from tests.conftest import EXAMPLES, Deduce
from tests.test_play import typed
from tests.think_str8.paper_copies import CODES, COLOURS, copy, copy_seat, read

GAME = ThinkStr8()
SEEDS = range(24)


@cache
def dealt(seed: int) -> str:
    return deal_game(GAME, seed)


def opened(text: str) -> Str8Log:
    found = open_log(parse_log(text))
    assert isinstance(found, Str8Log), found
    return found


def left(text: str) -> dict[str, set[int]]:
    log = opened(text)
    return {colour: set(numbers) for colour, numbers in possible_numbers(before_turning(log.table, log.me)).items()}


def count_by_hand(paper: str) -> dict[str, set[int]]:
    """The naive third opinion: every hand against every row, with nothing of the solver."""
    black: dict[str, set[int]] = {}
    rows: list[tuple[list[str], dict[str, int], set[int]]] = []
    dice: list[str] = []
    for line in paper.splitlines():
        verb, *rest = line.split()
        if verb == "seen":
            black = {c: set(map(int, group.strip("-"))) for c, group in zip(COLOURS, rest, strict=True)}
        elif verb == "dice":
            dice = [CODES[code] for code in rest[0]]
        elif verb == "swap":
            colour, number = CODES[rest[0][0]], int(rest[0][1])
            for _, known, _ in rows:
                known.setdefault(colour, number)
        elif verb == "not":
            low, high = map(int, rest[0].split("-"))
            rows.append((dice, {}, set(range(22)) - set(range(low, high + 1))))
        elif verb[0].isdecimal():
            low, high = map(int, verb.split("-"))
            rows.append((dice, {}, set(range(low, high + 1))))
    found: dict[str, set[int]] = {colour: set() for colour in COLOURS}
    for numbers in product(*(sorted(set(range(8)) - black[colour]) for colour in COLOURS)):
        hand = dict(zip(COLOURS, numbers, strict=True))
        if all(sum(known.get(colour, hand[colour]) for colour in dice) in sums for dice, known, sums in rows):
            for colour, number in hand.items():
                found[colour].add(number)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_a_copy_rules_out_what_its_lines_imply_and_never_more_than_the_full_log(seed: int) -> None:
    paper = copy(dealt(seed))
    assert left(paper) == count_by_hand(paper)
    assert all(numbers >= left(dealt(seed))[colour] for colour, numbers in left(paper).items())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_forgotten_box_is_a_gap_and_no_contradiction(seed: int) -> None:
    paper = copy(dealt(seed)).splitlines()
    groups = paper[4].split()[1:]
    fewer = " ".join(group[1:] or "-" for group in groups)
    without = "\n".join([*paper[:4], f"seen {fewer}", *paper[5:]]) + "\n"
    assert all(numbers <= left(without)[colour] for colour, numbers in left("\n".join(paper) + "\n").items())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_crosses_of_a_careful_player_are_all_justified(seed: int) -> None:
    """Who crosses out whatever can be proved, and rubs it out where a card is laid off."""
    lines = dealt(seed).splitlines()
    crosses: dict[str, set[int]] = {colour: set() for colour in COLOURS}
    for number in range(5, len(lines) + 1):
        now = opened("".join(f"{line}\n" for line in lines[:number]))
        if now.table.rounds:
            verb, *rest = read(lines[number - 1])[0]
            if verb == "swap" and rest[0] == "Anna":
                crosses[CODES[rest[1]]] = set()
            for column in now.show(now.me).columns:
                crosses[column.colour] |= set(column.ruled_out)
    paper = copy(dealt(seed))
    black = dict(zip(COLOURS, paper.splitlines()[4].split()[1:], strict=True))
    crosses = {colour: {one for one in out if str(one) not in black[colour]} for colour, out in crosses.items()}
    verdict = opened(copy(dealt(seed), crosses)).check("Anna")
    assert verdict.conflict is None
    assert all(cross.justified for cross in verdict.pad.crosses)


def left_after(paper: str, row: int) -> dict[str, set[int]]:
    log = open_log(parse_log(paper), row)
    assert isinstance(log, Str8Log)
    return {column.colour: set(column.possible) for column in log.show(log.me).columns}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_review_finds_what_can_be_known_and_after_the_earliest_row(seed: int) -> None:
    paper = copy(dealt(seed))
    log = opened(paper)
    review = log.game.review([log], "Anna")
    assert isinstance(review, PaperReview)
    rows = paper.splitlines()
    throws = [at for at, row in enumerate(rows) if row.startswith("dice")]
    black = dict(zip(COLOURS, rows[4].split()[1:], strict=True))
    final = left(paper)
    out = {(c, n) for c in COLOURS for n in range(8) if n not in final[c] and str(n) not in black[c]}
    assert {(one.colour, one.number) for one in review.provable} == out
    ends = [throws[0], *throws[1:], len(rows)]
    for one in review.provable:
        code = next(code for code, colour in CODES.items() if colour == one.colour)
        if any(row.startswith(f"swap {code}") for row in rows[ends[one.row - 1] :]):
            continue  # at that row another card was held
        assert one.number not in left_after(paper, one.row)[one.colour]
        assert one.number in left_after(paper, one.row - 1)[one.colour]


def test_it_says_which_cross_was_my_own_card_and_what_that_cost() -> None:
    text = (
        "game think-str8\nplayers Anna Ben Cleo\nme Anna\npaper\nseen 012 - - - - -\ndice bgy\n0-7\ncross blue 6\n"
        "final 34 0 0 0 0 0\nreveal 6 0 0 0 0 0\n"
    )
    log = opened(text)
    review = log.game.review([log], "Anna")
    assert isinstance(review, PaperReview)
    (cross,) = review.crosses
    assert cross.wrong
    assert not cross.justified
    assert cross.cost == 2 + 2, "two numbers, right, bring 2; missed they cost 2"


def test_black_boxes_will_do_instead_of_holders_in_any_own_log(deduce: Deduce, tmp_path: Path) -> None:
    path = tmp_path / "own.game"
    path.write_text(
        "game think-str8\nplayers Anna Ben Cleo\nme Anna\nseen 126 037 246 1 04 35\n"
        "dice bgy\nbet 5-9 low\nbet Ben 4-7\n"
    )
    shown = deduce("show", path)
    assert shown.exit_code == 0
    assert shown.stdout.count("You black boxes out") == 1
    assert "Not typed: Ben's cards" not in shown.stdout
    why = deduce("why", path, "blue", "6")
    assert "you blacked out the 6" in why.stdout


def test_check_of_a_sheet_counts_and_names_only_if_asked(deduce: Deduce, tmp_path: Path) -> None:
    path = tmp_path / "sheet.game"
    path.write_text(
        "game think-str8\nplayers Anna Ben Cleo\nme Anna\npaper\nseen 126 037 246 1 04 35\ndice bgy\n0-6\n"
        "cross blue 7, grey 0\n"
    )
    plain = deduce("check", path)
    assert plain.exit_code == 1
    assert "1 of 2 crosses is justified." in plain.stdout
    assert "rey 0" not in plain.stdout
    named = deduce("check", path, "--which")
    assert named.exit_code == 1
    assert "Grey 0 does not follow from the sheet." in named.stdout


@pytest.mark.parametrize(
    "line", ["seen blue 1 3, red 0", "seen 13 - 0 - - 7", "sum 11-21", "sum 8", "sum not 8", "paper"]
)
def test_what_is_written_reads_back(line: str) -> None:
    before = "dice bgy\n" if line.startswith("sum") else ""
    text = f"game think-str8\nplayers Anna Ben\nme Anna\n{before}{line}\n"
    event = opened(text).reading.events[-1]
    again = opened(text.replace(line, event.write())).reading.events[-1]
    assert again == event


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("4-5", "4-6"), ("not 5", "5"), ("seen 0127 - - - - -", "seen 012 - - - - -")],
)
def test_a_line_copied_wrongly_is_among_the_likeliest_slips(wrong: str, right: str) -> None:
    head = "game think-str8\nplayers Anna Ben Cleo\nme Anna\npaper\n"
    text = {
        "4-5": "seen 012 - - - - -\ndice bgg\n4-5\ndice ggg\n0\ndice bbb\n18\n",
        "not 5": "seen 012 - - - - -\ndice bgg\nnot 5\ndice ggg\n0\ndice bbb\n15\n",
        "seen 0127 - - - - -": "seen 0127 - - - - -\ndice bgg\n7\ndice ggg\n0\n",
    }[wrong]
    verdict = opened(head + text).check("Anna")
    assert verdict.conflict is not None
    line = next(at for at, row in enumerate((head + text).splitlines(), 1) if row == wrong)
    proposed = {
        each for repair in verdict.repairs if repair.line.number == line for each in (repair.instead, *repair.also)
    }
    assert right in proposed


PAPER = EXAMPLES.parent / "paper"
EVENING = EXAMPLES.parent / "table" / "monday.game"


@pytest.mark.parametrize("seat", ["Nora", "Jonas", "Emil", "Mia"])
def test_the_example_evening_and_its_paper_copies_say_the_same(seat: str) -> None:
    """What a copy rules out its lines imply, and the full log rules out no less; careful crosses are justified."""
    own, me = take_seat(opened_any(EVENING.read_text()), seat)
    assert isinstance(own, Str8Log)
    text = (PAPER / f"monday_{me.lower()}.game").read_text()
    assert "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#")) == copy_seat(own)
    sheet = opened(text)
    full = possible_numbers(before_turning(own.table, me))
    assert all(set(numbers) >= set(full[colour]) for colour, numbers in left(text).items())
    assert sheet.check(me).fine


@pytest.mark.parametrize(("name", "points"), [("markus", 11), ("inka", 13), ("katrin", 12), ("thomas", 21)])
def test_the_sheets_of_the_scoring_example_bring_the_points_of_the_rule_sheet(name: str, points: int) -> None:
    log = opened((PAPER / f"{name}.game").read_text())
    assert log.table.final_points[log.me] == points
    assert log.check(log.me).fine


def opened_any(text: str) -> Opened:
    found = open_log(parse_log(text))
    assert isinstance(found, Opened)
    return found


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("gyb9-15", ("gyb", "9-15")),
        ("gyb 9-15 y2", ("gyb", "9-15", "y2")),
        ("GYB11-y2", ("GYB", "11-21", "y2")),
        ("yye-8", ("yye", "0-8")),
        ("prb not 8", ("prb", "not 8")),
        ("prb8", ("prb", "8")),
        ("11-", ("11-21",)),
        ("9-15 y 2", ("9-15", "y 2")),
        ("gyb", ("gyb",)),
        ("-", ("-",)),
        ("126 037 246 1 04 35", ("126 037 246 1 04 35",)),
        ("35 - 2 - - 1", ("35 - 2 - - 1",)),
        ("dice gyb", ("dice gyb",)),
        ("why red 6", ("why red 6",)),
        ("gyb9-15  # smudged", ("gyb9-15  # smudged",)),
    ],
)
def test_a_row_may_be_typed_at_once(typed: str, lines: tuple[str, ...]) -> None:
    log = opened("game think-str8\nplayers Anna Ben Cleo\nme Anna\npaper\n")
    assert log.part_row(typed) == lines


def test_a_range_that_was_a_wrong_bet_is_told_as_such() -> None:
    for old, new, told in (
        ("4-8", "not 4-8", "4-8 was a wrong bet, not the right range"),
        ("not 5", "5", "5 was the right range, not a wrong bet"),
        ("not 5", "not 6", "the wrong bet was 6, not 5"),
        ("5", "5-6", "the right range was 5-6, not 5"),
    ):
        log = opened(f"game think-str8\nplayers Anna Ben Cleo\nme Anna\npaper\ndice bgy\n{old}\n")
        other = opened(f"game think-str8\nplayers Anna Ben Cleo\nme Anna\npaper\ndice bgy\n{new}\n")
        assert log.tell_change(log.reading.events[-1], other.reading.events[-1]) == told


def test_a_session_copies_a_sheet_in_the_order_of_the_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    sheet = (PAPER / "monday_mia.game").read_text()
    asked = ["think-str8", "Nora Jonas Emil Mia", "Mia", "sheet", "136 014567 02345 02356 02567 12567"]
    rows = ["bbb-8r7", "bby5-7", "bby4-7", "byy 0-6p6", "bbp10- r0", "bbg4-7", "bbr5-8", "byr4-7"]
    ends = ["-", "2 23 1 7 134 034", "231710", "cross red 3, blue 0", "check", "check which", "undo", "review", "quit"]
    _, said = typed(tmp_path / "my.game", *asked, *rows, *ends)
    copied = (tmp_path / "my.game").read_text()
    kept = [event for event in opened(copied).reading.events if event.write() != "cross -"]  # nothing is crossed
    assert kept == list(opened(sheet).reading.events)
    assert "How much help" not in said, "a game that is over needs none"
    assert "Your pad, and beside it the full one" in said
    assert said.count("1 of 2 crosses is justified.") == 2
    assert said.count("Red 3 does not follow from the sheet.") == 1


def test_a_number_laid_off_in_the_wrong_row_is_found(deduce: Deduce, tmp_path: Path) -> None:
    """The red 7 of row 1 in row 7, where red was thrown and the sum is 8 at most."""
    lines = (PAPER / "monday_mia.game").read_text().splitlines()
    lines.remove("swap r7")
    lines.insert(lines.index("5-8") + 1, "swap r7")
    path = tmp_path / "sheet.game"
    path.write_text("\n".join(lines) + "\n")
    verdict = opened(path.read_text()).check("Mia")
    assert verdict.conflict is not None
    (found,) = verdict.misplaced
    assert found.line.event == "swap r7"
    assert 1 in found.rounds
    assert 7 not in found.rounds
    told = " ".join(deduce("check", path).stdout.split())
    assert f"Line {found.line.number}, `swap r7`, may stand in the wrong row: in row 1" in told
    assert "belongs to row 1" in deduce("review", path).stdout


def test_a_range_longer_than_any_token_was_no_bet() -> None:
    """A die misread in a row with 10 to 21: that this was the bet, copied instead of the right range, is no slip."""
    text = (PAPER / "monday_mia.game").read_text().replace("dice bbp", "dice bbr")
    proposed = {each for repair in opened(text).check("Mia").repairs for each in (repair.instead, *repair.also)}
    assert "dice bbp" in proposed
    assert not any(each.startswith("not") for each in proposed)
