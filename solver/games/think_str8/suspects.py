"""Which changes are worth trying on a log that contradicts itself: only those that touch what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from solver.engine.facts import Fact, Puzzle
from solver.engine.worlds import Worlds, count_worlds, sum_table
from solver.games.think_str8.events import Bet, Dice, Reveal, See, Swap, Told
from solver.games.think_str8.facts import Answered, InSight, Shown, hidden, make_puzzle
from solver.games.think_str8.others import Heard, find_misheard
from solver.games.think_str8.rules import sums_told
from solver.games.think_str8.slips import Change, Slip, propose, read_change
from solver.games.think_str8.table import Round, Table
from solver.grammar import Opening, Reading
from solver.proof.smallest import find_smallest


def list_suspects(reading: Reading, table: Table, seat: str) -> Iterator[Change]:
    """Changes that can make the hand fit again; if it fits, those that can set another player's answer right."""
    puzzle = make_puzzle(table, seat)
    sieve: _OwnSieve | _HeardSieve
    if not count_worlds(puzzle).count:
        sieve = _OwnSieve(puzzle, table, seat, reading.opening)
    else:
        misheard = next(find_misheard(table, seat), None)
        if misheard is None:
            return
        sieve = _HeardSieve(misheard, table, reading.opening)
    for event in reading.events:
        if sieve.may_matter(event):
            changes = propose(event.line, reading.opening)  # type: ignore[attr-defined]
            yield from (change for change in changes if sieve.passes(event, change))


def _taken(table: Table) -> dict[tuple[str, int], str]:
    """Every card in sight and in whose holder it is or was."""
    held = [card for colours in table.holders.values() for cards in colours.values() for card in cards]
    return {(card.colour, card.number): card.holder for card in held if card.number is not None}


def _is_double(event: object, change: Change, taken: dict[tuple[str, int], str]) -> bool:
    """The change names a card that another holder has."""
    holder = event.holder if isinstance(event, See) else event.player  # type: ignore[attr-defined]
    return any(taken.get(card, holder) != holder for card in change.instead - change.cards)


class _OwnSieve:
    """No hand fits: a change must touch a fact of the smallest conflict, and without the facts it touches hands fit.

    My swaps (and swaps that may be mine) are always tried, since they say which card every sum was about.
    """

    def __init__(self, puzzle: Puzzle, table: Table, seat: str, opening: Opening) -> None:
        self.puzzle, self.table, self.seat, self.opening = puzzle, table, seat, opening
        self.conflict = set(map(id, find_smallest(puzzle, None) or ()))
        self.rounds = {this.line.number: this for this in table.rounds}
        self.taken = _taken(table)
        self.rest: dict[frozenset[int], Worlds] = {}

    def may_matter(self, event: object) -> bool:
        if isinstance(event, Swap):
            return True
        return isinstance(event, See | Reveal | Dice | Bet | Told) and bool(self.touched(event, None))

    def passes(self, event: object, change: Change) -> bool:
        if isinstance(event, See | Swap | Reveal) and _is_double(event, change, self.taken):
            return False
        if isinstance(event, Swap) and change.slip is Slip.PLAYER:
            return _may_be_given_away(event, change, self.table, self.opening)
        if isinstance(event, Swap) and event.player == self.seat and change.slip is Slip.COLOUR:
            return True
        touched = self.touched(event, change)
        if not any(id(fact) in self.conflict for fact in touched):
            return False
        rest = self.without(touched)
        if not rest.alive.any():
            return False
        return not isinstance(event, Bet | Dice) or self.fits(rest, touched, change)

    def without(self, touched: list[Fact]) -> Worlds:
        """The worlds that the untouched facts leave."""
        key = frozenset(map(id, touched))
        if key not in self.rest:
            facts = tuple(fact for fact in self.puzzle.facts if id(fact) not in key)
            self.rest[key] = count_worlds(replace(self.puzzle, facts=facts))
        return self.rest[key]

    def fits(self, rest: Worlds, touched: list[Fact], change: Change) -> bool:
        """The sum as changed can be reached, and the others' sums of that round as well."""
        event = read_change(change, self.opening)
        told = next(fact.told for fact in touched if isinstance(fact.told, Answered))
        this, bet = told.round, told.bet
        if isinstance(event, Dice):
            this = replace(this, dice=event.colours)
            if any(not heard.fits for heard in self.heard(this)):
                return False
        elif isinstance(event, Bet) and event.player == self.seat:
            bet = replace(bet, low=event.low, high=event.high, answer=event.answer or bet.answer)
        else:
            return event is not None
        sums = sums_told(bet.low, bet.high, bet.answer or "")
        held = {colour: self.table.held_in(self.seat, colour, this.number) for colour in this.dice or ()}
        terms = tuple((hidden(card), (this.dice or ()).count(card.colour)) for card in held.values() if card)
        return bool((rest.alive & np.isin(sum_table(rest, terms), sums)).any())

    def heard(self, this: Round) -> Iterator[Heard]:
        return find_misheard(replace(self.table, rounds=(*self.table.rounds[: this.number - 1], this)), self.seat)

    def touched(self, event: object, change: Change | None) -> list[Fact]:
        """The facts that change with the line; without a change, all that depend on it."""
        line = event.line.number  # type: ignore[attr-defined]
        return [fact for fact in self.puzzle.facts if self.depends(fact, line, change)]

    def depends(self, fact: Fact, line: int, change: Change | None) -> bool:
        told = fact.told
        if isinstance(told, Answered):
            this = self.rounds.get(line)
            return any(part.number == line for part in told.bet.lines) or (this is not None and this is told.round)
        if fact.line.number != line:
            return False
        assert isinstance(told, InSight | Shown)
        return change is None or (told.held.colour, told.held.number) in change.cards


