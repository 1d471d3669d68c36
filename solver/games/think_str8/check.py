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
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import prod

import numpy as np

from solver.engine.facts import Puzzle
from solver.engine.worlds import Worlds, count_worlds, sum_table
from solver.games.think_str8.events import Bet, Cross, Dice, Reveal, See, Seen, Swap, Told, Uncross, read_log
from solver.games.think_str8.facts import (
    Answered,
    FactClash,
    Heard,
    InSight,
    Shown,
    before_turning,
    find_clashes,
    find_misheard,
    hidden,
    list_lines,
    make_puzzle,
)
from solver.games.think_str8.misplaced import find_misplaced
from solver.games.think_str8.replay import replay
from solver.games.think_str8.rules import NUMBERS, Card, say_card, sums_told
from solver.games.think_str8.slips import propose
from solver.games.think_str8.table import Round, Table
from solver.games.think_str8.why import list_marked, list_uncrossed
from solver.games.think_str8.words.proofs import word_proof
from solver.grammar import Event
from solver.log import Kind, LogError, parse_line
from solver.proof.conflicts import Check, Conflict, JudgedCross, JudgedPad, Repair
from solver.proof.repairs import Change, Tried, rank
from solver.proof.smallest import (
    find_smallest,
    find_two_lines,
    possible_at_crosses,
)
from solver.proof.steps import tell
from solver.replay import Reading, Timeline


def check(log: Timeline[Table], table: Table, seat: str) -> Check:
    """Check a log that was read and replayed without fault."""
    clash = next(find_clashes(table, seat), None)
    if clash is None:
        return Check(seat, table.me, pad=judge_pad(log, table) if seat == table.me else JudgedPad())
    repairs = find_repairs(log, seat if clash.heard else clash.player)
    conflict = _word(clash, table)
    misplaced = tuple(find_misplaced(log, table, conflict.lines)) if seat == table.me else ()
    pair = () if repairs or misplaced or clash.heard else find_two_lines(clash.puzzle)
    return Check(seat, table.me, conflict, repairs, pair, misplaced=misplaced)


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(replay(reading, upto), me) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def _word(clash: FactClash, table: Table) -> Conflict:
    proof = clash.explain()
    sentences = word_proof(tell(proof), table, clash.player)
    return Conflict(clash.player, proof.because, list_lines(proof.because), sentences)


# The owner's pad. How many more crosses could be made is given away, but not which.


def judge_pad(log: Timeline[Table], table: Table) -> JudgedPad:
    """Judge the crosses of a log that fits together, but for those that were taken back."""
    if table.paper:
        return _judge_undated(table)
    back, places = _taken_back(log.reading, table), enumerate(log.reading.events)
    stops = ((event, place) for place, event in places if isinstance(event, Cross) and event.player is None)
    moments = ((cross, make_puzzle(log.at(place), table.me)) for cross, place in islice(stops, table.crosses))
    crosses = tuple(
        JudgedCross(cross.line, card.said, str(card), card.number not in possible[card.colour])
        for cross, possible in possible_at_crosses(moments)
        for card in cross.cards
        if back.get((card.colour, card.number), 0) < cross.line.number
    )
    marked = list_marked(table, table.me)
    full = tuple(colour for colour in table.colours if all((colour, number) in marked for number in NUMBERS))
    return JudgedPad(crosses, len(list_uncrossed(table, table.me)), full)


def _judge_undated(table: Table) -> JudgedPad:
    """Crosses of a paper sheet, by all that is on it."""
    puzzle = before_turning(table, table.me)
    worlds = count_worlds(puzzle)
    possible = {card.name: worlds.counts(card) for card in puzzle.hand}
    crosses = tuple(
        JudgedCross(line, say_card(colour, number), f"{colour} {number}", number not in possible[colour])
        for (colour, number), line in table.crossed.items()
    )
    marked = list_marked(table, table.me)
    full = tuple(colour for colour in table.colours if all((colour, number) in marked for number in NUMBERS))
    return JudgedPad(crosses, len(list_uncrossed(table, table.me)), full, undated=True)


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


_FAR = 16  # times by which a change to the same line may be less likely and still be suggested


# Which changes are worth trying.


def _doubled(boxes: Seen) -> int:
    """How many of its boxes a line names twice: whoever copies a box wrongly does not name another one again."""
    return sum(map(str.isdigit, boxes.line.event)) - len(boxes.cards)


