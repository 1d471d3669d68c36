"""Paper sheets: what boxes and ranges imply, by brute force and beside the full log; crosses without date; faults."""

from __future__ import annotations

import io
import json
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest
from rich.console import Console

from cli.logfile import LogFile
from cli.play.loop import run
from cli.play.session import Play
from solver.game import Opened, Unclear
from solver.games import open_log
from solver.games.think_str8.copying import ask_table_or_sheet
from solver.games.think_str8.facts import before_turning
from solver.games.think_str8.game import ThinkStr8
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.practice.dealing import deal_game
from solver.games.think_str8.review.paper import PaperReview
from solver.gate import take_seat
from solver.log import parse_log
from solver.proof.smallest import possible_numbers
from tests.conftest import EXAMPLES, Deduce
from tests.test_play import Typed, typed
from tests.think_str8.paper_copies import CODES, COLOURS, copy, copy_seat, read

GAME = ThinkStr8()
PAPER = EXAMPLES.parent / "paper"
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


def test_whoever_plays_alone_types_boxes_where_cards_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "my.game"
    begun = ["think-str8", "Anna Ben Cleo", "Anna", "at the table now", "", "", ""]
    _, said = typed(path, *begun, "126 037 - 1 04 35", "byg", "8-14<", "ben 4-9", "quit")
    assert path.read_text().splitlines()[4:] == [
        "seen 126 037 - 1 04 35",
        "dice blue yellow green",
        "bet Anna 8-14 high",
        "bet Ben 4-9",
    ]
    assert "Cleo's cards" not in said
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nothing is remembered"))
    other = tmp_path / "other.game"
    _, said = typed(other, *begun, "1 0 2 1 4 5", "3 - - - - -", "quit")
    assert other.read_text().splitlines()[4:] == ["see Ben 1 0 2 1 4 5", "seen 3 - - - - -"]


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


def test_hints_and_proofs_are_those_of_the_sheet_not_of_the_turned_cards(deduce: Deduce, tmp_path: Path) -> None:
    path = tmp_path / "sheet.game"
    path.write_text((PAPER / "monday_mia.game").read_text())
    more = json.loads(deduce("check", path, "--json").stdout)["more"]
    hint = json.loads(deduce("hint", path, "--full", "--json").stdout)
    assert hint["left"] == more == 8
    assert not any("reveal" in line["text"] for line in hint["because"])
    why = [json.loads(deduce("why", path, *claim, "--json").stdout) for claim in (("blue", "4"), ("red", "3"))]
    by_rows, by_cards = ([line["text"] for line in one["because"]] for one in why)
    assert not any(line.startswith("reveal") for line in by_rows), "blue 4 could be known in row 1"
    assert by_cards == ["reveal 231710"], "red 3 could not be known before"


EXAMPLE = """game think-str8
players Anna Ben Cleo
me Anna
paper
seen 126 037 2467 1 04 35     # the black boxes, column by column
dice gyb
9-15                          # the range in the right column
dice yyg
0-5
swap y2                       # the number written in the dice column
dice prb
not 8
cross blue 3 5                # crosses, as they stand at the end
final 47 5 13 025 1 1
reveal 7 5 1 0 1 2            # my cards, when they were turned
reveal Ben 603142             # the others', if somebody remembers
"""
ASKED = (["show"], ["check"], ["check", "--which"], ["why", "red", "6"], ["hint"], ["advise"], ["review"])


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("question", ASKED, ids=" ".join)
def test_the_sheet_of_the_notation_is_read_and_what_is_wrong_with_it_told(
    deduce: Deduce, tmp_path: Path, question: list[str], as_json: bool
) -> None:
    """It shows every kind of line, but grey 2 is turned twice in it, and with green 5 row 2 would be more than 5."""
    path, more = tmp_path / "sheet.game", ["--json"] if as_json else []
    command, *claim = question
    path.write_text(EXAMPLE)
    twice = deduce(command, path, *claim, *more)
    assert twice.exit_code == 1, "a contradiction, and no line that cannot be read"
    path.write_text(EXAMPLE.replace("603142", "603145"))
    by_cards = deduce(command, path, *claim, *more)
    assert by_cards.exit_code == 1
    if command == "check":
        assert "reveal 7 5 1 0 1 2" in twice.stdout
        assert "reveal Ben 603142" in twice.stdout
        assert "swap y2" in by_cards.stdout
        assert "603145" not in by_cards.stdout
    path.write_text("".join(EXAMPLE.splitlines(keepends=True)[:-2]))
    assert deduce(command, path, *claim, *more).exit_code == 0


