"""How fast a review is, against the sheets it looks back on."""

from __future__ import annotations

import solver.engine.cpsat  # noqa: F401  loading ortools is not what is timed
from cli.views.page import make_page
from solver import commands
from solver.game import Opened
from solver.games import open_log
from solver.games.think_str8.lab.match import play_game
from solver.games.think_str8.review.chronicle import recount
from solver.games.think_str8.sheet import make_sheet
from solver.gate import look_back
from solver.log import parse_log
from tests.bench.figures import hold, least, spent
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import table_of
from tests.think_str8.test_review import review_of

GAME = random_game(3, players=4, end=True)
SHEETS = "its sheets, of all players and rounds"


def show_every_round() -> None:
    """Baseline: the sheet of each player after each round."""
    for number in range(len(GAME.hands) + 1):
        table = table_of(GAME.text, number)
        for player in GAME.players:
            make_sheet(table, player)


def test_review_of_a_four_player_game() -> None:
    """In less than twice the time that its sheets take, though it weighs every bet, swap and proof."""
    assert len(review_of(GAME.text).ledger.decisions) > 8
    hold("review of four players", least(lambda: review_of(GAME.text), 3), 2, spent(show_every_round), SHEETS)


def test_page_of_a_four_player_game() -> None:
    """With every proof in words, in less than three times what its sheets take."""

    def make() -> str:
        return make_page(recount(review_of(GAME.text), parse_log(GAME.text)))

    assert "<details>" in make()
    hold("its page", least(make, 3), 3, spent(show_every_round), SHEETS)


def test_page_of_a_whole_table() -> None:
    """Four reviews, everybody's proofs in words: six times what one review takes at most."""
    opened = open_log(parse_log(play_game([(name, "pad") for name in GAME.players], "1").table_log))
    assert isinstance(opened, Opened)

    def make() -> str:
        return make_page(commands.review_table(look_back(opened)).story)

    assert make().count('<details class="folded">') == 8  # each review's rounds, and its exact figures
    hold("the page of a whole table", least(make, 2), 8, least(lambda: review_of(GAME.text), 2), "review of one player")
