"""The arithmetic of a chance in words, and whether the log is sound.

Bids are not facts, and broken rules are found by the replay; but the cups can contradict who was said to be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.english import all_of
from solver.games.thinkaboxin.notation import format_event, parse_bid, read_log
from solver.games.thinkaboxin.replay import replay
from solver.games.thinkaboxin.rules import (
    FACES,
    JOKER,
    Bid,
    Lift,
    count_matches,
    format_bid,
    format_number,
    format_value,
)
from solver.games.thinkaboxin.sheet import chance_true, format_chance, spread_fair
from solver.games.thinkaboxin.table import Round, Sight, Table, look, tell_clash
from solver.log import Line, Word, in_order, parse_log, unreadable, with_line_changed
from solver.proof.conflicts import Check, Conflict, Repair, Sentence
from solver.replay import Reading


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a bid has its chance. `terms` are the chances of each exact number more, which add up to it."""

    bid: Bid
    seat: str
    chance: Fraction
    sentence: str
    terms: tuple[tuple[int, Fraction], ...]
    because: tuple[Line, ...]

    @property
    def verdict(self) -> str:
        return "impossible" if self.chance == 0 else "certain" if self.chance == 1 else "possible"

    def data(self) -> dict[str, object]:
        return {
            "claim": str(self.bid),
            "verdict": self.verdict,
            "because": [line.data() for line in self.because],
            "chance": float(self.chance),
            "fraction": f"{self.chance.numerator}/{self.chance.denominator}",
            "text": self.sentence,
            "terms": [{"exactly": count, "chance": float(chance)} for count, chance in self.terms],
        }


def explain(table: Table, seat: str, claim: Sequence[str] = ()) -> Reason:
    """Explain the chance of the bid claimed (`3x5`), or of the bid on the table if none is named."""
    bid = _find_bid(table, claim)
    sight = look(table, seat)
    chance = chance_true(bid, sight.known, sight.hidden)
    need = bid.amount - count_matches(sight.known, bid.value)
    spread = spread_fair(sight.hidden, bid.value)
    ways = sum(spread)
    terms = tuple((count, Fraction(spread[count], ways)) for count in range(max(1, need), sight.hidden + 1))
    shown = terms if 0 < need <= sight.hidden else ()
    return Reason(bid, seat, chance, _sentence(table, sight, bid, chance), shown, find_lines(table, sight))


def _find_bid(table: Table, claim: Sequence[str]) -> Bid:
    if claim:
        if len(claim) > 1:
            raise unreadable(
                Word(claim[1], 0), f"`{' '.join(claim)}` is not a bid.", "Name one bid: 3x5 is three fives."
            )
        return parse_bid(Word(claim[0], 0))
    this = table.current
    if this is None or this.bid is None:
        raise unreadable(None, "No bid lies on the table.", "Name one: 3x5 is three fives.")
    return this.bid


def _sentence(table: Table, sight: Sight, bid: Bid, chance: Fraction) -> str:
    has, need = count_matches(sight.known, bid.value), bid.amount - count_matches(sight.known, bid.value)
    known = _known(table, sight, bid)
    if need <= 0:
        return f"{known}: that is {format_bid(Bid(has, bid.value))}, so {format_bid(bid)} {_are(bid)} certain."
    more = f"{format_number(need)}{' more' if has else ''} {'is' if need == 1 else 'are'} needed"
    hidden = f"{sight.hidden} hidden {'die' if sight.hidden == 1 else 'dice'}"
    if need > sight.hidden:
        among = f"there {'is' if sight.hidden == 1 else 'are'} only {hidden}" if sight.hidden else "no die is hidden"
        return f"{known}, so {more}, but {among}: {format_bid(bid)} {_are(bid)} impossible."
    name = format_value(bid.value, 1)
    each = f"a {name} or a joker one time in three" if bid.value != JOKER else "a one one time in six"
    return f"{known}, so {more} among {hidden}, each {each}: {format_chance(chance)}."


