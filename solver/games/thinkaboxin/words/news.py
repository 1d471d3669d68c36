"""What a line taught: what your dice promise, the chance of the bid on the table, and who has won what."""

from __future__ import annotations

from fractions import Fraction

from solver.english import all_of, any_of, capital
from solver.games.thinkaboxin.rules import Bid, format_bid, format_number, format_value
from solver.games.thinkaboxin.sheet import Sheet, format_chance
from solver.language import say


def tell_news(sheet: Sheet) -> tuple[str, ...]:
    table, this, last, said = sheet.table, sheet.this, sheet.table.set, sheet.said
    if last and last.over and last.winners:
        scores = ", ".join(f"{name} {'?' if points is None else points}" for name, points in table.scores.items())
        won = say("The set is over: {players} won it.", players=all_of(last.winners))
        return (won, capital(say("{scoring}: {scores}.", scoring=say(table.scoring), scores=scores)))
    if this is None or this.over:
        return ()
    if said:
        chance = format_chance(sheet.chance)
        return (say("At least {bid}: {chance} from your dice alone.", bid=format_bid(said.bid), chance=chance),)
    return (_promise(sheet),) if sheet.sight.own else ()


def _promise(sheet: Sheet) -> str:
    """The highest amount that is true more often than not, with the values it is likeliest for."""
    likely = {bid: chance for bid, chance in sheet.odds.items() if chance > Fraction(1, 2)}
    most = max(bid.amount for bid in likely)
    best = max(chance for bid, chance in likely.items() if bid.amount == most)
    values = [bid.value for bid, chance in likely.items() if bid.amount == most and chance == best]
    if most == 1:
        bids = any_of(format_bid(Bid(most, value)) for value in values)
    else:
        bids = say("{number} {values}", number=format_number(most), values=any_of(map(format_value, values)))
    promise = say("At least {bid}: {chance} from your dice alone.", bid=bids, chance=format_chance(best))
    return f"{promise} {say('No bid on more dice is likelier true than false.')}"
