"""Facts: every line that limits hidden cards limits them truly, and its three readers agree."""

from __future__ import annotations

import random

import pytest

from solver.engine.cpsat import find_world
from solver.engine.facts import Fact, Hidden, OneOf, Puzzle, SumIn
from solver.engine.worlds import count_worlds
from solver.games.think_str8.facts import Answered, InSight, Shown, make_puzzle
from solver.games.think_str8.rules import SUMS, sums_told, true_answers
from solver.log import Line
from solver.proof.smallest import find_conflict as find_proof
from tests.conftest import EXAMPLES, FAULTY
from tests.think_str8.random_games import Game, random_game
from tests.think_str8.reading import THREE, table_of


def true_world(game: Game, puzzle: Puzzle, seat: str) -> dict[Hidden, int]:
    """What the cards of the seat really were: `since` is the first round in which a card counted."""
    rounds = [hands[seat] for hands in game.hands] + [game.final_hands[seat]]
    return {card: rounds[min(card.since, len(rounds)) - 1][card.name] for card in puzzle.cards}


@pytest.mark.parametrize("seed", range(24))
def test_facts_hold_in_the_true_world(seed: int) -> None:
    game = random_game(seed, 2 + seed % 3, grey=seed % 2 == 0, miss_chance=(seed % 4) / 8)
    puzzle = make_puzzle(table_of(game.text), game.me)
    world = true_world(game, puzzle, game.me)
    assert puzzle.facts
    assert [fact.line.event for fact in puzzle.facts if not fact.holds(world)] == []


@pytest.mark.parametrize("seed", range(8))
def test_one_world_and_all_worlds_agree(seed: int) -> None:
    puzzle = make_puzzle(table_of(random_game(seed, 3, rounds=5).text), "Anna")
    worlds, rng = count_worlds(puzzle), random.Random(seed)
    for _ in range(100):
        world = {card: rng.choice(card.values) for card in puzzle.cards}
        places = [
            values.index(world[card]) if world[card] in values else None
            for card, values in zip(worlds.cards, worlds.values, strict=True)
        ]
        alive = None not in places and bool(worlds.alive[tuple(places)])
        assert alive == all(fact.holds(world) for fact in puzzle.facts)
    found = find_world(puzzle, puzzle.facts)
    assert found is not None
    assert all(fact.holds(found) for fact in puzzle.facts)


def test_every_kind_of_line_becomes_its_fact() -> None:
    log = THREE + "see Ben blue 3\ndice y y g\nbet 0-5 hit\ndice b b b\nbet 9-15 low\nswap yellow 2\ncross red 5\n"
    puzzle = make_puzzle(table_of(log), "Anna")
    told = [(fact.line.number, type(fact.told)) for fact in puzzle.facts]
    assert told == [(4, InSight), (6, Answered), (8, Answered), (9, Shown)]


def test_a_card_laid_off_and_the_new_one_are_two_cards() -> None:
    puzzle = make_puzzle(
        table_of(THREE + "dice yyg\nbet 0-5 hit\ndice yyg\nbet 6-9 low\nswap y 2\ndice yyg\nbet 3-8 hit\n"), "Anna"
    )
    yellow = [card for card in puzzle.cards if card.name == "yellow"]
    assert [card.since for card in yellow] == [1, 3]
    assert [card for card in puzzle.hand if card.name == "yellow"] == yellow[1:]
    sums = [limit for fact in puzzle.facts for limit in fact.limits if isinstance(limit, SumIn)]
    assert [dict(limit.terms).get(yellow[0]) for limit in sums] == [2, 2, None]
    assert [dict(limit.terms).get(yellow[1]) for limit in sums] == [None, None, 2]


def test_numbers_in_sight_are_out_for_past_cards_too() -> None:
    puzzle = make_puzzle(table_of(THREE + "dice yyg\nbet 6-9 low\nswap y 2\nsee Ben yellow 5\n"), "Anna")
    fact = next(fact for fact in puzzle.facts if isinstance(fact.told, InSight))
    assert {limit.card.since for limit in fact.limits if isinstance(limit, OneOf)} == {1, 2}


@pytest.mark.parametrize("low", range(22))
def test_sums_told_are_those_for_which_the_answer_is_true(low: int) -> None:
    for high in range(low, 22):
        assert sums_told(low, high, "hit") == tuple(range(low, high + 1))
        assert sums_told(low, high, "low") == tuple(range(high + 1, 22))
        assert sums_told(low, high, "high") == tuple(range(low))
        assert set(sums_told(low, high, "miss")) == set(SUMS) - set(range(low, high + 1))
        assert all(true_answers(low, high, total) for total in SUMS)


def test_inkas_sum_is_eleven_or_more() -> None:
    table = table_of((EXAMPLES / "inka.game").read_text())
    assert table.rounds[1].bets["Inka"].sums == tuple(range(11, 22))


# Conflicts.


def conflict_of(puzzle: Puzzle) -> tuple[Fact, ...]:
    proof = find_proof(puzzle)
    return proof.because if proof else ()


def test_the_lines_of_a_conflict_are_all_needed() -> None:
    puzzle = make_puzzle(table_of((FAULTY / "contradiction.game").read_text()), "Anna")
    conflict = conflict_of(puzzle)
    assert [fact.line.event for fact in conflict] == ["bet 0-3 hit", "bet 12-14 hit"]
    assert find_world(puzzle, conflict) is None
    for fact in conflict:
        assert find_world(puzzle, [other for other in conflict if other is not fact]) is not None


@pytest.mark.parametrize("seed", range(15))
def test_conflicts_of_random_facts_are_minimal_and_found_exactly_when_no_world_is_left(seed: int) -> None:
    rng = random.Random(seed)
    cards = tuple(Hidden(name, 1, tuple(range(4))) for name in "abc")
    facts = tuple(
        Fact(
            Line(number, "", ()),
            (
                SumIn(
                    tuple((card, rng.randint(1, 2)) for card in rng.sample(cards, 2)),
                    frozenset(rng.sample(range(13), 5)),
                ),
            ),
            None,
            10,
        )
        for number in range(rng.randint(1, 7))
    )
    puzzle = Puzzle(cards, cards, facts)
    conflict = conflict_of(puzzle)
    assert bool(conflict) == (count_worlds(puzzle).count == 0)
    if conflict:
        assert count_worlds(Puzzle(cards, cards, conflict)).count == 0
        for fact in conflict:
            rest = tuple(other for other in conflict if other is not fact)
            assert count_worlds(Puzzle(cards, cards, rest)).count > 0
