"""A finding made small: the fewest lines, then the fewest words, on which the same thing still happens.

A true log stays true while it shrinks: it may lose its end and whatever the notation lets be missing, nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from tests.attack.calls import Call
from tests.attack.cases import Case, Finding, attack
from tests.attack.true_logs import TrueLog, Typed, leave_out, may_be_missing

Part = TypeVar("Part")
PATIENCE = 60.0  # seconds of the wall clock for one finding


def drop_parts(parts: Sequence[Part], fails: Callable[[list[Part]], bool]) -> list[Part]:
    """As few of the parts as still fail, by delta debugging: leave out ever smaller pieces, at last one by one."""
    kept, size = list(parts), max(1, len(parts) // 2)
    while kept:
        at, before = 0, len(kept)
        while at < len(kept):
            fewer = kept[:at] + kept[at + size :]
            if fails(fewer):
                kept = fewer
            else:
                at += size
        if size == 1 and len(kept) == before:
            break
        size = max(1, size // 2)
    return kept


def shrink(case: Case, finding: Finding, timed: bool = False, begin: Callable[[Call], None] = lambda _: None) -> Case:
    """The smallest case found in time with the same cause."""
    until = time.monotonic() + PATIENCE
    shows = tuple(call for view in case.views for call in view if call.command == "show" and finding.call in view)
    case = replace(case, views=((*shows[:1], finding.call),))

    def fails(smaller: Case) -> bool:
        if time.monotonic() > until:
            return False
        return any(other.cause == finding.cause for other in attack(smaller, timed, begin))

    if not case.true:
        return _shrink_words(_shrink_lines(case, fails), fails)
    plain = _from_true(case, case.true)
    if not fails(plain):
        return case  # the spelling itself is at fault
    return _shrink_true(plain, case.true, fails)


def _shrink_lines(case: Case, fails: Callable[[Case], bool]) -> Case:
    rows = drop_parts(case.log.splitlines(keepends=True), lambda rows: fails(replace(case, log=b"".join(rows))))
    return replace(case, log=b"".join(rows))


def _shrink_words(case: Case, fails: Callable[[Case], bool]) -> Case:
    rows = [row.split() for row in case.log.splitlines()]
    if not fails(_from_words(case, rows)):
        return case
    for place, row in enumerate(rows):

        def fails_with(words: list[bytes], place: int = place) -> bool:
            return fails(_from_words(case, [*rows[:place], words, *rows[place + 1 :]]))

        rows[place] = drop_parts(row, fails_with)
    return _from_words(case, rows)


def _from_words(case: Case, rows: Sequence[Sequence[bytes]]) -> Case:
    return replace(case, log=b"".join(b" ".join(row) + b"\n" for row in rows))


def _from_true(case: Case, log: TrueLog) -> Case:
    return replace(case, true=log, log="".join(f"{line}\n" for line in log.lines).encode())


def _shrink_true(case: Case, log: TrueLog, fails: Callable[[Case], bool]) -> Case:
    def cut(length: int) -> TrueLog:
        return replace(log, typed=log.typed[:length])

    length = next((n for n in range(3, len(log.typed)) if fails(_from_true(case, cut(n)))), len(log.typed))
    begun, extra = cut(length), list[int]()

    def only(places: list[int]) -> TrueLog:
        return leave_out(begun, lambda place: place in set(extra) - set(places))

    if log.game == "thinkaboxin" and not {"mode nuggets", "mode goldrush"} & set(log.lines):
        begun = _drop_sets(begun, lambda smaller: fails(_from_true(case, smaller)))
    extra = [place for place, line in enumerate(begun.lines) if may_be_missing(begun, line)]
    return _from_true(case, only(drop_parts(extra, lambda places: fails(_from_true(case, only(places))))))


def _drop_sets(log: TrueLog, fails: Callable[[TrueLog], bool]) -> TrueLog:
    """Sets that do not count for the next may go as a whole."""
    starts = [place for place, line in enumerate(log.lines) if line.split()[0] in ("set", "knockout")]
    if not starts:
        return log
    sets = [log.typed[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]

    def join(some: list[tuple[Typed, ...]]) -> TrueLog:
        return replace(log, typed=(*log.typed[: starts[0]], *(typed for one in some for typed in one)))

    return join(drop_parts(sets, lambda some: fails(join(some))))
