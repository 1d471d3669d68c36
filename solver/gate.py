"""The one gate between the table's own log and a seat: a player's own log, and nothing that the player cannot know.

Every question about the table's own log is asked of what comes through here, so that nothing can leak around it. An
extract is written afresh, line by line, in the canonical form: comments and spelling of the table's log are left out,
since they could give something away. A seat's log at a table is made in the same way, event by event: of what has come
since, each line is written and read once, so that numbers and marks are those of the seat's own lines.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from solver.english import FollowUp, Remark, say_remark
from solver.game import CopiesPaper, Data, Opened
from solver.games import open_log
from solver.grammar import NOBODY, OPENING, SAYS, Event, Me, Opening, Says, find_player, read_line, unsaid
from solver.language import say
from solver.log import (
    Fault,
    Line,
    Log,
    LogError,
    Word,
    against_rules,
    parse_line,
    parse_log,
    unreadable,
    with_line,
    with_line_changed,
)

MOST_SIDES = 40  # events that are tried for what a clash is with


def take_seat(opened: Opened, player: str | None) -> tuple[Opened, str]:
    """The log that a question from this seat is about, and the seat by its full name.

    A player's log answers for its owner if nobody is named, and as far as it can for the others. Of the table's own log
    a seat has what comes through the gate.
    """
    if not opened.opening.of_table:
        asking = opened.me if player is None else find_player(Word(player, 0), opened.opening)
        if asking != opened.me and isinstance(opened, CopiesPaper) and opened.is_copy:
            problem = say(
                "This is {owner}'s paper sheet: what {player} saw is not on it.", owner=opened.me, player=asking
            )
            raise unreadable(None, problem, say("Ask about {owner} only.", owner=opened.me))
        return opened, asking
    if player is None:
        raise _nobody_asks(opened.opening)
    seat = find_player(Word(player, 0), opened.opening)
    own = opened.game.replay(sit(opened, seat).opened.reading, opened.upto)
    if not isinstance(own, Opened):
        raise _unfit(seat, own)
    return own, seat


class Seat(NamedTuple):
    """A seat's own log, opened, and its events as they stand in the table's log."""

    opened: Opened
    events: tuple[Event, ...]


class Clash(NamedTuple):
    """What a player entered that cannot be true together with what others did; shown to all who see both."""

    player: str
    says: str
    problem: str
    line: int = 0  # in the log that it was found in

    def data(self) -> Data:
        return {"player": self.player, "says": self.says, "problem": self.problem}


def find_clashes(opened: Opened) -> tuple[Clash, ...]:
    """Of a seat's log what its owner can see of them, of the table's own log all."""
    said = {event.line.number: event for event in opened.reading.events if isinstance(event, Says)}
    return tuple(
        Clash(event.player, opened.game.format_event(event.event), warning.problem, warning.line)
        for warning in opened.said_anew().table.warnings
        if (event := said.get(warning.line))
    )


def find_sides(opened: Opened, clash: Clash) -> tuple[int, ...]:
    """The places of what the player says, and of the earlier event without which that would be all right."""
    events, timeline = opened.reading.events, opened.timeline
    place = next(at for at, event in enumerate(events) if event.line.number == clash.line)
    said = unsaid(events[place])
    words = {word for word in said.write().split()[1:] if not word.isdigit()}
    others = [at for at in range(len(OPENING), place) if words & set(events[at].write().split()[1:])]
    others.sort(key=lambda at: (type(unsaid(events[at])) is not type(said), place - at))
    for at in others[:MOST_SIDES]:  # first up to what is said, which is quick
        moments = (timeline.instead(at, until=until) for until in (place + 1, None))
        if all(then and all(warning.line != clash.line for warning in then.warnings) for then in moments):
            return place, at
    return (place,)


def sit(opened: Opened, seat: str, before: Seat | None = None, awaited: Opened | None = None, name: str = "") -> Seat:
    """A seat's own log of the table's: what does not go with the rest of it is somebody's word, not to be relied on.

    What a player says is plain in every log in which nothing speaks against it. Lines that the seat had `before` are
    not written again, and the log that is `awaited` is not opened again.
    """
    if not opened.opening.of_table:
        return Seat(opened, opened.reading.events)
    events, name = list(_seen(opened, seat)), name or opened.reading.log.name
    if any(isinstance(event, Says) for event in events):
        doubted = {clash.line for clash in _settle(opened, events, name, None, None).table.warnings}
        events = [event if place in doubted else unsaid(event) for place, event in enumerate(events, 1)]
    return Seat(_settle(opened, events, name, before, awaited), tuple(events))


def _settle(opened: Opened, events: list[Event], name: str, before: Seat | None, awaited: Opened | None) -> Opened:
    """The log of these events; of those that it cannot hold, each becomes what somebody says."""
    while True:
        lines = _write(opened, events, before)
        known = [one for one in (before and before.opened, awaited) if one and one.reading.log.lines == lines]
        own = known[0] if known else open_log(Log(name, "".join(f"{line.text}\n" for line in lines), lines))
        if isinstance(own, Opened):
            return own
        place = own[0].line - 1
        if place < len(OPENING) or isinstance(events[place], Says):
            raise _unfit(opened.me, own)
        line = events[place].line
        words = (event for event in opened.reading.events if isinstance(event, Says))
        player = next((word.player for word in words if word.line.number == line.number), NOBODY)
        events[place] = Says(player, events[place], line)


def _write(opened: Opened, events: Sequence[Event], before: Seat | None) -> tuple[Line, ...]:
    """The lines of these events; as far as they are those of before, these are taken."""
    old, same = before.events if before else (), 0
    while same < min(len(old), len(events)) and old[same] == events[same]:
        same += 1
    new = (parse_line(number, opened.game.format_event(event)) for number, event in enumerate(events[same:], same + 1))
    return (*(before.opened.reading.log.lines[:same] if before else ()), *new)


def with_entry(opened: Opened, seat: str, line: str, own: bool) -> Opened | tuple[LogError, ...]:
    """The table's own log with a seat's line: as it is or with its player named; if need be as what the player says.

    `own`: the seat's own log can hold it, so that it is taken in any case. Else only the table knows what it lacks, and
    may not know it either.
    """
    log = opened.reading.log
    errors: tuple[LogError, ...] = ()
    verb, _, rest = line.partition(" ")
    forms = (line, f"{verb} {seat} {rest}".rstrip())
    completed = [full for form in forms if _is_line(opened, full := opened.complete(form, seat))]
    for form in (*completed, *(f"{SAYS} {seat} {form}" for form in completed if own)):
        longer = open_log(parse_log(with_line(log.text, form), log.name))
        if isinstance(longer, Opened):
            return longer
        errors = errors or longer
    return errors


class Changed(NamedTuple):
    """The table's own log after a correction, and which of its lines before stand in it now, in their order."""

    opened: Opened
    kept: tuple[int, ...]


