"""How fast a review is: a four-player game in under 2 seconds, as a ratio to the sheets it looks back on."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

import solver.engine.cpsat  # noqa: F401  loading ortools is not what is timed
from cli.views.page import make_page
from solver import commands
from solver.game import Opened
from solver.games import open_log
from solver.games.think_str8.match import play_game
from solver.games.think_str8.review.chronicle import recount
from solver.games.think_str8.sheet import make_sheet
from solver.gate import look_back
from solver.log import parse_log
from tests.bench.test_advice_speed import judge, timed
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import table_of
from tests.think_str8.test_review import review_of

GAME = random_game(3, players=4, end=True)
MOST = 2.0  # seconds


def show_every_round() -> None:
    """Baseline: the sheet of each player after each round."""
    for number in range(len(GAME.hands) + 1):
        table = table_of(GAME.text, number)
        for player in GAME.players:
            make_sheet(table, player)


def test_review_of_a_four_player_game(benchmark: BenchmarkFixture) -> None:
    """In less than twice the time that its sheets take, though it weighs every bet, swap and proof."""
    review = benchmark(lambda: review_of(GAME.text))
    assert len(review.ledger.decisions) > 8
    judge(benchmark, timed(show_every_round), 0.5)
    assert float(benchmark.stats.stats.median) < MOST  # type: ignore[union-attr]


def test_page_of_a_four_player_game(benchmark: BenchmarkFixture) -> None:
    """With every proof in words, in less than three times what its sheets take."""
    page = benchmark(lambda: make_page(recount(review_of(GAME.text), parse_log(GAME.text))))
    assert "<details>" in page
    judge(benchmark, timed(show_every_round), 0.33)
    assert float(benchmark.stats.stats.median) < MOST  # type: ignore[union-attr]


def test_page_of_a_whole_table(benchmark: BenchmarkFixture) -> None:
    """Four reviews, everybody's proofs in words: less than twice what one may take."""
    opened = open_log(parse_log(play_game([(name, "pad") for name in GAME.players], "1").table_log))
    assert isinstance(opened, Opened)
    page = benchmark(lambda: make_page(commands.review_table(look_back(opened)).story))
    assert page.count('<details class="folded">') == 4
    assert float(benchmark.stats.stats.median) < 2 * MOST  # type: ignore[union-attr]
