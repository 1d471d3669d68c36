"""What one player saw and heard of a game of Think Str8! that the table's own log tells.

Nothing else of that log may reach a seat: a player's own cards are left out until they are laid off or turned, other
players' final bets until all are in, and their crosses for good. What the cards tell, so that the table need not type
it, is written out: answers once all have bet, the hands when all final bets are in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from solver.games.think_str8.events import Bet, Card, Cross, Final, Reveal, See, Swap, Uncross
from solver.games.think_str8.table import Table
from solver.games.think_str8.worked_out import in_full
from solver.grammar import Event


def as_seen(event: Event, player: str) -> Event | None:
    """One event as that player sees it; None if there is nothing to see."""
    if isinstance(event, See):
        return None if event.holder == player else event
    if isinstance(event, Swap):
        return hide_drawn(event, player)
    if isinstance(event, Cross | Uncross):
        return replace(event, player=None) if event.player == player else None
    return event


def hide_drawn(swap: Swap, player: str) -> Swap:
    """All but its owner see the card drawn."""
    return replace(swap, new=None) if swap.player == player else swap


def pass_through(events: Sequence[Event], table: Table, player: str) -> Iterator[Event]:
    """The events of the table's own log as the player's has them."""
    answers, finals_open = _list_answers(table), _finals_are_open(events, table)
    last_final = next((event for event in reversed(events) if isinstance(event, Final)), None)
    for event, full in zip(events, in_full(events, table), strict=True):
        seen = as_seen(full, player)
        if isinstance(event, Bet):
            yield replace(event, answer=event.answer or answers.get(event.line.number))
        elif seen is not None and (finals_open or not isinstance(event, Final) or event.player == player):
            yield seen
        if finals_open and event is last_final:
            yield from _turn_cards(events, table)


def _list_answers(table: Table) -> dict[int, str | None]:
    """By the line of the bet, what is told without being typed: nothing before all have bet."""
    return {
        bet.lines[0].number: bet.answer
        for this in table.rounds
        if this is not table.rounds[-1] or table.finished or this.swaps or len(this.bets) == len(table.players)
        for bet in this.bets.values()
        if not bet.typed
    }


def _finals_are_open(events: Sequence[Event], table: Table) -> bool:
    """All have bet, or all cards are turned."""
    turned = {event.player for event in events if isinstance(event, Reveal)}
    return set(table.players) in (set(table.finals), turned)


def _turn_cards(events: Sequence[Event], table: Table) -> Iterator[Reveal]:
    """When all final bets are in, everybody's cards are turned, typed or not."""
    turned = {event.player for event in events if isinstance(event, Reveal)}
    for player in table.players:
        known = {colour: table.current(player, colour).number for colour in table.colours}
        cards = tuple(Card(colour, number) for colour, number in known.items() if number is not None)
        if cards and player not in turned:
            yield Reveal(player, cards)
