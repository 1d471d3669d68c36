"""Exercises of Tricoda: right answers are right, and wrong ones denied, by brute force."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from solver.games.tricoda.game import Tricoda
from solver.games.tricoda.patterns import LEVEL
from solver.games.tricoda.practice import deal_game
from solver.log import Fault, parse_log
from solver.practice import Exercise, Task
from tests.tricoda.brute_force import count_racks

GAME = Tricoda()
SEEDS = range(8)


@cache
def invented(seed: int) -> tuple[Exercise, ...]:
    return tuple(GAME.invent(seed))


def of_kind(kind: Task) -> list[Exercise]:
    return [exercise for seed in SEEDS for exercise in invented(seed) if exercise.kind is kind]


def numbers_left(log: str) -> set[str]:
    return {stone.split()[1] for rack in count_racks(log) for stone in rack}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_can_be_crossed_out_is_what_brute_force_no_longer_finds(seed: int) -> None:
    for exercise in (one for one in invented(seed) if one.kind is Task.CROSS):
        before = "".join(f"{line}\n" for line in exercise.log.splitlines()[:-1])
        now = numbers_left(exercise.log)
        assert set(exercise.answers) == numbers_left(before) - now
        for number in map(str, range(1, 8)):
            judged = GAME.judge(exercise, number)
            assert judged.right is (False if number in now else True if number in exercise.answers else None)
            assert ("You can still have" in judged.says[0]) == (number in now)


def test_the_level_says_how_many_answers_it_takes() -> None:
    """As many as the proof has; fewer are not enough, by counting without one of them."""
    for exercise in of_kind(Task.CROSS):
        asked = [line.number for line in exercise.proof if line.event.startswith("ask")]
        out = set(exercise.answers) - numbers_left(keep(exercise.log, asked))
        assert exercise.answers[0] in out, "the proof is about the first answer"
        assert LEVEL[exercise.pattern] == exercise.level
        assert {1: 1, 2: 1, 3: 2, 4: 3}.get(exercise.level, len(asked)) == len(asked) == exercise.sums
        for left_out in asked:
            assert not out - numbers_left(keep(exercise.log, [line for line in asked if line != left_out]))


def test_a_player_who_holds_so_many_answers_together_solves_what_is_of_that_level_and_nothing_above() -> None:
    """Of the racks that the stones in sight leave, any two or three answers together; one is told from the stones."""
    levels = set()
    for exercise in of_kind(Task.CROSS):
        levels.add(exercise.level)
        every = [at for at, row in enumerate(exercise.log.splitlines(), 1) if row.startswith("ask")]
        left = [set(count_racks(keep(exercise.log, [line]))) for line in every]
        for held in (1, 2, 3):
            found = any(
                set(exercise.answers) - {stone.split()[1] for rack in set.intersection(*some) for stone in rack}
                for some in combinations(left, min(held, len(left)))
            )
            assert found == (exercise.level <= held + 1), (exercise.id, held)
    assert {1, 3, 4, 5} <= levels


@pytest.mark.parametrize("level", [1, 3])
def test_who_asks_for_a_level_gets_what_there_is_of_it_and_nothing_else(level: int) -> None:
    for seed in SEEDS:
        assert list(GAME.invent(seed, set(Task), {level})) == [one for one in invented(seed) if one.level == level]


def keep(log: str, asked: list[int]) -> str:
    """The log with these questions only."""
    rows = enumerate(log.splitlines(), 1)
    return "".join(f"{row}\n" for at, row in rows if not row.startswith("ask") or at in asked)


def test_declare_or_wait_is_what_the_advice_says() -> None:
    for exercise in of_kind(Task.DECLARE):
        assert GAME.judge(exercise, exercise.answers[0]).right
        other = "wait" if exercise.answers[0] != "wait" else "1 2 3"
        assert not GAME.judge(exercise, other).right
    assert {exercise.answers[0] == "wait" for exercise in of_kind(Task.DECLARE)} == {True, False}


def test_each_pattern_has_an_example_in_which_it_is_the_way() -> None:
    for pattern in GAME.patterns():
        opened = GAME.open(parse_log(pattern.example))
        assert not isinstance(opened, tuple)
        last = [one for one in GAME.exercises(opened, "x") if one.kind is Task.CROSS][-1]
        assert pattern.answer in last.answers
        assert last.pattern == pattern.name


@pytest.mark.parametrize("answer", ["red", "9", "", "0"])
def test_what_is_no_number_is_asked_for_again(answer: str) -> None:
    with pytest.raises(Fault) as found:
        GAME.judge(of_kind(Task.CROSS)[0], answer)
    assert "for example" in found.value.hint


def test_the_same_seed_deals_the_same_game() -> None:
    assert deal_game(5) == deal_game(5) != deal_game(6)
