"""What a player could know of each rack, question by question: codes left, how likely the best was, when to declare.

Everybody's racks are used as far as the log has them by now; what a player could know is what that player had seen and
heard by then, true or false.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from solver.engine.facts import Fact
from solver.engine.worlds import weigh_worlds
from solver.english import FollowUp
from solver.games.tricoda.advice import LEAST, QUESTION_WORTH, Next, decide, look_ahead, weigh_rival
from solver.games.tricoda.facts import Answered, list_answers, list_lines, make_puzzle_of, sight_of
from solver.games.tricoda.patterns import name_proof
from solver.games.tricoda.possible_racks import ALL, Flags, Floats, fitting, racks_that_have
from solver.games.tricoda.rules import NUMBERS, POINTS_TO_WIN, Code, format_code
from solver.games.tricoda.sheet import Guess, RackWays, rank_codes, spread
from solver.games.tricoda.table import Asked, Rack, Table
from solver.games.tricoda.words.proofs import word_proof
from solver.language import say
from solver.log import Line
from solver.proof.conflicts import Sentence
from solver.proof.smallest import Claim, Proof, prove


@dataclass(frozen=True, slots=True)
class CodesLeft:
    """The codes that were possible for a rack's owner, likeliest first.

    If `doubted`, none fitted everything heard, so false answers are left out; if that does not help, none is left.
    """

    guesses: tuple[Guess, ...]
    doubted: bool

    @property
    def best(self) -> Guess | None:
        return self.guesses[0] if self.guesses else None

    @property
    def only(self) -> Code | None:
        """The code, if only one was left."""
        return self.guesses[0].code if len(self.guesses) == 1 else None

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers that may be on the rack."""
        return frozenset(number for guess in self.guesses for number in guess.code)

    @property
    def certain(self) -> frozenset[int]:
        """The numbers that every possible code has."""
        return frozenset(number for number in NUMBERS if all(number in guess.code for guess in self.guesses))

    def chance(self, code: Code) -> float:
        return next((guess.chance for guess in self.guesses if guess.code == code), 0.0)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Whether it was time to declare the likeliest code, and what waiting for the next question was worth, in points.

    Below an even chance one waits at least until it is even, as the advice does.
    """

    declare: bool
    best: float
    waiting: float

    @property
    def value(self) -> float:
        """What the better of the two was worth."""
        return self.best if self.declare else max(self.best, self.waiting)


@dataclass(frozen=True, slots=True)
class Point:
    """What a player could know before and after a question; `hoped` is the best code's chance to be expected then.

    It is None where the log lacks what the reader saw, or where the player was the reader.
    """

    asked: Asked
    before: CodesLeft
    known: CodesLeft
    hoped: float | None

    @property
    def factor(self) -> float:
        """How many times fewer codes were left after it."""
        return len(self.before.guesses) / len(self.known.guesses) if self.known.guesses else 1.0

    @property
    def best(self) -> float:
        """The chance of the likeliest code after it."""
        return self.known.best.chance if self.known.best else 0.0

    @property
    def luck(self) -> float:
        """How much likelier the best code became than could be expected of the cards that might come."""
        return self.best - self.hoped if self.hoped is not None else 0.0


@dataclass(frozen=True, slots=True)
class Course:
    """One rack of one player, question by question. `ripe` is the first moment at which it was best to declare."""

    rack: Rack
    points: tuple[Point, ...]
    ripe: Point | None

    @property
    def code(self) -> Code | None:
        """What stood there, as far as the log tells."""
        claim = self.rack.declared
        return self.rack.code or (claim.code if claim and claim.right else None)

    @property
    def known_after(self) -> Asked | None:
        """The question after which only the true code was left; where the log lacks it, the one left at the end."""
        true = self.code or (self.points[-1].known.only if self.points else None)
        return self._first(lambda point: point.known.only is not None and point.known.only == true)

    @property
    def misled_after(self) -> Asked | None:
        """The question after which only a wrong code was left."""
        return self._first(lambda point: self.code is not None and point.known.only not in (None, self.code))

    @property
    def doubted_after(self) -> Asked | None:
        """The question after which no code fitted all that was heard, so that false answers are left out."""
        return self._first(lambda point: point.known.doubted)

    @property
    def lost_after(self) -> Asked | None:
        """The question after which no code fits, even with known false answers left out."""
        return self._first(lambda point: not point.known.guesses)

    @property
    def most_telling(self) -> Point | None:
        """The question that ruled out the largest share of the codes; among equals the earlier, None if nothing did."""
        told = max(self.points, key=lambda point: round(point.factor, 9), default=None)
        return told if told and told.factor > 1 else None

    def _first(self, holds: Callable[[Point], bool]) -> Asked | None:
        return next((point.asked for point in self.points if holds(point)), None)


class Memory:
    """What one player could know of each rack at any time. `false` are the questions that were answered falsely.

    What the stones leave is weighed once for all answers up to the next rack that is filled.
    """

    def __init__(self, table: Table, player: str, false: frozenset[int]) -> None:
        self.table, self.player = table, player
        self.heard: dict[int, list[Fact]] = {rack.order: [] for rack in table.racks[player]}
        for fact in list_answers(table, player, table.racks[player]):
            self.heard[answered(fact).rack.order].append(fact)
        self.true = {
            order: [fact for fact in heard if answered(fact).asked.number not in false]
            for order, heard in self.heard.items()
        }
        self.filled = sorted(rack.filled for history in table.racks.values() for rack in history)
        asked, declared = ((event.line.number for event in events) for events in (table.asked, table.declared))
        self.changes = sorted({*self.filled, *asked, *declared})
        self._left = cache(self._find_left)
        self._known = cache(self._rank_left)
        self._coming = cache(self._look_ahead)
        self._weigh = cache(self._weigh_before)
        self._fits = cache(self._fit_one_by_one)
        self.prove_before = cache(self._prove_before)

    def follow(self, rack: Rack) -> Course:
        """What the owner of a rack could know of it around every question that was answered meanwhile."""
        points = []
        for asked in (asked for asked in self.table.asked if rack.counted_in(asked.number)):
            before, known = (self.known_before(rack, asked.line.number + after) for after in (0, 1))
            points.append(Point(asked, before, known, self._hope(rack, asked, before)))
        ripe = (point for point in points if self.outlook_before(rack, point.asked.line.number + 1).declare)
        return Course(rack, tuple(points), next(ripe, None))

    def known_before(self, rack: Rack, line: int) -> CodesLeft:
        """What the owner of a rack could know of it before that line of the log."""
        return self._known(rack.order, self._next_change(line))

    def outlook_before(self, rack: Rack, line: int) -> Outlook:
        """Declare or wait, as the advice would have had it before that line."""
        known, change = self.known_before(rack, line), self._next_change(line)
        if known.best is None or known.best.chance == 1:
            sure = float(known.best is not None)
            return Outlook(bool(sure), sure, sure)
        then, weights = self.table.before(line), self._left(rack.order, change)[0].weights
        coming = self._coming(rack.order, change)
        close = [player for player, points in then.points.items() if points == POINTS_TO_WIN - 1]
        rivals = (weigh_rival(then, self.player, player, weights) for player in close if player != self.player)
        declare, _ = decide(known.best, coming, tuple(rivals))
        waiting = coming.chance - QUESTION_WORTH
        return Outlook(declare, known.best.chance, waiting if known.best.chance >= LEAST else max(waiting, LEAST))

    def _hope(self, rack: Rack, asked: Asked, before: CodesLeft) -> float | None:
        """The best code's chance after a question of this reader, averaged over the cards that could come."""
        if asked.reader == self.player or asked.answer is None or before.best is None:
            return None
        if before.best.chance == 1:
            return 1.0
        coming = self._coming(rack.order, self._next_change(asked.line.number))
        return coming.chance if coming.typed and coming.reader == asked.reader else None

    def _next_change(self, line: int) -> int:
        """The first line from there on that changed anything: before both the same was known."""
        place = bisect_left(self.changes, line)
        return self.changes[place] if place < len(self.changes) else self.changes[-1] + 1

    def _rank_left(self, order: int, line: int) -> CodesLeft:
        racks, doubted = self._left(order, line)
        return CodesLeft(rank_codes(*racks), doubted)

    def _look_ahead(self, order: int, line: int) -> Next:
        return look_ahead(self.table.before(line), self.player, self._left(order, line)[0].weights)

    def _prove_before(self, rack: Rack, line: int, true: frozenset[int]) -> Proof | None:
        """Why only these racks could stand there before that line; None if others could too."""
        told = self.true if self._left(rack.order, self._next_change(line))[1] else self.heard
        heard = [fact for order in range(1, rack.order + 1) for fact in told[order] if fact.line.number < line]
        puzzle = make_puzzle_of(self.table, self.player, rack, line, heard)
        return prove(puzzle, Claim(puzzle.hand[0], true))

    def _find_left(self, order: int, line: int) -> tuple[RackWays, bool]:
        """The racks that fit, and whether false answers had to be left out for that."""
        racks = self._fitting(order, line, doubting=False)
        told = range(1, order + 1)
        if racks.ways.any() or all(len(self.heard[one]) == len(self.true[one]) for one in told):
            return racks, False
        return self._fitting(order, line, doubting=True), True

    def _fitting(self, order: int, line: int, doubting: bool) -> RackWays:
        ways, weights = self._weigh(order, bisect_left(self.filled, line), doubting)
        lines, fits = self._fits(order, doubting)
        left = fits[bisect_left(lines, line)]
        weighed: Floats = weights * left
        return RackWays(ways * left, weighed)

    def _weigh_before(self, order: int, filled: int, doubting: bool) -> RackWays:
        """What everything but the answers about a rack leaves of it, once that many racks were filled."""
        told = self.true if doubting else self.heard
        heard = [fact for earlier in range(1, order) for fact in told[earlier]]
        rack, last = self.table.racks[self.player][order - 1], self.filled[filled - 1]
        return spread(weigh_worlds(make_puzzle_of(self.table, self.player, rack, last + 1, heard)))

    def _fit_one_by_one(self, order: int, doubting: bool) -> tuple[list[int], list[Flags]]:
        """The lines of the answers about a rack, and which racks fit none of them, the first, the first two, …"""
        heard = (self.true if doubting else self.heard)[order]
        fits = [np.ones(len(ALL), dtype=np.bool_)]
        for told in map(answered, heard):
            fits.append(fits[-1] & fitting(told.question, sight_of(told.others), told.answer))
        return [fact.line.number for fact in heard], fits


