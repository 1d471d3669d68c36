"""What is said aloud at a table of Thinkaboxin."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from solver.english import all_of, capital
from solver.game import Aloud
from solver.games.thinkaboxin.rules import Bid, format_bid
from solver.games.thinkaboxin.table import Round, Set, Table
from solver.language import say


def list_heard(table: Table) -> Iterator[Aloud]:
    """Who was right when a cup was lifted, donkeys, sets that are over, and who has won it all."""
    about: tuple[object, ...]
    for place, this in enumerate(table.rounds):
        if this.lifter and this.loser is not None:
            count = this.count_shown(this.doubted.bid.value) if this.doubted else None
            about = ("lift", this.set_number, this.number, this.lifter, this.loser, count)
            yield Aloud(about, "wrong" if this.loser != this.lifter else "hit", partial(_tell_lift, this, count))
        if this.donkeys:
            about = ("donkey", this.set_number, this.number, this.donkeys)
            yield Aloud(about, "plain", partial(_tell_donkeys, this.donkeys))
        last = place + 1 == len(table.rounds) or table.rounds[place + 1].set_number != this.set_number
        begun = next((one for one in table.sets if one.number == this.set_number), None)
        if last and begun and begun.over and (begun.winners or begun.out):
            yield Aloud(("set", begun.number, begun.winners, begun.out), "won", partial(_tell_set, begun))
    if table.champion:
        yield Aloud(("champion", table.champion), "won", partial(_tell_champion, table.champion))


def _tell_lift(this: Round, count: int | None) -> str:
    """`Seven fives: Cleo was right`: so many were there."""
    lifter, bidder = this.lifter or "", this.doubted.player if this.doubted else ""
    right = bidder if this.loser == lifter else lifter
    if this.doubted is None or count is None or not right:
        return say("{player} lifts: {loser} was wrong", player=lifter, loser=this.loser)
    if not count:
        return say("Not one of them: {player} was right", player=right)
    there = capital(format_bid(Bid(count, this.doubted.bid.value)))
    return say("{bid}: {player} was right", bid=there, player=right)


def _tell_donkeys(donkeys: tuple[str, ...]) -> str:
    return say("The donkey: {players}. All others put one die away.", players=all_of(donkeys))


def _tell_set(begun: Set) -> str:
    if begun.out:
        return say("{player} is out", player=begun.out)
    return say("Set won by {players}", players=all_of(begun.winners or ()))


def _tell_champion(player: str) -> str:
    return say("{player} has won", player=player)