class _Sieve(ABC):
    """Keeps the changes that can help, without replaying the log for each. My swaps, and those that may be mine, are
    always tried, since they say which card every sum was about."""

    lines: frozenset[int]  # a change must touch one of these, or a swap
    cards: frozenset[Card]

    def __init__(self, table: Table, seat: str) -> None:
        self.table, self.seat = table, seat
        held = [card for colours in table.holders.values() for cards in colours.values() for card in cards]
        self.holders = {Card(card.colour, card.number): card.holder for card in held if card.number is not None}

    def passes(self, old: Event, change: Change) -> bool:
        new = change.event
        if isinstance(old, Dice | Bet) and isinstance(new, Dice | Bet):
            return self.fits(old, new)
        if isinstance(old, Seen) and isinstance(new, Seen):
            return _doubled(new) <= _doubled(old)
        if isinstance(old, See | Swap | Reveal) and isinstance(new, See | Swap | Reveal):
            if any(self.holders.get(card, holder_of(old)) != holder_of(old) for card in cards_of(new) - cards_of(old)):
                return False  # another holder has it, or had it
            moved = isinstance(old, Swap) and (change.slip == "player" or self.is_other_card(old, new))
            return moved or bool((cards_of(old) - cards_of(new)) & self.cards)
        return True

    def only(self, old: Event) -> str:
        """Of a swap of cards that are beside the point it can only matter whose it was."""
        beside = isinstance(old, Swap) and old.player != self.seat and not cards_of(old) & self.cards
        return "player" if beside else ""

    def is_other_card(self, old: Swap, new: Event) -> bool:
        return old.player == self.seat and isinstance(new, Swap) and new.old.colour != old.old.colour

    @abstractmethod
    def fits(self, old: Dice | Bet, new: Dice | Bet, /) -> bool:
        """Whether the bet or the dice as changed agree with the cards."""

    def misheard(self, this: Round) -> Iterator[Heard]:
        """Answers of a round that do not fit once it is this one."""
        rounds = (*self.table.rounds[: this.number - 1], this, *self.table.rounds[this.number :])
        return (heard for heard in find_misheard(replace(self.table, rounds=rounds)) if heard.round is this)


def cards_of(event: See | Swap | Reveal) -> set[Card]:
    return {event.old, event.new or event.old} if isinstance(event, Swap) else set(event.cards)


def holder_of(event: See | Swap | Reveal) -> str:
    return event.holder if isinstance(event, See) else event.player


class _OwnSieve(_Sieve):
    """No hand fits: a change must touch a fact of the smallest conflict, and without what it touches hands fit."""

    def __init__(self, table: Table, seat: str, puzzle: Puzzle) -> None:
        super().__init__(table, seat)
        self.puzzle = puzzle
        conflict = find_smallest(puzzle, None) or ()
        self.answers = {fact.told.round.number: fact for fact in conflict if isinstance(fact.told, Answered)}
        dice = {table.rounds[number - 1].line.number for number in self.answers}
        self.lines = frozenset(line.number for line in list_lines(conflict)) | dice
        self.cards = frozenset(
            Card(fact.told.held.colour, fact.told.held.number or 0)
            for fact in conflict
            if isinstance(fact.told, InSight | Shown)
        )
        self.rest: dict[int, Worlds] = {}

    def fits(self, old: Dice | Bet, new: Dice | Bet, /) -> bool:
        """Whether the sum as changed can be reached, and the others' sums of that round too."""
        number = max(this.number for this in self.table.rounds if this.line.number <= old.line.number)
        this, bet = self.table.rounds[number - 1], self.table.rounds[number - 1].bets.get(self.seat)
        if bet is None or number not in self.answers:
            return True
        if isinstance(new, Dice):
            this = replace(this, dice=new.colours)
            if any(True for _ in self.misheard(this)):
                return False
        elif new.player != self.seat:
            return self.without(number).count > 0
        else:
            bet = bet._replace(low=new.low, high=new.high, answer=new.answer or bet.answer)
        rest, sums = self.without(number), sums_told(bet.low, bet.high, bet.answer or "")
        held = {colour: self.table.held_in(self.seat, colour, number) for colour in this.dice or ()}
        terms = tuple((hidden(card), (this.dice or ()).count(card.colour)) for card in held.values() if card)
        return bool((rest.alive & np.isin(sum_table(rest, terms), sums)).any())

    def without(self, number: int) -> Worlds:
        """The worlds that are left without the answer of a round."""
        if number not in self.rest:
            facts = tuple(fact for fact in self.puzzle.facts if fact is not self.answers[number])
            self.rest[number] = count_worlds(replace(self.puzzle, facts=facts))
        return self.rest[number]


