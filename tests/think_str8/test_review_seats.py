"""The review from other seats, and of logs that end early or lack the cards."""

from __future__ import annotations

import json

import pytest

from solver.games import open_log
from solver.games.think_str8.opened import Str8Log
from solver.log import parse_log
from tests.think_str8.random_games import Game, random_game
from tests.think_str8.test_review import review_of


def seen_from(game: Game, name: str) -> str:
    """The log that another player would have written of the same game."""
    lines = ["game think-str8", f"players {' '.join(game.players)}", f"me {name}"]
    others = [player for player in game.players if player != name]
    hands = [*game.hands, game.final_hands]
    for player in others:
        cards = ", ".join(f"{colour} {number}" for colour, number in hands[0][player].items())
        lines.append(f"see {player} {cards}")
    number = 0
    for line in game.lines:
        words = line.split()
        number += words[0] == "dice"
        if words[0] == "see" and words[1].startswith("neutral"):
            lines.append(line)
        elif words[0] == "swap":
            player, colour, old = words[1:4]
            new = f" {hands[number][player][colour]}" if player != name else ""
            lines.append(f"swap {player} {colour} {old}{new}")
        elif words[0] in ("dice", "bet", "final", "reveal"):
            lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(3))
def test_another_seat_is_reviewed_as_in_its_own_log(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, end=True)
    for name in game.players[1:]:
        mine, theirs = review_of(game.text, name), review_of(seen_from(game, name))
        assert [one.hands for one in mine.rounds] == [one.hands for one in theirs.rounds]
        assert mine.courses == theirs.courses
        for a, b in zip(mine.ledger.decisions, theirs.ledger.decisions, strict=True):
            assert (a.kind, a.round, a.chosen, a.best) == (b.kind, b.round, b.chosen, b.best)
            assert a.luck == pytest.approx(b.luck)
        assert mine.ledger.data() == theirs.ledger.data()


@pytest.mark.parametrize("seed", range(2))
def test_the_timeline_counts_what_the_sheet_shows(seed: int) -> None:
    game = random_game(seed, players=3, end=True)
    course = review_of(game.text).courses[0]
    for number in range(len(game.hands) + 1):
        opened = open_log(parse_log(game.text), number)
        assert isinstance(opened, Str8Log)
        assert course.hands[number] == opened.show(game.me).hands
    assert not course.at_most


def test_nothing_of_later_rounds_is_known_earlier() -> None:
    """The owner gets no hindsight: cutting the log changes nothing in the rounds before the cut."""
    game = random_game(5, players=3, end=True)
    whole, half = review_of(game.text), review_of(game.text, upto=5)
    assert [one.data() for one in whole.rounds[:5]] == [one.data() for one in half.rounds]
    decisions = [one.data() for one in half.ledger.decisions]
    assert [one.data() for one in whole.ledger.decisions[: len(decisions)]] == decisions
    assert half.ledger.open_end


def test_without_reveals_it_says_what_is_missing() -> None:
    game = random_game(3, players=3, end=True)
    text = "\n".join(line for line in game.lines if not line.startswith("reveal"))
    review = review_of(text)
    assert review.hints.checked < review.hints.answers
    assert review.hints.false == ()
    assert any("reveal" in str(sentence) for sentence in review.missing)
    assert any("cannot be checked" in str(sentence) for sentence in review.missing)
    assert review.ledger.open_end
    assert all(decision.luck is not None for decision in review.ledger.decisions[:-1])
    assert review.ledger.decisions[-1].luck is None
    ben = review_of(text, "Ben")
    assert next(course for course in ben.courses if course.player == "Ben").at_most
    assert any("Ben sees Anna's" in str(sentence) for sentence in ben.missing)


def test_an_unproved_cross_without_reveal_is_neither_right_nor_wrong() -> None:
    text = "game think-str8\nplayers Anna Ben\nme Anna\ndice b b b\ncross red 3\n"
    (crossing,) = review_of(text).pad.crossings
    assert crossing.verdict == "unproved"


def test_a_contradiction_that_cannot_be_blamed_on_a_hint() -> None:
    text = "game think-str8\nplayers Anna Ben\nme Anna\ndice b b b\nbet 0-2 hit\ndice b b b\nbet 9-12 hit\n"
    review = review_of(text)
    assert [bool(one.hands) for one in review.rounds] == [True, False]
    assert any("`check`" in str(sentence) for sentence in review.missing)
    assert any("Not judged: round 2" in str(sentence) for sentence in review.missing)
    assert not review.consistent


@pytest.mark.parametrize("cut", [3, 14, 31, 52])
def test_any_beginning_of_a_log_can_be_reviewed(cut: int) -> None:
    game = random_game(9, players=3, grey=False, end=True)
    for name in game.players[:2]:
        review = review_of("\n".join(game.lines[:cut]), name)
        json.dumps(review.data())
        assert review.missing


def test_an_unfinished_game_says_so() -> None:
    review = review_of("\n".join(random_game(9, players=3).lines[:20]))
    assert any(str(sentence).startswith("The game is not finished") for sentence in review.missing)
    assert not review.ledger.complete or review.ledger.open_end
