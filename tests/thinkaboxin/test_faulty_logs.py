"""Every message for a faulty line: the logs in examples/thinkaboxin/faulty and the text people get, side by side.

After a wanted change of words: python -m tests.thinkaboxin.test_faulty_logs records the golden texts again.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from cli.views.faults import show_error
from solver.games import open_log
from solver.log import LogError, decode_log
from tests.thinkaboxin.test_evenings import table_of

ROOT = Path(__file__).parents[2]
LOGS = sorted((ROOT / "examples" / "thinkaboxin" / "faulty").glob("*.game"))
GOLDEN = Path(__file__).parent / "golden"


def told(path: Path) -> str:
    """What a person gets to see, at 80 columns and without colour."""
    log = decode_log(path.read_bytes(), path.name)
    assert not isinstance(log, LogError)
    errors = open_log(log)
    assert isinstance(errors, tuple), f"{path.name} is without fault"
    shown = io.StringIO()
    console = Console(file=shown, width=80, highlight=False, emoji=False, markup=False)
    for error in errors:
        show_error(console, error)
    return shown.getvalue()


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_messages(path: Path, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / f"{path.stem}.txt", told(path))


def test_every_log_has_its_text() -> None:
    assert {path.stem for path in LOGS} == {path.stem for path in GOLDEN.glob("*.txt")}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_line_marked_as_faulty_by_its_author_is_reported(path: Path) -> None:
    """Lines with a comment are the ones meant to be wrong."""
    meant = [number for number, line in enumerate(path.read_text().splitlines(), 1) if "#" in line]
    errors = open_log(decode_log(path.read_bytes(), path.name))  # type: ignore[arg-type]
    assert isinstance(errors, tuple)
    assert set(meant) <= {error.line for error in errors}


# Taken with a warning.

OPEN = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\n"


def warnings_of(lines: str) -> list[tuple[int, str]]:
    return [(warning.line, warning.problem) for warning in table_of(OPEN + lines).warnings]


def test_cups_against_the_verdict() -> None:
    lines = "roll 2 2 2 2\nbid Ben 1x2\nlift Anna right\n"
    assert warnings_of(lines) == [(6, "By the dice typed (line 4) Ben's 1x2 was true, so you were wrong.")]
    assert table_of(OPEN + lines).dice == {"Anna": 3, "Ben": 4, "Cleo": 3}  # what was said counts


def test_a_set_left_early() -> None:
    lines = "set 4\ndonkey Ben\nset 4\n"
    assert warnings_of(lines) == [(6, "According to the log set 1 is not over, so its result is not known.")]
    assert table_of(OPEN + lines).scores == dict.fromkeys(("Anna", "Ben", "Cleo"))


def test_a_lift_forgotten() -> None:
    assert warnings_of("roll 2 2 2 2\nbid Ben 1x2\nroll 3 3 3\n") == [(6, "In round 1 no lift is typed.")]


def test_a_bid_forgotten() -> None:
    lines = "roll 2 2 2 2\nbid Ben 1x2\nbid Ben 4x2\n"
    assert warnings_of(lines) == [(6, "Ben made the last bid (line 5); next is Cleo or Anna.")]
    assert table_of(OPEN + lines).warnings[0].hint == "If a bid was not typed, all is well; else correct the name."


def test_all_bids_forgotten() -> None:
    assert warnings_of("roll 2 2 2 2\nlift Ben\n") == [(5, "No bid is typed in this round.")]


def test_less_than_the_stake() -> None:
    lines = "mode nuggets\ntally Ben 1\nset 4 stake 2\n"
    problem = "The stake is 2, Ben has only 1; the sheet does not say what then."
    assert warnings_of(lines) == [(6, problem)]
    table = table_of(OPEN + lines)
    assert (table.scores["Anna"], table.scores["Ben"], table.pool) == (8, None, None)


def test_other_finalists_than_first_and_second() -> None:
    sets = "".join("set\n" + "donkey Cleo\n" * dice for dice in DICE)
    lines = f"mode goldrush\n{sets}knockout Anna Cleo\n"
    assert [problem for _, problem in warnings_of(lines)] == ["The final is between Anna and Cleo."]
    assert table_of(OPEN + f"mode goldrush\n{sets}").finalists == ("Anna", "Ben")


DICE = (1, 2, 2, 3, 3, 3, 4, 4, 4, 4)


if __name__ == "__main__":
    for faulty in LOGS:
        (GOLDEN / f"{faulty.stem}.txt").write_text(told(faulty))
