"""Short ways to read a log in tests."""

from __future__ import annotations

from solver.games import open_log
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.table import Table
from solver.log import LogError, parse_log

THREE = "game think-str8\nplayers Anna Ben Cleo\nme Anna\n"


def read_line(line: str, head: str = THREE) -> object:
    """The event of a line that can be read."""
    from solver.games.think_str8.events import read_log

    reading = read_log(parse_log(head + line))
    assert not reading.errors, reading.errors
    return reading.events[-1]


def table_of(text: str, upto: int | None = None) -> Table:
    opened = open_log(parse_log(text), upto)
    assert isinstance(opened, Str8Log), opened
    table = opened.table
    assert isinstance(table, Table)
    return table


def faults_of(text: str, upto: int | None = None) -> list[tuple[int, str]]:
    """Line and problem of every error; empty if the log is fine."""
    opened = open_log(parse_log(text), upto)
    return [(error.line, error.problem) for error in opened] if isinstance(opened, tuple) else []


def warnings_of(text: str) -> list[tuple[int, str]]:
    return [(warning.line, warning.problem) for warning in table_of(text).warnings]


def first_fault(line: str, head: str = THREE) -> LogError:
    opened = open_log(parse_log(head + line))
    assert isinstance(opened, tuple), f"accepted: {line}"
    return opened[0]
