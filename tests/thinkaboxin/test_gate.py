"""What a seat gets of the table's own log: exactly what it saw and heard, at every moment of random evenings."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.games import open_log
from solver.games.thinkaboxin.opened import ThinkaboxinLog
from solver.gate import extract
from solver.log import parse_log
from tests.thinkaboxin.random_games import (
    Evening,
    forget_lifts,
    goldrush_evening,
    nuggets_evening,
    plain_evening,
    race_evening,
    sheriff_evening,
)

EVENINGS = (plain_evening, goldrush_evening, sheriff_evening, nuggets_evening)
SEEDS, PLAYERS = st.integers(0, 10_000), st.integers(2, 6)


def open_lines(lines: list[str]) -> ThinkaboxinLog:
    opened = open_log(parse_log("\n".join(lines) + "\n"))
    assert isinstance(opened, ThinkaboxinLog), opened
    return opened


@pytest.mark.seldom
@pytest.mark.parametrize("evening", EVENINGS)
@given(seed=SEEDS, players=PLAYERS)
@settings(max_examples=8, deadline=None)
def test_a_seat_gets_the_log_it_would_have_typed(evening: Callable[..., Evening], seed: int, players: int) -> None:
    table = evening(seed, players, me="nobody")
    opened = open_lines(table.lines)
    for seat in table.players:
        assert extract(opened, seat) == evening(seed, players, me=seat).text


def as_seen(lines: list[str], seat: str) -> list[str]:
    """The lines of the table's own log as the seat sees them."""
    seen: list[str] = []
    cups: dict[str, str] = {}
    for line in lines:
        verb, *rest = line.split()
        if verb == "roll":
            name, dice = rest[0], " ".join(rest[1:])
            cups[name] = dice
            seen += [f"roll {dice}"] if name == seat else []
        elif verb == "me":
            seen.append(f"me {seat}")
        else:
            seen.append(line)
            seen += [f"cup {name} {dice}" for name, dice in cups.items() if name != seat] if verb == "lift" else []
            cups = {} if verb in ("lift", "donkey") else cups
    return seen


@given(SEEDS, PLAYERS, st.data())
@settings(max_examples=60, deadline=None)
def test_at_every_moment(seed: int, players: int, data: st.DataObject) -> None:
    table = plain_evening(seed, players, donkeys=0.2, me="nobody")
    lines = table.lines[: data.draw(st.integers(3, len(table.lines)), label="moment")]
    opened = open_lines(lines)
    for seat in table.players:
        seen = extract(opened, seat)
        assert seen.splitlines() == as_seen(lines, seat)
        open_lines(seen.splitlines())


