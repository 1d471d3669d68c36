"""Think Str8! played at random by the rule sheet, and the log that each player would keep. Uses nothing of `solver`."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

COLOURS = ["blue", "green", "yellow", "purple", "red", "grey"]
WORDS = {
    "hit": ["hit", "hit", "yes", "right", "in", "="],
    "low": ["low", "low", "too-low", "above", ">"],
    "high": ["high", "high", "too-high", "below", "<"],
    "miss": ["miss", "miss", "no", "wrong"],
}
ROUNDS = {2: 10, 3: 9, 4: 8}
Hand = dict[str, int]
Typed = tuple[str, dict[str, list[str]]]  # a line, and what everybody holds after it


@dataclass
class Deal:
    """A game with everything that happened, told as tuples: a verb and what belongs to it."""

    players: list[str]
    colours: list[str]
    tokens: dict[int, int]
    hands: dict[str, Hand] = field(default_factory=dict)  # as dealt, holders without owner too
    events: list[tuple] = field(default_factory=list)  # type: ignore[type-arg]


class Table:
    """Plays a deal to its end. The track is spaces, and when each stone landed: the later, the higher in its stack."""

    def __init__(self, rng: Random, players: list[str]) -> None:
        self.rng = rng
        colours = COLOURS if rng.random() < 0.7 else COLOURS[:-1]
        self.deal = Deal(players, colours, choose_tokens(rng))
        self.piles = {colour: rng.sample(range(8), 8)[1:] for colour in colours}
        holders = [*players, "neutral", "neutral2"][:4]
        self.hands = {holder: {colour: self.piles[colour].pop() for colour in colours} for holder in holders}
        self.deal.hands = {holder: dict(hand) for holder, hand in self.hands.items()}
        self.spaces = dict.fromkeys(players, 0)
        self.landed = {player: -height for height, player in enumerate(players)}

    def note(self, *event: object) -> None:
        self.deal.events.append(event)

    def order(self) -> list[str]:
        return sorted(self.spaces, key=lambda player: (self.spaces[player], -self.landed[player]))

    def move(self, player: str, points: int) -> None:
        if points:
            self.spaces[player] += points
            self.landed[player] = max(self.landed.values()) + 1

    def play(self) -> Deal:
        for _ in range(ROUNDS[len(self.deal.players)]):
            self.play_round()
        self.end()
        return self.deal

    def play_round(self) -> None:
        dice = [self.rng.choice(self.deal.colours) for _ in range(3)]
        self.note("dice", dice)
        bets = {}
        for player, length in zip(self.order(), self.rng.sample(list(self.deal.tokens), 4), strict=False):
            total = sum(self.hands[player][colour] for colour in dice)
            low = min(22 - length, max(0, total + self.rng.randint(-length - 3, 4)))
            bets[player] = (low, low + length - 1, total)
            self.note("bet", player, low, low + length - 1)
        wrong = [player for player, (low, high, total) in bets.items() if not low <= total <= high]
        for player, (low, high, total) in bets.items():
            self.note("told", player, self.say_answer(low, high, total))
            if player not in wrong:
                self.move(player, self.deal.tokens[high - low + 1])
            self.note("stand", player, self.spaces[player])
        for player in (player for player in self.order() if player in wrong):
            self.exchange(player)

    def say_answer(self, low: int, high: int, total: int) -> str:
        if low <= total <= high:
            return "hit"
        if high - low + 1 == min(self.deal.tokens):
            return "miss"
        return "low" if total > high else "high"

    def exchange(self, player: str) -> None:
        left = [colour for colour in self.deal.colours if self.piles[colour]]
        if left:
            colour = self.rng.choice(left)
            old, self.hands[player][colour] = self.hands[player][colour], self.piles[colour].pop()
            self.note("swap", player, colour, old, self.hands[player][colour])

    def end(self) -> None:
        bets = {player: self.bet_last(self.hands[player]) for player in self.deal.players}
        for player in self.deal.players:
            self.note("final", player, bets[player])
        for player in self.deal.players:
            self.note("reveal", player, dict(self.hands[player]))
        for player in self.order():
            self.move(player, sum(score(bets[player].get(c, []), n) for c, n in self.hands[player].items()))
            self.note("stand", player, self.spaces[player])

    def bet_last(self, hand: Hand) -> dict[str, list[int]]:
        """One to three numbers for most colours, the true one often among them."""
        bets = {}
        for colour, number in hand.items():
            guess = self.rng.sample(range(8), self.rng.randint(1, 3))
            bets[colour] = list(dict.fromkeys([number, *guess]))[:3] if self.rng.random() < 0.5 else guess
        return {colour: bets[colour] for colour in bets if self.rng.random() < 0.95 or colour == "blue"}


def choose_tokens(rng: Random) -> dict[int, int]:
    if rng.random() < 0.6:
        return {length: 8 - length for length in range(1, 8)}
    lengths = sorted(rng.sample(range(1, 11), 7))
    return dict(zip(lengths, sorted((rng.randint(0, 12) for _ in lengths), reverse=True), strict=True))


def score(bets: list[int], number: int) -> int:
    return {1: 5, 2: 2, 3: 1}[len(bets)] if number in bets else -2


class Scribe:
    """Writes the log of one seat, or the table's own, in one of the spellings that the notation allows."""

    def __init__(self, deal: Deal, seat: str, rng: Random) -> None:
        self.deal, self.seat, self.rng = deal, seat, rng
        self.hands = {player: dict(deal.hands[player]) for player in deal.players}
        self.lines: list[Typed] = []
        self.say("game think-str8", f"players {' '.join(deal.players)}", f"me {seat}")
        self.say(*([] if "grey" in deal.colours else ["without grey"]))
        self.later = rng.choice([0.0, 0.3, 1.0])  # how often an answer is typed after the bet
        self.crossing = rng.choice([0.0, 0.0, 0.2]) if seat in self.hands else 0.0
        self.scoring = rng.choice([0.0, 0.0, 0.2, 1.0])
        self.wordy = rng.choice([0.0, 0.0, 0.5])  # how often another word is used
        self.crossed: list[tuple[str, int]] = []
        self.laid: dict[str, str] = {}  # bets of the round that wait for their answer

    def say(self, *lines: str) -> None:
        """Type lines; what all hold meanwhile is kept beside them."""
        holds = {player: [f"{colour} {n}" for colour, n in hand.items()] for player, hand in self.hands.items()}
        self.lines += [(line, holds) for line in lines]

    def write(self) -> list[Typed]:
        default = self.deal.tokens == {length: 8 - length for length in range(1, 8)}
        if not default or self.rng.random() < 0.2:
            self.say("tokens " + " ".join(f"{length}:{points}" for length, points in self.deal.tokens.items()))
        for holder in self.deal.hands:
            if holder != self.seat:
                self.see(holder)
        for verb, *rest in self.deal.events:
            getattr(self, verb)(*rest)
        return self.lines

    def named(self, player: str) -> str:
        return self.rng.choice(["", "me ", f"{player} "]) if player == self.seat else f"{player} "

    def see(self, holder: str) -> None:
        hand = self.deal.hands[holder]
        row = "".join(map(str, hand.values()))
        words = ", ".join(f"{colour} {number}" for colour, number in hand.items())
        if self.rng.random() < 0.3:
            self.say(*(f"see {holder} {colour} {number}" for colour, number in hand.items()))
        else:
            self.say(f"see {holder} {self.rng.choice([row, ' '.join(row), words])}")

    def dice(self, colours: list[str]) -> None:
        codes = "".join("e" if colour == "grey" else colour[0] for colour in colours)
        if self.rng.random() < self.wordy:
            colours = [{"grey": "gray", "purple": "violet", "red": "rot"}.get(colour, colour) for colour in colours]
        self.say(f"dice {self.rng.choice([codes, ' '.join(codes), ' '.join(colours)])}")
        self.laid = {}

    def bet(self, player: str, low: int, high: int) -> None:
        self.laid[player] = f"{low}-{high}"
        if self.rng.random() < self.later:
            self.say(f"bet {self.named(player)}{self.laid.pop(player)}")

    def told(self, player: str, answer: str) -> None:
        word = self.rng.choice(WORDS[answer]) if self.rng.random() < self.wordy else answer
        if player in self.laid:
            self.say(f"bet {self.named(player)}{self.laid.pop(player)} {word}")
        else:
            self.say(f"told {self.named(player)}{word}")

    def stand(self, player: str, space: int) -> None:
        if self.rng.random() < self.scoring:
            self.say(f"score {self.named(player)}{space}")
        if self.rng.random() < self.crossing:
            self.cross()

    def swap(self, player: str, colour: str, old: int, new: int) -> None:
        self.hands[player][colour] = new
        if player == self.seat:
            self.crossed = [(other, number) for other, number in self.crossed if other != colour]
        shown = "" if player == self.seat else f" {new}"
        self.say(f"swap {self.named(player)}{colour} {old}{shown}")

    def cross(self) -> None:
        """Never a number that is there: it may be more than can be proved, but nothing false."""
        if self.crossed and self.rng.random() < 0.2:
            colour, number = self.crossed.pop()
            self.say(f"uncross {colour} {number}")
            return
        colour = self.rng.choice(self.deal.colours)
        number = self.rng.choice([n for n in range(8) if n != self.hands[self.seat][colour]])
        if (colour, number) not in self.crossed:
            self.crossed.append((colour, number))
            self.say(f"cross {colour} {number}")

    def final(self, player: str, bets: dict[str, list[int]]) -> None:
        groups = ", ".join(f"{colour} {' '.join(map(str, numbers))}" for colour, numbers in bets.items())
        if self.rng.random() < 0.3:
            groups = " ".join("".join(map(str, bets.get(colour, "-"))) for colour in self.deal.colours)
        self.say(f"final {self.named(player)}{groups}")

    def reveal(self, player: str, hand: Hand) -> None:
        words = ", ".join(f"{colour} {number}" for colour, number in hand.items())
        self.say(f"reveal {self.named(player)}{self.rng.choice([words, ' '.join(map(str, hand.values()))])}")


def play_game(rng: Random, players: list[str]) -> dict[str, list[Typed]]:
    """A whole game, the log of every seat, and the table's own."""
    deal = Table(rng, players).play()
    return {seat: Scribe(deal, seat, rng).write() for seat in (*players, "nobody")}
