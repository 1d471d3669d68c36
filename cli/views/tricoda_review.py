"""The review of a game of Tricoda: false answers, declarations, and when each code could first be known."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cli.views.console import clean, format_chance, print_indented
from cli.views.faults import show_error
from cli.views.tricoda import show_points
from solver.games.tricoda.review import Course, Judged, Review, Reviews, say_false
from solver.games.tricoda.rules import format_code


def show_review(console: Console, review: Review | Reviews, name: str = "LOG") -> None:  # noqa: ARG001
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
    for note in review.notes:
        print_indented(console, Text(clean(note), style="yellow"), 2, "!")
    for warning in table.warnings:
        show_error(console, warning)


def show_answers(console: Console, review: Review) -> None:
    console.print(Text("Answers counted again", style="bold"))
    sure = [recount for recount in review.recounts if recount.true is not None]
    if not sure:
        console.print("  none: for each, stones that the reader saw are not typed")
    elif not review.false_answers:
        console.print(f"  all {len(sure)} that can be counted are true" if len(sure) > 1 else "  the one is true")
    for recount in review.false_answers:
        where = f"question {recount.asked.number}, line {recount.asked.line.number}, card {recount.asked.card}"
        text = Text(f"✗ {where}: {clean(say_false(review.table, recount))}.", style="bold red")
        print_indented(console, text, 2)
    unsure = len(review.recounts) - len(sure)
    if unsure and sure:
        console.print(Text(f"  {unsure} cannot be counted: stones are not typed", style="dim"))
    console.print()


def show_declarations(console: Console, review: Review) -> None:
    if not review.judged:
        return
    console.print(Text("Declarations", style="bold"))
    for judged in review.judged:
        print_indented(console, _declaration(judged), 2)
    console.print()


def _declaration(judged: Judged) -> Text:
    claim = judged.claim
    outcome = "right" if claim.right else "wrong"
    text = f"{clean(claim.player)}, after question {claim.after}: {format_code(claim.code)} {outcome}, "
    text += f"at {format_chance(judged.chance)}: {judged.verdict}"
    if judged.best and judged.chance < judged.best.chance:
        text += f" ({format_code(judged.best.code)} at {format_chance(judged.best.chance)})"
    if judged.known_after and judged.known_after.number < claim.after:
        text += f"; it could be known since question {judged.known_after.number}"
    if judged.true and not claim.right:
        text += f"; it was {format_code(judged.true)}"
    return Text(f"{text}.")


def show_courses(console: Console, review: Review) -> None:
    console.print(Text("Codes left for each rack's owner, question by question", style="bold"))
    for course in review.courses:
        if course.points:
            print_indented(console, _course(course), 2)
    console.print()


def _course(course: Course) -> Text:
    rack, known = course.rack, course.known_after
    code = format_code(rack.code) if rack.code else "? ? ?"
    span = f"questions {course.points[0].asked.number}-{course.points[-1].asked.number}"
    codes = " ".join(str(point.codes) for point in course.points)
    end = f"known after question {known.number}" if known else "never certain"
    return Text(f"{clean(rack.holder)}, {code}, {span}: {codes}; {end}")
