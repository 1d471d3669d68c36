"""After the game: every answer counted again, when each code could first be known, declarations judged by their chance.

The racks of all players count as far as the log tells them by now; what a player could know is what that player saw and
heard up to then, right or false.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.games.tricoda.facts import make_puzzle
from solver.games.tricoda.lacks import find_lacks
from solver.games.tricoda.questions import format_answer, say_answer, true_answer
from solver.games.tricoda.rules import Code
from solver.games.tricoda.sheet import Guess, count_racks, rank_codes
from solver.games.tricoda.table import Asked, Declared, Rack, Table
from solver.grammar import Reading
from solver.worlds import count_worlds


@dataclass(frozen=True, slots=True)
class Recount:
    """An answer and what it should have been; None if the log does not tell all stones the reader saw."""

    asked: Asked
    true: int | None

    @property
    def false(self) -> bool:
        return self.true is not None and self.true != self.asked.answer


@dataclass(frozen=True, slots=True)
class Point:
    """What a player could know after a question: the possible codes, likeliest first; none if an answer was false."""

    asked: Asked
    codes: int
    best: Guess | None


@dataclass(frozen=True, slots=True)
class Course:
    """One rack of one player, question by question."""

    rack: Rack
    points: tuple[Point, ...]

    @property
    def known_after(self) -> Asked | None:
        """The question after which only one code was left."""
        return next((point.asked for point in self.points if point.codes == 1), None)


@dataclass(frozen=True, slots=True)
class Judged:
    """A declaration with its chance at that moment, and the best there was."""

    claim: Declared
    chance: float
    best: Guess | None
    codes: int
    known_after: Asked | None
    true: Code | None

    @property
    def verdict(self) -> str:
        if self.best is None:
            return "no code fitted what had been heard: an answer was false"
        if self.chance == 1:
            return "it was certain"
        if self.chance == 0:
            return "it had been ruled out"
        if self.chance < self.best.chance:
            return "another code was likelier"
        return "the likeliest code" if self.codes > 1 else "it was certain"


@dataclass(frozen=True, slots=True)
class Review:
    """What `review` tells."""

    game: str
    table: Table
    seat: str
    recounts: tuple[Recount, ...]
    courses: tuple[Course, ...]
    judged: tuple[Judged, ...]
    notes: tuple[str, ...]

    @property
    def consistent(self) -> bool:
        return True

    @property
    def false_answers(self) -> tuple[Recount, ...]:
        return tuple(recount for recount in self.recounts if recount.false)

    def data(self) -> dict[str, object]:
        return {
            "game": self.game,
            "seat": self.seat,
            "scores": self.table.points,
            "winner": self.table.winner,
            "answers": [_recount_data(self.table, recount) for recount in self.recounts],
            "false_answers": [_recount_data(self.table, recount) for recount in self.false_answers],
            "racks": [_course_data(course) for course in self.courses],
            "declarations": [_judged_data(judged) for judged in self.judged],
            "missing": list(self.notes),
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
    known = course.known_after
    return {
        "player": course.rack.holder,
        "rack": course.rack.order,
        "numbers": list(course.rack.code) if course.rack.code else None,
        "codes": [point.codes for point in course.points],
        "known_after": known.number if known else None,
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
        "verdict": judged.verdict,
    }


@dataclass(frozen=True, slots=True)
class Reviews:
    """Several games, one after the other."""

    games: tuple[Review, ...]

    @property
    def consistent(self) -> bool:
        return True

    def data(self) -> dict[str, object]:
        return {"game": "tricoda", "games": [game.data() for game in self.games]}


def review_logs(logs: Sequence[tuple[Reading, Table]], seat: str, upto: int | None) -> Review | Reviews:  # noqa: ARG001
    """The review of one log from a seat, or of several from their owners'."""
    if len(logs) == 1:
        return make_review(logs[0][1], seat)
    return review(tuple(table for _, table in logs))


def review(tables: tuple[Table, ...]) -> Review | Reviews:
    """The review of one log, or of several."""
    games = tuple(make_review(table, table.me) for table in tables)
    return games[0] if len(games) == 1 else Reviews(games)


def make_review(table: Table, seat: str) -> Review:
    courses = tuple(follow(table, rack) for player in table.players for rack in table.racks[player])
    return Review(
        game="tricoda",
        table=table,
        seat=seat,
        recounts=tuple(recount(table, asked) for asked in table.asked),
        courses=courses,
        judged=tuple(_judge(table, courses)),
        notes=tuple(_notes(table, seat)),
    )


def recount(table: Table, asked: Asked) -> Recount:
    racks = table.seen_by(asked.reader, asked.number)
    known = all(rack.known for rack in racks)
    return Recount(asked, true_answer(table.question(asked.card), [rack.kinds for rack in racks]) if known else None)


def follow(table: Table, rack: Rack) -> Course:
    """What the owner of a rack could know of it after every question that was answered meanwhile."""
    points = []
    for asked in table.asked:
        if rack.counted_in(asked.number):
            guesses = guesses_before(table, rack, asked.line.number + 1)
            points.append(Point(asked, len(guesses), guesses[0] if guesses else None))
    return Course(rack, tuple(points))


def guesses_before(table: Table, rack: Rack, line: int) -> tuple[Guess, ...]:
    """The codes that were possible for a rack's owner before that line of the log."""
    puzzle = make_puzzle(table, rack.holder, rack, line)
    return rank_codes(*count_racks(puzzle, count_worlds(puzzle)))


def _judge(table: Table, courses: tuple[Course, ...]) -> Iterator[Judged]:
    for claim in table.declared:
        course = next(course for course in courses if course.rack.declared is claim)
        guesses = guesses_before(table, course.rack, claim.line.number)
        chance = next((guess.chance for guess in guesses if guess.code == claim.code), 0.0)
        best = guesses[0] if guesses else None
        yield Judged(claim, chance, best, len(guesses), course.known_after, course.rack.code)


def _notes(table: Table, seat: str) -> Iterator[str]:
    if not table.winner:
        yield "Nobody has won yet: this is a review of the game so far."
    if table.current(table.me).stones == () and seat == table.me:
        yield "Your present rack is not typed (reveal …): answers about it cannot be counted again."
    if not all(rack.known for rack in table.racks[table.me]):
        yield f"The others saw stones of {table.me} that this log does not have: they may have known more."
    for lack in find_lacks(table, seat):
        if lack.startswith("Not typed"):
            yield lack


def say_false(table: Table, recount: Recount) -> str:
    """A false answer in words: what was said and what was in sight."""
    question = table.question(recount.asked.card)
    assert recount.true is not None
    said, true = say_answer(question, recount.asked.answer), say_answer(question, recount.true)
    return f"{recount.asked.reader} said {said}; it was {true}"
