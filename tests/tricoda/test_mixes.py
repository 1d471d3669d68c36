"""Stones mixed in again, racks nobody typed, racks of which nobody says that they were replaced: all counted right."""

from __future__ import annotations

import random
from itertools import product
from operator import add, le

import numpy as np
import pytest

from solver.engine.cpsat import list_numbers
from solver.engine.worlds import Floats, Ints, _Moment, weigh_worlds
from solver.games.tricoda.advice import Choice
from solver.games.tricoda.facts import make_puzzle
from solver.games.tricoda.rules import FIRST, SAME, SECOND, Compare
from solver.games.tricoda.why import explain
from solver.proof.shortages import fits_some_world
from tests.tricoda.brute_force import new_rack_figures, rival_figures, worlds_to_try
from tests.tricoda.random_games import NAMES, random_game
from tests.tricoda.test_advice import advice_of
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


@pytest.mark.parametrize("seed", [*range(24), 50, 135, 143, 153])
def test_several_racks_never_typed(seed: int) -> None:
    """With the last four one of them could only be one rack, and its stones were forgotten."""
    game = random_game(seed, 2 + seed % 3, questions=26, declarations=6, was=False, mixes=seed % 2 == 0)
    if worlds_to_try(game.text) < 5_000:
        assert_same(sheet_of(game.text), game.text)


@pytest.mark.parametrize("seed", range(40))
def test_a_true_log_is_never_contradictory_whatever_is_missing(seed: int) -> None:
    game = random_game(seed, 2 + seed % 3, 25, declarations=9, was=seed % 2 == 0, miss_chance=0.4, mixes=True)
    for seat in NAMES[: len(game.players)]:
        code = tuple(sorted(int(stone.split()[1]) for stone in game.racks[-1][seat]))
        assert code in {guess.code for guess in sheet_of(game.text, seat=seat).guesses}


def test_a_rack_that_was_typed_and_that_an_answer_settles_takes_its_stones_once() -> None:
    """Ben's first rack is known twice over; it was taken to need six stones, and a true log was contradictory."""
    text = THREE + "me Anna\nsee Ben brown 4, yellow 2, black 3\nsee Cleo black 3, pink 7, blue 7\n"
    text += "see neutral black 5, yellow 7, blue 7\ndeclare Anna 6 2 3 wrong\nask Cleo 10 0\ndeclare Ben 6 3 6 wrong\n"
    text += "ask Anna 14 same\ndeclare Anna 1 6 6 right\nwas pink 6, green 6, green 1\n"
    puzzle = make_puzzle(opened_of(text).table, "Ben")
    assert weigh_worlds(puzzle).total
    assert fits_some_world(puzzle)


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


ONE_RACK_CAN_ONLY_BE_ONE = """game tricoda
players Anna Ben Cleo
me Anna
see Ben red 5, brown 4, brown 4
see Cleo yellow 7, black 3, pink 7
see neutral green 6, pink 6, yellow 2
ask Cleo 18 first
declare Anna 4 5 6 right
see neutral pink 6, red 5, blue 7
ask Ben 12 same
ask Cleo 17 same
ask Ben 11 1
ask Cleo 13 second
declare Anna 6 4 2 wrong
declare Anna 1 3 7 right
see neutral black 3, green 6, red 5
"""


def test_a_rack_never_typed_that_can_only_be_one_still_takes_its_stones() -> None:
    """Only one rack is left for the first; its stones were forgotten when the next one was added: 15 codes for 4."""
    assert_same(sheet_of(ONE_RACK_CAN_ONLY_BE_ONE), ONE_RACK_CAN_ONLY_BE_ONE)
    puzzle = make_puzzle(opened_of(ONE_RACK_CAN_ONLY_BE_ONE).table, "Anna")
    assert list_numbers(puzzle) == frozenset(weigh_worlds(puzzle).weights)


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


