"""Every message of Tricoda's reader and replay has a faulty log in examples/ and its golden text here.

After a change of wording: python -m pytest tests/tricoda/test_faulty.py --record, then read the diff.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Deduce
from tests.think_str8.test_faulty import messages

FAULTY = ROOT / "examples" / "tricoda" / "faulty"
GOLDEN = Path(__file__).parent / "faulty"
LOGS = sorted(FAULTY.glob("*.game"))
ONLY_WARNED = {"not_crossed", "question_twice"}
CONTRADICTORY = {"contradiction", "declared_right_but_wrong", "own_answer_wrong", "was_another_code"}
SAID_ELSEWHERE = {"opened.py", "practice.py", "why.py"}  # wrong with a call, or with a line from a phone, not a log


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_golden_text(log: Path, deduce: Deduce, golden: Callable[[Path, str], None]) -> None:
    result = deduce.inside(FAULTY)("show", log.name)
    golden(GOLDEN / f"{log.stem}.txt", result.stdout + result.stderr)
    assert result.exit_code == (0 if log.stem in ONLY_WARNED else 1 if log.stem in CONTRADICTORY else 2)
    assert bool(result.stderr) == (result.exit_code == 2)
    assert all(len(line) <= 80 for line in (result.stdout + result.stderr).splitlines())


def test_no_golden_text_without_its_log() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {log.stem for log in LOGS}


def test_every_message_has_a_faulty_log() -> None:
    golden = [" ".join(path.read_text(encoding="utf-8").split()) for path in GOLDEN.glob("*.txt")]
    sources = [path for path in (ROOT / "solver/games/tricoda").rglob("*.py") if path.name not in SAID_ELSEWHERE]
    found = {(path.name, message) for path in sources for message in messages(path)}
    assert len(found) > 40, "the search for messages finds too few"
    lacking = sorted(pair for pair in found if not any(re.search(pair[1].replace(r"\ ", " "), text) for text in golden))
    assert not lacking
