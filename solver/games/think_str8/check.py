"""Is the log free of contradictions, and are my crosses right? Nothing is given away that I have not found.

A contradiction comes with the smallest set of lines that cannot hold together and the likeliest repairs; a broken rule
with repairs only, since the fault itself names the lines.

A repair is a single change that makes the log fit again, read, replayed and counted; nothing is changed automatically.
Only changes that touch what stands in the way are tried. Each is weighed by how common such a slip is, by the share of
hands that fit the changed log (which is how likely its answers are), and by what would be odd in it: a wrong bet
without a swap, a bet nobody typed, a warning.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import log, prod
from operator import attrgetter

import numpy as np

from solver.engine.facts import Fact, Puzzle
from solver.engine.worlds import Worlds, count_worlds, sum_table
from solver.games.think_str8.facts import (
    Answered,
    Clash,
    Heard,
    InSight,
    Shown,
    find_clashes,
    find_misheard,
    hidden,
    list_lines,
    make_puzzle,
)
from solver.games.think_str8.notation import read_log
from solver.games.think_str8.proofs import word_proof
from solver.games.think_str8.replay import replay, replay_stepwise
from solver.games.think_str8.rules import NUMBERS, Bet, Card, Cross, Dice, Reveal, See, Swap, Told, Uncross, sums_told
from solver.games.think_str8.slips import Change, Slip, propose, read_change
from solver.games.think_str8.table import Round, Table
from solver.games.think_str8.why import list_marked, list_uncrossed
from solver.grammar import Event, Opening
from solver.log import Kind, Line, LogError, parse_line, parse_log
from solver.proof.conflicts import Check, Conflict, JudgedCross, Pad, Repair
from solver.proof.smallest import (
    find_smallest,
    find_two_lines,
    possible_at_crosses,
)
from solver.proof.steps import tell
from solver.replay import Reading


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    clash = next(find_clashes(table, seat), None)
    if clash is None:
        return Check(seat, table.me, pad=judge_pad(reading, table) if seat == table.me else Pad())
    repairs = find_repairs(reading, table, seat if clash.heard else clash.player, upto)
    pair = () if repairs or clash.heard else find_two_lines(clash.puzzle)
    return Check(seat, table.me, _word(clash, table), repairs, pair)


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(reading, None, me, upto) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def _word(clash: Clash, table: Table) -> Conflict:
    proof = clash.explain()
    sentences = word_proof(tell(proof), table, clash.player)
    return Conflict(clash.player, proof.because, list_lines(proof.because), sentences)


# The owner's pad. How many more crosses could be made is given away, but not which.


def judge_pad(reading: Reading, table: Table) -> Pad:
    """Judge the crosses of a log that fits together, but for those that were taken back."""
    back = _taken_back(reading, table)
    steps = zip(reading.events, replay_stepwise(reading), strict=False)
    stops = ((event, now) for event, now in steps if isinstance(event, Cross) and event.player is None)
    moments = ((cross, make_puzzle(now, table.me)) for cross, now in islice(stops, table.crosses))
    crosses = tuple(
        JudgedCross(cross.line, str(card), str(card), card.number not in possible[card.colour])
        for cross, possible in possible_at_crosses(moments)
        for card in cross.cards
        if back.get((card.colour, card.number), 0) < cross.line.number
    )
    marked = list_marked(table, table.me)
    full = tuple(colour for colour in table.colours if all((colour, number) in marked for number in NUMBERS))
    return Pad(crosses, len(list_uncrossed(table, table.me)), full)


def _taken_back(reading: Reading, table: Table) -> dict[tuple[str, int], int]:
    """The last line that takes a cross back, for every number, up to the round at which the table stands."""
    rounds, found = 0, {}
    for event in reading.events:
        rounds += isinstance(event, Dice)
        if rounds > table.round:
            break
        if isinstance(event, Uncross):
            found.update({(card.colour, card.number): event.line.number for card in event.cards})
    return found


MOST = 5  # lines suggested
_FAR = 4  # powers of two by which a change to the same line may be less likely and still be suggested


# Which changes are worth trying.


def list_suspects(reading: Reading, table: Table, seat: str) -> Iterator[Change]:
    """Changes that can make the hand fit again; if it fits, those that can set another player's answer right."""
    puzzle = make_puzzle(table, seat)
    sieve: _Sieve
    if not count_worlds(puzzle).count:
        sieve = _OwnSieve(puzzle, table, seat, reading.opening)
    else:
        misheard = next(find_misheard(table), None)
        if misheard is None:
            return
        sieve = _HeardSieve(misheard, table, reading.opening)
    for event in reading.events:
        if sieve.may_matter(event):
            yield from (change for change in propose(event.line, reading.opening) if sieve.passes(event, change))


