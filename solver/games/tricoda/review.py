"""After the game: every answer counted again, when each code could first be known, declarations judged by their chance.

The racks of all players count as far as the log tells them by now; what a player could know is what that player saw and
heard up to then, right or false.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from solver.engine.facts import Fact
from solver.engine.stock import weigh_worlds
from solver.games.tricoda.facts import (
    Answered,
    Clash,
    Denied,
    NoRack,
    Recount,
    find_clashes,
    list_answers,
    make_puzzle,
    recount,
    sight_of,
)
from solver.games.tricoda.gaps import find_gaps
from solver.games.tricoda.possible_racks import ALL, Flags, fitting
from solver.games.tricoda.rules import Code, format_answer
from solver.games.tricoda.sheet import Guess, Racks, rank_codes, spread
from solver.games.tricoda.table import Asked, Declared, Rack, Table
from solver.remarks import Ask, Saying, remark


@dataclass(frozen=True, slots=True)
class Known:
    """The codes that were possible for a rack's owner, likeliest first.

    With `doubted` none fits all that was heard, so that false answers are left out; none is left if that does not help.
    """

    guesses: tuple[Guess, ...]
    doubted: bool

    @property
    def best(self) -> Guess | None:
        return self.guesses[0] if self.guesses else None

    @property
    def only(self) -> Code | None:
        """The code that was left alone."""
        return self.guesses[0].code if len(self.guesses) == 1 else None

    def chance(self, code: Code) -> float:
        return next((guess.chance for guess in self.guesses if guess.code == code), 0.0)


@dataclass(frozen=True, slots=True)
class Point:
    """What a player could know after a question."""

    asked: Asked
    known: Known


@dataclass(frozen=True, slots=True)
class Course:
    """One rack of one player, question by question."""

    rack: Rack
    points: tuple[Point, ...]

    @property
    def code(self) -> Code | None:
        """What stood there, as far as the log tells."""
        claim = self.rack.declared
        return self.rack.code or (claim.code if claim and claim.right else None)

    @property
    def known_after(self) -> Asked | None:
        """The question after which only the true code was left; where nobody told it, the one left at the end."""
        true = self.code or (self.points[-1].known.only if self.points else None)
        return self._first(lambda known: known.only is not None and known.only == true)

    @property
    def misled_after(self) -> Asked | None:
        """The question after which only a wrong code was left."""
        return self._first(lambda known: self.code is not None and known.only not in (None, self.code))

    @property
    def doubted_after(self) -> Asked | None:
        """The question after which no code fitted all that was heard, so that false answers are left out."""
        return self._first(lambda known: known.doubted)

    @property
    def lost_after(self) -> Asked | None:
        """The question after which no code fits, with known false answers left out, too."""
        return self._first(lambda known: not known.guesses)

    def _first(self, holds: Callable[[Known], bool]) -> Asked | None:
        return next((point.asked for point in self.points if holds(point.known)), None)


@dataclass(frozen=True, slots=True)
class Judged:
    """A declaration with its chance at that moment, and the best there was."""

    claim: Declared
    known: Known
    known_after: Asked | None
    true: Code | None

    @property
    def chance(self) -> float:
        return self.known.chance(self.claim.code)

    @property
    def best(self) -> Guess | None:
        return self.known.best

    @property
    def verdict(self) -> str:
        if self.best is None:
            return "no code fitted what had been heard: an answer was false"
        if self.chance == 1:
            return "it was certain"
        if self.chance == 0:
            return "it had been ruled out by a false answer" if self.claim.right else "it had been ruled out"
        return "another code was likelier" if self.chance < self.best.chance else "the likeliest code"


@dataclass(frozen=True, slots=True)
class Review:
    """What `review` tells."""

    game: str
    table: Table
    seat: str
    recounts: tuple[Recount, ...]
    courses: tuple[Course, ...]
    judged: tuple[Judged, ...]
    clashes: tuple[Clash, ...]
    notes: tuple[Saying, ...]

    @property
    def consistent(self) -> bool:
        return not self.clashes

    @property
    def false_answers(self) -> tuple[Recount, ...]:
        return tuple(recount for recount in self.recounts if recount.false)

    def data(self) -> dict[str, object]:
        return {
            "game": self.game,
            "seat": self.seat,
            "consistent": self.consistent,
            "scores": self.table.points,
            "winner": self.table.winner,
            "answers": [_recount_data(self.table, recount) for recount in self.recounts],
            "false_answers": [_recount_data(self.table, recount) for recount in self.false_answers],
            "racks": [_course_data(course) for course in self.courses],
            "declarations": [_judged_data(judged) for judged in self.judged],
            "missing": list(map(str, self.notes)),
        }


def _recount_data(table: Table, recount: Recount) -> dict[str, object]:
    asked, question = recount.asked, table.question(recount.asked.card)
    return {
        "line": asked.line.number,
        "question": asked.number,
        "reader": asked.reader,
        "card": asked.card,
        "answer": table.format_answer(asked),
        "true": None if recount.true is None else format_answer(question, recount.true),
    }


def _course_data(course: Course) -> dict[str, object]:
    known, misled, doubted = course.known_after, course.misled_after, course.doubted_after
    return {
        "player": course.rack.holder,
        "rack": course.rack.order,
        "numbers": list(course.code) if course.code else None,
        "codes": [len(point.known.guesses) for point in course.points],
        "known_after": known.number if known else None,
        "misled_after": misled.number if misled else None,
        "without_false_answers_after": doubted.number if doubted else None,
    }


def _judged_data(judged: Judged) -> dict[str, object]:
    return {
        "line": judged.claim.line.number,
        "player": judged.claim.player,
        "numbers": list(judged.claim.code),
        "right": judged.claim.right,
        "chance": round(judged.chance, 4),
        "best": judged.best.data() if judged.best else None,
        "known_after": judged.known_after.number if judged.known_after else None,
        "without_false_answers": judged.known.doubted,
        "verdict": judged.verdict,
    }


@dataclass(frozen=True, slots=True)
class Reviews:
    """Several games, one after the other."""

    games: tuple[Review, ...]

    @property
    def consistent(self) -> bool:
        return all(game.consistent for game in self.games)

    def data(self) -> dict[str, object]:
        return {"game": "tricoda", "consistent": self.consistent, "games": [game.data() for game in self.games]}


def review_logs(tables: Sequence[Table], seat: str) -> Review | Reviews:
    """The review of one log from a seat, or of several from their owners'."""
    if len(tables) == 1:
        return make_review(tables[0], seat)
    return review(tuple(tables))