def test_the_sheet_of_the_notation_is_drawn_as_it_stands(deduce: Deduce, tmp_path: Path) -> None:
    path = tmp_path / "sheet.game"
    path.write_text(EXAMPLE)
    drawn = deduce("show", "--pad", path)
    assert drawn.exit_code == 0
    assert "4 7       5       1 3     0 2 5      1        1" in drawn.stdout
    page = deduce("review", path, "--html", "-")
    assert page.exit_code == 1
    assert "Rows that contradict each other" in page.stdout


@pytest.mark.parametrize("command", ["show", "check", "hint", "review", "advise", "why"])
def test_a_sheet_tells_nothing_of_what_others_saw(deduce: Deduce, command: str) -> None:
    asked = deduce(command, PAPER / "monday_mia.game", *(["red", "6"] if command == "why" else []), "--as", "Nora")
    assert asked.exit_code == 2
    assert "This is Mia's paper sheet: what Nora saw is not on it." in asked.stderr


def test_a_range_of_mine_is_not_shown_as_anybody_elses(deduce: Deduce, tmp_path: Path) -> None:
    path = tmp_path / "own.game"
    path.write_text("game think-str8\nplayers Anna Ben\nme Anna\ndice bgy\nsum 5-9\nbet Ben 2-4 low\n")
    assert "5-9" in deduce("show", path).stdout
    of_ben = deduce("show", path, "--as", "Ben").stdout
    assert "5-9" not in of_ben
    assert "2-4 low" in of_ben


def test_the_review_of_a_sheet_proves_what_could_be_known(deduce: Deduce) -> None:
    told = " ".join(deduce("review", PAPER / "monday_mia.game").stdout.split())
    assert "blue 4, blue 5 and blue 7: not crossed out Round 1 (line 8): blue + blue + blue is 0 to 8." in told


@pytest.mark.parametrize(
    "line", ["seen blue 1 3, red 0", "seen 13 - 0 - - 7", "sum 11-21", "sum 8", "sum not 8", "paper"]
)
def test_what_is_written_reads_back(line: str) -> None:
    before = "dice bgy\n" if line.startswith("sum") else ""
    text = f"game think-str8\nplayers Anna Ben\nme Anna\n{before}{line}\n"
    event = opened(text).reading.events[-1]
    again = opened(text.replace(line, event.write())).reading.events[-1]
    assert again == event


def test_no_repair_names_a_box_twice() -> None:
    verdict = opened("game think-str8\nplayers Anna Ben\nme Anna\npaper\nseen 0123 - - - - -\ndice bbb\n0-5\n").check(
        "Anna"
    )
    (boxes,) = (repair for repair in verdict.repairs if repair.line.number == 5)
    assert [boxes.instead, *boxes.also][:2] == ["seen 123 - - - - -", "seen 023 - - - - -"]
    for line in (boxes.instead, *boxes.also):
        group = line.split()[1]
        assert len(set(group)) == len(group)