def with_entry_changed(
    opened: Opened, seat: str, number: int, line: str | None, gone: Collection[int] = ()
) -> Changed | tuple[LogError, ...]:
    """Another line in place of one, or the log without it, and without those that are to go with it.

    What came later stays, if need be as what its player says; so does the new line itself, if it does not go with what
    others entered.
    """
    log, dead = opened.reading.log, {*gone, *([number] if line is None else [])}
    text = log.text if line is None else with_line_changed(log.text, number, _in_full(opened, seat, line))
    for blank in dead:
        text = with_line_changed(text, blank, "")  # all keep their numbers for the time being
    while not isinstance(rest := open_log(parse_log(text, log.name)), Opened):
        found = parse_log(text).lines[rest[0].line - 1]
        if not found.words or found.words[0].key == SAYS:
            return rest
        own = found.number == number
        text = with_line_changed(
            text, found.number, _as_said(opened, seat if own else "", _written_out(opened, found, own))
        )
    empty = {row.number for row in parse_log(text).lines if row.number in dead and not row.text.strip()}
    for blank in sorted(empty, reverse=True):
        text = with_line_changed(text, blank, None)
    whole = open_log(parse_log(text, log.name)) if empty else rest
    kept = tuple(row.number for row in log.lines if row.number not in empty)
    return Changed(whole, kept) if isinstance(whole, Opened) else whole


def _in_full(opened: Opened, seat: str, line: str) -> str:
    """The line as the table's own log reads it: as it is, or with its player named."""
    verb, _, rest = line.partition(" ")
    forms = (line, f"{verb} {seat} {rest}".rstrip())
    return next((form for form in forms if _is_line(opened, form)), line)


