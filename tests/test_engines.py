"""Two engines, one truth: when they differ it is said loudly, and no sheet is shown."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

import cli.app
import solver.engine.cpsat
import solver.engine.worlds
from solver.engine import Disagreement
from solver.engine.facts import Fact, Hidden, OneOf, Puzzle, SumIn
from solver.engine.worlds import Worlds, count_worlds, solve, weigh
from solver.games.tricoda.facts import make_puzzle
from solver.log import Line
from tests.conftest import EXAMPLES
from tests.tricoda.test_why import opened_of

CARDS = (Hidden("blue", 1, tuple(range(8))), Hidden("green", 1, tuple(range(8))))
SUM = SumIn(((CARDS[0], 2), (CARDS[1], 1)), frozenset({3, 4}))
PUZZLE = Puzzle(CARDS, CARDS, (Fact(Line(1, "", ()), (SUM,), None, 10),))


def lose_a_number(found: dict[Hidden, frozenset[int]]) -> dict[Hidden, frozenset[int]]:
    """A sabotaged engine forgets one possible number."""
    card = next(iter(found))
    return found | {card: found[card] - {min(found[card])}}


def test_engines_agree() -> None:
    worlds = solve(PUZZLE)
    assert worlds.count == 5
    assert worlds.counts(CARDS[0]) == {0: 2, 1: 2, 2: 1}


def test_a_sum_that_no_card_has_is_impossible_though_only_0_is_left() -> None:
    """CP-SAT took a constant that is none of all numbers for fine."""
    card = Hidden("blue", 0, range(8))
    line, told = Line(1, "", ()), (OneOf(card, frozenset({0})), SumIn(((card, 3),), frozenset()))
    assert not solve(Puzzle((card,), (card,), (Fact(line, told, None, 1),))).count


def test_a_forgetful_solver_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = solver.engine.cpsat.possible_numbers
    monkeypatch.setattr(solver.engine.cpsat, "possible_numbers", lambda puzzle: lose_a_number(honest(puzzle)))
    with pytest.raises(Disagreement, match="blue"):
        solve(PUZZLE)


def test_a_forgetful_count_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = count_worlds

    def forget(puzzle: Puzzle) -> Worlds:
        worlds = honest(puzzle)
        alive = worlds.alive.copy()
        alive[:, 4] = False
        return replace(worlds, alive=alive)

    monkeypatch.setattr(solver.engine.worlds, "count_worlds", forget)
    with pytest.raises(Disagreement, match="green"):
        solve(PUZZLE)


CODE = Hidden("code", 0, range(1296))  # a card of many numbers, alone


@pytest.mark.parametrize("left", [1296, 200, 12, 1, 0])
def test_engines_agree_on_a_card_of_many_numbers(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle((CODE,), (CODE,), (Fact(Line(1, "", ()), (OneOf(CODE, frozenset(range(left))),), None, 10),))
    assert solve(puzzle).count == left
    fewer = replace(puzzle, facts=(Fact(Line(1, "", ()), (OneOf(CODE, frozenset(range(left - 1))),), None, 10),))
    monkeypatch.setattr(solver.engine.worlds, "count_worlds", lambda _: count_worlds(fewer))
    if left:
        with pytest.raises(Disagreement, match="code"):
            solve(puzzle)


def test_a_count_that_leaves_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many numbers the one with the least weight is looked for in a world."""
    puzzle = make_puzzle(opened_of("game tricoda\nplayers Anna Ben\nme Anna\nask Ben 1 3\n").table, "Anna")
    weighed = weigh(puzzle)
    wrong = next(number for number in puzzle.hand[0].values if number not in weighed.weights)
    monkeypatch.setattr(
        solver.engine.worlds, "weigh_worlds", lambda _: replace(weighed, weights=weighed.weights | {wrong: 0.5})
    )
    with pytest.raises(Disagreement, match="rack"):
        weigh(puzzle)


def test_the_program_says_it_loudly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    honest = solver.engine.cpsat.possible_numbers
    monkeypatch.setattr(solver.engine.cpsat, "possible_numbers", lambda puzzle: lose_a_number(honest(puzzle)))
    monkeypatch.setattr(sys, "argv", ["deduce", "show", str(EXAMPLES / "inka.game")])
    with pytest.raises(SystemExit) as leave:
        cli.app.main()
    shown = capsys.readouterr()
    assert leave.value.code == 3
    assert shown.out == ""
    assert "the two engines disagree about blue" in " ".join(shown.err.split())
    assert "Do not trust this sheet." in shown.err
    assert "Traceback" not in shown.err


def test_any_other_fault_of_the_program_is_a_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stumble(_: Puzzle) -> Worlds:
        raise KeyError("blue")

    monkeypatch.delenv("DEDUCE_DEBUG", raising=False)
    monkeypatch.setattr(solver.engine.worlds, "count_worlds", stumble)
    monkeypatch.setattr(sys, "argv", ["deduce", "show", str(EXAMPLES / "inka.game")])
    with pytest.raises(SystemExit) as leave:
        cli.app.main()
    assert leave.value.code == 3
    assert "deduce has made a mistake of its own." in capsys.readouterr().err
