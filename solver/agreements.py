"""An entry at a table put right or taken back from a seat: what that does to later ones, and who has to agree.

What a seat asks for is judged by nothing but its own log. Whose entries are concerned is for the table to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.corrections import change, take_out
from solver.game import Opened
from solver.grammar import Event, Says
from solver.language import say
from solver.log import LogError, against_rules
from solver.offers import find_line, read_all
from solver.session import State, state_before


class Revision(NamedTuple):
    """What a correction does to a seat's own log: what the line says then, or what is wrong with it, and the places of
    the later events that could not be true any more."""

    new: Event | None
    falls: tuple[int, ...] = ()
    errors: tuple[LogError, ...] = ()


def find_place(own: Opened, typed: str, round_: int | None = None) -> int | None:
    """The place of the last event that a line is about, in that round, if one is named."""
    found = find_line(_state(own), typed, round_)
    return None if found is None else found[0].number - 1


def find_correction(opened: Opened, typed: str) -> tuple[int, Event] | None:
    """The line of the table's own log that a better one is about, and what it says then."""
    found = find_line(_state(opened), typed)
    if found is None:
        return None
    line, better = found
    new = next(read_all(_state(opened), better, short=False, guess=False), None)
    return None if new is None else (line.number, new)


def judge_change(own: Opened, place: int, old: Event, typed: str) -> Revision:
    """Another line in place of an event; it may say only what is different. Raises a Fault if it is about another.

    `old` is the event as it was entered, without what the table has added to it.
    """
    new = _find_new(own, place, old, typed)
    before = own.at(place)
    late = before.out_of_turn(new) if before is not None and new != old else None
    if late is not None:
        raise late
    return _judged(own, place, new)


def judge_removal(own: Opened, place: int) -> Revision:
    """The log without an event."""
    return _judged(own, place, None)


def _judged(own: Opened, place: int, new: Event | None) -> Revision:
    state, number = _state(own), place + 1
    line = None if new is None else own.game.format_event(new)
    after = take_out(state, number, rules_only=True) if line is None else change(state, number, line, rules_only=True)
    return Revision(new, tuple(one.line.number - 1 for one in after.fallen), after.errors)


def _find_new(own: Opened, place: int, old: Event, typed: str) -> Event:
    for new in _read(own, place, typed):
        if type(new) is not type(old) or isinstance(new, Says):
            continue
        better = own.put_right(old, new)
        if better is None and _about(new) == _about(old):
            better = new
        if better is not None and type(better) is type(old):
            return better
    problem = say("`{line}` does not say what this entry says.", line=typed)
    raise against_rules(None, problem, say("Type it as it was, with what is different: {line}", line=old.write()))


def _read(own: Opened, place: int, typed: str) -> Iterator[Event]:
    state = _state(own)
    before = state_before(state, place + 1)
    yield from read_all(before if before.opened else state, typed)
    yield from read_all(state, typed, short=False)


def _about(event: Event) -> object:
    return getattr(event, "player", None) or getattr(event, "holder", None)


def _state(own: Opened) -> State:
    return State(own.reading.log, own, (), None)
