"""Whole games written as logs, turns in the order of the track: the owner plays by the advice, others by chance."""

from __future__ import annotations

import random

from solver.games import open_log
from solver.games.think_str8.advice.moves import BetAdvice, FinalAdvice, SwapAdvice
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.rules import ROUNDS
from solver.games.think_str8.table import Table
from solver.log import parse_log
from tests.think_str8.random_games import COLOURS, NAMES


class Evening:
    """A game under way: the truth, and the log so far."""

    def __init__(self, seed: int, players: int = 3, grey: bool = True) -> None:
        self.rng = random.Random(seed)
        self.players = NAMES[:players]
        self.colours = COLOURS if grey else COLOURS[:-1]
        self.stacks = {colour: self.rng.sample(range(8), 8)[1:] for colour in self.colours}
        holders = [*self.players, "neutral", "neutral2"][:4]
        self.hands = {name: {colour: self.stacks[colour].pop() for colour in self.colours} for name in holders}
        self.lines = ["game think-str8", f"players {' '.join(self.players)}", f"me {self.me}"]
        self.lines += [] if grey else ["without grey"]
        self.lines += [f"see {name} {self.row(name)}" for name in holders[1:]]
        self.dice: list[str] = []

    @property
    def me(self) -> str:
        return self.players[0]

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def row(self, name: str) -> str:
        return " ".join(str(self.hands[name][colour]) for colour in self.colours)

    def table(self) -> Table:
        opened = open_log(parse_log(self.text))
        assert isinstance(opened, Str8Log), opened
        table: Table = opened.table
        return table

    def advised(self) -> object:
        opened = open_log(parse_log(self.text))
        assert isinstance(opened, Str8Log), opened
        return opened.advise(self.me, {}).content

    # A round.

    def play_round(self) -> None:
        self.dice = [self.rng.choice(self.colours) for _ in range(3)]
        order = self.table().track.order()
        assert order is not None
        self.lines.append(f"dice {' '.join(self.dice)}")
        wrong = [name for name in order if self.bet(name) != "hit"]
        for name in wrong:
            self.swap(name)

    def bet(self, name: str) -> str:
        low, high = self.choose_bet(name)
        total = sum(self.hands[name][colour] for colour in self.dice)
        answer = "hit" if low <= total <= high else "miss" if low == high else "low" if total > high else "high"
        self.lines.append(f"bet {name} {low}-{high} {answer}")
        return answer

    def choose_bet(self, name: str) -> tuple[int, int]:
        if name == self.me:
            advice = self.advised()
            assert isinstance(advice, BetAdvice)
            return advice.best.low, advice.best.high
        length = self.rng.choice(self.table().free_tokens())
        low = self.rng.randint(0, 22 - length)
        return low, low + length - 1

    def swap(self, name: str) -> None:
        left = [colour for colour in self.colours if self.stacks[colour]]
        if not left:
            return
        colour = self.choose_swap(name, left)
        old, self.hands[name][colour] = self.hands[name][colour], self.stacks[colour].pop()
        new = "" if name == self.me else f" {self.hands[name][colour]}"
        self.lines.append(f"swap {name} {colour} {old}{new}")

    def choose_swap(self, name: str, left: list[str]) -> str:
        if name == self.me:
            advice = self.advised()
            assert isinstance(advice, SwapAdvice)
            return advice.best.colour
        return self.rng.choice(left)

    # The end.

    def end(self) -> None:
        bets = {name: self.choose_final(name) for name in self.players}
        for name, numbers in bets.items():
            row = ", ".join(f"{colour} {' '.join(map(str, numbers[colour]))}" for colour in self.colours)
            self.lines.append(f"final {name} {row}")
        self.lines += [f"reveal {name} {self.row(name)}" for name in self.players]

    def choose_final(self, name: str) -> dict[str, tuple[int, ...]]:
        if name == self.me:
            advice = self.advised()
            assert isinstance(advice, FinalAdvice)
            return dict(advice.best.bets)
        return {colour: tuple(self.rng.sample(range(8), self.rng.randint(1, 3))) for colour in self.colours}


def perfect_game(seed: int, players: int = 3, grey: bool = True) -> Evening:
    """A finished game in which the owner always took the best."""
    evening = Evening(seed, players, grey)
    for _ in range(ROUNDS[players]):
        evening.play_round()
    evening.end()
    return evening
