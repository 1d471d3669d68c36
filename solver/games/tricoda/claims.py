"""What a person asks about the own rack: `blue 7` or `b7`, a number, `7`, or a whole code, `4 5 5` or `455`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.errors import Fault, unreadable
from solver.games.tricoda.pieces import is_colour, is_short_stone, looks_numeric, read_number, read_stone
from solver.games.tricoda.racks import CODES, COLOURED_OF, RACK_CODES, RACK_STONES
from solver.games.tricoda.rules import RACK, Code, Stone, format_code
from solver.games.tricoda.table import Table
from solver.grammar import Opening, Verb, Words
from solver.log import parse_line

_EXAMPLE = "Ask for a stone: blue 7; for a number: 7; or for a code: 4 5 5."
_WHY = Verb("why", _EXAMPLE, "", (), lambda words: words)


@dataclass(frozen=True, slots=True)
class Question:
    """Is such a stone, such a number, or this code on the rack?"""

    about: Stone | int | Code

    def __str__(self) -> str:
        return str(self.about) if isinstance(self.about, Stone | int) else format_code(self.about)

    def racks(self) -> frozenset[int]:
        """All racks of which it is true."""
        about = self.about
        if isinstance(about, Stone):
            true = [about in stones for stones in RACK_STONES]
        elif isinstance(about, int):
            true = [about in code for code in RACK_CODES]
        else:
            true = [code == about for code in RACK_CODES]
        return frozenset(np.flatnonzero(np.array(true)[COLOURED_OF]).tolist())


def parse_claims(words: Sequence[str], table: Table) -> tuple[Question, ...]:  # noqa: ARG001 - the same for all games
    """Read the words of a call; raises a Fault that says what to type instead."""
    text = " ".join(re.sub(r"[\s,]+", " ", word) for word in words)
    line = Words(parse_line(0, f"why {text}"), _WHY, Opening())
    if not line.left():
        raise unreadable(None, "Nothing is asked.", _EXAMPLE)
    try:
        return tuple(dict.fromkeys(_read(line)))
    except Fault as fault:
        raise unreadable(None, fault.problem, f"{fault.hint} {_EXAMPLE}".replace(f"Type: {_EXAMPLE} ", "")) from None


def _read(words: Words) -> list[Question]:
    numbers: list[int] = []
    found: list[Question] = []
    while (word := words.peek()) is not None:
        then = words.peek(1)
        stone_ahead = then is not None and is_colour(then) and not _number_after(words)
        if is_short_stone(word) or not looks_numeric(word) or stone_ahead:
            found.append(Question(read_stone(words).stone))
        elif len(word.text) == RACK and word.text.isdecimal():
            found.append(_code(tuple(sorted(map(int, words.take("a code").text)))))
        else:
            numbers.append(read_number(words.take("a number")))
    if len(numbers) == RACK:
        return [*found, _code(tuple(sorted(numbers)))]
    return [*found, *map(Question, numbers)]


def _number_after(words: Words) -> bool:
    after = words.peek(2)
    return after is not None and looks_numeric(after)


def _code(code: Code) -> Question:
    if code not in CODES:
        raise unreadable(None, f"No three stones of the box are {format_code(code)}.", _EXAMPLE)
    return Question(code)