class _Sieve(ABC):
    """Keeps the changes that can help, without replaying the log for each."""

    def __init__(self, table: Table, opening: Opening) -> None:
        self.table, self.opening = table, opening
        held = [card for colours in table.holders.values() for cards in colours.values() for card in cards]
        self.holders = {Card(card.colour, card.number): card.holder for card in held if card.number is not None}

    @abstractmethod
    def may_matter(self, event: Event) -> bool: ...

    @abstractmethod
    def helps(self, event: Event, change: Change) -> bool: ...

    def passes(self, event: Event, change: Change) -> bool:
        if isinstance(event, See | Swap | Reveal) and self.is_double(event, change):
            return False
        if isinstance(event, Swap) and change.slip is Slip.PLAYER:
            return self.may_be_given_away(event, change)
        return self.helps(event, change)

    def is_double(self, event: See | Swap | Reveal, change: Change) -> bool:
        """Whether the change names a card that another holder has or had."""
        holder = event.holder if isinstance(event, See) else event.player
        return any(self.holders.get(card, holder) != holder for card in change.instead - change.cards)

    def may_be_given_away(self, event: Swap, change: Change) -> bool:
        """The swap can be another player's: its card was not known to be in this holder, and the other bet wrong."""
        given, line = read_change(change, self.opening), event.line.number
        cards = self.table.holders[event.player][event.old.colour]
        held = next((held for held in cards if held.number == event.old.number), None)
        if (held and held.line and held.line.number < line) or not isinstance(given, Swap):
            return False
        this = [this for this in self.table.rounds if this.line.number < line][-1]
        bet = this.bets.get(given.player)
        return given.player not in this.swaps and not (bet and bet.answer == "hit")


class _OwnSieve(_Sieve):
    """No hand fits: a change must touch a fact of the smallest conflict, and without the facts it touches hands fit.

    My swaps (and swaps that may be mine) are always tried, since they say which card every sum was about.
    """

    def __init__(self, puzzle: Puzzle, table: Table, seat: str, opening: Opening) -> None:
        super().__init__(table, opening)
        self.puzzle, self.seat = puzzle, seat
        self.conflict = set(map(id, find_smallest(puzzle, None) or ()))
        self.rounds = {this.line.number: this for this in table.rounds}
        self.rest: dict[frozenset[int], Worlds] = {}

    def may_matter(self, event: Event) -> bool:
        if isinstance(event, Swap):
            return True
        return isinstance(event, See | Reveal | Dice | Bet | Told) and bool(self.touched(event, None))

    def helps(self, event: Event, change: Change) -> bool:
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
        """Whether the sum as changed can be reached, and the others' sums of that round too."""
        event = read_change(change, self.opening)
        told = next(fact.told for fact in touched if isinstance(fact.told, Answered))
        this, bet = told.round, told.bet
        if isinstance(event, Dice):
            this = replace(this, dice=event.colours)
            if any(not heard.fits for heard in self.heard(this)):
                return False
        elif isinstance(event, Bet) and event.player == self.seat:
            bet = bet._replace(low=event.low, high=event.high, answer=event.answer or bet.answer)
        else:
            return True
        sums = sums_told(bet.low, bet.high, bet.answer or "")
        held = {colour: self.table.held_in(self.seat, colour, this.number) for colour in this.dice or ()}
        terms = tuple((hidden(card), (this.dice or ()).count(card.colour)) for card in held.values() if card)
        return bool((rest.alive & np.isin(sum_table(rest, terms), sums)).any())

    def heard(self, this: Round) -> Iterator[Heard]:
        return find_misheard(replace(self.table, rounds=(*self.table.rounds[: this.number - 1], this)))

    def touched(self, event: Event, change: Change | None) -> list[Fact]:
        """The facts that change with the line; without a change, all that depend on it."""
        line = event.line.number
        return [fact for fact in self.puzzle.facts if self.depends(fact, line, change)]

    def depends(self, fact: Fact, line: int, change: Change | None) -> bool:
        told = fact.told
        if isinstance(told, Answered):
            this = self.rounds.get(line)
            return any(part.number == line for part in told.bet.lines) or (this is not None and this is told.round)
        if fact.line.number != line:
            return False
        assert isinstance(told, InSight | Shown)
        return change is None or Card(told.held.colour, told.held.number or 0) in change.cards


