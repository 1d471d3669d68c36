"""The arithmetic of a chance: what is known, what is needed, and of how many hidden dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from solver.english import all_of
from solver.games.thinkaboxin.rules import JOKER, Bid, count_matches, format_bid, format_die, format_number
from solver.games.thinkaboxin.sheet import format_chance
from solver.games.thinkaboxin.table import Sight, Table
from solver.language import say, say_count


def tell_chance(table: Table, sight: Sight, bid: Bid, chance: Fraction) -> str:
    has, need = count_matches(sight.known, bid.value), bid.amount - count_matches(sight.known, bid.value)
    known = _known(table, sight, bid)
    if need <= 0:
        return _tell_certain(known, format_bid(Bid(has, bid.value)), bid)
    needed = _needed(known, need, more=bool(has))
    if need > sight.hidden:
        return _tell_impossible(needed, sight.hidden, bid)
    told = {"needed": needed, "hidden": _hidden(sight.hidden), "chance": format_chance(chance)}
    if bid.value == JOKER:
        return say("{needed} among {hidden}, each a one one time in six: {chance}.", **told)
    die = format_die(bid.value)
    return say("{needed} among {hidden}, each {die} or a joker one time in three: {chance}.", die=die, **told)


def _tell_certain(known: str, has: str, bid: Bid) -> str:
    told = {"known": known, "has": has, "bid": format_bid(bid)}
    if bid.amount == 1:
        return say("{known}: that is {has}, so {bid} is certain.", **told)
    return say("{known}: that is {has}, so {bid} are certain.", **told)


def _tell_impossible(needed: str, hidden: int, bid: Bid) -> str:
    told = {"needed": needed, "bid": format_bid(bid), "hidden": _hidden(hidden)}
    if bid.amount == 1:  # then none is hidden
        return say("{needed}, but no die is hidden: {bid} is impossible.", **told)
    if hidden == 0:
        return say("{needed}, but no die is hidden: {bid} are impossible.", **told)
    if hidden == 1:
        return say("{needed}, but there is only {hidden}: {bid} are impossible.", **told)
    return say("{needed}, but there are only {hidden}: {bid} are impossible.", **told)


def _needed(known: str, need: int, more: bool) -> str:
    told = {"known": known, "number": format_number(need)}
    if more:
        return say_count("{known}, so {number} more is needed", "{known}, so {number} more are needed", need, **told)
    return say_count("{known}, so {number} is needed", "{known}, so {number} are needed", need, **told)


def _hidden(count: int) -> str:
    return say_count("{count} hidden die", "{count} hidden dice", count)


def _known(table: Table, sight: Sight, bid: Bid) -> str:
    mine = sight.seat == table.me
    if sight.own is None and not sight.shown:
        if not sight.playing:
            return say("You have no dice here") if mine else say("{player} has no dice here", player=sight.seat)
        if mine:
            return say("Your dice are not in the log")
        return say("{player}'s dice are not in the log", player=sight.seat)
    return all_of((*_held(mine, sight, bid), *(_showed(*shown, bid) for shown in sight.shown.items())))


def _held(mine: bool, sight: Sight, bid: Bid) -> Sequence[str]:
    if sight.own is None:
        return ()
    dice = _holding(sight.own, bid.value)
    return (say("You hold {dice}", dice=dice) if mine else say("{player} holds {dice}", player=sight.seat, dice=dice),)


def _showed(player: str, dice: Sequence[int], bid: Bid) -> str:
    return say("{player} showed {dice}", player=player, dice=_holding(dice, bid.value))


def _holding(dice: Sequence[int], value: int) -> str:
    """`two fives and a joker`; ones are jokers unless ones are bid."""
    plain, jokers = sum(die == value for die in dice), sum(die == JOKER for die in dice)
    if value == JOKER or not jokers:
        return _some(plain, value)
    wild = say("a joker") if jokers == 1 else say("{number} jokers", number=format_number(jokers))
    return say("{dice} and {jokers}", dice=_some(plain, value), jokers=wild) if plain else wild


def _some(count: int, value: int) -> str:
    return format_die(value) if count == 1 else format_bid(Bid(count, value))
