"""A game from another package: installed beside deduce it keeps the contract like our own, and it guesses well."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "examples" / "mastermind"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the package is installed, in a folder of its own."""
    folder = tmp_path_factory.mktemp("installed")
    alone = ["--no-build-isolation"] if find_spec("hatchling") else []  # it comes with the packages for tests
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", *alone, "--target", str(folder), str(PACKAGE)]
    subprocess.run(pip, check=True, capture_output=True, timeout=120)
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(folder))), "NO_COLOR": "1", "COLUMNS": "80"}


def deduce(*words: str, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "cli", *words], env=env, capture_output=True, text=True, timeout=60)


@pytest.mark.seldom
def test_it_keeps_the_contract(installed: dict[str, str]) -> None:
    suite = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-k", "mastermind", "tests/test_conformance.py"]
    run = subprocess.run(suite, env=installed, cwd=ROOT, capture_output=True, text=True, timeout=300)
    passed = re.search(r"^(\d+) passed", run.stdout, re.MULTILINE)
    assert run.returncode == 0, run.stdout
    assert passed
    assert int(passed[1]) > 30, "the suite must have found the game"


@pytest.mark.seldom
def test_it_is_found_when_its_name_is_not_one_of_ours(installed: dict[str, str]) -> None:
    assert "4 codes left" in deduce("show", str(PACKAGE / "evening.game"), env=installed).stdout
    assert "Did you mean `mastermind`?" in deduce("notation", "mastermnid", env=installed).stderr


def test_without_the_package_its_logs_are_refused_by_a_sentence() -> None:
    refused = deduce("show", str(PACKAGE / "evening.game"), env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert refused.returncode == 2
    assert "The game `mastermind` is not known." in refused.stderr


# Its own arithmetic, from the source as it lies here.


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PACKAGE)


@pytest.mark.usefixtures("source")
def test_all_scores_at_once_are_those_of_the_rules() -> None:
    from deduce_mastermind.codes import CODES, score_table
    from deduce_mastermind.rules import SCORES

    def score(guess: tuple[str, ...], code: tuple[str, ...]) -> tuple[int, int]:
        black = sum(one == other for one, other in zip(guess, code, strict=True))
        return black, (Counter(guess) & Counter(code)).total() - black

    rng, table = random.Random(1), score_table()
    for _ in range(2000):
        guess, code = rng.randrange(len(CODES)), rng.randrange(len(CODES))
        assert SCORES[table[guess, code]] == score(CODES[guess], CODES[code])
    assert score(("red", "red", "blue", "green"), ("blue", "red", "red", "red")) == (1, 2)


@pytest.mark.usefixtures("source")
def test_first_guesses_as_they_are_published() -> None:
    """Knuth 1976: at worst 1122 leaves the fewest codes, 256. Kooi 2005: 1123 and 1234 can get 14 scores."""
    from deduce_mastermind.codes import CODES, judge_guesses

    first = {option.guess: option for option in judge_guesses(tuple(range(len(CODES))))}
    assert first["red red blue blue"].most == min(option.most for option in first.values()) == 256
    assert first["red red red red"].most == 625
    assert first["red red blue green"].scores == first["red blue green yellow"].scores == 14


@pytest.mark.usefixtures("source")
def test_guesses_needed_for_random_codes(capsys: pytest.CaptureFixture[str]) -> None:
    from deduce_mastermind.codes import CODES, PLACE, rank_guesses, score_table

    best = cache(lambda left: PLACE[tuple(rank_guesses(left)[0].guess.split())])
    table, rng, needed = score_table(), random.Random(2005), []
    for code in rng.choices(range(len(CODES)), k=100):
        left, guesses = tuple(range(len(CODES))), list[int]()
        while code not in guesses:
            guess = best(left)
            guesses.append(guess)
            left = tuple(place for place in left if table[guess, place] == table[guess, code])
        needed.append(len(guesses))
    mean = sum(needed) / len(needed)
    with capsys.disabled():
        print(f"\nMastermind: {mean:.2f} guesses on average, at most {max(needed)}; the best strategy needs 4.34.")
    assert mean < 4.6
    assert max(needed) <= 7