def review(tables: tuple[Table, ...]) -> Review | Reviews:
    """The review of one log, or of several."""
    games = tuple(make_review(table, table.me) for table in tables)
    return games[0] if len(games) == 1 else Reviews(games)


def make_review(table: Table, seat: str) -> Review:
    recounts = tuple(recount(table, asked) for asked in table.asked)
    false = frozenset(recount.asked.number for recount in recounts if recount.false)
    memories = {player: Memory(table, player, false) for player in table.players}
    courses = tuple(memories[player].follow(rack) for player in table.players for rack in table.racks[player])
    clashes = tuple(find_clashes(table, seat))
    return Review(
        game="tricoda",
        table=table,
        seat=seat,
        recounts=recounts,
        courses=courses,
        judged=tuple(_judge(table, courses, memories)),
        clashes=clashes,
        notes=(*_contradictions(courses, table, len(false), clashes), *_notes(table, seat)),
    )


class Memory:
    """What one player could know of each rack at any time. `false` are the questions that were answered falsely.

    What stones leave is weighed once for all answers that come before the next rack is filled.
    """

    def __init__(self, table: Table, player: str, false: frozenset[int]) -> None:
        self.table, self.player = table, player
        self.heard: dict[int, list[Fact]] = {rack.order: [] for rack in table.racks[player]}
        for fact in list_answers(table, player, table.racks[player]):
            self.heard[_answered(fact).rack.order].append(fact)
        self.true = {
            order: [fact for fact in heard if _answered(fact).asked.number not in false]
            for order, heard in self.heard.items()
        }
        self.filled = sorted(rack.filled for history in table.racks.values() for rack in history)
        self._weigh = cache(self._weigh_before)
        self._fits = cache(self._fit_one_by_one)

    def follow(self, rack: Rack) -> Course:
        """What the owner of a rack could know of it after every question that was answered meanwhile."""
        heard = (asked for asked in self.table.asked if rack.counted_in(asked.number))
        return Course(rack, tuple(Point(asked, self.known_before(rack, asked.line.number + 1)) for asked in heard))

    def known_before(self, rack: Rack, line: int) -> Known:
        """What the owner of a rack could know of it before that line of the log."""
        guesses = self._rank(rack, line, doubting=False)
        told = range(1, rack.order + 1)
        if guesses or all(len(self.heard[order]) == len(self.true[order]) for order in told):
            return Known(guesses, doubted=False)
        return Known(self._rank(rack, line, doubting=True), doubted=True)

    def _rank(self, rack: Rack, line: int, doubting: bool) -> tuple[Guess, ...]:
        ways, weights = self._weigh(rack.order, bisect_left(self.filled, line), doubting)
        lines, fits = self._fits(rack.order, doubting)
        left = fits[bisect_left(lines, line)]
        return rank_codes(ways * left, weights * left)

    def _weigh_before(self, order: int, filled: int, doubting: bool) -> Racks:
        """What all but the answers about a rack leaves of it, when so many racks were filled."""
        told = self.true if doubting else self.heard
        heard = [fact for earlier in range(1, order) for fact in told[earlier]]
        rack, last = self.table.racks[self.player][order - 1], self.filled[filled - 1]
        return spread(weigh_worlds(make_puzzle(self.table, self.player, rack, last + 1, heard)))

    def _fit_one_by_one(self, order: int, doubting: bool) -> tuple[list[int], list[Flags]]:
        """The lines of the answers about a rack, and which racks fit none of them, the first, the first two, …"""
        heard = (self.true if doubting else self.heard)[order]
        fits = [np.ones(len(ALL), dtype=np.bool_)]
        for told in map(_answered, heard):
            fits.append(fits[-1] & fitting(told.question, sight_of(told.others), told.answer))
        return [fact.line.number for fact in heard], fits


