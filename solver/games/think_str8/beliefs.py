"""What a log's bets suggest about a seat's cards: chances beside the exact ones, and the bet that told most.

A log is read again only from a little before where it changed: some readers of the last one asked about are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.english import fold
from solver.games.think_str8.events import Bet, Dice, See, Swap
from solver.games.think_str8.facts import Ints, Known, know
from solver.games.think_str8.reader import Forgotten, People, Reader, weigh_hands
from solver.games.think_str8.rules import NUMBERS, Card
from solver.games.think_str8.styles import Weights
from solver.games.think_str8.table import Round, Table
from solver.games.think_str8.words.readings import LEAST, Evidence, Suggestion, TableReading
from solver.grammar import Event

Bools = NDArray[np.bool_]
FEW = 3  # numbers suggested at most
MOST_HANDS = 100_000  # more are left only if hardly any card in sight is typed: what others see is not known then


class Start(NamedTuple):
    """What a reader begins with; tokens by length and points."""

    players: tuple[str, ...]
    seat: str
    colours: tuple[str, ...]
    tokens: tuple[tuple[int, int], ...]
    trust: float
    people: People = ()


@dataclass(frozen=True, eq=False)
class Beliefs:
    """The exact hands, and how likely each is by the bets of the others."""

    known: Known
    reader: Reader
    places: Ints  # of the hands in the reader's rows

    @cached_property
    def weights(self) -> Weights:
        return self._spread(self.reader.weights)

    @cached_property
    def weighed(self) -> Known:
        return weigh_hands(self.known, self.weights)

    def _spread(self, weights: Weights) -> Weights:
        """The rows of the hands, scaled to add up to 1."""
        likely = weights[self.places] * self.known.ways
        spread: Weights = likely / likely.sum()
        return spread

    def chances(self, weights: Weights) -> Weights:
        """`[colour, number]`."""
        return np.stack([np.bincount(column, weights, len(NUMBERS)) for column in self.known.hands.T])

    def both_chances(self, hands: Bools) -> tuple[float, float]:
        """Of these hands: exact, and reading the bets."""
        return float(hands @ self.known.ways) / self.known.total, float(hands @ self.weights)

    def told_most(self, hands: Bools) -> Evidence:
        """The bet that changed the chance of these hands most, in the direction in which all bets moved it."""
        exact, read = self.both_chances(hands)
        found = [(bet, float(hands @ self._spread(self.reader.weights_without(bet)))) for bet in self.reader.reads]
        bet, without = (min if read >= exact else max)(found, key=lambda each: each[1])
        return Evidence(bet.player, bet.round, bet.low, bet.high, without)

    def suggestions(self) -> tuple[Suggestion, ...]:
        """The numbers whose chances the bets change most, one for each colour; among equals the one that rises."""
        exact, read = self.chances(self.known.ways / self.known.total), self.chances(self.weights)
        changed = np.abs(read - exact).round(6) + 1e-9 * (read > exact)
        numbers = changed.argmax(axis=1)
        most = changed.max(axis=1)
        found = [(int(i), int(numbers[i])) for i in np.argsort(-most, kind="stable")[:FEW] if most[i] >= LEAST]
        return tuple(
            Suggestion(
                colour=self.known.colours[column],
                number=number,
                exact=float(exact[column, number]),
                read=float(read[column, number]),
                evidence=self.told_most(self.known.hands[:, column] == number),
            )
            for column, number in found
        )


def read_table(table: Table, seat: str, known: Known, trust: float, people: People = ()) -> Beliefs | None:
    """What the others' bets suggest; None if there is nothing to read, or nothing to be found out any more."""
    reader = read_bets(table, seat, trust, people) if known.total > 1 else None
    places = _find_rows(reader.rows, known.hands) if reader and reader.reads else None
    return Beliefs(known, reader, places) if reader and places is not None else None


def read_bets(table: Table, seat: str, trust: float, people: People = ()) -> Reader | None:
    """A reader who has seen all that the seat saw; None if there is nothing to read, or too few cards are typed."""
    if not trust or table.finished or seat not in table.players:
        return None
    if not any(set(this.bets) - {seat} for this in table.rounds):
        return None
    events = tuple(events_seen(table, seat))
    return None if _hands_by_sight(table, events) > MOST_HANDS else _read(_start(table, seat, trust, people), events)


def _start(table: Table, seat: str, trust: float, people: People = ()) -> Start:
    return Start(table.players, seat, table.colours, tuple(sorted(table.tokens.items())), trust, people)


def begin_reading(table: Table, seat: str, trust: float) -> Reader | None:
    """A reader who has seen nothing yet; None if too few cards are typed to read anything."""
    if _hands_by_sight(table, tuple(events_seen(table, seat))) > MOST_HANDS:
        return None
    return _fresh(_start(table, seat, trust))


def _fresh(start: Start) -> Reader:
    return Reader(start.players, start.seat, start.colours, dict(start.tokens), start.trust, True, start.people)


def _hands_by_sight(table: Table, events: tuple[Event, ...]) -> int:
    """How many hands the cards in sight leave at the start."""
    seen = {(card.colour, card.number) for event in events if isinstance(event, See) for card in event.cards}
    return prod(len(NUMBERS) - sum(colour == of for of, _ in seen) for colour in table.colours)


