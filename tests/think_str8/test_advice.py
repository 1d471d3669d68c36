"""Which question `advise` answers at every moment of a game, what it says then, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solver.games.think_str8.advice.advise import Advice, find_phase, make_advice
from solver.games.think_str8.advice.moves import BetAdvice, DiceAdvice, FinalAdvice, SwapAdvice, Waiting
from solver.games.think_str8.words.gaps import USUAL_TOKENS
from solver.log import Fault
from tests.conftest import EXAMPLES, Deduce
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import CERTAIN, DEAL, table_of

ROUND = "dice blue green yellow\n"
LAST = random_game(1, players=3).text


def advise(text: str, seat: str = "Anna", **wish: str) -> Advice:
    return make_advice(table_of(text), seat, wish)


@pytest.mark.parametrize(
    ("lines", "phase"),
    [
        ("", "throw"),
        (ROUND, "bet"),
        (ROUND + "bet Ben 3-9 hit\n", "bet"),
        (ROUND + "bet 3-9\n", "answer"),
        (ROUND + "bet 3-9\ntold hit\n", "throw"),
        (ROUND + "bet 3-9 hit\n", "throw"),
        (ROUND + "bet 3-9 low\n", "swap"),
        (ROUND + "bet 3-9 low\nswap blue 6\n", "throw"),
        (ROUND + "bet 3-9 low\nswap blue 6\n" + ROUND, "bet"),
        ("final blue 3, green 4\n", "over"),
    ],
)
def test_the_question_of_the_moment(lines: str, phase: str) -> None:
    assert advise(DEAL + lines).phase == phase == find_phase(table_of(DEAL + lines), "Anna", {})


def test_after_the_last_round_come_the_final_bets() -> None:
    assert advise(LAST).phase == "final"
    assert advise(random_game(1, players=3, end=True).text).phase == "over"


def test_mid_game_the_final_bets_can_be_asked_for() -> None:
    for lines in ("", ROUND, ROUND + "bet 3-9 low\n"):
        advice = advise(DEAL + lines, final="")
        assert advice.phase == "final"
        assert isinstance(advice.content, FinalAdvice)
    assert advise(DEAL + "final blue 3, green 4\n", final="").phase == "over"


def test_no_swap_is_asked_for_when_all_piles_are_empty() -> None:
    """Ten rounds of two players use up at most twenty cards: here all fifteen of the game without grey."""
    lines, drawn = ["game think-str8", "players Anna Ben", "me Anna", "without grey"], []
    for number in range(3):
        drawn += [(colour, number) for colour in ("blue", "green", "yellow", "purple", "red")]
    rounds = [drawn[i : i + 2] for i in range(0, len(drawn), 2)]
    for swaps in rounds:
        lines += ["dice b g y", "bet 0-1 low", "bet Ben 0-2 low"]
        lines += [f"swap {who} {c} {n}" for who, (c, n) in zip(("Anna", "Ben"), swaps, strict=False)]
    table = table_of("\n".join([*lines, "dice b g y", "bet 0-1 low"]) + "\n")
    assert {table.pile(colour) for colour in table.colours} == {0}
    assert find_phase(table, "Anna", {}) == "throw"


# What is said.


def test_free_tokens_leave_out_those_typed_and_taken() -> None:
    advice = advise(DEAL + ROUND + "bet Ben 3-9 hit\n", taken="5,1")
    assert isinstance(advice.content, BetAdvice)
    assert advice.content.free == (2, 3, 4, 6)
    assert {option.token for option in advice.content.options} == {2, 3, 4, 6}


def test_the_words_fit_their_bets() -> None:
    bets = advise(DEAL + ROUND).content
    assert isinstance(bets, BetAdvice)
    assert bets.words["safe"].hit == max(option.hit for option in bets.options)
    assert bets.words["sharp"].expected == pytest.approx(max(option.expected for option in bets.options))
    assert bets.words["curious"].final == pytest.approx(max(option.final for option in bets.options if option.open))
    assert len(bets.options) == 133


def test_a_bet_that_cannot_hit_is_not_curious() -> None:
    """In round 8 of the evening the sum is certain. A wrong bet allows a swap, and only that makes it worth most."""
    lines = Path("examples/think_str8/evening.game").read_text(encoding="utf-8").splitlines(keepends=True)
    dice = [i for i, line in enumerate(lines) if line.startswith("dice")]
    bets = advise("".join(lines[: dice[7] + 1])).content
    assert isinstance(bets, BetAdvice)
    most = max(bets.options, key=lambda option: round(option.final, 9))
    assert (most.hit, most.open) == (0, False)
    assert "curious" not in bets.words


def test_a_certain_hand_has_nothing_to_teach() -> None:
    bets = advise(CERTAIN + ROUND).content
    assert isinstance(bets, BetAdvice)
    assert set(bets.words) == {"safe", "sharp"}


@pytest.mark.parametrize(
    ("lines", "seat", "hint"),
    [
        ("bet 3-9\n", "Anna", "Type it: told hit, told low or told high"),
        ("bet 4-4\n", "Anna", "Type it: told hit or told miss"),
        ("bet Ben 4-4\n", "Ben", "Type it: told Ben hit or told Ben miss"),
    ],
)
def test_the_answer_awaited_may_be_any(lines: str, seat: str, hint: str) -> None:
    unseen = "".join(line for line in DEAL.splitlines(keepends=True) if not line.startswith("see Ben"))
    waiting = advise(unseen + ROUND + lines, seat).content
    assert isinstance(waiting, Waiting)
    assert waiting.hint == hint


def test_swaps_leave_out_empty_piles() -> None:
    swaps = "".join(
        f"{ROUND}bet 0-1 low\nbet Ben 0-2 low\nswap grey {mine}\nswap Ben grey {old} {new}\n"
        for mine, old, new in ((0, 5, 1), (2, 1, 7))
    ).replace("swap Ben grey 1 7\n", "")
    swap = advise(DEAL + swaps + ROUND + "bet 0-1 low\n").content
    assert isinstance(swap, SwapAdvice)
    assert [option.colour for option in swap.options if option.colour == "grey"] == []
    assert len(swap.options) == 5


def test_seeing_a_card_never_takes_points_away() -> None:
    text = "game think-str8\nplayers Anna Ben Cleo\nme Anna\nsee Ben 100457\nsee Cleo 721512\n"
    swap = advise(text + "dice gre\nbet 2-4 low\n").content
    assert isinstance(swap, SwapAdvice)
    assert "-0.00" not in " ".join(option.reason for option in swap.options)


def test_the_thrower_may_ask_which_die_to_turn() -> None:
    dice = advise(DEAL, dice="y g b").content
    assert isinstance(dice, DiceAdvice)
    assert dice.thrown == ("yellow", "green", "blue")
    assert len(dice.options) == 16
    waiting = advise(DEAL).content
    assert isinstance(waiting, Waiting)
    assert waiting.thrower == "Anna"
    assert "advise dice" in str(waiting.hint)


def test_who_does_not_throw_is_told_who_does() -> None:
    waiting = advise(DEAL, seat="Ben").content
    assert isinstance(waiting, Waiting)
    assert "Anna throws" in waiting.text or "You throw" in waiting.text


def test_the_usual_tokens_are_owned_up_to() -> None:
    assert USUAL_TOKENS in advise(DEAL + ROUND).notes
    assert USUAL_TOKENS in advise(DEAL, dice="ygb").notes
    typed = DEAL.replace("me Anna\n", "me Anna\ntokens 1:9 2:6 3:5 4:4 5:3 6:2 7:1\n")
    advice = advise(typed + ROUND)
    assert USUAL_TOKENS not in advice.notes
    assert isinstance(advice.content, BetAdvice)
    assert {option.points for option in advice.content.options if option.token == 1} == {9}


def test_a_contradictory_log_gets_no_advice() -> None:
    advice = advise(DEAL + ROUND + "bet 0-6 hit\n" + ROUND + "bet 20-21 hit\n" + ROUND)
    assert (advice.phase, advice.hands, advice.data()["consistent"]) == ("contradiction", 0, False)
    assert isinstance(advice.content, Waiting)
    assert "`check" in str(advice.content.hint)


@pytest.mark.parametrize(
    ("lines", "seat", "wish", "word"),
    [
        (ROUND, "Anna", {"taken": "9" * 5000}, "no token has that length"),
        (ROUND, "Anna", {"taken": "9"}, "advise taken 9"),
        (ROUND, "Anna", {"taken": "x"}, "advise taken x"),
        (ROUND, "Anna", {"taken": "1 2 3 4 5 6 7"}, "tokens are taken"),
        (ROUND, "Anna", {"aim": "gold"}, "advise aim gold"),
        (ROUND, "Anna", {"aim": "1_2"}, "no such aim"),
        (ROUND, "Anna", {"aim": "31"}, "-12 to 30 points"),
        (ROUND, "Anna", {"aim": "-13"}, "-12 to 30 points"),
        (ROUND, "Anna", {"aim": "9" * 5000}, "-12 to 30 points"),
        (ROUND, "Anna", {"dice": "ygb"}, "typed already"),
        ("", "Ben", {"dice": "ygb"}, "Anna throws"),
        ("", "Anna", {"dice": "yg"}, "2 dice"),
        ("", "Anna", {"dice": "y g gren"}, "gren"),
    ],
)
def test_wishes_that_cannot_be_granted(lines: str, seat: str, wish: dict[str, str], word: str) -> None:
    with pytest.raises(Fault) as refused:
        advise(DEAL + lines, seat, **wish)
    assert word in str(refused.value.problem)
    assert refused.value.hint


def test_options_that_do_not_count_are_named() -> None:
    assert any("advise final aim win" in str(note) for note in advise(DEAL + ROUND, aim="win").notes)
    assert any("`advise taken`" in str(note) for note in advise(LAST, taken="5").notes)


def test_final_bets_on_all_that_can_be_are_certain(deduce: Deduce) -> None:
    shown = deduce("advise", EXAMPLES / "evening.game", "--round", "5", "--final").stdout
    assert re.search(r"grey +1 3 4 +100% +\+1\.00", shown)  # three chances that add up to 1 but for a rounding
