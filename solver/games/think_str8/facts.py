"""What a seat can know of its own cards: every line that limits them is a fact, and all facts leave some hands.

A fact remembers its line. Contradictions are found here too, in one way for every command and every seat: the seat's
own cards come first, then those of the log's owner, then what others were told.

The hands left are rows of numbers. `know` takes them from a table; a `Viewpoint` keeps them up to date event by event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from solver.engine.facts import Fact, Hidden, Limit, OneOf, Puzzle, SumIn
from solver.engine.worlds import Worlds, count_worlds
from solver.games.think_str8.events import Bet, Dice, See, Swap
from solver.games.think_str8.rules import COLOURS, NUMBERS, PILE, SUMS, Card, sums_told
from solver.games.think_str8.table import Held, Placed, Round, Table
from solver.grammar import Event
from solver.language import say
from solver.log import Line, in_order
from solver.proof.smallest import Proof, find_conflict

SIGHT_COST, SUM_COST = 1, 10


@dataclass(frozen=True, slots=True)
class InSight:
    """A card of another holder, or one laid off: no card of mine has that number."""

    held: Held


@dataclass(frozen=True, slots=True)
class Blacked:
    """A black box on my own sheet: the card lies or lay somewhere in sight."""

    card: Card


@dataclass(frozen=True, slots=True)
class Shown:
    """A card of my own, known since it was laid off or revealed."""

    held: Held


@dataclass(frozen=True, slots=True)
class Answered:
    """A bet of mine that was checked."""

    round: Round
    bet: Placed


def hidden(held: Held) -> Hidden:
    return _hidden(held.colour, held.first)


@cache
def _hidden(colour: str, first: int) -> Hidden:
    """Made once: equal cards are then the same object, and quickly compared."""
    return Hidden(colour, first, tuple(NUMBERS))


def make_puzzle(table: Table, seat: str) -> Puzzle:
    """The hidden cards of a seat, past ones too, and all facts about them in the order of the log."""
    mine = [held for cards in table.holders[seat].values() for held in cards]
    facts = [*_sights(table, seat), *_boxes(table, seat), *_shown(mine), *_answers(table, seat)]
    return Puzzle(
        cards=tuple(hidden(held) for held in mine),
        hand=tuple(hidden(table.current(seat, colour)) for colour in table.colours),
        facts=tuple(sorted(facts, key=lambda fact: fact.line.number)),
    )


def before_turning(table: Table, seat: str) -> Puzzle:
    """The same without the seat's own cards that were turned at the end, by which every cross would be proved."""
    puzzle = make_puzzle(table, seat)

    def turned(told: object) -> bool:
        return isinstance(told, Shown) and told.held.last is None

    return replace(puzzle, facts=tuple(fact for fact in puzzle.facts if not turned(fact.told)))


def _sights(table: Table, seat: str) -> Iterator[Fact]:
    mine = {colour: [hidden(own) for own in cards] for colour, cards in table.holders[seat].items()}
    for holder, colours in table.holders.items():
        for held in (held for cards in colours.values() for held in cards if holder != seat):
            if held.number is not None and held.line is not None:
                limits = tuple(_is_not(card, held.number) for card in mine[held.colour])
                yield Fact(held.line, limits, InSight(held), SIGHT_COST)


def _boxes(table: Table, seat: str) -> Iterator[Fact]:
    """No card I ever held is one of them, but one that I laid off myself: that is blacked out, too."""
    for card, line in table.boxes.items() if seat == table.me else ():
        held = [own for own in table.holders[seat][card.colour] if own.number != card.number or own.shown is None]
        if limits := tuple(_is_not(hidden(own), card.number) for own in held):
            yield Fact(line, limits, Blacked(card), SIGHT_COST)


