"""How readings reach people: two moves and both figures, a key of its own, nothing below full aid or without trust."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from functools import cache
from inspect import getsource, isfunction
from pathlib import Path

import pytest

from solver.games import open_log
from solver.games.think_str8.advice.advise import Advice, make_advice
from solver.games.think_str8.events import Dice
from solver.games.think_str8.lab.match import Match
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.rules import ROUNDS, format_span
from solver.games.think_str8.words.readings import Evidence, Suggestion, tell_by_reading, tell_likely, tell_suggestion
from solver.lab.simulation import name_seats
from solver.log import parse_log
from tests.conftest import ROOT, Deduce
from tests.think_str8.random_games import random_game
from tests.think_str8.tables import make_record, table_of


def play_rounds(count: int) -> list[str]:
    """The log of Anna, with three others who bet sensibly."""
    ways = {"Anna": "random", "Ben": "expert", "Cleo": "expert", "Dirk": "expert"}
    match = Match(ways, "sensible bets")
    for _ in range(count):
        match.play_round()
    return list(match.record.lines)


LINES = play_rounds(4)
MIDDLE = "\n".join(LINES[:-3]) + "\n"
PACKAGE = "solver.games.think_str8"
READINGS = {f"{PACKAGE}.reader", f"{PACKAGE}.beliefs", f"{PACKAGE}.styles"}


# Nothing exact knows of it.


@cache
def imports_of(module: str) -> frozenset[str]:
    """Modules of `solver` that a module names, inside functions too."""
    path = ROOT / Path(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if path.exists() else ():
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("solver"):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name for name in names if (ROOT / Path(*name.split("."))).with_suffix(".py").exists()}
            found.add(str(node.module))
    return frozenset(found)


def reached_from(module: str) -> set[str]:
    seen: set[str] = set()
    left = [module]
    while left:
        one = left.pop()
        if one not in seen and not one.endswith(".game") and one != "solver.games":  # the contract leads everywhere
            seen.add(one)
            left += imports_of(one)
    return seen


EXACT = (
    "sheet",
    "why",
    "check",
    "facts",
    "table",
    "words.proofs",
    "advice.final_bets",
    "review.lessons",
    "review.rounds",
)


@pytest.mark.parametrize("room", EXACT)
def test_what_is_exact_does_not_know_of_readings(room: str) -> None:
    reached = reached_from(f"{PACKAGE}.{room}")
    assert f"{PACKAGE}.rules" in reached
    assert not READINGS & reached


def test_the_search_for_imports_finds_readings_where_they_are() -> None:
    assert reached_from(f"{PACKAGE}.advice.advise") >= READINGS


def test_of_a_log_only_advice_and_what_is_suggested_ask_for_readings() -> None:
    methods = {name: getsource(method) for name, method in vars(Str8Log).items() if isfunction(method)}
    asking = {name for name, source in methods.items() if ".advice." in source or ".beliefs import" in source}
    assert asking == {"advise", "suggest", "keep_up", "knowing"}


# Advice.


def advice_at(cut: int, trust: float = 1.0, lines: Sequence[str] = LINES, **wish: str) -> Advice:
    table = table_of("\n".join(lines[:cut]) + "\n")
    return make_advice(table, "Anna", wish, trust)


def test_both_moves_are_named_when_they_differ() -> None:
    lines = random_game(8, 4, rounds=4).lines
    found = [advice_at(cut, lines=lines) for cut in range(12, len(lines))]
    differing = [advice for advice in found if advice.reading and advice.reading.differs]
    same = [advice for advice in found if advice.reading and not advice.reading.differs]
    assert differing
    assert same
    for advice in differing:
        assert advice.reading is not None
        told = " ".join(tell_by_reading(advice.reading, "Anna"))
        assert advice.reading.move.short in told
        assert "as above" in told
        assert advice.reading.move.short in advice.move
        assert advice.move.partition(";")[0] == advice.reading.move.line
        assert advice.reading.move.short in advice.reading.says
    for advice in same:
        assert advice.reading is not None
        assert tell_by_reading(advice.reading, "Anna")[0].startswith("The same move")
        assert "reading" not in advice.move


@pytest.mark.parametrize("cut", [14, 20, 26, len(LINES)])
def test_without_trust_the_advice_is_the_exact_one(cut: int) -> None:
    plain, trusting = advice_at(cut, trust=0.0), advice_at(cut)
    assert plain.reading is None
    assert plain.content == trusting.content
    data, other = plain.data(), trusting.data()
    assert "reading" not in data
    assert {key: value for key, value in other.items() if key != "reading"} == data


@pytest.mark.seldom
@pytest.mark.parametrize("aim", ["points", "win", "9"])
def test_final_bets_are_read_for_every_aim(aim: str) -> None:
    reading = advice_at(len(LINES), final="", aim=aim).reading
    assert reading is not None
    assert reading.suggestion is not None
    assert reading.measure == ("points" if aim == "points" else "aim")
    assert reading.move.read is not None
    if aim == "points" and reading.instead_of.read is not None:
        assert reading.move.read >= reading.instead_of.read


def test_a_bet_by_reading_is_judged_by_the_hands_too() -> None:
    cut = next(i for i in range(len(LINES), 0, -1) if LINES[i - 1].startswith("dice"))
    advice = advice_at(cut)
    assert advice.phase == "bet"
    assert advice.reading is not None
    assert advice.reading.evidence is not None
    data = advice.reading.data()
    assert set(data) == {
        "trust",
        "differs",
        "says",
        "measure",
        "move",
        "instead_of",
        "told_most",
        "suggests",
        "assumes",
    }
    assert data["measure"] == "hit"


def test_best_does_what_reading_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the log of this player, with the bets that lie, `advise` names by reading the bet that the seat makes."""
    match = Match(dict(name_seats(("best", "pad", "expert"))), "advised by reading")
    seat, asked = match.seats["best"], []
    bet = seat.bet

    def ask_and_bet(free: Sequence[int]) -> tuple[int, int]:
        seen = seat.viewpoint.events
        last = max(i for i, event in enumerate(seen) if isinstance(event, Dice))
        table = make_record(match.players, "best", [*match.events, *seen[last + 1 :]]).replay.table()
        advice, made = make_advice(table, "best", {}, 1.0), bet(free)
        asked.append((advice.reading.move.line if advice.reading else advice.move, f"bet {format_span(*made)}"))
        return made

    monkeypatch.setattr(seat, "bet", ask_and_bet)
    for _ in range(ROUNDS[3]):
        match.play_round()
    assert all(advised == made for advised, made in asked)
    assert len(asked) == ROUNDS[3]


