"""Random but legal games of Think Str8!, written as logs. Knows the rules by itself and uses nothing of `solver`."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

COLOURS = ["blue", "green", "yellow", "purple", "red", "grey"]
NAMES = ["Anna", "Ben", "Cleo", "Dirk"]
ROUNDS = {2: 10, 3: 9, 4: 8}


@dataclass
class Game:
    """A game and its truth: `lines` is the log of the first player, `hands[r]` is what all held in round r + 1."""

    players: list[str]
    colours: list[str]
    lines: list[str] = field(default_factory=list)
    hands: list[dict[str, dict[str, int]]] = field(default_factory=list)
    final_hands: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def me(self) -> str:
        return self.players[0]

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def random_game(
    seed: int,
    players: int = 3,
    grey: bool = True,
    rounds: int | None = None,
    miss_chance: float = 0.0,
    end: bool = False,
) -> Game:
    """A game of so many rounds (all by default). With `miss_chance` lines about others and cards in sight go missing;
    with `end` final bets and reveals follow."""
    rng = random.Random(seed)
    names = NAMES[:players]
    game = Game(names, COLOURS if grey else COLOURS[:-1])
    holders = [*names, "neutral", "neutral2"][:4]
    stacks = {colour: rng.sample(range(8), 8)[1:] for colour in game.colours}
    hands = {holder: {colour: stacks[colour].pop() for colour in game.colours} for holder in holders}
    game.lines = ["game think-str8", f"players {' '.join(names)}", f"me {game.me}"]
    game.lines += [] if grey else ["without grey"]

    def say(line: str, optional: bool = True) -> None:
        if not optional or rng.random() >= miss_chance:
            game.lines.append(line)

    for holder in holders[1:]:
        typed = [(colour, number) for colour, number in hands[holder].items() if rng.random() >= miss_chance]
        cards = ", ".join(f"{colour} {number}" for colour, number in typed)
        if cards:
            say(f"see {holder} {cards}")
    for _ in range(ROUNDS[players] if rounds is None else rounds):
        _play_round(rng, game, hands, stacks, say)
    game.final_hands = {name: dict(hands[name]) for name in names}
    if end:
        _end(rng, game, hands, say)
    return game


def _play_round(rng, game, hands, stacks, say) -> None:  # type: ignore[no-untyped-def]
    dice = [rng.choice(game.colours) for _ in range(3)]
    say(f"dice {' '.join(dice)}", optional=False)
    game.hands.append({name: dict(hands[name]) for name in game.players})
    lengths = rng.sample(range(1, 8), len(game.players))
    wrong = []
    for name, length in zip(game.players, lengths, strict=True):
        total = sum(hands[name][colour] for colour in dice)
        low = min(22 - length, max(0, total + rng.randint(-length - 3, 4)))
        high = low + length - 1
        answer = "hit" if low <= total <= high else "miss" if length == 1 else "low" if total > high else "high"
        say(f"bet {name} {low}-{high} {answer}")
        if answer != "hit":
            wrong.append(name)
    for name in wrong:
        left = [colour for colour in game.colours if stacks[colour]]
        if left:
            colour = rng.choice(left)
            old, hands[name][colour] = hands[name][colour], stacks[colour].pop()
            mine = name == game.me
            new = "" if mine else f" {hands[name][colour]}"
            say(f"swap {name} {colour} {old}{new}", optional=not mine)


def _end(rng, game, hands, say) -> None:  # type: ignore[no-untyped-def]
    for name in game.players:
        bets = {colour: sorted(rng.sample(range(8), rng.randint(1, 3))) for colour in game.colours}
        say(f"final {name} " + ", ".join(f"{colour} {' '.join(map(str, bets[colour]))}" for colour in game.colours))
    for name in game.players:
        say(f"reveal {name} {' '.join(str(hands[name][colour]) for colour in game.colours)}")


def write_sheet(game: Game, seed: int, paper: bool = True, forget: float = 0.0) -> str:
    """The first player's own log with black boxes and ranges instead of holders and bets; some boxes are forgotten.

    Without `paper` some ranges are still bets with their answers.
    """
    rng, me = random.Random(f"sheet {seed}"), game.me
    boxes: dict[str, set[int]] = {colour: set() for colour in game.colours}
    rows: list[str] = []
    for verb, *rest in (line.replace(",", "").split() for line in game.lines):
        if verb == "see":
            for colour, digit in zip(rest[1::2], rest[2::2], strict=True):
                boxes[colour].add(int(digit))
        elif verb == "swap":
            boxes[rest[1]] |= {int(number) for number in rest[2:]}
            rows += [f"swap {' '.join(rest)}"] if rest[0] == me else []
        elif verb == "bet" and rest[0] == me:
            bet = paper or rng.random() < 0.5
            rows.append(
                _right_range(rest[1], rest[2], paper and rng.random() < 0.5) if bet else f"bet {' '.join(rest)}"
            )
        elif verb in ("dice", "reveal") or (verb == "final" and rest[0] == me):
            rows.append(" ".join((verb, *rest)))
    kept = {colour: [n for n in sorted(group) if rng.random() >= forget] for colour, group in boxes.items()}
    seen = ", ".join(f"{colour} {' '.join(map(str, group))}" for colour, group in kept.items() if group)
    opening = [line for line in game.lines if line.split()[0] in ("game", "players", "me", "without")]
    lines = [*opening, *["paper"] * paper, *[f"seen {seen}"] * bool(seen), *rows]
    return "".join(f"{line}\n" for line in lines)


def _right_range(bet: str, answer: str, bare: bool) -> str:
    low, high = map(int, bet.split("-"))
    spans = {"hit": bet, "low": f"{high + 1}-21", "high": f"0-{low - 1}", "miss": f"not {low}"}
    return spans[answer] if bare else f"sum {spans[answer]}"
