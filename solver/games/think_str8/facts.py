"""What a seat can know of its own cards: every line that limits them becomes a fact that remembers the line.

What the log says against itself is found here too, by one rule for every command and every seat: the seat's own cards
come first, then those of the log's owner, then what others were told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from solver.engine.facts import Fact, Hidden, Limit, OneOf, Puzzle, SumIn
from solver.engine.worlds import count_worlds
from solver.games.think_str8.rules import NUMBERS
from solver.games.think_str8.table import Held, Placed, Round, Table
from solver.log import Line
from solver.proof.smallest import Proof, find_conflict

SIGHT_COST, SUM_COST = 1, 10


@dataclass(frozen=True, slots=True)
class InSight:
    """A card of another holder, or one laid off: no card of mine has that number."""

    held: Held


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
    facts = [*_sights(table, seat), *_shown(mine), *_answers(table, seat)]
    return Puzzle(
        cards=tuple(hidden(held) for held in mine),
        hand=tuple(hidden(table.current(seat, colour)) for colour in table.colours),
        facts=tuple(sorted(facts, key=lambda fact: fact.line.number)),
    )


def _sights(table: Table, seat: str) -> Iterator[Fact]:
    mine = {colour: [hidden(own) for own in cards] for colour, cards in table.holders[seat].items()}
    for holder, colours in table.holders.items():
        for held in (held for cards in colours.values() for held in cards if holder != seat):
            if held.number is not None and held.line is not None:
                limits = tuple(_is_not(card, held.number) for card in mine[held.colour])
                yield Fact(held.line, limits, InSight(held), SIGHT_COST)


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

    My own swaps are all typed; another seat may have changed any card untyped. So what another seat heard before such a
    gap says nothing sure about its present cards, and is left out.
    """
    gaps = () if seat == table.me else table.lacking_swaps(seat)
    for this in table.rounds[max(gaps, default=0) :]:
        bet = this.bets.get(seat)
        if bet is None or bet.sums is None or this.dice is None or (seat == table.me and not bet.typed):
            continue
        counted = {colour: table.held_in(seat, colour, this.number) for colour in this.dice}
        terms = tuple((hidden(held), this.dice.count(held.colour)) for held in counted.values() if held)
        if all(counted.values()):
            yield Fact(bet.lines[0], (SumIn(terms, frozenset(bet.sums)),), Answered(this, bet), SUM_COST)


def list_lines(facts: Iterable[Fact]) -> tuple[Line, ...]:
    """The log lines behind facts, in order, each once."""
    lines: dict[int, Line] = {}
    for fact in facts:
        told = fact.told
        for line in told.bet.lines if isinstance(told, Answered) else (fact.line,):
            lines[line.number] = line
    return tuple(lines[number] for number in sorted(lines))


@dataclass(frozen=True, slots=True)
class Heard:
    """An answered bet whose three cards of that round are known for sure."""

    player: str
    round: Round
    cards: tuple[Held, ...]  # one per thrown colour

    @property
    def fits(self) -> bool:
        sums = self.round.bets[self.player].sums
        return sums is not None and self.total in sums

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
class Clash:
    """Facts about a player's cards that cannot hold together; `heard` if that is all about one answer."""

    player: str
    puzzle: Puzzle
    heard: Heard | None = None

    def __str__(self) -> str:
        if self.heard is None:
            return f"No hand fits what {self.player} saw and was told."
        told = f"What {self.player} was told in round {self.heard.round.number}"
        return f"{told} does not fit the cards typed for {self.player}."

    def explain(self) -> Proof:
        """The fewest lines that show it."""
        proof = find_conflict(self.puzzle)
        assert proof is not None
        return proof


def find_clashes(table: Table, seat: str) -> Iterator[Clash]:
    """What cannot be true: of the seat's own cards, of the owner's, of what others were told."""
    for player in dict.fromkeys((seat, table.me)):
        puzzle = make_puzzle(table, player) if player in table.players else None
        if puzzle is not None and not count_worlds(puzzle).count:
            yield Clash(player, puzzle)
    yield from (Clash(heard.player, _puzzle_of(heard), heard) for heard in find_misheard(table))


def tell_misheard(table: Table, seat: str) -> tuple[str, ...]:
    """A sentence for everything that cannot be true, apart from the seat's own hand."""
    return tuple(str(clash) for clash in find_clashes(table, seat) if clash.heard or clash.player != seat)


def _puzzle_of(heard: Heard) -> Puzzle:
    """The answer, and the cards that were counted."""
    bet = heard.round.bets[heard.player]
    facts = [
        Fact(held.line, (OneOf(hidden(held), frozenset({held.number})),), InSight(held), SIGHT_COST)
        for held in heard.cards
        if held.line and held.number is not None
    ]
    terms = tuple((hidden(held), heard.times(held)) for held in heard.cards)
    total = Fact(bet.lines[0], (SumIn(terms, frozenset(bet.sums or ())),), Answered(heard.round, bet), SUM_COST)
    cards = tuple(hidden(held) for held in heard.cards)
    return Puzzle(cards, cards, (*facts, total))
