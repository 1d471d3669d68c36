"""Tricoda played at random by the rule sheet, and the log each player would keep of it. Uses nothing of `solver`.

Declarations are frequent, so that the pile runs out and stones are mixed in again. The sheet does not say when: these
tables mix either before any rack is filled again, or when the last whole rack is drawn, or as soon as no rack can be
filled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.tricoda.random_games import BOX, answer

Rack = list[str]
Typed = tuple[str, dict[str, list[str]]]  # a line, and what everybody holds after it
SIDES = {16: ("blue", "other"), 17: ("brown", "blue"), 18: ("red", "pink"), 21: ("black", "brown")}


@dataclass
class Deal:
    """A game with everything that happened, told as tuples: a verb and what belongs to it."""

    players: list[str]
    at_most: bool
    racks: dict[str, Rack]  # as filled at the start, racks without owner too
    events: list[tuple] = field(default_factory=list)  # type: ignore[type-arg]


class Table:
    """Plays until somebody has three points or enough questions are read."""

    def __init__(self, rng: Random, players: list[str]) -> None:
        self.rng = rng
        self.pile = rng.sample(BOX, len(BOX))
        self.beside: list[str] = []
        holders = [*players, "neutral", "neutral2"][:4]
        self.racks = {holder: self.draw() for holder in holders}
        self.deal = Deal(players, rng.random() < 0.2, dict(self.racks))
        self.points = dict.fromkeys(players, 0)
        self.mixing = rng.choice(["first", "last", "early"])
        self.daring = rng.choice([0.1, 0.25, 0.4])
        self.luck = rng.choice([0.1, 0.4, 0.4])

    def note(self, *event: object) -> None:
        self.deal.events.append(event)

    def draw(self) -> Rack:
        return [self.pile.pop() for _ in range(3)]

    def play(self) -> Deal:
        cards: list[int] = []
        turn = self.rng.randrange(len(self.deal.players))
        for _ in range(self.rng.choice([6, 15, 30, 50, 110])):
            cards = cards or self.rng.sample(range(1, 24), 23)
            reader = self.deal.players[turn % len(self.deal.players)]
            self.read(reader, cards.pop())
            turn += 1
            if self.rng.random() < self.daring and self.declare(self.rng.choice(self.deal.players)):
                break
        for holder in self.deal.players:
            self.note("reveal", holder, self.racks[holder])
        return self.deal

    def read(self, reader: str, card: int) -> None:
        seen = [rack for holder, rack in self.racks.items() if holder != reader]
        self.note("ask", reader, card, answer(card, seen, self.deal.at_most))

    def declare(self, player: str) -> bool:
        """Declare right or wrong; whether that ends the game."""
        code = numbers_of(self.racks[player])
        right = self.rng.random() < self.luck
        while not right and code == numbers_of(self.racks[player]):
            code = numbers_of(self.rng.sample(BOX, 3))
        self.points[player] += right
        over = self.points[player] == 3
        self.note("declare", player, self.rng.sample(code, 3), right, self.racks[player], over)
        if not over:
            unowned = [holder for holder in self.racks if holder.startswith("neutral")]
            self.fill([player, *self.rng.sample(unowned, min(1, len(unowned)) * right)])
        return over

    def fill(self, holders: list[str]) -> None:
        for holder in holders:
            self.beside += self.racks[holder]
        if self.mixing == "first" and len(self.pile) < 3 * len(holders):
            self.mix()
        for holder in holders:
            if len(self.pile) < 3:
                self.mix()
            self.racks[holder] = self.draw()
            self.note("fill", holder, self.racks[holder])
        if self.mixing == "early" and len(self.pile) < 3:
            self.mix()

    def mix(self) -> None:
        self.pile += self.beside
        self.beside = []
        self.rng.shuffle(self.pile)
        self.note("mix")


def numbers_of(stones: list[str]) -> list[int]:
    return sorted(int(stone.split()[1]) for stone in stones)


class Scribe:
    """Writes the log of one seat, or the table's own, in one of the spellings that the notation allows."""

    def __init__(self, deal: Deal, seat: str, rng: Random) -> None:
        self.deal, self.seat, self.rng = deal, seat, rng
        self.racks = {player: deal.racks[player] for player in deal.players}
        self.lines: list[Typed] = []
        self.say("game tricoda", f"players {' '.join(deal.players)}", f"me {seat}")
        self.say(*(["card 2 at-most"] if deal.at_most else []))
        self.was = rng.choice([0.0, 0.5, 1.0])  # how often I type the stones I had
        self.crossing = rng.choice([0.0, 0.0, 0.2]) if seat in self.racks else 0.0
        self.crossed: list[str] = []

    def say(self, *lines: str) -> None:
        """Type lines; what all hold meanwhile is kept beside them."""
        holds = dict(self.racks)
        self.lines += [(line, holds) for line in lines]

    def write(self) -> list[Typed]:
        for holder, rack in self.deal.racks.items():
            self.see(holder, rack)
        for verb, *rest in self.deal.events:
            getattr(self, verb)(*rest)
        return self.lines

    def named(self, player: str) -> str:
        return self.rng.choice(["", "me ", f"{player} "]) if player == self.seat else f"{player} "

    def stones(self, rack: Rack) -> str:
        return ", ".join(self.rng.sample(rack, 3))

    def see(self, holder: str, rack: Rack) -> None:
        if holder == self.seat:
            return
        if self.rng.random() < 0.1:
            self.say(f"see {holder} {', '.join(rack[: self.rng.randint(1, 2)])}, ?")
        else:
            self.say(f"see {holder} {self.stones(rack)}")

    def ask(self, reader: str, card: int, said: str) -> None:
        if card in SIDES and said != "same" and self.rng.random() < 0.3:
            said = SIDES[card][said == "second"]
        self.say(f"ask {self.named(reader)}{card} {said}")
        if self.rng.random() < self.crossing:
            self.cross()

    def declare(self, player: str, code: list[int], right: bool, rack: Rack, over: bool) -> None:
        if not over:
            self.racks[player] = []  # until it is filled again
        said = f"{' '.join(map(str, code))} {'right' if right else 'wrong'}"
        self.say(f"declare {self.named(player)}{said}")
        if player == self.seat:
            self.crossed = []
        if self.rng.random() < (self.was if player == self.seat else 0.1) and not over:
            self.say(f"was {self.named(player)}{self.stones(rack)}")

    def fill(self, holder: str, rack: Rack) -> None:
        if holder in self.racks:
            self.racks[holder] = rack
        self.see(holder, rack)

    def mix(self) -> None:
        self.say("mix")

    def cross(self) -> None:
        """Never what is there: it may be more than can be proved, but nothing false."""
        if self.crossed and self.rng.random() < 0.2:
            self.say(f"uncross {self.crossed.pop()}")
            return
        marks = [*map(str, range(1, 8)), *dict.fromkeys(BOX)]
        mine = self.racks[self.seat]
        there = {*mine, *(stone.split()[1] for stone in mine)}
        mark = self.rng.choice([mark for mark in marks if mark not in there])
        if mark not in self.crossed:
            self.crossed.append(mark)
            self.say(f"cross {mark}")

    def reveal(self, player: str, rack: Rack) -> None:
        self.say(f"reveal {self.named(player)}{self.stones(rack)}")


def play_game(rng: Random, players: list[str]) -> dict[str, list[Typed]]:
    """A whole game, the log of every seat, and the table's own."""
    deal = Table(rng, players).play()
    return {seat: Scribe(deal, seat, rng).write() for seat in (*players, "nobody")}
