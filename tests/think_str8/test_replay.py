"""Every rule of the table by two tiny logs, one it allows and one it forbids; and what is not typed stays unknown."""

from __future__ import annotations

import pytest

from solver.games import open_log
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.rules import PILE, ROUNDS, TOKENS, final_points
from solver.games.think_str8.words.gaps import find_gaps
from solver.log import parse_log
from tests.conftest import EXAMPLES
from tests.think_str8.random_games import random_game
from tests.think_str8.reading import THREE, faults_of, table_of, warnings_of

TWO = "game think-str8\nplayers Anna Ben\nme Anna\n"
FOUR = "game think-str8\nplayers Anna Ben Cleo Dirk\nme Anna\n"
ROUND = "dice yellow green blue\n"

# name: (allowed, forbidden, line of the fault, a word of its sentence)
RULES = {
    "a card exists once": ("see Ben blue 3\nsee Cleo blue 4", "see Ben blue 3\nsee Cleo blue 3", 5, "second blue 3"),
    "a card seen twice is the same card": (
        "see Ben blue 3\nsee Ben blue 3",
        "see neutral b 3\nsee neutral b 4",
        5,
        "was a 3",
    ),
    "a laid off card does not come back": (
        "dice bbb\nbet Ben 0-3 low\nswap Ben blue 3 4\nsee Cleo blue 5",
        "dice bbb\nbet Ben 0-3 low\nswap Ben blue 3 4\nsee Cleo blue 3",
        7,
        "second blue 3",
    ),
    "who lays off a card has it": (
        "see Ben blue 3\ndice bbb\nbet Ben 0-3 low\nswap Ben blue 3 4",
        "see Ben blue 3\ndice bbb\nbet Ben 0-3 low\nswap Ben blue 5 4",
        7,
        "was a 3",
    ),
    "bets come after a throw": ("dice ygb\nbet 4-9", "bet 4-9\ndice ygb", 4, "before the first throw"),
    "swaps come after a throw": ("dice ygb\nswap blue 3", "swap blue 3", 4, "before the first throw"),
    "one bet a round": ("dice ygb\nbet 4-9\ndice ygb\nbet 4-9", "dice ygb\nbet 4-9\nbet 4-8", 6, "line 5 already"),
    "who lays off a card was wrong": (
        "dice ygb\nbet 4-9\nswap blue 3\ntold low",
        "dice ygb\nbet 4-9\nswap blue 3\ntold hit",
        7,
        "laid off a card",
    ),
    "one answer a bet": ("dice ygb\nbet 4-9\ntold hit", "dice ygb\nbet 4-9 hit\ntold hit", 6, "told already"),
    "no answer without a bet": ("dice ygb\nbet Ben 4-9\ntold Ben low", "dice ygb\ntold Ben low", 5, "not typed"),
    "one swap a round": (
        "dice ygb\nswap Ben blue 3 4\ndice ygb\nswap Ben blue 4 5",
        "dice ygb\nswap Ben blue 3 4\nswap Ben green 4 5",
        6,
        "line 5 already",
    ),
    "only who bet wrong swaps": ("dice ygb\nbet 4-9 low\nswap blue 3", "dice ygb\nbet 4-9 hit\nswap blue 3", 6, "hit"),
    "a token is taken once": ("dice ygb\nbet 4-9\nbet Ben 4-8", "dice ygb\nbet 4-9\nbet Ben 5-10", 6, "is taken"),
    "tokens are 1 to 7 long": ("dice ygb\nbet 4-10", "dice ygb\nbet 4-11", 5, "No token"),
    "tokens are as typed": (
        "tokens 2:9 9:1\ndice ygb\nbet 4-12",
        "tokens 2:9 9:1\ndice ygb\nbet 4-10",
        6,
        "No token is 7 long",
    ),
    "tokens are typed before the first throw": ("tokens 1:1\ndice ygb", "dice ygb\ntokens 1:1", 5, "has begun"),
    "grey is left out before any card": ("without grey\nsee Ben 12345", "see Ben 123456\nwithout grey", 5, "has begun"),
    "no grey without grey": ("without grey\ndice ygb", "without grey\ndice yge", 5, "without grey"),
    "no round after the final bets": ("dice ygb\nfinal blue 3", "dice ygb\nfinal blue 3\ndice ygb", 6, "no round"),
    "no bet after the final bets": ("dice ygb\nbet 4-9\nfinal b 3", "dice ygb\nfinal b 3\nbet 4-9", 6, "no bet"),
    "no swap after the cards are turned": (
        "dice ygb\nswap b 3\nreveal b 4",
        "dice ygb\nreveal b 4\nswap b 4",
        6,
        "no swap",
    ),
    "final bets on a colour once": ("final blue 3\nfinal green 3", "final blue 3\nfinal blue 4", 5, "line 4 already"),
    "two final bettors": ("final blue 3\nfinal Ben blue 3", "final Ben blue 3\nfinal Ben blue 3", 5, "line 4 already"),
}


