"""The review: answers counted again, codes first known, declarations judged."""

from __future__ import annotations

import pytest

from solver.games import Opened, open_log
from solver.games.tricoda.review import Review, make_review
from solver.log import parse_log
from tests.conftest import ROOT, Deduce
from tests.tricoda.brute_force import count_racks
from tests.tricoda.random_games import random_game
from tests.tricoda.test_counts import as_codes

EXAMPLES = ROOT / "examples" / "tricoda"


def review_of(text: str) -> Review:
    opened = open_log(parse_log(text))
    assert isinstance(opened, Opened), opened
    return make_review(opened.table, str(opened.opening.me))


def test_every_true_answer_is_true_and_a_changed_one_is_named() -> None:
    game = random_game(3, players=4, questions=10, declarations=2)
    last = ", ".join(game.racks[-1]["Anna"])
    text = f"{game.text}reveal {last}\n"
    review = review_of(text)
    assert all(recount.true is not None for recount in review.recounts)
    assert not review.false_answers
    asks = [place for place, line in enumerate(game.lines) if line.startswith("ask")]
    for place in asks:
        words = game.lines[place].split()
        words[3] = {"first": "second", "second": "same", "same": "first"}.get(words[3]) or str(int(words[3]) ^ 1)
        if words[2] == "10" and words[3] in "67":
            continue
        lines = [*game.lines[:place], " ".join(words), *game.lines[place + 1 :], f"reveal {last}"]
        false = review_of("\n".join(lines)).false_answers
        assert [recount.asked.line.number for recount in false] == [place + 1]


@pytest.mark.parametrize("seed", range(3))
def test_codes_left_are_what_the_owner_knew_then(seed: int) -> None:
    """My own courses against brute force on the log as far as it went; no later line may leak in."""
    game = random_game(seed, players=2 + seed, questions=9, declarations=2)
    review = review_of(game.text)
    left = {point.asked.number: point.codes for c in review.courses if c.rack.holder == "Anna" for point in c.points}
    ends = [place for place, line in enumerate(game.lines) if line.startswith("ask")]
    for number, place in enumerate(ends, 1):
        assert left[number] == len(as_codes(count_racks("\n".join(game.lines[: place + 1]))))


def test_declarations_are_judged_by_their_chance() -> None:
    review = review_of((EXAMPLES / "evening.game").read_text(encoding="utf-8"))
    first, dirk = review.judged[:2]
    assert (first.claim.player, first.chance, first.verdict) == ("Anna", 1.0, "it was certain")
    assert first.known_after is not None
    assert (dirk.claim.player, dirk.claim.right, dirk.chance, dirk.true) == ("Dirk", False, 0.75, (3, 6, 7))


def test_command(deduce: Deduce) -> None:
    shown = deduce("review", EXAMPLES / "evening.game")
    assert shown.exit_code == 0
    assert "all 16 that can be counted are true" in shown.stdout
    assert deduce("review", EXAMPLES / "evening.game", "--json").stdout.startswith('{"game": "tricoda"')