class _HeardSieve(_Sieve):
    """Another player's answer does not agree with the cards in sight: the bet, the dice, those cards and the swaps."""

    def __init__(self, heard: Heard, table: Table, opening: Opening) -> None:
        super().__init__(table, opening)
        self.heard = heard
        self.cards = {Card(held.colour, held.number or 0) for held in heard.cards}
        self.lines = {line.number for line in (*heard.bet.lines, heard.round.line)}
        self.lines |= {held.line.number for held in heard.cards if held.line}

    def may_matter(self, event: Event) -> bool:
        return isinstance(event, Swap) or event.line.number in self.lines

    def helps(self, event: Event, change: Change) -> bool:
        if isinstance(event, See | Swap | Reveal):
            mine = isinstance(event, Swap) and event.player == self.heard.player and change.slip is Slip.COLOUR
            return mine or bool(change.cards & self.cards) or change.slip is Slip.PLAYER
        read = read_change(change, self.opening)
        return read is not None and self.fits(read)

    def fits(self, event: Event) -> bool:
        """Whether the bet or the dice as changed agree with the cards."""
        this, player = self.heard.round, self.heard.player
        if isinstance(event, Bet):
            answer = event.answer or this.bets[player].answer or ""
            if event.player != player:
                return event.player not in this.bets
            return self.heard.total in sums_told(event.low, event.high, answer)
        if isinstance(event, Dice):
            return not any(_misheard_in(replace(this, dice=event.colours), self.table, player))
        return True


def _misheard_in(this: Round, table: Table, player: str) -> Iterator[Heard]:
    """Answers to the player that do not fit once the round is this one."""
    rounds = (*table.rounds[: this.number - 1], this, *table.rounds[this.number :])
    found = find_misheard(replace(table, rounds=rounds))
    return (heard for heard in found if heard.player == player and heard.round.number == this.number)


# Trying them.


@dataclass(frozen=True, slots=True)
class _Tried:
    change: Change
    event: Event
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
    """The best change of a line that stands when the whole changed text is read again."""
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
        self.places = {event.line.number: place for place, event in enumerate(reading.events)}
        self.odd = _oddities(table) if table else 0

    def changes(self) -> Iterator[Change]:
        if self.table is not None:
            yield from list_suspects(self.reading, self.table, self.seat)
            return
        broken = {error.line for error in self.reading.errors}
        for line in self.reading.log.lines:
            if line.number in self.places and (line.number in broken or self.helps_to_leave_out(line)):
                yield from propose(line, self.reading.opening)

    def helps_to_leave_out(self, line: Line) -> bool:
        """Whether no rule is broken without the line; only such a line can be the slip."""
        events, place = self.reading.events, self.places[line.number]
        if self.reading.errors or not isinstance(events[place], See | Swap | Bet | Told | Reveal):
            return False
        return self.replay((*events[:place], *events[place + 1 :])) is not None

    def replay(self, events: tuple[Event, ...]) -> Table | None:
        table, errors = replay(self.reading._replace(events=events, errors=()), self.upto, stop_at_error=True)
        return None if errors else table

    def weigh(self, change: Change) -> _Tried | None:
        """How likely the change is; None if the log would still not fit."""
        event = read_change(change, self.reading.opening)
        if event is None:
            return None
        place = self.places[change.line.number]
        table = self.replay((*self.reading.events[:place], event, *self.reading.events[place + 1 :]))
        if table is None or any(True for _ in find_misheard(table)):
            return None
        puzzle = make_puzzle(table, self.seat)
        worlds = count_worlds(puzzle)
        hands = worlds.count
        if not hands:
            return None
        in_sight = prod(len(worlds.values[worlds.cards.index(card)]) for card in puzzle.hand)  # by these alone
        chances = sum(len(table.players) for _ in table.closed_rounds) + 1
        rate = (self.odd + 0.3) / (chances + 1)
        score = log(change.likely, 2) + log(hands / in_sight, 2) + _oddities(table) * log(min(rate, 0.5), 2)
        return _Tried(change, event, hands, score)


def _oddities(table: Table) -> int:
    """What a complete log would not have: wrong bets without a swap, bets not typed or not answered, warnings."""
    odd = len(table.warnings)
    for this in table.closed_rounds:
        odd += len(table.unanswered(this))
        piles = bool(table.piles(this.number))
        odd += sum(
            bet.answer in ("low", "high", "miss") and player not in this.swaps and piles
            for player, bet in this.bets.items()
        )
    return odd
