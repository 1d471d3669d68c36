"""One whole game between seats: stones, question cards, true answers. After every question each seat may declare.

A way of playing decides when to declare and which code, knowing only what its seat saw. The rule sheet does not say
what to do when the pile cannot fill a rack. Here the game ends: the most points win.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from solver.games.tricoda.advice import LEAST, decide, look_ahead, weigh_rival
from solver.games.tricoda.events import Ask, Declare, Named, Reveal, See, Was
from solver.games.tricoda.rules import (
    CARDS,
    PIECES,
    POINTS_TO_WIN,
    RACK,
    Code,
    Question,
    Stone,
    code_of,
    neutrals_of,
    true_answer,
)
from solver.games.tricoda.sheet import rank_codes
from solver.games.tricoda.simulation.viewpoint import Viewpoint, write_table
from solver.grammar import Event

# Ways of playing.

RANDOM_CHANCE = 1 / 20  # that `random` declares after a question

Way = Callable[[Viewpoint, random.Random], Code | None]  # the code to declare now, None to wait


def declare_best(view: Viewpoint, _: random.Random) -> Code | None:
    """As `advise` advises. What cannot change its decision is not counted: only rivals one point from winning matter,
    and without one a code that is more likely wrong than right is never declared.
    """
    rack_ways, table = view.rack_ways, view.table
    best = rank_codes(rack_ways)[0]
    if best.chance == 1:
        return best.code
    near = [player for player, points in table.points.items() if points == POINTS_TO_WIN - 1 and player != view.me]
    if not near and best.chance < LEAST:
        return None
    rivals = tuple(weigh_rival(table, view.me, player, rack_ways) for player in near)
    declare, _reason = decide(best, look_ahead(table, view.me, rack_ways), rivals)
    return best.code if declare else None


def declare_certain(view: Viewpoint, _: random.Random) -> Code | None:
    codes = rank_codes(view.rack_ways)
    return codes[0].code if len(codes) == 1 else None


def declare_random(view: Viewpoint, rng: random.Random) -> Code | None:
    return rng.choice(rank_codes(view.rack_ways)).code if rng.random() < RANDOM_CHANCE else None


WAYS: Mapping[str, Way] = {"best": declare_best, "certain": declare_certain, "random": declare_random}


# The game.

MOST_QUESTIONS = 10 * len(CARDS)  # seats that wait for ever are sent home
POINT, PILE, LATE = "third point", "pile empty", "too late"


@dataclass(frozen=True, slots=True)
class Played:
    """What became of one seat in one game. `won` is its share of the win: 1, or less when several tie."""

    player: str
    way: str
    points: int
    wrong: int
    won: float


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: the seats in turn order, how it ended, the log of the first of them, and the table's."""

    seats: tuple[Played, ...]
    questions: int
    ended: str
    log: str
    table_log: str


class Match:
    """A game under way. It holds the truth; each seat has only its view."""

    def __init__(self, ways: Mapping[str, str], seed: str) -> None:
        self.ways = dict(ways)
        self.players = tuple(ways)
        self.rng = random.Random(f"{seed} deal")
        self.moods = {player: random.Random(f"{seed} {player}") for player in self.players}
        self.pile = self.rng.sample(PIECES, len(PIECES))
        self.cards: list[Question] = []
        self.racks: dict[str, tuple[Stone, ...]] = {}
        self.points = dict.fromkeys(self.players, 0)
        self.wrong = dict.fromkeys(self.players, 0)
        self.questions = 0
        self.ended: str | None = None
        self.events: list[Event] = []
        self.views = {player: Viewpoint(self.players, player) for player in self.players}
        for holder in (*self.players, *neutrals_of(self.players)):
            self.put(holder, self.draw())

    def happen(self, event: Event) -> None:
        self.events.append(event)
        for view in self.views.values():
            view.see(event)

    def draw(self) -> tuple[Stone, ...]:
        return tuple(self.pile.pop() for _ in range(RACK))

    def put(self, holder: str, stones: tuple[Stone, ...]) -> None:
        self.racks[holder] = stones
        self.happen(See(holder, _named(stones)))

    def play(self) -> Game:
        while self.ended is None:
            self.play_question()
        for player in self.players:
            if player in self.racks:
                self.happen(Reveal(player, _named(self.racks[player])))
        return self.outcome()

    def play_question(self) -> None:
        """The next player reads and answers; then each may declare once, the reader's left neighbour first."""
        turn = self.questions % len(self.players)
        self.ask(self.players[turn])
        for player in (*self.players[turn + 1 :], *self.players[: turn + 1]):
            code = WAYS[self.ways[player]](self.views[player], self.moods[player])
            if code is not None:
                self.declare(player, code)
            if self.ended is not None:
                return
        if self.questions == MOST_QUESTIONS:
            self.ended = LATE

    def ask(self, reader: str) -> None:
        if not self.cards:
            self.cards = self.rng.sample(CARDS, len(CARDS))
        card = self.cards.pop()
        self.questions += 1
        seen = [rack for holder, rack in self.racks.items() if holder != reader]
        self.happen(Ask(reader, card.number, true_answer(card, seen)))

    def declare(self, player: str, code: Code) -> None:
        stones = self.racks.pop(player)
        right = code == code_of(stones)
        (self.points if right else self.wrong)[player] += 1
        self.happen(Declare(player, code, right))
        self.happen(Was(player, _named(stones)))
        if self.points[player] == POINTS_TO_WIN:
            self.ended = POINT
            return
        self.fill(player)
        if right and self.ended is None:
            self.replace_unowned()

    def fill(self, holder: str) -> None:
        if len(self.pile) < RACK:
            self.ended = PILE
        else:
            self.put(holder, self.draw())

    def replace_unowned(self) -> None:
        """Of two racks either may go: one that held other stones than those drawn, so that a log shows which."""
        neutrals = neutrals_of(self.players)
        coming = sorted(self.pile[-RACK:])
        other = [neutral for neutral in neutrals if sorted(self.racks[neutral]) != coming]
        if neutrals:
            self.fill(self.rng.choice(other or neutrals))

    def outcome(self) -> Game:
        most = max(self.points.values())
        share = 1 / list(self.points.values()).count(most)
        seats = tuple(
            Played(player, way, self.points[player], self.wrong[player], share * (self.points[player] == most))
            for player, way in self.ways.items()
        )
        first = self.views[self.players[0]]
        return Game(seats, self.questions, str(self.ended), first.log, write_table(self.players, self.events))


def _named(stones: Sequence[Stone]) -> tuple[Named, ...]:
    return tuple(map(Named, stones))


def play_game(ways: Sequence[tuple[str, str]], seed: str) -> Game:
    """A game of seats (name and way of playing, in turn order); a seed always gives the same."""
    return Match(dict(ways), seed).play()
