"""The sentences of a review of Tricoda, the same on a terminal and on a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solver.chronicle import Lesson, Turning, tell_scores
from solver.english import (
    all_of,
    capital,
    format_chance,
    format_figure,
    ordinal,
    say_points,
)
from solver.games.tricoda.advice import LEAST, QUESTION_WORTH
from solver.games.tricoda.courses import Course, Point
from solver.games.tricoda.facts import Recount
from solver.games.tricoda.review import EARLY, LATE, NEVER, OTHER, Cost, JudgedClaim, Review
from solver.games.tricoda.rules import format_code
from solver.games.tricoda.table import Asked, Table
from solver.games.tricoda.words.addressed import Addressed
from solver.games.tricoda.words.answers import say_answer
from solver.games.tricoda.words.proofs import say_false_answer
from solver.games.tricoda.words.sheet import say_codes
from solver.language import later, say, say_count

LUCK = later(
    "Luck with questions: how much likelier the best code became than could be expected of the cards left. Luck with "
    "declarations: points won, less what the chances promised. Both in points."
)
LUCKY = later("That was luck.")
LUCKY_AND_RIGHT = later("That was luck. Do the same next time.")
_ORDER = (
    later("first rack"),
    later("second rack"),
    later("third rack"),
    later("fourth rack"),
    later("fifth rack"),
    later("sixth rack"),
    later("seventh rack"),
    later("eighth rack"),
    later("ninth rack"),
)
_OWN_RACK = Addressed(later("your {rack}"), later("{name}'s {rack}"))


def name_rack(course: Course, table: Table) -> str:
    """`your second rack`; the only one needs no number."""
    holder, order = course.rack.holder, course.rack.order
    rack = say(_ORDER[order - 1]) if order <= len(_ORDER) else say("{nth} rack", nth=ordinal(order))
    return _OWN_RACK.to(holder, table.me, rack=rack if len(table.racks[holder]) > 1 else say("rack"))


def name_question(asked: Asked) -> str:
    return say(
        "question {number} (card {card}, line {line})", number=asked.number, card=asked.card, line=asked.line.number
    )


# The result.


def tell_result(table: Table) -> str:
    scores = tell_scores(table.points)
    if table.winner:
        return say("{player} wins: {scores}.", player=table.winner, scores=scores)
    return say("Nobody has won yet: {scores}.", scores=scores)


_NOTHING_DECLARED = Addressed(later("You declared nothing."), later("{name} declared nothing."))
_DECLARED_ONCE = Addressed(
    later("You declared once and won {points}; the chances promised {hoped}."),
    later("{name} declared once and won {points}; the chances promised {hoped}."),
)
_DECLARED_OFTEN = Addressed(
    later("You declared {times} times and won {points}; the chances promised {hoped}."),
    later("{name} declared {times} times and won {points}; the chances promised {hoped}."),
)
_GIVEN_UP = later(
    "Given up: {lost}. Luck: {questions} points by the questions that came, "
    "{declarations} points by declarations that came true or not."
)
_NOTHING_GIVEN_UP = later(
    "Nothing was given up. Luck: {questions} points by the questions that came, "
    "{declarations} points by declarations that came true or not."
)


def tell_account(review: Review) -> Iterator[str]:
    """What the seat declared, what it gave up, and what was luck."""
    player, me, judged = review.seat, review.table.me, review.judged_of(review.seat)
    if not judged:
        yield _NOTHING_DECLARED.to(player, me)
    else:
        points = say_points(sum(one.claim.right for one in judged))
        hoped = format_figure(sum(one.chance for one in judged))
        told = _DECLARED_ONCE if len(judged) == 1 else _DECLARED_OFTEN
        yield told.to(player, me, times=len(judged), points=points, hoped=hoped)
    lost, luck = sum(cost.points for cost in review.costs if cost.player == player), review.luck_of(player)
    gave = _NOTHING_GIVEN_UP if format_figure(lost) == "0" else _GIVEN_UP
    by_luck = {"questions": format_figure(luck.questions, "+"), "declarations": format_figure(luck.declarations, "+")}
    yield say(gave, lost=say_points(lost), **by_luck)


# The turning point, and what to learn.


def tell_turning(review: Review) -> Turning | None:
    """The dearest choice of the seat; else the declaration in which luck did most."""
    dearest = next((cost for cost in review.costs if cost.player == review.seat), None)
    if dearest and dearest.points >= QUESTION_WORTH / 2:
        return Turning(tell_cost(dearest, review.table), say(_ADVICE[dearest.kind]))
    by_luck = max(review.judged, key=lambda one: abs(one.luck), default=None)
    if by_luck is None or abs(by_luck.luck) < 0.005:
        return None
    again = by_luck.outlook.declare and review.seat == by_luck.claim.player
    return Turning(_tell_luck(by_luck, review.table), say(LUCKY_AND_RIGHT if again else LUCKY))


_WAS_RIGHT = Addressed(
    later("After question {after} you declared {code} at {chance} and were right."),
    later("After question {after} {name} declared {code} at {chance} and was right."),
)
_WAS_WRONG = Addressed(
    later("After question {after} you declared {code} at {chance} and were wrong."),
    later("After question {after} {name} declared {code} at {chance} and was wrong."),
)
_WAS_ANOTHER = Addressed(
    later("After question {after} you declared {code} at {chance} and were wrong: it was {true}."),
    later("After question {after} {name} declared {code} at {chance} and was wrong: it was {true}."),
)


def _tell_luck(judged: JudgedClaim, table: Table) -> str:
    claim, true = judged.claim, format_code(judged.true or ())
    told = _WAS_RIGHT if claim.right else _WAS_ANOTHER if judged.true else _WAS_WRONG
    code, chance = format_code(claim.code), format_chance(judged.chance)
    return told.to(claim.player, table.me, after=claim.after, code=code, chance=chance, true=true)


_ADVICE = {
    LATE: later("Next time declare as soon as the chance is good: every question waited for helps the others."),
    EARLY: later("Next time wait for one more question: it lifts the chance by more than it costs."),
    OTHER: later("Next time declare the likeliest code: count the stones that are left for each."),
    NEVER: later("Next time declare what you know before somebody else ends the game."),
}
_RULE = {
    LATE: later("Declare as soon as the chance is good."),
    EARLY: later("Wait while the next question will tell more than it costs."),
    OTHER: later("Declare the likeliest code."),
    NEVER: later("Declare what you know before the game ends."),
}


_NEVER_DECLARED = {  # by whether the code was certain
    True: Addressed(
        later("{code} on {rack} was certain after question {ripe}, and you never declared it."),
        later("{code} on {rack} was certain after question {ripe}, and {name} never declared it."),
    ),
    False: Addressed(
        later("{code} on {rack} was at {chance} after question {ripe}, and you never declared it."),
        later("{code} on {rack} was at {chance} after question {ripe}, and {name} never declared it."),
    ),
}
_DECLARED_LATE = {
    True: Addressed(
        later("{code} on {rack} was certain after question {ripe}; you declared it {waited} later."),
        later("{code} on {rack} was certain after question {ripe}; {name} declared it {waited} later."),
    ),
    False: Addressed(
        later("{code} on {rack} was at {chance} after question {ripe}; you declared it {waited} later."),
        later("{code} on {rack} was at {chance} after question {ripe}; {name} declared it {waited} later."),
    ),
}
_SLEPT = {
    True: later("{code} on {rack} was certain after question {ripe}, {slept} before it was declared or gone."),
    False: later("{code} on {rack} was at {chance} after question {ripe}, {slept} before it was declared or gone."),
}
_TOO_UNSURE = Addressed(
    later("After question {after} you declared {code} on {rack} at {at}; no code had more than {best} yet."),
    later("After question {after} {name} declared {code} on {rack} at {at}; no code had more than {best} yet."),
)
_TOO_EARLY = Addressed(
    later(
        "After question {after} you declared {code} on {rack} at {at}; "
        "waiting for one more question was worth {waiting}."
    ),
    later(
        "After question {after} {name} declared {code} on {rack} at {at}; "
        "waiting for one more question was worth {waiting}."
    ),
)
_ANOTHER_CODE = Addressed(
    later("After question {after} you declared {code} on {rack} at {at}; {other} had {best}."),
    later("After question {after} {name} declared {code} on {rack} at {at}; {other} had {best}."),
)


def tell_cost(cost: Cost, table: Table) -> str:
    """What was given up with one rack, in a sentence."""
    judged, ripe, player = cost.judged, cost.course.ripe, cost.player
    if judged is None:
        return _NEVER_DECLARED[_is_certain(cost.course)].to(player, table.me, **_ripe(cost.course, table))
    if cost.kind == LATE and ripe:
        waited = say_questions(cost.after - ripe.asked.number)
        late = _DECLARED_LATE[_is_certain(cost.course)]
        return late.to(player, table.me, waited=waited, **_ripe(cost.course, table))
    assert judged.best is not None
    told = _ANOTHER_CODE
    if cost.kind == EARLY:
        told = _TOO_UNSURE if judged.best.chance < LEAST else _TOO_EARLY
    return told.to(
        player,
        table.me,
        after=cost.after,
        code=format_code(judged.claim.code),
        rack=name_rack(cost.course, table),
        at=format_chance(judged.chance),
        other=format_code(judged.best.code),
        best=format_chance(judged.best.chance),
        waiting=format_chance(judged.outlook.waiting),
    )


def _is_certain(course: Course) -> bool:
    return course.ripe is not None and course.ripe.best == 1


def _ripe(course: Course, table: Table) -> dict[str, object]:
    """The code that it was time to declare: on which rack, how likely, and after which question."""
    assert course.ripe is not None
    assert course.ripe.known.best is not None
    best, after = course.ripe.known.best, course.ripe.asked.number
    rack, chance = name_rack(course, table), format_chance(best.chance)
    return {"code": format_code(best.code), "rack": rack, "chance": chance, "ripe": after}


def tell_lessons(review: Review) -> tuple[Lesson, ...]:
    """At most three things to learn, dearest first."""
    table, lessons = review.table, list[Lesson]()
    false = [recount for recount in review.false_answers if recount.asked.reader == review.seat]
    if false:
        first = next(tell_false_answers(table, false))
        lessons.append(Lesson(_join(say("Count twice before you answer."), first, _in_all(len(false)))))
    groups: dict[str, list[Cost]] = {}
    for cost in review.costs:
        if cost.player == review.seat:
            groups.setdefault(cost.kind, []).append(cost)
    for group in sorted(groups.values(), key=lambda group: -sum(cost.points for cost in group)):
        text = _join(say(_RULE[group[0].kind]), tell_cost(group[0], table), _in_all(len(group)))
        lessons.append(Lesson(text, sum(cost.points for cost in group)))
    return (*lessons, *map(Lesson, _observations(review)))[:3]


def _in_all(times: int) -> str:
    return say("So {times} times in all.", times=times) if times > 1 else ""


def _join(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def say_questions(count: int) -> str:
    return say_count("{count} question", "{count} questions", count)


def _observations(review: Review) -> Iterator[str]:
    """What is worth knowing where little was given up."""
    telling = [point for course in review.courses_of(review.seat) if (point := course.most_telling)]
    if telling:
        most = max(telling, key=lambda point: point.factor)
        yield _join(say("Mark the questions that tell much."), tell_told(most, review.table, review.seat))
    hardest = max(review.deductions, key=lambda one: len(one.prove()[0]), default=None)
    if hardest:
        found = say("After question {number}: {found}.", number=hardest.asked.number, found=hardest.text)
        steps = say_count("The proof has {count} step.", "The proof has {count} steps.", len(hardest.prove()[0]))
        yield _join(say("The hardest to find."), found, steps)
    rival = max((c for c in review.courses if c.rack.holder != review.seat), key=_slept, default=None)
    if rival and _slept(rival):
        slept = say_questions(_slept(rival))
        told = say(_SLEPT[_is_certain(rival)], slept=slept, **_ripe(rival, review.table))
        yield _join(say("Others are slow, too."), told)


def _slept(course: Course) -> int:
    """For how many questions a ripe rack stood there."""
    return course.points[-1].asked.number - course.ripe.asked.number if course.ripe else 0


# Racks and questions.


_YOU_SEE = Addressed(
    later("{question}, you see {answer}, left you {left} of {before}."),
    later("{question}, you see {answer}, left {name} {left} of {before}."),
)
_READER_SEES = Addressed(
    later("{question}, {reader} sees {answer}, left you {left} of {before}."),
    later("{question}, {reader} sees {answer}, left {name} {left} of {before}."),
)


def tell_told(point: Point, table: Table, player: str) -> str:
    """How much a question told a player."""
    asked, me = point.asked, table.me
    assert asked.answer is not None
    told = _YOU_SEE if asked.reader == me else _READER_SEES
    return told.to(
        player,
        me,
        question=capital(name_question(asked)),
        reader=asked.reader,
        answer=say_answer(table.question(asked.card), asked.answer),
        left=len(point.known.guesses),
        before=say_codes(len(point.before.guesses)),
    )


def tell_course(course: Course, table: Table) -> Iterator[str]:
    """A rack in sentences: what told most, when it was known, when to have declared and when it was."""
    player = course.rack.holder
    if told := course.most_telling:
        yield say("Told most: {told}", told=tell_told(told, table, player))
    if course.misled_after:
        misled = course.misled_after.number
        yield say("Only a wrong code was left after question {number}: an answer was false.", number=misled)
    if course.doubted_after:
        doubted = course.doubted_after.number
        yield say("From question {number} on false answers are left out: nothing fits them.", number=doubted)
    if course.lost_after:
        yield say("After question {number} no code fits all that was heard.", number=course.lost_after.number)
    else:
        yield tell_when(course, table)


_NOT_DECLARED = Addressed(later("You did not declare it."), later("{name} did not declare it."))
_RIGHTLY = Addressed(
    later("You declared after question {after}: right."), later("{name} declared after question {after}: right.")
)
_WRONGLY = Addressed(
    later("You declared after question {after}: wrong."), later("{name} declared after question {after}: wrong.")
)


def tell_when(course: Course, table: Table) -> str:
    """Three sentences: when it was certain, when it was time to declare, and when it was declared."""
    claim, holder = course.rack.declared, course.rack.holder
    if claim is None:
        declared = _NOT_DECLARED.to(holder, table.me)
    else:
        declared = (_RIGHTLY if claim.right else _WRONGLY).to(holder, table.me, after=claim.after)
    return _join(_tell_certain(course), _tell_ripe(course), declared)


def _tell_certain(course: Course) -> str:
    known = course.known_after
    return say("Certain after question {number}.", number=known.number) if known else say("It was never certain.")


def _tell_ripe(course: Course) -> str:
    best = course.ripe.known.best if course.ripe else None
    if course.ripe is None or best is None:
        return say("To wait was better throughout.")
    after = course.ripe.asked.number
    if best.chance == 1:
        return say("Time to declare: after question {after}.", after=after)
    code, chance = format_code(best.code), format_chance(best.chance)
    return say("Time to declare: after question {after}, {code} at {chance}.", after=after, code=code, chance=chance)


_DECLARED = {  # by whether it was right, and whether false answers are left out
    (True, False): Addressed(
        later("You, after question {after}: {code} right, at {chance}: {verdict}."),
        later("{name}, after question {after}: {code} right, at {chance}: {verdict}."),
    ),
    (True, True): Addressed(
        later("You, after question {after}: {code} right, at {chance} without false answers: {verdict}."),
        later("{name}, after question {after}: {code} right, at {chance} without false answers: {verdict}."),
    ),
    (False, False): Addressed(
        later("You, after question {after}: {code} wrong, at {chance}: {verdict}."),
        later("{name}, after question {after}: {code} wrong, at {chance}: {verdict}."),
    ),
    (False, True): Addressed(
        later("You, after question {after}: {code} wrong, at {chance} without false answers: {verdict}."),
        later("{name}, after question {after}: {code} wrong, at {chance} without false answers: {verdict}."),
    ),
}


def tell_declaration(judged: JudgedClaim, table: Table) -> str:
    claim, verdict = judged.claim, say(judged.verdict)
    if judged.best and judged.chance < judged.best.chance:
        better, chance = format_code(judged.best.code), format_chance(judged.best.chance)
        verdict = say("{verdict} ({code} at {chance})", verdict=verdict, code=better, chance=chance)
    if judged.known_after and judged.known_after.number < claim.after:
        known = judged.known_after.number
        verdict = say("{verdict}; it could be known since question {number}", verdict=verdict, number=known)
    if judged.true and not claim.right:
        verdict = say("{verdict}; it was {code}", verdict=verdict, code=format_code(judged.true))
    return _DECLARED[claim.right, judged.known.doubted].to(
        claim.player,
        table.me,
        after=claim.after,
        code=format_code(claim.code),
        chance=format_chance(judged.chance),
        verdict=verdict,
    )


_LEFT = Addressed(later("you {left} of {before}"), later("{name} {left} of {before}"))


def tell_most(review: Review) -> str:
    """The question that told the table most."""
    asked, me = review.most_telling, review.table.me
    if asked is None:
        return say("No question told anybody anything.")
    left = [
        _LEFT.to(course.rack.holder, me, left=len(point.known.guesses), before=len(point.before.guesses))
        for course, point in review.points_of(asked)
        if point.factor > 1
    ]
    return capital(say("{question} told most: it left {left}.", question=name_question(asked), left=all_of(left)))


# The answers.


def tell_answers(review: Review) -> str:
    """How many answers are true."""
    answers, false = len(review.recounts), len(review.false_answers)
    sure = sum(recount.true is not None for recount in review.recounts)
    if not answers:
        return say("No question has been asked yet.")
    if not sure:
        return say("No answer can be counted again: stones that the readers saw are not typed.")
    if false == 0:
        found = say("it was true") if sure == 1 else say("all were true")
    else:
        found = say_count("{count} was false", "{count} were false", false)
    if answers == 1:
        return say("The one answer was counted again from the stones in sight then: {found}.", found=found)
    if sure == answers:
        return say(
            "All {sure} answers were counted again from the stones in sight then: {found}.", sure=sure, found=found
        )
    return say_count(
        "{count} of {answers} answers was counted again from the stones in sight then: {found}.",
        "{count} of {answers} answers were counted again from the stones in sight then: {found}.",
        sure,
        answers=answers,
        found=found,
    )


def tell_false_answers(table: Table, false: Iterable[Recount]) -> Iterator[str]:
    for recount in false:
        question, told = name_question(recount.asked), say_false_answer(table, recount)
        yield capital(say("{question}: {told}.", question=question, told=told))


def tell_known_first(review: Review) -> str:
    """Who could know a code before anybody else."""
    found = [(asked.number, course) for course in review.courses if (asked := course.known_after)]
    if not found:
        return say("Nobody could ever be certain of a code.")
    first = min(number for number, _ in found)
    names = all_of(_name(course.rack.holder, review.table.me) for number, course in found if number == first)
    return say("First to know a code for certain, after question {number}: {names}.", number=first, names=names)


def _name(player: str, me: str) -> str:
    return say("you") if player == me else player
