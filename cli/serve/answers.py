"""What a seat is told, made from its view alone: the state for its page, answers to questions, the story at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cli.serve.room import View
from cli.views.page import make_page
from solver import commands
from solver.game import Opened, Recounts, Told
from solver.grammar import COMMON, OPENING, suggest_words
from solver.log import unreadable


def describe(view: View) -> dict[str, object]:
    """All that a page shows: whose move it is, the sheet as far as `aid` allows, and the table."""
    opened, step = view.opened, view.opened.next_step()
    awaited = [{"verb": one.verb, "players": list(one.players), "next": list(one.next)} for one in opened.awaited()]
    return {
        "version": view.version,
        "player": view.seat,
        "players": list(opened.opening.players),
        "aid": str(opened.opening.aid),
        "prompt": {
            "title": step.title,
            "awaited": awaited,
            "over": step.offer == "review",
            "reviewable": opened.over,
            "proposals": list(step.proposals),
        },
        "sheet": commands.show(opened, view.seat).data(),
        "table": opened.scene(),
        "said": view.said,
    }


def tell_story(view: View) -> str:
    game, logs = view.opened.game, [view.opened]
    if not isinstance(game, Recounts):
        raise unreadable(None, f"There is no page for a review of {game.title}.", "Go back to the pad.")
    return make_page(game.recount(logs, commands.review(logs, view.seat)))


def tell_table(seats: Mapping[str, Opened]) -> str:
    """The story of the whole table, from what all its seats had."""
    return make_page(commands.review_table(seats).story)


def list_lines(view: View, alone: bool) -> list[dict[str, object]]:
    """Every kind of line there is, with the words it can be made of, for what has no button of its own."""
    opened, verbs = view.opened, view.opened.game.verbs
    settled = [verb.name for verb in (OPENING if alone else COMMON)]  # at a table also how much help there is
    note: dict[str, object] = {"name": "#", "form": "# a note", "means": "words to yourself", "words": []}
    lines: list[dict[str, object]] = [
        {
            "name": verb.name,
            "form": verb.form,
            "means": verb.means,
            "words": suggest_words(f"{verb.name} ", verbs, opened.opening, opened.words()),
        }
        for verb in sorted(verbs, key=lambda verb: verb in COMMON)  # what is seldom needed comes last
        if verb.name not in settled
    ]
    return [*lines, note] if alone else lines


LEVELS = {"1": 1, "2": 2}  # how much a hint tells besides where to look

QUESTIONS: dict[str, Callable[[View, Mapping[str, str]], Told]] = {
    "why": lambda view, asked: commands.why(view.opened, view.seat, asked.get("claim", "").split()),
    "advise": lambda view, asked: commands.advise(
        view.opened, view.seat, {name: value for name, value in asked.items() if name != "version"}
    ),
    "check": lambda view, _: commands.check(view.opened, view.seat),
    "hint": lambda view, asked: commands.hint(view.opened, view.seat, LEVELS.get(asked.get("more", ""), 0)),
    "review": lambda view, _: commands.review([view.opened], view.seat),
}
