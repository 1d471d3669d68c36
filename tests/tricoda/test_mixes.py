"""Stones mixed in again, racks nobody typed, racks of which nobody says that they were replaced: all counted right."""

from __future__ import annotations

import random
from itertools import product
from operator import add, le

import numpy as np
import pytest

from solver.engine.cpsat import list_numbers
from solver.engine.worlds import Floats, Ints, _Moment, weigh_worlds
from solver.games.tricoda.facts import make_puzzle
from solver.games.tricoda.why import explain
from solver.proof.shortages import fits_some_world
from tests.tricoda.random_games import NAMES, random_game
from tests.tricoda.test_counts import assert_same, sheet_of
from tests.tricoda.test_why import opened_of

THREE = "game tricoda\nplayers Anna Ben Cleo\n"
NAMED_BEFORE_AND_AFTER = THREE + (
    "me Anna\ndeclare 6 6 7 wrong\ndeclare Ben 3 4 4 right\ndeclare Cleo 3 4 4 wrong\nsee Cleo blue 7, red 5, brown 4\n"
    "declare Cleo 5 7 7 wrong\ndeclare Cleo 2 4 6 right\nmix\nreveal blue 7, red 5, green 6\n"
)
SAME_STONE_TWICE = THREE + (
    "me Ben\nsee Cleo blue 7, black 5, brown 4\ndeclare Cleo 2 5 6 wrong\nmix\nsee Cleo black 3, black 5, red 5\n"
)
NEVER_TYPED = """game tricoda
players Anna Ben Cleo Dirk
me Anna
see Ben blue 7, yellow 2, black 3
see Cleo red 5, red 5, brown 4
see Dirk black 5, pink 7, blue 7
ask Ben 22 first
declare 7 7 7 wrong
ask Dirk 21 first
"""


@pytest.mark.parametrize("seed", range(30))
def test_counts_after_mixes_match_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    questions = rng.randint(3, 30)
    game = random_game(seed, 2 + seed % 3, questions, rng.randint(1, 9), mixes=True, at_most=seed % 4 == 0)
    assert_same(sheet_of(game.text), game.text)


@pytest.mark.parametrize("seed", range(12))
def test_one_rack_never_typed_and_stones_mixed_in_again(seed: int) -> None:
    game = random_game(seed, 2 + seed % 3, questions=6 + seed, declarations=4, was=False, mixes=True)
    if sum(line.startswith("declare Anna") for line in game.lines) == 1:
        assert_same(sheet_of(game.text), game.text)


@pytest.mark.parametrize("seed", range(40))
def test_a_true_log_is_never_contradictory_whatever_is_missing(seed: int) -> None:
    game = random_game(seed, 2 + seed % 3, 25, declarations=9, was=seed % 2 == 0, miss_chance=0.4, mixes=True)
    for seat in NAMES[: len(game.players)]:
        code = tuple(sorted(int(stone.split()[1]) for stone in game.racks[-1][seat]))
        assert code in {guess.code for guess in sheet_of(game.text, seat=seat).guesses}


@pytest.mark.parametrize("seed", range(6))
def test_cpsat_lists_the_same_racks(seed: int) -> None:
    game = random_game(seed, 2 + seed % 3, 14, declarations=6, mixes=True)
    puzzle = make_puzzle(opened_of(game.text).table, "Anna")
    assert list_numbers(puzzle) == frozenset(weigh_worlds(puzzle).weights)


@pytest.mark.parametrize("seed", range(40))
def test_whether_a_world_fits_is_found_without_weighing_all(seed: int) -> None:
    game = random_game(seed, 2 + seed % 3, 20, declarations=7, was=seed % 2 == 0, mixes=True, miss_chance=0.2)
    asks = [at for at, line in enumerate(game.lines) if line.endswith(("first", "second", "same"))]
    place = next(at for at in reversed(asks) if not game.lines[at].startswith("ask Anna"))
    words = game.lines[place].split()
    words[3] = {"first": "second", "second": "first", "same": "first"}[words[3]]
    for line in (game.lines[place], " ".join(words)):
        text = "\n".join([*game.lines[:place], line, *game.lines[place + 1 :]])
        for seat in game.players:
            puzzle = make_puzzle(opened_of(text).table, seat)
            assert fits_some_world(puzzle) == (weigh_worlds(puzzle).total > 0)