def _shown(mine: list[Held]) -> Iterator[Fact]:
    """A card laid off: known itself, and out for my other cards of that colour."""
    for held in mine:
        if held.number is not None and held.shown is not None:
            others = (hidden(own) for own in mine if own.colour == held.colour and own is not held)
            limits: list[Limit] = [OneOf(hidden(held), frozenset({held.number}))]
            limits += [_is_not(card, held.number) for card in others]
            yield Fact(held.shown, tuple(limits), Shown(held), SIGHT_COST)


@cache
def _is_not(card: Hidden, number: int) -> OneOf:
    return OneOf(card, frozenset(card.values) - {number})


def _answers(table: Table, seat: str) -> Iterator[Fact]:
    """Every sum that was answered. What was worked out from typed cards is not evidence about those of the owner.

    Who lays off a card was told to be wrong, whether the answer is typed or not.

    My own swaps are all typed; another seat may have changed any card untyped. So what another seat heard before such a
    gap says nothing sure about its present cards, and is left out.
    """
    gaps = () if seat == table.me else table.lacking_swaps(seat)
    for this in table.rounds[max(gaps, default=0) :]:
        bet = this.judged(seat)
        if bet is None or bet.sums is None or this.dice is None or (seat == table.me and not bet.typed):
            continue
        counted = {colour: table.held_in(seat, colour, this.number) for colour in this.dice}
        terms = tuple((hidden(held), this.dice.count(held.colour)) for held in counted.values() if held)
        if all(counted.values()):
            yield Fact(bet.lines[0], (SumIn(terms, frozenset(bet.sums)),), Answered(this, bet), SUM_COST)


def list_lines(facts: Iterable[Fact]) -> tuple[Line, ...]:
    """The log lines behind facts, in order, each once."""
    behind = (fact.told.bet.lines if isinstance(fact.told, Answered) else (fact.line,) for fact in facts)
    return in_order(chain.from_iterable(behind))


@dataclass(frozen=True, slots=True)
class Heard:
    """An answered bet whose three cards of that round are known for sure."""

    player: str
    round: Round
    cards: tuple[Held, ...]  # one per thrown colour

    @property
    def bet(self) -> Placed:
        return self.round.bets[self.player]

    @property
    def fits(self) -> bool:
        return self.total in (self.bet.sums or ())

    @property
    def total(self) -> int:
        return sum(held.number or 0 for held in self.cards for _ in range(self.times(held)))

    def times(self, held: Held) -> int:
        return (self.round.dice or ()).count(held.colour)


def list_heard(table: Table) -> Iterator[Heard]:
    """Every answer that can be worked out again, round by round."""
    for this in table.rounds:
        for player in table.players:
            bet = this.bets.get(player)
            cards = table.sure_cards(player, this) if bet and bet.answer else None
            if cards is not None:
                yield Heard(player, this, cards)


def find_misheard(table: Table) -> Iterator[Heard]:
    """Answers to others that the cards typed for them prove wrong; one to the owner leaves the owner no hand."""
    return (heard for heard in list_heard(table) if not heard.fits and heard.player != table.me)


@dataclass(frozen=True, slots=True)
class FactClash:
    """Facts about a player's cards that cannot hold together; `heard` if that is all about one answer."""

    player: str
    puzzle: Puzzle
    heard: Heard | None = None

    def __str__(self) -> str:
        if self.heard is None:
            return say("No hand fits what {player} saw and was told.", player=self.player)
        return say(
            "What {player} was told in round {round} does not fit the cards typed for {player}.",
            player=self.player,
            round=self.heard.round.number,
        )

    def explain(self) -> Proof:
        """The fewest lines that show it."""
        proof = find_conflict(self.puzzle)
        assert proof is not None
        return proof


def find_clashes(table: Table, seat: str) -> Iterator[FactClash]:
    """What cannot be true: of the seat's own cards, of the owner's, of what others were told."""
    yield from _find_empty(table, seat)
    yield from find_other_clashes(table, seat)


def find_other_clashes(table: Table, seat: str) -> Iterator[FactClash]:
    """The same, apart from the seat's own hand."""
    if seat != table.me:
        yield from _find_empty(table, table.me)
    yield from (FactClash(heard.player, _puzzle_of(heard), heard) for heard in find_misheard(table))


