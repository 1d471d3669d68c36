"""The sheet of a seat: the exact chance of every bid from the dice alone, which bids may follow, the score.

Chances are whole-number ways, divided only at the end. In a `Spread`, place k holds the number of ways in which exactly
k dice of a group count as a value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial, prod

from solver.english import all_of, any_of
from solver.games.thinkaboxin.rules import (
    FACES,
    NUGGETS,
    Bid,
    Said,
    count_matches,
    faces_of,
    format_bid,
    format_number,
    format_value,
    list_bids,
    list_raises,
)
from solver.games.thinkaboxin.table import Round, Sight, Table, look, pick_finalists

Spread = tuple[int, ...]


@lru_cache(maxsize=1024)
def spread_fair(dice: int, value: int) -> Spread:
    """Fair dice of which nothing is known: 6 to the power of `dice` ways in all."""
    good = faces_of(value)
    return tuple(comb(dice, k) * good**k * (FACES - good) ** (dice - k) for k in range(dice + 1))


def combine(spreads: Iterable[Spread]) -> Spread:
    """Several independent groups taken together: the convolution of their spreads."""
    total: Spread = (1,)
    for spread in spreads:
        sums = [0] * (len(total) + len(spread) - 1)
        for i, a in enumerate(total):
            for j, b in enumerate(spread):
                sums[i + j] += a * b
        total = tuple(sums)
    return total


def ways_at_least(spread: Spread) -> Spread:
    """Place k holds the ways for k or more; one place more than the spread, for more than there are: 0 ways."""
    return tuple(accumulate((0, *reversed(spread))))[::-1]


@lru_cache(maxsize=65536)
def chance_fair(dice: int, need: int, value: int) -> Fraction:
    """The chance that at least `need` of so many fair dice count."""
    return Fraction(sum(spread_fair(dice, value)[max(0, need) :]), FACES**dice)


def chance_true(bid: Bid, known: Iterable[int], hidden: int) -> Fraction:
    """The chance that a bid is true with these dice known and this many hidden ones."""
    return chance_fair(hidden, bid.amount - count_matches(known, bid.value), bid.value)


Holding = tuple[int, ...]


@lru_cache(maxsize=32)
def list_holdings(dice: int) -> Mapping[Holding, int]:
    """Everything a cup may hold, dice in rising order, with the number of throws that give it."""
    return {
        holding: factorial(dice) // prod(factorial(same) for same in Counter(holding).values())
        for holding in combinations_with_replacement(range(1, FACES + 1), dice)
    }


def format_chance(chance: Fraction) -> str:
    """Percents to one place that never round to certainty."""
    if 0 < chance < Fraction(1, 1000):
        return "<0.1%"
    if Fraction(999, 1000) < chance < 1:
        return ">99.9%"
    return f"{float(chance):.0%}" if chance in (0, 1) else f"{float(chance):.1%}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What `show` shows. No bid is believed here: only own dice, dice shown and arithmetic count."""

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
        """That the bid on the table is true, from the dice alone; 0 for a bid on more dice than there are."""
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
        """The same without anything worked out: own dice, dice shown, what happened."""
        table, this, last = self.table, self.this, self.table.set
        return {
            "game": "thinkaboxin",
            "seat": self.seat,
            "mode": table.mode,
            "set": last.number if last else 0,
            "round": table.round,
            "dice": list(self.sight.own) if self.sight.own is not None else None,
            "hidden_dice": self.sight.hidden,
            "total_dice": self.sight.total,
            "bid": self._bid_data(),
            "turn": list(table.turn),
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


def make_sheet(table: Table, seat: str) -> Sheet:
    sight, this = look(table, seat), table.current
    odds = {bid: chance_true(bid, sight.known, sight.hidden) for bid in list_bids(sight.total)}
    over = this is not None and this.over
    legal = () if over else list_raises(this.bid if this else None, sight.total, table.free)
    return Sheet(table, seat, sight, odds, legal, find_gaps(table, sight))


# What is new.


def tell_news(sheet: Sheet) -> tuple[str, ...]:
    """What your dice promise, the chance of the bid on the table, and who has won what."""
    table, this, last, said = sheet.table, sheet.this, sheet.table.set, sheet.said
    if last and last.over and last.winners:
        scores = ", ".join(f"{name} {'?' if points is None else points}" for name, points in table.scores.items())
        return (f"The set is over: {all_of(last.winners)} won it.", f"{table.scoring.capitalize()}: {scores}.")
    if this is None or this.over:
        return ()
    if said:
        return (f"At least {format_bid(said.bid)}: {format_chance(sheet.chance)} from your dice alone.",)
    return (_promise(sheet),) if sheet.sight.own else ()


def _promise(sheet: Sheet) -> str:
    """The highest amount that is true more often than not, with the values it is likeliest for."""
    likely = {bid: chance for bid, chance in sheet.odds.items() if chance > Fraction(1, 2)}
    most = max(bid.amount for bid in likely)
    best = max(chance for bid, chance in likely.items() if bid.amount == most)
    values = [bid.value for bid, chance in likely.items() if bid.amount == most and chance == best]
    bids = f"{format_number(most)} {any_of(format_value(value, most) for value in values)}"
    rest = "No bid on more dice is likelier true than false."
    return f"At least {bids}: {format_chance(best)} from your dice alone. {rest}"


# What the log does not tell.


def find_gaps(table: Table, sight: Sight) -> tuple[str, ...]:
    """Sentences about what is missing, the weightiest for this seat's chances first."""
    return (
        *_own_dice(table, sight),
        *_cups(table, sight),
        *_players(table),
        *_loser(table),
        *_scores(table),
        *_leaning(table),
    )


def _own_dice(table: Table, sight: Sight) -> Iterator[str]:
    this = table.current
    if sight.own is not None or not sight.hidden:
        return
    if not sight.playing:
        yield f"{'You have' if sight.seat == table.me else f'{sight.seat} has'} no dice here: all dice are hidden."
    elif sight.seat == table.me and this is None:
        yield "Chances before you have looked under your cup; then type: roll 2 5 5 1"
    elif sight.seat == table.me:
        yield f"Not typed: your dice in round {this.number if this else 1} (roll …). All dice count as hidden."
    else:
        yield f"{sight.seat}'s dice in this round are not in the log: all dice count as hidden."


def _cups(table: Table, sight: Sight) -> Iterator[str]:
    this = table.current
    if not this or not this.lifter or not sight.hidden:
        return
    unseen = [player for player in this.active if player not in this.cups]
    if unseen:
        yield f"Not typed: what lay under the cup{'s' * (len(unseen) > 1)} of {all_of(unseen)} (cup {unseen[0]} …)."


def _players(table: Table) -> Iterator[str]:
    if table.unsure and table.set:
        names, rest = any_of(table.unsure), [player for player in table.dice if player not in table.unsure]
        line = f"set {' '.join(rest)}" if len(rest) > 1 else "set NAME NAME"
        yield f"Not known: whether {names} plays in set {table.set.number}; if not, type: {line}. All dice are counted."


def _loser(table: Table) -> Iterator[str]:
    open_dice = [player for player, dice in table.dice.items() if dice is None and player not in table.unsure]
    if open_dice:
        last = table.round
        yield f"Who was wrong in round {last} is not typed: {any_of(open_dice)} (lift {open_dice[-1]} right)."


def _scores(table: Table) -> Iterator[str]:
    lost = [player for player, score in table.scores.items() if score is None]
    if not lost:
        return
    last = table.set
    if table.mode == NUGGETS and last and last.stake is None and not last.over:
        yield f"Not typed: the stake of set {last.number} (set 4 stake 2); so nuggets are not known."
    else:
        yield f"Not known: what {all_of(lost)} {'has' if len(lost) == 1 else 'have'} (tally {lost[0]} 12)."


def _leaning(table: Table) -> Iterator[str]:
    this, finalists = table.current, table.finalists
    if this and this.bid and not this.over and not table.free:
        yield "Raises as the sheet words them; `raise free` at the top allows more dice of a lower value."
    most = max((points for points in table.scores.values() if points is not None), default=None)
    best = [player for player, points in table.scores.items() if points == most]
    if finalists and len(best) > 1 and pick_finalists(table.scores) != table.players:
        yield f"{all_of(best)} tie for first, so nobody is number two: they alone go to the final (our reading)."
