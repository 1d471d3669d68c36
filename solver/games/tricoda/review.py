"""After the game: every answer counted again, when each code could first be known, declarations judged by their chance.

The racks of all players count as far as the log tells them by now; what a player could know is what that player saw and
heard up to then, right or false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from solver.engine.facts import Fact, Puzzle
from solver.engine.stock import weigh_worlds
from solver.games.tricoda.facts import Answered, make_puzzle
from solver.games.tricoda.gaps import find_gaps
from solver.games.tricoda.rules import Code, format_answer, say_answer, true_answer
from solver.games.tricoda.sheet import Guess, rank_codes, spread
from solver.games.tricoda.table import Asked, Declared, Rack, Table
from solver.remarks import Ask, Saying, remark


@dataclass(frozen=True, slots=True)
class Recount:
    """An answer and what it should have been; None if the log does not tell all stones the reader saw."""

    asked: Asked
    true: int | None

    @property
    def false(self) -> bool:
        return self.true is not None and self.true != self.asked.answer


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
    notes: tuple[Saying, ...]

    @property
    def consistent(self) -> bool:
        return not self.false_answers and not any(course.lost_after for course in self.courses)

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
        "answer": format_answer(question, asked.answer),
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
    courses = tuple(follow(table, rack, false) for player in table.players for rack in table.racks[player])
    return Review(
        game="tricoda",
        table=table,
        seat=seat,
        recounts=recounts,
        courses=courses,
        judged=tuple(_judge(table, courses, false)),
        notes=(*_contradictions(courses, table.me, len(false)), *_notes(table, seat)),
    )


def recount(table: Table, asked: Asked) -> Recount:
    racks = table.seen_by(asked.reader, asked.number)
    known = all(rack.known for rack in racks)
    return Recount(asked, true_answer(table.question(asked.card), [rack.kinds for rack in racks]) if known else None)


def follow(table: Table, rack: Rack, false: frozenset[int]) -> Course:
    """What the owner of a rack could know of it after every question that was answered meanwhile."""
    heard = (asked for asked in table.asked if rack.counted_in(asked.number))
    return Course(rack, tuple(Point(asked, known_before(table, rack, asked.line.number + 1, false)) for asked in heard))


def known_before(table: Table, rack: Rack, line: int, false: frozenset[int]) -> Known:
    """What a rack's owner could know of it before that line of the log; `false` are questions answered falsely."""
    puzzle = make_puzzle(table, rack.holder, rack, line)
    guesses = _rank(puzzle)
    true = tuple(fact for fact in puzzle.facts if not _told(fact, false))
    if guesses or len(true) == len(puzzle.facts):
        return Known(guesses, doubted=False)
    return Known(_rank(replace(puzzle, facts=true)), doubted=True)


def _rank(puzzle: Puzzle) -> tuple[Guess, ...]:
    return rank_codes(*spread(weigh_worlds(puzzle)))


def _told(fact: Fact, questions: frozenset[int]) -> bool:
    """Whether the fact is the answer to one of these questions."""
    return isinstance(fact.told, Answered) and fact.told.asked.number in questions


def _judge(table: Table, courses: tuple[Course, ...], false: frozenset[int]) -> Iterator[Judged]:
    for claim in table.declared:
        course = next(course for course in courses if course.rack.declared is claim)
        known = known_before(table, course.rack, claim.line.number, false)
        yield Judged(claim, known, course.known_after, course.rack.code)


def _contradictions(courses: tuple[Course, ...], me: str, false: int) -> Iterator[Saying]:
    """Why the log contradicts itself."""
    if false:
        answers = "an answer does" if false == 1 else f"{false} answers do"
        yield f"The log contradicts itself: {answers} not fit the stones typed."
    lost = {course.rack.holder: course.lost_after for course in reversed(courses) if course.lost_after}
    for holder, asked in reversed(lost.items()):
        problem = f"after question {asked.number} no code fits what {holder} heard"
        ask = Ask("check", seat=None if holder == me else holder)
        yield remark(f"The log contradicts itself: {problem}. Look for the line with: ", ask)


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


def say_false(table: Table, recount: Recount) -> str:
    """A false answer in words: what was said and what was in sight."""
    question = table.question(recount.asked.card)
    assert recount.true is not None
    said, true = say_answer(question, recount.asked.answer), say_answer(question, recount.true)
    return f"{recount.asked.reader} said {said}; it was {true}"
