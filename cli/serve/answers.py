"""What a seat is told, made from its view alone: the state for its page, answers to questions, the story at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from cli.serve.views import LAST_HEARD, Announced, Asking, Clash, Entry, View, tell_clash
from cli.views.page import make_page
from solver import commands
from solver.game import Data, HasData, Opened, Recounts
from solver.grammar import COMMON, OPENING, suggest_words, unsaid
from solver.language import say
from solver.log import unreadable


def describe(view: View) -> dict[str, object]:
    """All that a page shows: whose move it is, the sheet as far as `aid` allows, and what else lies on the table."""
    view = view.said_anew()
    opened, step = view.opened, view.opened.next_step()
    sheet = commands.show(opened, view.seat).data()
    scene = opened.scene()
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
        "sheet": sheet,
        "table": {key: told for key, told in scene.items() if key not in sheet or sheet[key] != told},
        "said": view.said,
        "entries": _list_entries(view),
        "news": list_news(view.news[-LAST_HEARD:]),
        "mine": opened.learnt() or None,
        "undo": _offer_undo(view),
        "waiting": list(view.waiting),
        "clashes": [_describe_clash(view, clash) for clash in view.clashes],
        "away": list(view.away),
        "finals": _find_finals(scene, view.seat),
        "asked": [_describe_asking(view, asking) for asking in view.asked],
        "turned": view.turned,
        "rematch": list(view.rematch),
    }


def _list_entries(view: View) -> list[Data]:
    own = view.opened
    rounds, events = own.rounds_of_events(), own.reading.events
    return [
        {
            "id": entry.id,
            "kind": entry.kind,
            "player": entry.about,
            "round": rounds[entry.place],
            "line": own.game.format_event(entry.event),
            "text": own.tell_entry(unsaid(events[entry.place])),
            "by": entry.by,
            "mine": entry.is_mine(view.seat),
            "changeable": not entry.closed,
        }
        for entry in view.entries
    ]


def list_news(news: Iterable[Announced]) -> list[Data]:
    return [
        {"id": one.id, "text": one.heard.words(), "tone": one.heard.tone, "turned": one.heard.turned} for one in news
    ]


def _offer_undo(view: View) -> Data | None:
    last = view.last_own
    return None if last is None else {"id": last.id, "text": view.opened.ask_back(last.event)}


def _find_finals(scene: Data, seat: str) -> object:
    """The seat's own, once they are sent."""
    finals = scene.get("finals")
    return finals.get(seat) if isinstance(finals, dict) else None


def _describe_clash(view: View, clash: Clash) -> Data:
    """Who says what, and which entries of the seat cannot all be true."""
    sides = view.sides_of(clash)
    ids = [entry.id for entry in view.entries if entry.place in sides]
    by = next((entry.by for entry in view.entries if entry.place == sides[-1]), "")
    return clash.data() | {"text": tell_clash(view.opened, clash, sides, by), "ids": ids}


def _describe_asking(view: View, asking: Asking) -> Data:
    return {
        "id": asking.id,
        "by": asking.by,
        "text": _tell_asking(view, asking),
        "falls": [_tell_fall(view, fall) for fall in asking.falls],
        "needs": list(asking.needs),
        "agreed": list(asking.agreed),
    }


def _tell_asking(view: View, asking: Asking) -> str:
    own, entry = view.opened, asking.entry
    if entry is None:
        return say("{player} wants to put right something that you do not see.", player=asking.by)
    if asking.new is None:
        return say("{player} wants to take back: {entry}", player=asking.by, entry=own.tell_entry(entry.event))
    change = own.tell_change(entry.event, asking.new)
    return say("{player} wants to put right: {change}", player=asking.by, change=change)


def _tell_fall(view: View, fall: Entry | str) -> str:
    if isinstance(fall, str):
        return say("something that {player} entered", player=fall) if fall else say("something that you do not see")
    return view.opened.tell_entry(fall.event)


def describe_fall(view: View, fall: Entry) -> Data:
    """What would go with a change, for who wants it."""
    return {"id": fall.id, "by": fall.by, "text": view.opened.tell_entry(fall.event)}


def tell_story(view: View) -> str:
    game, logs = view.opened.game, [view.opened]
    if not isinstance(game, Recounts):
        raise unreadable(
            None, say("There is no page for a review of {game}.", game=game.title), say("Go back to the pad.")
        )
    return make_page(game.recount(logs, commands.review(logs, view.seat)), back=True)


def tell_table(seats: Mapping[str, Opened]) -> str:
    """The story of the whole table, from what all its seats had."""
    return make_page(commands.review_table(seats).story, back=True, logs=False)


def list_lines(view: View, alone: bool) -> list[dict[str, object]]:
    """Every kind of line there is, with the words it can be made of, for what has no button of its own."""
    opened, verbs = view.opened, view.opened.game.verbs
    settled = [verb.name for verb in (OPENING if alone else COMMON)]  # at a table also how much help there is
    note: dict[str, object] = {"name": "#", "form": say("# a note"), "means": say("words to yourself"), "words": []}
    lines: list[dict[str, object]] = [
        {
            "name": verb.name,
            "form": say(verb.form),
            "means": say(verb.means),
            "words": suggest_words(f"{verb.name} ", verbs, opened.opening, opened.words()),
        }
        for verb in sorted(verbs, key=lambda verb: verb in COMMON)  # what is seldom needed comes last
        if verb.name not in settled
    ]
    return [*lines, note] if alone else lines


class _Taken(NamedTuple):
    """Advice with the line that takes it, for a tap."""

    advised: commands.Advised

    def data(self) -> Data:
        return self.advised.data() | {"take": self.advised.line or None}


LEVELS = {"1": 1, "2": 2}  # how much a hint tells besides where to look

QUESTIONS: dict[str, Callable[[View, Mapping[str, str]], HasData]] = {
    "why": lambda view, asked: commands.why(view.opened, view.seat, asked.get("claim", "").split()),
    "advise": lambda view, asked: _Taken(
        commands.advise(view.opened, view.seat, {name: value for name, value in asked.items() if name != "version"})
    ),
    "check": lambda view, _: commands.check(view.opened, view.seat),
    "hint": lambda view, asked: commands.hint(view.opened, view.seat, LEVELS.get(asked.get("more", ""), 0)),
    "review": lambda view, _: commands.review([view.opened], view.seat),
}
