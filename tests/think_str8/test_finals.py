"""Final bets: the rule sheet's scorings, hand-checked cases, and every aim against exhaustive search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import prod
from random import Random

import numpy as np
import pytest

from solver.games.think_str8.advice.final_bets import (
    ALL_CELLS,
    FEW_HANDS,
    Bets,
    Rival,
    best_for,
    bets_for_points,
    chance_of,
    expected_points,
    find_rivals,
    plain_choices,
    points_by_hand,
    points_chances,
    possible_bets,
    prizes_for,
    weigh_colours,
    win_prizes,
)
from solver.games.think_str8.advice.moves import advise_final
from solver.games.think_str8.advice.pairs import Pairs
from solver.games.think_str8.facts import Known, know
from solver.games.think_str8.rules import COLOURS, final_score
from solver.games.think_str8.table import Track
from tests.think_str8.naive_advice import all_final_bets, best_final, rival_points, score, win_chance
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import hand_list, table_of

SCORINGS = {
    "Markus": ("714460", "247 1 345 24 267 047", 11),
    "Inka": ("101012", "14 0 12 025 1 1", 13),
    "Katrin": ("625745", "026 234 6 7 4 56", 12),
    "Thomas": ("567153", "45 6 67 12 5 3", 21),
}


@pytest.mark.parametrize("player", SCORINGS)
def test_the_scorings_on_the_rule_sheet(player: str) -> None:
    cards, bets, points = SCORINGS[player]
    hand = dict(zip(COLOURS, map(int, cards), strict=True))
    named: Bets = {colour: tuple(map(int, bet)) for colour, bet in zip(COLOURS, bets.split(), strict=True)}
    assert final_score(hand, named) == points
    known = known_hands([tuple(hand.values())])
    assert points_by_hand(known, named).tolist() == [points]


def known_hands(hands: Sequence[tuple[int, ...]]) -> Known:
    colours = COLOURS[: len(hands[0])]
    return Known(colours, np.array(hands), np.ones(len(hands), dtype=np.int64), (5,) * len(colours))


def endgames(most: int, count: int) -> list[int]:
    """Seeds of games that end with few enough final bets to try them all, and more than one hand."""
    found = []
    for seed in range(400):
        known = know(table_of(random_game(seed, players=2 + seed % 3).text), "Anna")
        if known.total > 2 and prod(map(len, possible_bets(known))) <= most:
            found.append(seed)
        if len(found) == count:
            break
    return found


ENDGAMES = endgames(most=30_000, count=6)


@pytest.fixture(params=ENDGAMES)
def endgame(request: pytest.FixtureRequest) -> tuple[Known, list[tuple[Bets, np.ndarray]]]:
    """The hands of a last round, and the points by hand of every choice of bets."""
    known = know(table_of(random_game(request.param, players=2 + request.param % 3).text), "Anna")
    hands = hand_list(known)
    choices: list[tuple[Bets, np.ndarray]] = []
    for bets in all_final_bets(hands):
        points = [sum(score(card, bet) for card, bet in zip(hand, bets, strict=True)) for hand in hands]
        choices.append((dict(zip(known.colours, bets, strict=True)), np.array(points)))
    return known, choices


# Points.


def test_points_by_hand() -> None:
    """Chances 1/2 1/4 1/4: one number 1.5, two 1.0, three a sure 1."""
    column, certain = weigh_colours(known_hands([(3, 7), (3, 7), (5, 7), (6, 7)]))
    assert [shape.expected for shape in column.shapes] == [1.5, 1.0, 1.0]
    assert column.best.numbers == (3,)
    assert [shape.numbers for shape in certain.shapes] == [(7,)]


def test_of_equal_bets_the_safer() -> None:
    """4/7 for one number is 2 points on average, and so are both numbers for sure."""
    (column,) = weigh_colours(known_hands([(1,)] * 4 + [(2,)] * 3))
    assert column.best.numbers == (1, 2)


def test_no_bets_expect_more(endgame: tuple[Known, list[tuple[Bets, np.ndarray]]]) -> None:
    known, choices = endgame
    best = bets_for_points(weigh_colours(known))
    most = max(points.mean() for _, points in choices)
    assert expected_points(known, best) == pytest.approx(most)
    shapes = {tuple(len(bet) for bet in bets.values()) for bets, _ in choices}
    sizes = [range(1, min(3, len(column.chances)) + 1) for column in weigh_colours(known)]
    assert shapes == set(product(*sizes))  # all shapes that make sense were tried


@pytest.mark.parametrize("seed", range(12))
def test_every_colour_by_itself_on_larger_endgames(seed: int) -> None:
    known = know(table_of(random_game(seed, players=2 + seed % 3, rounds=3).text), "Anna")
    hands = hand_list(known)
    for i, column in enumerate(weigh_colours(known)):
        assert column.best.expected == pytest.approx(float(best_final([hand[i] for hand in hands])))


# At least N.


def test_a_goal_needs_whole_hands_by_hand() -> None:
    """Two hands, 1 1 and 2 2: both numbers twice is a sure 4; ten points need one number each, right half the time."""
    known = known_hands([(1, 1), (2, 2)])
    sure, bold, never = (best_for(known, prizes_for(known, goal)) for goal in (4, 10, 11))
    assert (sure.chance, sure.proved, dict(sure.bets)) == (1.0, True, {"blue": (1, 2), "green": (1, 2)})
    assert (bold.chance, bold.proved) == (0.5, True)
    assert bold.bets["blue"] == bold.bets["green"]
    assert (never.chance, never.proved) == (0.0, True)


def test_a_goal_everyone_makes() -> None:
    known = known_hands([(1, 1), (2, 2)])
    assert best_for(known, prizes_for(known, -4)).chance == 1.0


@pytest.mark.seldom
@pytest.mark.parametrize("cells", [0, ALL_CELLS], ids=["proved by CP-SAT", "all tried"])
def test_no_bets_make_the_goal_more_often(
    endgame: tuple[Known, list[tuple[Bets, np.ndarray]]], cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.games.think_str8.advice.final_bets.ALL_CELLS", cells)
    known, choices = endgame
    least, most = min(points.min() for _, points in choices), max(points.max() for _, points in choices)
    for goal in range(int(least), int(most) + 2, 3):
        chosen = best_for(known, prizes_for(known, goal), patience=6)
        assert chosen.proved
        assert chosen.chance == pytest.approx(max((points >= goal).mean() for _, points in choices))
        assert chance_of(known, prizes_for(known, goal), chosen.bets) == pytest.approx(chosen.chance)
        hurried = best_for(known, prizes_for(known, goal), patience=1e-6)
        assert hurried.chance <= chosen.chance + 1e-9
        assert hurried.bound >= chosen.chance - 1e-9  # what is said to be the most must never be too little


@pytest.mark.seldom
@pytest.mark.parametrize(("goal", "proved"), [(-12, True), (12, False)])
def test_no_proof_is_tried_that_cannot_end(goal: int, proved: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among very many hands, and where the bets found cannot fail."""
    monkeypatch.setattr("solver.engine.cpsat.cover_most", None)
    known = know(table_of(random_game(0, players=2, rounds=0).text), "Anna")
    chosen = best_for(known, prizes_for(known, goal))
    assert (chosen.proved, chosen.bound) == (proved, 1.0)