def _answered(fact: Fact) -> Answered:
    assert isinstance(fact.told, Answered)
    return fact.told


def _judge(table: Table, courses: tuple[Course, ...], memories: Mapping[str, Memory]) -> Iterator[Judged]:
    for claim in table.declared:
        course = next(course for course in courses if course.rack.declared is claim)
        known = memories[claim.player].known_before(course.rack, claim.line.number)
        yield Judged(claim, known, course.known_after, course.rack.code)


def _contradictions(
    courses: tuple[Course, ...], table: Table, false: int, clashes: Iterable[Clash]
) -> Iterator[Saying]:
    """Why the log contradicts itself."""
    if false:
        answers = "an answer does" if false == 1 else f"{false} answers do"
        yield f"The log contradicts itself: {answers} not fit the stones typed."
    lost = {course.rack.holder: course.lost_after for course in reversed(courses) if course.lost_after}
    for holder, asked in reversed(lost.items()):
        problem = f"after question {asked.number} no code fits what {holder} heard"
        ask = Ask("check", seat=None if holder == table.me else holder)
        yield remark(f"The log contradicts itself: {problem}. Look for the line with: ", ask)
    for clash in clashes:
        if clash.player not in lost and not (false and isinstance(clash, NoRack)) and not _is_answer(clash, table):
            yield f"The log contradicts itself. {clash}"


def _is_answer(clash: Clash, table: Table) -> bool:
    return isinstance(clash, Denied) and any(asked.line == clash.line for asked in table.asked)


def _notes(table: Table, seat: str) -> Iterator[Saying]:
    if not table.winner:
        yield "Nobody has won yet: this is a review of the game so far."
    if table.current(table.me).stones == () and seat == table.me:
        yield "Your present rack is not typed (reveal …): answers about it cannot be counted again."
    if not all(rack.known for rack in table.racks[table.me]):
        yield f"The others saw stones of {table.me} that this log does not have: they may have known more."
    for gap in find_gaps(table, seat):
        if str(gap).startswith("Not typed"):
            yield gap
