"""A line of a log put right: changed, taken out or put in where it was forgotten, and what that does to later lines.

One function answers for everybody who corrects, a session as well as the phones: later lines stay as long as they can
still be true, by the rules of the game and together with all that stands before them. Those that cannot are named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from solver.game import Opened
from solver.log import Line, LogError, with_line_changed, with_line_inserted
from solver.session import State, read_state, state_before

MOST_FALLEN = 40  # later lines: if more cannot stay, it is another log


class Fallen(NamedTuple):
    """A later line that cannot be true any more, as it stands now, and the rule that it would break.

    Without one it obeys the rules, but nothing fits it together with what stands before it.
    """

    line: Line
    error: LogError | None


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction does.

    `whole` is the log with all its later lines, and `state` without those that have fallen. With `errors` the line
    cannot stand there: it breaks a rule itself, or too many later lines would. With `denied` it obeys the rules, but
    cannot be true together with what stands before it; then later lines are judged by the rules alone.
    """

    whole: State
    state: State
    fallen: tuple[Fallen, ...] = ()
    errors: tuple[LogError, ...] = ()
    denied: bool = False

    @property
    def fine(self) -> bool:
        """The line can be true, and so can all that stands behind it."""
        return not (self.fallen or self.errors or self.denied)


def change(state: State, number: int, line: str, rules_only: bool = False) -> Corrected:
    """Line `number` says something else."""
    return _correct(_Rows(state, number, line), rules_only)


def take_out(state: State, number: int, rules_only: bool = False) -> Corrected:
    """Line `number` goes."""
    return _correct(_Rows(state, number, None), rules_only)


def put_in(state: State, number: int, line: str, rules_only: bool = False) -> Corrected:
    """A line comes before line `number`."""
    return _correct(_Rows(state, number, line, new=True), rules_only)


def holds_together(opened: Opened) -> bool:
    """Whether nothing in a log contradicts anything else; in the table's own log, whatever any seat can know."""
    seats = opened.opening.players if opened.opening.of_table else (opened.me,)
    return all(opened.holds_together(seat) for seat in seats)


class _Rows:
    """A log while a line of it is corrected. Lines that fall are blank for the time being, so that all keep numbers."""

    def __init__(self, before: State, number: int, line: str | None, new: bool = False) -> None:
        self.before, self.number, self.new = before, number, new
        put = with_line_inserted if new else with_line_changed
        self.text = before.text if line is None else put(before.text, number, line)
        self.gone = [] if line is not None else [number]

    def read(self) -> State:
        return self._read("")

    def left(self) -> State:
        """The log without what has fallen."""
        return self._read(None)

    def _read(self, instead: str | None) -> State:
        text = self.text
        for number in sorted(self.gone, reverse=True):
            text = with_line_changed(text, number, instead)
        return read_state(text, self.before.log.name)

    def line(self, number: int) -> Line:
        """A later line as it stands in the log now."""
        return self.before.log.lines[number - 1 - self.new]

    def faults(self, state: State) -> list[LogError]:
        """What is wrong with a log and was not before."""
        known = {error.line + (self.new and error.line >= self.number) for error in self.before.faults}
        return [error for error in state.faults if error.line not in known]


def _correct(rows: _Rows, rules_only: bool) -> Corrected:
    whole = now = rows.read()
    own = tuple(error for error in rows.faults(whole) if error.line <= rows.number)
    if own:
        return Corrected(whole, whole, errors=own)
    judged = not rules_only and rows.before.opened is not None and holds_together(rows.before.opened)
    fallen: list[Fallen] = []
    while True:
        number, error = _find_fallen(rows, now, judged)
        if number == rows.number:
            return Corrected(*_left(rows, whole, fallen), denied=True)
        if not number:
            return Corrected(*_left(rows, whole, fallen))
        if len(fallen) == MOST_FALLEN:
            return Corrected(whole, whole, errors=tuple(rows.faults(whole)), denied=whole.opened is not None)
        fallen.append(Fallen(rows.line(number), error))
        rows.gone.append(number)
        now = rows.read()


def _find_fallen(rows: _Rows, state: State, judged: bool) -> tuple[int, LogError | None]:
    """The first line that breaks a rule, or with which nothing fits any more; 0 if there is none."""
    broken = rows.faults(state)
    if broken:
        return broken[0].line, broken[0]
    return (_find_denied(state, rows.number) if judged else 0), None


def _find_denied(state: State, first: int) -> int:
    """The line, from `first` on, with which nothing fits any more; 0 if all fits.

    What does not fit will not fit with more lines either, so it is found by halving.
    """
    if state.opened is None or holds_together(state.opened):
        return 0
    low, high = first, len(state.log.lines)
    while low < high:
        middle = (low + high) // 2
        before = state_before(state, middle + 1).opened
        if before is None or holds_together(before):
            low = middle + 1
        else:
            high = middle
    return low


def _left(rows: _Rows, whole: State, fallen: list[Fallen]) -> tuple[State, State, tuple[Fallen, ...]]:
    order = sorted(fallen, key=lambda one: one.line.number)
    return whole, rows.left(), tuple(order)
