"""How much must be typed to put a slip right: keys (Enter included) beyond the right value, over simulated evenings.

python -m pytest tests/bench/test_correcting_keys.py -s
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from solver.games.think_str8.lab.match import make_simulation
from solver.games.think_str8.rules import COLOURS
from solver.lab.simulation import play_numbered
from solver.offers import find_offers
from solver.session import read_state
from tests.bench.figures import note
from tests.test_play import session

EVENINGS = 200, 120  # with --thorough, and without
ASKS = re.compile(r"Enter leaves it\.|Enter adds it|Which\?|as it should be; Enter|goes back to the line")
PLAYERS, PEOPLE = ("pad-1", "points-1", "pad-2", "points-2"), ("Anna", "Ben", "Cleo", "Dirk")
MOST_KEYS = 12  # on average, for every kind of slip

Slip = tuple[str, str, str, str, int]  # the log as it stands, as it should be, what is typed, in what way, value keys


def test_keys_to_put_a_slip_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config) -> None:
    keys: dict[str, list[int]] = {}
    lost: dict[str, int] = {}
    for number in range(EVENINGS[not pytestconfig.getoption("--thorough")]):
        played = play_numbered(make_simulation(), ("pad", "points", "pad", "points"), 7, number)
        text = str(played.log)
        for seat, person in zip(PLAYERS, PEOPLE, strict=True):  # people are not called points-2
            text = text.replace(seat, person)
        lines = [line for line in text.splitlines() if line and not line.startswith(("cross", "uncross", "#"))]
        for kind, slip in list_slips(Random(number), lines):
            spent, value = count_keys(tmp_path / "a.game", slip, monkeypatch), slip[-1]
            if spent is None:
                lost[kind] = lost.get(kind, 0) + 1
            else:
                keys.setdefault(kind, []).append(spent - value)
    assert len(keys) == 5
    for kind, all_keys in keys.items():
        mean, times = sum(all_keys) / len(all_keys), f"{MOST_KEYS} keys; {len(all_keys)} times"
        note(f"keys: {kind}", f"{mean:.1f}", 1, mean / MOST_KEYS, f"{times}, not so {lost.get(kind, 0)}")
        assert lost.get(kind, 0) <= 0.1 * len(all_keys), kind


def list_slips(rng: Random, lines: list[str]) -> Iterator[tuple[str, Slip]]:
    """One slip of each kind, noticed when people notice it."""
    me = next(line.split()[1] for line in lines if line.startswith("me "))
    throws = [place for place, line in enumerate(lines) if line.startswith("dice ")]
    for kind, slip in (
        ("a card misread at the deal", misread(rng, lines, throws[1])),
        ("an answer misheard, noticed a round later", misheard(rng, lines, me, throws)),
        ("a swap forgotten", forgotten(rng, lines, me, throws)),
        ("a wrong die", wrong_die(rng, lines, throws)),
        ("a bet given to the wrong player", wrong_player(rng, lines, me)),
    ):
        if slip and read_state(slip[0], "a.game").opened is not None:
            yield kind, slip


def text_of(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def misread(rng: Random, lines: list[str], now: int) -> Slip | None:
    """Seen within the first round, as long as nobody laid the card off."""
    place, line = rng.choice([(p, line) for p, line in enumerate(lines[:now]) if line.startswith("see ")])
    holder = line.split()[1]
    colour, number = rng.choice(re.findall(r"([a-z]+) (\d)", line.partition(holder)[2]))
    seen = {n for other in lines[:now] for c, n in re.findall(r"([a-z]+) (\d)", other) if c == colour}
    free = [str(n) for n in range(8) if str(n) not in seen]
    if not free or any(re.match(rf"swap {holder} {colour}", other) for other in lines[:now]):
        return None
    slipped = [*lines[:now]]
    slipped[place] = line.replace(f"{colour} {number}", f"{colour} {rng.choice(free)}")
    return text_of(slipped), text_of(lines[:now]), f"{holder} {code(colour)} {number}", "offer", 1


def misheard(rng: Random, lines: list[str], me: str, throws: list[int]) -> Slip | None:
    """Noticed when the next dice lie."""
    told = [
        (number, place)
        for number, start in enumerate(throws[:-1], 1)
        for place in range(start, throws[number])
        if re.match(rf"(bet {me} \S+|told {me}) (low|high)$", lines[place])
    ]
    if not told:
        return None
    number, place = rng.choice(told)
    answer = lines[place].split()[-1]
    slipped = lines[: throws[number] + 1]
    slipped[place] = re.sub(r"\w+$", "high" if answer == "low" else "low", lines[place])
    sign = ">" if answer == "low" else "<"
    return text_of(slipped), text_of(lines[: throws[number] + 1]), f"r{number} {sign}", "fix", 1


def forgotten(rng: Random, lines: list[str], me: str, throws: list[int]) -> Slip | None:
    """Told when the next dice lie."""
    swaps = [
        (number, place)
        for number, start in enumerate(throws[:-1], 1)
        for place in range(start, throws[number])
        if re.match(rf"swap (?!{me} )\S+ \S+ \d \d", lines[place])
    ]
    if not swaps:
        return None
    number, place = rng.choice(swaps)
    _, player, colour, _, new = lines[place].split()
    right = lines[: throws[number] + 1]
    return (
        text_of([line for line in right if line is not lines[place]]),
        text_of(right),
        f"{player} {code(colour)}{new}",
        "offer",
        2,
    )


def wrong_die(rng: Random, lines: list[str], throws: list[int]) -> Slip:
    """Seen before anybody has bet."""
    at = rng.choice(throws)
    dice = lines[at].split()[1:]
    slipped = [*dice]
    slipped[rng.randrange(3)] = rng.choice([colour for colour in COLOURS if colour not in dice])
    right = lines[: at + 1]
    return text_of([*right[:-1], f"dice {' '.join(slipped)}"]), text_of(right), "".join(map(code, dice)), "fix", 3


def wrong_player(rng: Random, lines: list[str], me: str) -> Slip | None:
    """Seen when the player who was named bets; that bet has to be typed in any case."""
    pairs = [
        (one, two)
        for one in range(len(lines) - 1)
        for two in [one + 1]
        if lines[one].startswith("bet ") and lines[two].startswith("bet ") and lines[two].split()[1] != me
    ]
    if not pairs:
        return None
    one, two = rng.choice(pairs)
    first, second = (" ".join(lines[place].split()[:3]) for place in (one, two))
    begun = lines[:one]
    _, player, range_ = second.split()
    typed = f"{player} {range_}"
    slipped = [*begun, f"bet {player} {first.split()[2]}"]
    return text_of(slipped), text_of([*begun, first, second]), typed, "offer", len(typed) + 1


def code(colour: str) -> str:
    return "e" if colour == "grey" else colour[0]


def count_keys(path: Path, slip: Slip, monkeypatch: pytest.MonkeyPatch) -> int | None:
    """The keys that make of the log what it should be, typed into a session; None if these do not, or it asks twice."""
    slipped, right, typed, way, _ = slip
    lines = [f"fix {typed}"]
    if way == "offer":
        offers = find_offers(read_state(slipped, "a.game"), typed)
        meant = (place for place, one in enumerate(offers, 1) if one.after and same(one.after.state.text, right))
        lines = [typed, str(next(meant, 1))]
    path.write_text(slipped, encoding="utf-8")
    said = session(path, lines, monkeypatch)
    if len(ASKS.findall(said)) > 1 or not same(path.read_text(encoding="utf-8"), right):
        return None
    return len(lines[0]) + 1 + len(lines[1:])  # a number is one key, without Enter


def same(text: str, other: str) -> bool:
    """Whether two logs say the same, with what is worked out."""
    one, two = (read_state(log, "a.game").opened for log in (text, other))
    if one is None or two is None:
        return False
    return str(one.show(one.me).data()) == str(two.show(two.me).data())