def test_a_search_cut_short_says_so() -> None:
    known = know(table_of(random_game(1, players=3, rounds=3).text), "Anna")
    assert 900 < len(known.hands) < FEW_HANDS
    prizes = prizes_for(known, 5)
    chosen = best_for(known, prizes, patience=0.03)
    assert not chosen.proved
    assert chosen.chance <= chosen.bound <= 1.0
    colours = weigh_colours(known)
    assert all(chance_of(known, prizes, bets) <= chosen.chance for bets in plain_choices(colours).values())


def middles(count: int, least: int, most: int) -> list[int]:
    """Seeds of games in the middle with so many bets times hands."""
    found = []
    for seed in range(400):
        known = middle(seed)
        size = prod(map(len, possible_bets(known))) * len(known.hands)
        if least <= size <= most and len(known.hands) <= FEW_HANDS:
            found.append(seed)
        if len(found) == count:
            break
    return found


def middle(seed: int) -> Known:
    return know(table_of(random_game(seed, players=2 + seed % 3, rounds=5 + seed % 3).text), "Anna")


def most_by_plain_enumeration(known: Known, goal: int) -> float:
    """Colour by colour: how many ways lead each hand to which points, one choice of bets after the other."""
    hands, best = hand_list(known), 0
    options = [[[score(hand[i], bet) for hand in hands] for bet in bets] for i, bets in enumerate(possible_bets(known))]
    for choice in product(*options):
        best = max(best, sum(points >= goal for points in map(sum, zip(*choice, strict=True))))
    return best / len(hands)


