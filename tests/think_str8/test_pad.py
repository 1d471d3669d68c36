"""Pads of paper: drawn empty and from any log, in a terminal and for a printer, and two of them beside each other."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solver.game import Recounts
from solver.games.think_str8.pad import draw_filled
from solver.games.think_str8.review.paper import PaperReview
from solver.pad import BoxMark, Pads
from tests.cli.test_review_page import OVERLAPS, PALE, STICKING_OUT, opened
from tests.conftest import EXAMPLES, ROOT, Deduce
from tests.think_str8.test_paper import opened as opened_log

PADS = Path(__file__).parent / "pads"
SHEET = """game think-str8
players Anna Ben Cleo
me Anna
paper
seen 126 037 246 1 04 35
dice bgy
0-6
cross blue 7, grey 0, red 3
final 34 0 0 0 0 0
reveal 3 2 1 4 6 0
"""
DRAWN = {
    "empty": (),
    "evening": (EXAMPLES / "evening.game",),
    "round 2": (EXAMPLES / "evening.game", "--round", "2"),
    "sheet": (ROOT / "examples" / "paper" / "markus.game",),
    "another seat": (EXAMPLES / "evening.game", "--as", "Ben"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_pad_is_drawn_as_on_paper(deduce: Deduce, golden: Callable[[Path, str], None], name: str) -> None:
    drawn = deduce("show", "--pad", *DRAWN[name])
    assert (drawn.exit_code, drawn.stderr) == (0, "")
    assert max(map(len, drawn.stdout.splitlines())) <= 80
    golden(PADS / f"{name.replace(' ', '_')}.txt", drawn.stdout)


def test_the_review_of_a_sheet_has_both_pads(
    deduce: Deduce, golden: Callable[[Path, str], None], tmp_path: Path
) -> None:
    path = tmp_path / "sheet.game"
    path.write_text(SHEET)
    golden(PADS / "review.txt", deduce("review", path).stdout)


def test_every_difference_of_the_two_pads_has_a_mark_of_its_own() -> None:
    log = opened_log(SHEET)
    review = log.game.review([log], "Anna")
    assert isinstance(review, PaperReview)
    assert isinstance(log.game, Recounts)
    story = log.game.recount([log], review)
    (mine, full) = next(block for part in story.parts for block in part.blocks if isinstance(block, Pads)).pads
    out = {(one.colour, one.number) for one in review.provable}
    for number, (own, whole) in enumerate(zip(mine.boxes, full.boxes, strict=True)):
        for colour, before, after in zip(mine.colours, own, whole, strict=True):
            crossed = (colour, number) in log.table.crossed
            assert (after is BoxMark.MISSED) == ((colour, number) in out and not crossed)
            assert (after is BoxMark.WRONG) == (crossed and log.table.current("Anna", colour).number == number)
            assert (after is BoxMark.DOUBTFUL) == (
                crossed and (colour, number) not in out and after is not BoxMark.WRONG
            )
            assert before in (after, BoxMark.OPEN, BoxMark.CROSS)
    assert len({mark.sign for mark in BoxMark}) == len(BoxMark), "no two look alike without colour"
    assert len({mark.means for mark in BoxMark}) == len(BoxMark)


def test_a_range_that_was_right_stands_beside_its_row() -> None:
    head = "game think-str8\nplayers Anna Ben Cleo\nme Anna\nseen 126 037 246 1 04 35\ntokens 1:7 2:6 3:5 4:4\n"
    rows = "dice bgy\nbet 4-6 low\nswap g4\ndice bgy\nbet 9-12 high\nswap y5\ndice ggg\nbet 5 miss\ndice rrr\nbet 3-6\n"
    pad = draw_filled(opened_log(head + rows).table, "Anna")
    assert [row.beside for row in pad.rows][:5] == ["7-21", "0-8", "not 5", "", ""]
    assert [row.cells[:3] for row in pad.rows][:3] == [("●", "● ↓4", "●"), ("●", "●", "● ↓5"), ("", "●●●", "")]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "Which log?"),
        (("--html", "pad.html"), "--html draws the pad on a page."),
        (("--pad", "--json"), "--pad is a drawing, and --json is for programs."),
        (("--pad", ROOT / "examples" / "tricoda" / "evening.game"), "Tricoda has no pad that could be drawn."),
    ],
)
def test_what_cannot_be_drawn_is_refused(deduce: Deduce, words: tuple[str, ...], problem: str) -> None:
    refused = deduce("show", *words)
    assert refused.exit_code == 2
    assert problem in refused.stderr
    assert refused.stdout == ""


@pytest.mark.seldom
@pytest.mark.parametrize("name", ["empty", "evening", "sheet"])
def test_a_pad_fits_on_a4_and_on_a5(browser: Any, deduce: Deduce, tmp_path: Path, name: str) -> None:
    page = tmp_path / "pad.html"
    assert deduce("show", "--pad", *DRAWN[name], "--html", page).exit_code == 0
    window = opened(browser, page, 390)
    assert window.evaluate(STICKING_OUT) == []
    assert window.evaluate(OVERLAPS) == []
    assert window.evaluate(PALE) == []
    for paper in ("A4", "A5"):
        printed = window.pdf(format=paper)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, paper
    assert (window.asked, window.faults) == ([page.as_uri()], []), "nothing else may be loaded"
    window.context.close()
