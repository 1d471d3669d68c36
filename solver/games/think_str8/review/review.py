"""The review of a game: everything put together, its turning point, and what could not be said for lack of lines.

Reading is judged here too: how likely the true hand was by it, and what could have been read in time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2
from statistics import fmean

import numpy as np

from solver.engine.worlds import solve
from solver.english import Saying
from solver.games.think_str8.beliefs import Beliefs, begin_reading, events_seen
from solver.games.think_str8.events import Bet, Dice
from solver.games.think_str8.facts import Known, find_clashes
from solver.games.think_str8.reader import Reader, bits_gained
from solver.games.think_str8.review.decisions import Ledger, judge_decisions
from solver.games.think_str8.review.gaps import find_missing
from solver.games.think_str8.review.lessons import (
    Mistakes,
    PadWork,
    find_lessons,
    find_slips,
    judge_pad,
)
from solver.games.think_str8.review.moments import FinalBets, Story
from solver.games.think_str8.review.rounds import (
    AnswersHeard,
    Course,
    RoundReview,
    check_hints,
    draw_courses,
    review_rounds,
)
from solver.games.think_str8.review.turning import TurningPoint, find_turning_point
from solver.games.think_str8.rules import NAME
from solver.games.think_str8.styles import Weights
from solver.games.think_str8.table import Table
from solver.games.think_str8.words.readings import Suggestion
from solver.replay import Timeline

FEW = 3
LEAST = 0.2  # a smaller rise of a true number's chance is not worth a word afterwards


@dataclass(frozen=True, slots=True)
class RivalRead:
    """One rival's bets: log-loss of the true hand from exact chances, and with these bets alone read, on average."""

    player: str
    bets: int
    exact: float
    read: float
    habit: int  # spaces by which the token lies too high, or too low; 0 if no habit is known

    @property
    def bits(self) -> float:
        """By how many bits the bets made the true hand likelier."""
        return self.exact - self.read

    def data(self) -> dict[str, object]:
        log_loss = {"exact": round(self.exact, 4), "reading": round(self.read, 4)}
        bits = round(self.bits, 4)
        return {"player": self.player, "bets": self.bets, "bits": bits, "log_loss": log_loss, "habit": self.habit}


@dataclass(frozen=True, slots=True)
class InTime:
    """A true number that the bets spoke for when a decision was due; `round` is None before the final bets."""

    round: int | None
    suggestion: Suggestion

    def data(self) -> dict[str, object]:
        return {"round": self.round, **self.suggestion.data()}


@dataclass(frozen=True, slots=True)
class ReadingReview:
    """Log-loss of the true hand at a number of decisions, in bits, from exact chances and reading the bets."""

    decisions: int
    exact: float
    read: float
    rivals: tuple[RivalRead, ...]
    in_time: tuple[InTime, ...]

    def data(self) -> dict[str, object]:
        return {
            "decisions": self.decisions,
            "log_loss": {"exact": round(self.exact, 4), "reading": round(self.read, 4)},
            "rivals": [rival.data() for rival in self.rivals],
            "in_time": [each.data() for each in self.in_time],
        }


@dataclass(frozen=True, slots=True)
class Readout:
    """A decision: what was read by then, and the place of the true hand among the rows."""

    round: int | None
    reader: Reader
    true: int

    @property
    def exact(self) -> float:
        return log2(len(self.reader.rows))

    def bits(self, weights: Weights) -> float:
        return bits_gained(weights, self.true)


def judge_readings(table: Table, seat: str, trust: float) -> ReadingReview | None:
    """All decisions at which the seat's hand was still open and is known now; None if nothing could be read at any."""
    found = _find_moments(table, seat, trust) if trust else ()
    moments = [moment for moment in found if moment.reader.reads and len(moment.reader.rows) > 1]
    if not moments:
        return None
    exact, gained = fmean(each.exact for each in moments), fmean(each.bits(each.reader.weights) for each in moments)
    last = moments[-1]
    bets = [read.player for read in last.reader.reads]
    gains = {rival: fmean(one.bits(one.reader.weights_of(rival)) for one in moments) for rival in dict.fromkeys(bets)}
    rivals = tuple(
        RivalRead(rival, bets.count(rival), exact, exact - gain, last.reader.habit_of(rival, last.true))
        for rival, gain in gains.items()
    )
    return ReadingReview(len(moments), exact, exact - gained, rivals, _in_time(table, moments))


def _find_moments(table: Table, seat: str, trust: float) -> Iterator[Readout]:
    """Before each bet of the seat, and before the final bets."""
    reader, number = begin_reading(table, seat, trust), 0
    if reader is None:
        return
    for event in events_seen(table, seat):
        if isinstance(event, Dice):
            number += 1
        if isinstance(event, Bet) and event.player == seat and event.answer is None:
            yield from _moment(table, seat, reader, number)
        reader = reader.copy()
        reader.see(event)
    if table.round == table.round_count:
        yield from _moment(table, seat, reader, None)


