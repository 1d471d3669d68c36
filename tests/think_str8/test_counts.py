"""Three opinions on random games, counting, CP-SAT (inside `show`) and brute force, agree to the last hand."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from solver.games import open_log
from solver.games.think_str8.facts import know
from solver.games.think_str8.opened import Str8Log
from solver.log import parse_log
from tests.think_str8.brute_force import count_hands
from tests.think_str8.random_games import random_game, write_sheet


def counts_of(text: str, upto: int | None, seat: str | None = None) -> dict[str, dict[int, int]]:
    opened = open_log(parse_log(text), upto)
    assert isinstance(opened, Str8Log), opened
    sheet = opened.show(seat or opened.opening.me or "")
    return {column.colour: column.count for column in sheet.columns}


@pytest.mark.parametrize("grey", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("miss_chance", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(3))
def test_counts_match_brute_force_at_every_round(seed: int, players: int, grey: bool, miss_chance: float) -> None:
    game = random_game(seed, players, grey, miss_chance=miss_chance, end=True)
    for upto in (None, *range(1, len(game.hands) + 1)):
        assert counts_of(game.text, upto) == count_hands(game.text, upto), f"round {upto}"


@pytest.mark.parametrize("paper", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_black_boxes_and_ranges_match_brute_force_at_every_round(seed: int, paper: bool) -> None:
    game = random_game(seed, players=2 + seed % 3, grey=seed % 4 > 0, end=seed % 2 > 0)
    text = write_sheet(game, seed, paper, forget=0.3 * (seed % 3))
    for upto in (None, *range(1, len(game.hands) + 1)):
        assert counts_of(text, upto) == count_hands(text, upto), f"round {upto}\n{text}"


@pytest.mark.parametrize("seed", range(20))
def test_an_answer_that_is_not_typed_is_told_by_the_swap(seed: int) -> None:
    game, rng = random_game(seed, players=2 + seed % 3), random.Random(seed)
    lines = [re.sub(r" (low|high|miss)$", "", line) if rng.random() < 0.5 else line for line in game.lines]
    text = "\n".join(lines)
    for upto in (None, *range(1, len(game.hands) + 1)):
        assert counts_of(text, upto) == count_hands(text, upto), f"round {upto}"


def test_another_seat_knows_its_own_swap_too() -> None:
    """What is not typed of Ben's cards cannot be worked out; his swap says that 0 to 6 was wrong."""
    counts = counts_of(
        "game think-str8\nplayers Anna Ben\nme Anna\ndice yyy\nbet Ben 0-6\nswap Ben blue 3\n", None, "Ben"
    )
    assert set(counts["yellow"]) == {3, 4, 5, 6, 7}


@pytest.mark.parametrize("seed", range(6))
def test_another_seat_knows_only_what_it_sees(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3)
    for upto in (1, 4, len(game.hands)):
        assert counts_of(game.text, upto, "Ben") == count_hands(game.text, upto, "Ben")


@pytest.mark.parametrize("seed", range(30))
def test_the_true_hand_is_never_ruled_out(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0, miss_chance=0.4)
    for seat in game.players:
        for colour, count in counts_of(game.text, None, seat).items():
            during_last_round, after_it = game.hands[-1][seat][colour], game.final_hands[seat][colour]
            assert {during_last_round, after_it} & set(count)


@pytest.mark.parametrize("seed", range(4))
def test_the_sums_on_the_dice_that_lie_match_the_hands(seed: int) -> None:
    lines = random_game(seed, players=3).lines
    last = max(place for place, line in enumerate(lines) if line.startswith("dice"))
    opened = open_log(parse_log("\n".join(lines[: last + 1])))
    assert isinstance(opened, Str8Log)
    sheet, dice = opened.show(opened.me), opened.table.rounds[-1].dice
    known = know(opened.table, opened.me)
    summed = Counter[int]()
    for hand, ways in zip(known.hands.tolist(), known.ways.tolist(), strict=True):
        summed[
            sum(number * (dice or ()).count(colour) for number, colour in zip(hand, known.colours, strict=True))
        ] += ways
    assert sheet.sums == dict(sorted(summed.items()))
    assert sum(sheet.sums.values()) == sheet.hands
    before = open_log(parse_log("\n".join(lines[:last])))
    assert isinstance(before, Str8Log)
    assert not before.show(before.me).sums, "no dice lie"
