"""Every command on every log of Tricoda there is: it answers, soon, and all commands agree whether the log fits."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.views.page import make_page
from solver import commands
from solver.game import Opened, Recounts
from tests.conftest import ROOT, Deduce
from tests.tricoda.random_games import NAMES, random_game
from tests.tricoda.test_why import opened_of

EXAMPLES = ROOT / "examples" / "tricoda"
CALLS = {
    "show": (),
    "why": ("blue", "7"),
    "check": (),
    "hint": ("--full",),
    "advise": (),
    "review": (),
}

SAID = ("contradicts itself", "does not fit the stones typed", "No rack fits this log")


@pytest.mark.parametrize("log", sorted(EXAMPLES.rglob("*.game")), ids=lambda log: log.stem)
def test_every_command_runs_and_all_agree(log: Path, deduce: Deduce) -> None:
    results = {name: deduce(name, log, *words) for name, words in CALLS.items()}
    codes = {name: result.exit_code for name, result in results.items()}
    assert set(codes.values()) <= {0, 1, 2}, codes
    unjustified = "still possible when you crossed" in results["check"].stdout
    assert len({code for name, code in codes.items() if name != "check" or not unjustified}) == 1, codes
    if codes["show"] < 2:
        answers = [deduce(name, log, *words, "--json").stdout for name, words in CALLS.items()]
        assert {json.loads(answer)["consistent"] for answer in answers} == {codes["show"] == 0}
    if codes["show"] == 1:
        assert all(any(words in result.output for words in SAID) for result in results.values())


def long_game(questions: int, declarations: int, crosses: int, seed: int = 1) -> str:
    rng = random.Random(seed)
    lines = list(random_game(seed, 4, questions, declarations, mixes=True).lines)
    for _ in range(crosses):
        lines.insert(rng.randint(8, len(lines)), f"cross {rng.randint(1, 7)}")
    return "\n".join(lines) + "\n"


def with_a_false_answer(text: str) -> str:
    """Ben's answer in the middle of the log is another one, so that nothing fits Cleo's rack or mine."""
    lines = text.splitlines()
    place = next(at for at in range(len(lines) // 2, len(lines)) if lines[at].startswith("ask Ben"))
    words = lines[place].split()
    words[3] = {"first": "second", "second": "first", "same": "first"}.get(words[3]) or str((int(words[3]) + 1) % 4)
    return "\n".join([*lines[:place], " ".join(words), *lines[place + 1 :]]) + "\n"


def write_page(opened: Opened, seat: str) -> bool:
    """The review with its story and all proofs."""
    review, game = commands.review([opened], seat), opened.game
    assert isinstance(game, Recounts)
    assert "</html>" in make_page(game.recount([opened], review))
    return review.consistent


def calls_on(opened: Opened, seat: str) -> dict[str, Callable[[], bool]]:
    """Every command, which says whether the log fits; and the page of a review."""
    return {
        "show": lambda: commands.show(opened, seat).consistent,
        "why": lambda: commands.why(opened, seat, ("blue", "7")).consistent,
        "check": lambda: commands.check(opened, seat).verdict.consistent,
        "hint": lambda: commands.hint(opened, seat, 2).consistent,
        "advise": lambda: commands.advise(opened, seat, {}).consistent,
        "review": lambda: commands.review([opened], seat).consistent,
        "page": lambda: write_page(opened, seat),
    }


@pytest.mark.parametrize(("seat", "false"), [(NAMES[0], False), (NAMES[0], True), (NAMES[1], True)])
@pytest.mark.seldom
def test_all_calls_say_the_same_of_a_long_log(seat: str, false: bool) -> None:
    """How soon, on 200 lines and more: tests/bench/test_tricoda_speed.py."""
    text = long_game(40, 6, 8)
    opened = opened_of(with_a_false_answer(text) if false else text)
    said = {name: call() for name, call in calls_on(opened, seat).items()}
    assert said == dict.fromkeys(said, not false)


def test_a_repair_names_no_code_without_stones() -> None:
    """There is one stone with a 1: nobody can have meant 1 1 7."""
    seen = "see Finn blue 7, pink 6, pink 7\nsee neutral green 6, brown 4\n"
    opened = opened_of(f"game tricoda\nplayers Ben Finn Cleo\nme Cleo\n{seen}ask Ben 12 first\ndeclare 7 1 6 right\n")
    repairs = commands.check(opened, "Cleo").verdict.repairs
    assert repairs
    assert not any("1 1" in line for repair in repairs for line in (repair.instead, *repair.also))