class _HeardSieve:
    """Another player's answer does not agree with the cards in sight: the bet, the dice, those cards and the swaps."""

    def __init__(self, heard: Heard, table: Table, opening: Opening) -> None:
        self.heard, self.table, self.opening = heard, table, opening
        self.taken = _taken(table)
        self.cards = {(held.colour, held.number) for held in heard.cards}
        bet = heard.round.bets[heard.player]
        self.lines = {line.number for line in (*bet.lines, heard.round.line)}
        self.lines |= {held.line.number for held in heard.cards if held.line}

    def may_matter(self, event: object) -> bool:
        return isinstance(event, Swap) or event.line.number in self.lines  # type: ignore[attr-defined]

    def passes(self, event: object, change: Change) -> bool:
        if isinstance(event, See | Swap | Reveal):
            if _is_double(event, change, self.taken):
                return False
            if isinstance(event, Swap) and change.slip is Slip.PLAYER:
                return _may_be_given_away(event, change, self.table, self.opening)
            mine = isinstance(event, Swap) and event.player == self.heard.player and change.slip is Slip.COLOUR
            return mine or bool(change.cards & self.cards) or change.slip is Slip.PLAYER
        return self.fits(read_change(change, self.opening))

    def fits(self, event: object) -> bool:
        """The bet or the dice as changed agree with the cards."""
        this, player = self.heard.round, self.heard.player
        if isinstance(event, Bet):
            answer = event.answer or this.bets[player].answer or ""
            if event.player != player:
                return event.player not in this.bets
            return self.heard.total in sums_told(event.low, event.high, answer)
        if isinstance(event, Dice):
            return not any(_misheard_in(replace(this, dice=event.colours), self.table, player))
        return event is not None


def _misheard_in(this: Round, table: Table, player: str) -> Iterator[Heard]:
    """Answers to the player that do not fit once the round is this one."""
    rounds = (*table.rounds[: this.number - 1], this, *table.rounds[this.number :])
    found = find_misheard(replace(table, rounds=rounds), table.me)
    return (heard for heard in found if heard.player == player and heard.round.number == this.number)


def _may_be_given_away(event: Swap, change: Change, table: Table, opening: Opening) -> bool:
    """The swap can be another player's: its card was not known to be in this holder, and the other bet wrong."""
    given = read_change(change, opening)
    held = next(
        (held for held in table.holders[event.player][event.old.colour] if held.number == event.old.number), None
    )
    known_before = held is not None and held.line is not None and held.line.number < event.line.number
    if known_before or not isinstance(given, Swap):
        return False
    this = [this for this in table.rounds if this.line.number < event.line.number][-1]
    bet = this.bets.get(given.player)
    return given.player not in this.swaps and not (bet and bet.answer == "hit")
