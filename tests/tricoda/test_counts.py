"""Three opinions on random games, counting, CP-SAT (inside `show`) and brute force, agree to the last way."""

from __future__ import annotations

from collections import Counter

import pytest

from solver.games import open_log
from solver.games.tricoda.opened import TricodaLog
from solver.games.tricoda.possible_racks import CODES, COLOURED, features, ways
from solver.games.tricoda.rules import CARDS, STONES, Stone, question, true_answer
from solver.games.tricoda.sheet import Sheet
from solver.log import parse_log
from tests.tricoda.brute_force import count_racks
from tests.tricoda.random_games import NAMES, answer, random_game

BOX = tuple(STONES.values())


def sheet_of(text: str, upto: int | None = None, seat: str | None = None) -> Sheet:
    opened = open_log(parse_log(text), upto)
    assert isinstance(opened, TricodaLog), opened
    sheet = opened.show(seat or opened.opening.me or "")
    assert isinstance(sheet, Sheet)
    return sheet


def as_codes(racks: Counter[tuple[str, ...]]) -> dict[tuple[int, ...], int]:
    codes: Counter[tuple[int, ...]] = Counter()
    for rack, count in racks.items():
        codes[tuple(sorted(int(stone.split()[1]) for stone in rack))] += count
    return dict(codes)


def assert_same(sheet: Sheet, text: str, upto: int | None = None) -> None:
    """Ways count present racks; chances weigh what earlier racks leave room for."""
    single, racks = count_racks(text, upto, weighed=False), count_racks(text, upto)
    assert sheet.ways == single.total()
    assert {guess.code: guess.ways for guess in sheet.guesses} == as_codes(single)
    chances = {code: worlds / racks.total() for code, worlds in as_codes(racks).items()}
    assert {guess.code: guess.chance for guess in sheet.guesses} == pytest.approx(chances)
    assert list(sheet.guesses) == sorted(sheet.guesses, key=lambda guess: (-guess.chance, guess.code))
    for row in sheet.rows:
        by_count = [0] * 4
        for rack, worlds in racks.items():
            by_count[rack.count(str(row.stone))] += worlds
        assert [weight * sum(by_count) for weight in row.weights] == pytest.approx(
            [count * sum(row.weights) for count in by_count]
        )


@pytest.mark.parametrize(("card", "racks"), [(1, 685), (2, 2877), (3, 639), (4, 2240), (5, 780), (6, 724), (7, 420)])
def test_known_counts_of_racks(card: int, racks: int) -> None:
    assert features(question(card))[:, 0] @ ways(BOX) == racks


def test_known_counts_of_the_box() -> None:
    assert (ways(BOX).sum(), len(COLOURED), len(CODES)) == (3276, 251, 76)
    assert features(question(2, at_most=True))[:, 0] @ ways(BOX) == 649


@pytest.mark.parametrize("seed", range(40))
def test_true_answers_match_the_sheet(seed: int) -> None:
    racks = list(random_game(seed, 4, 1, 0).racks[0].values())[1:]
    stones = [[Stone(int(name.split()[1]), name.split()[0]) for name in rack] for rack in racks]
    words = {1: "first", 0: "same", -1: "second"}
    for card in CARDS:
        said = true_answer(card, stones)
        assert said in card.answers
        assert (words[said] if card.number > 11 else str(said)) == answer(card.number, racks)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_counts_match_brute_force_with_declarations_in_the_middle(players: int, seed: int) -> None:
    game = random_game(seed, players, questions=14, at_most=seed % 2 == 1)
    for upto in (0, 3, 8, 14):
        assert_same(sheet_of(game.text, upto), game.text, upto)


@pytest.mark.parametrize("seed", range(6))
def test_an_earlier_rack_that_was_never_typed_still_matters(seed: int) -> None:
    game = random_game(seed, 4, questions=12, declarations=1, was=False)
    sheet = sheet_of(game.text)
    assert len([card for card in sheet.puzzle.cards if card.name.startswith("rack")]) == 2
    assert_same(sheet, game.text)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_the_true_rack_is_never_ruled_out(players: int, seed: int) -> None:
    game = random_game(seed, players, questions=16, declarations=3, was=seed % 2 == 0, miss_chance=0.3)
    for seat in NAMES[:players]:
        code = tuple(sorted(int(stone.split()[1]) for stone in game.racks[-1][seat]))
        assert code in {guess.code for guess in sheet_of(game.text, seat=seat).guesses}


def test_a_rack_that_one_answer_settles_is_made_of_what_is_left() -> None:
    """It is certain, but nobody has seen it: two black 3s are left for it, so there are two ways."""
    text = "game tricoda\nplayers Anna Ben Cleo Dirk\nme Anna\nsee Ben black 3, brown 4, yellow 2\n"
    text += "see Cleo pink 6, red 5, brown 4\nsee Dirk pink 6, pink 7, green 6\n"
    for card in range(1, 24):
        for told in ("first", "second", "same", *map(str, range(8))):
            asked = f"{text}ask Ben {card} {told}\n"
            worlds = count_racks(asked)
            if len(worlds) == 1:
                assert_same(sheet_of(asked), asked)
                return
    raise AssertionError("no answer settles it")
