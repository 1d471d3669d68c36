"""What one player saw and heard of a game that the table's own log records, and the scene a page draws of it.

Nothing else of that log may reach a seat: dice under other cups are left out unless the cups are lifted. Then they are
written out as `cup` lines, which the table need not type. A player's own dice come first in a round, whenever they were
typed: they lay under the cup before the first bid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from solver.games.thinkaboxin.rules import Cup, Lift, Roll, list_raises
from solver.games.thinkaboxin.table import Round, Table, look
from solver.grammar import Event


def show_to_all(event: Event, table: Table) -> Event | None:
    """One event of a player's log as everybody may see it: dice under a cup only once the cups are lifted."""
    if not isinstance(event, Roll):
        return event
    rolled = next((this for this in table.rounds if event.line in this.cup_lines.values()), None)
    return event if rolled and rolled.lifter else None


def pass_through(events: Sequence[Event], table: Table, player: str) -> Iterator[Event]:
    """The events of the table's own log as the player's has them."""
    rolls = {event.line.number: event for event in events if isinstance(event, Roll)}
    begun = {this.line.number: this for this in table.rounds}
    lifted = {this.end_line.number: this for this in table.rounds if this.lifter and this.end_line}
    for event in events:
        if this := begun.get(event.line.number):
            own = this.cup_lines.get(player)
            if own and own.number in rolls:
                yield replace(rolls[own.number], player=None)
        if not isinstance(event, Roll):
            yield event
        if isinstance(event, Lift) and (this := lifted.get(event.line.number)):
            yield from _show_cups(this, rolls, player)


def _show_cups(this: Round, rolls: dict[int, Roll], player: str) -> Iterator[Cup]:
    """What lay under the other cups, as far as the log has rolls; the rest is typed when it is seen."""
    for other in this.active:
        line = this.cup_lines.get(other)
        if other != player and line and line.number in rolls:
            yield Cup(other, this.cups[other], line=line)


def describe_table(table: Table) -> dict[str, object]:
    """Set and round, cups, my dice, the bids in order, whose turn it is, which bids may follow, and the score."""
    this, last, sight = table.current, table.set, look(table, table.me)
    over = this is None or this.over
    raises = () if over else list_raises(this.bid if this else None, sight.total, table.free)
    return {
        "mode": table.mode,
        "set": last.number if last else 0,
        "set_over": last.over if last else True,
        "round": table.round,
        "round_over": over,
        "dice_left": dict(table.dice),
        "mine": list(sight.own) if sight.own is not None else None,
        "shown": {player: list(dice) for player, dice in sight.shown.items()},
        "hidden": sight.hidden,
        "turn": list(this.turn or ()) if this else list(table.starters or ()),
        "bids": [
            {"player": said.player, "amount": said.bid.amount, "value": said.bid.value}
            for said in (this.bids if this else ())
        ],
        "raises": [{"amount": bid.amount, "value": bid.value} for bid in raises],
        "lifter": this.lifter if this else None,
        "loser": this.loser if this else None,
        "scores": dict(table.scores),
        "scoring": table.scoring,
        "pool": table.pool,
        "winner": table.champion,
    }
