"""Every message of the reader and the replay has a faulty log in examples/ and its golden text here.

After a change of wording: python -m pytest tests/think_str8/test_faulty.py --record, then read the diff.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solver.log import LARGEST, Fault, LogError, check_typed, decode_log, parse_line
from tests.catalogues import SAYING
from tests.conftest import FAULTY, ROOT, Deduce

GOLDEN = Path(__file__).parent / "faulty"
LOGS = sorted(FAULTY.glob("*.game"))
ONLY_WARNED = {
    "another_score",
    "miss_with_direction",
    "miss_without_direction",
    "missing_swap",
    "not_crossed",
    "one_token",
    "score_as_after_a_hit",
    "six_tokens",
}


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_golden_text(log: Path, deduce: Deduce, golden: Callable[[Path, str], None]) -> None:
    result = deduce.inside(FAULTY)("show", log.name)
    golden(GOLDEN / f"{log.stem}.txt", result.stdout + result.stderr)
    assert result.exit_code == (0 if log.stem in ONLY_WARNED else 1 if log.stem == "contradiction" else 2)
    assert bool(result.stderr) == (result.exit_code == 2)


def test_no_golden_text_without_its_log() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {log.stem for log in LOGS}


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_every_error_says_where_what_and_what_to_type(log: Path) -> None:
    text = (GOLDEN / f"{log.stem}.txt").read_text(encoding="utf-8")
    for block in re.findall(r"^(?:\S+\.game(?:, line \d+)?: .+\n)((?: .*\n)*)", text, re.MULTILINE):
        told = [line for line in block.splitlines() if line.startswith("  ") and not line.startswith("    ")]
        assert len(told) >= 2, block
        assert all(len(line) <= 80 for line in block.splitlines())


# Messages are what is said in a function that calls one of these, and in what such a function calls to tell it.
ELSEWHERE = {"out_of_turn", "_too_early", "read_says", "take_said", "choose_trust"}  # only phones or calls meet these
MAKERS = {"unreadable", "ambiguous", "against_rules", "fault", "warn", "Fault", "LogError", "_no_log"}
PARTS = {"take", "lacking", "all_of", "any_of"}  # what is said to one of these is no message by itself

ASKED = ("agreements", "commands", "game", "gate")  # what answers calls, which have golden texts of their own
READERS = ("rules", "pieces", "events", "bookkeeping", "replay")  # what judges a log; commands have tests of their own


def messages(path: Path) -> Iterator[str]:
    """The templates of all messages in a file, as regular expressions."""
    functions = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]
    judges = [one for one in functions if MAKERS & set(_called(one)) and one.name not in ELSEWHERE]
    tellers = {name for one in judges for name in _called(one) if name.startswith("_tell")}
    for function in (*judges, *(one for one in functions if one.name in tellers)):
        parts = [node for node in ast.walk(function) if isinstance(node, ast.Call) and _name(node.func) in PARTS]
        passed = {id(node) for part in parts for argument in part.args for node in ast.walk(argument)}
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and id(node) not in passed:
                for sentence in node.args[: SAYING.get(_name(node.func), 0)]:
                    yield from _templates(sentence)


def _called(function: ast.FunctionDef) -> Iterator[str]:
    return (_name(node.func) for node in ast.walk(function) if isinstance(node, ast.Call))


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _templates(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _templates(node.body)
        yield from _templates(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
        yield re.sub(r"\\{\w+\\}", ".*?", re.escape(node.value))


def test_every_message_has_a_faulty_log() -> None:
    golden = [" ".join(path.read_text(encoding="utf-8").split()) for path in GOLDEN.glob("*.txt")]
    too_large = decode_log(b"x" * (LARGEST + 1))
    assert isinstance(too_large, LogError)
    golden += [" ".join(too_large.problem.split()), too_large.hint]
    for typed in ("dice\0gyb", "#" * 2_000):  # no file can be guilty of these
        with pytest.raises(Fault) as refused:
            check_typed(parse_line(1, typed))
        golden += [str(refused.value.problem), str(refused.value.hint)]
    rooms = [
        *(room for room in (ROOT / "solver").glob("*.py") if room.stem not in ASKED),
        ROOT / "solver" / "games" / "__init__.py",
    ]
    rooms += [ROOT / "solver" / "games" / "think_str8" / f"{name}.py" for name in READERS]
    found = {(path.name, message.replace(r"\ ", " ")) for path in rooms for message in messages(path)}
    assert len(found) > 120, "the search for messages finds too few"
    lacking = sorted(pair for pair in found if not any(re.search(pair[1], text) for text in golden))
    assert not lacking


def test_all_errors_come_at_once_and_none_follows_from_another() -> None:
    text = (GOLDEN / "many_mistakes.txt").read_text(encoding="utf-8")
    faulty = [4, 5, 8, 10, 12, 15, 18, 20]
    assert [int(number) for number in re.findall(r", line (\d+):", text)] == faulty