# In the shell.


def test_the_sheet_keeps_readings_apart(deduce: Deduce) -> None:
    data = json.loads(deduce("show", "-", "--json", text=MIDDLE).stdout)
    without = json.loads(deduce("show", "-", "--json", text=MIDDLE + "trust 0\n").stdout)
    assert set(data) - set(without) == {"reading"}
    assert {key: value for key, value in data.items() if key != "reading"} == without
    suggests = data["reading"]["suggests"]
    assert 1 <= len(suggests) <= 3
    for each in suggests:
        assert set(each) == {"colour", "number", "exact", "reading", "told_most"}
        assert each["exact"] == data["cards"][each["colour"]]["chance"][str(each["number"])]
    text = deduce("show", "-", text=MIDDLE).stdout
    assert "The table suggests" in text
    assert "assumes that the others bet sensibly" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "The table suggests" not in deduce("show", "-", text=MIDDLE + "trust 0\n").stdout


def test_a_line_and_an_option_turn_reading_down(deduce: Deduce) -> None:
    def read(line: str, *words: str) -> dict[str, object]:
        data: dict[str, object] = json.loads(deduce("advise", "-", "--json", *words, text=MIDDLE + line).stdout)
        return data

    assert read("")["reading"]["trust"] == 1  # type: ignore[index]
    assert read("trust 0.3\n")["reading"]["trust"] == 0.3  # type: ignore[index]
    assert read("trust 0.3\n", "--trust", "0.6")["reading"]["trust"] == 0.6  # type: ignore[index]
    assert "reading" not in read("trust 0\n")
    assert "reading" not in read("", "--trust", "0")
    refused = deduce("advise", "-", "--trust", "2", text=MIDDLE)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--trust 2: trust goes from 0 to 1." in refused.stderr


@pytest.mark.parametrize("level", ["pad", "check", "hints"])
def test_below_full_aid_nothing_is_read(level: str, deduce: Deduce) -> None:
    for command in ("show", "advise"):
        result = deduce(command, "-", text=MIDDLE + f"aid {level}\n")
        assert "reading the bets" not in result.stdout
        assert "suggest" not in result.stdout


def test_a_suggestion_names_both_figures_and_the_bet() -> None:
    table = table_of(MIDDLE)
    reading = make_advice(table, "Anna", {"final": ""}, 1.0).reading
    assert reading is not None
    assert reading.suggestion is not None
    told = tell_suggestion(reading.suggestion, "Anna")
    assert f"{reading.suggestion.colour} {reading.suggestion.number}: " in told
    assert "% of the hands; reading the bets, " in told
    assert f"in round {reading.suggestion.evidence.round}" in told
    same = tell_likely(reading.suggestion.evidence.without) == tell_likely(reading.suggestion.read)
    assert ("(without it " in told) != same


@pytest.mark.parametrize("read", [0.001, 0.03, 0.3, 0.5, 0.7, 0.9, 0.97, 0.999])
def test_what_is_read_is_told_in_words_and_steps(read: float) -> None:
    """A percentage, above all one near certainty, would say more than bets can tell."""
    evidence = Evidence("Ben", 3, 4, 9, without=read / 2)
    told = tell_suggestion(Suggestion("blue", 3, 0.25, read, evidence), "Anna")
    assert told.count("%") == 1
    assert "blue 3: 25% of the hands; reading the bets, " in told
    assert (tell_likely(read) == "nearly sure") == (read >= 0.95)


def test_steps_follow_each_other() -> None:
    steps = list(dict.fromkeys(tell_likely(percent / 100) for percent in range(101)))
    assert steps == ["very unlikely", "unlikely", "about even", "likely", "very likely", "nearly sure"]


def test_the_session_invites_the_bets_that_lie_before_mine() -> None:
    """Last on the track bets first: whoever is before me is asked for first, so that the bet can be read in time."""
    opened = open_log(
        parse_log("\n".join(random_game(7, 4, rounds=4).lines).rpartition("dice")[0] + "dice yellow red grey\n")
    )
    assert isinstance(opened, Str8Log), opened
    table = opened.table
    order = table.rounds[-1].order
    assert order is not None
    assert order[0] != "Anna"
    assert opened.next_step().proposals == tuple("bet " if player == "Anna" else f"bet {player} " for player in order)
    advice = make_advice(table, "Anna", {}, 1.0)
    assert any("bet before you: type those bets first" in str(note) for note in advice.notes)
