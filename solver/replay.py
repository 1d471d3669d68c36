"""From lines to events, and from events to a table: what reading and replaying have in common in all games.

A fault is noted and the rest goes on, so that all that is wrong with a log is found at once. A log is a timeline: the
moment before and after each of its events is there for whoever asks, and any of them can go on in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cached_property
from operator import eq
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from solver.english import nearest
from solver.grammar import (
    KINDS,
    OPENING,
    SAYS,
    Broken,
    Event,
    Opening,
    ReadLine,
    Says,
    Unnamed,
    Verb,
    read_line,
    read_says,
    verb_of,
)
from solver.language import say
from solver.log import Fault, Kind, Line, Log, LogError, Word, against_rules, unreadable
from solver.moments import Remembered

T_co = TypeVar("T_co", covariant=True)


class Reading(NamedTuple):
    """The events of a log in order, and all that could not be read."""

    log: Log
    opening: Opening
    events: tuple[Event, ...]
    errors: tuple[LogError, ...]


class Notation:
    """The lines of a game, a class for each verb; one for a line that every game has stands in its place."""

    def __init__(self, *kinds: type[Event]) -> None:
        self.kinds = {kind.word: kind for kind in (*KINDS, *kinds)}
        self.by_name = {name: verb_of(kind) for name, kind in self.kinds.items()}
        self.verbless = [kind for kind in kinds if "needs_no_verb" in vars(kind)]
        self.verbs = tuple(self.by_name.values())[len(KINDS) :]  # the game's own
        self.own = {verb.name: verb for verb in self.verbs}

    def read(self, log: Log) -> Reading:
        return read_events(log, self)

    def read_line(self, line: Line, opening: Opening) -> ReadLine:
        return read_line(line, self.by_name, opening, self.with_verb if self.verbless else None)

    def with_verb(self, line: Line, opening: Opening) -> Line:
        """A line that needs no verb with the verb it stands for; any other as it is."""
        meant = next((kind.word for kind in self.verbless if kind.needs_no_verb(line, opening)), None)
        return line if meant is None else line._replace(words=(Word(meant, line.words[0].start), *line.words))

    def write(self, event: Event) -> str:
        """A line that reads back as the same event."""
        return event.write()


# From lines to events.


def read_events(log: Log, notation: Notation) -> Reading:
    """Read every line; a faulty one is reported and leaves a `Broken` behind."""
    key = (log.name, id(notation))
    reader = READ.along(key, log.lines, lambda: _Reader(log.name, notation)).before(len(log.lines))
    errors = (*reader.errors, *reader.lacking(log))
    return Reading(log, reader.opening, tuple(reader.events), errors)


class _Reader:
    """One pass over a log. Opening lines come once each, in order, before all others; each gap is reported once."""

    ORDER = tuple(verb.name for verb in OPENING)

    def __init__(self, file: str, notation: Notation) -> None:
        self.file, self.notation = file, notation
        self.opening = Opening()
        self.events: list[Event] = []
        self.errors: list[LogError] = []
        self.seen: dict[str, int] = {}
        self.missed: set[str] = set()

    def fork(self) -> _Reader:
        other = copy(self)
        other.events, other.errors = list(self.events), list(self.errors)
        other.seen, other.missed = dict(self.seen), set(self.missed)
        return other

    def feed(self, line: Line) -> None:
        if not line.words:
            return
        name: str | None = None
        try:
            if line.words[0].key == SAYS and not self.missing():
                self.events.append(read_says(line, self.notation.own, self.opening))
                return
            attempt = self.notation.read_line(line, self.opening)
            if attempt.verb is not None:
                name = attempt.verb.name
                self.check_order(attempt.verb, line)
            event = attempt.result()
            self.opening = event.settle(self.opening)
            self.events.append(event)
        except Fault as fault:
            name = name or nearest(line.words[0].key, self.notation.by_name)
            self.errors.append(fault.on(line, self.file))
            self.give_up(name, line)
        except Unnamed:
            self.give_up(name, line)
        if name in self.ORDER:
            self.seen.setdefault(name, line.number)

    def check_order(self, verb: Verb, line: Line) -> None:
        if verb.name in self.ORDER and verb.name in self.seen:
            first = self.seen[verb.name]
            problem = say("A second `{verb}` line; the first is line {line}.", verb=verb.name, line=first)
            hint = say("Delete one of the two; another game goes into another file.")
            raise unreadable(line.words[0], problem, hint)
        before = self.ORDER[: self.ORDER.index(verb.name)] if verb.name in self.ORDER else self.ORDER
        lacking = self.missing(before)
        self.missed.update(lacking)
        if lacking:
            form = self.notation.by_name[lacking[0]].examples[0]
            problem = say("Before this line there must be a `{verb}` line.", verb=lacking[0])
            raise unreadable(line.words[0], problem, say("Type first: {line}", line=form))

    def missing(self, names: tuple[str, ...] = ORDER) -> list[str]:
        """Opening lines that have not come, and are not reported."""
        return [name for name in names if name not in self.seen and name not in self.missed]

    def give_up(self, name: str | None, line: Line) -> None:
        kind = self.notation.kinds.get(name or "", Broken)
        self.opening = kind.settle_unread(self.opening)
        self.events.append(Broken(name, line))

    def lacking(self, log: Log) -> Iterator[LogError]:
        """What is still to come, if the log stops during its opening lines."""
        lacking = self.missing()
        if lacking and not self.errors:
            form = self.notation.by_name[lacking[0]].examples[0]
            problem = say("The log ends before its `{verb}` line.", verb=lacking[0])
            fault = unreadable(None, problem, say("Type next: {line}", line=form))
            yield fault.on(log.lines[-1], self.file)._replace(unfinished=True)


READ = Remembered[_Reader, Line](eq)


# From events to a table.


class Notes:
    """What is wrong with the lines so far. A broken rule is noted and the replay goes on, so that all are found."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.line = Line(0, "", ())
        self.errors: tuple[LogError, ...] = ()
        self.warnings: tuple[LogError, ...] = ()

    def note(self, *faults: Fault) -> None:
        for fault in faults:
            if fault.kind is Kind.WARNING:
                self.warnings += (fault.on(self.line, self.file),)
            else:
                self.errors += (fault.on(self.line, self.file),)

    def fault(self, at: Word | None, problem: str, hint: str) -> None:
        self.note(against_rules(at, problem, hint))

    def warn(self, at: Word | None, problem: str, hint: str) -> None:
        self.note(Fault(Kind.WARNING, at, problem, hint))