@pytest.mark.parametrize("rule", RULES)
def test_rule(rule: str) -> None:
    allowed, forbidden, line, words = RULES[rule]
    assert faults_of(THREE + allowed) == []
    faults = faults_of(THREE + forbidden)
    assert [number for number, _ in faults] == [line]
    assert words in faults[0][1]


@pytest.mark.parametrize(("names", "fine"), [("A", False), ("A B", True), ("A B C D", True), ("A B C D E", False)])
def test_two_to_four_players(names: str, fine: bool) -> None:
    last = names.split()[-1]
    log = f"game think-str8\nplayers {names}\nme A\ndice ygb\nbet {last} 4-9 hit\nscore {last} 3\n"
    assert [line for line, _ in faults_of(log)] == ([] if fine else [2])


@pytest.mark.parametrize("head", [TWO, THREE, FOUR])
def test_ten_nine_or_eight_rounds(head: str) -> None:
    count = len(head.splitlines()[1].split()) - 1
    assert table_of(head + ROUND * ROUNDS[count]).round == {2: 10, 3: 9, 4: 8}[count]
    faults = faults_of(head + ROUND * (ROUNDS[count] + 3))
    assert len(faults) == 1, "only the first round too many is blamed"
    assert faults[0][0] == 4 + ROUNDS[count]


def test_a_pile_has_three_cards_for_all_players_together() -> None:
    swaps = ["swap Ben blue 1 2", "swap Cleo blue 3 4", "swap blue 5", "swap Ben blue 2 6"]
    log = THREE + "".join(f"{ROUND}{swap}\n" for swap in swaps[:PILE])
    table = table_of(log)
    assert (table.pile("blue"), table.pile("blue", 1), table.pile("green")) == (0, 2, 3)
    faults = faults_of(log + ROUND + swaps[PILE])
    assert faults == [(11, "The blue draw pile is empty: its cards went in lines 5, 7 and 9.")]


def test_a_swap_splits_the_history_of_a_colour() -> None:
    table = table_of(THREE + ROUND + "bet 4-9 low\nswap yellow 2\n" + ROUND)
    first, second = table.holders["Anna"]["yellow"]
    assert (first.number, first.first, first.last, second.number, second.first) == (2, 1, 1, None, 2)
    assert table.held_in("Anna", "yellow", 1) is first
    assert table.held_in("Anna", "yellow", 2) is second


def test_tokens_left_in_the_round() -> None:
    table = table_of(THREE + ROUND + "bet 4-9\nbet Ben 8-8\n")
    assert table.free_tokens() == (2, 3, 4, 5, 7)
    assert dict(table.tokens) == TOKENS == {1: 7, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2, 7: 1}


def test_points_follow_the_tokens_typed() -> None:
    table = table_of(THREE + "tokens 1:9 2:8\n" + ROUND + "bet 4-4 hit\nbet Ben 5-6 low\n")
    assert table.track.scores() == {"Anna": 9, "Ben": 0, "Cleo": 0}


# Who throws and who chooses.


def test_last_on_the_track_throws_the_top_stone_first() -> None:
    log = THREE + ROUND + "bet 4-9 low\nbet Ben 4-8 hit\nbet Cleo 4-7 high\n"
    assert table_of(THREE).thrower == "Anna"
    assert table_of(THREE + ROUND).order == ("Anna", "Ben", "Cleo")
    table = table_of(log + "swap blue 1\nswap Cleo green 1 2\n")
    assert (table.thrower, table.order) == ("Anna", ("Anna", "Cleo", "Ben"))
    # Anna comes to Ben's space and lies on his stone.
    table = table_of(log + ROUND + "bet 4-8 hit\nbet Cleo 0-3 hit\nbet Ben 4-4 miss\n")
    assert table.track.scores() == {"Anna": 3, "Ben": 3, "Cleo": 4}
    assert table.order == ("Anna", "Ben", "Cleo")


