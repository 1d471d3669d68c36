"""What lies on the table of Think Str8! as the log's owner sees it, for a page to draw."""

from __future__ import annotations

from solver.games.think_str8.rules import NUMBERS, SUMS
from solver.games.think_str8.table import Placed, Round, Table


def describe_table(table: Table) -> dict[str, object]:
    """Round, dice, tokens, the track, cards in sight, my crosses, and the rounds so far. My own cards are not in it."""
    this = table.rounds[-1] if table.rounds else None
    track = table.final_track or table.track
    return {
        "round": table.round,
        "rounds": table.round_count,
        "colours": list(table.colours),
        "numbers": list(NUMBERS),
        "sums": len(SUMS),
        "dice": list(this.dice) if this and this.dice else None,
        "tokens": {str(length): points for length, points in sorted(table.tokens.items())},
        "free": list(table.free_tokens()),
        "thrower": table.thrower,
        "order": list(table.order) if table.order else None,
        "scores": track.scores(),
        "piles": {colour: table.pile(colour) for colour in table.colours},
        "holders": {holder: _cards(table, holder) for holder in table.holders if holder != table.me},
        "laid_off": _laid_off(table),
        "crossed": {colour: _crossed(table, colour) for colour in table.colours},
        "history": [_round(one) for one in table.rounds],
        "finals": {
            player: {colour: list(bets) for colour, bets in finals.items()} for player, finals in table.finals.items()
        },
        "final_points": dict(table.final_points),
        "revealed": _cards(table, table.me) if table.me in table.holders else {},
        "winner": list(table.winner),
    }


def _cards(table: Table, holder: str) -> dict[str, int | None]:
    """The cards in a holder now; of my own only what was turned at the end."""
    held = {colour: table.current(holder, colour) for colour in table.colours}
    return {colour: one.number if holder != table.me or one.shown else None for colour, one in held.items()}


def _laid_off(table: Table) -> dict[str, list[int]]:
    """Numbers that lie face up beside the holders, by colour."""
    gone = [held for colours in table.holders.values() for cards in colours.values() for held in cards if held.last]
    found = {colour: {held.number for held in gone if held.colour == colour} for colour in table.colours}
    return {colour: sorted(number for number in numbers if number is not None) for colour, numbers in found.items()}


def _crossed(table: Table, colour: str) -> list[int]:
    return sorted(number for crossed, number in table.crossed if crossed == colour)


def _round(this: Round) -> dict[str, object]:
    return {
        "number": this.number,
        "dice": list(this.dice or ()),
        "bets": {player: _bet(bet) for player, bet in this.bets.items()},
        "swaps": {player: swap.old.colour for player, swap in this.swaps.items()},
    }


def _bet(bet: Placed) -> dict[str, object]:
    return {"low": bet.low, "high": bet.high, "answer": bet.answer}
