"""What a line taught a seat."""

from __future__ import annotations

from solver.english import all_of
from solver.games.think_str8.sheet import Column, Sheet
from solver.language import later_count, say, say_count, say_number


def tell_news(before: Sheet | None, after: Sheet) -> tuple[str, ...]:
    """What a line taught the seat: numbers newly out, cards newly certain, and how many hands are left."""
    if before is None or before.table.colours != after.table.colours:
        return (say_count("{count} hand is possible.", "{count} hands are possible.", after.hands),)
    if not after.hands:
        return (say("No hand is left: the log contradicts itself, and `check` shows where."),)
    pairs = zip(before.columns, after.columns, strict=True)
    news = [sentence for old, new in pairs if (sentence := _column_news(before, after, old, new))]
    if not news and before.hands == after.hands:
        return ()
    left = say_count("{count} hand left.", "{count} hands left.", after.hands)
    if after.hands < before.hands:
        told = later_count("{count} hand left of {all}.", "{count} hands left of {all}.")
        left = say_count(*told, after.hands, all=say_number(before.hands))
    return (*news, left)


def _column_news(before: Sheet, after: Sheet, old: Column, new: Column) -> str | None:
    colour, possible = say(new.colour), all_of(new.possible)
    was, now = (sheet.table.current(sheet.seat, new.colour).first for sheet in (before, after))
    if was < now:
        return say("{colour}: a new card, {numbers} possible.", colour=colour, numbers=possible)
    if was > now:
        return say("{colour}: the card before, {numbers} possible.", colour=colour, numbers=possible)
    out = [number for number in old.possible if number not in new.possible]
    if not out:
        return None
    if new.certain is not None:
        return say("{colour} is certain: {number}.", colour=colour, number=new.certain)
    if len(out) == 1:
        return say("{colour}: {number} is out.", colour=colour, number=out[0])
    return say("{colour}: {numbers} are out.", colour=colour, numbers=all_of(out))
