"""What a bet, an answer or a swap does against the rules of a round, as values: the replay notes them and goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from solver.english import all_of, any_of
from solver.games.think_str8.events import Bet, Swap, Told
from solver.games.think_str8.hands import opening_whose
from solver.games.think_str8.rules import PILE
from solver.games.think_str8.table import Placed, Round
from solver.log import Fault, Kind, Word, against_rules


def second_bet(event: Bet, earlier: Placed, this: Round, me: str) -> Fault:
    where = f"line {earlier.lines[0].number}"
    problem = f"{opening_whose(event.player, me)} bet of round {this.number} is in {where} already."
    hint = "Type its answer with `told`; the next round begins with `dice`."
    return against_rules(event.range_at, problem, hint)


def bet_faults(event: Bet, this: Round, tokens: Mapping[int, int], me: str) -> Iterator[Fault]:
    """A token that is not there, or that somebody has; `tokens` is empty if the line could not be read."""
    length = event.high - event.low + 1
    if tokens and length not in tokens:
        hint = f"{event.low}-{event.high} covers {length} numbers; the tokens cover {any_of(sorted(tokens))}."
        yield against_rules(event.range_at, f"No token is {length} long.", hint)
    for other in this.bets.values():
        if other.length == length:
            who = "you have" if other.player == me else f"{other.player} has"
            problem = f"The token of length {length} is taken: {who} it (line {other.lines[0].number})."
            yield against_rules(event.range_at, problem, "One of the two ranges is wrong.")


def answer_faults(answer: str, at: Word, shortest: bool) -> Iterator[Fault]:
    """Only a wrong bet with the shortest token is told without its direction."""
    if answer == "miss" and not shortest:
        problem = "Only with the shortest token is the direction not told."
        yield Fault(Kind.WARNING, at, problem, "Was it too low or too high?")
    if answer in ("low", "high") and shortest:
        yield Fault(Kind.WARNING, at, "With the shortest token no direction is told.", "If none was, say `miss`.")


def told_faults(event: Told, this: Round, me: str) -> Iterator[Fault]:
    bet = this.bets.get(event.player)
    if bet is None:
        problem = f"{opening_whose(event.player, me)} bet of round {this.number} is not typed."
        name = "" if event.player == me else f"{event.player} "
        yield against_rules(event.answer_at, problem, f"Type it with its range: bet {name}4-10 {event.answer}")
    elif bet.answer:
        who = "You were" if bet.player == me else f"{bet.player} was"
        problem = f"{who} told already: line {bet.lines[-1].number}."
        yield against_rules(event.answer_at, problem, "Mend that line, or begin the next round with `dice`.")


def swap_faults(event: Swap, this: Round, rounds: Sequence[Round], me: str) -> Iterator[Fault]:
    """A swap after a hit, a second one, or one from an empty pile."""
    bet, earlier, colour = this.bets.get(event.player), this.swaps.get(event.player), event.old.colour
    owner = opening_whose(event.player, me)
    if bet and bet.answer == "hit":
        problem = f"{owner} bet was a hit (line {bet.lines[-1].number})."
        yield against_rules(None, problem, "Only who bet wrong lays off a card: mend one of the two lines.")
    if earlier:
        problem = f"{owner} swap of round {this.number} is in line {earlier.line.number} already."
        yield against_rules(None, problem, "Each lays off one card a round; the next round begins with `dice`.")
    drawn = [swap.line.number for r in rounds for swap in r.swaps.values() if swap.old.colour == colour]
    if len(drawn) >= PILE:
        problem = f"The {colour} draw pile is empty: its cards went in lines {all_of(drawn)}."
        yield against_rules(event.old.at, problem, "Only a colour with cards left to draw can be laid off.")
