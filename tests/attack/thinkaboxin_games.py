"""Thinkaboxin played at random by the rule sheet, and the log that each player would keep. Uses nothing of `solver`."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

RANKS = [2, 3, 4, 5, 6, 1]
GOLDRUSH = [1, 2, 2, 3, 3, 3, 4, 4, 4, 4]
MODES = ["plain", "nuggets", "goldrush", "sheriff", "knockout"]
Throws = dict[str, list[int]]
Bid = tuple[int, int]
Typed = tuple[str, dict[str, list[str]]]  # a line, and the dice that everybody has then


@dataclass
class Deal:
    """An evening with everything that happened, told as tuples: a verb and what belongs to it."""

    players: list[str]
    mode: str
    free: bool
    events: list[tuple] = field(default_factory=list)  # type: ignore[type-arg]


class Table:
    """Plays an evening in one mode. `points` are nuggets, dice put away, or sets won."""

    def __init__(self, rng: Random, players: list[str], mode: str) -> None:
        self.rng, self.players = rng, players
        self.deal = Deal(players, mode, rng.random() < 0.3)
        self.starters: list[str] = []
        self.points = dict.fromkeys(players, 10 if mode == "nuggets" else 0)
        self.pool = 0
        self.donkeys = rng.choice([0.0, 0.05, 0.2])

    def note(self, *event: object) -> None:
        self.deal.events.append(event)

    def play(self) -> Deal:
        getattr(self, f"play_{self.deal.mode}")()
        return self.deal

    # The modes.

    def play_plain(self) -> None:
        for _ in range(self.rng.randint(1, 3)):
            dice = self.rng.choice([4, 4, 4, 2])
            left = self.play_set(self.players, dice, self.rng.choice(["set", "set 4"]) if dice == 4 else f"set {dice}")
            for player in self.players:
                self.points[player] += left[player] == 0
            self.note("tally", dict(self.points))

    def play_nuggets(self) -> None:
        """Until one has all, or the sheet does not say how to go on: somebody has less than the lowest stake."""
        for _ in range(12):
            rich = [player for player in self.players if self.points[player]]
            lowest, out = min(self.points[player] for player in rich), len(rich) < len(self.players)
            if len(rich) == 1 or (lowest < 2 and not out):
                break
            stake = lowest if out else self.rng.choice([stake for stake in (2, 4) if stake <= lowest])
            for player in rich:
                self.points[player] -= stake
            self.pool += stake * len(rich)
            left = self.play_set(rich, 4, f"set 4 stake {stake}")
            winners = [player for player in rich if not left[player]]
            share, self.pool = divmod(self.pool, len(winners))
            for player in winners:
                self.points[player] += share
            self.note("tally", self.points | {"pool": self.pool})

    def play_goldrush(self) -> None:
        for dice in GOLDRUSH:
            left = self.play_set(self.players, dice, "set")
            for player in self.players:
                self.points[player] += dice - left[player]
            self.note("tally", dict(self.points))
        second = sorted(self.points.values())[-2]
        self.race([player for player in self.players if self.points[player] >= second])

    def play_sheriff(self) -> None:
        pairs = [(one, other) for i, one in enumerate(self.players) for other in self.players[i + 1 :]]
        for pair in self.rng.sample(pairs, len(pairs)):
            left = self.play_set(list(pair), 4, f"set {' '.join(self.rng.sample(pair, 2))}")
            for player in pair:
                self.points[player] += 4 - left[player]
            self.note("tally", dict(self.points))

    def play_knockout(self) -> None:
        self.race(self.players)

    def race(self, players: list[str]) -> None:
        while len(players) > 1:
            left = self.play_set(players, 4, f"knockout {' '.join(players)}", knockout=True)
            players = [player for player in players if not left[player]]

    # Sets and rounds.

    def play_set(self, players: list[str], dice: int, line: str, knockout: bool = False) -> dict[str, int]:
        """Play a set to its end and return the dice left."""
        self.note("set", line)
        self.starters = [] if knockout else [player for player in self.starters if player in players]
        left = dict.fromkeys(players, dice)
        while sum(map(bool, left.values())) > 1 if knockout else all(left.values()):
            self.play_round(left)
        return left

    def play_round(self, left: dict[str, int]) -> None:
        active = [player for player in left if left[player]]
        throws = {player: [self.rng.randint(1, 6) for _ in range(left[player])] for player in active}
        self.note("roll", throws)
        if self.rng.random() < self.donkeys:
            self.starters = self.rng.sample(active, self.rng.choice([1, 1, 1, 2]))
            self.note("donkey", self.starters)
        else:
            self.starters = [self.bid(active, throws)]
        for player in active:
            left[player] -= player not in self.starters

    def bid(self, active: list[str], throws: Throws) -> str:
        """Bid round the table until somebody lifts; return who is wrong."""
        way = self.rng.choice([1, -1])
        player = self.rng.choice([starter for starter in self.starters if starter in active] or active)
        dice = sum(map(len, throws.values()))
        bidder, last = player, (0, 0)
        while True:
            raises = self.list_raises(last, dice)
            if last[0] and (not raises or self.rng.random() < 0.15 + 0.7 * (2 * last[0] > dice)):
                break
            bidder, last = player, self.rng.choice(raises[: 8 if self.rng.random() < 0.9 else None])
            self.note("bid", bidder, last)
            player = active[(active.index(player) + way) % len(active)]
        count = sum(die in (last[1], 1) for cup in throws.values() for die in cup)
        self.note("lift", player, count < last[0], throws)
        return bidder if count < last[0] else player

    def list_raises(self, last: Bid, dice: int) -> list[Bid]:
        """A higher amount, a higher value, or both; by the house rule a higher amount with any value."""
        every = [(amount, value) for amount in range(1, dice + 1) for value in RANKS]
        if not last[0]:
            return every
        rank = RANKS.index(last[1])
        return [
            (amount, value)
            for amount, value in every
            if (amount > last[0] and (self.deal.free or RANKS.index(value) >= rank))
            or (amount == last[0] and RANKS.index(value) > rank)
        ]


class Scribe:
    """Writes the log of one seat, or the table's own: a lift with all cups, some, or none, who was right or not."""

    def __init__(self, deal: Deal, seat: str, rng: Random) -> None:
        self.deal, self.seat, self.rng = deal, seat, rng
        self.lines: list[Typed] = []
        self.throws: Throws = {}
        self.say("game thinkaboxin", f"players {' '.join(deal.players)}", f"me {seat}")
        if deal.mode in ("nuggets", "goldrush", "sheriff") or rng.random() < 0.5:
            self.say(f"mode {'plain' if deal.mode == 'knockout' else deal.mode}")
        self.say(*(["raise free"] if deal.free else []))
        self.told = rng.choice(["cups", "verdict", "open", "mixed"])
        self.tallies = rng.choice([0.0, 0.0, 0.3])

    def say(self, *lines: str) -> None:
        """Type lines; all dice meanwhile are kept beside them."""
        holds = {player: list(map(str, dice)) for player, dice in self.throws.items()}
        self.lines += [(line, holds) for line in lines]

    def write(self) -> list[Typed]:
        for verb, *rest in self.deal.events:
            getattr(self, verb)(*rest)
        return self.lines

    def named(self, player: str) -> str:
        return self.rng.choice(["", "me ", f"{player} "]) if player == self.seat else f"{player} "

    def format_dice(self, dice: list[int]) -> str:
        return self.rng.choice(["", " "]).join(map(str, dice))

    def set(self, line: str) -> None:
        self.say(line)

    def roll(self, throws: Throws) -> None:
        self.throws = throws
        if self.seat == "nobody":
            self.say(*(f"roll {player} {self.format_dice(dice)}" for player, dice in throws.items()))
        if self.seat in throws:
            self.say(f"roll {self.format_dice(throws[self.seat])}")

    def donkey(self, players: list[str]) -> None:
        self.say(f"donkey {' '.join(players)}")

    def bid(self, player: str, bid: Bid) -> None:
        self.say(f"bid {self.named(player)}{bid[0]}x{bid[1]}")

    def lift(self, player: str, right: bool, throws: Throws) -> None:
        told = self.rng.choice(["cups", "verdict", "open", "some", "after"]) if self.told == "mixed" else self.told
        verdict = " right" if right else " wrong"
        self.say(f"lift {self.named(player)}{verdict if told in ('verdict', 'some') else ''}".rstrip())
        for other, dice in throws.items():
            shown = other != self.seat or self.rng.random() < 0.1
            if shown and (told in ("cups", "after") or (told == "some" and self.rng.random() < 0.5)):
                self.say(f"cup {self.named(other)}{self.format_dice(dice)}")
        if told == "after":
            self.say(f"lift {player}{verdict}")

    def tally(self, points: dict[str, int]) -> None:
        for player, number in points.items():
            if self.rng.random() < self.tallies:
                self.say(f"tally {player} {number}")


def play_game(rng: Random, players: list[str]) -> dict[str, list[Typed]]:
    """A whole evening, the log of every seat, and the table's own."""
    deal = Table(rng, players, rng.choice(MODES)).play()
    return {seat: Scribe(deal, seat, rng).write() for seat in (*players, "nobody")}