class Replaying(Protocol[T_co]):
    """A table in the making: it takes event after event, and can go on in several ways."""

    @property
    def errors(self) -> tuple[LogError, ...]: ...

    def fork(self) -> Self: ...

    def feed(self, event: Event, /) -> None: ...

    def goes_beyond(self, event: Event, upto: int) -> bool:
        """Whether the event, the next one, belongs to what came after round `upto`."""

    def end(self, cut: bool) -> None:
        """No more events come, or (`cut`) they are not looked at."""

    def table(self) -> T_co: ...


class Replay(Notes):
    """A table while its log is replayed. A game says by `take` what each kind of event does to it.

    What it keeps is in lists and dicts of values that do not change, or in things that can be forked.
    """

    def __init__(self, me: str, file: str = "log") -> None:
        super().__init__(file)
        self.me = me
        self._take = self.take  # bound once: where a method is chosen by type, that costs more than the call

    def fork(self) -> Self:
        """The same so far, to go on from in another way."""
        twin = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict):
                setattr(twin, name, value.copy())
            elif isinstance(value, Forks):
                setattr(twin, name, value.fork())
        twin._take = twin.take
        return twin

    def take(self, event: Event) -> None:
        """Raises a Fault if the event breaks a rule."""
        raise NotImplementedError

    def feed(self, event: Event) -> None:
        """Take the next event; what is wrong with it joins the errors or the warnings."""
        self.line = event.line
        errors = self.errors
        try:
            if isinstance(event, Says):
                self.take_said(event.event)
            else:
                self._take(event)
        except Fault as fault:
            self.note(fault)
        if isinstance(event, Says):
            self.errors, clashes = errors, self.errors[len(errors) :]
            self.warnings += tuple(clash._replace(kind=Kind.WARNING) for clash in clashes)

    def take_said(self, event: Event) -> None:
        """Take what clashes with earlier lines as far as it can count; what is wrong with it becomes a warning."""
        self._take(event)

    def end(self, cut: bool) -> None:
        """Nothing, for most games."""


class Forks:
    """A part of a replay that is more than a list or a dict of values."""

    def fork(self) -> Self:
        raise NotImplementedError


class Timeline(Generic[T_co]):
    """A log in time: the table before and after every event, and what it would be if any of them were another.

    A place is a number of events: the moment before the next one. `table` is the one at the end, or at the end of round
    `upto`, and None if the log breaks a rule or cannot be read; then `errors` has all broken rules.
    """

    def __init__(self, reading: Reading, begin: Callable[[str, str], Replaying[T_co]], upto: int | None = None) -> None:
        me, file = reading.opening.me or "", reading.log.name
        self.reading, self.upto = reading, upto
        self._moments = REPLAYED.along((begin, me, file), reading.events, lambda: begin(me, file))
        self.events = reading.events if upto is None else reading.events[: self.end_of(upto)]
        last = self._end(self._go_on(len(self.events)))
        self.errors = last.errors
        self.table = None if last.errors or reading.errors else last.table()

    def end_of(self, round_: int) -> int:
        """The place where a round ends."""
        events = self.reading.events
        beyond = (at for at, event in enumerate(events) if self._moments.before(at).goes_beyond(event, round_))
        return next(beyond, len(events))

    def _go_on(self, place: int) -> Replaying[T_co]:
        moment: Replaying[T_co] = self._moments.before(place)
        return moment.fork()

    def _end(self, last: Replaying[T_co]) -> Replaying[T_co]:
        last.end(len(self.events) < len(self.reading.events))
        return last

    def at(self, place: int) -> T_co:
        """The table at a place of a log without fault."""
        if place not in self._tables:
            self._tables[place] = self._go_on(place).table()
        return self._tables[place]

    @cached_property
    def _tables(self) -> dict[int, T_co]:
        return {}

    def instead(self, place: int, *events: Event, until: int | None = None) -> T_co | None:
        """The table at the end if these events stood in place of the one there; None if that breaks a rule.

        None of them is the log without it, and together with it they are more. `until`: at that place of the log, not
        at the end.
        """
        trial = self._go_on(place)
        for event in (*events, *self.events[place + 1 : until]):
            if trial.errors:
                return None
            trial.feed(event)
        last = self._end(trial) if until is None else trial
        return None if last.errors else last.table()


def _same(one: Event, other: Event) -> bool:
    """Equal events may stand in other lines."""
    return one is other or (one.line == other.line and one == other)


REPLAYED = Remembered[Any, Event](_same)
