"""The review of a game of Think Str8! as one page: the sheet, the timeline, and every proof behind its claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10
from typing import ClassVar

from cli.games.think_str8.sheet import CROSSED, format_told
from cli.views.page import fill_page
from solver.english import format_chance
from solver.games.think_str8.facts import list_lines
from solver.games.think_str8.review.crossings import JUSTIFIED
from solver.games.think_str8.review.decisions import Decision, name_choice
from solver.games.think_str8.review.moments import FinalBets
from solver.games.think_str8.review.review import Review
from solver.games.think_str8.review.rounds import Course, Deduction, RoundReview
from solver.games.think_str8.rules import NUMBERS
from solver.games.think_str8.sheet import Column
from solver.games.think_str8.words.reviews import (
    format_signed,
    name_decision,
    name_moment,
    name_readings,
    tell_crossing,
    tell_deduction,
    tell_false_hint,
    tell_hints,
    tell_missed,
    tell_outcome,
    tell_par,
    tell_readings,
    tell_result,
    tell_sums,
    tell_turning,
    tell_winning,
)
from solver.log import Line
from solver.proof.conflicts import Sentence

UNBROKEN = "\u2011"  # a hyphen at which no line is broken
SEEN = "■"


def make_page(review: Review, name: str) -> str:
    finals, you = review.final_bets, review.table.you(review.seat)
    return fill_page(
        "games/think_str8/review.html",
        title=f"Think Str8! · {review.seat}'s review",
        name=name,
        review=review,
        result=tell_result(review.table),
        figures=_figures(review),
        sums=" ".join(tell_sums(review)),
        par=tell_par(review),
        turning=tell_turning(review.turning),
        hints=tell_hints(review.hints),
        false_hints=[(first, rest) for first, *rest in (tell_false_hint(one, review) for one in review.hints.false)],
        timeline=Timeline(review.courses),
        pad=[(number, [_box(column, number, review) for column in review.columns]) for number in NUMBERS],
        rounds=[_round(review, one) for one in review.rounds],
        missed=[tell_missed(missed) for missed in review.pad.missed],
        decisions=list(_decisions(review)),
        doubted=format_signed(review.ledger.doubted) if review.ledger.doubted else "",
        final_bets=list(_final_bets(review, finals)) if finals else [],
        winning=tell_winning(finals) if finals else "",
        readings_title=name_readings(review) if review.readings else "",
        readings=tell_readings(review.readings, you) if review.readings else [],
    )


def _figures(review: Review) -> Iterator[tuple[str, str]]:
    ledger = review.ledger
    yield "points" if not ledger.open_end else "points and expected", f"{ledger.total:.2f}".removesuffix(".00")
    yield "par", f"{ledger.par:.2f}"
    yield "given up", f"{ledger.given_up:.2f}"
    yield "luck", format_signed(ledger.luck)


# The sheet.


@dataclass(frozen=True, slots=True)
class Box:
    kind: str
    text: str


def _box(column: Column, number: int, review: Review) -> Box:
    true = " true" if review.cards[column.colour] == number else ""
    if number in column.seen:
        return Box("seen", SEEN)
    if column.certain == number:
        return Box(f"yes{true}", f"▶{number}◀")
    if number not in column.count:
        return Box(f"out{true}", CROSSED)
    return Box(true.strip(), format_chance(column.chance(number)))


# Rounds.


@dataclass(frozen=True, slots=True)
class Unfolding:
    """A claim and the proof behind it."""

    claim: str
    steps: Sequence[Sentence]
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class RoundPart:
    title: str
    told: str
    deductions: Sequence[Unfolding]
    crossings: Sequence[tuple[bool, str]]  # justified, and in words


def _round(review: Review, one: RoundReview) -> RoundPart:
    bet = one.round.bets.get(review.seat)
    told = f"{bet.low}-{bet.high} {format_told(bet)}" if bet else "no bet typed"
    left = f"{one.hands:,} hand{'s' * (one.hands != 1)} left" if one.hands else "no hand fits"
    doubted = " · without false hints" * one.doubted
    return RoundPart(
        title=f"{one.number} · {left}",
        told=f"{' + '.join(one.round.dice or ())} · {told}{doubted}",
        deductions=[_unfold(deduction, one) for deduction in one.deductions],
        crossings=[(each.verdict == JUSTIFIED, tell_crossing(each)) for each in review.pad.of_round(one.number)],
    )


def _unfold(deduction: Deduction, one: RoundReview) -> Unfolding:
    hardest = " · the hardest" if deduction is one.hardest and len(one.deductions) > 1 else ""
    claim = f"{tell_deduction(deduction)}{hardest}"
    return Unfolding(claim, deduction.sentences, list_lines(deduction.proof.because))


# Decisions.


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, and how it stands out."""

    texts: Sequence[str]
    kind: str = ""


