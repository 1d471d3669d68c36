"""A log as text: lines and words with their places, and what can be wrong with them.

Nothing typed is lost: a log keeps every character of its text. Errors are values, so that any front end can show them
all at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from solver.english import Saying, all_of, fold
from solver.language import say, say_number

LARGEST = 200_000  # bytes; an evening's log has a few thousand
LONGEST = 1_000  # characters of a typed line
_WORD = re.compile(r"[^\s,]+")
_LINE_END = re.compile(r"\r\n|\n|\r")
_UNCLEAN = re.compile(
    "[\\0-\\x08\\n-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff]"
)  # control characters; bytes that are not text


class Word(NamedTuple):
    """A word as typed and the column, from 0, at which it starts; in another language, the English word it means."""

    text: str
    start: int
    meant: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def key(self) -> str:
        return fold(self.meant or self.text)


class Line(NamedTuple):
    """One line, numbered from 1, without its line end. Comments are in `text` but not among the words."""

    number: int
    text: str
    words: tuple[Word, ...]

    @property
    def extent(self) -> tuple[int, int]:
        """The columns from the first word to the end of the last."""
        return (self.words[0].start, self.words[-1].end) if self.words else (0, len(self.text))

    @property
    def event(self) -> str:
        """What the line says, without indentation and comment."""
        start, end = self.extent
        return self.text[start:end] if self.words else ""

    @property
    def english(self) -> str:
        """The text with English words in place of those that were understood in another language."""
        text = self.text
        for word in reversed(self.words):
            text = text[: word.start] + word.meant + text[word.end :] if word.meant else text
        return text

    def data(self) -> dict[str, object]:
        """The line under the keys that outside programs rely on."""
        return {"line": self.number, "text": self.event}


def in_order(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines as they stand in the log, each once."""
    return tuple(sorted({line.number: line for line in lines}.values()))


def name_lines(lines: Iterable[Line]) -> str:
    """`line 3`, `lines 3 and 5`."""
    numbers = [line.number for line in in_order(lines)]
    if len(numbers) == 1:
        return say("line {number}", number=numbers[0])
    return say("lines {numbers}", numbers=all_of(numbers))


def at_line() -> Line:
    """A dataclass field: the line an event was read from, which does not make two events differ."""
    return field(default=Line(0, "", ()), compare=False, repr=False)


def at_word() -> Word:
    """A dataclass field: the word to mark if the event breaks a rule."""
    return field(default=Word("", 0), compare=False, repr=False)


class Log(NamedTuple):
    """A whole log: its name for messages, its text to the last character, and its lines."""

    name: str
    text: str
    lines: tuple[Line, ...]


@lru_cache(maxsize=8192)  # a log that grows has the same lines again and again
def parse_line(number: int, text: str) -> Line:
    body = text.partition("#")[0]
    return Line(number, text, tuple(Word(found.group(), found.start()) for found in _WORD.finditer(body)))


def parse_log(text: str, name: str = "log") -> Log:
    rows = _LINE_END.split(text.removeprefix("\ufeff"))
    if rows[-1] == "":
        rows.pop()
    return Log(name, text, tuple(parse_line(number, row) for number, row in enumerate(rows, 1)))


def line_end(text: str) -> str:
    """The line end this text uses."""
    return "\r\n" if "\r\n" in text else "\n"


def text_before(log: Log, number: int) -> str:
    """The text of a log as it stood when line `number` was still to come."""
    return "".join(f"{line.text}\n" for line in log.lines[: number - 1])


def with_line(text: str, line: str) -> str:
    """The text with a line added at its end."""
    ended = not text.removeprefix("\ufeff") or text.endswith(("\n", "\r"))
    return text + ("" if ended else line_end(text)) + line + line_end(text)


