"""The turning point: the single decision, or missed deduction, that cost most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.english import all_of
from solver.games.think_str8.bets import BetOption
from solver.games.think_str8.review.decisions import FINAL, SAME, Decision, Ledger, name_choice
from solver.games.think_str8.review.last_bets import ColourLoss, FinalBets
from solver.games.think_str8.review.pad import Missed, Pad
from solver.games.think_str8.swaps import SwapOption
from solver.games.think_str8.table import Table
from solver.log import Line


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """What cost most. `kind` is bet, swap, final, or missed: a final bet that a missed deduction would have mended."""

    kind: str
    round: int
    line: Line
    cost: float
    text: str

    def data(self) -> dict[str, object]:
        place = {"kind": self.kind, "round": self.round, "line": self.line.number}
        return {**place, "cost": round(self.cost, 4), "text": self.text}


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
    value = f"{decision.value:.2f}, and {{}} {decision.best_value:.2f}"
    if isinstance(chosen, SwapOption):
        text = f"laying off {chosen.colour} was worth {value.format(best)}"
        colours: tuple[str, ...] = (chosen.colour, best)
    else:
        assert isinstance(chosen, BetOption)
        colours = table.rounds[decision.round - 1].dice or ()
        text = f"the bet {name_choice(chosen)} on {' + '.join(colours)} was worth {value.format(best)}"
    missed = format_missed(pad.open_in(decision.round, colours))
    text += f". Not crossed by then: {missed}" * bool(missed)
    yield TurningPoint(decision.kind, decision.round, decision.line, decision.given_up, f"{text}.")


def _final(decision: Decision, loss: ColourLoss, pad: Pad) -> TurningPoint:
    bet, best = (" ".join(map(str, numbers)) or "nothing" for numbers in (loss.numbers, loss.best))
    text = f"the final bet on {loss.colour}, {bet}, could expect {loss.expected:+.2f}"
    text += f", and {best} {loss.best_expected:+.2f}"
    open_ = [missed for missed in pad.missed if missed.colour == loss.colour and missed.until == decision.round]
    if not open_:
        return TurningPoint(decision.kind, decision.round, decision.line, loss.given_up, f"{text}.")
    text = f"{format_missed(tuple(open_))}, but never crossed; {text}."
    return TurningPoint("missed", min(m.since for m in open_), decision.line, loss.given_up, text)


def format_missed(missed: tuple[Missed, ...]) -> str:
    parts = [f"{one.colour} {all_of(one.numbers)} (out since round {one.since})" for one in missed]
    return ", ".join(parts)