def test_a_rack_that_one_answer_settles_needs_its_stones_too() -> None:
    """More pink 6s than the two green ones in sight: my rack had all three, but one lies beside the pile."""
    text = "game tricoda\nplayers Ben Anna\nme Anna\nsee neutral pink 6\nsee neutral2 green 6, blue 7, black 3\n"
    text += "ask Ben 1 0\ndeclare 4 4 5 right\nsee neutral green 6, brown 4, black 3\nask Ben 15 first\n"
    text += "declare 1 5 6 wrong\n"
    puzzle = make_puzzle(opened_of(text).table, "Anna")
    assert not weigh_worlds(puzzle).total
    assert not fits_some_world(puzzle)


def test_a_stone_named_before_and_after_a_mix_may_be_two() -> None:
    assert sheet_of(NAMED_BEFORE_AND_AFTER).consistent
    sheet = sheet_of(SAME_STONE_TWICE)
    assert {row.stone: row.seen for row in sheet.rows if row.seen > 1} == {}


def test_a_proof_counts_a_stone_that_was_back_in_the_pile_once() -> None:
    """Two yellow 2s are seen, one before the mix and one after: they may be the same, until both are seen at once."""
    text = "game tricoda\nplayers Anna Ben Cleo Dirk\nme Anna\nsee Ben y2 r5 r5\nsee Cleo b4 b4 b4\nsee Dirk b3 b3 b3\n"
    text += "ask Ben 1 0\ndeclare Ben 2 5 5 right\nmix\nsee Ben y2 r5 r5\n"
    (once,) = explain(opened_of(text).table, "Anna", ("y2",))
    assert once.verdict == "possible"
    text += "declare Cleo 4 4 4 wrong\nsee Cleo y2 g1 p7\n"
    (twice,) = explain(opened_of(text).table, "Anna", ("y2",))
    assert twice.verdict == "impossible"
    assert [sentence.text for sentence in twice.sentences] == [
        "2 yellow 2s are in sight: Ben (line 10) and Cleo (line 12)."
    ]


def test_a_conflict_between_two_racks_nobody_typed() -> None:
    found = opened_of(NEVER_TYPED).check("Anna").conflict
    assert found is not None
    assert [line.number for line in found.lines if line.event.startswith("ask")] == [7, 9]


@pytest.mark.parametrize("seed", range(4))
def test_sums_of_parts_are_those_of_a_plain_loop(seed: int) -> None:
    rng = random.Random(seed)
    ends = [rng.randint(0, 4) for _ in range(5)]
    moment = _Moment.__new__(_Moment)
    moment.ends = np.array(ends)
    sums = {tuple(rng.randint(0, most) for most in ends): float(rng.randint(1, 9)) for _ in range(rng.choice([3, 30]))}
    rows = {tuple(rng.randint(0, 2) for _ in ends): float(rng.randint(1, 9)) for _ in range(12)}
    wider: dict[tuple[int, ...], float] = {}
    for (one, given), (more, share) in product(sums.items(), rows.items()):
        total = tuple(map(add, one, more))
        if all(map(le, total, ends)):
            wider[total] = wider.get(total, 0.0) + given * share
    found, weights = moment._add(*_table(sums), *_table(rows))
    assert dict(zip(map(tuple, found.tolist()), weights.tolist(), strict=True)) == wider


def _table(rows: dict[tuple[int, ...], float]) -> tuple[Ints, Floats]:
    return np.array(list(rows)), np.array(list(rows.values()))


TWO = """game tricoda
players Anna Ben
me Anna
see Ben red 5, red 5, red 5
see neutral brown 4, brown 4, brown 4
see neutral2 black 3, black 3, black 3
"""


def test_two_players_one_of_two_racks_is_replaced_and_nobody_says_which() -> None:
    """Three right declarations take 18 stones from the pile of 16 and need one mix, not two."""
    codes = ("5 5 5", "5 6 7")
    text = TWO + "".join(f"ask Anna {card} 0\ndeclare Ben {code} right\n" for card, code in enumerate(codes, 3))
    sheet = sheet_of(text + "ask Ben 1 0\n")
    assert sheet.consistent
    assert all(sheet.table.current(name).doubtful for name in ("neutral", "neutral2"))


def test_a_rack_shown_again_is_not_counted_twice() -> None:
    text = TWO + "declare Ben 5 5 5 right\nask Ben 1 0\nsee neutral brown 4, brown 4, brown 4\n"
    sheet = sheet_of(text)
    assert {row.stone.colour: row.seen for row in sheet.rows if row.stone.number == 4} == {"brown": 3}
    replaced = sheet_of(
        text.replace("1 0\nsee neutral brown 4, brown 4, brown 4", "1 0\nsee neutral pink 6, pink 6, pink 6")
    )
    assert not replaced.table.current("neutral").doubtful
    assert replaced.table.current("neutral2").order == 1
    assert replaced.table.current("neutral2").known
