"""A line put right: what cannot be true any more is named, and only that."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from solver.corrections import Corrected, change, holds_together, put_in, take_out
from solver.log import with_line_changed
from solver.session import State, line_after_round, read_state
from tests.bench.measure_slips import KINDS
from tests.think_str8.random_games import random_game as str8_game
from tests.thinkaboxin.random_games import nuggets_evening, plain_evening
from tests.tricoda.random_games import random_game as tricoda_game

STR8 = """game think-str8
players Anna Ben Cleo
me Anna
see Ben blue 6 green 0 yellow 0 purple 1 red 4 grey 5
dice green yellow blue
bet 13-19 low
bet Ben 4-9
told Ben hit
dice green yellow blue
bet Cleo 1-3 low
"""
TRICODA = """game tricoda
players Anna Ben Cleo
me Anna
see Ben green 1 yellow 2 blue 7
ask 8 4
declare Ben 1 2 7 right
see Ben black 3 red 5 brown 4
"""
BOX = """game thinkaboxin
players Anna Ben Cleo
me Anna
set 4
roll 2 5 5 1
bid Ben 2x3
bid Cleo 3x3
lift Anna
"""


def state(text: str) -> State:
    found = read_state(text, "a.game")
    assert found.opened, found.errors
    return found


def lines(corrected: Corrected) -> list[int]:
    return [fallen.line.number for fallen in corrected.fallen]


def test_what_still_can_be_true_stays() -> None:
    found = change(state(STR8), 10, "bet Cleo 1-3 high")
    assert found.fine
    assert found.state.text == found.whole.text == STR8.replace("1-3 low", "1-3 high")


def test_an_answer_without_its_bet_falls() -> None:
    found = take_out(state(STR8), 7)
    assert lines(found) == [8]
    assert found.fallen[0].error
    assert "told Ben" not in found.state.text
    assert found.state.opened
    assert "dice green yellow blue\nbet Cleo" in found.state.text


def test_an_answer_that_the_cards_deny_falls() -> None:
    """Ben holds 6 + 0 + 0: nobody can have told him a hit on 7-12."""
    found = change(state(STR8), 7, "bet Ben 7-12")
    assert lines(found) == [8]
    assert found.fallen[0].error is None
    assert found.state.opened
    assert holds_together(found.state.opened)


def test_a_card_corrected_makes_later_answers_fall() -> None:
    found = change(state(STR8), 4, "see Ben blue 7 green 4 yellow 0 purple 1 red 4 grey 5")
    assert lines(found) == [8]
    assert not change(state(STR8), 4, "see Ben blue 7 green 4 yellow 0 purple 1 red 4 grey 5", rules_only=True).fallen


def test_a_line_put_in_is_numbered_as_the_others_are_now() -> None:
    found = put_in(state(STR8), 6, "bet Ben 8-8 miss")
    assert lines(found) == [7, 8]
    assert found.state.text.count("bet Ben") == 1
    assert put_in(state(STR8), 11, "dice red red red").fine


def test_a_line_that_breaks_a_rule_itself_changes_nothing() -> None:
    found = change(state(STR8), 7, "bet Ben 4-12")
    assert [error.line for error in found.errors] == [7]
    assert not found.fallen


def test_a_line_that_what_stands_before_it_denies_is_told_apart() -> None:
    found = change(state(STR8), 8, "told Ben low")
    assert found.denied
    assert not found.fallen


def test_comments_stay_and_a_log_with_faults_is_judged_by_new_ones_only() -> None:
    text = STR8.replace("told Ben hit\n", "told Ben hit  # he said\nbet Ben 1-2\n")
    faulty = read_state(text, "a.game")
    assert faulty.opened is None
    found = take_out(faulty, 7)
    assert lines(found) == [8]
    assert "# he said\n" in found.state.text


@pytest.mark.parametrize(
    ("text", "number", "line", "fall"),
    [
        (TRICODA, 6, "declare Ben 1 2 7 wrong", []),
        (TRICODA, 4, "see Ben green 1 yellow 2 pink 7", []),
        (TRICODA, 4, "see Ben green 1 yellow 2 pink 6", [6]),
        (BOX, 6, "bid Ben 3x3", [7]),
        (BOX, 4, "set 1", [5]),
    ],
)
def test_other_games(text: str, number: int, line: str, fall: list[int]) -> None:
    assert lines(change(state(text), number, line))[:1] == fall[:1]


MORE: dict[str, Callable[[int], list[str]]] = {
    "think-str8": lambda seed: str8_game(seed, players=2 + seed % 3, end=True).lines,
    "tricoda": lambda seed: tricoda_game(seed, 2 + seed % 3, 12, 3, mixes=True).lines,
    "plain": lambda seed: plain_evening(seed, told="all").lines[:60],
    "nuggets": lambda seed: nuggets_evening(seed, told="all").lines[:60],
}


def corrections(game: str, seed: int) -> list[Corrected]:
    """A true log with slips, lines taken out and lines of elsewhere put in."""
    rng, log = random.Random(f"{game} {seed}"), list(MORE[game](seed))
    before = state("\n".join(log) + "\n")
    found = []
    if game == "think-str8":
        slips = [slip for make in KINDS.values() if (slip := make(rng, log))]
        found += [change(before, place + 1, line) for place, line in slips]
    for _ in range(4):
        number, other = rng.randrange(5, len(log) + 1), rng.choice(log[4:])
        found += [take_out(before, number), put_in(before, number, other), change(before, number, other)]
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", MORE)
def test_the_rest_fits_and_nothing_falls_that_could_stay(game: str, seed: int) -> None:
    for found in corrections(game, seed):
        if found.errors or found.denied:
            continue
        assert found.state.opened, found.state.errors
        assert holds_together(found.state.opened)
        shift = len(found.whole.log.lines) > len(found.state.log.lines) + len(found.fallen)
        for back in found.fallen:
            text = found.whole.text
            for other in found.fallen:
                if other != back:
                    text = with_line_changed(text, _place(found, other.line.text, other.line.number), "")
            again = read_state(text, "a.game")
            assert again.opened is None or not holds_together(again.opened), (back, shift)


def _place(found: Corrected, text: str, number: int) -> int:
    """Where a line stands once the correction is made."""
    near = (number, number + 1, number - 1)
    return next(at for at in near if found.whole.log.lines[at - 1 : at] and found.whole.log.lines[at - 1].text == text)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        (f"{STR8}final blue 3\n", {1: "dice", 2: "final"}),
        (TRICODA, {1: ""}),
        (f"{BOX}cup Ben 2 2 5 6\nset 4\nroll 2 2 2 2\n", {1: "set", 2: ""}),
    ],
    ids=["think-str8", "tricoda", "thinkaboxin"],
)
def test_a_forgotten_line_goes_before_what_ends_its_round(text: str, ends: dict[int, str]) -> None:
    """Also of the last round: behind final bets no swap could be told any more."""
    log = state(text)
    assert log.opened
    assert set(ends) == set(range(1, log.opened.table.round + 1))
    for round_, verb in ends.items():
        number = line_after_round(log, round_)
        assert number is not None
        assert [line.words[0].key for line in log.log.lines[number - 1 : number]] == ([verb] if verb else [])
    assert line_after_round(log, log.opened.table.round + 1) is None
