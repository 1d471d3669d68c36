"""The review of a game of Tricoda: false answers, declarations, and when each code could first be known."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from cli.games.tricoda.sheet import show_points
from cli.views.console import say, show_notes
from cli.views.faults import show_error
from solver.english import format_chance
from solver.games.tricoda.facts import say_false_answer
from solver.games.tricoda.review.courses import Course
from solver.games.tricoda.review.declarations import Judged
from solver.games.tricoda.review.review import Review, Reviews
from solver.games.tricoda.rules import format_code


def show_review(console: Console, review: Review | Reviews) -> None:
    for place, game in enumerate(review.games if isinstance(review, Reviews) else (review,)):
        if place:
            console.print()
        show_game(console, game)


def show_game(console: Console, review: Review) -> None:
    table = review.table
    asked = f"{table.round} question{'s' * (table.round != 1)}"
    console.print(Text.assemble(("Tricoda", "bold"), f" · review · {asked}"))
    show_points(console, table)
    console.print()
    show_answers(console, review)
    show_declarations(console, review)
    show_courses(console, review)
    show_notes(console, review.notes)
    for warning in table.warnings:
        show_error(console, warning)


def show_answers(console: Console, review: Review) -> None:
    console.print(Text("Answers counted again", style="bold"))
    for recount in review.false_answers:
        where = f"question {recount.asked.number}, line {recount.asked.line.number}, card {recount.asked.card}"
        say(console, f"{where}: {say_false_answer(review.table, recount)}.", indent=2, style="bold red", mark="✗ ")
    sure = sum(recount.true is not None for recount in review.recounts)
    console.print(f"  {_counted(len(review.recounts), sure, len(review.false_answers))}")
    unsure = len(review.recounts) - sure
    if unsure and sure:
        console.print(Text(f"  {unsure} cannot be counted: stones are not typed", style="dim"))
    console.print()


def _counted(answers: int, sure: int, false: int) -> str:
    """How many answers are true."""
    if not answers:
        return "no question has been asked yet"
    if not sure:
        return "none: for each, stones that the reader saw are not typed"
    if false:
        return f"{sure - false} of {sure} {_are(sure - false)} true, {false} {_are(false)} false"
    return "the only one that can be counted is true" if sure == 1 else f"all {sure} that can be counted are true"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def show_declarations(console: Console, review: Review) -> None:
    if not review.judged:
        return
    console.print(Text("Declarations", style="bold"))
    for judged in review.judged:
        say(console, _declaration(judged), indent=2)
    console.print()


def _declaration(judged: Judged) -> str:
    claim = judged.claim
    outcome = "right" if claim.right else "wrong"
    text = f"{claim.player}, after question {claim.after}: {format_code(claim.code)} {outcome}, "
    text += f"at {format_chance(judged.chance)}{' without false answers' * judged.known.doubted}: {judged.verdict}"
    if judged.best and judged.chance < judged.best.chance:
        text += f" ({format_code(judged.best.code)} at {format_chance(judged.best.chance)})"
    if judged.known_after and judged.known_after.number < claim.after:
        text += f"; it could be known since question {judged.known_after.number}"
    if judged.true and not claim.right:
        text += f"; it was {format_code(judged.true)}"
    return f"{text}."


def show_courses(console: Console, review: Review) -> None:
    courses = [course for course in review.courses if course.points]
    if not courses:
        return
    console.print(Text("Codes possible for each rack's owner, question by question", style="bold"))
    for course in courses:
        say(console, _course(course), indent=2)
    console.print()


def _course(course: Course) -> str:
    code = format_code(course.code) if course.code else "? ? ?"
    first, last = course.points[0].asked.number, course.points[-1].asked.number
    span = f"question {first}" if first == last else f"questions {first}-{last}"
    codes = " ".join(str(len(point.known.guesses)) for point in course.points)
    return "; ".join((f"{course.rack.holder}, {code}, {span}: {codes}", *_turns(course)))


def _turns(course: Course) -> Iterator[str]:
    """When something became clear, or a false answer hid it."""
    if course.misled_after:
        yield f"only a wrong code left after question {course.misled_after.number}: an answer was false"
    if course.doubted_after:
        yield f"from question {course.doubted_after.number} without false answers"
    yield f"known after question {course.known_after.number}" if course.known_after else "never certain"
