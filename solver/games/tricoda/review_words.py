"""The sentences of a review of Tricoda, the same on a terminal and on a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from solver.chronicle import Lesson, Turning, tell_scores
from solver.english import all_of, capital, format_chance, plural, who, whose
from solver.games.tricoda.advice import LEAST, QUESTION_WORTH
from solver.games.tricoda.courses import Course, Point
from solver.games.tricoda.facts import Recount, say_false_answer
from solver.games.tricoda.review import EARLY, LATE, NEVER, OTHER, Cost, Judged, Review
from solver.games.tricoda.rules import format_code, say_answer
from solver.games.tricoda.table import Asked, Table

LUCK = (
    "Luck with questions: how much likelier the best code became than could be expected of the cards left. Luck with "
    "declarations: points won, less what the chances promised. Both in points."
)
_ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def name_rack(course: Course, table: Table) -> str:
    """`your second rack`; the only one needs no number."""
    holder, order = course.rack.holder, course.rack.order
    which = f"{_ORDER[order - 1]} " if order <= len(_ORDER) else f"{order}th "
    return f"{whose(holder, table.me)} {which if len(table.racks[holder]) > 1 else ''}rack"


def name_question(asked: Asked) -> str:
    return f"question {asked.number} (card {asked.card}, line {asked.line.number})"


# The result.


def tell_result(table: Table) -> str:
    return f"{f'{table.winner} wins' if table.winner else 'Nobody has won yet'}: {tell_scores(table.points)}."


def tell_evening(tables: Sequence[Table]) -> str:
    """Who won how many of several games."""
    wins = Counter(table.winner for table in tables if table.winner)
    return f"Games won: {tell_scores(wins)}." if wins else "Nobody has won a game yet."


def tell_account(review: Review) -> Iterator[str]:
    """What the seat declared, what it gave up, and what was luck."""
    player, judged = review.seat, review.judged_of(review.seat)
    name = who(player, review.table.me, "You")
    if not judged:
        yield f"{name} declared nothing."
    else:
        hoped = f"the chances promised {sum(one.chance for one in judged):.2f}"
        times = "once" if len(judged) == 1 else f"{len(judged)} times"
        yield f"{name} declared {times} and won {plural(sum(one.claim.right for one in judged), 'point')}; {hoped}."
    lost = sum(cost.points for cost in review.costs if cost.player == player)
    luck = review.luck_of(player)
    gave = f"Given up: {lost:.2f} points." if lost >= 0.005 else "Nothing was given up."
    by_cards, by_declaring = f"{luck.questions:+.2f} points", f"{luck.declarations:+.2f} points"
    yield f"{gave} Luck: {by_cards} by the questions that came, {by_declaring} by declarations that came true or not."


# The turning point, and what to learn.


def tell_turning(review: Review) -> Turning | None:
    """The dearest choice of the seat; else the declaration in which luck did most."""
    dearest = next((cost for cost in review.costs if cost.player == review.seat), None)
    if dearest and dearest.points >= QUESTION_WORTH / 2:
        return Turning(tell_cost(dearest, review.table), _ADVICE[dearest.kind])
    by_luck = max(review.judged, key=lambda one: abs(one.luck), default=None)
    if by_luck is None or abs(by_luck.luck) < 0.005:
        return None
    again = by_luck.outlook.declare and review.seat == by_luck.claim.player
    return Turning(_tell_luck(by_luck, review.table), "That was luck." + " Do the same next time." * again)


def _tell_luck(judged: Judged, table: Table) -> str:
    claim, was = judged.claim, "were" if judged.claim.player == table.me else "was"
    said = f"After question {claim.after} {who(claim.player, table.me)} declared {format_code(claim.code)}"
    truth = f": it was {format_code(judged.true)}" if judged.true and not claim.right else ""
    return f"{said} at {format_chance(judged.chance)} and {was} {claim.outcome}{truth}."


_ADVICE = {
    LATE: "Next time declare as soon as the chance is good: every question waited for helps the others.",
    EARLY: "Next time wait for one more question: it lifts the chance by more than it costs.",
    OTHER: "Next time declare the likeliest code: count the stones that are left for each.",
    NEVER: "Next time declare what you know before somebody else ends the game.",
}
_RULE = {
    LATE: "Declare as soon as the chance is good.",
    EARLY: "Wait while the next question will tell more than it costs.",
    OTHER: "Declare the likeliest code.",
    NEVER: "Declare what you know before the game ends.",
}


def tell_cost(cost: Cost, table: Table) -> str:
    """What was given up with one rack, in a sentence."""
    rack, player = name_rack(cost.course, table), who(cost.player, table.me)
    judged, ripe = cost.judged, cost.course.ripe
    if judged is None:
        return f"{_ripe(cost.course, table)}, and {player} never declared it."
    if cost.kind == LATE and ripe:
        waited = plural(cost.after - ripe.asked.number, "question")
        return f"{_ripe(cost.course, table)}; {player} declared it {waited} later."
    assert judged.best is not None
    code, at = format_code(judged.claim.code), format_chance(judged.chance)
    best = f"{format_code(judged.best.code)} had {format_chance(judged.best.chance)}"
    if cost.kind == EARLY and judged.best.chance < LEAST:
        best = f"no code had more than {format_chance(judged.best.chance)} yet"
    elif cost.kind == EARLY:
        best = f"waiting for one more question was worth {format_chance(judged.outlook.waiting)}"
    return f"After question {cost.after} {player} declared {code} on {rack} at {at}; {best}."


def _ripe(course: Course, table: Table) -> str:
    assert course.ripe is not None
    assert course.ripe.known.best is not None
    best, after = course.ripe.known.best, course.ripe.asked.number
    sure = "certain" if best.chance == 1 else f"at {format_chance(best.chance)}"
    return f"{format_code(best.code)} on {name_rack(course, table)} was {sure} after question {after}"


def tell_lessons(review: Review) -> tuple[Lesson, ...]:
    """At most three things to learn, dearest first."""
    table, lessons = review.table, list[Lesson]()
    false = [recount for recount in review.false_answers if recount.asked.reader == review.seat]
    if false:
        first = next(tell_false_answers(table, false))
        lessons.append(Lesson(f"Count twice before you answer. {first}{_in_all(len(false))}"))
    groups: dict[str, list[Cost]] = {}
    for cost in review.costs:
        if cost.player == review.seat:
            groups.setdefault(cost.kind, []).append(cost)
    for group in sorted(groups.values(), key=lambda group: -sum(cost.points for cost in group)):
        text = f"{_RULE[group[0].kind]} {tell_cost(group[0], table)}{_in_all(len(group))}"
        lessons.append(Lesson(text, sum(cost.points for cost in group)))
    return (*lessons, *map(Lesson, _observations(review)))[:3]


def _in_all(times: int) -> str:
    return f" So {times} times in all." if times > 1 else ""


def _observations(review: Review) -> Iterator[str]:
    """What is worth knowing where little was given up."""
    told = [point for course in review.courses_of(review.seat) if (point := course.most_telling)]
    if told:
        most = max(told, key=lambda point: point.factor)
        yield f"Mark the questions that tell much. {tell_told(most, review.table, review.seat)}"
    hardest = max(review.deductions, key=lambda one: len(one.prove()[0]), default=None)
    if hardest:
        steps = plural(len(hardest.prove()[0]), "step")
        yield f"The hardest to find. After question {hardest.asked.number}: {hardest.text}. The proof has {steps}."
    rival = max((c for c in review.courses if c.rack.holder != review.seat), key=_slept, default=None)
    if rival and _slept(rival):
        slept = plural(_slept(rival), "question")
        yield f"Others are slow, too. {_ripe(rival, review.table)}, {slept} before it was declared or gone."


def _slept(course: Course) -> int:
    """For how many questions a ripe rack stood there."""
    return course.points[-1].asked.number - course.ripe.asked.number if course.ripe else 0


# Racks and questions.


def tell_told(point: Point, table: Table, player: str) -> str:
    """How much a question told a player."""
    asked, after, before = point.asked, len(point.known.guesses), plural(len(point.before.guesses), "code")
    assert asked.answer is not None
    said = "You see" if asked.reader == table.me else f"{asked.reader} sees"
    answer = say_answer(table.question(asked.card), asked.answer)
    return f"{capital(name_question(asked))}, {said} {answer}, left {who(player, table.me)} {after} of {before}."


def tell_course(course: Course, table: Table) -> Iterator[str]:
    """A rack in sentences: what told most, when it was known, when to have declared and when it was."""
    player = course.rack.holder
    if told := course.most_telling:
        yield f"Told most: {tell_told(told, table, player)}"
    if course.misled_after:
        yield f"Only a wrong code was left after question {course.misled_after.number}: an answer was false."
    if course.doubted_after:
        yield f"From question {course.doubted_after.number} on false answers are left out: nothing fits them."
    if course.lost_after:
        yield f"After question {course.lost_after.number} no code fits all that was heard."
    else:
        yield tell_when(course, table)


def tell_when(course: Course, table: Table) -> str:
    claim, ripe, known = course.rack.declared, course.ripe, course.known_after
    certain = f"Certain after question {known.number}." if known else "It was never certain."
    best = ripe.known.best if ripe else None
    if ripe is None or best is None:
        when = "To wait was better throughout."
    elif best.chance == 1:
        when = f"Time to declare: after question {ripe.asked.number}."
    else:
        code, chance = format_code(best.code), format_chance(best.chance)
        when = f"Time to declare: after question {ripe.asked.number}, {code} at {chance}."
    if claim is None:
        return f"{certain} {when} {who(course.rack.holder, table.me, 'You')} did not declare it."
    declared = f"{who(claim.player, table.me, 'You')} declared after question {claim.after}: {claim.outcome}"
    return f"{certain} {when} {declared}."


def tell_declaration(judged: Judged, table: Table) -> str:
    claim, trusting = judged.claim, " without false answers" * judged.known.doubted
    text = f"{who(claim.player, table.me, 'You')}, after question {claim.after}: {format_code(claim.code)} "
    text += f"{claim.outcome}, at {format_chance(judged.chance)}{trusting}: {judged.verdict}"
    if judged.best and judged.chance < judged.best.chance:
        text += f" ({format_code(judged.best.code)} at {format_chance(judged.best.chance)})"
    if judged.known_after and judged.known_after.number < claim.after:
        text += f"; it could be known since question {judged.known_after.number}"
    if judged.true and not claim.right:
        text += f"; it was {format_code(judged.true)}"
    return f"{text}."


def tell_most(review: Review) -> str:
    """The question that told the table most."""
    asked = review.most_telling
    if asked is None:
        return "No question told anybody anything."
    parts = [
        f"{who(course.rack.holder, review.table.me)} {len(point.known.guesses)} of {len(point.before.guesses)}"
        for course, point in review.points_of(asked)
        if point.factor > 1
    ]
    return f"{capital(name_question(asked))} told most: it left {all_of(parts)}."


# The answers.


def tell_answers(review: Review) -> str:
    """How many answers are true."""
    answers, false = len(review.recounts), len(review.false_answers)
    sure = sum(recount.true is not None for recount in review.recounts)
    if not answers:
        return "No question has been asked yet."
    if not sure:
        return "No answer can be counted again: stones that the readers saw are not typed."
    which = f"All {sure} answers" if sure == answers > 1 else f"{sure} of {plural(answers, 'answer')}"
    which = "The one answer" if answers == 1 else which
    found = (
        f"{false} {'was' if false == 1 else 'were'} false" if false else f"{'it was' if sure == 1 else 'all were'} true"
    )
    return f"{which} {'was' if sure == 1 else 'were'} counted again from the stones in sight then: {found}."


def tell_false_answers(table: Table, false: Iterable[Recount]) -> Iterator[str]:
    for recount in false:
        yield f"{capital(name_question(recount.asked))}: {say_false_answer(table, recount)}."


def tell_known_first(review: Review) -> str:
    """Who could know a code before anybody else."""
    found = [(asked.number, course) for course in review.courses if (asked := course.known_after)]
    if not found:
        return "Nobody could ever be certain of a code."
    first = min(number for number, _ in found)
    names = all_of(who(course.rack.holder, review.table.me) for number, course in found if number == first)
    return f"First to know a code for certain, after question {first}: {names}."
