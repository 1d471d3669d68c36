"""Random but legal evenings of Thinkaboxin, written as logs. Knows the rules by itself and uses nothing of `solver`."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

NAMES = ["Anna", "Ben", "Cleo", "Dirk", "Emma", "Finn"]
ORDER = [2, 3, 4, 5, 6, 1]
GOLDRUSH = [1, 2, 2, 3, 3, 3, 4, 4, 4, 4]


@dataclass
class Evening:
    """A log and its truth: dice thrown, who was wrong, dice left, after every round; and what all have at the end.

    `short` has every line of the log without what other lines determine; nothing of some is left.
    """

    players: list[str]
    mode: str
    lines: list[str] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    throws: list[dict[str, list[int]]] = field(default_factory=list)
    losers: list[str | None] = field(default_factory=list)
    left: list[dict[str, int]] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    pool: int = 0
    champion: str | None = None
    ways: dict[int, str] = field(default_factory=dict)  # by the place of a first bid: to which side it goes on

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def pointed(self) -> list[str]:
        """The lines with first bids that say to which side it goes on; of two players both are the same."""
        return [f"{line} {self.ways[place]}" if place in self.ways else line for place, line in enumerate(self.lines)]


class Table:
    """Plays sets; the first player keeps the log, or who is named: `nobody` for the table's own.

    `told` is how a lift is typed: cups, verdict, left open, or all that can be, with what everybody has after each set.
    """

    def __init__(
        self, seed: int, players: int, mode: str = "plain", told: str = "cups", donkeys: float = 0.0, me: str = "Anna"
    ) -> None:
        self.rng = random.Random(seed)
        self.game = Evening(NAMES[:players], mode)
        self.told, self.donkeys, self.me = told, donkeys, me
        self.starter: str | None = None
        self.wrong: list[str] = []  # in the last round
        self.free = self.rng.random() < 0.3
        for line in ("game thinkaboxin", f"players {' '.join(self.game.players)}", f"me {me}", f"mode {mode}"):
            self.say(line)
        if self.free:
            self.say("raise free")
        self.game.scores = dict.fromkeys(self.game.players, 10 if mode == "nuggets" else 0)

    def say(self, line: str, short: str | None = None) -> None:
        self.game.lines.append(line)
        self.game.short.append(line if short is None else short)

    def tell_scores(self) -> None:
        for player, score in self.game.scores.items() if self.told == "all" else ():
            self.say(f"tally {player} {score}", "")
        if self.told == "all" and self.game.mode == "nuggets":
            self.say(f"tally pool {self.game.pool}", "")

    def play_set(
        self, players: list[str], dice: int, line: str, short: str = "", knockout: bool = False
    ) -> dict[str, int]:
        """Play a set to its end and return the dice left."""
        self.say(line, short or line)
        if knockout or self.starter not in players:
            others = [player for player in self.wrong if player in players and not knockout]
            self.starter = others[0] if others else None  # of two donkeys one may be out of nuggets
        left = dict.fromkeys(players, dice)
        while (sum(n > 0 for n in left.values()) > 1) if knockout else all(left.values()):
            self.play_round(left)
        return left

    def play_round(self, left: dict[str, int]) -> None:
        active = [player for player in left if left[player]]
        throws = {player: [self.rng.randint(1, 6) for _ in range(left[player])] for player in active}
        self.game.throws.append(throws)
        for player in active:
            if self.me in (player, "nobody"):
                self.say(f"roll {f'{player} ' * (self.me != player)}{' '.join(map(str, throws[player]))}")
        wrong = self.donkey(active) if self.rng.random() < self.donkeys else [self.bid(active, throws)]
        self.game.losers.append(wrong[0] if len(wrong) == 1 else None)
        self.wrong, self.starter = wrong, self.rng.choice(wrong)
        for player in active:
            left[player] -= player not in wrong
        self.game.left.append(dict(left))

    def donkey(self, active: list[str]) -> list[str]:
        wrong = self.rng.sample(active, self.rng.choice([1, 1, 1, 2]))
        self.say(f"donkey {' '.join(wrong)}")
        return wrong

    def bid(self, active: list[str], throws: dict[str, list[int]]) -> str:
        """Bid round the table until somebody lifts; return who is wrong."""
        step = self.rng.choice([1, -1])
        player = self.starter or self.rng.choice(active)
        total, bidder, current = sum(map(len, throws.values())), "", (0, 0)
        while True:
            raises = self.raises(current, total)
            mine = sum(die in (current[1], 1) for die in throws[player])
            fair = mine + (total - len(throws[player])) / (6 if current[1] == 1 else 3)
            if bidder and (not raises or current[0] > fair + self.rng.uniform(-0.5, 1.5)):
                break
            if not bidder and len(active) > 2:
                self.game.ways[len(self.game.lines)] = "left" if step == 1 else "right"
            bidder, current = player, self.choose(raises, throws[player])
            self.say(f"bid {player} {current[0]}x{current[1]}")
            player = active[(active.index(player) + step) % len(active)]
        count = sum(die in (current[1], 1) for dice in throws.values() for die in dice)
        self.lift(player, count < current[0], throws)
        return bidder if count < current[0] else player

    def raises(self, current: tuple[int, int], total: int) -> list[tuple[int, int]]:
        every = [(amount, value) for amount in range(1, total + 1) for value in ORDER]
        if not current[0]:
            return every
        rank = ORDER.index(current[1])
        more = [bid for bid in every if bid[0] >= current[0] and ORDER.index(bid[1]) >= rank and bid != current]
        return sorted({*more, *(bid for bid in every if bid[0] > current[0])}) if self.free else more

    def choose(self, raises: list[tuple[int, int]], dice: list[int]) -> tuple[int, int]:
        """A low raise, rather of a value the bidder holds."""
        low = [bid for bid in raises if bid[0] <= raises[0][0] + 1]
        weights = [1 + 4 * sum(die in (value, 1) for die in dice) for _, value in low]
        return self.rng.choices(low, weights)[0]

    def lift(self, player: str, right: bool, throws: dict[str, list[int]]) -> None:
        verdict = " right" if right else " wrong"
        known = self.me == "nobody" or self.told in ("cups", "all")
        typed = f"lift {player}{verdict if self.told in ('verdict', 'all') else ''}"
        self.say(typed, f"lift {player}" if known else typed)
        if self.told in ("cups", "all") and self.me != "nobody":
            for other in throws:
                if other != self.me:
                    self.say(f"cup {other} {' '.join(map(str, throws[other]))}")


def plain_evening(
    seed: int, players: int = 3, sets: int = 2, told: str = "cups", donkeys: float = 0.1, me: str = "Anna"
) -> Evening:
    table = Table(seed, players, "plain", told, donkeys, me)
    for _ in range(sets):
        left = table.play_set(table.game.players, 4, "set 4", "set")
        for player in table.game.players:
            table.game.scores[player] += left[player] == 0
        table.tell_scores()
    return table.game


def knockout_race(table: Table, players: list[str]) -> None:
    while len(players) > 1:
        left = table.play_set(players, 4, f"knockout {' '.join(players)}", "knockout", knockout=True)
        players = [player for player in players if not left[player]]
    table.game.champion = players[0]


def goldrush_evening(
    seed: int, players: int = 3, told: str = "cups", donkeys: float = 0.05, me: str = "Anna"
) -> Evening:
    table = Table(seed, players, "goldrush", told, donkeys, me)
    scores = table.game.scores
    for dice in GOLDRUSH:
        left = table.play_set(table.game.players, dice, "set")
        for player in table.game.players:
            scores[player] += dice - left[player]
        table.tell_scores()
    second = sorted(scores.values())[-2]
    knockout_race(table, [player for player in scores if scores[player] >= second])
    return table.game


def sheriff_evening(seed: int, players: int = 3, told: str = "cups", me: str = "Anna") -> Evening:
    table = Table(seed, players, "sheriff", told, me=me)
    names = table.game.players
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            left = table.play_set([one, other], 4, f"set {one} {other}")
            for player in (one, other):
                table.game.scores[player] += 4 - left[player]
            table.tell_scores()
    return table.game


def race_evening(seed: int, players: int = 3, told: str = "cups", donkeys: float = 0.1, me: str = "Anna") -> Evening:
    """A knock-out race in the plain game."""
    table = Table(seed, players, "plain", told, donkeys, me)
    knockout_race(table, table.game.players)
    return table.game


def nuggets_evening(seed: int, players: int = 3, told: str = "cups", most_sets: int = 60, me: str = "Anna") -> Evening:
    """Until one has all, or the sheet does not say how to go on: somebody has less than the lowest stake."""
    table = Table(seed, players, "nuggets", told, 0.02, me)
    game = table.game
    for _ in range(most_sets):
        rich = [player for player in game.players if game.scores[player]]
        out = len(rich) < len(game.players)
        lowest = min(game.scores[player] for player in rich)
        if len(rich) == 1 or (not out and lowest < 2):
            break
        stake = lowest if out else table.rng.choice([s for s in (2, 4) if s <= lowest])
        for player in rich:
            game.scores[player] -= stake
        game.pool += stake * len(rich)
        left = table.play_set(rich, 4, f"set 4 stake {stake}", "set" if out else f"set stake {stake}")
        winners = [player for player in rich if not left[player]]
        share, game.pool = divmod(game.pool, len(winners))
        for player in winners:
            game.scores[player] += share
        table.tell_scores()
    rich = [player for player in game.players if game.scores[player]]
    game.champion = rich[0] if len(rich) == 1 else None
    return game


EVENINGS: dict[str, Callable[..., Evening]] = {
    "plain": plain_evening,
    "race": race_evening,
    "goldrush": goldrush_evening,
    "sheriff": sheriff_evening,
    "nuggets": nuggets_evening,
}


# Lines that nobody typed.


def forget_results(lines: list[str], rng: random.Random, share: float) -> list[str]:
    """Some lifts without their result, some cups not typed."""
    kept = [line for line in lines if not (line.startswith("cup") and rng.random() < share)]
    return [line.rsplit(" ", 1)[0] if _told(line) and rng.random() < share else line for line in kept]


def _told(line: str) -> bool:
    return line.startswith("lift") and line.endswith((" right", " wrong"))


def forget_bids(lines: list[str], rng: random.Random, share: float) -> list[str]:
    """Some bids not typed. The bid that is doubted always is, unless none of its round is and my dice begin it."""
    kept: list[str] = []
    for at, line in enumerate(lines):
        last = at + 1 == len(lines) or not lines[at + 1].startswith("bid")
        if line.startswith("bid") and not last and rng.random() < share:
            continue
        silent = line.startswith("bid") and last and kept[-1].startswith("roll") and rng.random() < share / 3
        if not silent:
            kept.append(line)
    return kept


def forget_lifts(lines: list[str], rng: random.Random, share: float) -> list[str]:
    """Some rounds end without a lift or a cup; then my dice or a set must begin the next, else nobody could tell."""
    kept: list[str] = []
    for round_ in split_rounds(lines):
        begins = round_[0].startswith(("roll", "set", "knockout"))
        if begins and rng.random() < share:
            end = max(at for at, line in enumerate(kept) if not line.startswith(("lift", "cup"))) + 1
            kept = kept[:end] if kept[end - 1].startswith("bid") else kept
        kept += round_
    return kept


def split_rounds(lines: list[str]) -> list[list[str]]:
    """The opening lines, then the lines of each round; a `set` line stands alone."""
    parts: list[list[str]] = [[]]
    for line in lines:
        begins = line.startswith(("roll", "set", "knockout"))
        after = parts[-1] and not parts[-1][-1].startswith(("roll", "bid"))
        if begins or (line.startswith(("bid", "donkey")) and after):
            parts.append([])
        parts[-1].append(line)
    return parts
