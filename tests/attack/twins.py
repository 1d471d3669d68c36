"""Twins: two tables that differ only in what one seat cannot know, and what of it a line may show everybody.

A line shows what was hidden when the rules of the game say so, never otherwise: the bet that was the last one awaited
(then all are answered), a card that is laid off, cups that are lifted, a question that another reads, a declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from solver.games.think_str8.lab.match import write_table as write_str8
from solver.games.tricoda.lab.simulation import write_table as write_tricoda
from tests.think_str8 import test_gate as str8
from tests.thinkaboxin import test_gate as box
from tests.thinkaboxin.random_games import goldrush_evening, nuggets_evening, plain_evening, sheriff_evening
from tests.tricoda import test_gate as tricoda

State = dict[str, Any]
EVENINGS = (partial(plain_evening, donkeys=0.3), goldrush_evening, nuggets_evening, sheriff_evening)


@dataclass(frozen=True)
class Twins:
    """Two logs that are one to the seat, and how it goes on at the first of the two tables."""

    game: str
    seat: str
    players: tuple[str, ...]
    logs: tuple[str, str]
    rest: tuple[str, ...] = ()

    @property
    def others(self) -> list[str]:
        return [player for player in self.players if player != self.seat]


def twins_of_str8(rng: Random) -> Twins:
    match = str8.play(rng.randrange(10_000), rng.randint(2, 4))
    seat, events = rng.choice(match.players), match.events[: rng.randrange(len(match.events)) + 1]
    other = str8.change_unknown(match, events, seat, rng)
    logs = write_str8(match.players, events), write_str8(match.players, other)
    rest = write_str8(match.players, match.events).removeprefix(logs[0]).splitlines()
    return Twins("think-str8", seat, match.players, logs, tuple(rest))


def twins_of_tricoda(rng: Random) -> Twins:
    match = tricoda.play(rng.randrange(10_000), rng.randint(2, 4))
    seat, events = rng.choice(match.players), match.events[: rng.randrange(len(match.events)) + 1]
    other = tricoda.change_unknown(match, events, seat, rng)
    logs = write_tricoda(match.players, events), write_tricoda(match.players, other)
    rest = write_tricoda(match.players, match.events).removeprefix(logs[0]).splitlines()
    return Twins("tricoda", seat, match.players, logs, tuple(rest))


def twins_of_thinkaboxin(rng: Random) -> Twins:
    begin, players = rng.choice(EVENINGS), rng.randint(2, 4)
    evening = begin(rng.randrange(10_000), players, me="nobody")
    end = rng.randint(min(4, len(evening.lines)), len(evening.lines))
    seat, lines = rng.choice(evening.players), evening.lines[:end]
    logs = "\n".join(lines) + "\n", "\n".join(box.change_unknown(lines, seat, rng, none=0)) + "\n"
    return Twins("thinkaboxin", seat, tuple(evening.players), logs, tuple(evening.lines[end:]))


TWINS: dict[str, Callable[[Random], Twins]] = {
    "think-str8": twins_of_str8,
    "tricoda": twins_of_tricoda,
    "thinkaboxin": twins_of_thinkaboxin,
}

# What a line may show.


def awaited(state: State) -> dict[str, list[str]]:
    """From whom which lines may come, as the seat knows."""
    return {one["verb"]: one["players"] for one in state["prompt"]["awaited"]}


def may_show(twins: Twins, state: State, line: str) -> bool:
    """Whether a line that is taken in this state may show all at the table what the twins differ in."""
    words = line.split()
    if words[0] == "/agree":  # what all others agree to is put right, and answers follow
        return True
    return not line.startswith("/") and SHOWING[twins.game](twins, state, words)


def _str8_shows(_: Twins, state: State, words: list[str]) -> bool:
    lines, short = awaited(state), words[0][0].isdigit() or words[0][-1].isdigit()
    last_bet = (words[0] == "bet" or short) and len(lines.get("bet", ())) == 1
    last_final = (words[0] == "final" or short) and "final" in lines and len(state["waiting"]) <= 1
    return last_bet or last_final or ((words[0] == "swap" or short) and "swap" in lines)


def _tricoda_shows(twins: Twins, state: State, words: list[str]) -> bool:
    """Who reads a question counts what the others have; the reader's own rack says nothing."""
    reader = (state["sheet"] | state["table"]).get("reader")
    named = next((player for player in twins.players if player in words), twins.seat)
    asked = words[0] == "ask" or words[0].isdigit()
    return words[0] == "declare" or (asked and (reader or named) != twins.seat)


def _thinkaboxin_shows(twins: Twins, state: State, words: list[str]) -> bool:  # noqa: ARG001 - as the others
    return words[0] == "lift"


SHOWING = {"think-str8": _str8_shows, "tricoda": _tricoda_shows, "thinkaboxin": _thinkaboxin_shows}
LINKS = re.compile(rb"https?://[^\"<\s]*")


def without_links(body: bytes) -> bytes:
    """Each of the twins has an address and a code of its own."""
    return LINKS.sub(b"", body)
