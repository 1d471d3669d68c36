"""How fast the sheet is: python -m pytest tests/bench -p no:xdist

Counting is compared with enumerating the same worlds by CP-SAT, the whole process with the bare import it needs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest
from ortools.sat.python import cp_model

from solver.engine.facts import OneOf, Puzzle, SumIn
from solver.engine.worlds import count_worlds
from solver.games import open_log
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.opened import Str8Log
from solver.log import parse_log
from tests.bench.figures import hold, least
from tests.conftest import EXAMPLES, ROOT
from tests.think_str8.reading import table_of

LOGS = sorted(EXAMPLES.glob("*.game"))
EVENING = (EXAMPLES / "evening.game").read_text(encoding="utf-8")


# Counting against enumeration.


class _Tally(cp_model.CpSolverSolutionCallback):
    """Counts, for every card and number, the solutions in which they go together."""

    def __init__(self, numbers: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.numbers = numbers
        self.counts: list[dict[int, int]] = [{} for _ in numbers]

    def on_solution_callback(self) -> None:
        for count, number in zip(self.counts, self.numbers, strict=True):
            value = self.value(number)
            count[value] = count.get(value, 0) + 1


def enumerate_worlds(puzzle: Puzzle, presolve: bool = True) -> dict[str, dict[int, int]]:
    """The baseline: all solutions by CP-SAT, one worker, since more may lose some; small models do without presolve."""
    model = cp_model.CpModel()
    allowed = {card: set(card.values) for card in puzzle.cards}
    limits = [limit for fact in puzzle.facts for limit in fact.limits]
    for limit in limits:
        if isinstance(limit, OneOf):
            allowed[limit.card] &= limit.numbers
    numbers = {
        card: model.new_int_var_from_domain(cp_model.Domain.from_values(sorted(values)), "")
        for card, values in allowed.items()
    }
    for limit in limits:
        if isinstance(limit, SumIn):
            total = cp_model.LinearExpr.weighted_sum(
                [numbers[card] for card, _ in limit.terms], [times for _, times in limit.terms]
            )
            model.add_linear_expression_in_domain(total, cp_model.Domain.from_values(sorted(limit.sums)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.cp_model_presolve = presolve
    tally = _Tally([numbers[card] for card in puzzle.hand])
    solver.solve(model, tally)
    return {card.name: dict(sorted(count.items())) for card, count in zip(puzzle.hand, tally.counts, strict=True)}


def count_all(puzzle: Puzzle) -> dict[str, dict[int, int]]:
    worlds = count_worlds(puzzle)
    return {card.name: worlds.counts(card) for card in puzzle.hand}


@pytest.mark.parametrize(("number", "most"), [(0, 0.01), (3, 1.0), (6, 1.0), (9, 1.0)])
def test_counting_against_enumerating_with_cp_sat(number: int, most: float) -> None:
    """At least 100 times faster at the start of a game, never slower at its end."""
    puzzle = make_puzzle(table_of(EVENING, number), "Anna")
    assert count_all(puzzle) == enumerate_worlds(puzzle) == enumerate_worlds(puzzle, presolve=False)
    runs = 2 if number == 0 else 10
    baseline = min(least(lambda p=presolve: enumerate_worlds(puzzle, p), runs) for presolve in (True, False))  # type: ignore[misc]
    name = f"counting {count_worlds(puzzle).count:,} worlds"
    hold(name, least(lambda: count_all(puzzle), 50), most, baseline, "enumeration by CP-SAT")


# A warm `show`.


def show(text: str, upto: int | None) -> object:
    opened = open_log(parse_log(text), upto)
    assert isinstance(opened, Str8Log)
    return opened.show(str(opened.opening.me)).data()


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_warm_show_at_every_round(log: Path) -> None:
    text = log.read_text(encoding="utf-8")
    rounds = [None, *range(table_of(text).round + 1)]
    slowest = max(least(lambda n=number: show(text, n)) for number in rounds)  # type: ignore[misc]
    hold(f"a warm sheet, slowest round of {log.stem}", slowest, 2.5)


# The whole process.

SHELL, ENGINES = "import typer, rich.console", "import typer, rich.console; from ortools.sat.python import cp_model"
CALLS = {  # what is typed, the bare import it needs, and how many times as long it may take
    "help": (["--help"], SHELL, 2.0),
    "a missing file": (["show", "nope.game"], SHELL, 2.0),
    "an unreadable log": (["show", str(ROOT / "README.md")], SHELL, 2.0),
    "show": (["show", str(EXAMPLES / "evening.game")], ENGINES, 1.2),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_whole_process_against_the_bare_import(name: str) -> None:
    """Medians of interleaved runs, so that a busy moment hits both."""
    words, imports, most = CALLS[name]
    bare, call = [sys.executable, "-c", imports], [sys.executable, "-m", "cli", *words]
    times = [(processor_time(bare), processor_time(call)) for _ in range(9)]
    needed, taken = (median(column) for column in zip(*times, strict=True))
    hold(f"the whole process: {name}", taken, most, needed, "the bare import")


def processor_time(command: list[str]) -> float:
    """The seconds of processor time that a process takes from start to end."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, process.returncode, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime
