"""Declare now or wait: the chance that the best code is right, now and after the next question, and who is close.

Everything is counted over the 251 coloured racks, each weighed by the number of ways in which stones make it.

A declaration costs the rack, right or wrong, and every question waited for costs time. Over 600 racks of four-player
games, declaring at a chance of 1/2, 3/5, 2/3, 3/4 or only when certain brought 0.069, 0.073, 0.073, 0.073, 0.071 points
per question: a question is worth about 0.07 points.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.engine.worlds import weigh
from solver.english import FollowUp, Saying, say_remark
from solver.games.tricoda.draws import count_draws_beside
from solver.games.tricoda.facts import Answered, make_puzzle, sight_of
from solver.games.tricoda.possible_racks import (
    CODES,
    COUNTS,
    TO_CODE,
    Flags,
    Floats,
    Ints,
    RacksSeen,
    answer_of,
    cells_by_answer,
    features,
    sum_by_code,
    ways,
)
from solver.games.tricoda.reasons import Certain, Grounds, LikelyWrong, LittleToGain, MuchToGain, RivalClose
from solver.games.tricoda.rules import POINTS_TO_WIN, QUESTIONS, RACK, STONES, Question, format_code
from solver.games.tricoda.sheet import Guess, rank_codes, spread
from solver.games.tricoda.table import Asked, Rack, Table
from solver.games.tricoda.words.advice import say_reason
from solver.games.tricoda.words.gaps import tell_gaps
from solver.games.tricoda.words.proofs import tell_misheard
from solver.language import say

Weights = Ints | Floats  # for each rack, the weight of the worlds in which it is mine


# What questions can still tell.


def best_chance(weights: Weights) -> float:
    """The chance that the likeliest code is right."""
    total = float(weights.sum())
    return float(sum_by_code(weights).max()) / total if total else 0.0


def foresee(asked: Question, sight: RacksSeen, weights: Weights) -> Floats | None:
    """For each answer, a row, the weight of each code under it; None if that depends on stones the log lacks."""
    table = cells_by_answer(asked, sight)
    if table is None:
        return None
    cells, rows = table
    return np.asarray(np.bincount(cells, weights, rows * len(CODES)), dtype=np.float64).reshape(rows, -1)


def chance_after(asked: Question, sight: RacksSeen, weights: Weights) -> float:
    """The same after this question is answered, averaged over the answers."""
    left = foresee(asked, sight, weights)
    if left is None:
        return best_chance(weights)  # the answer may tell nothing
    return float(left.max(axis=1).sum() / weights.sum())


@dataclass(frozen=True, slots=True)
class Next:
    """The next question that tells something: who reads it, how many turns ahead, and the best chance after it."""

    reader: str
    ahead: int
    chance: float
    cards: tuple[tuple[int, float], ...]  # every card that can come and the chance after it, most telling first
    typed: bool = True  # whether the log has all stones that the reader sees besides mine


def look_ahead(table: Table, seat: str, weights: Weights) -> Next:
    """What the next reader other than the seat will tell, averaged over the cards not yet read in this pass."""
    reader, ahead = next_reader(table, seat)
    sight = racks_seen_by(table, reader, seat)
    cards = [(card, chance_after(table.question(card), sight, weights)) for card in table.cards_left]
    cards.sort(key=lambda entry: -entry[1])
    return Next(reader, ahead, sum(chance for _, chance in cards) / len(cards), tuple(cards), not sight.partial)


def next_reader(table: Table, seat: str) -> tuple[str, int]:
    """Who gives the next answer that counts the seat's rack, and how many turns ahead."""
    ahead = next(ahead for ahead in (1, 2) if table.turn(ahead) != seat)
    return table.turn(ahead), ahead


def racks_seen_by(table: Table, reader: str, seat: str) -> RacksSeen:
    """What the reader sees besides the seat's rack."""
    return sight_of([table.current(holder) for holder in table.racks if holder not in (reader, seat)])


@dataclass(frozen=True, slots=True)
class Rival:
    """How close another player can be, over all my possible racks: codes left, and the chance of being certain."""

    player: str
    points: int
    codes: float
    best: float
    certain: float

    def data(self) -> dict[str, object]:
        return {
            "player": self.player,
            "points": self.points,
            "codes": round(self.codes, 2),
            "best": round(self.best, 4),
            "certain": round(self.certain, 4),
        }


def weigh_rival(table: Table, seat: str, rival: str, weights: Weights) -> Rival:
    """What the rival can know. The rival sees my rack, so this is averaged over all that mine can be."""
    mine = np.flatnonzero(weights)
    shares = weights[mine] / weights.sum()
    draws = count_draws_beside(table, table.current(rival), table.current(seat), mine)
    theirs = draws * _fits(table, seat, rival, mine)
    by_code = theirs @ TO_CODE
    total = by_code.sum(axis=1)
    total[total == 0] = 1  # what the rival heard does not fit
    codes = (by_code > 0).sum(axis=1)
    return Rival(
        player=rival,
        points=table.points[rival],
        codes=float(shares @ codes),
        best=float(shares @ (by_code.max(axis=1) / total)),
        certain=float(shares @ (codes == 1)),
    )


def _fits(table: Table, seat: str, rival: str, mine: Ints) -> Flags:
    """For each such pair: does it agree with everything the rival heard?"""
    fits: NDArray[np.bool_] = np.ones((len(mine), len(COUNTS)), dtype=np.bool_)
    for asked in table.asked:
        if asked.reader != rival and asked.answer is not None and table.current(rival).counted_in(asked.number):
            fits &= _fits_answer(table, asked, table.current(seat), rival, mine)
    return fits


def _fits_answer(table: Table, asked: Asked, own: Rack, rival: str, mine: Ints) -> Flags:
    question = table.question(asked.card)
    table_of = features(question)
    racks = [rack for rack in table.seen_at(asked) if rack.holder != rival]
    known = sight_of([rack for rack in racks if rack != own])
    if known.partial:
        return np.ones((1, 1), dtype=np.bool_)  # the rival saw more than this log has: nothing can be ruled out
    totals = table_of[None, :, :] + sum((table_of[rack] for rack in known.racks), np.zeros_like(table_of[0]))
    if own in racks:
        totals = totals + table_of[mine][:, None, :]
    return np.asarray(answer_of(question, totals) == asked.answer)


# A new rack.


class NewRack(NamedTuple):
    """The codes that can be on a new rack before any answer, and the chance of the best one."""

    codes: float
    best: float


def weigh_new_rack(table: Table, seat: str, weights: Weights) -> NewRack:
    """What comes after a declaration, averaged over all that the present rack can be: its stones lie in sight then.

    If the pile cannot fill a rack, the stones beside it are mixed in, and the present ones with them.
    """
    now = table.current(seat)
    if table.pile < RACK:
        on_racks = Counter(stone for holder in table.racks if holder != seat for stone in table.current(holder).kinds)
        return _weigh_draws(np.array([[there - on_racks[stone] for stone, there in STONES.items()]]), np.ones(1))
    mine = np.flatnonzero(weights)
    out = table.count_out(table.latest, now)
    left = np.array([there - out[stone] for stone, there in STONES.items()])
    return _weigh_draws(left - COUNTS[mine], weights[mine] / weights.sum())


def _weigh_draws(left: Ints, shares: Floats) -> NewRack:
    """Of the stones left in each row, three are drawn."""
    by_code = np.array([ways(tuple(row)) for row in np.maximum(0, left).tolist()]) @ TO_CODE
    total = np.maximum(1, by_code.sum(axis=1))
    return NewRack(float(shares @ (by_code > 0).sum(axis=1)), float(shares @ (by_code.max(axis=1) / total)))


# What to do.

QUESTION_WORTH = 0.07  # points; see above
LEAST = 0.5  # below this a declaration is more likely to lose the rack than to win the point


@dataclass(frozen=True, slots=True)
class Choice:
    """Declare the best code now, or wait; with the figures behind it."""

    declare: bool
    reason: Grounds
    best: Guess
    others: tuple[Guess, ...]
    next: Next
    lost: int  # answers about this rack that a declaration throws away
    fresh: NewRack
    rivals: tuple[Rival, ...]

    @property
    def text(self) -> str:
        return say("Declare {code}", code=format_code(self.best.code)) if self.declare else say("Wait")

    def data(self) -> dict[str, object]:
        return {
            "move": "declare" if self.declare else "wait",
            "reason": say_reason(self.reason),
            "best": self.best.data(),
            "options": [self.best.data(), *(guess.data() for guess in self.others)],
            "now": round(self.best.chance, 4),
            "next": {"reader": self.next.reader, "chance": round(self.next.chance, 4)},
            "wrong": {
                "answers_lost": self.lost,
                "codes": round(self.fresh.codes, 2),
                "chance": round(self.fresh.best, 4),
            },
            "rivals": [rival.data() for rival in self.rivals],
        }


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing to decide: why, and what to type next."""

    text: str
    hint: Saying

    def data(self) -> dict[str, object]:
        return {"text": self.text, "hint": str(self.hint)}


@dataclass(frozen=True, slots=True)
class Advice:
    """What `advise` says. With `hands` 0 the log contradicts itself and nothing is advised."""

    table: Table
    seat: str
    phase: str  # declare, over, contradiction
    hands: int
    content: Choice | Waiting
    notes: tuple[Saying, ...]

    @property
    def consistent(self) -> bool:
        return self.hands > 0

    @property
    def refusal(self) -> tuple[Saying, Saying] | None:
        content = self.content
        return (content.text, content.hint) if isinstance(content, Waiting) and not self.consistent else None

    @property
    def move(self) -> str:
        """The advised move as the line that says it, if there is one."""
        content = self.content
        if isinstance(content, Waiting):
            return ""
        return f"declare {format_code(content.best.code)}" if content.declare else say("wait")

    def data(self) -> dict[str, object]:
        about = {"game": "tricoda", "seat": self.seat, "round": self.table.round, "phase": self.phase}
        return about | {"hands": self.hands} | self.content.data() | {"missing": list(map(str, self.notes))}


def make_advice(table: Table, seat: str) -> Advice:
    puzzle = make_puzzle(table, seat)
    racks = spread(weigh(puzzle))
    hands, weights = int(racks.ways.sum()), racks.weights
    against = (say("The log contradicts itself. {clash}", clash=told) for told in tell_misheard(table, seat))
    notes = (*against, *tell_gaps(table, seat), *_tell_left_out(table, seat))
    if not hands:
        look = say_remark("Look at: {ask}", ask=FollowUp("check"))
        nothing = Waiting(say("The log contradicts itself: no rack fits it."), look)
        return Advice(table, seat, "contradiction", 0, nothing, notes)
    if table.winner:
        look = say_remark("Look back with: {ask}", ask=FollowUp("review"))
        over = Waiting(say("The game is over: {player} wins.", player=table.winner), look)
        return Advice(table, seat, "over", hands, over, notes)
    heard = sum(isinstance(fact.told, Answered) and fact.told.rack is table.current(seat) for fact in puzzle.facts)
    best, *others = rank_codes(*racks)
    coming = look_ahead(table, seat, weights)
    rivals = tuple(weigh_rival(table, seat, player, weights) for player in table.players if player != seat)
    declare, reason = decide(best, coming, rivals)
    choice = Choice(
        declare=declare,
        reason=reason,
        best=best,
        others=tuple(others[:4]),
        next=coming,
        lost=heard,
        fresh=weigh_new_rack(table, seat, weights),
        rivals=rivals,
    )
    return Advice(table, seat, "declare", hands, choice, notes)


def _tell_left_out(table: Table, seat: str) -> tuple[str, ...]:
    """Stones that the seat laid aside untyped lie in sight of all, but nobody knows here which they are."""
    if all(rack.known for rack in table.racks[seat][:-1]):
        return ()
    return (say("What a new rack would be, and how close the others can be, is counted without those stones."),)


def decide(best: Guess, coming: Next, rivals: tuple[Rival, ...]) -> tuple[bool, Grounds]:
    """One recommendation and its reason."""
    if best.chance == 1:
        return True, Certain()
    danger = max(rivals, key=lambda rival: rival.certain * (rival.points == POINTS_TO_WIN - 1), default=None)
    if danger and danger.points == POINTS_TO_WIN - 1 and best.chance > (1 - danger.certain) * coming.chance:
        return True, RivalClose(danger.player)
    gain = coming.chance - best.chance
    if best.chance < LEAST:
        return False, LikelyWrong()
    return (True, LittleToGain()) if gain <= QUESTION_WORTH else (False, MuchToGain(gain))


@dataclass(frozen=True, slots=True)
class Worth:
    """What a card would tell: the codes left and the chance of the best one after it, averaged over its answers.

    Both are None if the answer depends on stones that are not typed.
    """

    question: Question
    read: bool  # already: it comes again only once all cards have been read
    codes: float | None
    chance: float | None

    def data(self) -> dict[str, object]:
        codes = None if self.codes is None else round(self.codes, 2)
        chance = None if self.chance is None else round(self.chance, 4)
        about = {"card": self.question.number, "text": self.question.said, "read": self.read}
        return about | {"codes": codes, "chance": chance}


@dataclass(frozen=True, slots=True)
class RankedCards:
    """All cards in order, and how things stand before any is read."""

    reader: str
    codes: int
    chance: float
    cards: tuple[Worth, ...]
    untyped: tuple[str, ...]  # holders whose stones would have to be typed to say more

    @property
    def telling(self) -> tuple[Worth, ...]:
        """The unread cards that leave fewer codes, those that leave the fewest first."""
        known = [(card.codes, card) for card in self.cards if card.codes is not None and not card.read]
        return tuple(card for codes, card in sorted(known, key=lambda pair: pair[0]) if codes < self.codes)

    def data(self) -> dict[str, object]:
        cards = [card.data() for card in self.cards]
        return {"reader": self.reader, "codes": self.codes, "chance": round(self.chance, 4), "cards": cards}


def weigh_questions(table: Table, seat: str) -> RankedCards | None:
    """None if no rack fits the log. The seat's own reading tells it nothing, so another player reads."""
    weights = spread(weigh(make_puzzle(table, seat))).weights
    if not weights.sum():
        return None
    reader, _ = next_reader(table, seat)
    sight = racks_seen_by(table, reader, seat)
    cards = tuple(_weigh(table.question(card), table, sight, weights) for card in QUESTIONS)
    untyped = tuple(one for one in table.racks if one not in (reader, seat) and not table.current(one).known)
    return RankedCards(reader, _count_codes(weights), best_chance(weights), cards, untyped)


def _weigh(asked: Question, table: Table, sight: RacksSeen, weights: Weights) -> Worth:
    left, read = foresee(asked, sight, weights), asked.number not in table.cards_left
    if left is None:
        return Worth(asked, read, None, None)
    codes = float(left.sum(axis=1) @ (left > 0).sum(axis=1) / weights.sum())
    return Worth(asked, read, codes, chance_after(asked, sight, weights))


def _count_codes(weights: Weights) -> int:
    return int((sum_by_code(weights) > 0).sum())
