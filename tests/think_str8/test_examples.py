"""The examples tell true stories: answers fit the cards, crosses are justified, bets come in the order of choosing."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.games import open_log
from solver.games.think_str8.events import Cross, read_log
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.rules import true_answers
from solver.log import parse_log
from tests.conftest import EXAMPLES
from tests.think_str8.reading import table_of, warnings_of

LOGS = sorted(EXAMPLES.glob("*.game"))
TRUE = [log for log in LOGS if log.stem != "false_hint"]
STORIES = [
    log for log in TRUE if log.stem not in ("notation", "scoring")
]  # the one is a list of lines, the other an end
each_log = pytest.mark.parametrize("log", TRUE, ids=lambda log: log.stem)
each_story = pytest.mark.parametrize("log", STORIES, ids=lambda log: log.stem)


@each_log
def test_answers_fit_the_cards(log: Path) -> None:
    table = table_of(log.read_text(encoding="utf-8"))
    for this in table.rounds:
        for player, bet in this.bets.items():
            held = [table.held_in(player, colour, this.number) for colour in this.dice or ()]
            numbers = [card.number for card in held if card is not None and card.number is not None]
            if len(numbers) == len(held) and bet.answer:
                assert bet.answer in true_answers(bet.low, bet.high, sum(numbers)), f"round {this.number}, {player}"


@each_story
def test_bets_are_typed_in_the_order_of_choosing(log: Path) -> None:
    table = table_of(log.read_text(encoding="utf-8"))
    assert table.rounds
    for this in table.rounds:
        assert tuple(this.bets) == this.order, f"round {this.number}"


@each_story
def test_nothing_is_doubted_and_who_bet_wrong_lays_off_a_card(log: Path) -> None:
    text = log.read_text(encoding="utf-8")
    table = table_of(text)
    assert warnings_of(text) == []
    assert [table.lacking_swaps(player) for player in table.players] == [()] * len(table.players)


@each_story
def test_crosses_are_justified_when_they_are_made(log: Path) -> None:
    text = log.read_text(encoding="utf-8")
    for cross in (event for event in read_log(parse_log(text)).events if isinstance(event, Cross)):
        opened = open_log(parse_log("\n".join(text.splitlines()[: cross.line.number])))
        assert isinstance(opened, Str8Log)
        sheet = opened.show(opened.table.me)
        possible = {column.colour: column.possible for column in sheet.columns}
        assert [card for card in cross.cards if card.number in possible[card.colour]] == []


def test_the_evening_is_a_whole_game() -> None:
    table = table_of((EXAMPLES / "evening.game").read_text(encoding="utf-8"))
    assert (table.round, table.finished, table.winner) == (table.round_count, True, ("Anna",))
    assert all(points is not None for points in table.final_points.values())
    assert table.crosses
    assert any(len(bet.lines) == 2 for this in table.rounds for bet in this.bets.values()), "no `told` line"