def test_the_order_of_typing_bets_does_not_change_the_stack() -> None:
    tied = "tokens 1:3 2:3 3:3\n"
    first = table_of(THREE + tied + ROUND + "bet 4-4 hit\nbet Ben 5-6 hit\nbet Cleo 4-6 hit\n")
    second = table_of(THREE + tied + ROUND + "bet Cleo 4-6 hit\nbet Ben 5-6 hit\nbet 4-4 hit\n")
    assert first.order == second.order == ("Cleo", "Ben", "Anna")


def test_who_threw_is_said_while_bets_are_open() -> None:
    table = table_of(THREE + ROUND + "bet 4-9 hit\n")
    assert (table.round_open, table.thrower) == (True, "Anna")
    assert table.unanswered(table.rounds[0]) == ("Ben", "Cleo")


# What is not typed.


def test_an_untyped_bet_loses_the_stone_until_a_score_is_typed() -> None:
    log = THREE + ROUND + "bet 4-9 hit\nbet Cleo 4-8 low\n" + ROUND
    assert table_of(log).track.scores() == {"Anna": 2, "Ben": None, "Cleo": 0}
    assert table_of(log + "bet 4-9 low\nbet Ben 4-8 low\nbet Cleo 3-6 low").thrower is None
    assert table_of(log + "score Ben 5\n").track.scores()["Ben"] == 5
    early = THREE + ROUND + "bet 4-9 hit\nbet Cleo 4-8 low\nscore Ben 5\n" + ROUND
    assert table_of(early).track.scores() == {"Anna": 2, "Ben": 5, "Cleo": 0}


def test_a_swap_tells_that_the_bet_was_wrong() -> None:
    log = THREE + ROUND + "bet 4-9 hit\nbet Cleo 4-8 low\nswap Ben blue 1 2\n" + ROUND
    assert table_of(log).track.scores()["Ben"] == 0


def test_the_last_round_can_be_untyped_too() -> None:
    log = THREE + ROUND + "bet 4-9 hit\nbet Cleo 4-8 low\n"
    assert table_of(log).track.space("Ben") == 0
    ended = table_of(log + "final blue 1\nfinal Ben blue 1\nfinal Cleo blue 1\nreveal 1 2 3 4 5 6\n")
    assert ended.track.space("Ben") is None
    assert ended.winner == ()


def test_a_missing_swap_is_noticed_when_the_card_has_changed() -> None:
    log = THREE + "see Ben blue 3\n" + ROUND + "bet Ben 4-9 {}\n" + ROUND + "see Ben blue 4\n"
    assert [line for line, _ in warnings_of(log.format("low"))] == [8]
    assert table_of(log.format("low")).held_in("Ben", "blue", 1) is not None
    hit = log.format("hit").replace("see Ben blue 4", "bet Ben 4-9 hit\nsee Ben blue 4")
    assert [line for line, _ in faults_of(hit)] == [9]


def test_lacking_swaps() -> None:
    log = THREE + ROUND + "bet Ben 4-9 low\n" + ROUND + "bet Ben 4-9 hit\n" + ROUND
    table = table_of(log)
    assert table.lacking_swaps("Ben") == (1,)
    assert table.lacking_swaps("Cleo") == (1, 2)


# Scores, crosses, warnings.


def test_a_typed_score_counts_and_is_doubted_only_if_it_is_news() -> None:
    log = THREE + ROUND + "bet 4-9 hit\nscore {}\n"
    assert warnings_of(log.format("2")) == []
    assert warnings_of(log.format("12")) == [(6, "According to the log Anna stands on 2.")]
    assert table_of(log.format("12") + "score Ben -3\n").track.scores() == {"Anna": 12, "Ben": -3, "Cleo": 0}


def test_a_score_may_come_before_the_answer_that_it_counts() -> None:
    log = THREE + ROUND + "bet 4-9\nscore {}\n"
    for points, told, after in (("2", "told hit\n", 2), ("0", "told hit\n", 2), ("0", "told low\n", 0), ("2", "", 2)):
        text = log.format(points) + told
        assert warnings_of(text) == []
        assert table_of(text).track.space("Anna") == after
    assert warnings_of(log.format("12")) == [(6, "According to the log Anna stands on 0.")]
    assert warnings_of(log.format("2") + "told low\n") == [(7, "By the score in line 6 it was a hit.")]


