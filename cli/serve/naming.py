"""Lines of a log as people at a table know them: by the round, and by what was said. A table has no line numbers."""

from __future__ import annotations

import re
from collections.abc import Callable

from cli.serve.views import View
from solver.english import all_of
from solver.game import Data
from solver.grammar import unsaid
from solver.language import say
from solver.log import Line, name_lines

EXACT = ("text", "line", "claim", "because")  # of an answer: what programs rely on, or what is a line itself


def name_in_answer(view: View, answer: Data) -> Data:
    """The same answer, and what it calls line 11 is called by its round."""
    rename = _make_rename(view)
    return {key: told if key in EXACT else _rename_all(told, rename) for key, told in answer.items()}


def _rename_all(told: object, rename: Callable[[str], str]) -> object:
    if isinstance(told, str):
        return rename(told)
    if isinstance(told, list):
        return [_rename_all(one, rename) for one in told]
    if isinstance(told, dict):
        return {key: one if key in EXACT else _rename_all(one, rename) for key, one in told.items()}
    return told


def _make_rename(view: View) -> Callable[[str], str]:
    """By the words that this language has for a line, and for several."""
    one, several = name_lines([Line(1, "", ())]), name_lines([Line(1, "", ()), Line(2, "", ())])
    mark = re.escape(all_of(["1", "2"]).removeprefix("1").removesuffix("2"))
    begin, many = re.escape(one.partition("1")[0]), re.escape(several.partition("1")[0])
    found = re.compile(rf"(?:{many}|{begin})(\d+(?:(?:, |{mark})\d+)*)", re.IGNORECASE)
    rounds, events = view.opened.rounds_of_events(), view.opened.reading.events
    places = {event.line.number: place for place, event in enumerate(events)}

    def name(number: str) -> str:
        place = places.get(int(number))
        if place is None:
            return number
        if not rounds[place]:
            return say("before round 1")
        return say("round {round}: {entry}", round=rounds[place], entry=view.opened.tell_entry(unsaid(events[place])))

    return lambda text: found.sub(lambda numbers: all_of(map(name, re.findall(r"\d+", numbers[1]))), text)
