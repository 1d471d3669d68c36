"""What was understood, and what is new, in one sentence each: the answer to every line typed at the table."""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch

from solver.english import all_of, any_of
from solver.games.thinkaboxin.rounds import Round
from solver.games.thinkaboxin.rules import (
    NUGGETS,
    SHERIFF,
    Bid,
    Cup,
    Donkey,
    FreeRaise,
    Lift,
    Mode,
    NewSet,
    Roll,
    Said,
    Tally,
    format_bid,
    format_number,
    format_value,
)
from solver.games.thinkaboxin.sheet import Sheet, format_chance
from solver.games.thinkaboxin.table import Table
from solver.grammar import NOBODY, Event, Players, tell_common


@singledispatch
def tell(event: Event, table: Table) -> str:  # noqa: ARG001 - the plain case does not need it
    """What the program understood, as a sentence to the log's owner."""
    return tell_common(event)


@tell.register
def _(event: Players, table: Table) -> str:  # noqa: ARG001
    return f"Around the table: {all_of(event.names)}."


@tell.register
def _(event: Mode, table: Table) -> str:
    return f"Mode: {event.mode}; {table.scoring} are counted."


@tell.register
def _(event: FreeRaise, table: Table) -> str:  # noqa: ARG001
    return "A higher amount may come with any value."


@tell.register
def _(event: NewSet, table: Table) -> str:
    last = table.set
    assert last is not None
    stake = f", stake {last.stake}" if last.stake else ""
    kind = "Knock-out set" if event.knockout else "Set"
    return f"{kind} {last.number}: {all_of(last.players)}, {_dice(last.dice)} each{stake}."


@tell.register
def _(event: Roll, table: Table) -> str:
    owner = f"{event.player}'s" if event.player else "Your"
    return f"{owner} dice: {' '.join(map(str, event.dice))}; {table.total} dice in all."


@tell.register
def _(event: Said, table: Table) -> str:
    who = "You bid" if event.player == table.me else f"{event.player} bids"
    count = "counts" if event.bid.amount == 1 else "count"
    return f"{who} {format_bid(event.bid)}: at least {_dice(event.bid.amount)} that {count} as {event.bid.value}."


@tell.register
def _(event: Lift, table: Table) -> str:
    who = "You lift" if event.player == table.me else f"{event.player} lifts"
    return f"{who}. {_end(table)}"


@tell.register
def _(event: Cup, table: Table) -> str:
    return f"Under the cup of {event.player}: {' '.join(map(str, event.dice))}. {_end(table)}"


@tell.register
def _(event: Donkey, table: Table) -> str:
    return f"The donkey: {all_of(event.players)}. All others put one die away. {tell_dice(table)}"


def _end(table: Table) -> str:
    """How the last round ended, once that is known."""
    outcome = tell_outcome(table.rounds[-1], table.me)
    return f"{outcome[0].upper()}{outcome[1:]}. {tell_dice(table)}" if outcome else "Type the cups, or who was right."


def tell_outcome(this: Round, me: str | None = None) -> str:
    """`seven fives were there: Dev was wrong`; nothing if the log does not tell who was."""
    if this.loser is None:
        return ""
    count = this.count(this.doubted.bid.value) if this.doubted else None
    there = f"{_count(Bid(count, this.doubted.bid.value))} there: " if this.doubted and count is not None else ""
    who = "you were" if this.loser == me else f"{this.loser} was"
    return f"{there}{who} {'said to be wrong, against the dice' if this.clash else 'wrong'}"


def _count(counted: Bid) -> str:
    return f"{format_bid(counted)} {'was' if counted.amount == 1 else 'were'}"


def tell_dice(table: Table) -> str:
    """What everybody has left in the set."""
    left = (f"{_name(player, table)} {'?' if dice is None else dice}" for player, dice in table.dice.items())
    return f"Dice left: {', '.join(left)}."


def _name(player: str, table: Table) -> str:
    return "you" if player == table.me else player


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


@tell.register
def _(event: Tally, table: Table) -> str:
    return f"{event.player or 'The pool'}: {event.points} {table.scoring}."


def tell_news(before: Sheet | None, after: Sheet) -> tuple[str, ...]:  # noqa: ARG001 - every bid is news by itself
    """What your dice promise, the chance of the bid on the table, and who has won what."""
    last, said = after.table.set, after.said
    if last and last.over and last.winners:
        scores = ", ".join(f"{name} {'?' if points is None else points}" for name, points in after.table.scores.items())
        return (f"The set is over: {all_of(last.winners)} won it.", f"{after.table.scoring.capitalize()}: {scores}.")
    if said and after.this and not after.this.over:
        return (f"At least {format_bid(said.bid)}: {format_chance(after.chance)} from your dice alone.",)
    if after.this and not after.this.over and after.sight.own:
        return (_promise(after),)
    return ()


def tell_start(table: Table) -> str:
    """What to type before anything has happened."""
    first, other = sorted(table.players[:2], key=lambda player: player != table.me)
    begun = {NUGGETS: "First the stake: set stake 2. ", SHERIFF: f"First who duels: set {first} {other}. "}
    before = "" if table.sets else begun.get(table.mode, "")
    dice = f"everybody's dice: roll {first} 2551" if table.me == NOBODY else "your dice: roll 2551"
    return (
        f"{before}Each round begins with {dice}. Then type every bid as it is made (bid {other} 3x5 is three fives), "
        f"and when somebody lifts: lift {first}."
    )


def _promise(sheet: Sheet) -> str:
    """The highest amount that is true more often than not, with the values it is likeliest of."""
    likely = {bid: chance for bid, chance in sheet.odds.items() if chance > Fraction(1, 2)}
    most = max(bid.amount for bid in likely)
    best = max(chance for bid, chance in likely.items() if bid.amount == most)
    values = [bid.value for bid, chance in likely.items() if bid.amount == most and chance == best]
    bids = f"{format_number(most)} {any_of(format_value(value, most) for value in values)}"
    rest = "No bid on more dice is likelier true than false."
    return f"At least {bids}: {format_chance(best)} from your dice alone. {rest}"