def test_a_score_after_the_end_is_the_last_word() -> None:
    text = (EXAMPLES / "evening.game").read_text()
    table = table_of(text + "score Ben 60\n")
    assert table.final_track is not None
    assert table.final_track.space("Ben") == 60
    assert table.winner == ("Ben",)


def test_a_score_after_cards_were_turned_without_final_bets_counts() -> None:
    assert table_of(THREE + ROUND + "reveal 1 2 3 4 5 6\nscore Ben 9\n").track.space("Ben") == 9


def test_crosses_are_wiped_by_a_swap_of_their_colour() -> None:
    log = THREE + "cross red 5 7, blue 1\n" + ROUND + "uncross red 5\n"
    assert set(table_of(log).crossed) == {("red", 7), ("blue", 1)}
    assert set(table_of(log + "swap Ben red 1 2\n").crossed) == {("red", 7), ("blue", 1)}
    assert set(table_of(log + "swap red 1\n").crossed) == {("blue", 1)}
    assert warnings_of(THREE + "uncross red 5\n") == [(4, "Red 5 is not crossed out.")]


@pytest.mark.parametrize(
    ("bet", "warned"), [("4-4 miss", 0), ("4-4 low", 1), ("4-4 hit", 0), ("4-9 miss", 1), ("4-9 high", 0)]
)
def test_directions_and_the_shortest_token(bet: str, warned: int) -> None:
    assert len(warnings_of(THREE + ROUND + f"bet {bet}\n")) == warned
    assert len(warnings_of(THREE + "tokens 2:6 3:5\n" + ROUND + "bet 4-5 low\n")) == 2


def test_names_keep_their_spelling_in_messages() -> None:
    head = "game think-str8\nplayers Anna McKay\nme Anna\n"
    assert faults_of(head + ROUND + "bet mckay 4-9\nbet mck 4-8\n")[0][1].startswith("McKay's bet")


# One slip, one error.


@pytest.mark.parametrize(
    "slip",
    [
        "dcie ygb\nbet 4-9 hit",
        "bet 4-9 hit\nbet Ben 3-7 hit\nbet Cleo 4-7 hit\ndice ygb\nbet Ben 3-7 hit",
        "final blue 3\nbet Ben 4-8 low\nswap Ben blue 1 2\ndice ygb\nbet 4-9 hit",
        "reveal Ben blue 3\ndice ygb\nbet 4-9 hit\ndice ygb\nbet 4-9 hit",
        "wurstel ygb\nbet 4-9 hit",
        "dice yg\nbet 4-9 hit",
        "bet Ben 9-15 higher\ntold Ben low\nswap Ben blue 1 2",
        "bet Ben 9-15 low\nswap Ben bleu 1 x\ndice ygb\nbet Ben 9-15 low\nswap Ben blue 2 3",
    ],
)
def test_a_slip_is_one_error(slip: str) -> None:
    assert len(faults_of(THREE + ROUND + "bet 4-9 hit\n" + slip)) == 1


@pytest.mark.parametrize(
    "slip", ["without gery\nsee Ben 12345", "wihtout grey\nsee Ben 12345", "tokens 1:7 9\ndice ygb\nbet 2-9"]
)
def test_a_slip_in_the_opening_is_one_error(slip: str) -> None:
    assert len(faults_of(THREE + slip)) == 1


# --round.


def test_up_to_a_round() -> None:
    text = (EXAMPLES / "evening.game").read_text()
    for number in range(10):
        table = table_of(text, number)
        assert table.round == number
        assert not table.finished
    assert table_of(text, 0).thrower == "Anna"
    assert [line for line, _ in faults_of(THREE + ROUND + "bet 4-9\n" + ROUND + "bet 4-30\n", 1)] == [7]


def test_a_rule_broken_later_does_not_matter_for_an_earlier_round() -> None:
    log = THREE + ROUND + "bet 4-9\n" + ROUND + "bet 4-9\nbet 4-8\n"
    assert faults_of(log) != []
    assert faults_of(log, 1) == []


# The end.


