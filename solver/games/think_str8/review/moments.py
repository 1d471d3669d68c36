"""A log looked back on: the table as a seat saw it at any moment of the game.

The owner of the log gets no hindsight. Another seat saw the owner's cards all the time, so these are filled in from the
end of the log, where they were laid off or turned.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import UnionType

from solver.engine import Disagreement
from solver.engine.facts import Fact, Hidden, Puzzle
from solver.engine.worlds import Worlds, count_worlds
from solver.games.think_str8.advice.final_bets import bets_for_points, expected_points, weigh_colours
from solver.games.think_str8.events import Dice, Final, Reveal
from solver.games.think_str8.facts import Answered, make_puzzle
from solver.games.think_str8.hands_left import Known, know
from solver.games.think_str8.misheard import Heard, list_heard
from solver.games.think_str8.replay import replay
from solver.games.think_str8.table import Held, Table
from solver.grammar import Reading


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """What a seat could know at a moment. With `doubted` nothing fits all that was told: false hints are left out."""

    table: Table
    puzzle: Puzzle
    worlds: Worlds
    known: Known
    doubted: bool

    @property
    def hands(self) -> int:
        return self.worlds.count

    @property
    def final(self) -> float:
        """Expected points of the best final bets."""
        return expected_points(self.known, bets_for_points(weigh_colours(self.known)))

    def possible(self, card: Hidden) -> frozenset[int]:
        """The numbers a card can have; a contradiction rules nothing out."""
        return frozenset(self.worlds.counts(card) if self.hands else card.values)

    @property
    def piles(self) -> dict[str, int]:
        """Colours that can still be drawn."""
        return {colour: left for colour in self.table.colours if (left := self.table.pile(colour)) > 0}


class Story:
    """A whole log, and every moment in it. A place is a number of events: the moment before the next one."""

    def __init__(self, reading: Reading, table: Table, upto: int | None = None) -> None:
        events = reading.events
        rounds = [place for place, event in enumerate(events) if isinstance(event, Dice)]
        end = _first(events, Final | Reveal)
        if upto is not None:
            end = min(end, *rounds[upto : upto + 1], len(events))
            events = events[:end]
        self.reading = replace(reading, events=events)
        self.table = table
        self.cut = upto is not None  # there may be more in the log
        self.throws = rounds[: table.round]
        self.end = end  # before the final bets
        self._tables: dict[int, Table] = {}
        self._positions: dict[tuple[int, str, bool], Position] = {}

    # Places.

    def after_round(self, number: int) -> int:
        """The moment before the next throw, or before the final bets; for 0 the moment before the first throw."""
        return self.throws[number] if number < len(self.throws) else self.end

    def round_of(self, place: int) -> int:
        """The round under way at a place; 0 before the first throw."""
        return sum(throw < place for throw in self.throws)

    def find(self, kind: type, round_number: int, player: str) -> int | None:
        """The place before the player's event of this kind in a round."""
        first, last = self.throws[round_number - 1], self.after_round(round_number)
        for place in range(first, last):
            event = self.reading.events[place]
            if isinstance(event, kind) and event.player == player:  # type: ignore[attr-defined]
                return place
        return None

    def first(self, kind: type) -> int:
        """The place before the first event of this kind; without one, the end of the log."""
        return _first(self.reading.events, kind)

    # Hints.

    @cached_property
    def heard(self) -> tuple[Heard, ...]:
        """Every answer that can be recomputed, by round."""
        return tuple(sorted(list_heard(self.table, ""), key=lambda heard: heard.round.number))

    @cached_property
    def false(self) -> frozenset[tuple[int, str]]:
        """Round and player of the answers that the cards prove wrong."""
        return frozenset((heard.round.number, heard.player) for heard in self.heard if not heard.fits)

    def false_rounds(self, seat: str) -> frozenset[int]:
        return frozenset(number for number, player in self.false if player == seat)

    # Moments.

    def table_at(self, place: int) -> Table:
        if place not in self._tables:
            table, errors = replay(replace(self.reading, events=self.reading.events[:place]))
            if table is None:
                raise Disagreement(f"a log that was replayed whole, but not up to event {place}: {errors}")
            self._tables[place] = table
        return self._tables[place]

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
        table = self.seen_by(place, seat)
        puzzle = make_puzzle(table, seat)
        false = self.false_rounds(seat)
        true = without(puzzle, false)
        worlds = count_worlds(true if honest else puzzle)
        doubted = not honest and not worlds.count and bool(false)
        if doubted:
            worlds = count_worlds(true)
        return Position(table, true if honest or doubted else puzzle, worlds, know(table, seat, worlds), doubted)

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
    own = {colour: tuple(map(_covered, cards)) for colour, cards in table.holders[seat].items()}
    holders: Mapping[str, Mapping[str, tuple[Held, ...]]] = {**table.holders, table.me: mine, seat: own}
    return replace(table, holders=holders)


def _filled(held: Held, later: Held) -> Held:
    return held if held.number is not None else replace(held, number=later.number, line=later.line)


def _covered(held: Held) -> Held:
    return held if held.shown is not None else replace(held, number=None, line=None)


def without(puzzle: Puzzle, rounds: Collection[int]) -> Puzzle:
    """The puzzle without what was told in these rounds."""

    def kept(fact: Fact) -> bool:
        return not (isinstance(fact.told, Answered) and fact.told.round.number in rounds)

    return replace(puzzle, facts=tuple(fact for fact in puzzle.facts if kept(fact)))
