"""How much must be typed: keys per round, Enter included, over simulated games of four, in the shortest accepted form.

python -m pytest tests/bench/test_keys.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from solver.games import named_game, open_log
from solver.games.think_str8.game import ThinkStr8
from solver.games.think_str8.lab.match import make_simulation
from solver.games.think_str8.opened import Str8Log
from solver.lab.simulation import play_numbered
from solver.log import parse_log
from solver.session import State, expand
from tests.bench.figures import note
from tests.short_forms import short_forms

GAMES = 50
MOST_PER_ROUND, MOST_AT_THE_END, MOST_AT_THE_START = 34, 60, 8
WORKED_OUT = re.compile(r"^(bet (\S+) \d+-\d+) (hit|low|high|miss)$")


def test_keys_of_a_game() -> None:
    game = named_game("think-str8")
    assert isinstance(game, ThinkStr8)
    rounds, ends, starts = [], [], []
    for number in range(GAMES):
        played = play_numbered(make_simulation(), ("pad", "points", "pad", "points"), 7, number)
        opening, *per_round, end = part_rounds(str(played.log))
        text = "".join(f"{line}\n" for line in opening)
        starts.append(count_set_up(opening))
        for lines in per_round:
            keys = 0
            for line in shorten_all(lines, text):
                typed, text = type_line(line, text)
                keys += len(typed) + 1
            rounds.append(keys)
        keys = 0
        for line in end:
            typed, text = type_line(line, text)
            keys += len(typed) + 1 - sum(sign.isdecimal() for sign in typed)
        ends.append(keys)
    in_a_round, at_the_end, at_the_start = (sum(keys) / len(keys) for keys in (rounds, ends, starts))
    for name, mean, most in (
        ("keys per round", in_a_round, MOST_PER_ROUND),
        ("keys of final bets and reveals, numbers apart", at_the_end, MOST_AT_THE_END),
        ("keys of the set-up, names and numbers apart", at_the_start, MOST_AT_THE_START),
    ):
        note(name, f"{mean:.1f}", 1, mean / most, f"{most} keys, {GAMES} games of four")


def part_rounds(text: str) -> list[list[str]]:
    """The opening, every round, and what comes after the last."""
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        last = any(row.startswith(("final", "reveal")) for row in parts[-1])
        if line.startswith("dice ") or (line.startswith(("final", "reveal")) and not last):
            parts.append([])
        if not line.startswith(("cross", "uncross", "score", "#")) and line:
            parts[-1].append(line)
    return parts


def shorten_all(lines: Sequence[str], text: str) -> Iterator[str]:
    """Without what the log determines: the answers to the others' bets, of which it has all the cards."""
    me = re.search(r"^me (\S+)", text, re.M)
    assert me is not None
    for line in lines:
        found = WORKED_OUT.match(line)
        yield found[1] if found and found[2] != me[1] else line


def type_line(line: str, text: str) -> tuple[str, str]:
    """The shortest form that means the line at this moment, and the log with it."""
    opened = open_log(parse_log(text))
    assert isinstance(opened, Str8Log), (line, opened)
    state = State(parse_log(text), opened, (), None)
    for form in sorted(short_forms(line, opened.opening.players, opened.me), key=len):
        readings = expand(state, form)
        if len(readings) == 1 and isinstance(open_log(parse_log(f"{text}{readings[0]}\n")), Str8Log):
            return form, f"{text}{readings[0]}\n"
    return line, f"{text}{line}\n"


def count_set_up(opening: Sequence[str]) -> int:
    """What `play` asks one after the other: each answer ends with Enter, and defaults need nothing else.

    Names are parted by one blank each; the cards of a holder are run together.
    """
    names = next(line.split()[1:] for line in opening if line.startswith("players"))
    asked = 1 + 1 + 1 + 1 + 1 + 1  # the game, the players, who I am, how much help, with grey, the tokens
    return asked + len(names) - 1 - 1  # Enter after the players is counted with their blanks
