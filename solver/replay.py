"""What the replays of all games have in common: events are fed one by one, and what breaks a rule is noted."""

from __future__ import annotations

from solver.grammar import Event
from solver.log import Fault, Kind, Line, LogError, Word, against_rules


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