@pytest.mark.parametrize("seed", middles(count=5, least=20_000, most=300_000))
@pytest.mark.parametrize("goal", [8, 14, 18])
def test_what_a_proof_leaves_open_is_enumerated(seed: int, goal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    known = middle(seed)
    prizes = prizes_for(known, goal)
    most = most_by_plain_enumeration(known, goal)
    chosen = best_for(known, prizes, patience=1e-6)  # far too little for a proof
    assert chosen.proved
    assert chosen.chance == chosen.bound == pytest.approx(most)
    assert chance_of(known, prizes, chosen.bets) == pytest.approx(most)
    monkeypatch.setattr("solver.games.think_str8.advice.final_bets.ALL_CELLS", 0)
    found = best_for(known, prizes, patience=1e-6)
    assert found.chance <= most + 1e-9 <= found.bound + 2e-9
    assert found.proved or found.settled == 2


@pytest.mark.parametrize("seed", middles(count=8, least=100_000, most=10_000_000))
def test_no_change_of_two_colours_helps_what_is_not_proved(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.games.think_str8.advice.final_bets.ALL_CELLS", 0)
    known = middle(seed)
    options = dict(zip(known.colours, possible_bets(known), strict=True))
    for goal in (8, 14):
        prizes = prizes_for(known, goal)
        found = best_for(known, prizes, patience=0)
        for one, two in combinations(known.colours, 2):
            for changed in product(options[one], options[two]):
                bets = {**found.bets, one: changed[0], two: changed[1]}
                assert chance_of(known, prizes, bets) <= found.chance + 1e-9


@pytest.mark.parametrize(("seed", "goal", "least"), [(12, 8, 0.388), (6, 8, 0.217), (24, 8, 0.275), (0, 8, 0.177)])
def test_among_many_hands_no_change_of_two_colours_helps_either(seed: int, goal: int, least: float) -> None:
    """Of these, bets improved one colour at a time had 33.9, 20.6, 26.4 and 16.7%."""
    known = know(table_of(random_game(seed, players=2 + seed % 3, rounds=2 + seed % 6).text), "Anna")
    assert len(known.hands) > FEW_HANDS
    prizes = prizes_for(known, goal)
    found = best_for(known, prizes)
    assert (found.proved, found.settled) == (False, 2)
    assert found.chance > least
    rng, options = Random(seed), dict(zip(known.colours, possible_bets(known), strict=True))
    for _ in range(300):
        one, two = rng.sample(known.colours, 2)
        bets = {**found.bets, one: rng.choice(options[one]), two: rng.choice(options[two])}
        assert chance_of(known, prizes, bets) <= found.chance + 1e-9


def test_bets_on_two_colours_are_weighed_as_one_by_one() -> None:
    """Prizes of their own for every hand, as for the win."""
    known = middle(3)
    options, rng = possible_bets(known), np.random.default_rng(3)
    prizes = np.sort(rng.random((len(known.hands), 1 + 8 * len(known.colours))), axis=1)
    best = Pairs(known, prizes, options).climb([0] * len(options))
    chosen = {colour: bets[place] for colour, bets, place in zip(known.colours, options, best, strict=True)}
    for one, two in combinations(range(len(options)), 2):
        for changed in product(options[one], options[two]):
            bets = {**chosen, known.colours[one]: changed[0], known.colours[two]: changed[1]}
            assert chance_of(known, prizes, bets) <= chance_of(known, prizes, chosen) + 1e-9


# The win.


def test_ties_at_the_end_by_hand() -> None:
    """All on one space, Anna on top: she scores first and lands lowest, so a tie is hers; who stays lies lowest."""
    track = Track.start(("Anna", "Ben"))
    assert track.order() == ("Anna", "Ben")
    assert track.scored_at_end({"Anna": 5, "Ben": 5}).first() == ("Anna",)
    assert track.scored_at_end({"Anna": 0, "Ben": 0}).first() == ("Ben",)
    moved = track.moved("Ben", 3, (1, 0))
    assert moved.scored_at_end({"Anna": 3, "Ben": 0}).first() == ("Ben",)
    assert moved.scored_at_end({"Anna": 4, "Ben": 1}).ahead("Anna", "Ben")


def test_rivals_see_my_hand() -> None:
    """Ben knows his card is 1 or 2. If I hold the 1 he is sure of the 2, else he names both."""
    rival = Rival("Ben", (2,), known_hands([(1,), (2,)]))
    chances = points_chances(rival, np.array([[1], [5]]))
    assert {points - 2: chance for points, chance in enumerate(chances[0]) if chance} == {5: 1.0}
    assert {points - 2: chance for points, chance in enumerate(chances[1]) if chance} == {2: 1.0}


def test_equally_good_bets_are_equally_likely() -> None:
    """Of four equally likely numbers a rival names three: right three times in four."""
    rival = Rival("Ben", (2,), known_hands([(1,), (2,), (3,), (4,)]))
    chances = points_chances(rival, np.array([[0]]))[0]
    assert {points - 2: chance for points, chance in enumerate(chances) if chance} == {-2: 0.25, 1: 0.75}


@pytest.mark.parametrize("seed", ENDGAMES)
@pytest.mark.seldom
def test_no_bets_win_more_often(seed: int) -> None:
    table = table_of(random_game(seed, players=2 + seed % 3).text)
    known, rivals = know(table, "Anna"), find_rivals(table, "Anna")
    assert not isinstance(rivals, str)
    hands = hand_list(known)
    prizes = win_prizes(table, "Anna", known.hands, rivals)
    naive = np.zeros_like(prizes)
    for row, hand in enumerate(hands):
        theirs = {rival.player: rival_points(rival.cards, hand_list(rival.known), hand) for rival in rivals}
        for points in range(-12, 31):
            naive[row, points + 12] = float(win_chance(table.track, "Anna", points, theirs))
    assert prizes == pytest.approx(naive, abs=1e-9)
    advice = advise_final(table, "Anna", known, "win", patience=6)
    rows = np.arange(len(hands))
    most = max(
        naive[rows, [12 + sum(map(score, hand, bets)) for hand in hands]].mean() for bets in all_final_bets(hands)
    )
    assert advice.proved
    assert advice.best.chance == pytest.approx(most, abs=1e-6)
    assert {choice.name for choice in advice.others} == {"bold", "safe", "points"}
    assert all((choice.chance or 0.0) <= most + 1e-9 for choice in advice.others)


def test_many_hands_are_sampled_with_a_stated_error() -> None:
    """The sampled chance of the bets for points is near the exact one, and a second run draws the same."""
    table = table_of(random_game(0, players=2, rounds=2).text)
    known, rivals = know(table, "Anna"), find_rivals(table, "Anna")
    assert not isinstance(rivals, str)
    assert known.total > 2_000
    advice, again = (advise_final(table, "Anna", known, "win") for _ in range(2))
    assert advice.sampled
    assert advice.error is not None
    assert 0 < advice.error < 0.015
    assert not advice.proved
    points = advice.others[-1]
    exact = chance_of(known, win_prizes(table, "Anna", known.hands, rivals), points.bets)
    assert points.chance == pytest.approx(exact, abs=5 * advice.error)
    assert points.chance == again.others[-1].chance


def test_a_win_that_cannot_be_worked_out() -> None:
    text = random_game(3).text
    unseen = "\n".join(line for line in text.splitlines() if not line.startswith("see Cleo")) + "\n"
    for table, seat, word in (
        (table_of(unseen), "Anna", "see Cleo"),
        (table_of(text), "Ben", "this log does not"),
    ):
        advice = advise_final(table, seat, know(table, seat), "win")
        assert advice.cannot
        assert word in advice.cannot
        assert advice.best.chance is None
