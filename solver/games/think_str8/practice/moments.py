"""The moments of a log at which something can be asked, and what its owner could know just then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from solver.engine.facts import Hidden, Puzzle
from solver.engine.worlds import Worlds, count_worlds
from solver.game import Game
from solver.games.think_str8.events import Bet, Dice, Final, Reveal, See, Swap, Told
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.patterns import black_boxes
from solver.games.think_str8.table import Table
from solver.grammar import Event
from solver.log import Line, parse_log, text_before

MOST_WORLDS = 8**8  # more nobody could keep in mind, nor this machine: where so much is open nothing is asked


@dataclass(frozen=True, slots=True)
class Moment:
    """The log after some line, and what its owner could know just then."""

    line: Line
    event: Event
    opened: Str8Log
    puzzle: Puzzle
    worlds: Worlds

    @property
    def table(self) -> Table:
        return self.opened.table

    def possible(self, card: Hidden) -> frozenset[int]:
        return frozenset(self.worlds.counts(card))

    @property
    def log(self) -> str:
        """The log up to the line, as it stands there."""
        return text_before(self.opened.reading.log, self.line.number + 1)

    @property
    def thrown(self) -> tuple[tuple[Hidden, int], ...]:
        """The seat's cards on the dice just thrown."""
        if not isinstance(self.event, Dice):
            return ()
        dice = self.event.colours
        return tuple((card, dice.count(card.name)) for card in self.puzzle.hand if card.name in dice)


def list_moments(opened: Str8Log) -> Iterator[Moment]:
    """After each line that tells something or asks for a choice."""
    events = opened.reading.events
    for number, event in enumerate(events, 1):
        if isinstance(event, Final | Reveal):
            return
        if not isinstance(event, Bet | Told | See | Swap | Dice):
            continue
        then = opened.at(number)
        if isinstance(then, Str8Log) and then.table.rounds:
            puzzle = make_puzzle(then.table, then.me)
            if prod(map(len, black_boxes(puzzle).values())) <= MOST_WORLDS:
                yield Moment(event.line, event, then, puzzle, count_worlds(puzzle))


def open_text(game: Game, text: str) -> Str8Log | None:
    opened = game.open(parse_log(text))
    return opened if isinstance(opened, Str8Log) else None
