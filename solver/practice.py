"""Practice: exercises from real moments of games, graded by what makes them hard for people.

An exercise is a log cut after some line, a seat, one question and all right answers. How hard it is, is said by the
pattern of the easiest way to a right answer: `level` is 1 for the plainest and 5 where only trying helps. Solver effort
says nothing about it. Among exercises of one level those come first that need fewer sums and fewer steps, and in which
more is open at that moment.

When an exercise comes again is worked out here too, from a plain list of attempts; who keeps that list is not our
business. A game that has exercises is a `Practises`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from solver.english import FollowUp, say_remark
from solver.game import Data, Game, Opened
from solver.language import later, say, say_count
from solver.log import Line

if TYPE_CHECKING:
    from solver.chronicle import Chronicle, Finding, Part
    from solver.proof.conflicts import Sentence

LEVELS = (1, 2, 3, 4, 5)
AS_GOOD = 0.1  # points: a choice worth no less than that is as good as the best


class Task(StrEnum):
    """What an exercise asks."""

    CROSS = "cross"
    SUM = "sum"
    BET = "bet"
    LAY_OFF = "lay off"
    FINAL = "final"
    SLIP = "slip"
    DECLARE = "declare"


EVERY_KIND = frozenset(Task)


class Pattern(NamedTuple):
    """A way of deducing that has a name; `means` is one sentence, `example` a whole log in which it is the way.

    Name and sentence are as they are written down, and said where they are shown.
    """

    name: str
    level: int
    means: str
    example: str  # the log of the moment
    answer: str


class Exercise(NamedTuple):
    """One question about one moment. `answers` are all right ones, as they can be typed in every language.

    The first of them is the one that `proof` is about. `asks` is the question as it is written down, `line` the line
    that it is about. `missed` says that the player, when it happened, did not see it.
    """

    id: str
    kind: Task
    game: str
    log: str
    seat: str
    asks: str
    answers: tuple[str, ...]
    level: int
    pattern: str
    proof: tuple[Line, ...]
    sums: int
    steps: int
    open: int
    line: str = ""
    missed: bool = False

    @property
    def question(self) -> str:
        return say(self.asks, line=self.line)

    @property
    def order(self) -> tuple[int, ...]:
        """The easier first."""
        return self.level, self.sums, self.steps, -self.open

    def data(self) -> Data:
        return {
            "id": self.id,
            "kind": str(self.kind),
            "game": self.game,
            "log": self.log,
            "seat": self.seat,
            "question": self.question,
            "answers": list(self.answers),
            "level": self.level,
            "pattern": self.pattern,
            "proof": [line.data() for line in self.proof],
            "sums": self.sums,
            "steps": self.steps,
            "open": self.open,
        }


class Judged(NamedTuple):
    """An answer judged. `says` are whole sentences: what denies a wrong answer, or the proof of a right one.

    `right` is None for what is true but is not what was asked: it can be said again, and counts for nothing.
    """

    right: bool | None
    says: tuple[str, ...]


class Practises(Game):
    """A game that has exercises. In a row of them, kinds follow each other as in `turns`; `graded` says how those are
    graded that have no pattern."""

    turns: ClassVar[tuple[Task, ...]]
    graded: ClassVar[str]

    @abstractmethod
    def patterns(self) -> Sequence[Pattern]:
        """The names of its ways of deducing, the plainest first."""

    @abstractmethod
    def exercises(
        self, opened: Opened, source: str, kinds: Collection[Task] = EVERY_KIND, levels: Collection[int] = LEVELS
    ) -> Iterator[Exercise]:
        """Every exercise of one player's log, in the order of its lines; `source` begins their ids."""

    @abstractmethod
    def invent(
        self, seed: int, kinds: Collection[Task] = EVERY_KIND, levels: Collection[int] = LEVELS
    ) -> Iterator[Exercise]:
        """Exercises from a game played by machine; the same seed, the same exercises."""

    @abstractmethod
    def judge(self, exercise: Exercise, answer: str) -> Judged:
        """Raises a Fault if the answer cannot be read."""

    @abstractmethod
    def explain(self, exercise: Exercise) -> tuple[str, ...]:
        """Why the answers are right, in sentences."""

    @abstractmethod
    def name_answer(self, exercise: Exercise, answer: str) -> str:
        """One of the right answers, as it is said."""

    @abstractmethod
    def write_signs(self, exercise: Exercise) -> str:
        """The proof of a right answer in one line of signs; nothing where there is none."""

    @abstractmethod
    def hints(self, exercise: Exercise) -> tuple[str, ...]:
        """Where to look, then more, then nearly all of it."""


LEVEL_MEANS = later(
    "The level of an exercise is that of the plainest way to a right answer. Of one level comes first what needs fewer "
    "lines and fewer steps, and of these where more is open."
)


# Which exercise comes next.


def put_in_order(
    game: Practises, own: Iterable[Exercise], level: Callable[[], int | None], seed: int
) -> Iterator[Exercise]:
    """First what the player missed, the easiest first, then what else their logs have of the level asked for;
    then games by machine without end, of every kind in turn. Of a level, each has one exercise; without one, all.
    A game that has none of the kind whose turn it is may have one of those that come after."""
    own = sorted(own, key=lambda exercise: exercise.order)
    yield from (exercise for exercise in own if exercise.missed)
    yield from (exercise for exercise in own if not exercise.missed and level() in (None, exercise.level))
    for number in count(seed):
        wanted, turn = level(), number % len(game.turns)
        levels = LEVELS if wanted is None else (wanted,)
        kinds = dict.fromkeys((*game.turns[turn:], *game.turns[:turn]))
        found = next(filter(None, (list(game.invent(number, {kind}, levels)) for kind in kinds)), [])
        yield from sorted(found, key=lambda exercise: exercise.order)[: None if wanted is None else 1]


