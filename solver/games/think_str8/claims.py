"""What a person asks about own cards: `red 6`, `red`, `red 6 round 3`, several at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.games.think_str8.colours import find_colour, parse_colour
from solver.games.think_str8.pieces import NUMBER, read_number
from solver.games.think_str8.table import Table
from solver.log import Fault, Word, unreadable

_EXAMPLE = "Ask for a colour and a number: red 6; for a colour: red; for an older card: red 6 round 3."
_JOINED = re.compile(r"([^\W\d_]+)(\d)")


@dataclass(frozen=True, slots=True)
class Question:
    """A card of the seat, by colour and (for a card held earlier) round; with or without a number."""

    colour: str
    number: int | None
    round: int | None

    def __str__(self) -> str:
        number = "" if self.number is None else f" {self.number}"
        return f"{self.colour}{number}" + ("" if self.round is None else f" round {self.round}")


def parse_claims(words: Sequence[str], table: Table) -> tuple[Question, ...]:
    """Read the words of a call; raises a Fault that says what to type instead."""
    parts = [part for word in words for part in re.split(r"[\s,]+", word) if part]
    queue = [Word(part, 0) for typed in parts for part in _apart(typed)]
    if not queue:
        raise unreadable(None, "Nothing is asked.", _EXAMPLE)
    questions: list[Question] = []
    while queue:
        questions += _read_group(queue, table)
    return tuple(dict.fromkeys(questions))


def format_claims(questions: Sequence[Question]) -> str:
    return ", ".join(map(str, questions))


def _apart(typed: str) -> Iterator[str]:
    """`red6` is `red 6`."""
    joined = _JOINED.fullmatch(typed)
    yield from joined.groups() if joined and find_colour(Word(joined[1], 0)) else (typed,)


def _read_group(queue: list[Word], table: Table) -> Iterator[Question]:
    """One colour with its numbers and round."""
    word = queue.pop(0)
    if NUMBER.fullmatch(word.text) or word.key == "round":
        raise unreadable(word, f"`{word.text}` comes without a colour.", _EXAMPLE)
    colour = parse_colour(word, table.colours)
    numbers: list[int | None] = []
    while queue and queue[0].key != "round" and find_colour(queue[0]) is None:
        numbers.append(_read_number(queue.pop(0), colour))
    round_ = _read_round(queue, table) if queue and queue[0].key == "round" else None
    for number in numbers or [None]:
        yield Question(colour, number, round_)


def _read_number(word: Word, colour: str) -> int:
    try:
        return read_number(word, colour).number
    except Fault as fault:
        raise unreadable(word, fault.problem, f"{fault.hint} {_EXAMPLE}") from None


def _read_round(queue: list[Word], table: Table) -> int:
    queue.pop(0)
    word = queue.pop(0) if queue else Word("", 0)
    if not word.text.isdecimal():
        raise unreadable(word, "`round` needs the number of a round.", _EXAMPLE)
    number = int(word.text[:4])
    if not 1 <= number <= table.round:
        typed = f"Rounds 1 to {table.round} are typed." if table.round else "No round is typed yet."
        raise unreadable(word, f"There is no round {number}.", typed)
    return number
