"""Where a game turned, in words: the single choice, or missed deduction, that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.english import all_of, format_chance, format_figure, say_points, takes_an
from solver.games.think_str8.advice.bets import BetOption, SwapOption
from solver.games.think_str8.review.decisions import FINAL, SAME, Decision, Ledger, name_choice
from solver.games.think_str8.review.lessons import Missed, Mistake, PadWork
from solver.games.think_str8.review.moments import ColourLoss
from solver.games.think_str8.review.words.names import name_dice
from solver.games.think_str8.rules import say_card
from solver.games.think_str8.table import Table
from solver.language import later, say
from solver.log import Line

LITTLE = 0.05  # points: less is not worth a sentence, and would read as 0


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


def find_turning_point(
    table: Table, seat: str, slips: Sequence[Mistake], ledger: Ledger, pad: PadWork
) -> TurningPoint | None:
    """The costliest of all; among equals the earlier. None if no choice cost anything worth a sentence."""
    dearest = max(slips, key=lambda slip: round(slip.cost, 9), default=None)
    if dearest is None or dearest.cost < LITTLE:
        return None
    name = "" if table.you(seat) else seat
    turning = _turn_at_final(dearest, dearest.loss, name, pad) if dearest.loss else _turn_at(table, name, dearest)
    finals = sum(decision.given_up for decision in ledger.decisions if decision.kind == FINAL)
    if finals < turning.cost + SAME:
        return turning
    together = say("The final bets gave up {points} together, none of them more than this.", points=say_points(finals))
    return replace(turning, text=f"{turning.text} {together}")


def _turn_at(table: Table, name: str, slip: Mistake) -> TurningPoint:
    decision = slip.decision
    places = {"name": name, "chosen": say(slip.chosen), "best": say(slip.best)}
    places |= _expected(decision.value, decision.best_value)
    if isinstance(decision.chosen, SwapOption):
        text = _SWAPPED_NAMED if name else _SWAPPED
    else:
        text = _BET_NAMED if name else _BET
        places["dice"] = name_dice(table.rounds[slip.round - 1].dice)
    told = say(text, **places)
    if slip.missed:
        told = f"{told} {say('Not crossed by then: {cards}.', cards=format_missed(slip.missed))}"
    return TurningPoint(decision.kind, slip.round, decision.line, slip.cost, told, _instead(decision))


_SWAPPED = later("you laid off {chosen}. With {best} you could expect {most} here, and took {taken}.")
_SWAPPED_NAMED = later("{name} laid off {chosen}. With {best} {name} could expect {most} here, and took {taken}.")
_BET = later("you bet on {chosen} with {dice}. With {best} you could expect {most} here, and took {taken}.")
_BET_NAMED = later("{name} bet on {chosen} with {dice}. With {best} {name} could expect {most} here, and took {taken}.")
_FINAL = later("your final bet on {colour} was {chosen}. With {best} you could expect {most} there, and took {taken}.")
_FINAL_NAMED = later(
    "{name}'s final bet on {colour} was {chosen}. With {best} {name} could expect {most} there, and took {taken}."
)


def _expected(value: float, best: float) -> dict[str, str]:
    return {"most": say_points(best), "taken": format_figure(value)}


def _instead(decision: Decision) -> str:
    """What to do next time, and what is better about it."""
    chosen, best = decision.chosen, decision.best
    if isinstance(chosen, BetOption) and isinstance(best, BetOption):
        gain = best.final - chosen.final
        bets = {"bet": name_choice(best), "prospect": _prospect(best), "other": _prospect(chosen)}
        if abs(gain) < LITTLE:
            return say("bet {bet}: {prospect}, instead of {other}.", **bets)
        if gain > 0:
            more = later("bet {bet}: {prospect}, instead of {other}, and {figure} more to expect from the final bets.")
            return say(more, figure=format_figure(gain), **bets)
        fewer = later("bet {bet}: {prospect}, instead of {other}, and {figure} fewer to expect from the final bets.")
        return say(fewer, figure=format_figure(-gain), **bets)
    assert isinstance(chosen, SwapOption)
    assert isinstance(best, SwapOption)
    gains = best.card_new - best.card_now - (chosen.card_new - chosen.card_now)
    cards = {"best": say(best.colour), "chosen": say(chosen.colour)}
    if best.sharpens - chosen.sharpens > gains:
        figures = {"points": say_points(best.sharpens), "less": format_figure(chosen.sharpens)}
        told = later("lay off {best}: seeing it adds {points} to the other colours, {chosen} only {less}.")
        return say(told, **cards, **figures)
    figures = {"points": say_points(best.card_now), "more": format_figure(chosen.card_now)}
    return say("lay off {best}: as it is it brings only {points}, {chosen} {more}.", **cards, **figures)


def _prospect(bet: BetOption) -> str:
    points, chance = say_points(bet.points), format_chance(bet.hit)
    if bet.hit == 0:
        return say("no chance of a hit")
    if bet.hit == 1:
        return say("{points} for sure", points=points)
    if takes_an(bet.hit):
        return say("an {chance} chance of {points}", chance=chance, points=points)
    return say("a {chance} chance of {points}", chance=chance, points=points)


def _turn_at_final(slip: Mistake, loss: ColourLoss, name: str, pad: PadWork) -> TurningPoint:
    colour, line, cost = say(loss.colour), slip.decision.line, slip.cost
    places = {"name": name, "colour": colour, "chosen": say(slip.chosen), "best": say(slip.best)}
    text = say(_FINAL_NAMED if name else _FINAL, **places, **_expected(loss.expected, loss.best_expected))
    never = (missed for missed in pad.missed if missed.crossed is None and missed.until == slip.round)
    open_ = tuple(missed for missed in never if missed.colour == loss.colour)
    if not open_:
        instead = say("bet {best} on {colour}.", best=say(slip.best), colour=colour)
        return TurningPoint(slip.decision.kind, slip.round, line, cost, text, instead)
    text = say("{cards}, but never crossed; {sentence}", cards=format_missed(open_), sentence=text)
    told = later("cross out what cannot be before the final bets; then {best} is what is left for {colour}.")
    instead = say(told, best=say(slip.best), colour=colour)
    return TurningPoint("missed", min(missed.since for missed in open_), line, cost, text, instead)


def format_missed(missed: tuple[Missed, ...]) -> str:
    return ", ".join(map(_tell_missed, missed))


def _tell_missed(one: Missed) -> str:
    cards = say_card(one.colour, all_of(one.numbers))
    return say("{cards} (out since round {round})", cards=cards, round=one.since)