def place_of(id_: str) -> tuple[str, int, str]:
    """Where an exercise comes from, by its id: the source, the line, the kind."""
    source, line, kind = id_.rsplit(":", 2)
    return source, int(line), kind


# At the end of a review.


def end_with_practice(story: Chronicle, game: Practises, opened: Opened, seat: str) -> Chronicle:
    """The story of a log; its owner's ends with what was missed. A table's log has no owner, whoever looks back."""
    owner = game.read(opened.reading.log).opening.me
    part = to_practise(game, opened) if seat == opened.me == owner else None
    return replace(story, parts=(*story.parts, part)) if part else story


def to_practise(game: Practises, opened: Opened) -> Part | None:
    """What the log's owner missed, to be found now: each opens to its answer. None if nothing was missed."""
    from solver.chronicle import Finding, Listed, Paragraph, Part, Proofs
    from solver.proof.conflicts import Sentence

    def solve(exercise: Exercise) -> list[Sentence]:
        answers = ", ".join(game.name_answer(exercise, answer) for answer in exercise.answers)
        first = say("Right would be: {answers}.", answers=answers)
        return [Sentence("", 0, first), *(Sentence("", 0, text) for text in game.explain(exercise))]

    def find(exercise: Exercise) -> Finding:
        _, number, _ = place_of(exercise.id)
        claim = say("Line {number}, {line}", number=number, line=exercise.line)
        return Finding(claim, partial(solve, exercise), exercise.proof)

    missed = [exercise for exercise in game.exercises(opened, "", {Task.CROSS}) if exercise.missed]
    if not missed:
        return None
    ask = FollowUp("practice", options=(("count", str(len(missed))),))
    return Part(
        say_count("Practise this one", "Practise these {count}", len(missed)),
        (
            Proofs(say("What could be crossed out that you crossed late, or never"), tuple(map(find, missed))),
            Listed((Paragraph(say_remark("With the pad as it was: `{ask}`", ask=ask)),)),
        ),
    )


# What was tried before, and when it comes again.


class Attempt(NamedTuple):
    """One exercise answered, or given up: when, how long it took, and whether it was right at the first try."""

    when: datetime
    id: str
    kind: str
    level: int
    pattern: str
    right: bool
    seconds: float

    def write(self) -> str:
        """`2026-11-18 21:40  right   14.2 s  level 3  cross  both ends  seed 7:23`."""
        right = "right" if self.right else "wrong"
        return (
            f"{self.when:%Y-%m-%d %H:%M}  {right}  {self.seconds:.1f} s  level {self.level}  "
            f"{self.kind}  {self.pattern or '-'}  {self.id}"
        )


def read_attempts(text: str) -> tuple[Attempt, ...]:
    """The attempts of a file of results; lines that are none are passed over, since people may write into it."""
    return tuple(found for line in text.splitlines() if (found := _read_attempt(line)))


def _read_attempt(line: str) -> Attempt | None:
    parts = line.split("  ", 6)
    try:
        when, right, seconds, level, kind, pattern, id_ = (part.strip() for part in parts)
        known = {"right": True, "wrong": False}[right]
        stamp = datetime.strptime(when, "%Y-%m-%d %H:%M")
        taken, step = float(seconds.removesuffix(" s")), int(level.removeprefix("level "))
    except (ValueError, KeyError):
        return None
    return Attempt(stamp, id_, kind, step, "" if pattern == "-" else pattern, known, taken)


PAUSES = (timedelta(minutes=10), timedelta(days=1), timedelta(days=3), timedelta(days=7), timedelta(days=21))


def find_due(attempts: Iterable[Attempt], now: datetime) -> tuple[str, ...]:
    """The ids of what was missed and is due again, the longest overdue first.

    After a wrong answer an exercise comes back after the first pause, after each right one since then after the next
    longer pause, and once all pauses are over no more.
    """
    streaks: dict[str, tuple[int, datetime]] = {}
    for attempt in attempts:
        if not attempt.right:
            streaks[attempt.id] = 0, attempt.when
        elif attempt.id in streaks:
            streaks[attempt.id] = streaks[attempt.id][0] + 1, attempt.when
    due = [(when + PAUSES[right], id_) for id_, (right, when) in streaks.items() if right < len(PAUSES)]
    return tuple(id_ for when, id_ in sorted(due) if when <= now)


class Progress(NamedTuple):
    """How one pattern goes: how often tried, how often right at once, and the seconds a right answer takes (median)."""

    pattern: str
    tried: int
    right: int
    seconds: float | None


def sum_up(attempts: Sequence[Attempt]) -> tuple[Progress, ...]:
    """By pattern, what takes people longest last: their times correct the order in which patterns are listed."""
    found = []
    for pattern in dict.fromkeys(attempt.pattern for attempt in attempts):
        own = [attempt for attempt in attempts if attempt.pattern == pattern]
        times = sorted(attempt.seconds for attempt in own if attempt.right)
        found.append(Progress(pattern, len(own), len(times), times[len(times) // 2] if times else None))
    return tuple(sorted(found, key=lambda each: each.seconds if each.seconds is not None else float("inf")))


def choose_level(attempts: Sequence[Attempt], usual: int = 1) -> int:
    """Where to go on: up after four of the last five right, down after two of five."""
    if not attempts:
        return usual
    level = attempts[-1].level
    latest = [attempt.right for attempt in attempts if attempt.level == level][-5:]
    if len(latest) == 5 and sum(latest) >= 4:
        return min(level + 1, LEVELS[-1])
    return max(level - 1, LEVELS[0]) if len(latest) == 5 and sum(latest) <= 2 else level
