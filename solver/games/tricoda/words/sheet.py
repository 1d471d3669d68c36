"""What a line taught, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from solver.games.tricoda.rules import format_code
from solver.games.tricoda.sheet import News
from solver.language import say, say_count, say_number


def tell_news(news: News) -> Iterator[str]:
    """Numbers newly out or certain, and how many codes are left."""
    *most, last = news.out or (0,)
    if most:
        yield say("Neither {numbers} nor {last} on your rack.", numbers=", ".join(map(str, most)), last=last)
    elif last:
        yield say("No {number} on your rack.", number=last)
    if news.certain:
        yield say("Certain: {code}.", code=format_code(news.certain))
    left = say_codes_left(news.codes, news.ways)
    if news.ways_before is None:
        yield f"{left}."
    else:
        yield say("{left} (of {before}).", left=left, before=say_number(news.ways_before))


def say_codes_left(codes: int, ways: int) -> str:
    return say_count("{count} code possible, {ways}", "{count} codes possible, {ways}", codes, ways=say_ways(ways))


def say_codes(count: int) -> str:
    return say_count("{count} code", "{count} codes", count)


def say_ways(count: int) -> str:
    """In how many ways stones make the rack."""
    return say_count("{count} way", "{count} ways", count)


def say_when(questions: int) -> str:
    """After how many questions; nothing before the first."""
    return say_count("after {count} question", "after {count} questions", questions) if questions else ""
