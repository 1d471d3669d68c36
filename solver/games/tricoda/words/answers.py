"""An answer in words that go on from `Ben sees`: 'more blue 7s than other 7s', 'no colour three times or more'."""

from __future__ import annotations

from solver.games.tricoda.rules import SAME, Compare, Question
from solver.language import say, say_count


def say_answer(asked: Question, answer: int) -> str:
    if not isinstance(asked, Compare):
        return say_count(*asked.some, answer) if answer else say(asked.none)
    more, less = (side.said for side in asked.named_sides(answer))
    if answer == SAME:
        return say("as many {first} as {second}", first=more, second=less)
    return say("more {first} than {second}", first=more, second=less)
