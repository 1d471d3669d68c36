"""Random but legal games of Tricoda, written as logs. Knows the rules by itself and uses nothing of `solver`."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

BOX = (
    ["green 1"] + ["yellow 2"] * 2 + ["black 3"] * 3 + ["brown 4"] * 4 + ["red 5"] * 4 + ["black 5"]
    + ["pink 6"] * 3 + ["green 6"] * 3 + ["blue 7"] * 4 + ["yellow 7"] * 2 + ["pink 7"]
)  # fmt: skip
NAMES = ["Anna", "Ben", "Cleo", "Dirk"]
SIDES = {
    12: (("3",), ("pink 6",)),
    13: (("green 6",), ("yellow 7",)),
    14: (("yellow 2",), ("yellow 7",)),
    15: (("pink 6",), ("green 6",)),
    16: (("blue 7",), ("yellow 7", "pink 7")),
    17: (("brown",), ("blue",)),
    18: (("red",), ("pink",)),
    19: (("green",), ("blue",)),
    20: (("yellow",), ("pink",)),
    21: (("black",), ("brown",)),
    22: (("black",), ("red",)),
    23: (("green",), ("yellow",)),
}


def answer(card: int, racks: list[list[str]], at_most: bool = False) -> str:
    """What a reader who sees these racks must say, spelt out card by card from the rule sheet."""
    stones = [stone for rack in racks for stone in rack]
    if card in SIDES:
        first, second = (sum(any(word in stone for word in side) for stone in stones) for side in SIDES[card])
        return "first" if first > second else "second" if second > first else "same"
    colours = Counter(stone.split()[0] for stone in stones)
    numbers = {stone.split()[1] for stone in stones}
    if card == 8:
        return str(len(colours))
    if card == 9:
        return str(sum(count >= 3 for count in colours.values()))
    if card == 10:
        return str(7 - len(numbers))
    if card == 11:
        return str(sum(stone in ("green 1", "black 5", "pink 7") for stone in stones))
    return str(sum(rack_fits(card, rack, at_most) for rack in racks))


def rack_fits(card: int, rack: list[str], at_most: bool = False) -> bool:
    colours = [stone.split()[0] for stone in rack]
    low, middle, high = sorted(int(stone.split()[1]) for stone in rack)
    if card == 1:
        return low + middle + high >= 18
    if card == 2:
        return low + middle + high <= 12 if at_most else low + middle + high >= 12
    if card == 3:
        pairs = [(a.split(), b.split()) for a in rack for b in rack]
        return any(a[1] == b[1] and a[0] != b[0] for a, b in pairs)
    if card == 4:
        return len(set(colours)) == 3
    if card == 5:
        return low % 2 == middle % 2 == high % 2
    if card == 6:
        return len(set(rack)) < 3
    return middle == low + 1 and high == low + 2


@dataclass
class Game:
    """A game and its truth: `lines` is the log of the first player, `racks[k]` are the racks after k questions."""

    players: list[str]
    lines: list[str] = field(default_factory=list)
    racks: list[dict[str, list[str]]] = field(default_factory=list)

    @property
    def me(self) -> str:
        return self.players[0]

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def random_game(
    seed: int,
    players: int = 4,
    questions: int = 12,
    declarations: int = 2,
    was: bool = True,
    at_most: bool = False,
    miss_chance: float = 0.0,
    mixes: bool = False,
    between: float = 0.0,
) -> Game:
    """A game with this many declarations in the middle. Without `was` my earlier racks stay unknown to the log; with
    `miss_chance` stones in sight go missing. With `mixes` stones laid aside are mixed in again, when they must and
    sometimes when they need not; without it there are only as many declarations as the pile allows. `between` is the
    chance that they are mixed in after a question.
    """
    rng = random.Random(seed)
    game = Game(NAMES[:players])
    holders = [*game.players, "neutral", "neutral2"][:4]
    game.lines = ["game tricoda", f"players {' '.join(game.players)}", f"me {game.me}"]
    game.lines += ["card 2 at-most"] if at_most else []
    dealer = _Dealer(rng, game, miss_chance, mixes)
    for holder in holders:
        dealer.fill(holder)
    cards = rng.sample(range(1, 24), 23)
    when = sorted(rng.sample(range(1, questions), max(0, min(declarations, questions - 1))))
    game.racks.append(dealer.all_racks())
    for turn in range(questions):
        reader = game.players[turn % players]
        card = cards[turn % 23]
        seen = [rack for holder, rack in dealer.racks.items() if holder != reader]
        game.lines.append(f"ask {reader} {card} {answer(card, seen, at_most)}")
        if turn + 1 in when:
            dealer.declare(game.me if turn + 1 == when[0] else rng.choice(game.players), was)
        if between and dealer.aside and turn + 1 not in when and rng.random() < between:
            dealer.mix()
        game.racks.append(dealer.all_racks())
    return game


class _Dealer:
    """The pile, the stones beside it, and who can see what is drawn."""

    def __init__(self, rng: random.Random, game: Game, miss_chance: float, mixes: bool) -> None:
        self.rng, self.game, self.miss_chance, self.mixes = rng, game, miss_chance, mixes
        self.pile = rng.sample(BOX, len(BOX))
        self.aside: list[str] = []
        self.racks: dict[str, list[str]] = {}
        self.points = dict.fromkeys(game.players, 0)

    def all_racks(self) -> dict[str, list[str]]:
        return {holder: list(rack) for holder, rack in self.racks.items()}

    def fill(self, holder: str) -> None:
        """A rack never gets the stones it had: of two racks without owner the log shows which was replaced."""
        if len(self.pile) < 3:
            self.mix()
        while sorted(self.pile[-3:]) == sorted(self.racks.get(holder, [])):
            self.rng.shuffle(self.pile)
        self.racks[holder] = [self.pile.pop() for _ in range(3)]
        if holder != self.game.me and self.rng.random() >= self.miss_chance:
            self.game.lines.append(f"see {holder} {', '.join(self.racks[holder])}")

    def mix(self) -> None:
        self.game.lines.append("mix")
        self.pile = self.rng.sample([*self.pile, *self.aside], len(self.pile) + len(self.aside))
        self.aside = []

    def declare(self, who: str, was: bool) -> None:
        right = self.rng.random() < 0.5 and self.points[who] < 2
        unowned = [holder for holder in self.racks if holder.startswith("neutral")]
        changed = [who, self.rng.choice(unowned)] if right and unowned else [who]
        if len(self.pile) < 3 * len(changed) and not self.mixes:
            return
        self.points[who] += right
        code = _declared_code(self.rng, sorted(int(stone.split()[1]) for stone in self.racks[who]), right)
        self.game.lines.append(f"declare {who} {' '.join(map(str, code))} {'right' if right else 'wrong'}")
        if who == self.game.me and was:
            self.game.lines.append(f"was {', '.join(self.racks[who])}")
        for holder in changed:
            self.aside += self.racks[holder]
        if self.mixes and self.rng.random() < 0.3:
            self.mix()
        for holder in changed:
            self.fill(holder)


def _declared_code(rng: random.Random, true: list[int], right: bool) -> list[int]:
    code = list(true)
    while not right and sorted(code) == true:
        code = [rng.randint(2, 7) for _ in range(3)]
        code = [5, 6, 7] if max(map(code.count, code)) == 3 else code
        code = [3, 4, 7] if sorted(code) == true else code
    return code
