"""What to learn from a game: each choice that gave points up is one kind of slip, and the dearest kind comes first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.games.think_str8.advice.bets import BetOption, SwapOption
from solver.games.think_str8.review.crossings import Missed, Pad
from solver.games.think_str8.review.decisions import Decision, Ledger, name_choice
from solver.games.think_str8.review.moments import FinalBets
from solver.games.think_str8.table import Table

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