def _find_empty(table: Table, player: str) -> Iterator[FactClash]:
    puzzle = make_puzzle(table, player) if player in table.players else None
    if puzzle is not None and not count_worlds(puzzle).count:
        yield FactClash(player, puzzle)


def tell_misheard(table: Table, seat: str) -> tuple[str, ...]:
    """A sentence for everything that cannot be true, apart from the seat's own hand."""
    return tuple(map(str, find_other_clashes(table, seat)))


def _puzzle_of(heard: Heard) -> Puzzle:
    """The answer, and the cards that were counted."""
    bet = heard.bet
    facts = [
        Fact(held.line, (OneOf(hidden(held), frozenset({held.number})),), InSight(held), SIGHT_COST)
        for held in heard.cards
        if held.line and held.number is not None
    ]
    terms = tuple((hidden(held), heard.times(held)) for held in heard.cards)
    total = Fact(bet.lines[0], (SumIn(terms, frozenset(bet.sums or ())),), Answered(heard.round, bet), SUM_COST)
    cards = tuple(hidden(held) for held in heard.cards)
    return Puzzle(cards, cards, (*facts, total))


def seen_numbers(table: Table, seat: str, colour: str) -> tuple[int, ...]:
    """What is or was in sight in the colour: cards of the other holders, and those the seat laid off."""
    cards = [held for holder in table.holders for held in table.holders[holder][colour]]
    seen = {held.number for held in cards if (held.shown if held.holder == seat and held.last else held.holder != seat)}
    seen |= {card.number for card in table.boxes if card.colour == colour and seat == table.me}
    return tuple(sorted(number for number in seen if number is not None))


# The hands left, and the histograms that bets, swaps and final bets need.


Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """All hands that fit: `hands[i]` has a number per colour and stands for `ways[i]` worlds.

    `unseen` counts, per colour, the numbers that lie or lay nowhere in sight: the card held is one of them, the
    next card drawn will be another.
    """

    colours: tuple[str, ...]
    hands: Ints
    ways: Ints
    unseen: tuple[int, ...]

    @property
    def total(self) -> int:
        return int(self.ways.sum())

    def counts(self) -> Ints:
        """In how many worlds each colour has each number."""
        counts = [np.bincount(column, self.ways, len(NUMBERS)) for column in self.hands.T]  # exact: far below 2^53
        return np.stack(counts).astype(np.int64)

    def sums(self, throws: Sequence[Sequence[str]]) -> Ints:
        """`[throw, hand]`: the sum of the dice; a colour thrown twice counts twice."""
        times = np.array([[dice.count(colour) for colour in self.colours] for dice in throws], dtype=np.int64)
        sums: Ints = times @ self.hands.T
        return sums


def know(table: Table, seat: str, worlds: Worlds | None = None) -> Known:
    """What the seat knows; with `worlds` they need not be counted again."""
    puzzle = make_puzzle(table, seat)
    worlds = worlds or count_worlds(puzzle)
    hands, ways = _hands(worlds, puzzle.hand)
    unseen = tuple(len(NUMBERS) - len(seen_numbers(table, seat, colour)) for colour in table.colours)
    return Known(table.colours, hands, ways, unseen)


def _hands(worlds: Worlds, hand: tuple[Hidden, ...]) -> tuple[Ints, Ints]:
    """The table of worlds folded to the present hand: cards laid off long ago are summed over."""
    axes = [worlds.cards.index(card) for card in hand]
    past = tuple(axis for axis in range(len(worlds.cards)) if axis not in axes)
    kept = sorted(axes)
    ways = worlds.alive.sum(axis=past, dtype=np.int64).transpose([kept.index(axis) for axis in axes])
    places = np.nonzero(ways)
    numbers = [np.array(worlds.values[axis], dtype=np.int64)[at] for axis, at in zip(axes, places, strict=True)]
    return np.stack(numbers, axis=1), ways[places]