def _written_out(opened: Opened, line: Line, new: bool) -> str:
    """What a line says with all that the log has told it so far: by itself it may mean something else."""
    before = [event for event in opened.reading.events if event.line.number == line.number]
    return line.event if new or not before else opened.game.format_event(before[0].in_full(opened.table))


def _as_said(opened: Opened, seat: str, line: str) -> str:
    named = next((word.text for word in parse_line(0, line).words[1:2] if word.text in opened.opening.players), NOBODY)
    return f"{SAYS} {seat or named} {line}"


def _is_line(opened: Opened, text: str) -> bool:
    """Whether the table's own log can read such a line."""
    line = parse_line(0, text)
    verbs = {verb.name: verb for verb in opened.game.verbs}
    if line.words[0].key == SAYS:
        return True
    return not isinstance(read_line(line, verbs, opened.opening).fault, Fault)


def look_back(opened: Opened) -> dict[str, Opened]:
    """What every seat had of a game that is over, each line with its place in the table's own log.

    Nobody may look at the whole table before that.
    """
    if not opened.opening.of_table or not opened.over:
        raise _nobody_asks(opened.opening)
    return {seat: _sit(opened, seat) for seat in opened.opening.players}


def _sit(opened: Opened, seat: str) -> Opened:
    opening, events = opened.opening._replace(me=seat), tuple(map(opened.laid_open, sit(opened, seat).events))
    own = opened.game.replay(opened.reading._replace(opening=opening, events=events), opened.upto)
    if not isinstance(own, Opened):
        raise _unfit(seat, own)
    return own


def in_public(own: Opened) -> Opened | None:
    """Of a seat's log what anybody at the table may know, and what follows from that alone; None if they make none.

    What somebody says is as plain here as anything else: whether it clashes with hidden cards is not to be seen.
    """
    known = (_in_public(own, unsaid(event)) for event in own.reading.events)
    shown = own.game.replay(own.reading._replace(events=tuple(event for event in known if event)), own.upto)
    return shown if isinstance(shown, Opened) else None


def _in_public(own: Opened, event: Event) -> Event | None:
    holder = getattr(event, "holder", None)
    nobodys = holder is not None and holder not in own.opening.players
    return event if nobodys else own.in_public(event)


def extract(opened: Opened, player: str) -> str:
    """The text of the player's own log. One player's log is that already, but for that player only."""
    seat, owner = find_player(Word(player, 0), opened.opening), opened.me
    if opened.opening.of_table:
        return sit(opened, seat).opened.reading.log.text
    if seat != owner:
        problem = say("This is {owner}'s own log: what {player} saw and heard is not in it.", owner=owner, player=seat)
        hint = say("It can be extracted for {owner} only; the table's own log for everybody.", owner=owner)
        raise against_rules(None, problem, hint)
    return opened.reading.log.text


def _seen(opened: Opened, seat: str) -> Iterator[Event]:
    whole = _whole(opened)
    said = {event.line.number: event for event in whole.reading.events if isinstance(event, Says)}
    plain = whole.with_events(tuple(map(unsaid, whole.reading.events))) if said else whole
    for event in plain.seen_from(seat):
        word = said.get(event.line.number)
        if isinstance(event, Me):
            yield replace(event, player=seat)
        elif word is None or type(event) is not type(word.event):
            yield event
        elif (seen := whole.as_seen(word.event, seat)) is not None:
            yield seen if word.player == seat else Says(word.player, seen, word.line)


def _whole(opened: Opened) -> Opened:
    """The log to its end, even if it was opened as of an earlier round: when a line became public may be told later."""
    whole = opened if opened.upto is None else opened.game.replay(opened.reading)
    if not isinstance(whole, Opened):
        first = whole[0]
        problem = say(
            "Line {line}, which comes later, is against the rules: {problem}", line=first.line, problem=first.problem
        )
        raise against_rules(None, problem, first.hint)
    return whole


def _unfit(seat: str, errors: Sequence[LogError]) -> Fault:
    problem = say("What {player} saw does not fit together: {problem}", player=seat, problem=errors[0].problem)
    return against_rules(None, problem, errors[0].hint)


def _nobody_asks(opening: Opening) -> Fault:
    first, *others = (FollowUp("", seat=player, again=True) for player in opening.players)
    seats = Remark((first, *(part for other in others for part in (", ", other))))
    hint = say_remark("Ask from a seat: {ask}", ask=seats)
    return unreadable(None, say("This is the table's own log: it belongs to no seat."), hint)
