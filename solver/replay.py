"""From lines to events, and from events to a table: what reading and replaying have in common in all games.

A fault is noted and the rest goes on, so that all that is wrong with a log is found at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import NamedTuple

from solver.english import nearest
from solver.grammar import (
    COMMON,
    FORMATS,
    OPENING,
    AidLine,
    Broken,
    Event,
    Me,
    Opening,
    Players,
    Unnamed,
    Verb,
    Words,
    find_verb,
)
from solver.log import Fault, Kind, Line, Log, LogError, Word, against_rules, unreadable


class Reading(NamedTuple):
    """The events of a log in order, and all that could not be read."""

    log: Log
    opening: Opening
    events: tuple[Event, ...]
    errors: tuple[LogError, ...]


class Notation(NamedTuple):
    """The lines of a game besides the opening ones: how they are read and, by kinds of events, how they are written.

    What is written reads back as the same event. `settle` learns a game's settings.
    """

    verbs: tuple[Verb, ...]
    formats: Mapping[type, Callable[..., str]]
    settle: Callable[[Event, Opening], Opening] = lambda _, opening: opening

    def read(self, log: Log) -> Reading:
        return read_events(log, self.verbs, self.settle)

    def write(self, event: Event) -> str:
        return (self.formats.get(type(event)) or FORMATS[type(event)])(event)


def read_events(log: Log, verbs: tuple[Verb, ...], settle: Callable[[Event, Opening], Opening]) -> Reading:
    """Read every line; a faulty one is reported and leaves a `Broken` behind."""
    global _latest
    begun = max(
        (one for one in _latest if one.begins(log, verbs, settle)), key=lambda one: len(one.log.lines), default=None
    )
    reader = _Reader(log, verbs, settle) if begun is None else begun.go_on(log)
    for line in log.lines[len(begun.log.lines) if begun else 0 :]:
        if line.words:
            reader.read(line)
    _latest = (reader, *_latest[: _KEPT - 1])
    errors = (*reader.errors, *reader.lacking())
    return Reading(log, reader.opening, tuple(reader.events), errors)


_KEPT = 16  # logs read last: a line more, or one taken back, need not be the whole log again
_latest: tuple[_Reader, ...] = ()


class _Reader:
    """One pass over a log. Opening lines come once each, in order, before all others; each gap is reported once."""

    ORDER = tuple(verb.name for verb in OPENING)

    def __init__(self, log: Log, verbs: tuple[Verb, ...], settle: Callable[[Event, Opening], Opening]) -> None:
        self.log, self.of_game, self.settle = log, verbs, settle
        self.verbs = {verb.name: verb for verb in (*COMMON, *verbs)}
        self.opening = Opening()
        self.events: list[Event] = []
        self.errors: list[LogError] = []
        self.seen: dict[str, int] = {}
        self.missed: set[str] = set()

    def begins(self, log: Log, verbs: tuple[Verb, ...], settle: Callable[[Event, Opening], Opening]) -> bool:
        """Whether the log it has read is the beginning of this one."""
        same = self.log.name == log.name and self.of_game is verbs and self.settle is settle
        return same and log.lines[: len(self.log.lines)] == self.log.lines

    def go_on(self, log: Log) -> _Reader:
        other = copy(self)
        other.log, other.events, other.errors = log, list(self.events), list(self.errors)
        other.seen, other.missed = dict(self.seen), set(self.missed)
        return other

    def read(self, line: Line) -> None:
        name: str | None = None
        try:
            verb = find_verb(line.words[0], self.verbs)
            name = verb.name
            self.check_order(verb, line)
            self.take(verb.read(Words(line, verb, self.opening)))
        except Fault as fault:
            name = name or nearest(line.words[0].key, self.verbs)
            self.errors.append(fault.on(line, self.log.name))
            self.take(Broken(name, line))
        except Unnamed:
            self.take(Broken(name, line))
        if name in self.ORDER:
            self.seen.setdefault(name, line.number)

    def check_order(self, verb: Verb, line: Line) -> None:
        if verb.name in self.ORDER and verb.name in self.seen:
            problem = f"A second `{verb.name}` line; the first is line {self.seen[verb.name]}."
            raise unreadable(line.words[0], problem, "Delete one of the two; another game goes into another file.")
        before = self.ORDER[: self.ORDER.index(verb.name)] if verb.name in self.ORDER else self.ORDER
        lacking = [name for name in before if name not in self.seen and name not in self.missed]
        self.missed.update(lacking)
        if lacking:
            form = self.verbs[lacking[0]].examples[0]
            problem = f"Before this line there must be a `{lacking[0]}` line."
            raise unreadable(line.words[0], problem, f"Type first: {form}")

    def take(self, event: Event) -> None:
        opening = self.settle(event, self.opening)
        if isinstance(event, Players):
            opening = opening._replace(players=event.names)
        elif isinstance(event, Me):
            opening = opening._replace(me=event.player)
        elif isinstance(event, AidLine):
            opening = opening._replace(aid=event.level)
        self.opening = opening
        self.events.append(event)

    def lacking(self) -> Iterator[LogError]:
        """What is still to come, if the log stops during its opening lines."""
        lacking = [name for name in self.ORDER if name not in self.seen and name not in self.missed]
        if lacking and not self.errors:
            form = self.verbs[lacking[0]].examples[0]
            fault = unreadable(None, f"The log ends before its `{lacking[0]}` line.", f"Type next: {form}")
            yield fault.on(self.log.lines[-1], self.log.name)._replace(unfinished=True)


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


class Replay(Notes):
    """A table while its log is replayed. A game says by `take` what each kind of event does to it."""

    def __init__(self, me: str, file: str = "log") -> None:
        super().__init__(file)
        self.me = me
        self._take = self.take  # bound once: where a method is chosen by type, that costs more than the call

    def take(self, event: Event) -> None:
        """Raises a Fault if the event breaks a rule."""
        raise NotImplementedError

    def feed(self, event: Event) -> None:
        """Take the next event; what is wrong with it joins the errors or the warnings."""
        self.line = event.line
        try:
            self._take(event)
        except Fault as fault:
            self.note(fault)
