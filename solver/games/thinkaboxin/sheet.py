"""The sheet of a seat: the exact chance of every bid from the dice alone, which bids may follow, what everybody has."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from solver.games.thinkaboxin.events import Said
from solver.games.thinkaboxin.gaps import find_gaps
from solver.games.thinkaboxin.odds import chance_true
from solver.games.thinkaboxin.rounds import Round
from solver.games.thinkaboxin.rules import Bid, list_bids, list_raises
from solver.games.thinkaboxin.table import Sight, Table, look


@dataclass(frozen=True, slots=True)
class Sheet:
    """What `show` shows. Nothing here is believed: own dice, dice shown, arithmetic."""

    game: str
    table: Table
    seat: str
    sight: Sight
    odds: dict[Bid, Fraction]
    legal: tuple[Bid, ...]
    lacks: tuple[str, ...]
    fits: bool = True  # any dice can lie under a cup

    @property
    def consistent(self) -> bool:
        return not self.table.clashes

    @property
    def this(self) -> Round | None:
        return self.table.current

    @property
    def said(self) -> Said | None:
        return self.this.bids[-1] if self.this and self.this.bids else None

    @property
    def chance(self) -> Fraction:
        """That the bid on the table is true, from the dice alone; more dice than there are never count."""
        return self.odds.get(self.said.bid, Fraction(0)) if self.said else Fraction(1)

    def data(self) -> dict[str, object]:
        """The sheet under the keys that outside programs rely on."""
        bid = self._bid_data()
        return self.pad_data() | {
            "consistent": self.consistent,
            "bid": bid and bid | {"chance": float(self.chance)},
            "odds": [self._odds_data(bid) for bid in self.odds],
        }

    def pad_data(self) -> dict[str, object]:
        """The same without anything that is worked out: own dice, dice shown, what happened."""
        table, this, last = self.table, self.this, self.table.set
        return {
            "game": self.game,
            "seat": self.seat,
            "mode": table.mode,
            "set": last.number if last else 0,
            "round": table.round,
            "dice": list(self.sight.own) if self.sight.own is not None else None,
            "hidden_dice": self.sight.hidden,
            "total_dice": self.sight.total,
            "bid": self._bid_data(),
            "turn": list(this.turn or ()) if this else list(table.starters or ()),
            "direction": this.direction if this else None,
            "round_over": this.over if this else False,
            "loser": this.loser if this else None,
            "dice_left": dict(table.dice),
            "scores": dict(table.scores),
            "scoring": table.scoring,
            "pool": table.pool,
            "finalists": list(table.finalists) if table.finalists else None,
            "duels_left": [list(pair) for pair in table.duels_left],
            "winner": [table.champion] if table.champion else [],
            "missing": list(self.lacks),
            "warnings": [warning.data() for warning in table.warnings],
        }

    def _bid_data(self) -> dict[str, object] | None:
        said = self.said
        return {"amount": said.bid.amount, "value": said.bid.value, "by": said.player} if said else None

    def _odds_data(self, bid: Bid) -> dict[str, object]:
        chance = self.odds[bid]
        fraction = f"{chance.numerator}/{chance.denominator}"
        numbers = {"amount": bid.amount, "value": bid.value, "chance": float(chance), "fraction": fraction}
        return {**numbers, "legal": bid in self.legal}


def make_sheet(table: Table, seat: str, game: str = "thinkaboxin") -> Sheet:
    sight, this = look(table, seat), table.current
    odds = {bid: chance_true(bid, sight.known, sight.hidden) for bid in list_bids(sight.total)}
    over = this is not None and this.over
    legal = () if over else list_raises(this.bid if this else None, sight.total, table.free)
    return Sheet(game, table, seat, sight, odds, legal, find_gaps(table, sight))