def _moment(table: Table, seat: str, reader: Reader, number: int | None) -> Iterator[Readout]:
    """Nothing if the cards held then are not in the log, or if a false hint left them out."""
    held = [
        table.current(seat, colour) if number is None else table.held_in(seat, colour, number)
        for colour in table.colours
    ]
    true = reader.place_of([card.number if card else None for card in held])
    if true is not None:
        yield Readout(number, reader, true)


def _in_time(table: Table, moments: list[Readout]) -> tuple[InTime, ...]:
    """The true numbers whose chance rose most, each at the moment at which it rose most."""
    found: dict[tuple[str, int], InTime] = {}
    for moment in moments:
        known: Known = moment.reader.known
        beliefs = Beliefs(known, moment.reader, np.arange(len(known.hands)))
        for column, number in enumerate(known.hands[moment.true].tolist()):
            holds = known.hands[:, column] == number
            exact, read = beliefs.both_chances(holds)
            key = (table.colours[column], number)
            if read - exact >= LEAST and (key not in found or read - exact > _rise(found[key])):
                found[key] = InTime(moment.round, Suggestion(*key, exact, read, beliefs.told_most(holds)))
    return tuple(sorted(found.values(), key=_rise, reverse=True)[:FEW])


def _rise(each: InTime) -> float:
    return each.suggestion.read - each.suggestion.exact


@dataclass(frozen=True, slots=True)
class Review:
    """What `review` says. `cards` is the seat's hand at the end, as far as it is known."""

    table: Table
    seat: str
    hints: AnswersHeard
    rounds: tuple[RoundReview, ...]
    courses: tuple[Course, ...]
    pad: PadWork
    ledger: Ledger
    turning: TurningPoint | None
    lessons: tuple[Mistakes, ...]  # the costliest first
    cards: dict[str, int | None]
    clashes: tuple[str, ...]  # what in the log contradicts something else, a sentence each
    missing: tuple[Saying, ...]
    readings: ReadingReview | None = None  # apart from all the rest, which is exact

    @property
    def consistent(self) -> bool:
        return not self.clashes

    @property
    def final_bets(self) -> FinalBets | None:
        return next((one.chosen for one in self.ledger.decisions if isinstance(one.chosen, FinalBets)), None)

    def data(self) -> dict[str, object]:
        """The review under the keys that outside programs rely on."""
        table, pad = self.table, self.pad
        finals = self.final_bets
        return {
            "game": NAME,
            "seat": self.seat,
            "round": table.round,
            "rounds": table.round_count,
            "finished": table.finished,
            "scores": (table.final_track or table.track).scores(),
            "winner": list(table.winner),
            "consistent": self.consistent,
            "hints": self.hints.data(),
            "by_round": [
                one.data() | {"crosses": [crossing.data() for crossing in pad.of_round(one.number)]}
                for one in self.rounds
            ],
            "timeline": [course.data() for course in self.courses],
            **pad.data(),
            "decisions": [decision.data() for decision in self.ledger.decisions],
            "final_bets": finals.data() if finals else None,
            "sums": self.ledger.data(),
            "turning_point": self.turning.data() if self.turning else None,
            "lessons": [lesson.data() for lesson in self.lessons],
            "cards": self.cards,
            "missing": list(map(str, self.missing)),
            **({"reading": self.readings.data()} if self.readings else {}),
        }


def review_log(log: Timeline[Table], table: Table, seat: str, trust: float = 1.0) -> Review:
    """Review one log from a seat, as far as it goes or up to the end of a round.

    `trust` is how far others' bets are read.
    """
    story = Story(log, table)
    pad = judge_pad(story) if seat == table.me else PadWork()
    ledger = judge_decisions(story, seat)
    slips = find_slips(table, ledger, pad)
    rounds, courses, hints = review_rounds(story, seat), draw_courses(story), check_hints(story)
    solve(story.at(story.end, seat).puzzle)  # both engines must agree on what the lessons rest on
    return Review(
        table=table,
        seat=seat,
        hints=hints,
        rounds=rounds,
        courses=courses,
        pad=pad,
        ledger=ledger,
        turning=find_turning_point(table, seat, slips, ledger, pad),
        lessons=find_lessons(slips),
        cards={colour: table.current(seat, colour).number for colour in table.colours},
        clashes=tuple(map(str, find_clashes(table, seat))),
        missing=tuple(find_missing(story, seat, hints, rounds, ledger)),
        readings=judge_readings(table, seat, trust),
    )