@pytest.mark.parametrize(
    ("card", "bets", "points"), [(3, (3,), 5), (3, (3, 4), 2), (3, (1, 2, 3), 1), (3, (4,), -2), (3, (), -2)]
)
def test_final_points(card: int, bets: tuple[int, ...], points: int) -> None:
    assert final_points(card, bets) == points


def test_the_four_scorings_of_the_rule_sheet() -> None:
    table = table_of((EXAMPLES / "scoring.game").read_text())
    assert table.final_points == {"Markus": 11, "Inka": 13, "Katrin": 12, "Thomas": 21}
    assert table.winner == ("Thomas",)


def test_a_tie_is_won_by_the_stone_below() -> None:
    """Final bets are scored from the last to the first: with the same points, who was behind lies below."""
    ends = "".join(f"final {name} blue {number}\n" for name, number in (("Anna", 1), ("Ben", 2), ("Cleo", 7)))
    ends += "reveal 1 2 3 4 5 6\nreveal Ben 2 3 4 5 6 7\nreveal Cleo 3 4 5 6 7 0\n"
    table = table_of(THREE + ends)
    assert table.final_points == {"Anna": -5, "Ben": -5, "Cleo": -12}
    assert table.winner == ("Anna",)  # Anna lay on top of the starting stack, is scored first, and so lies below Ben
    unknown = table_of(THREE + "score Anna 3\nscore Ben 3\n" + ends)
    assert set(unknown.winner) == {"Anna", "Ben"}


def test_no_winner_without_everybodys_cards() -> None:
    table = table_of(THREE + "final blue 1\nfinal Ben blue 2\nreveal 1 2 3 4 5 6\n")
    assert table.final_points == {"Anna": 5 - 10, "Ben": None, "Cleo": None}
    assert table.winner == ()


def test_a_forgotten_throw_is_one_error_in_a_whole_game() -> None:
    lines = random_game(3, players=3, end=True).lines
    throws = [at for at, line in enumerate(lines) if line.startswith("dice")]
    for at in throws:
        assert len(faults_of("\n".join(lines[:at] + lines[at + 1 :]))) == 1
    for at, line in enumerate(lines):
        if line.startswith("bet"):
            twice = [line for line, _ in faults_of("\n".join(lines[: at + 1] + lines[at:]))]
            assert twice == [at + 2]


@pytest.mark.parametrize("seed", range(12))
def test_whole_random_games_are_legal(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0, miss_chance=seed % 4 / 10, end=True)
    assert faults_of(game.text) == []


@pytest.mark.parametrize("seed", range(6))
def test_the_log_cut_anywhere_is_read_or_refused(seed: int) -> None:
    text = random_game(seed, players=2 + seed % 3, end=True).text
    for end in range(0, len(text), 7):
        faults_of(text[:end])


def test_a_round_looked_back_at_is_over() -> None:
    """What was not typed by its end is missing, and not awaited."""
    log = THREE + ROUND + "bet 4-9 hit\nbet Cleo 4-8 low\n"
    now, then = table_of(log), table_of(log + ROUND, upto=1)
    assert now.round_open
    assert now.track.space("Ben") == 0
    assert now.lacking_swaps("Cleo") == ()
    assert not then.round_open
    assert then.track.space("Ben") is None
    assert then.thrower is None
    assert then.lacking_swaps("Cleo") == (1,)


OWN_SWAP = THREE + "dice yyy\nbet {} {}\nswap blue 3\n"


@pytest.mark.parametrize(
    ("span", "answer", "asked"),
    [
        ("5-9", "", True),
        ("0-6", "", False),  # a sum below 0 there is not
        ("15-21", "", False),
        ("8-8", "", False),  # with the shortest token no direction is told
        ("5-9", "low", False),
        ("5-9", "miss", False),
    ],
)
def test_a_swap_without_an_answer_asks_for_the_direction(span: str, answer: str, asked: bool) -> None:
    text = OWN_SWAP.format(span, answer)
    gaps = [str(gap) for gap in find_gaps(table_of(text), "Anna") if "too low or too high" in str(gap)]
    assert bool(gaps) == asked
    opened = open_log(parse_log(text))
    assert isinstance(opened, Str8Log)
    assert ("too low or too high?" in opened.tell(opened.reading.events[-1])) == asked
    if asked:
        assert not any("too low or too high" in str(gap) for gap in find_gaps(table_of(text + "told high\n"), "Anna"))
