"""What choices were worth, what reading others would have done, where the game turned and what to learn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.english import all_of, say_points
from solver.games.think_str8.advice.bets import BetOption, SwapOption
from solver.games.think_str8.review.decisions import FINAL, SWAP, Decision, name_choice
from solver.games.think_str8.review.lessons import (
    ELSEWHERE,
    FINALS,
    LAID_OFF,
    TOO_LONG,
    TOO_SHORT,
    UNCROSSED,
    Mistake,
    Mistakes,
)
from solver.games.think_str8.review.moments import FinalBets, Winning
from solver.games.think_str8.review.review import InTime, ReadingReview, Review, RivalRead
from solver.games.think_str8.review.turning import LITTLE, TurningPoint, format_missed
from solver.games.think_str8.review.words.names import name_bets, name_cards
from solver.games.think_str8.rules import say_card
from solver.games.think_str8.words.readings import tell_suggestion
from solver.language import later, say, say_count, say_number, say_percent


def name_moment(decision: Decision) -> str:
    """Final bets are made after the last round."""
    return say("end") if decision.kind == FINAL else str(decision.round)


def name_decision(decision: Decision) -> str:
    chosen = decision.chosen
    if isinstance(chosen, BetOption):
        return say("bet {bet}", bet=name_choice(chosen))
    return say("lay off {colour}", colour=say(chosen.colour)) if isinstance(chosen, SwapOption) else say("final bets")


def tell_outcome(decision: Decision) -> str:
    if decision.kind == SWAP:
        return ""
    if decision.points is None:
        return say("not typed")
    if isinstance(decision.chosen, BetOption):
        return say("hit {points}", points=decision.points) if decision.points else say("wrong")
    return say_number(decision.points, "+d")


def tell_winning(finals: FinalBets) -> str:
    winning = finals.winning
    if not isinstance(winning, Winning):
        return say("The chance to win cannot be worked out: {reason}", reason=winning)
    if not winning.best and winning.sampled is None:
        return say("The game could not be won any more, whatever the bets.")
    places = _win_places(winning)
    if winning.best - winning.chance < 5e-4:
        if winning.sampled is None:
            return say("For winning they were as good as any found: {chance}.", **places)
        judged = later("For winning they were as good as any found: {chance}, judged on {hands} hands drawn by chance.")
        return say(judged, **places)
    if winning.sampled is None:
        return say("Chance to win {chance}; the best found: {best} with {bets}.", **places)
    judged = later(
        "Chance to win {chance}; the best found, judged on {hands} hands drawn by chance: {best} with {bets}."
    )
    return say(judged, **places)


def _win_places(winning: Winning) -> dict[str, object]:
    chances = {"chance": say_percent(winning.chance, ".1%"), "best": say_percent(winning.best, ".1%")}
    return {**chances, "bets": name_bets(winning.bets), "hands": winning.sampled}


def tell_better(decisions: Sequence[Decision]) -> str:
    """What better choices would have been worth; nothing if there were none."""
    return " ".join(map(_tell_better, (one for one in decisions if one.given_up >= LITTLE)))


def _tell_better(decision: Decision) -> str:
    best, points = decision.best, say_points(decision.given_up)
    if isinstance(best, SwapOption):
        return say("Better was to lay off {colour}, worth {points} more.", colour=say(best.colour), points=points)
    return say("Better was the bet {bet}, worth {points} more.", bet=name_choice(best), points=points)


def tell_luck(decisions: Sequence[Decision]) -> str:
    """What chance made of the round's choices; nothing if that is not worth a word."""
    luck = sum(decision.luck or 0.0 for decision in decisions)
    if abs(luck) < LITTLE:
        return ""
    if luck > 0:
        return say("Luck: {points} more than expected.", points=say_points(luck))
    return say("Bad luck: {points} fewer than expected.", points=say_points(-luck))


# Reading judged afterwards.

