"""The arithmetic of a chance in words, and whether the log is sound.

Bids are not facts, and broken rules are found by the replay; but the cups can contradict who was said to be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.games.thinkaboxin.events import Lift, parse_bid
from solver.games.thinkaboxin.rules import FACES, Bid, count_matches
from solver.games.thinkaboxin.sheet import chance_true, spread_fair
from solver.games.thinkaboxin.table import Round, Sight, Table, look, tell_clash
from solver.games.thinkaboxin.words.chances import tell_chance
from solver.language import say
from solver.log import Line, Word, in_order, unreadable
from solver.proof.conflicts import Check, Conflict, Repair, Sentence
from solver.replay import Timeline


@dataclass(frozen=True, slots=True)
class ChanceReason:
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


def explain(table: Table, seat: str, claim: Sequence[str] = ()) -> ChanceReason:
    """Explain the chance of the bid claimed (`3x5`), or of the bid on the table if none is named."""
    bid = _find_bid(table, claim)
    sight = look(table, seat)
    chance = chance_true(bid, sight.known, sight.hidden)
    need = bid.amount - count_matches(sight.known, bid.value)
    spread = spread_fair(sight.hidden, bid.value)
    ways = sum(spread)
    terms = tuple((count, Fraction(spread[count], ways)) for count in range(max(1, need), sight.hidden + 1))
    shown = terms if 0 < need <= sight.hidden else ()
    return ChanceReason(bid, seat, chance, tell_chance(table, sight, bid, chance), shown, find_lines(table, sight))


def _find_bid(table: Table, claim: Sequence[str]) -> Bid:
    if claim:
        if len(claim) > 1:
            problem = say("`{word}` is not a bid.", word=" ".join(claim))
            raise unreadable(Word(claim[1], 0), problem, say("Name one bid: 3x5 is three fives."))
        return parse_bid(Word(claim[0], 0))
    this = table.current
    if this is None or this.bid is None:
        raise unreadable(None, say("No bid lies on the table."), say("Name one: 3x5 is three fives."))
    return this.bid


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


def check(log: Timeline[Table], table: Table, seat: str) -> Check:
    """Check a log that was read and replayed without fault."""
    clashes = table.clashes
    if not clashes:
        return Check(seat, table.me)
    return Check(seat, table.me, _find_conflict(table, seat), _find_repairs(log, clashes))


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
    told = {"round": this.number, "line": line, "player": this.lifter}
    if this.lifter == me and this.verdict:
        return say("Round {round}: line {line} says that you were right.", **told)
    if this.lifter == me:
        return say("Round {round}: line {line} says that you were wrong.", **told)
    if this.verdict:
        return say("Round {round}: line {line} says that {player} was right.", **told)
    return say("Round {round}: line {line} says that {player} was wrong.", **told)


def _find_repairs(log: Timeline[Table], clashes: Sequence[Round]) -> tuple[Repair, ...]:
    """The other verdict, if that is all there is to correct and what follows still fits."""
    this = clashes[0]
    if len(clashes) > 1 or this.lifter is None or this.verdict_line is None:
        return ()
    other = Lift(this.lifter, not this.verdict, line=this.verdict_line)
    corrected = log.instead([event.line for event in log.events].index(this.verdict_line), other)
    if corrected is None or corrected.clashes:
        return ()
    hidden = this.total - sum(len(dice) for dice in this.cups.values())
    return (Repair(this.verdict_line, other.write(), "who was right", FACES**hidden),)