class Viewpoint:
    """Only events as this player sees them may be shown to it. A bet is seen twice: when laid, then with its answer."""

    def __init__(self, players: Sequence[str], me: str, colours: Sequence[str] = COLOURS) -> None:
        self.players, self.me, self.colours = tuple(players), me, tuple(colours)
        self.dice: tuple[str, ...] = ()
        self.events: list[Event] = []
        self.piles = dict.fromkeys(self.colours, PILE)
        self.unseen = {colour: list(NUMBERS) for colour in self.colours}
        self._rows: Ints | None = None
        self._known: Known | None = None

    @property
    def colours_to_draw(self) -> tuple[str, ...]:
        return tuple(colour for colour, cards in self.piles.items() if cards)

    @property
    def times(self) -> tuple[int, ...]:
        """How often each colour lies on the dice."""
        return tuple(self.dice.count(colour) for colour in self.colours)

    def see(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, See):
            for card in event.cards:
                self._cross_out(card.colour, card.number)
        elif isinstance(event, Dice):
            self.dice = event.colours
        elif isinstance(event, Bet) and event.player == self.me and event.answer:
            told = np.zeros(len(SUMS), dtype=np.bool_)
            told[list(sums_told(event.low, event.high, event.answer))] = True
            self._keep(told[self.rows @ np.array(self.times)])
        elif isinstance(event, Swap):
            self._see_swap(event)

    def _see_swap(self, swap: Swap) -> None:
        colour, column = swap.old.colour, self.colours.index(swap.old.colour)
        self.piles[colour] -= 1
        if swap.player != self.me:
            for card in (swap.old, swap.new) if swap.new else (swap.old,):
                self._cross_out(colour, card.number)
            return
        self._keep(self.rows[:, column] == swap.old.number)
        fresh = self.unseen[colour] = [number for number in self.unseen[colour] if number != swap.old.number]
        self._take(np.repeat(np.arange(len(self.rows)), len(fresh)))
        self.rows[:, column] = np.tile(fresh, len(self.rows) // len(fresh))

    def _cross_out(self, colour: str, number: int) -> None:
        """The card lies elsewhere."""
        if number in self.unseen[colour]:
            self.unseen[colour].remove(number)
            self._known = None
            if self._rows is not None:
                self._keep(self.rows[:, self.colours.index(colour)] != number)

    def _keep(self, fits: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
        if not fits.all():
            self._take(np.flatnonzero(fits))

    def _take(self, places: Ints) -> None:
        """Go on with the hands at these places."""
        self._rows, self._known = self.rows[places], None

    @property
    def rows(self) -> Ints:
        """The hands that fit: a number per colour."""
        if self._rows is None:
            grid = _grid(tuple(map(len, self.unseen.values())))
            columns = [np.array(self.unseen[colour])[grid[i]] for i, colour in enumerate(self.colours)]
            self._rows = np.stack(columns, axis=1)
        return self._rows

    @property
    def known(self) -> Known:
        """The same, ready to be weighed; the same object while nothing changes."""
        if self._known is None:
            unseen = tuple(map(len, self.unseen.values()))
            self._known = Known(self.colours, self.rows, np.ones(len(self.rows), dtype=np.int64), unseen)
        return self._known


@lru_cache(maxsize=8)
def _grid(sizes: tuple[int, ...]) -> NDArray[np.int8]:
    """Every hand, by places. Up to 262,144 of them: small numbers, and not too many kept, as servers run for long."""
    return np.indices(sizes, dtype=np.int8).reshape(len(sizes), -1)


@lru_cache
def list_places(tokens: tuple[tuple[int, int], ...]) -> tuple[Ints, Ints, Ints]:
    """Length, first number and points of every bet with these tokens."""
    places = [(length, low, points) for length, points in tokens for low in range(len(SUMS) - length + 1)]
    lengths, lows, points = np.array(places, dtype=np.int64).T.copy()
    return lengths, lows, points
