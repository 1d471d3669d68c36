"""Decisions, skill apart from luck: what each bet, swap and final bet gave up, and what chance then made of it.

Every moment has a level: the points the best final bets can expect. A decision offers more by its best option; what
that adds is par. Choosing less gives points up. What then came, less what the choice could expect, is luck: with hands
as likely as the seat knew them its mean is 0. So points made = par - given up + luck, to the last point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from solver.english import all_of
from solver.games.think_str8.advice.bets import BetOption, Stakes, SwapOption, compare_bet, rank_swaps
from solver.games.think_str8.advice.final_bets import Bets
from solver.games.think_str8.events import Bet, Final, Reveal, Score, Swap, Told
from solver.games.think_str8.review.moments import FinalBets, Position, Story, judge_final_bets
from solver.games.think_str8.table import Round
from solver.games.think_str8.words.proofs import list_runs
from solver.language import later, say, say_count
from solver.log import Line

KINDS = BET, SWAP, FINAL = "bet", "swap", "final"
SAME = 1e-9  # values closer than this are equally good
NOTHING_FITS = later("no hand fits what was told")
NO_BET = later("no bet is typed")


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice: what it was worth, what the best was worth, and what came of it (None if the log does not tell)."""

    kind: str
    round: int
    line: Line
    chosen: BetOption | SwapOption | FinalBets
    best: BetOption | SwapOption | FinalBets
    value: float
    best_value: float
    points: int | None
    luck: float | None

    @property
    def given_up(self) -> float:
        loss = self.best_value - self.value
        return loss if loss > SAME else 0.0

    def data(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "round": self.round,
            "line": self.line.number,
            "text": self.line.event,
            "chosen": name_choice(self.chosen),
            "best": name_choice(self.best),
            "value": round(self.value, 4),
            "best_value": round(self.best_value, 4),
            "given_up": round(self.given_up, 4),
            "points": self.points,
            "luck": None if self.luck is None else round(self.luck, 4),
        }


def name_choice(option: BetOption | SwapOption | FinalBets) -> str:
    if isinstance(option, BetOption):
        return option.span
    return option.colour if isinstance(option, SwapOption) else option.text


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A decision that could not be judged, or was not typed, and why."""

    kind: str
    round: int
    why: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A `score` line, and how far it moved the stone: by points that no bet in the log brought."""

    line: Line
    points: int

    def data(self) -> dict[str, object]:
        return self.line.data() | {"points": self.points}


@dataclass(slots=True)
class Ledger:
    """The account of a seat. `total` = par - given up + luck + aside; while `open_end`, some of it is expected yet.

    Aside stays what came while nothing could be judged, which `unjudged` tells, and what `score` lines say.
    """

    par: float = 0.0
    level: float = 0.0
    points: int = 0
    skipped: float = 0.0  # what came while nothing could be judged, and what came of it
    complete: bool = True  # every point the seat made is in the log
    open_end: bool = True  # the points of the final bets are not known
    final_points: int | None = None
    doubted: float | None = None  # what it was worth to find that hints were false
    decisions: list[Decision] = field(default_factory=list)
    unjudged: list[Unjudged] = field(default_factory=list)
    scored: list[Scored] = field(default_factory=list)

    @property
    def given_up(self) -> float:
        return sum(decision.given_up for decision in self.decisions)

    @property
    def luck(self) -> float:
        return sum(decision.luck or 0.0 for decision in self.decisions) + (self.doubted or 0.0)

    @property
    def by_score_lines(self) -> int:
        return sum(scored.points for scored in self.scored)

    @property
    def aside(self) -> float:
        return self.skipped + self.by_score_lines

    @property
    def total(self) -> float:
        """Points made, and while the game is open those still expected."""
        return self.points + self.level

    @property
    def rounds_points(self) -> int | None:
        """None if only a `score` line tells how the game ended."""
        if self.final_points is None:
            return self.points if self.open_end else None
        return self.points - self.final_points

    def data(self) -> dict[str, object]:
        return {
            "points": self.points,
            "rounds": self.rounds_points,
            "final": self.final_points,
            "expected_yet": round(self.level, 4) if self.open_end else 0,
            "complete": self.complete,
            "par": round(self.par, 4),
            "given_up": round(self.given_up, 4),
            "luck": round(self.luck, 4),
            "aside": round(self.aside, 4),
            "score_lines": [scored.data() for scored in self.scored],
            "unjudged": list(list_unjudged(self.unjudged)),
        }