# Logs that outsiders found: what was said of each was not true.
LONG_BEFORE = """game tricoda
players Anna Ben
me Anna
see Ben green 1, black 3, pink 6
see neutral pink 6, brown 4, brown 4
see neutral2 red 5, red 5, brown 4
declare Ben 2 2 3 wrong
see Ben pink 6, black 5, yellow 2
ask Anna 8
mix
"""
MIXED_BETWEEN_TWO_RACKS = """game tricoda
players Anna Ben
me Anna
see Ben red 5, green 6, brown 4
see neutral red 5, black 3, yellow 7
see neutral2 yellow 7, blue 7, black 3
ask Ben 14 second
ask Ben 1 0
declare Ben 3 3 7 wrong
see Ben green 6, pink 6, red 5
declare Anna 1 7 7 wrong
was black 5, brown 4, yellow 2
ask Ben 17 first
declare Ben 5 6 6 right
see Ben blue 7, pink 7, yellow 2
see neutral blue 7, pink 6, blue 7
ask Ben 16 first
declare Anna 4 4 6 right
was brown 4, green 6, brown 4
mix
see neutral blue 7, yellow 7, red 5
"""
LATE_MIX = """game tricoda
players Anna Ben Cleo Dirk
me Dirk
see Anna green 6, pink 6, blue 7
see Ben red 5, black 3, red 5
see Cleo pink 7, blue 7, green 1
ask Anna 22 same
ask Ben 3 2
ask Cleo 7 1
declare Ben 3 4 5 wrong
see Ben yellow 2, yellow 7, blue 7
ask Dirk 18
ask Anna 13 second
declare Ben 6 6 6 wrong
see Ben brown 4, blue 7, green 6
ask Ben 12 second
ask Cleo 16 first
ask Dirk 21 second
ask Anna 6 0
ask Ben 11 3
ask Cleo 8 6
ask Dirk 23 first
declare Cleo 2 5 7 wrong
see Cleo red 5, black 3, brown 4
ask Anna 2 3
declare Ben 3 3 6 wrong
see Ben green 6, brown 4, red 5
ask Ben 10 2
ask Cleo 4 3
ask Dirk 9
ask Anna 5 0
declare Cleo 5 6 6 wrong
see Cleo pink 6, yellow 2, brown 4
ask Ben 20 second
ask Cleo 14 second
declare Ben 4 5 6 right
mix
see Ben green 6, brown 4, brown 4
ask Dirk 15 same
"""
MY_RACK_IS_CERTAIN = """game tricoda
players Anna Ben
me Anna
see Ben brown 4, green 6, pink 6
see neutral green 1, pink 6, blue 7
see neutral2 brown 4, black 3, red 5
ask Ben 7 1
ask Ben 17 same
ask Ben 2 2
ask Ben 13 same
declare Ben 4 6 6 right
see Ben blue 7, red 5, red 5
see neutral2 green 6, blue 7, blue 7
ask Ben 12 second
declare Ben 5 5 7 right
see Ben brown 4, black 3, yellow 7
see neutral2 red 5, brown 4, pink 6
ask Ben 8 7
ask Ben 18 second
"""


def test_a_rack_from_the_start_is_not_drawn_after_a_mix() -> None:
    sheet = sheet_of(LONG_BEFORE)
    assert (len(sheet.guesses), sheet.ways) == (42, 560)
    assert next(row for row in sheet.rows if str(row.stone) == "black 5").most == 0, "it lay on Ben's rack before"


def test_a_rival_whose_rack_stood_before_the_mix() -> None:
    """My rack was drawn after it, so its stones may be those that were laid aside before; Ben's cannot."""
    (ben,) = choice_of(MIXED_BETWEEN_TWO_RACKS).rivals
    assert (ben.codes, ben.best, ben.certain) == pytest.approx(
        (23.0515996, 0.0936138, 0.0)
    )  # as `rival_figures` counts


def test_rivals_where_one_rack_stood_before_the_mix_and_one_came_after() -> None:
    """Cleo's rack stood there before: what was drawn afterwards tells of it, too."""
    text = with_answers(LATE_MIX)
    rivals = {rival.player: (rival.codes, rival.best, rival.certain) for rival in choice_of(LATE_MIX).rivals}
    assert rivals["Cleo"][:2] == pytest.approx((3, 1 / 2))
    for player, figures in rivals.items():
        assert figures == pytest.approx(rival_figures(player, text))


def with_answers(text: str) -> str:
    """With the answers that need not be typed, which brute force does not work out."""
    table, lines = opened_of(text).table, text.splitlines()
    words = {FIRST: "first", SAME: "same", SECOND: "second"}
    for asked in table.asked:
        assert asked.answer is not None
        compares = isinstance(table.question(asked.card), Compare)
        answer = words[asked.answer] if compares else asked.answer
        lines[asked.line.number - 1] = f"ask {asked.reader} {asked.card} {answer}"
    return "\n".join(lines) + "\n"


def test_a_new_rack_knows_what_my_present_one_is() -> None:
    """Four stones are left for it, and three of them make one of three codes, one of them in two ways."""
    assert choice_of(MY_RACK_IS_CERTAIN).fresh == pytest.approx((3, 1 / 2))


def test_a_new_rack_after_a_mix_draws_from_what_was_laid_aside() -> None:
    assert choice_of(LONG_BEFORE).fresh == pytest.approx(new_rack_figures(with_answers(LONG_BEFORE)))


@pytest.mark.parametrize("seed", range(60))
def test_stones_mixed_in_at_any_moment(seed: int) -> None:
    """Codes, stones, chances, a new rack, and how close the others can be, against brute force."""
    rng = random.Random(seed)
    questions, declarations = rng.randint(3, 30), rng.randint(1, 9)
    game = random_game(seed, 2 + seed % 3, questions, declarations, mixes=True, between=0.2)
    assert_same(sheet_of(game.text), game.text)
    choice = choice_of(game.text)
    assert choice.fresh == pytest.approx(new_rack_figures(game.text))
    if sheet_of(game.text).ways <= 60:
        for rival in choice.rivals:
            figures = rival_figures(rival.player, game.text)
            assert (rival.codes, rival.best, rival.certain) == pytest.approx(figures)


def choice_of(text: str) -> Choice:
    choice = advice_of(text).content
    assert isinstance(choice, Choice)
    return choice


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


def test_figures_that_leave_out_untyped_stones_say_so() -> None:
    """The codes of a new rack are counted as if stones that I laid aside, but nobody typed, were not out."""
    left_out = "What a new rack would be, and how close the others can be, is counted without those stones."
    assert left_out in map(str, advice_of(NEVER_TYPED.replace("ask Dirk 21 first\n", "")).notes)
    assert left_out not in map(str, advice_of(MY_RACK_IS_CERTAIN).notes)
