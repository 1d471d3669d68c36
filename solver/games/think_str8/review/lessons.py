"""Where a game turned, and what to learn from it: what cost most, and every choice that gave points up by its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.english import all_of, format_chance
from solver.games.think_str8.advice.bets import BetOption, SwapOption
from solver.games.think_str8.review.crossings import Missed, Pad
from solver.games.think_str8.review.decisions import FINAL, SAME, Decision, Ledger, name_choice
from solver.games.think_str8.review.moments import ColourLoss, FinalBets
from solver.games.think_str8.table import Table
from solver.log import Line

HALF_A_CENT = 0.005  # of a point: less would read as 0.00
UNCROSSED, LAID_OFF, TOO_LONG, TOO_SHORT, ELSEWHERE, FINALS = (
    "not crossed",
    "laid off",
    "too long",
    "too short",
    "elsewhere",
    "final bets",
)


@dataclass(frozen=True, slots=True)
class Slip:
    """One choice that gave something up: what was chosen, what would have been better, and where."""

    kind: str
    round: int
    chosen: str
    best: str
    cost: float
    colour: str = ""  # of a final bet
    missed: tuple[Missed, ...] = ()  # what was out by then and still open on the pad

    def data(self) -> dict[str, object]:
        return {"round": self.round, "chosen": self.chosen, "best": self.best, "cost": round(self.cost, 4)}


@dataclass(frozen=True, slots=True)
class Lesson:
    """All slips of a kind, the dearest first."""

    kind: str
    slips: tuple[Slip, ...]

    @property
    def cost(self) -> float:
        return sum(slip.cost for slip in self.slips)

    def data(self) -> dict[str, object]:
        return {"kind": self.kind, "cost": round(self.cost, 4), "slips": [slip.data() for slip in self.slips]}


def find_lessons(table: Table, ledger: Ledger, pad: Pad) -> tuple[Lesson, ...]:
    """Every point given up is in one of them."""
    slips = [slip for decision in ledger.decisions for slip in _slips(table, decision, pad)]
    dearest = sorted(slips, key=lambda slip: -round(slip.cost, 9))
    lessons = [
        Lesson(kind, tuple(slip for slip in dearest if slip.kind == kind))
        for kind in dict.fromkeys(slip.kind for slip in dearest)
    ]
    return tuple(sorted(lessons, key=lambda lesson: -round(lesson.cost, 9)))


def _slips(table: Table, decision: Decision, pad: Pad) -> Iterator[Slip]:
    chosen, best = decision.chosen, decision.best
    if isinstance(chosen, FinalBets):
        for loss in chosen.colours:
            if loss.given_up:
                bet, better = (" ".join(map(str, numbers)) or "nothing" for numbers in (loss.numbers, loss.best))
                yield Slip(FINALS, decision.round, bet, better, loss.given_up, loss.colour)
    elif decision.given_up:
        dice = table.rounds[decision.round - 1].dice or ()
        colours = (chosen.colour, name_choice(best)) if isinstance(chosen, SwapOption) else dice
        missed = pad.open_in(decision.round, colours)
        kind = UNCROSSED if missed else _kind(chosen, best)
        yield Slip(kind, decision.round, name_choice(chosen), name_choice(best), decision.given_up, missed=missed)


def _kind(chosen: BetOption | SwapOption, best: BetOption | SwapOption | FinalBets) -> str:
    if not isinstance(chosen, BetOption) or not isinstance(best, BetOption):
        return LAID_OFF
    if chosen.token == best.token:
        return ELSEWHERE
    return TOO_LONG if chosen.token > best.token else TOO_SHORT


# The turning point: the single decision, or missed deduction, that cost most.


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """What cost most. `kind` is bet, swap, final, or missed: a final bet that a missed deduction would have avoided."""

    kind: str
    round: int
    line: Line
    cost: float
    text: str
    next_time: str

    def data(self) -> dict[str, object]:
        place = {"kind": self.kind, "round": self.round, "line": self.line.number}
        return {**place, "cost": round(self.cost, 4), "text": self.text, "next_time": self.next_time}


def find_turning_point(table: Table, ledger: Ledger, pad: Pad) -> TurningPoint | None:
    """The costliest of all; the earlier of equals. None if no choice cost anything."""
    points = [point for decision in ledger.decisions for point in _weigh(table, decision, pad)]
    turning = max(points, key=lambda point: round(point.cost, 9), default=None)
    finals = sum(decision.given_up for decision in ledger.decisions if decision.kind == FINAL)
    if turning is None or finals < turning.cost + SAME:
        return turning
    together = f"The final bets gave up {finals:.2f} together, none of them more than this."
    return replace(turning, text=f"{turning.text} {together}")


def _weigh(table: Table, decision: Decision, pad: Pad) -> Iterator[TurningPoint]:
    chosen, best = decision.chosen, name_choice(decision.best)
    if isinstance(chosen, FinalBets):
        yield from (_final(decision, loss, pad) for loss in chosen.colours if loss.given_up)
        return
    if not decision.given_up:
        return
    more = f"was worth {_more(decision.given_up, decision.value, decision.best_value)}"
    if isinstance(chosen, SwapOption):
        text = f"{chosen.colour} was laid off, and {best} {more}"
        colours: tuple[str, ...] = (chosen.colour, best)
    else:
        assert isinstance(chosen, BetOption)
        colours = table.rounds[decision.round - 1].dice or ()
        text = f"the bet on {' + '.join(colours)} was {name_choice(chosen)}, and {best} {more}"
    missed = format_missed(pad.open_in(decision.round, colours))
    text += f". Not crossed by then: {missed}" * bool(missed)
    instead = _instead(chosen, decision.best)
    yield TurningPoint(decision.kind, decision.round, decision.line, decision.given_up, f"{text}.", instead)


def _more(lost: float, value: float, best: float) -> str:
    return f"{lost:.2f} more: {best:.2f} points instead of {value:.2f}"


def _instead(chosen: BetOption | SwapOption, best: BetOption | SwapOption | FinalBets) -> str:
    """What to do next time, and what is better about it."""
    if isinstance(chosen, BetOption) and isinstance(best, BetOption):
        later = best.final - chosen.final
        rest = f", and {abs(later):.2f} {'more' if later > 0 else 'fewer'} to expect from the final bets"
        now = f"bet {name_choice(best)}: {_prospect(best)} points instead of {_prospect(chosen)}"
        return now + rest * (abs(later) >= HALF_A_CENT) + "."
    assert isinstance(chosen, SwapOption)
    assert isinstance(best, SwapOption)
    gains = best.card_new - best.card_now - (chosen.card_new - chosen.card_now)
    if best.sharpens - chosen.sharpens > gains:
        tells = f"seeing it adds {best.sharpens:.2f} points to the other colours"
        return f"lay off {best.colour}: {tells}, {chosen.colour} only {chosen.sharpens:.2f}."
    knows = f"as it is it brings only {best.card_now:.2f} points, {chosen.colour} {chosen.card_now:.2f}"
    return f"lay off {best.colour}: {knows}."


def _prospect(bet: BetOption) -> str:
    return f"a sure {bet.points}" if bet.hit == 1 else f"a {format_chance(bet.hit)} chance of {bet.points}"


def _final(decision: Decision, loss: ColourLoss, pad: Pad) -> TurningPoint:
    bet, best = (" ".join(map(str, numbers)) or "nothing" for numbers in (loss.numbers, loss.best))
    more = _more(loss.given_up, loss.expected, loss.best_expected)
    text = f"the final bet on {loss.colour} was {bet}, and {best} could expect {more}"
    never = (missed for missed in pad.missed if missed.crossed is None and missed.until == decision.round)
    open_ = [missed for missed in never if missed.colour == loss.colour]
    if not open_:
        instead = f"bet {best} on {loss.colour}."
        return TurningPoint(decision.kind, decision.round, decision.line, loss.given_up, f"{text}.", instead)
    text = f"{format_missed(tuple(open_))}, but never crossed; {text}."
    instead = f"cross out what cannot be before the final bets; then {best} is what is left for {loss.colour}."
    return TurningPoint("missed", min(m.since for m in open_), decision.line, loss.given_up, text, instead)


def format_missed(missed: tuple[Missed, ...]) -> str:
    parts = [f"{one.colour} {all_of(one.numbers)} (out since round {one.since})" for one in missed]
    return ", ".join(parts)