def list_unjudged(unjudged: Sequence[Unjudged]) -> Iterator[str]:
    """`rounds 6 to 10 and the final bets: no hand fits what was told`, once for each reason."""
    for why in dict.fromkeys(one.why for one in unjudged):
        of_kind = {kind: {one.round for one in unjudged if (one.kind, one.why) == (kind, why)} for kind in KINDS}
        bets, swaps, finals = of_kind[BET], of_kind[SWAP] - of_kind[BET], of_kind[FINAL]
        moments = [_name_rounds(bets)] if bets else []
        moments += [_name_swaps(swaps)] if swaps else []
        moments += [say("the final bets")] if finals else []
        yield say("{moments}: {why}", moments=all_of(moments), why=say(why))


def _name_rounds(numbers: set[int]) -> str:
    return say_count("round {rounds}", "rounds {rounds}", len(numbers), rounds=all_of(list_runs(numbers)))


def _name_swaps(numbers: set[int]) -> str:
    rounds = all_of(list_runs(numbers))
    return say_count("the swap in round {rounds}", "the swap in rounds {rounds}", len(numbers), rounds=rounds)


def judge_decisions(story: Story, seat: str) -> Ledger:
    return _Judge(story, seat).judge()


class _Judge:
    """Walks through the game and keeps the ledger."""

    def __init__(self, story: Story, seat: str) -> None:
        self.story, self.seat = story, seat
        self.ledger = Ledger()
        self.was_doubted = False
        scores = [(place, event) for place, event in enumerate(story.events) if isinstance(event, Score)]
        self.scores = [(place, score) for place, score in scores if score.player == seat]

    def judge(self) -> Ledger:
        start = self.story.at(self.story.after_round(0), self.seat)
        self.ledger.par = self.ledger.level = start.final if start.hands else 0.0
        for this in self.story.table.rounds:
            self.judge_bet(this)
            self.judge_swap(this)
            self.take_scores(self.story.after_round(this.number))
        self.take_scores(max(self.story.first(Final), self.story.first(Reveal)))  # a later one is after the final bets
        self.judge_final()
        self.close()
        return self.ledger

    def offer(self, decision: Decision) -> None:
        """Take a decision into the account: par rises to its best option."""
        self.ledger.par += decision.best_value - self.ledger.level
        self.ledger.decisions.append(decision)

    def skip(self, kind: str, number: int, why: str, points: int = 0) -> None:
        self.ledger.unjudged.append(Unjudged(kind, number, why))
        self.ledger.points += points
        self.ledger.skipped += points

    def look(self, place: int) -> Position:
        """The position at a place; finding out that hints were false moves the level, and that is luck."""
        position = self.story.at(place, self.seat)
        if position.doubted and not self.was_doubted and position.hands:
            self.ledger.doubted = (self.ledger.doubted or 0.0) + position.final - self.ledger.level
            self.ledger.level = position.final
        self.was_doubted = position.doubted
        return position

    # Score lines.

    def take_scores(self, place: int) -> None:
        """What was typed as the score up to a place counts, and tells of all points before."""
        while self.scores and self.scores[0][0] < place:
            score = self.scores.pop(0)[1]
            if more := score.points - self.ledger.points:
                self.ledger.scored.append(Scored(score.line, more))
            self.ledger.points, self.ledger.complete = score.points, True

    def close(self) -> None:
        """A score after the final bets tells how they ended: nothing is expected any more."""
        if self.scores and self.ledger.open_end:
            self.ledger.skipped -= self.ledger.level
            self.ledger.level, self.ledger.open_end = 0.0, False
        self.take_scores(len(self.story.events))

    # Bets.

    def judge_bet(self, this: Round) -> None:
        bet = this.bets.get(self.seat)
        if bet is None:
            self.ledger.complete &= self.seat in this.swaps
            self.skip(BET, this.number, NO_BET)
            return
        wrong = bet.answer not in (None, "hit") or self.seat in this.swaps
        points = 0 if wrong else self.story.table.tokens[bet.length] if bet.answer else None
        self.ledger.complete &= points is not None
        place = self.story.find(Bet, this.number, self.seat)
        assert place is not None  # the round has the bet
        answer = self.story.find(Told, this.number, self.seat)
        told = (place if answer is None else answer) + 1
        if points is not None:
            self.take_scores(told)
        position, after = self.look(place), self.story.at(told, self.seat)
        if not position.hands or not after.hands:
            self.skip(BET, this.number, NOTHING_FITS, points or 0)
            return
        stakes = Stakes(position.table.tokens, self.free(this), position.table.piles())
        chosen, best = compare_bet(position.known, this.dice or (), stakes, bet.low, bet.high)
        level = _after_answer(after, wrong) if points is not None else chosen.value
        luck = None if points is None else points + level - chosen.value
        self.was_doubted = after.doubted
        self.offer(Decision(BET, this.number, bet.lines[0], chosen, best, chosen.value, best.value, points, luck))
        self.ledger.points += points or 0
        self.ledger.level = level

    def free(self, this: Round) -> list[int]:
        """Tokens that nobody had taken: by the order of the track, or if that is not known by the order of the log."""
        players = list(this.order or this.bets)
        earlier = {this.bets[player].length for player in players[: players.index(self.seat)] if player in this.bets}
        return [length for length in self.story.table.tokens if length not in earlier]

    # Swaps.

    def judge_swap(self, this: Round) -> None:
        place = self.story.find(Swap, this.number, self.seat)
        if place is None:
            return
        swap, position = this.swaps[self.seat], self.look(place)
        after = self.story.at(place + 1, self.seat)
        if not position.hands or not after.hands:
            self.skip(SWAP, this.number, NOTHING_FITS)
            return
        options = rank_swaps(position.known, position.table.piles())
        chosen = next(option for option in options if option.colour == swap.old.colour)
        luck, best = after.final - chosen.value, options[0]
        self.was_doubted = after.doubted
        self.offer(Decision(SWAP, this.number, swap.line, chosen, best, chosen.value, best.value, 0, luck))
        self.ledger.level = after.final

    # Final bets.

    def judge_final(self) -> None:
        bets, points = self.story.table.finals.get(self.seat), self.story.table.final_points[self.seat]
        position, number = self.look(self.story.end), self.story.table.round
        if not bets:  # the best ones are what can be expected yet
            if position.hands:
                self.ledger.par += position.final - self.ledger.level
                self.ledger.level = position.final
            return
        self.ledger.final_points, self.ledger.open_end = points, points is None
        if not position.hands:
            self.skip(FINAL, number, NOTHING_FITS, points or 0)
            self.ledger.skipped -= self.ledger.level
            self.ledger.level = 0.0
            return
        mine: Bets = {colour: bets.get(colour, ()) for colour in position.table.colours}
        judged = judge_final_bets(position, self.seat, mine)
        value, best = judged.expected, judged.best
        luck = None if points is None else points - value
        finals = (event for event in self.story.events if isinstance(event, Final))
        line = next(final.line for final in finals if final.player == self.seat)
        self.offer(Decision(FINAL, number, line, judged, best, value, best.expected, points, luck))
        self.ledger.points += points or 0
        self.ledger.level = value if points is None else 0.0


def _after_answer(position: Position, wrong: bool) -> float:
    """The level after an answer: who was wrong lays off the best card, if any pile has one."""
    options = rank_swaps(position.known, position.table.piles()) if wrong else ()
    return options[0].value if options else position.final