SPACES = {1: later("one space"), 2: later("two spaces"), 3: later("three spaces")}
TELLING = 0.075  # bits on average from which bets told something: a factor that is not rounded to 1.0


def name_readings(review: Review) -> str:
    if review.table.you(review.seat):
        return say("Had you read the others' bets")
    return say("Had {player} read the others' bets", player=review.seat)


def tell_readings(readings: ReadingReview, me: str) -> list[str]:
    """Whether reading paid, whose bets told something, and what could have been read in time."""
    lines = [_tell_gained(readings.decisions, readings.exact - readings.read)]
    lines.append(" · ".join(map(_tell_rival, readings.rivals)))
    lines += [tell_habit(rival) for rival in readings.rivals if rival.habit]
    return [*lines, *(tell_in_time(each, me) for each in readings.in_time)]


def tell_habit(rival: RivalRead) -> str:
    lays = _LAYS_HIGH if rival.habit > 0 else _LAYS_LOW
    return say(lays, player=rival.player, spaces=say(SPACES[abs(rival.habit)]))


_LAYS_HIGH = later("{player} lays about {spaces} too high, by the looks of it: a habit that reading has learnt.")
_LAYS_LOW = later("{player} lays about {spaces} too low, by the looks of it: a habit that reading has learnt.")


def tell_in_time(each: InTime, me: str) -> str:
    suggestion = tell_suggestion(each.suggestion, me)
    if each.round is None:
        return say("In time for the final bets, {suggestion}", suggestion=suggestion)
    return say("In time for the bet of round {round}, {suggestion}", round=each.round, suggestion=suggestion)


def _tell_gained(decisions: int, bits: float) -> str:
    if abs(bits) < TELLING:
        return say_count(
            "On average over {count} decision the true hand was about as likely as by the hands alone.",
            "On average over {count} decisions the true hand was about as likely as by the hands alone.",
            decisions,
        )
    if bits >= 0:
        return say_count(
            "On average over {count} decision the true hand was {times} times as likely as by the hands alone.",
            "On average over {count} decisions the true hand was {times} times as likely as by the hands alone.",
            decisions,
            times=say_number(2**bits, ".1f"),
        )
    return say_count(
        "On average over {count} decision the true hand was only {percent} as likely as by the hands alone.",
        "On average over {count} decisions the true hand was only {percent} as likely as by the hands alone.",
        decisions,
        percent=say_percent(2**bits),
    )


def _tell_rival(rival: RivalRead) -> str:
    places = {"player": rival.player, "times": say_number(2**rival.bits, ".1f")}
    if rival.bits > TELLING:
        return say_count(
            "{player}: {count} bet could be read (the true hand {times} times as likely)",
            "{player}: {count} bets could be read (the true hand {times} times as likely)",
            rival.bets,
            **places,
        )
    if rival.bits < -TELLING:
        return say_count(
            "{player}: {count} bet misled (the true hand {times} times as likely)",
            "{player}: {count} bets misled (the true hand {times} times as likely)",
            rival.bets,
            **places,
        )
    return say_count(
        "{player}: {count} bet told next to nothing (the true hand {times} times as likely)",
        "{player}: {count} bets told next to nothing (the true hand {times} times as likely)",
        rival.bets,
        **places,
    )


# Where the game turned, what to learn from it, and who could have known first.


WORTH = 0.02  # chance to win: less is not worth a lesson
MOST_LESSONS, MOST_EXAMPLES = 3, 3
_LESSONS = {
    UNCROSSED: later("Cross out first, then choose. Certain, but still open: {examples}."),
    LAID_OFF: later("Choose better which card to lay off: {examples}."),
    TOO_LONG: later("Dare shorter bets: {examples}."),
    TOO_SHORT: later("Take longer bets: {examples}."),
    ELSEWHERE: later("Bet where the likely sums are: {examples}."),
    FINALS: later("Weigh the final bets again: {examples}."),
}