class _HeardSieve(_Sieve):
    """Another player's answer does not agree with the cards in sight: the bet, the dice, those cards and the swaps."""

    def __init__(self, table: Table, heard: Heard) -> None:
        super().__init__(table, heard.player)
        self.heard = heard
        self.cards = frozenset(Card(held.colour, held.number or 0) for held in heard.cards)
        lines = (*heard.bet.lines, heard.round.line, *(held.line for held in heard.cards if held.line))
        self.lines = frozenset(line.number for line in lines)

    def fits(self, _: Dice | Bet, new: Dice | Bet, /) -> bool:
        this = self.heard.round
        if isinstance(new, Dice):
            return not any(heard.player == self.seat for heard in self.misheard(replace(this, dice=new.colours)))
        if new.player != self.seat:
            return new.player not in this.bets
        return self.heard.total in sums_told(new.low, new.high, new.answer or this.bets[self.seat].answer or "")


def _find_sieve(table: Table, seat: str) -> _Sieve | None:
    puzzle = make_puzzle(table, seat)
    if not count_worlds(puzzle).count:
        return _OwnSieve(table, seat, puzzle)
    misheard = next(find_misheard(table), None)
    return None if misheard is None else _HeardSieve(table, misheard)


# Trying them.


def find_repairs(log: Timeline[Table], seat: str) -> tuple[Repair, ...]:
    """Repairs of a log that contradicts itself or breaks a rule: the likeliest line first."""
    if any(error.kind is not Kind.AGAINST_RULES for error in log.reading.errors):
        return ()  # what cannot be read at all comes first
    trial = _Trial(log, seat)
    tried = (found for place, change in trial.changes() if (found := trial.weigh(place, change)))
    return rank(tried, trial.repair)


class _Trial:
    """Tries changes by going on with another event from where the line stands."""

    def __init__(self, log: Timeline[Table], seat: str) -> None:
        self.log, self.reading, self.seat = log, log.reading, seat
        self.odd = _oddities(log.table) if log.table else 0

    def changes(self) -> Iterator[tuple[int, Change]]:
        sieve = _find_sieve(self.log.table, self.seat) if self.log.table else None
        for place, event in enumerate(self.log.events):
            if sieve is None:
                proposed = self.propose(event) if self.may_be_wrong(place, event) else ()
            elif isinstance(event, Swap) or event.line.number in sieve.lines:
                proposed = tuple(
                    change for change in self.propose(event, sieve.only(event)) if sieve.passes(event, change)
                )
            else:
                continue
            yield from ((place, change) for change in proposed)

    def propose(self, event: Event, only: str = "") -> tuple[Change, ...]:
        return propose(event.line, self.reading.opening, only)

    def may_be_wrong(self, place: int, event: Event) -> bool:
        """Of a log that breaks a rule: the line that cannot be read, or one without which no rule is broken."""
        if self.reading.errors:
            return event.line.number in {error.line for error in self.reading.errors}
        return isinstance(event, See | Swap | Bet | Told | Reveal) and self.log.instead(place) is not None

    def weigh(self, place: int, change: Change) -> Tried | None:
        """How likely the change is; None if the log would still not fit."""
        table = self.log.instead(place, change.event)
        if table is None or any(True for _ in find_misheard(table)):
            return None
        puzzle = make_puzzle(table, self.seat)
        worlds = count_worlds(puzzle)
        hands = worlds.count
        if not hands:
            return None
        in_sight = prod(len(worlds.values[worlds.cards.index(card)]) for card in puzzle.hand)  # by these alone
        chances = sum(len(table.players) for _ in table.closed_rounds) + 1
        rate = min((self.odd + 0.3) / (chances + 1), 0.5)
        return Tried(change, hands, change.likely * hands / in_sight * rate ** _oddities(table))

    def repair(self, group: Sequence[Tried]) -> Repair | None:
        """The best change of a line that CP-SAT, too, finds a hand for."""
        near = [each for each in _differing(group)[:3] if each.weight > group[0].weight / _FAR]
        good = [each for each in near if self.stands(each.change)]
        if not good:
            return None
        first, *rest = [parse_line(each.change.line.number, each.change.text).event for each in good]
        return Repair(good[0].change.line, first, good[0].change.slip, good[0].hands, tuple(rest))

    def stands(self, change: Change) -> bool:
        """Both engines agree, and reading the whole changed text says the same."""
        from solver.engine.cpsat import find_world

        number, typed = change.line.number, self.reading.log
        lines = tuple(parse_line(number, change.text) if line.number == number else line for line in typed.lines)
        table = replay(read_log(typed._replace(lines=lines)), self.log.upto).table
        puzzle = make_puzzle(table, self.seat) if table else None
        return puzzle is not None and find_world(puzzle, puzzle.facts) is not None


def _differing(group: Sequence[Tried]) -> list[Tried]:
    """Without changes that say the same as one before: dice lie in no order."""
    found: dict[object, Tried] = {}
    for each in group:
        event = each.change.event
        found.setdefault(tuple(sorted(event.colours)) if isinstance(event, Dice) else event, each)
    return list(found.values())


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
