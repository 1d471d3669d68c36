"""What somebody means who types what an earlier line denies: mostly that the earlier line is to be put right.

Whoever hears or sees something better types it as it is, `ben yellow 4`, and not as a change of line 5. So the line
that such words are about is looked for; what can stand is offered, and nothing is changed before somebody has chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from solver.corrections import Corrected, change, put_in
from solver.game import Opened
from solver.grammar import OPENING, Event, read_line
from solver.language import say
from solver.log import Line, parse_line
from solver.session import State, add_line, expand, state_before
from solver.tongues import part_meaning

MOST = 4  # offers: one question must be short


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that a line can mean, for its owner and, if the screen is covered, for everybody.

    `after` is what it makes of the log; None if line `number` must be typed as it should be.
    """

    told: str
    covered: str
    number: int
    after: Corrected | None


def find_offers(state: State, typed: str) -> tuple[Offer, ...]:
    """What a line that cannot be taken as it is may be meant to put right."""
    opened = state.opened
    if opened is None:
        return ()
    said = list(read_all(state, typed, guess=False))
    in_full = list(read_all(state, typed, short=False, guess=False))
    offers: list[Offer | None] = []
    for event in read_all(state, typed):
        offers.append(_correct_line(state, opened, event, event in in_full))
        if event in said or opened.stays_true(event):
            offers += _mean_else(state, opened, typed, event)
    found: dict[str, Offer] = {}
    for offer in sorted(filter(None, offers), key=_cost):
        known = {one.number for one in found.values()}
        if (offer.number not in known) if offer.after is None else not offer.after.errors:
            found.setdefault(offer.told, offer)
    return tuple(found.values())[:MOST]


def _cost(offer: Offer) -> int:
    """What changes least comes first, and last what must still be typed."""
    if offer.after is None:
        return 3
    return 2 * offer.after.denied + bool(offer.after.fallen)


def find_line(state: State, typed: str, round_: int | None = None) -> tuple[Line, str] | None:
    """The last line that words are about, and what it says once they are true; in that round, if one is named."""
    opened = state.opened
    if opened is None:
        return None
    anywhere = list(read_all(state, typed, short=False))
    for old, stands_in in reversed(tuple(zip(opened.reading.events, opened.rounds_of_events(), strict=True))):
        if round_ not in (None, stands_in):
            continue
        before = state_before(state, old.line.number)
        there = [] if before.opened is None else list(read_all(before, typed))
        for new in (*there, *anywhere):
            better = opened.put_right(old, new)
            if better is not None:
                return old.line, opened.game.format_event(better)
    return None


def say_instead(state: State, line: Line, typed: str) -> tuple[str, ...]:
    """What words for an earlier line can mean: what is different of it, or all of it if they begin with a verb."""
    verbs = [verb.name for verb in state.opened.game.verbs] if state.opened else ()
    better = "" if part_meaning(typed, verbs)[0] else find_better(state, line, typed)
    return (better,) if better else expand(state_before(state, line.number), typed)


def find_better(state: State, line: Line, typed: str) -> str:
    """The line, if words say what is different of it; empty if they are about something else.

    Nobody need be named: `10-15` of Eva's bet is still Eva's bet.
    """
    opened, old = state.opened, _event_of(state, line)
    if opened is None or old is None:
        return ""
    before = state_before(state, line.number)
    for said in (f"{name_of(old)} {typed}".strip(), typed):
        for event in read_all(before, said):
            better = opened.put_right(old, event)
            if better is not None:
                return line.event if better == old else opened.game.format_event(better)
    return ""


def name_of(event: Event) -> str:
    """Whom a line is about."""
    return getattr(event, "player", None) or getattr(event, "holder", None) or ""


def read_all(state: State, typed: str, short: bool = True, guess: bool = True) -> Iterator[Event]:
    """What words can say: as they are, as a `short` line of this moment, and with each verb that may be left out."""
    opened = state.opened
    if opened is None:
        return
    verbs = {verb.name: verb for verb in opened.game.verbs}
    lines = [*(expand(state, typed) if short else ()), typed]
    lines += [f"{name} {typed}" for name in verbs if guess and name not in {verb.name for verb in OPENING}]
    found: list[Event] = []
    for text in dict.fromkeys(lines):
        line = parse_line(0, text)
        event = read_line(line, verbs, opened.opening).event if line.words else None
        if event is not None and event not in found:
            found.append(event)
            yield event


def find_said(state: State, typed: str) -> Line | None:
    """The line that says already what is typed."""
    opened = state.opened
    abouts = [_find_about(opened, event) for event in read_all(state, typed)] if opened else []
    return next((about.old.line for about in abouts if about and about.better == about.old), None)


def tell_changed(before: State, was: Line, after: State, now: Line) -> tuple[str, bool]:
    """What a line says now, and not what it said before, and whether everybody may know; empty if it is not clear."""
    old, new = _event_of(before, was), _event_of(after, now)
    if before.opened is None or old is None or new is None:
        return "", False
    return before.opened.tell_change(old, new), _is_public(before.opened, old, new)


def _event_of(state: State, line: Line) -> Event | None:
    events = state.opened.reading.events if state.opened else ()
    return next((event for event in events if event.line.number == line.number), None)


class _About(NamedTuple):
    """The last line about the same thing as what is typed, and as it is if that is true."""

    old: Event
    better: Event


def _find_about(opened: Opened, event: Event) -> _About | None:
    """In this round, unless one of the two stays true."""
    for old, stands_in in reversed(tuple(zip(opened.reading.events, opened.rounds_of_events(), strict=True))):
        better = opened.put_right(old, event)
        if better is not None:
            lasting = opened.stays_true(event) or opened.stays_true(old)
            return _About(old, better) if lasting or stands_in == opened.table.round else None
    return None


def _correct_line(state: State, opened: Opened, event: Event, in_full: bool) -> Offer | None:
    """The last line about the same thing says what is said now."""
    about = _find_about(opened, event)
    if about is None or about.better == about.old:
        return None
    old, better = about
    number = old.line.number
    after = change(state, number, opened.game.format_event(better))
    if in_full and type(old) is not type(event) and not opened.stays_true(event):
        grown = _follow(after, opened.game.format_event(event))
        after = after if grown.errors else grown
    told = say("correct line {line}: {change}", line=number, change=opened.tell_change(old, better))
    covered = told if _is_public(opened, old, better) else say("correct line {line}", line=number)
    return Offer(told, covered, number, after)


def _is_public(opened: Opened, *events: Event) -> bool:
    """Whether everybody at the table may know all that these lines say."""
    for event in events:
        public = opened.in_public(event)
        known = "" if public is None else opened.game.format_event(public)
        if not set(opened.game.format_event(event).split()) <= set(known.split()):
            return False
    return True


def _mean_else(state: State, opened: Opened, typed: str, event: Event) -> Iterator[Offer]:
    for meaning in opened.may_mean(event):
        number = meaning.line or meaning.before or len(state.log.lines) + 1
        after = None
        if meaning.instead is not None:
            text = opened.game.format_event(meaning.instead)
            after = change(state, number, text) if meaning.line else put_in(state, number, text)
            after = _follow(after, typed) if meaning.then else after
        yield Offer(meaning.told, meaning.covered, number, after)


def _follow(after: Corrected, typed: str) -> Corrected:
    """The typed line comes as well."""
    grown = add_line(after.state, expand(after.state, typed)[0])
    return Corrected(grown, grown, after.fallen, (*after.errors, *grown.faults), after.denied)
