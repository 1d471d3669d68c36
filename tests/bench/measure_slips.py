"""How often the wrong line is named: random games of all sizes, one simulated slip of every kind in each.

    python -m tests.bench.measure_slips [GAMES] [FIRST_SEED] [--early]

Counts only slips that end in a contradiction (and, apart, those that break a rule). With --early the log ends with the
round in which the contradiction comes to light, as at the table. Knows slips by itself; uses nothing of `slips.py`.
Weights were chosen looking at seeds below 100,000 only; the figures to report come from seeds above.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from solver.games import open_log
from solver.games.think_str8.check import check_broken
from solver.games.think_str8.events import read_log
from solver.games.think_str8.opened import Str8Log
from solver.log import parse_log
from solver.proof.conflicts import Check
from tests.think_str8.random_games import Game, random_game

Slip = tuple[int, str]  # the place of the line, and what was typed instead
LOOKALIKES = {0: [6], 1: [7], 2: [7], 3: [5], 5: [3, 6], 6: [0, 5], 7: [1, 2], 8: [3], 4: [], 9: []}
KEYPAD = {0: [1], 1: [0, 2, 4], 2: [1, 3, 5], 3: [2, 6], 4: [1, 5, 7], 5: [2, 4, 6], 6: [3, 5], 7: [4]}


def turn_answer(rng: random.Random, lines: list[str]) -> Slip | None:
    place = pick(rng, lines, lambda line: line.startswith("bet"))
    verb, name, span, answer = lines[place].split()
    low, high = map(int, span.split("-"))
    others = ["hit", "miss"] if low == high else ["hit", "low", "high"]
    other = rng.choice([o for o in others if o != answer])
    return place, f"{verb} {name} {span} {other}"


def shift_range(rng: random.Random, lines: list[str]) -> Slip | None:
    place = pick(rng, lines, lambda line: line.startswith("bet"))
    verb, name, span, answer = lines[place].split()
    low, high = map(int, span.split("-"))
    step = rng.choice([-1, 1])
    low, high = rng.choice([(low + step, high + step), (low + step, high), (low, high + step)])
    return (place, f"{verb} {name} {low}-{high} {answer}") if low >= 0 else None


def swap_ends(rng: random.Random, lines: list[str]) -> Slip | None:
    place = pick(rng, lines, lambda line: line.startswith("bet") and len(set(line.split()[2].split("-"))) == 2)
    verb, name, span, answer = lines[place].split()
    low, high = span.split("-")
    return place, f"{verb} {name} {high}-{low} {answer}"


def misread_number(rng: random.Random, lines: list[str]) -> Slip | None:
    place = pick(rng, lines, lambda line: line.startswith(("see", "swap")))
    spot = rng.choice(list(re.finditer(r"\b\d\b", lines[place])))
    number = int(spot[0])
    how = rng.choice([[number - 1, number + 1], LOOKALIKES[number], KEYPAD[number]])
    return replaced(lines, place, spot, [str(n) for n in how if 0 <= n <= 7], rng)


def misread_range(rng: random.Random, lines: list[str]) -> Slip | None:
    place = pick(rng, lines, lambda line: line.startswith("bet"))
    spot = rng.choice(list(re.finditer(r"\d", lines[place])))
    number = int(spot[0])
    how = rng.choice([[number - 1, number + 1], LOOKALIKES[number]])
    return replaced(lines, place, spot, [str(n) for n in how if 0 <= n <= 9], rng)


def mix_colours(rng: random.Random, lines: list[str]) -> Slip | None:
    place = pick(rng, lines, lambda line: line.startswith(("see", "swap", "dice")))
    spot = rng.choice(list(re.finditer(r"blue|green|yellow|purple|red|grey", lines[place])))
    alike = {"green": ["grey"], "grey": ["green"]}.get(spot[0], [])
    others = alike if alike and rng.random() < 0.5 else ["blue", "green", "yellow", "purple", "red", "grey"]
    return replaced(lines, place, spot, [c for c in others if c != spot[0]], rng)


def mix_players(rng: random.Random, lines: list[str]) -> Slip | None:
    names = lines[1].split()[1:]
    place = pick(rng, lines, lambda line: line.startswith(("see", "swap", "bet")))
    spot = re.search(r"(?<= )\w+", lines[place])
    assert spot
    others = [name for name in names if name != spot[0] and not (lines[place].startswith("see") and name == names[0])]
    return replaced(lines, place, spot, others, rng)


def exchange_cards(rng: random.Random, lines: list[str]) -> Slip | None:
    place = pick(rng, lines, lambda line: line.startswith(("see", "swap")) and len(re.findall(r"\b\d\b", line)) > 1)
    one, two = sorted(rng.sample(list(re.finditer(r"\b\d\b", lines[place])), 2), key=lambda spot: spot.start())
    line = lines[place]
    return place, line[: one.start()] + two[0] + line[one.end() : two.start()] + one[0] + line[two.end() :]


def pick(rng: random.Random, lines: list[str], fits: Callable[[str], bool]) -> int:
    return rng.choice([place for place, line in enumerate(lines) if fits(line)])


def replaced(lines: list[str], place: int, spot: re.Match[str], others: list[str], rng: random.Random) -> Slip | None:
    if not others:
        return None
    return place, lines[place][: spot.start()] + rng.choice(others) + lines[place][spot.end() :]


KINDS = {
    "answer turned": turn_answer,
    "range one off": shift_range,
    "ends swapped": swap_ends,
    "card misread": misread_number,
    "range misread": misread_range,
    "colour mixed up": mix_colours,
    "wrong player": mix_players,
    "cards exchanged": exchange_cards,
}


@dataclass
class Tally:
    """Slips of one kind: how many came to light, and at which place of the list the wrong line was."""

    found: int = 0
    first: int = 0
    second: int = 0
    corrected: int = 0  # the first repair is the very line that was meant

    def add(self, verdict: Check, place: int, meant: str) -> None:
        lines = [repair.line.number for repair in verdict.repairs]
        self.found += 1
        self.first += lines[:1] == [place + 1]
        self.second += place + 1 in lines[:2]
        self.corrected += bool(verdict.repairs) and verdict.repairs[0].instead == meant

    def __iadd__(self, other: Tally) -> Tally:
        self.found, self.first = self.found + other.found, self.first + other.first
        self.second, self.corrected = self.second + other.second, self.corrected + other.corrected
        return self

    def __str__(self) -> str:
        share = [f"{count / max(1, self.found):7.1%}" for count in (self.first, self.second, self.corrected)]
        return f"{self.found:6} {' '.join(share)}"


@dataclass
class Measured:
    contradictions: dict[str, Tally]
    broken: dict[str, Tally]
    slowest: float = 0.0
    spent: float = 0.0

    def total(self, tallies: dict[str, Tally]) -> Tally:
        total = Tally()
        for tally in tallies.values():
            total += tally
        return total


def measure(games: int, first_seed: int, early: bool = False) -> Measured:
    measured = Measured({kind: Tally() for kind in KINDS}, {kind: Tally() for kind in KINDS})
    for seed in range(first_seed, first_seed + games):
        game = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0)
        for kind, make in KINDS.items():
            rng = random.Random(f"{seed} {kind}")
            slip = make(rng, game.lines)
            if slip:
                try_slip(measured, kind, game, slip, early)
    return measured


def try_slip(measured: Measured, kind: str, game: Game, slip: Slip, early: bool) -> None:
    place, typed = slip
    for lines in early_logs(game, place) if early else [game.lines]:
        text = "\n".join([*lines[:place], typed, *lines[place + 1 :]]) + "\n"
        log = parse_log(text)
        started = time.perf_counter()
        opened = open_log(log)
        if isinstance(opened, Str8Log):
            verdict = opened.check(game.me)
            if verdict.consistent:
                continue
            measured.contradictions[kind].add(verdict, place, game.lines[place])
            spent = time.perf_counter() - started
            measured.slowest, measured.spent = max(measured.slowest, spent), measured.spent + spent
        else:
            measured.broken[kind].add(
                check_broken(read_log(log), opened if isinstance(opened, tuple) else ()), place, game.lines[place]
            )
        return


def early_logs(game: Game, place: int) -> list[list[str]]:
    """The log as it stood before each throw from the slip on, and at the end."""
    throws = [at for at, line in enumerate(game.lines) if line.startswith("dice") and at > place]
    return [game.lines[:at] for at in throws] + [game.lines]


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    games, first = (numbers + [200, 100_000][len(numbers) :])[:2]
    measured = measure(games, first, "--early" in sys.argv)
    for title, tallies in (("contradictions", measured.contradictions), ("broken rules", measured.broken)):
        print(f"{title:20}  slips   first   in two  corrected")
        for kind, tally in tallies.items():
            if tally.found:
                print(f"  {kind:18} {tally}")
        print(f"  {'all':18} {measured.total(tallies)}")
    found = measured.total(measured.contradictions).found
    each, slowest = measured.spent / max(1, found), measured.slowest
    print(f"time per contradiction: {each * 1000:.0f} ms, slowest {slowest * 1000:.0f} ms")


if __name__ == "__main__":
    main()
