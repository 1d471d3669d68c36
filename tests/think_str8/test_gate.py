"""What a seat gets of the table's own log: exactly what it saw and heard, at every moment of random games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.games import open_log
from solver.games.think_str8.events import Bet, Cross, Dice, Final, Reveal, See, Swap
from solver.games.think_str8.facts import know
from solver.games.think_str8.lab.match import Match, Record, write_table
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.rules import COLOURS, NUMBERS, Card
from solver.gate import extract
from solver.grammar import Event
from solver.log import parse_log

NAMES = ("Anna", "Ben", "Cleo", "Dirk")
MATCHES = st.tuples(st.integers(0, 10_000), st.integers(2, 4))


@cache
def play(seed: int, players: int) -> Match:
    match = Match(dict.fromkeys(NAMES[:players], "random"), str(seed))
    match.play()
    return match


def draw_moment(data: st.DataObject, match: Match) -> int:
    """After how many events; every kind of event is the last one equally often."""
    kind = data.draw(st.sampled_from(sorted({type(event).__name__ for event in match.events})), label="kind")
    places = [place for place, event in enumerate(match.events, 1) if type(event).__name__ == kind]
    return data.draw(st.sampled_from(places), label="moment")


def open_events(match: Match, events: Sequence[Event]) -> Str8Log:
    return open_text(write_table(match.players, events))


def open_text(text: str) -> Str8Log:
    opened = open_log(parse_log(text))
    assert isinstance(opened, Str8Log), opened
    assert not opened.table.warnings
    return opened


def write_seen(match: Match, events: Sequence[Event], seat: str) -> str:
    """The log the simulation writes for a seat when these events have happened."""
    record = Record(match.players, seat)
    for event in events:
        if (seen := event.seen_by(seat)) is not None:
            record.write(seen)
    return record.text


def as_happened(match: Match, events: Sequence[Event], seat: str) -> list[Event]:
    """Of these events those that have happened for the seat: answers and final bets come when all have bet."""
    last = max((place for place, event in enumerate(events) if isinstance(event, Dice)), default=0)
    bets = sum(isinstance(event, Bet) for event in events[last:])
    finals = sum(isinstance(event, Final) for event in events)
    seen: list[Event] = []
    for place, event in enumerate(events):
        if isinstance(event, Bet) and place > last and bets < len(match.players):
            seen.append(replace(event, answer=None))
        elif not isinstance(event, Final) or event.player == seat or finals == len(match.players):
            seen.append(event)
    if finals == len(match.players):
        turned = [event for event in events if isinstance(event, Reveal)]
        hidden = [event for event in match.events if isinstance(event, Reveal) and event not in turned]
        seen[len(seen) - len(turned) :] = [*hidden, *turned]
    return seen


@given(MATCHES, st.data())
@settings(max_examples=60, deadline=None)
@pytest.mark.seldom
def test_a_seat_gets_the_log_that_the_simulation_writes_for_it(which: tuple[int, int], data: st.DataObject) -> None:
    match = play(*which)
    events = match.events[: draw_moment(data, match)]
    table = open_events(match, events)
    for seat in match.players:
        seen = extract(table, seat)
        assert seen == write_seen(match, as_happened(match, events, seat), seat)
        open_text(seen)


@given(MATCHES)
@settings(max_examples=20, deadline=None)
@pytest.mark.seldom
def test_hands_are_turned_by_themselves_when_all_final_bets_are_in(which: tuple[int, int]) -> None:
    match = play(*which)
    untold = [event for event in match.events if not isinstance(event, Reveal)]
    for seat in match.players:
        assert extract(open_events(match, untold), seat) == write_seen(match, match.events, seat)


@pytest.mark.seldom
@given(MATCHES, st.data(), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
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
    """Another table that looks the same from the seat: other own cards that fit, other secret bets, others' crosses."""
    others = [player for player in match.players if player != seat]
    secret = sum(isinstance(event, Final) for event in events) < len(match.players)
    hand = choose_hand(match, events, seat, rng) if secret else {}
    changed: list[Event] = []
    for event in reversed(events):
        if isinstance(event, Swap) and event.player == seat and event.new and event.new.colour in hand:
            changed.append(replace(event, new=Card(event.new.colour, hand.pop(event.new.colour))))
        elif isinstance(event, See) and event.holder == seat:
            changed.append(See(seat, tuple(Card(c.colour, hand.get(c.colour, c.number)) for c in event.cards)))
        elif isinstance(event, Final) and event.player != seat and secret:
            bets = {colour: rng.sample(NUMBERS, rng.randint(1, 3)) for colour in COLOURS}
            changed.append(Final(event.player, tuple(Card(colour, n) for colour in bets for n in bets[colour])))
        else:
            changed.append(event)
        if rng.random() < 0.1:
            changed.append(Cross((Card(rng.choice(COLOURS), rng.choice(NUMBERS)),), rng.choice(others)))
    return changed[::-1]


def choose_hand(match: Match, events: Sequence[Event], seat: str, rng: random.Random) -> dict[str, int]:
    """A hand that the seat may hold by its own log."""
    if not any(isinstance(event, See) and event.holder == seat for event in events):
        return {}
    opened = open_text(write_seen(match, as_happened(match, events, seat), seat))
    hands = know(opened.table, seat).hands
    return dict(zip(COLOURS, map(int, hands[rng.randrange(len(hands))]), strict=True))


def test_crosses_are_their_players_alone() -> None:
    match = play(1, 3)
    events = [*match.events, Cross((Card("red", 5), Card("red", 7)), "Ben"), Cross((Card("blue", 1),), "Anna")]
    table = open_events(match, events)
    assert extract(table, "Ben").endswith("\ncross red 5 7\n")
    assert "cross red" not in extract(table, "Anna") + extract(table, "Cleo")


def test_an_answer_is_told_when_all_have_bet() -> None:
    text = "game think-str8\nplayers Anna Ben\nme nobody\nsee Anna 607145\nsee Ben 134403\ndice ygb\nbet Anna 4-8\n"
    assert "bet Anna 4-8\n" in extract(open_text(text), "Anna")
    assert "bet Anna 4-8 low\nbet Ben 3-3 miss\n" in extract(open_text(text + "bet Ben 3-3\n"), "Anna")
    told = text + "told Anna high\n"  # what was said stands above what the cards tell
    assert "bet Anna 4-8\ntold Anna high\n" in extract(open_text(told), "Anna")


def test_final_bets_are_open_when_everybody_has_bet_even_on_fewer_colours() -> None:
    text = "game think-str8\nplayers Anna Ben\nme nobody\nsee Anna 607145\nsee Ben 134403\nfinal Anna 6 - 1 02 2 23\n"
    assert "final" not in extract(open_text(text), "Ben")
    assert extract(open_text(text + "final Ben blue 1\n"), "Ben").endswith(
        "final Anna blue 6, yellow 1, purple 0 2, red 2, grey 2 3\n"
        "final Ben blue 1\n"
        "reveal Anna blue 6, green 0, yellow 7, purple 1, red 4, grey 5\n"
        "reveal Ben blue 1, green 3, yellow 4, purple 4, red 0, grey 3\n"
    )