@pytest.mark.parametrize(
    ("typed_again", "lines"),
    [
        ("4-9", {9: "sum 4-9"}),  # a second range in the row: the first was copied wrongly
        ("edit row 1 gyb 8-14", {6: "dice green yellow blue", 7: "sum 8-14"}),
        ("edit row 1 y2", {8: "swap y2"}),
        ("edit row 2 not 3", {9: "sum not 3"}),
        ("edit seen blue 1 2", {5: "seen blue 1 2, green 0 3 7, yellow 2 4 6, purple 1, red 0 4, grey 3 5"}),
        ("edit seen 12 - - - - 3", {5: "seen blue 1 2, grey 3"}),
    ],
)
def test_what_was_copied_wrongly_is_typed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed_again: str, lines: dict[int, str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "my.game"
    begun = ["think-str8", "Anna Ben Cleo", "Anna", "a filled-in sheet", "126 037 246 1 04 35", "gyb9-15", "prb"]
    typed(path, *begun, "5-9", typed_again, "1", "quit")
    kept = path.read_text().splitlines()
    assert {number: kept[number - 1] for number in lines} == lines


def test_a_whole_row_typed_again_has_nothing_else_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a number laid off comes into another row."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "my.game"
    begun = ["think-str8", "Anna Ben Cleo", "Anna", "sheet", "126 037 246 1 04 35", "gyb9-15", "prb47r4"]
    _, said = typed(path, *begun, "edit row 2 prb 4-7", "edit row 1 r4", "edit row 3 r4", "edit row 2 why", "quit")
    rows = ["dice green yellow blue", "sum 9-15", "swap r4", "dice purple red blue", "sum 4-7"]
    assert path.read_text().splitlines()[5:] == rows
    assert "There is no row 3 yet." in said
    assert "`why` is no row of a sheet." in said


def test_a_copy_shows_the_pad_and_gives_nothing_away_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    sheet = "game think-str8\nplayers Anna Ben Cleo\nme Anna\npaper\nseen 126 037 246 1 04 35\n"
    (tmp_path / "my.game").write_text(sheet)
    ends = [*["gyb0-3"] * 8, "0 - - - - -", "3 - - 7 1 1", "010010"]
    output = io.StringIO()
    play = Play(
        Console(file=output, width=80), Typed("gyb0-3", *ends, "open"), LogFile(tmp_path / "my.game"), False, True
    )
    run(play)
    play.file.close()
    copied, _, opened_up = output.getvalue().partition("The sheet lies open.")
    assert "· your pad" in copied
    assert "Round 1: your sum is 0 to 3." in copied
    assert not any(
        told in copied
        for told in ("covered", "is out", "hand left", "hands left", "could be crossed out", "How it went")
    )
    assert "`review` says how it went." in copied
    assert "1 hand left" in opened_up


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
        ("prbn8y2", ("prb", "not 8", "y2")),
        ("prb nicht 8 y2", ("prb", "not 8", "y2")),
        ("not 4-9", ("not 4-9",)),
        ("gyb915y2", ("gyb", "9-15", "y2")),
        ("gyb47", ("gyb", "4-7")),
        ("gyb 1014", ("gyb", "10-14")),
        ("gyb 015", ("gyb", "0-15")),
        ("gyb12", ("gyb", "12")),
        ("gyb22", ("gyb", "22")),
        ("gyb94", ("gyb", "94")),
        ("b35y2e1", ("b35 y2 e1",)),
        ("", ("",)),
        ("1", ("1",)),
        ("y2", ("y2",)),
        ("red 5", ("red 5",)),
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


def test_past_the_rows_a_number_is_no_range() -> None:
    log = opened("game think-str8\nplayers Anna Ben Cleo\nme Anna\npaper\n" + "dice bgy\n9-15\n" * 9)
    assert log.part_row("35") == ("35",)
    assert log.part_row("b35y2") == ("b35 y2",)


def test_a_range_without_its_dash_is_read_as_no_other() -> None:
    log = opened("game think-str8\nplayers Anna Ben Cleo\nme Anna\npaper\n")
    for first, last in combinations(range(22), 2):
        run = f"{first}{last}"
        assert log.part_row(f"gyb{run}") == ("gyb", run if int(run) <= 21 and first else f"{first}-{last}")


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("a filled-in sheet", "paper"),
        ("A filled-in sheet", "paper"),
        ("sheet", "paper"),
        ("s", "paper"),
        ("paper", "paper"),
        ("ein ausgefüllter Zettel", "paper"),
        ("une feuille remplie", "paper"),
        ("een ingevuld blad", "paper"),
        ("At the table now", None),
        ("table", None),
        ("t", None),
        ("jetzt am Tisch", None),
    ],
)
def test_the_question_is_answered_in_its_own_words(answer: str, line: str | None) -> None:
    asked = ask_table_or_sheet()
    assert asked.line(answer) == line


@pytest.mark.parametrize("answer", ["", "yes", "a", "a sheet at the table", "gyb 9-15"])
def test_what_does_not_answer_it_is_asked_again(answer: str) -> None:
    with pytest.raises(Unclear):
        ask_table_or_sheet().line(answer)


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
