"""What can be wrong with a log. Errors are values, so that any front end can show them all at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.log import Line, Word


class Kind(StrEnum):
    """The kinds of fault a line can be guilty of; a warning is taken all the same."""

    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    AGAINST_RULES = "against the rules"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class LogError:
    """One fault: where it is, what is wrong, and what to type instead. Line 0 means the file as a whole."""

    file: str
    line: int
    column: int
    width: int
    kind: Kind
    problem: str
    hint: str
    text: str = ""
    unfinished: bool = False  # the log is only begun: its opening lines are still to come

    def data(self) -> dict[str, object]:
        """The fault under the keys that outside programs rely on."""
        return {
            "line": self.line,
            "column": self.column,
            "kind": str(self.kind),
            "problem": self.problem,
            "hint": self.hint,
        }


class Fault(Exception):
    """Raised while one line is read or replayed, and turned into a LogError there."""

    def __init__(self, kind: Kind, at: Word | None, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.kind, self.at, self.problem, self.hint = kind, at, problem, hint

    def on(self, line: Line, file: str) -> LogError:
        """Pin the fault to its line; without a word of its own it marks the whole line."""
        start, end = (self.at.start, self.at.end) if self.at else line.extent
        width = max(1, end - start)
        return LogError(file, line.number, start + 1, width, self.kind, self.problem, self.hint, line.text)


def unreadable(at: Word | None, problem: str, hint: str) -> Fault:
    return Fault(Kind.UNREADABLE, at, problem, hint)


def ambiguous(at: Word | None, problem: str, hint: str) -> Fault:
    return Fault(Kind.AMBIGUOUS, at, problem, hint)


def against_rules(at: Word | None, problem: str, hint: str) -> Fault:
    return Fault(Kind.AGAINST_RULES, at, problem, hint)


class Disagreement(Exception):
    """The two engines contradict each other: a fault of this program, never of the log."""