@given(SEEDS, PLAYERS, st.data(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_what_a_seat_cannot_know_changes_no_byte(
    seed: int, players: int, data: st.DataObject, rng: random.Random
) -> None:
    """Dice under the other cups, as long as nobody lifts; also who has typed theirs already."""
    table = plain_evening(seed, players, donkeys=0.3, me="nobody")
    lines = table.lines[: data.draw(st.integers(3, len(table.lines)), label="moment")]
    seat = data.draw(st.sampled_from(table.players), label="seat")
    changed = change_unknown(lines, seat, rng)
    assert extract(open_lines(changed), seat) == extract(open_lines(lines), seat)


def change_unknown(lines: list[str], seat: str, rng: random.Random, none: float = 0.2) -> list[str]:
    """Another table that looks the same from the seat: other dice under cups that nobody has lifted, or `none`."""
    changed = list(lines)
    for this in open_lines(lines).table.rounds:
        for other, line in this.cup_lines.items() if not this.lifter else ():
            if other != seat:
                dice = [rng.randint(1, 6) for _ in this.cups[other]]
                changed[line.number - 1] = f"roll {other} {' '.join(map(str, dice))}" if rng.random() >= none else ""
    return changed


def test_dice_typed_late_lay_under_the_cup_before_the_first_bid() -> None:
    head = ["game thinkaboxin", "players Anna Ben Cleo", "me nobody", "roll Anna 2551", "bid Anna 2x5"]
    late = [*head, "roll Ben 1111", "bid Ben 3x5", "roll Cleo 6666", "lift Cleo"]
    assert extract(open_lines(late), "Cleo").splitlines()[3:] == [
        "roll 6 6 6 6",
        "bid Anna 2x5",
        "bid Ben 3x5",
        "lift Cleo",
        "cup Anna 2 5 5 1",
        "cup Ben 1 1 1 1",
    ]
    assert extract(open_lines(late[:-2]), "Cleo").splitlines()[3:] == ["bid Anna 2x5", "bid Ben 3x5"]


DUEL = ["game thinkaboxin", "players Anna Ben Cleo", "me nobody", "mode sheriff", "set Anna Ben"]


def test_a_seat_without_dice_hears_of_a_new_round_where_no_lift_is_typed() -> None:
    lines = [*DUEL, "roll Anna 2551", "roll Ben 3316", "bid Anna 3x5", "roll Anna 255", "roll Ben 1111", "bid Ben 1x2"]
    assert extract(open_lines(lines), "Cleo").splitlines()[5:] == ["bid Anna 3x5", "roll ?", "bid Ben 1x2"]
    assert extract(open_lines(lines), "Ben").splitlines()[5:] == [
        "roll 3 3 1 6",
        "bid Anna 3x5",
        "roll 1 1 1 1",
        "bid Ben 1x2",
    ]


def test_a_seat_without_dice_hears_of_a_round_of_which_only_the_end_is_typed() -> None:
    lines = [*DUEL, "roll Anna 2551", "roll Ben 3316", "lift Ben right"]
    seen = extract(open_lines(lines), "Cleo").splitlines()
    assert seen[5:] == ["roll ?", "lift Ben right", "cup Anna 2 5 5 1", "cup Ben 3 3 1 6"]
    assert open_lines(seen).table.rounds[0].loser == "Anna"


def test_dice_that_come_after_a_round_was_told_of_are_of_that_round() -> None:
    """Ben has not typed his dice when his phone tells of the new round."""
    lines = [*DUEL, "roll Anna 2551", "bid Anna 3x5", "roll Anna 255", "bid Ben 1x2"]
    assert extract(open_lines(lines), "Ben").splitlines()[5:] == ["bid Anna 3x5", "roll ?", "bid Ben 1x2"]
    late = [*extract(open_lines(lines[:-1]), "Ben").splitlines(), "roll 3316"]
    assert open_lines(late).table.round == 2
    assert extract(open_lines([*lines[:-1], "roll Ben 3316"]), "Ben").splitlines()[5:] == [
        "bid Anna 3x5",
        "roll 3 3 1 6",
    ]


def test_who_does_not_play_cannot_roll() -> None:
    errors = open_log(parse_log("\n".join([*DUEL, "roll Cleo ?"])))
    assert isinstance(errors, tuple)
    assert [error.problem for error in errors] == ["Cleo has no dice in this set."]


@pytest.mark.seldom
@pytest.mark.parametrize("evening", [*EVENINGS, race_evening])
@given(seed=SEEDS, players=PLAYERS, rng=st.randoms(use_true_random=False))
@settings(max_examples=12, deadline=None)
def test_lifts_left_out(evening: Callable[..., Evening], seed: int, players: int, rng: random.Random) -> None:
    """Every seat has the rounds of the table, and of dice that nobody has shown it learns nothing by that."""
    lines = forget_lifts(evening(seed, players, me="nobody").lines, rng, 0.4)
    opened = open_lines(lines)
    changed = open_lines(change_dice(lines, rng))
    for seat in opened.opening.players:
        own = open_lines(extract(opened, seat).splitlines())
        assert own.table.round == opened.table.round
        assert [this.bids for this in own.table.rounds] == [this.bids for this in opened.table.rounds]
        assert drop_own(extract(changed, seat)) == drop_own(extract(opened, seat))


def change_dice(lines: list[str], rng: random.Random) -> list[str]:
    """Other dice under all cups that are not lifted."""
    changed = list(lines)
    for this in open_lines(lines).table.rounds:
        for player, line in this.cup_lines.items() if not this.lifter else ():
            changed[line.number - 1] = f"roll {player} {' '.join(str(rng.randint(1, 6)) for _ in this.cups[player])}"
    return changed


def drop_own(seen: str) -> list[str]:
    """The lines without the seat's own dice."""
    return ["roll" if line.startswith("roll") and "?" not in line else line for line in seen.splitlines()]


def test_a_cup_that_was_typed_at_the_lift_is_not_told_twice() -> None:
    lines = ["game thinkaboxin", "players Anna Ben", "me nobody", "roll Anna 2551", "bid Anna 2x5", "lift Ben"]
    opened = open_lines([*lines, "cup Ben 3333", "cup Anna 2551"])
    assert extract(opened, "Anna").splitlines()[3:] == [
        "roll 2 5 5 1",
        "bid Anna 2x5",
        "lift Ben",
        "cup Ben 3 3 3 3",
        "cup Anna 2 5 5 1",
    ]
    assert extract(opened, "Ben").splitlines()[3:] == [
        "bid Anna 2x5",
        "lift Ben",
        "cup Anna 2 5 5 1",
        "cup Ben 3 3 3 3",
        "cup Anna 2 5 5 1",
    ]


def test_where_own_dice_stand_does_not_tell_that_others_have_rolled() -> None:
    head = ["game thinkaboxin", "players Anna Ben", "me nobody", "set"]
    quick, slow = ([*head, *rolled, "tally Anna 3", "roll Anna 2551"] for rolled in (["roll Ben 3316"], []))
    assert extract(open_lines(quick), "Anna") == extract(open_lines(slow), "Anna")
