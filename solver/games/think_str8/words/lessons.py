"""Where a game of Think Str8! turned, what to learn from it, and who could have known first, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.english import all_of
from solver.games.think_str8.review.decisions import FINAL
from solver.games.think_str8.review.lessons import (
    ELSEWHERE,
    FINALS,
    LAID_OFF,
    TOO_LONG,
    TOO_SHORT,
    UNCROSSED,
    Lesson,
    Slip,
    TurningPoint,
    format_missed,
)
from solver.games.think_str8.review.moments import Winning
from solver.games.think_str8.review.review import Review
from solver.games.think_str8.words.reviews import LITTLE, tell_in_time, tell_winning

WORTH = 0.02  # chance to win: less is not worth a lesson
MOST_LESSONS, MOST_EXAMPLES = 3, 3
_LESSONS = {
    UNCROSSED: "Cross out first, then choose. Certain, but still open",
    LAID_OFF: "Choose better which card to lay off",
    TOO_LONG: "Dare shorter bets",
    TOO_SHORT: "Take longer bets",
    ELSEWHERE: "Bet where the likely sums are",
    FINALS: "Weigh the final bets again",
}


def tell_turning(turning: TurningPoint) -> str:
    """Where the game turned, and what was done there."""
    where = "At the end" if turning.kind == FINAL else f"Round {turning.round}"
    return f"{where}, line {turning.line.number}: {turning.text}"


def tell_lessons(review: Review) -> list[tuple[str, float | None]]:
    """Three things to learn with what they cost, the dearest first; if less was lost, what else could be better."""
    told = [(_tell_lesson(lesson), lesson.cost) for lesson in review.lessons if lesson.cost >= LITTLE]
    return [*told, *((text, None) for text in _tell_more(review))][:MOST_LESSONS]


def _tell_lesson(lesson: Lesson) -> str:
    if lesson.kind == UNCROSSED:
        return f"{_LESSONS[lesson.kind]}: {'; '.join(_tell_uncrossed(lesson))}."
    return f"{_LESSONS[lesson.kind]}: {', '.join(map(_tell_slip, lesson.slips[:MOST_EXAMPLES]))}."


def _tell_slip(slip: Slip) -> str:
    if slip.kind == FINALS:
        return f"{slip.best} on {slip.colour} instead of {slip.chosen}"
    return f"{slip.best} instead of {slip.chosen} in round {slip.round}"


def _tell_uncrossed(lesson: Lesson) -> Iterator[str]:
    """Round by round, the dearest ones, what was certain and still open."""
    for number in sorted(list(dict.fromkeys(slip.round for slip in lesson.slips))[:MOST_EXAMPLES]):
        out: dict[str, set[int]] = {}
        for missed in (missed for slip in lesson.slips if slip.round == number for missed in slip.missed):
            out.setdefault(missed.colour, set()).update(missed.numbers)
        yield f"{all_of(f'{colour} {all_of(sorted(numbers))}' for colour, numbers in out.items())} in round {number}"


def _tell_more(review: Review) -> Iterator[str]:
    finals = review.final_bets
    if finals and isinstance(finals.winning, Winning) and finals.winning.best - finals.winning.chance >= WORTH:
        yield f"Bet for the win at the end: {_first_lower(tell_winning(finals))}"
    late = [missed for missed in review.pad.missed if missed.crossed is None]
    if late:
        yield f"Cross out as soon as it is certain: {format_missed(tuple(late[:MOST_EXAMPLES]))}."
    if review.readings and review.readings.in_time:
        yield f"Read the others' bets. {tell_in_time(review.readings.in_time[0], review.table.you(review.seat))}"


def _first_lower(text: str) -> str:
    return text[0].lower() + text[1:]


def tell_first(reviews: Sequence[Review]) -> Iterator[str]:
    """Who could be certain of a card first, and who later or never."""
    found = [(next((one for one in review.rounds if one.certain), None), review.seat) for review in reviews]
    early = sorted(((one, seat) for one, seat in found if one), key=lambda each: each[0].number)
    told = [(seat, f"{all_of(each.claim for each in one.certain)}, after round {one.number}") for one, seat in early]
    for seat, what in told[:1]:
        yield f"{seat} could be certain of a card first: {what}."
    if told[1:]:
        yield f"Then {all_of(f'{seat} ({what})' for seat, what in told[1:])}."
    never = [seat for one, seat in found if not one]
    if never:
        yield f"{all_of(never)} could not be certain of any card."