def tell_turning(turning: TurningPoint) -> str:
    """Where the game turned, and what was done there."""
    place = {"round": turning.round, "line": turning.line.number, "text": turning.text}
    if turning.kind == FINAL:
        return say("At the end, line {line}: {text}", **place)
    return say("Round {round}, line {line}: {text}", **place)


def tell_lessons(review: Review) -> list[tuple[str, float | None]]:
    """Three things to learn with what they cost, the dearest first; if less was lost, what else could be better."""
    told = [(_tell_lesson(lesson), lesson.cost) for lesson in review.lessons if lesson.cost >= LITTLE]
    return [*told, *((text, None) for text in _tell_more(review))][:MOST_LESSONS]


def _tell_lesson(lesson: Mistakes) -> str:
    if lesson.kind == UNCROSSED:
        examples = "; ".join(_tell_uncrossed(lesson))
    else:
        examples = ", ".join(map(_tell_slip, lesson.slips[:MOST_EXAMPLES]))
    return say(_LESSONS[lesson.kind], examples=examples)


def _tell_slip(slip: Mistake) -> str:
    named = {"best": say(slip.best), "chosen": say(slip.chosen)}  # a colour, `nothing`, or figures, which stay
    if slip.loss:
        return say("{best} on {colour} instead of {chosen}", colour=say(slip.loss.colour), **named)
    return say("{best} instead of {chosen} in round {round}", round=slip.round, **named)


def _tell_uncrossed(lesson: Mistakes) -> Iterator[str]:
    """Round by round, the dearest ones, what was certain and still open."""
    for number in sorted(list(dict.fromkeys(slip.round for slip in lesson.slips))[:MOST_EXAMPLES]):
        out: dict[str, set[int]] = {}
        for missed in (missed for slip in lesson.slips if slip.round == number for missed in slip.missed):
            out.setdefault(missed.colour, set()).update(missed.numbers)
        cards = all_of(name_cards((colour, sorted(numbers)) for colour, numbers in out.items()))
        yield say("{cards} in round {round}", cards=cards, round=number)


def _tell_more(review: Review) -> Iterator[str]:
    finals = review.final_bets
    if finals and isinstance(finals.winning, Winning) and finals.winning.best - finals.winning.chance >= WORTH:
        yield _tell_better_win(finals.winning)
    late = [missed for missed in review.pad.missed if missed.crossed is None]
    if late:
        cards = format_missed(tuple(late[:MOST_EXAMPLES]))
        yield say("Cross out as soon as it is certain: {cards}.", cards=cards)
    if review.readings and review.readings.in_time:
        told = tell_in_time(review.readings.in_time[0], review.table.you(review.seat))
        yield say("Read the others' bets. {example}", example=told)


def _tell_better_win(winning: Winning) -> str:
    places = _win_places(winning)
    if winning.sampled is None:
        known = later("Bet for the win at the end: chance to win {chance}; the best found: {best} with {bets}.")
        return say(known, **places)
    judged = later(
        "Bet for the win at the end: chance to win {chance}; the best found, judged on {hands} hands drawn by chance: "
        "{best} with {bets}."
    )
    return say(judged, **places)


def tell_first(reviews: Sequence[Review]) -> Iterator[str]:
    """Who could be certain of a card first, and who later or never."""
    found = [(next((one for one in review.rounds if one.certain), None), review.seat) for review in reviews]
    early = sorted(((one, seat) for one, seat in found if one), key=lambda each: each[0].number)
    told = [
        {
            "player": seat,
            "cards": all_of(say_card(each.colour, each.numbers[0]) for each in one.certain),
            "round": one.number,
        }
        for one, seat in early
    ]
    for first in told[:1]:
        yield say("{player} could be certain of a card first: {cards}, after round {round}.", **first)
    if told[1:]:
        then = all_of(say("{player} ({cards}, after round {round})", **one) for one in told[1:])
        yield say("Then {players}.", players=then)
    never = [seat for one, seat in found if not one]
    if never:
        yield say("{players} could not be certain of any card.", players=all_of(never))
