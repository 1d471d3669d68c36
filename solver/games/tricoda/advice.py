"""Declare now or wait: the chance that the best code is right, now and after the next question, and who is close.

A declaration costs the rack, right or wrong, and every question waited for costs time. Over 600 racks of four-player
games, declaring from 1/2, 3/5, 2/3, 3/4 on or only when certain brought 0.069, 0.073, 0.073, 0.073, 0.071 points per
question: a question is worth about 0.07 points.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.engine.agreement import solve
from solver.errors import unreadable
from solver.games.tricoda.facts import Answered, make_puzzle
from solver.games.tricoda.lacks import find_lacks
from solver.games.tricoda.outlook import Next, Rival, best_chance, look_ahead, weigh_rival
from solver.games.tricoda.racks import code_ways, full_box, ways
from solver.games.tricoda.rules import KINDS, POINTS_TO_WIN, format_code
from solver.games.tricoda.sheet import Guess, count_racks, rank_codes, seen_stones
from solver.games.tricoda.table import Table
from solver.wishes import Wish

QUESTION_WORTH = 0.07  # points; see above
LEAST = 0.5  # below this a declaration is more likely to lose the rack than to win the point


@dataclass(frozen=True, slots=True)
class Choice:
    """Declare the best code now, or wait; with all figures behind it."""

    declare: bool
    reason: str
    best: Guess
    others: tuple[Guess, ...]
    next: Next
    lost: int  # answers about this rack that a declaration throws away
    fresh: float  # the best code's chance on a new rack, before any answer
    fresh_codes: int
    rivals: tuple[Rival, ...]

    @property
    def text(self) -> str:
        return f"Declare {format_code(self.best.code)}" if self.declare else "Wait"

    def data(self) -> dict[str, object]:
        return {
            "move": "declare" if self.declare else "wait",
            "reason": self.reason,
            "best": self.best.data(),
            "options": [self.best.data(), *(guess.data() for guess in self.others)],
            "now": round(self.best.chance, 4),
            "next": {"reader": self.next.reader, "chance": round(self.next.chance, 4)},
            "wrong": {"answers_lost": self.lost, "codes": self.fresh_codes, "chance": round(self.fresh, 4)},
            "rivals": [rival.data() for rival in self.rivals],
        }


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing to decide: why, and what to type next."""

    text: str
    hint: str

    def data(self) -> dict[str, object]:
        return {"text": self.text, "hint": self.hint}


@dataclass(frozen=True, slots=True)
class Advice:
    """What `advise` says. With `hands` 0 the log contradicts itself and nothing is advised."""

    game: str
    table: Table
    seat: str
    phase: str  # declare, over, contradiction
    hands: int
    content: Choice | Waiting
    notes: tuple[str, ...]

    @property
    def consistent(self) -> bool:
        return self.hands > 0

    def data(self) -> dict[str, object]:
        about = {"game": self.game, "seat": self.seat, "round": self.table.round, "phase": self.phase}
        return about | {"hands": self.hands} | self.content.data() | {"missing": list(self.notes)}


def make_advice(table: Table, seat: str, wish: Wish) -> Advice:
    if wish.dice or wish.taken or wish.final or wish.aim or wish.trust is not None:
        raise unreadable(None, "Tricoda has no dice, tokens, bids or final bets.", "Type only: deduce advise LOG")
    puzzle = make_puzzle(table, seat)
    racks = count_racks(puzzle, solve(puzzle))
    hands, weights = int(racks.ways.sum()), racks.weights
    notes = find_lacks(table, seat)
    if not hands:
        nothing = Waiting("The log contradicts itself: no rack fits it.", "Look at: deduce check LOG")
        return Advice("tricoda", table, seat, "contradiction", 0, nothing, notes)
    if table.winner:
        over = Waiting(f"The game is over: {table.winner} wins.", "Look back with: deduce review LOG")
        return Advice("tricoda", table, seat, "over", hands, over, notes)
    heard = sum(isinstance(fact.told, Answered) and fact.told.rack is table.current(seat) for fact in puzzle.facts)
    best, *others = rank_codes(*racks)
    coming = look_ahead(table, seat, weights)
    rivals = tuple(weigh_rival(table, seat, player, weights) for player in table.players if player != seat)
    fresh = ways([count - seen_stones(table, seat)[kind] for kind, count in zip(KINDS, full_box(), strict=True)])
    declare, reason = decide(best, coming, rivals)
    choice = Choice(
        declare=declare,
        reason=reason,
        best=best,
        others=tuple(others[:4]),
        next=coming,
        lost=heard,
        fresh=best_chance(fresh),
        fresh_codes=int((code_ways(fresh) > 0).sum()),
        rivals=rivals,
    )
    return Advice("tricoda", table, seat, "declare", hands, choice, notes)


def decide(best: Guess, coming: Next, rivals: tuple[Rival, ...]) -> tuple[bool, str]:
    """One recommendation and its reason."""
    if best.chance == 1:
        return True, "it is certain."
    danger = max(rivals, key=lambda rival: rival.certain * (rival.points == POINTS_TO_WIN - 1), default=None)
    if danger and danger.points == POINTS_TO_WIN - 1 and best.chance > (1 - danger.certain) * coming.chance:
        return True, f"{danger.player} needs one point more and may know the code already: waiting is worth less."
    gain = coming.chance - best.chance
    if best.chance < LEAST:
        return False, "a declaration now would more likely be wrong than right."
    if gain <= QUESTION_WORTH:
        return True, "one more question would lift the chance by less than the time it takes."
    return False, f"one more question lifts the chance by about {gain:.0%}, more than its time is worth."


def say_move(advice: Advice) -> str:
    """An advised move as the line that says it, as far as there is one."""
    content = advice.content
    if isinstance(content, Waiting):
        return ""
    return f"declare {' '.join(map(str, content.best.code))}" if content.declare else "wait"
