"""The likeliest single changes that make a log fit again, each read, replayed and counted. Nothing changes by itself.

A change is weighed by how usual such a slip is, by the share of hands that fit the changed log (so likely are its
answers), and by what would be odd in it: a wrong bet without a swap, a bet nobody typed, a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from operator import attrgetter

from solver.engine.facts import OneOf, Puzzle
from solver.engine.worlds import count_worlds
from solver.games.think_str8.events import Bet, Dice, Reveal, See, Swap, Told
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.notation import read_log
from solver.games.think_str8.others import find_misheard
from solver.games.think_str8.replay import replay
from solver.games.think_str8.slips import Change, propose, read_change
from solver.games.think_str8.suspects import list_suspects
from solver.games.think_str8.table import Table
from solver.grammar import Reading
from solver.log import Kind, Line, parse_line, parse_log
from solver.proof.conflicts import Repair

MOST = 5  # lines that are named
_FAR = 4  # powers of two by which a change of the same line may be less likely and still be named


@dataclass(frozen=True, slots=True)
class _Tried:
    change: Change
    event: object
    hands: int
    score: float


def find_repairs(reading: Reading, table: Table | None, seat: str, upto: int | None = None) -> tuple[Repair, ...]:
    """Repairs of a log that contradicts itself or (without a table) breaks a rule: the likeliest line first."""
    if any(error.kind is not Kind.AGAINST_RULES for error in reading.errors):
        return ()  # what cannot be read at all comes first
    trial = _Trial(reading, table, seat, upto)
    tried = [found for change in trial.changes() if (found := trial.weigh(change))]
    ranked = sorted(_by_line(tried), key=lambda group: -sum(2.0**each.score for each in group))
    repairs = (_repair(reading, seat, upto, group) for group in ranked)
    return tuple(repair for repair in repairs if repair)[:MOST]


def _by_line(tried: Iterable[_Tried]) -> list[list[_Tried]]:
    """The changes of each line, the likeliest first."""
    groups: dict[int, list[_Tried]] = {}
    for each in sorted(tried, key=attrgetter("score"), reverse=True):
        groups.setdefault(each.change.line.number, []).append(each)
    return list(groups.values())


def _repair(reading: Reading, seat: str, upto: int | None, group: Sequence[_Tried]) -> Repair | None:
    """The best change of a line that stands when the whole changed text is read anew."""
    near = [each for each in _differing(group)[:3] if each.score > group[0].score - _FAR]
    good = [each for each in near if _stands(reading, seat, upto, each)]
    if not good:
        return None
    first, *rest = [parse_line(each.change.line.number, each.change.text).event for each in good]
    return Repair(good[0].change.line, first, good[0].change.slip, good[0].hands, tuple(rest))


def _differing(group: Sequence[_Tried]) -> list[_Tried]:
    """Without changes that say the same as one before: dice lie in no order."""
    found: dict[object, _Tried] = {}
    for each in group:
        meant = tuple(sorted(each.event.colours)) if isinstance(each.event, Dice) else each.event
        found.setdefault(meant, each)
    return list(found.values())


def _stands(reading: Reading, seat: str, upto: int | None, tried: _Tried) -> bool:
    from solver.engine.cpsat import find_world

    number = tried.change.line.number
    texts = (tried.change.text if line.number == number else line.text for line in reading.log.lines)
    again = read_log(parse_log("\n".join(texts), reading.log.name))
    table, errors = replay(again, upto)
    if table is None or again.errors or errors:
        return False
    puzzle = make_puzzle(table, seat)
    return count_worlds(puzzle).count == tried.hands and find_world(puzzle, puzzle.facts) is not None


class _Trial:
    """Tries changes by replaying the log with one event changed, which is quicker than reading all of it."""

    def __init__(self, reading: Reading, table: Table | None, seat: str, upto: int | None) -> None:
        self.reading, self.table, self.seat, self.upto = reading, table, seat, upto
        self.places = {event.line.number: place for place, event in enumerate(reading.events)}  # type: ignore[attr-defined]
        self.odd = 0.0
        if table is not None:
            self.odd = _oddities(table)

    def changes(self) -> Iterator[Change]:
        if self.table is not None:
            yield from list_suspects(self.reading, self.table, self.seat)
            return
        broken = {error.line for error in self.reading.errors}
        for line in self.reading.log.lines:
            if line.number in self.places and (line.number in broken or self.mends_by_leaving(line)):
                yield from propose(line, self.reading.opening)

    def mends_by_leaving(self, line: Line) -> bool:
        """Without the line no rule is broken; only such a line can be the slip."""
        events, place = self.reading.events, self.places[line.number]
        if self.reading.errors or not isinstance(events[place], See | Swap | Bet | Told | Reveal):
            return False
        return self.replay((*events[:place], *events[place + 1 :])) is not None

    def replay(self, events: tuple[object, ...]) -> Table | None:
        table, errors = replay(replace(self.reading, events=events, errors=()), self.upto, stop_at_error=True)
        return None if errors else table

    def weigh(self, change: Change) -> _Tried | None:
        """How likely the change is; None if the log would still not fit."""
        event = read_change(change, self.reading.opening)
        if event is None:
            return None
        place = self.places[change.line.number]
        table = self.replay((*self.reading.events[:place], event, *self.reading.events[place + 1 :]))
        if table is None or any(True for _ in find_misheard(table, self.seat)):
            return None
        puzzle = make_puzzle(table, self.seat)
        hands = count_worlds(puzzle).count
        if not hands:
            return None
        chances = sum(len(table.players) for _ in table.closed_rounds) + 1
        rate = (self.odd + 0.3) / (chances + 1)
        score = log(change.likely, 2) + log(hands / _unseen(puzzle), 2) + _oddities(table) * log(min(rate, 0.5), 2)
        return _Tried(change, event, hands, score)


def _unseen(puzzle: Puzzle) -> int:
    """How many hands there are by what lies open alone."""
    total = 1
    for card in puzzle.hand:
        numbers = set(card.values)
        for fact in puzzle.facts:
            for limit in fact.limits:
                if isinstance(limit, OneOf) and limit.card == card:
                    numbers &= limit.numbers
        total *= max(1, len(numbers))
    return total


def _oddities(table: Table) -> int:
    """What a complete log would not have: wrong bets without a swap, bets not typed or not answered, warnings."""
    odd = len(table.warnings)
    for this in table.closed_rounds:
        odd += len(table.unanswered(this))
        piles = any(table.pile(colour, this.number) for colour in table.colours)
        odd += sum(
            bet.answer in ("low", "high", "miss") and player not in this.swaps and piles
            for player, bet in this.bets.items()
        )
    return odd