def with_line_inserted(text: str, number: int, line: str) -> str:
    """The text with a line put in before line `number`, or at the end."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    rows = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text.removeprefix(mark))
    before, after = "".join(rows[: number - 1]), "".join(rows[number - 1 :])
    return mark + (with_line(before, line) if before else line + line_end(text)) + after


def with_line_changed(text: str, number: int, event: str | None) -> str:
    """The text with another event in line `number`, whose comment and indentation stay; None takes the line out.

    A line that holds nothing but the event goes altogether, one with a comment keeps it.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    rows = re.split(r"(\r\n|\n|\r)", text.removeprefix(mark))
    row = rows[2 * (number - 1)]
    start, end = parse_line(number, row).extent
    if event is not None:
        rows[2 * (number - 1)] = row[:start] + event + row[end:]
    elif row[end:].strip():
        rows[2 * (number - 1)] = row[end:].lstrip()
    else:
        del rows[2 * (number - 1) : 2 * number]
    return mark + "".join(rows)


def part_lines(typed: str) -> tuple[str, ...]:
    """What was typed or pasted at once, line by line; blank lines in between are dropped."""
    rows = _LINE_END.split(typed)
    return tuple(row for row in rows if row.strip()) or ("",)


def check_typed(line: Line) -> None:
    """Raise a fault if the line, comment and all, would spoil the log it stands in, whatever it says."""
    found = _UNCLEAN.search(line.text)
    if found:
        bad = Word(found.group(), found.start())
        raise unreadable(bad, say("A log cannot hold this character."), say("Type the line without it."))
    if len(line.text) > LONGEST:
        too_much = Word(line.text[LONGEST:], LONGEST)
        problem = say("A line has at most {count} characters.", count=say_number(LONGEST))
        raise unreadable(too_much, problem, say("Split it into several lines."))


def without_unclean(text: str) -> str:
    return _UNCLEAN.sub("", text)


def decode_log(data: bytes, name: str = "log") -> Log | LogError:
    """Read a file's bytes; an error says what the file is if it is not a log."""
    if len(data) > LARGEST:
        problem = say(
            "This file cannot be read as a log: it has more than {count} bytes, "
            "and a log of a game has a few thousand.",
            count=say_number(LARGEST),
        )
        return _no_log(name, problem, say("Is it the right file?"))
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        problem = say("This file cannot be read as a log: it is saved as UTF-16.")
        return _no_log(name, problem, say("Save it again as UTF-8 (your editor's 'Save as')."))
    if b"\0" in data:
        problem = say("This file cannot be read as a log: it is not a text file.")
        return _no_log(name, problem, say("A log is plain text, for example: {line}", line="game think-str8"))
    try:
        return parse_log(data.decode("utf-8"), name)
    except UnicodeDecodeError as bad:
        line = data[: bad.start].count(b"\n") + 1
        problem = say("This file cannot be read as a log: line {line} is not UTF-8 text.", line=line)
        return _no_log(name, problem, say("Save it again as UTF-8 (your editor's 'Save as')."))


def _no_log(name: str, problem: str, hint: str) -> LogError:
    return LogError(name, 0, 0, 0, Kind.UNREADABLE, problem, hint)


# What can be wrong.


class Kind(StrEnum):
    """The kinds of fault a line can be guilty of; a line with a warning still counts."""

    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    AGAINST_RULES = "against the rules"
    WARNING = "warning"
    MISSING = "missing"  # no line's fault: what was asked for is not there


class LogError(NamedTuple):
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

    def __init__(self, kind: Kind, at: Word | None, problem: Saying, hint: Saying) -> None:
        super().__init__(str(problem))
        self.kind, self.at, self.problem, self.hint = kind, at, problem, hint

    def on(self, line: Line, file: str) -> LogError:
        """Pin the fault to its line; without a word of its own it marks the whole line."""
        start, end = (self.at.start, self.at.end) if self.at else line.extent
        width = max(1, end - start)
        place = (file, line.number, start + 1, width, self.kind)
        return LogError(*place, str(self.problem), str(self.hint), line.text)


def unreadable(at: Word | None, problem: Saying, hint: Saying) -> Fault:
    return Fault(Kind.UNREADABLE, at, problem, hint)


def ambiguous(at: Word | None, problem: Saying, hint: Saying) -> Fault:
    return Fault(Kind.AMBIGUOUS, at, problem, hint)


def against_rules(at: Word | None, problem: Saying, hint: Saying) -> Fault:
    return Fault(Kind.AGAINST_RULES, at, problem, hint)
