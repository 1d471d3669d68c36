"""A log looked back on: the table as a seat saw it at any moment of the game, and the final bets judged from there.

The owner of the log gets no hindsight. Another seat saw the owner's cards all the time, so these are filled in from the
end of the log, where they were laid off or turned. Final bets are judged for points colour by colour and, where the
others can be reckoned with, for winning.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import UnionType

from solver.engine.facts import Fact, Hidden, Puzzle
from solver.engine.worlds import Worlds, count_worlds
from solver.games.think_str8.advice.final_bets import (
    Bets,
    ColourBets,
    bets_for_points,
    expected_points,
    format_bets,
    race,
    weigh_colours,
)
from solver.games.think_str8.events import Bet, Dice, Final, Reveal, Swap, Told
from solver.games.think_str8.facts import Answered, Heard, Known, know, list_heard, make_puzzle
from solver.games.think_str8.rules import final_points
from solver.games.think_str8.table import Held, Table
from solver.replay import Timeline


@dataclass(frozen=True, eq=False)
class Position:
    """A seat at a moment: the table as it saw it, and what it could know.

    With `doubted` no hand fits all that was told, and false hints are left out.
    """

    table: Table
    seat: str
    puzzle: Puzzle
    worlds: Worlds
    doubted: bool

    @cached_property
    def hands(self) -> int:
        return self.worlds.count

    @property
    def known(self) -> Known:
        """Not kept: for an almost empty log it is large, and few moments need it."""
        return know(self.table, self.seat, self.worlds)

    @property
    def final(self) -> float:
        """Expected points of the best final bets."""
        known = self.known
        return expected_points(known, bets_for_points(weigh_colours(known)))

    def possible(self, card: Hidden) -> frozenset[int]:
        """The numbers a card can have; a contradiction rules nothing out."""
        return frozenset(self.worlds.counts(card) if self.hands else card.values)


class Story:
    """A whole log, and every moment in it. A place is a number of events: the moment before the next one."""

    def __init__(self, log: Timeline[Table], table: Table) -> None:
        events = log.events
        rounds = [place for place, event in enumerate(events) if isinstance(event, Dice)]
        self.log, self.events = log, events
        self.table = table
        self.cut = log.upto is not None  # there may be more in the log
        self.throws = rounds[: table.round]
        self.end = _first(events, Final | Reveal)  # before the final bets
        self._positions: dict[tuple[int, str, bool], Position] = {}
        self._believed: dict[tuple[str, bool], tuple[Puzzle, Position]] = {}

    # Places.

    def after_round(self, number: int) -> int:
        """The moment before the next throw, or before the final bets; for 0 the moment before the first throw."""
        return self.throws[number] if number < len(self.throws) else self.end

    def round_of(self, place: int) -> int:
        """The round under way at a place; 0 before the first throw."""
        return sum(throw < place for throw in self.throws)

    def find(self, kind: type[Bet | Told | Swap], number: int, player: str) -> int | None:
        """The place before the player's event of this kind in a round."""
        places = range(self.throws[number - 1], self.after_round(number))
        events = ((place, self.events[place]) for place in places)
        return next((place for place, one in events if isinstance(one, kind) and one.player == player), None)

    def first(self, kind: type) -> int:
        """The place before the first event of this kind; without one, the end of the log."""
        return _first(self.events, kind)

    # Hints.

    @cached_property
    def heard(self) -> tuple[Heard, ...]:
        """Every answer that can be recomputed, by round."""
        return tuple(list_heard(self.table))

    @cached_property
    def false(self) -> frozenset[tuple[int, str]]:
        """Round and player of the answers that the cards prove wrong."""
        return frozenset((heard.round.number, heard.player) for heard in self.heard if not heard.fits)

    def false_rounds(self, seat: str) -> frozenset[int]:
        return frozenset(number for number, player in self.false if player == seat)

    # Moments.

    def table_at(self, place: int) -> Table:
        """The table after this many events."""
        return self.log.at(place)

    def seen_by(self, place: int, seat: str) -> Table:
        return see_as(self.table_at(place), self.table, seat)

    def at(self, place: int, seat: str) -> Position:
        """What could be known from all that was told, while that holds together."""
        return self._recall(place, seat, honest=False)

    def honestly_at(self, place: int, seat: str) -> Position:
        """What could be known from true hints alone."""
        return self._recall(place, seat, honest=True) if self.false_rounds(seat) else self.at(place, seat)

    def _recall(self, place: int, seat: str, honest: bool) -> Position:
        key = (place, seat, honest)
        if key not in self._positions:
            self._positions[key] = self._look(place, seat, honest)
        return self._positions[key]

    def _look(self, place: int, seat: str, honest: bool) -> Position:
        """Crosses and scores tell nothing about cards: what could be known is worked out only if the puzzle is new."""
        table = self.seen_by(place, seat)
        puzzle = make_puzzle(table, seat)
        told, latest = self._believed.get((seat, honest), (None, None))
        if latest is None or told != puzzle:
            latest = self._believe(table, seat, puzzle, honest)
            self._believed[seat, honest] = puzzle, latest
        return replace(latest, table=table)

    def _believe(self, table: Table, seat: str, puzzle: Puzzle, honest: bool) -> Position:
        false = self.false_rounds(seat)
        true = without(puzzle, false)
        worlds = count_worlds(true if honest else puzzle)
        doubted = not honest and not worlds.count and bool(false)
        if doubted:
            worlds = count_worlds(true)
        return Position(table, seat, true if honest or doubted else puzzle, worlds, doubted)

    def true_card(self, held: Held) -> int | None:
        """The number of a card, if the log ever tells it."""
        history = self.table.holders[held.holder][held.colour]
        same = [card for card in history if card.first == held.first]
        return same[0].number if len(same) == 1 else None