def _find_rows(rows: Ints, hands: Ints) -> Ints | None:
    """Where each hand stands among the rows; None if one does not."""
    digits = len(NUMBERS) ** np.arange(rows.shape[1])
    codes, sought = rows @ digits, hands @ digits
    order = codes.argsort()
    places = order[np.searchsorted(codes, sought, sorter=order).clip(max=len(codes) - 1)]
    return places if (codes[places] == sought).all() else None


# Readers kept for the next time: of the last events, since lines come and go at the end of a log, and of few earlier
# ones. Each has all hands, so there is room for so many in all, whatever the logs: a server runs for long.

LATEST = 4
NOW_AND_THEN = 16  # events
STARTS = 8
ROOM = 2_000_000  # numbers of eight bytes: as many as four seats with all cards in sight begin with
_lock = Lock()
_kept: dict[Start, Kept] = {}  # the one asked for last comes last


@dataclass(slots=True)
class Kept:
    """The events seen last, and readers by how many of them they saw."""

    seen: tuple[Event, ...] = ()
    readers: dict[int, Reader] = field(default_factory=dict)


def _read(start: Start, events: tuple[Event, ...]) -> Reader:
    """The reader after all events, from the last one kept that saw the same."""
    with _lock:
        kept = _kept[start] = _kept.pop(start, Kept())
        same = next((i for i, (old, new) in enumerate(zip(kept.seen, events, strict=False)) if old != new), len(events))
        readers = {count: one for count, one in kept.readers.items() if count <= min(same, len(kept.seen))}
        kept.seen, kept.readers = events, readers
        known = max(readers, default=0)
        reader = readers.get(known) or _fresh(start)
        for count, event in enumerate(events[known:], known + 1):
            reader = reader.copy()
            reader.see(event)
            readers[count] = reader
            if (count - LATEST) % NOW_AND_THEN:
                readers.pop(count - LATEST, None)
        _make_room()
        return reader


def _make_room() -> None:
    """Those not asked for in a long time go, then as many as need be: the newest of each start last."""
    for start in list(_kept)[:-STARTS]:
        del _kept[start]
    every = [
        (count == max(kept.readers), age, count, kept.readers)
        for age, kept in enumerate(_kept.values())
        for count in kept.readers
    ]
    held = sum(readers[count].size for *_, count, readers in every)
    for *_, count, readers in sorted(every, key=lambda each: each[:3])[:-1]:
        if held <= ROOM:
            break
        held -= readers.pop(count).size


# What the seat saw, in the order of the table.


def events_seen(table: Table, seat: str) -> Iterator[Event]:
    """Cards in sight, then round by round the dice, the bets as they were laid, the answers and the swaps."""
    for holder in table.holders:
        if holder != seat and (cards := tuple(_first_cards(table, holder))):
            yield See(holder, cards)
    gaps = {player: table.lacking_swaps(player) for player in table.players}
    if seat == table.me:
        gaps[seat] = ()
    for this in table.rounds:
        yield Dice(this.dice or ())
        yield from _bets(this)
        for player, swap in this.swaps.items():
            yield Swap(player, swap.old, None if player == seat else swap.new, swap.line)
        yield from (Forgotten(player) for player, rounds in gaps.items() if this.number in rounds)


def _first_cards(table: Table, holder: str) -> Iterator[Card]:
    """All cards of the holder that no typed swap brought."""
    swaps = [this.swaps[holder] for this in table.rounds if holder in this.swaps]
    drawn = {(swap.new.colour, swap.new.number) for swap in swaps if swap.new}
    for colour, cards in table.holders[holder].items():
        for held in cards:
            if held.number is not None and (colour, held.number) not in drawn:
                yield Card(colour, held.number)


def _bets(this: Round) -> Iterator[Event]:
    laid = [this.bets[player] for player in this.order or this.bets if player in this.bets]
    for bet in laid:
        yield Bet(bet.player, bet.low, bet.high)
    for bet in laid:
        if bet.answer:
            yield Bet(bet.player, bet.low, bet.high, bet.answer)


def suggest(table: Table, seat: str, trust: float, people: People = ()) -> TableReading | None:
    """The numbers that the others' bets change most; None if they change none."""
    beliefs = read_table(table, seat, know(table, seat), trust, people)
    suggestions = beliefs.suggestions() if beliefs else ()
    return TableReading(trust, suggestions, table.you(seat)) if suggestions else None


# What people did before.

LEAST_LIKELY = -3.0  # in logarithms: people change, and then a few bets are enough to see it


def learn_people(evenings: Iterable[Table]) -> People:
    """How the others play, from evenings whose hands are known by now: what the owner of each log could read."""
    ways: dict[str, Weights] = {}
    for table in evenings:
        for rival, told in _look_at(table):
            likely = ways.get(fold(rival), 0.0) + told
            ways[fold(rival)] = np.maximum(likely - likely.max(), LEAST_LIKELY)
    return tuple(sorted((name, tuple(map(float, likely))) for name, likely in ways.items()))


def _look_at(table: Table) -> Iterator[tuple[str, Weights]]:
    seat = table.me
    reader = begin_reading(table, seat, 1.0) if seat in table.players else None
    if reader is None:
        return
    for event in events_seen(table, seat):
        reader.see(event)
    hand = reader.place_of([table.current(seat, colour).number for colour in table.colours])
    if hand is not None:
        yield from ((rival, reader.ways_of(rival, hand)) for rival in dict.fromkeys(r.player for r in reader.reads))
