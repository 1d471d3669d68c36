"""What lies on the table of Thinkaboxin as the log's owner sees it, for a page to draw."""

from __future__ import annotations

from solver.games.thinkaboxin.rounds import Round
from solver.games.thinkaboxin.rules import list_raises
from solver.games.thinkaboxin.table import Table, look


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
        "bids": [_bid(this, place) for place in range(len(this.bids))] if this else [],
        "raises": [{"amount": bid.amount, "value": bid.value} for bid in raises],
        "lifter": this.lifter if this else None,
        "loser": this.loser if this else None,
        "scores": dict(table.scores),
        "scoring": table.scoring,
        "pool": table.pool,
        "winner": table.champion,
    }


def _bid(this: Round, place: int) -> dict[str, object]:
    said = this.bids[place]
    return {"player": said.player, "amount": said.bid.amount, "value": said.bid.value}
