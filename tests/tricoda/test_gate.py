"""What a seat gets of the table's own log: exactly what it saw and heard, at every moment of random games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.engine.worlds import weigh_worlds
from solver.games import open_log
from solver.games.tricoda.events import Cross, Declare, Reveal, See, Was
from solver.games.tricoda.facts import make_puzzle
from solver.games.tricoda.lab.simulation import POINT, Match, Viewpoint, write_table
from solver.games.tricoda.opened import TricodaLog
from solver.games.tricoda.possible_racks import RACK_STONES
from solver.games.tricoda.rules import NUMBERS, Named
from solver.gate import extract
from solver.grammar import Event
from solver.log import parse_log

NAMES = ("Anna", "Ben", "Cleo", "Dirk")
MATCHES = st.tuples(st.integers(0, 10_000), st.integers(2, 4))


@cache
def play(seed: int, players: int) -> Match:
    match = Match(dict.fromkeys(NAMES[:players], "certain" if seed % 2 else "random"), str(seed))
    match.play()
    return match


def draw_moment(data: st.DataObject, match: Match) -> int:
    """After how many events; every kind of event is the last one equally often."""
    kind = data.draw(st.sampled_from(sorted({type(event).__name__ for event in match.events})), label="kind")
    places = [place for place, event in enumerate(match.events, 1) if type(event).__name__ == kind]
    return data.draw(st.sampled_from(places), label="moment")


def open_events(match: Match, events: Sequence[Event]) -> TricodaLog:
    return open_text(write_table(match.players, events))


def open_text(text: str) -> TricodaLog:
    opened = open_log(parse_log(text))
    assert isinstance(opened, TricodaLog), opened
    assert not opened.table.warnings
    return opened


def write_seen(match: Match, events: Sequence[Event], seat: str) -> str:
    """The log the simulation writes for a seat when these events have happened."""
    view = Viewpoint(match.players, seat)
    for event in events:
        view.see(event)
    return view.log


def as_happened(match: Match, moment: int) -> Sequence[Event]:
    """A declaration shows its stones at once; the third point shows all racks."""
    won = match.ended == POINT and not isinstance(match.events[moment - 1], See) and _is_last_declaration(match, moment)
    if won:
        return match.events
    laid = moment and isinstance(match.events[moment - 1], Declare)
    return match.events[: moment + bool(laid)]


def _is_last_declaration(match: Match, moment: int) -> bool:
    return moment > 0 and not any(isinstance(event, Declare) for event in match.events[moment:])


@pytest.mark.seldom
@given(MATCHES, st.data())
@settings(max_examples=50, deadline=None)
def test_a_seat_gets_the_log_that_the_simulation_writes_for_it(which: tuple[int, int], data: st.DataObject) -> None:
    match = play(*which)
    moment = draw_moment(data, match)
    table = open_events(match, match.events[:moment])
    for seat in match.players:
        seen = extract(table, seat)
        turned = [event for event in match.events[:moment] if isinstance(event, Reveal)]
        happened = [event for event in as_happened(match, moment) if event not in turned]
        assert seen == write_seen(match, [*happened, *turned], seat)
        open_text(seen)


@pytest.mark.seldom
@given(MATCHES, st.data(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_what_a_seat_cannot_know_changes_no_byte(
    which: tuple[int, int], data: st.DataObject, rng: random.Random
) -> None:
    match = play(*which)
    events = match.events[: draw_moment(data, match)]
    seat = data.draw(st.sampled_from(match.players), label="seat")
    seen = extract(open_events(match, events), seat)
    changed = change_unknown(match, events, seat, rng)
    assert extract(open_events(match, changed), seat) == seen


def change_unknown(match: Match, events: Sequence[Event], seat: str, rng: random.Random) -> list[Event]:
    """Another table that looks the same from the seat: other own stones that fit, others' crosses."""
    seen = extract(open_events(match, events), seat)
    own = [place for place, event in enumerate(events) if isinstance(event, See) and event.holder == seat]
    changed = list(events)
    if own and f"reveal {seat}" not in seen and not any(_shows(event, seat) for event in events[own[-1] :]):
        changed[own[-1]] = replace(events[own[-1]], stones=choose_rack(open_text(seen), seat, rng))  # type: ignore[type-var]
    others = [player for player in match.players if player != seat]
    for _ in range(3):
        mark = Cross((rng.choice(NUMBERS),), rng.choice(others))
        changed.insert(rng.randint(0, len(changed)), mark)
    return changed


def _shows(event: Event, seat: str) -> bool:
    return isinstance(event, Declare | Was) and event.player == seat


def choose_rack(opened: TricodaLog, seat: str, rng: random.Random) -> tuple[Named, ...]:
    """Stones that the seat may have by its own log."""
    puzzle = make_puzzle(opened.table, seat)
    return tuple(map(Named, RACK_STONES[rng.choice(sorted(weigh_worlds(puzzle).weights))]))


def test_stones_laid_aside_are_typed_once() -> None:
    text = "game tricoda\nplayers Anna Ben Cleo Dirk\nme nobody\nsee Ben g1 y2 b7\ndeclare Ben 1 2 7 right\n"
    assert extract(open_text(text), "Ben").endswith("declare Ben 1 2 7 right\nwas Ben green 1, yellow 2, blue 7\n")
    assert "was" not in extract(open_text(text), "Anna")
    typed = text + "was Ben g1 y2 b7\n"
    assert extract(open_text(typed), "Ben").count("was Ben") == 1


def test_crosses_are_their_players_alone() -> None:
    text = "game tricoda\nplayers Anna Ben\nme nobody\ncross Ben 2 b7\ncross Anna 4\nuncross Ben 2\n"
    assert extract(open_text(text), "Ben").endswith("me Ben\ncross 2, blue 7\nuncross 2\n")
    assert extract(open_text(text), "Anna").endswith("me Anna\ncross 4\n")


def test_a_question_whose_answer_the_stones_do_not_tell_is_left_out() -> None:
    text = "game tricoda\nplayers Anna Ben Cleo Dirk\nme nobody\nsee Ben g1 y2 b7\nask Ben 16\nask Cleo 4 2\n"
    seen = extract(open_text(text), "Anna")
    assert seen.endswith("see Ben green 1, yellow 2, blue 7\nask Cleo 4 2\n")
    open_text(seen)