def _are(bid: Bid) -> str:
    return "is" if bid.amount == 1 else "are"


def _known(table: Table, sight: Sight, bid: Bid) -> str:
    mine = sight.seat == table.me
    if sight.own is None and not sight.shown:
        if sight.playing:
            return "Your dice are not in the log" if mine else f"{sight.seat}'s dice are not in the log"
        return f"{'You have' if mine else f'{sight.seat} has'} no dice here"
    own = "You hold" if mine else f"{sight.seat} holds"
    parts = [f"{own} {_holding(sight.own, bid.value)}"] if sight.own is not None else []
    return all_of((*parts, *(f"{player} showed {_holding(dice, bid.value)}" for player, dice in sight.shown.items())))


def _holding(dice: Sequence[int], value: int) -> str:
    """`two fives and a joker`; ones are jokers unless ones are bid."""
    plain, jokers = sum(die == value for die in dice), sum(die == JOKER for die in dice)
    if value == JOKER or not jokers:
        return _some(plain, format_value(value, 1), format_value(value))
    wild = _some(jokers, "joker", "jokers")
    return f"{_some(plain, format_value(value, 1), format_value(value))} and {wild}" if plain else wild


def _some(count: int, one: str, many: str) -> str:
    return f"a {one}" if count == 1 else f"{format_number(count)} {many}"


def find_lines(table: Table, sight: Sight) -> tuple[Line, ...]:
    """The lines that settle the dice known and how many are hidden: cups, the set, and every die put away since."""
    this, last = table.current, table.set
    lines = [last.line] if last else []
    earlier = [one for one in table.rounds if last and one.set_number == last.number and one is not this]
    lines += [one.end_line or one.line for one in earlier]
    if this:
        known = (*((sight.seat,) if sight.own else ()), *sight.shown)
        lines += [this.cup_lines[player] for player in known if player in this.cup_lines]
    return in_order(line for line in lines if line.number)


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    clashes = table.clashes
    if not clashes:
        return Check(seat, table.me)
    return Check(seat, table.me, _find_conflict(table, seat), _find_repairs(reading, clashes, upto))


def _find_conflict(table: Table, seat: str) -> Conflict:
    """All rounds in which the bid, the cups and who was said to be right cannot all be correct."""
    lines = [
        line
        for this in table.clashes
        for line in (this.bids[-1].line, this.end_line, this.verdict_line, *this.cup_lines.values())
        if line is not None
    ]
    sentences = tuple(Sentence("", 0, clash) for clash in tell_clashes(table))
    return Conflict(seat, (), in_order(lines), sentences)


def tell_clashes(table: Table) -> tuple[str, ...]:
    """The contradictions, a sentence for each round."""
    return tuple(f"{_said(this, table.me)} {tell_clash(this, table.me)}" for this in table.clashes)


def _said(this: Round, me: str) -> str:
    line = this.verdict_line.number if this.verdict_line else 0
    who = "you were" if this.lifter == me else f"{this.lifter} was"
    return f"Round {this.number}: line {line} says that {who} {'right' if this.verdict else 'wrong'}."


def _find_repairs(reading: Reading, clashes: Sequence[Round], upto: int | None) -> tuple[Repair, ...]:
    """The other verdict, if that is all there is to correct and what follows still fits."""
    this = clashes[0]
    if len(clashes) > 1 or this.lifter is None or this.verdict_line is None:
        return ()
    instead = format_event(Lift(this.lifter, not this.verdict))
    text = with_line_changed(reading.log.text, this.verdict_line.number, instead)
    corrected, errors = replay(read_log(parse_log(text, reading.log.name)), upto)
    if errors or corrected is None or corrected.clashes:
        return ()
    hidden = this.total - sum(len(dice) for dice in this.cups.values())
    return (Repair(this.verdict_line, instead, "who was right", FACES**hidden),)