def _decisions(review: Review) -> Iterator[Row]:
    ledger = review.ledger
    yield from (Row(_decision(one), "dear" if one.given_up >= 1 else "") for one in ledger.decisions)
    if ledger.decisions:
        luck = format_signed(ledger.luck)
        yield Row(("", "total", "", "", "", f"{ledger.given_up:.2f}", luck, ""), "sum")


def _decision(one: Decision) -> tuple[str, ...]:
    best = "best" if not one.given_up else "below" if isinstance(one.best, FinalBets) else name_choice(one.best)
    luck = "?" if one.luck is None else format_signed(one.luck)
    lost = f"{one.given_up:.2f}" if one.given_up else "–"
    value, most = f"{one.value:.2f}", f"{one.best_value:.2f}"
    chosen, best = (text.replace("-", UNBROKEN) for text in (name_decision(one), best))
    return (name_moment(one), chosen, value, best, most, lost, luck, tell_outcome(one))


def _final_bets(review: Review, finals: FinalBets) -> Iterator[Row]:
    for loss in finals.colours:
        bet, best = (" ".join(map(str, numbers)) or "–" for numbers in (loss.numbers, loss.best))
        card = review.cards[loss.colour]
        lost = f"{loss.given_up:.2f}" if loss.given_up else "–"
        best = f"{best}: {loss.best_expected:+.2f}" if loss.given_up else "best"
        yield Row((loss.colour, bet, f"{loss.expected:+.2f}", best, lost, "?" if card is None else str(card)))


# The timeline.


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's hands left as points, how the line looks, and its place in the legend."""

    name: str
    points: Sequence[tuple[float, float]]
    colour: str
    dash: str
    mark: str
    x: float


class Timeline:
    """Where everything of the picture lies, on a log scale."""

    width, height, left, right, top, bottom = 360, 220, 48, 350, 28, 186
    looks = (  # colour, dash and mark of each player's line
        ("--one", "", "circle"),
        ("--two", "6 3", "square"),
        ("--three", "2 3", "up"),
        ("--four", "8 3 2 3", "diamond"),
    )
    corners: ClassVar = {
        "square": ((-2.5, -2.5), (2.5, -2.5), (2.5, 2.5), (-2.5, 2.5)),
        "up": ((0, -3.4), (3.2, 2.4), (-3.2, 2.4)),
        "diamond": ((0, -3.6), (3.6, 0), (0, 3.6), (-3.6, 0)),
    }

    def __init__(self, courses: Sequence[Course]) -> None:
        self.courses = courses
        self.at_most = any(course.at_most for course in courses)
        self._count = len(courses[0].hands)
        self._powers = max(1.0, log10(max(max(course.hands) for course in courses) or 1))

    @property
    def label(self) -> str:
        """The picture for those who cannot see it."""
        told = (f"{course.player} {', '.join(map(str, course.hands))}" for course in self.courses)
        return f"Hands left after each round: {'; '.join(told)}"

    @property
    def powers(self) -> Iterator[tuple[float, str]]:
        return ((self._y(10**power), f"{10**power:,}") for power in range(int(self._powers) + 1))

    @property
    def rounds(self) -> Iterator[tuple[float, str]]:
        return ((self._x(place), str(place or "deal")) for place in range(self._count))

    @property
    def lines(self) -> Iterator[Curve]:
        step = (self.width - self.left) / len(self.courses)
        for place, (course, look) in enumerate(zip(self.courses, self.looks, strict=False)):
            name = ("≤ " if course.at_most else "") + course.player[:8]
            points = [(self._x(i), self._y(hands)) for i, hands in enumerate(course.hands) if hands]
            yield Curve(name, points, *look, self.left + place * step)

    def _x(self, place: int) -> float:
        return self.left + place * (self.right - self.left) / max(1, self._count - 1)

    def _y(self, hands: int) -> float:
        return self.bottom - log10(hands) / self._powers * (self.bottom - self.top)