def _first(events: Sequence[object], kind: type | UnionType) -> int:
    return next((place for place, event in enumerate(events) if isinstance(event, kind)), len(events))


def see_as(table: Table, whole: Table, seat: str) -> Table:
    """The table as a seat saw it: with the owner's cards in sight, and the seat's own only once they were shown."""
    if seat == table.me:
        return table
    mine = {
        colour: tuple(_filled(held, whole.holders[table.me][colour][place]) for place, held in enumerate(cards))
        for colour, cards in table.holders[table.me].items()
    }
    return replace(table, holders={**table.holders, table.me: mine, seat: table.known_to_owner(seat)})


def _filled(held: Held, later: Held) -> Held:
    return held if held.number is not None else held._replace(number=later.number, line=later.line)


def without(puzzle: Puzzle, rounds: Collection[int]) -> Puzzle:
    """The puzzle without what was told in these rounds."""

    def kept(fact: Fact) -> bool:
        return not (isinstance(fact.told, Answered) and fact.told.round.number in rounds)

    return replace(puzzle, facts=tuple(fact for fact in puzzle.facts if kept(fact)))


PATIENCE = 0.05  # about half a second; a review need not prove the last millionth
SAMPLE, FRESH = 300, 800  # hands drawn to choose bets for the win, and to judge them
SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Winning:
    """The chance to win with the bets made, and with the best found. `sampled` hands stand for all; None is exact."""

    chance: float
    best: float
    bets: Bets
    sampled: int | None
    proved: bool

    def data(self) -> dict[str, object]:
        return {
            "chance": round(self.chance, 4),
            "best_chance": round(self.best, 4),
            "best_bets": {colour: list(numbers) for colour, numbers in self.bets.items()},
            "sampled": self.sampled,
            "proved": self.proved,
        }


@dataclass(frozen=True, slots=True)
class ColourLoss:
    """One colour: the bet made, the best one, and what each could expect."""

    colour: str
    numbers: tuple[int, ...]
    best: tuple[int, ...]
    expected: float
    best_expected: float

    @property
    def given_up(self) -> float:
        loss = self.best_expected - self.expected
        return loss if loss > SAME else 0.0

    def data(self) -> dict[str, object]:
        return {
            "colour": self.colour,
            "bet": list(self.numbers),
            "best": list(self.best),
            "expected": round(self.expected, 4),
            "best_expected": round(self.best_expected, 4),
            "given_up": round(self.given_up, 4),
        }


@dataclass(frozen=True, slots=True)
class FinalBets:
    """Final bets in pad order, judged. `winning` is a sentence where the chance to win cannot be worked out."""

    bets: Bets
    expected: float
    best_bets: Bets
    best_expected: float
    colours: tuple[ColourLoss, ...]
    winning: Winning | str

    @property
    def text(self) -> str:
        return format_bets(self.bets)

    @property
    def best(self) -> FinalBets:
        return replace(self, bets=self.best_bets, expected=self.best_expected)

    def data(self) -> dict[str, object]:
        found = isinstance(self.winning, Winning)
        return {
            "colours": [colour.data() for colour in self.colours],
            "winning": self.winning.data() if isinstance(self.winning, Winning) else None,
            "cannot": None if found else self.winning,
        }


def judge_final_bets(position: Position, seat: str, bets: Bets) -> FinalBets:
    known = position.known
    weighed = weigh_colours(known)
    best = bets_for_points(weighed)
    return FinalBets(
        bets=bets,
        expected=expected_points(known, bets),
        best_bets=best,
        best_expected=expected_points(known, best),
        colours=tuple(_judge_colour(column, bets[column.colour]) for column in weighed),
        winning=_judge_winning(position.table, seat, known, bets),
    )


def _judge_colour(column: ColourBets, numbers: tuple[int, ...]) -> ColourLoss:
    expected = sum(chance * final_points(number, numbers) for number, chance in column.chances.items())
    return ColourLoss(column.colour, numbers, column.best.numbers, expected, column.best.expected)


def _judge_winning(table: Table, seat: str, known: Known, bets: Bets) -> Winning | str:
    """The chance to win with these bets against the best; of very many hands some are drawn."""
    found = race(table, seat, known, PATIENCE, SAMPLE, FRESH)
    if isinstance(found, str):
        return found
    chance = found.chance_of(bets)
    return Winning(chance, max(chance, found.chosen.chance), found.chosen.bets, found.sampled, found.chosen.proved)
