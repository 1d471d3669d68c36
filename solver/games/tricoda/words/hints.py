"""Where to look for the easiest stone that can be crossed out."""

from __future__ import annotations

from collections.abc import Sequence

from solver.english import all_of
from solver.language import say
from solver.log import Line


def say_where(left: int, lines: Sequence[Line]) -> str:
    """`lines` are the answers to look at, none if the stones in sight suffice."""
    if not left:
        return say("Nothing is left to find: all that can be ruled out is seen or crossed out.")
    if not lines:
        return say("Look at the stones in sight.")
    if len(lines) == 1:
        return say("Look at the answer in line {line}.", line=lines[0].number)
    return say("Look at the answers in lines {lines}.", lines=all_of(line.number for line in lines))
