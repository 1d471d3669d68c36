"""How much must be typed to copy a paper sheet: keys of the whole sheet, Enter included, over simulated games of three.

python -m pytest tests/bench/test_copying_keys.py
"""

from __future__ import annotations

import re

from solver.game import CopiesPaper
from solver.games import open_log
from solver.games.think_str8.facts import before_turning, seen_numbers
from solver.games.think_str8.lab.match import make_simulation
from solver.games.think_str8.opened import Str8Log
from solver.lab.simulation import play_numbered
from solver.log import parse_log
from solver.proof.smallest import possible_numbers
from solver.session import State, expand
from tests.bench.figures import note
from tests.think_str8.paper_copies import copy_seat

GAMES = 40
MOST = 150
OPENING = 4  # lines before the sheet: game, players, me, paper


def test_keys_of_a_sheet_of_nine_rows() -> None:
    keys = [count_keys(number) for number in range(GAMES)]
    mean = sum(keys) / GAMES
    assert sum(each <= MOST for each in keys) >= 0.95 * GAMES
    note(
        "keys of a paper sheet", f"{mean:.1f}", 1, mean / MOST, f"{MOST} keys, {GAMES} games of three, {max(keys)} most"
    )


def count_keys(number: int) -> int:
    """What is typed after the question for the sheet: what `play` asks for, in that order, with every possible cross.

    What is typed is read as the session reads it, and must be the copy.
    """
    played = play_numbered(make_simulation(), ("pad", "points", "pad"), 7, number)
    own = open_log(parse_log(str(played.log)))
    assert isinstance(own, Str8Log)
    lines = copy_seat(own).splitlines()
    assert sum(line.startswith("dice") for line in lines) == 9
    final = next(at for at, line in enumerate(lines) if line.startswith("final"))
    lines.insert(final, f"cross {' '.join(list_crosses(own))}")
    text, keys = "".join(f"{line}\n" for line in lines[:OPENING]), 0
    for typed in shorten(lines[OPENING:]):
        keys += len(typed) + 1
        text = take(text, typed)
    assert events(text) == events("".join(f"{line}\n" for line in lines))
    return keys


def list_crosses(own: Str8Log) -> list[str]:
    """Whatever can be ruled out by all that was seen, column by column."""
    possible, table = possible_numbers(before_turning(own.table, own.me)), own.table
    out = [
        [n for n in range(8) if n not in possible[colour] and n not in seen_numbers(table, own.me, colour)]
        for colour in table.colours
    ]
    return ["".join(map(str, numbers)) or "-" for numbers in out]


def shorten(lines: list[str]) -> list[str]:
    """Without verbs; a row in one line, a range open to where it reaches the end."""
    typed: list[str] = []
    for line in lines:
        verb, rest = line.split(maxsplit=1) if line[0].isalpha() and not line.startswith("not") else ("", line)
        if verb in ("", "swap"):
            typed[-1] += shorten_range(rest)
        else:
            typed.append(min(rest, shorten_columns(rest), key=len) if verb == "cross" else rest)
    return typed


def shorten_range(right: str) -> str:
    """8 for 8-8, n8 for what it was not, 11- up to the end; and 915 for 9-15, where that is not a sum itself."""
    right = re.sub(r"^(not )?(\d+)-\2$", r"\1\2", right).replace("not ", "n")
    right = re.sub(r"^0-|-21$", "-", right)
    return re.sub(r"^(?!1-\d$)(\d+)-(\d+)$", r"\1\2", right)


def shorten_columns(groups: str) -> str:
    """b35y2: only the columns that have something."""
    return "".join(code + numbers for code, numbers in zip("bgypre", groups.split(), strict=True) if numbers != "-")


def take(text: str, typed: str) -> str:
    """The log with what was typed at once; boxes are asked for, so that their verb is known."""
    for part in part_row(text, typed):
        opened = open_log(parse_log(text))
        assert isinstance(opened, Str8Log)
        asked = opened.next_question(())
        line = asked.line(part) if asked else None
        readings = (line,) if line else expand(State(parse_log(text), opened, (), None), part)
        assert len(readings) == 1, (part, readings)
        text += f"{readings[0]}\n"
    return text


def part_row(text: str, typed: str) -> tuple[str, ...]:
    opened = open_log(parse_log(text))
    assert isinstance(opened, CopiesPaper)
    return opened.part_row(typed)


def events(text: str) -> list[object]:
    opened = open_log(parse_log(text))
    assert isinstance(opened, Str8Log), text
    return list(opened.reading.events)
