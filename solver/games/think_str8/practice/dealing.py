"""Games by machine to take exercises from: every player bets by what can be known, now and then a little beside it.

The log is one player's, as that player would have typed it. Who is next, who throws and what may be drawn is asked of
the game itself, so that a dealt game is like any other.
"""

from __future__ import annotations

from random import Random

from solver.engine.worlds import count_worlds
from solver.game import Game
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.rules import CODES, COLOURS, HOLDERS, NUMBERS, right_answer
from solver.games.think_str8.table import Table
from solver.log import parse_log

NAMES = ("Ben", "Cleo", "Dirk", "Eva", "Finn", "Gina", "Hugo", "Ina")
BESIDE = (0, 0, 0, 1, -1, 2)  # how far beside the best place a bet is laid


def deal_game(game: Game, seed: int) -> str:
    return _Dealer(game, Random(seed)).play()


class _Dealer:
    def __init__(self, game: Game, chance: Random) -> None:
        self.game = game
        self.chance = chance
        others = chance.sample(NAMES, chance.choice((1, 2, 3, 3)))
        self.players = [*others, "Anna"]
        chance.shuffle(self.players)
        holders = [*self.players, "neutral", "neutral2"][:HOLDERS]
        if len(self.players) == HOLDERS:
            holders = self.players
        shuffled = {colour: chance.sample(list(NUMBERS), len(NUMBERS)) for colour in COLOURS}
        self.cards = {
            holder: {colour: shuffled[colour][place] for colour in COLOURS} for place, holder in enumerate(holders)
        }
        self.piles = {colour: shuffled[colour][HOLDERS + 1 :] for colour in COLOURS}
        self.lines = ["game think-str8", f"players {' '.join(self.players)}", "me Anna"]
        self.lines += [f"see {name} {_digits(cards)}" for name, cards in self.cards.items() if name != "Anna"]

    def play(self) -> str:
        while (opened := self.opened()).awaited():
            step = opened.next_step().proposals[0].split()
            if step[0] == "final":
                break
            self.lines.append(self.next_line(opened, step[0], step[1] if len(step) > 1 else "Anna"))
        return self.text

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def opened(self) -> Str8Log:
        opened = self.game.open(parse_log(self.text, "practice"))
        assert isinstance(opened, Str8Log), opened
        return opened

    def next_line(self, opened: Str8Log, verb: str, player: str) -> str:
        table, named = opened.table, "" if player == "Anna" else f"{player} "
        if verb == "dice":
            return "dice " + "".join(_code(colour) for colour in self.chance.choices(COLOURS, k=3))
        if verb == "bet":
            low, high = self.choose_bet(table, player)
            return f"bet {named}{low}-{high}{self.answer(table, low, high) if player == 'Anna' else ''}"
        assert verb == "swap", verb
        return f"swap {named}{self.lay_off(table, player)}"

    def answer(self, table: Table, low: int, high: int) -> str:
        total = sum(self.cards["Anna"][colour] for colour in table.rounds[-1].dice or ())
        return f" {right_answer(low, high, total, low == high)}"

    def choose_bet(self, table: Table, player: str) -> tuple[int, int]:
        """A token that is still free, laid where most hands are, or a little beside it."""
        dice = table.rounds[-1].dice or ()
        length = self.chance.choice(table.free_tokens())
        if player == "Anna":
            puzzle = make_puzzle(table, player)
            terms = tuple((card, dice.count(card.name)) for card in puzzle.hand if card.name in dice)
            counts = count_worlds(puzzle).counts_of_sum(terms)
        else:
            counts = dict.fromkeys(range(7, 15), 1)
        ways = [sum(counts.get(total, 0) for total in range(low, low + length)) for low in range(23 - length)]
        low = max(range(len(ways)), key=lambda place: ways[place]) + self.chance.choice(BESIDE)
        low = min(max(low, 0), 22 - length)
        return low, low + length - 1

    def lay_off(self, table: Table, player: str) -> str:
        colour = self.chance.choice([colour for colour in table.piles() if self.piles[colour]])
        old, new = self.cards[player][colour], self.piles[colour].pop()
        self.cards[player][colour] = new
        return f"{_code(colour)} {old}" if player == "Anna" else f"{_code(colour)} {old} {new}"


def _code(colour: str) -> str:
    return next(code for code, own in CODES.items() if own == colour)


def _digits(cards: dict[str, int]) -> str:
    return "".join(str(cards[colour]) for colour in COLOURS)