def answered(fact: Fact) -> Answered:
    assert isinstance(fact.told, Answered)
    return fact.told


@dataclass(frozen=True, slots=True)
class Deduction:
    """A number that is out, one that is certain, or the whole code, known for the first time after a question.

    The proof is found on demand: only pages and programs ask.
    """

    course: Course
    point: Point
    about: int | Code
    certain: bool
    memory: Memory

    @property
    def text(self) -> str:
        if not isinstance(self.about, int):
            return say("the code is {code}", code=format_code(self.about))
        return (
            say("a {number} is certain", number=self.about) if self.certain else say("no {number}", number=self.about)
        )

    @property
    def asked(self) -> Asked:
        return self.point.asked

    def prove(self) -> tuple[Sequence[Sentence], Sequence[Line]]:
        """The smallest proof, in sentences, and the lines it rests on."""
        after, proof = self.asked.line.number + 1, self._prove()
        then = self.memory.table.before(after)  # in which this rack is the present one
        return word_proof(proof.because, then, self.memory.player), list_lines(proof.because)

    def _prove(self) -> Proof:
        after, having = self.asked.line.number + 1, racks_that_have(self.about)
        proof = self.memory.prove_before(self.course.rack, after, having if self.certain else ALL - having)
        assert proof is not None  # what was counted leaves nothing else
        return proof

    @property
    def pattern(self) -> str:
        """The way to it that has a name; nothing where there is none."""
        return name_proof(self._prove())

    @property
    def question(self) -> FollowUp | None:
        """What to ask for the proof as of that question; None where that is about another rack or another log."""
        rack, then = self.course.rack, self.asked.number
        if rack.holder != self.memory.table.me or (rack.until is not None and rack.until <= then):
            return None
        return FollowUp("why", tuple(self.claim.split()), round=then)

    @property
    def claim(self) -> str:
        """The claim as `why` takes it."""
        return str(self.about) if isinstance(self.about, int) else format_code(self.about)

    def data(self) -> dict[str, object]:
        sentences, lines = self.prove()
        return {
            "question": self.asked.number,
            "claim": self.claim,
            "verdict": "certain" if self.certain else "impossible",
            "pattern": self.pattern,
            "because": [line.data() for line in lines],
            "steps": [sentence.text for sentence in sentences],
        }


def deduce(course: Course, memory: Memory) -> Iterator[Deduction]:
    """Everything new that its owner could know of a rack, question by question."""
    for point in course.points:
        for about, certain in _news(point.before, point.known):
            yield Deduction(course, point, about, certain, memory)


def _news(before: CodesLeft, after: CodesLeft) -> Iterator[tuple[int | Code, bool]]:
    """What is new, and whether it is certain or out; a whole code says all there is to say."""
    if before.doubted != after.doubted or not after.guesses:  # the only news is that something was false
        return
    if after.only is not None and before.only is None:
        yield after.only, True
        return
    yield from ((number, False) for number in sorted(before.numbers - after.numbers))
    yield from ((number, True) for number in sorted(after.certain - before.certain))
