"""What is wrong with a line, in sentences, and what to type instead."""

from __future__ import annotations

from solver.english import all_of, any_of, capital
from solver.games.thinkaboxin.rules import Said, count_dice, format_value, list_raises
from solver.games.thinkaboxin.sets import Span
from solver.games.thinkaboxin.table import Round, Set
from solver.grammar import NOBODY
from solver.language import later, say
from solver.log import Fault, Kind, Line, against_rules


def miscounted(player: str, typed: int, span: Span, me: str) -> Fault:
    """Not the number of dice the player has."""
    mine = player == me
    if span.most == 0:
        problem = say("{player} has no dice left in this set.", player=capital(player))
        if mine:
            problem = say("You have no dice left in this set.")
        return against_rules(None, problem, say("Delete this line, or correct a `lift` before it."))
    dice, possible = count_dice(typed), any_of(range(span.most, span.least - 1, -1))
    problem = say("{dice}, but {player} has {possible} in this round.", dice=dice, player=player, possible=possible)
    if mine:
        problem = say("{dice}, but you have {possible} in this round.", dice=dice, possible=possible)
    hint = say("Type {possible} dice, or look for a missing or wrong `lift` before this line.", possible=possible)
    return against_rules(None, problem, hint)


def tell_set_over(over: Set, line: Line) -> Fault:
    if over.winners:
        winners = all_of(over.winners)
        problem = say("Set {set} is over: all dice of {players} are played away.", set=over.number, players=winners)
    else:
        problem = say("Set {set} is over: only one has dice left.", set=over.number)
    hint = say("Type first: {line}", line="knockout" if over.knockout else "set")
    return against_rules(line.words[0], problem, hint)


def untold(this: Round, line: Line) -> Fault:
    """Who was wrong is not known, and so neither is who has put a die away."""
    if this.lapsed:
        problem = say("In round {round} no lift is typed.", round=this.number)
        hint = say("Type before this line who lifted and was right: {line}", line="lift Ben right")
    else:
        problem = say("Who was wrong in round {round} is not typed.", round=this.number)
        line_ = f"lift {this.lifter} right"
        hint = say("Type before this line what lay under the cups, or who was right: {line}", line=line_)
    return Fault(Kind.WARNING, line.words[0], problem, hint)


def suggest_lift(me: str) -> str:
    """Where a lift is not typed, only dice tell that a new round began, and who has none sees no dice."""
    if me == NOBODY:
        return say("If a new round began, type first: lift NAME, or roll NAME ?")
    return say("If a new round began, type first: lift NAME, or roll ?")


def no_raise(this: Round, event: Said, free: bool, me: str) -> Fault:
    old, new = this.bids[-1], event.bid
    problem = say("{new} does not raise {old} (line {line}).", new=new, old=old.bid, line=old.line.number)
    legal = list_raises(old.bid, this.total, free)
    if new.amount > old.bid.amount and not free:
        low = later("{values} rank below {others}; if your table allows this, put `raise free` at the top.")
        hint = capital(say(low, values=format_value(new.value), others=format_value(old.bid.value)))
    elif legal:
        hint = say("The lowest raises are {bids}; values rank 2 3 4 5 6 1.", bids=any_of(legal[:3]))
    else:
        hint = say("No raise is left, only `lift`; values rank 2 3 4 5 6 1.")
    return against_rules(event.at, problem, f"{hint} {suggest_lift(me)}")


def turned_late(this: Round, event: Said) -> Fault:
    """Which way it goes is said once in a round."""
    first = this.bids[0]
    told = {"player": first.player, "line": first.line.number}
    problem = say("Only the first bid of a round says which way it goes: {player}'s (line {line}).", **told)
    return against_rules(event.direction_at, problem, say("Type: {line}", line=f"bid {event.player} {event.bid}"))


def out_of_turn(this: Round, player: str, verb: str, donkey: bool, line: Line, forgotten: str | None) -> Fault:
    """Somebody acts out of turn; `donkey` says why others begin the round, `forgotten` what else than a bid may be left
    out, None if a bid may.
    """
    turn = this.turn or ()
    if this.bids and this.bids[-1].player == player:
        others = [other for other in this.active if other != player]
        told = {"player": player, "line": this.bids[-1].line.number, "next": any_of(turn or others)}
        problem = say("{player} made the last bid (line {line}); next is {next}.", **told)
    elif this.bids:
        told = {"player": player, "last": this.bids[-1].player, "next": any_of(turn)}
        problem = say("It is not {player}'s turn: after {last} comes {next}.", **told)
    elif donkey:
        problem = say("It is not {player}'s turn: {next} was the donkey and begins.", player=player, next=any_of(turn))
    else:
        told = {"player": player, "next": any_of(turn)}
        problem = say("It is not {player}'s turn: {next} was wrong in the round before and begins.", **told)
    if forgotten is None:
        hint = say("If a bid was not typed, all is well; else correct the name.")
        return Fault(Kind.WARNING, line.words[0], problem, hint)
    if len(turn) == 1:
        hint = say("Type: {line} …, or correct a line before this one.", line=f"{verb} {turn[0]}")
    else:
        hint = say("Type: {verb} NAME …, or correct a line before this one.", verb=verb)
    return against_rules(line.words[0], problem, f"{hint} {forgotten}".rstrip())
