"""What one player saw and heard of a game that the table's own log records, and the scene a page draws of it.

Nothing else of that log may reach a seat: the stones on a player's own rack are left out until they are laid beside the
pile or the game is won, other players' crosses for good. What follows from the stones, so that the table need not type
it, is written out: answers, whether a declaration was right, the stones its player had, all racks at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from solver.games.tricoda.rules import (
    KINDS,
    POINTS_TO_WIN,
    QUESTIONS,
    STONES,
    Ask,
    Compare,
    Cross,
    Declare,
    Named,
    Reveal,
    See,
    Stone,
    Uncross,
    Was,
    format_answer,
)
from solver.games.tricoda.table import Declared, Table
from solver.grammar import Event
from solver.log import Line


def as_seen(event: Event, player: str) -> Event | None:
    """One event as that player sees it; None if there is nothing to see."""
    if isinstance(event, See):
        return None if event.holder == player else event
    if isinstance(event, Cross | Uncross):
        return replace(event, player=None) if event.player == player else None
    return event


def show_to_all(event: Event, table: Table) -> Event | None:
    """One event of a player's log as everybody may see it: no stone on a rack, no cross; answers are written out."""
    if isinstance(event, See | Cross | Uncross):
        return None
    if isinstance(event, Ask):
        answer = next((asked.answer for asked in table.asked if asked.line == event.line), event.answer)
        return replace(event, answer=answer)
    if isinstance(event, Declare):
        right = next((claim.right for claim in table.declared if claim.line == event.line), event.right)
        return replace(event, right=right)
    return event


def pass_through(events: Sequence[Event], table: Table, player: str) -> Iterator[Event]:
    """The events of the table's own log as the player's has them."""
    answers = {asked.line.number: asked.answer for asked in table.asked}
    claims = {claim.line.number: claim for claim in table.declared}
    for event in events:
        if isinstance(event, Ask):
            if (answer := answers.get(event.line.number)) is not None:  # else a rack is not typed
                yield replace(event, answer=answer)
        elif isinstance(event, Declare):
            claim = claims[event.line.number]
            yield replace(event, right=claim.right)
            if event.player == player:
                yield from _lay_aside(claim, table)
            if claim is table.declared[-1] and table.winner == event.player:
                yield from _end(events, table, event.line)
        elif (seen := as_seen(event, player)) is not None:
            yield seen


def _lay_aside(claim: Declared, table: Table) -> Iterator[Was]:
    """The stones declared now lie beside the pile, where their owner sees them; nothing if a line says so already."""
    rack = next(rack for rack in table.racks[claim.player] if rack.declared == claim)
    if rack.stones and rack.shown is None:
        yield Was(claim.player, tuple(map(Named, rack.kinds)), line=claim.line)


def _end(events: Sequence[Event], table: Table, line: Line) -> Iterator[Reveal]:
    """The game is won: all look at their racks, typed or not. The winner's stones lie beside the pile."""
    turned = {event.player for event in events if isinstance(event, Reveal)}
    for player in table.players:
        if player != table.winner and player not in turned and table.current(player).stones:
            yield Reveal(player, tuple(map(Named, table.current(player).kinds)), line=line)


def describe_table(table: Table) -> dict[str, object]:
    """Racks in sight, the question cards, what was asked and declared, points, my crosses."""
    return {
        "question": table.round + 1,
        "reader": table.reader,
        "points": table.points,
        "points_to_win": POINTS_TO_WIN,
        "racks": {holder: _stones(table.current(holder).kinds) for holder in table.racks if holder != table.me},
        "revealed": _stones(table.current(table.me).kinds) if table.me in table.racks else [],
        "stones": [{"number": kind.number, "colour": kind.colour, "count": STONES[kind]} for kind in KINDS],
        "cards": [_card(table, number) for number in QUESTIONS],
        "left": list(table.cards_left),
        "asked": [
            {
                "number": asked.number,
                "reader": asked.reader,
                "card": asked.card,
                "answer": table.format_answer(asked),
            }
            for asked in table.asked
        ],
        "declared": [
            {"player": one.player, "code": list(one.code), "right": one.right, "after": one.after}
            for one in table.declared
        ],
        "crossed": [str(mark) for mark in table.crossed],
        "winner": table.winner,
    }


def _stones(kinds: Iterable[Stone]) -> list[dict[str, object]]:
    return [{"number": kind.number, "colour": kind.colour} for kind in kinds]


def _card(table: Table, number: int) -> dict[str, object]:
    question = table.question(number)
    answers = [format_answer(question, answer) for answer in question.answers]
    return {"number": number, "text": question.text, "answers": answers, "compares": isinstance(question, Compare)}
