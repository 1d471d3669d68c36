"""What was understood, and what is new, in one sentence each: the answer to every line typed at the table."""

from __future__ import annotations

from functools import singledispatch

from solver.english import all_of, whose
from solver.games.tricoda.events import Ask, Cross, Declare, Edition, Mix, Named, Reveal, See, Uncross, Was
from solver.games.tricoda.questions import say_answer
from solver.games.tricoda.rules import NUMBERS, POINTS_TO_WIN, format_code
from solver.games.tricoda.sheet import Sheet
from solver.games.tricoda.table import Table
from solver.grammar import Me, Players


def tell(event: object, table: Table) -> str:
    """What the program understood, as a sentence to the log's owner."""
    return _tell(event, table)


@singledispatch
def _tell(event: object, table: Table) -> str:  # noqa: ARG001 - the plain case needs neither
    return "Noted."


@_tell.register
def _(event: Players, table: Table) -> str:  # noqa: ARG001
    return f"{all_of(event.names)} play to {POINTS_TO_WIN} points; {event.names[0]} reads first."


@_tell.register
def _(event: Me, table: Table) -> str:  # noqa: ARG001
    return f"You are {event.player}."


@_tell.register
def _(event: Edition, table: Table) -> str:  # noqa: ARG001
    return f"Card 2 counts {table.question(2).text}."


@_tell.register
def _(event: See, table: Table) -> str:  # noqa: ARG001
    return f"{event.holder}: {_stones(event.stones)}."


@_tell.register
def _(event: Ask, table: Table) -> str:
    sees = "you see" if event.player == table.me else f"{event.player} sees"
    return f"Card {event.card}: {sees} {say_answer(table.question(event.card), event.answer)}."


@_tell.register
def _(event: Declare, table: Table) -> str:
    who = "You" if event.player == table.me else event.player
    points = table.points[event.player]
    outcome = f"right, {points} of {POINTS_TO_WIN} points" if event.right else "wrong"
    owner = whose(event.player, table.me).capitalize()
    return f"{who} declared {format_code(event.code)}: {outcome}. {owner} rack is new."


@_tell.register
def _(event: Was, table: Table) -> str:
    return f"Beside the pile: {whose(event.player, table.me)} {_stones(event.stones)}."


@_tell.register
def _(event: Mix, table: Table) -> str:  # noqa: ARG001
    return "The stones beside the pile are mixed in again."


@_tell.register
def _(event: Reveal, table: Table) -> str:
    return f"{whose(event.player, table.me).capitalize()} stones: {_stones(event.stones)}."


@_tell.register
def _(event: Cross, table: Table) -> str:  # noqa: ARG001
    return f"Crossed out on your form: {all_of(event.marks)}."


@_tell.register
def _(event: Uncross, table: Table) -> str:  # noqa: ARG001
    return f"No longer crossed out: {all_of(event.marks)}."


def _stones(stones: tuple[Named, ...]) -> str:
    return all_of(stones)


def tell_news(before: Sheet | None, after: Sheet) -> tuple[str, ...]:
    """What a line taught the seat: numbers newly out or certain, and how many codes are left."""
    left = f"{_codes(after)} left, {after.ways:,} way{'s' * (after.ways != 1)}"
    if before is None or before.table.current(before.seat).order != after.table.current(after.seat).order:
        return (f"{left}.",)
    if before.ways == after.ways:
        return ()
    news = []
    out = sorted(_numbers(before) - _numbers(after))
    if out:
        news.append(f"{'No' if len(out) == 1 else 'Neither'} {_either(out)} on your rack.")
    gained = list(after.certain)
    for number in before.certain:
        if number in gained:
            gained.remove(number)
    if gained:
        news.append(f"Certain: {format_code(after.certain)}.")
    return (*news, f"{left} (of {before.ways:,})." if after.ways < before.ways else f"{left}.")


def _either(numbers: list[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{', '.join(map(str, numbers[:-1]))} nor {numbers[-1]}"


def _numbers(sheet: Sheet) -> set[int]:
    return {number for number in NUMBERS if any(number in guess.code for guess in sheet.guesses)}


def _codes(sheet: Sheet) -> str:
    return f"{len(sheet.guesses)} code{'s' * (len(sheet.guesses) != 1)}"
