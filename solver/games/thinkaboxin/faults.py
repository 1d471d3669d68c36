"""What is wrong with a line of a round, and what to type instead."""

from __future__ import annotations

from solver.english import any_of
from solver.games.thinkaboxin.events import Said
from solver.games.thinkaboxin.rounds import WHAT_COUNTS, Round, tell_clash
from solver.games.thinkaboxin.rules import format_value, list_raises
from solver.log import Fault, Kind, Line, against_rules


def miscounted(player: str, typed: int, possible: tuple[int, ...], me: str) -> Fault:
    """Another number of dice than the player has."""
    who = "you have" if player == me else f"{player} has"
    if possible[0] == 0:
        problem = f"{who[0].upper()}{who[1:]} no dice left in this set."
        return against_rules(None, problem, "Delete this line, or correct a `lift` before it.")
    problem = f"{typed} {'die' if typed == 1 else 'dice'}, but {who} {any_of(possible)} in this round."
    hint = f"Type {any_of(possible)} dice, or look for a missing or wrong `lift` before this line."
    return against_rules(None, problem, hint)


def misjudged(this: Round) -> Fault:
    """The cups deny what a line says about who was right."""
    return Fault(Kind.WARNING, None, tell_clash(this), f"One of the lines is wrong. {WHAT_COUNTS}")


def too_many(this: Round, event: Said) -> Fault:
    hint = f"The highest amount is {this.total}; if that is wrong, a line before this one is."
    return against_rules(event.at, f"There are only {this.total} dice under the cups.", hint)


def no_raise(this: Round, event: Said, free: bool) -> Fault:
    old, new = this.bids[-1], event.bid
    problem = f"{new} does not raise {old.bid} (line {old.line.number})."
    if new.amount > old.bid.amount and not free:
        low = f"{format_value(new.value).capitalize()} rank below {format_value(old.bid.value)}"
        return against_rules(event.at, problem, f"{low}; if your table allows this, put `raise free` at the top.")
    legal = list_raises(old.bid, this.total, free)
    lowest = f"The lowest raises are {any_of(legal[:3])}" if legal else "No raise is left, only `lift`"
    return against_rules(event.at, problem, f"{lowest}; values rank 2 3 4 5 6 1.")


def out_of_turn(this: Round, player: str, verb: str, donkey: bool, line: Line, missing: bool) -> Fault:
    """Somebody acts whose turn it is not; `donkey` says why others begin the round, `missing` that a bid may be."""
    turn = this.turn or ()
    if this.bids and this.bids[-1].player == player:
        others = [other for other in this.active if other != player]
        problem = f"{player} made the last bid (line {this.bids[-1].line.number}); next is {any_of(turn or others)}."
    elif this.bids:
        problem = f"It is not {player}'s turn: after {this.bids[-1].player} comes {any_of(turn)}."
    else:
        why = "was the donkey" if donkey else "was wrong in the round before"
        problem = f"It is not {player}'s turn: {any_of(turn)} {why} and begins."
    if missing:
        return Fault(
            Kind.WARNING, line.words[0], problem, "If a bid was not typed, all is well; else correct the name."
        )
    name = turn[0] if len(turn) == 1 else "NAME"
    return against_rules(line.words[0], problem, f"Type: {verb} {name} …, or correct a line before this one.")
