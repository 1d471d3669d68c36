"""What is said aloud at a table of Think Str8!, and what its owner was told last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from solver.english import all_of
from solver.game import Aloud
from solver.games.think_str8.rules import SUMS, say_card
from solver.games.think_str8.table import LaidOff, Placed, Table
from solver.language import later, say

SHOUTED = {  # shown by say(SHOUTED[…]): an answer, in large letters
    "low": later("{player}: {span} is TOO LOW"),
    "high": later("{player}: {span} is TOO HIGH"),
    "miss": later("{player}: {span} is WRONG"),
}


def list_heard(table: Table) -> Iterator[Aloud]:
    """Answers, cards laid off, the final bets from the last on the track to the first, and who has won."""
    about: tuple[object, ...]
    untold = table.untold()
    for this in table.rounds:
        for bet in this.bets.values():
            if bet.answer and bet not in untold:
                about = ("answer", this.number, bet.player, bet.low, bet.high, bet.answer)
                yield Aloud(about, "hit" if bet.answer == "hit" else "wrong", partial(_tell_answer, bet, table))
        for swap in this.swaps.values():
            about = ("swap", this.number, swap.player, swap.old.colour, swap.old.number)
            yield Aloud(about, "plain", partial(_tell_swap, swap))
    points = {player: won for player, won in table.final_points.items() if won is not None}
    if points and len(points) == len(table.players):
        for turned, player in enumerate(table.turned_in_order):
            about = ("points", player, points[player])
            yield Aloud(about, "plain", partial(_tell_points, player, points[player]), turned)
        yield Aloud(("won", table.winner), "won", partial(_tell_winner, table), len(table.players))


def _tell_answer(bet: Placed, table: Table) -> str:
    if bet.answer in SHOUTED:
        return say(SHOUTED[bet.answer or ""], player=bet.player, span=bet.span)
    return say("{player} hits: +{points}", player=bet.player, points=table.tokens.get(bet.length, 0))


def _tell_swap(swap: LaidOff) -> str:
    return say("{player} lays off {card}.", player=swap.player, card=say_card(swap.old.colour, swap.old.number))


def _tell_points(player: str, points: int) -> str:
    return say("{player}'s final bets: {points}", player=player, points=f"{points:+d}")


def _tell_winner(table: Table) -> str:
    if len(table.winner) != 1:
        return say("The game is over: a tie of {players}.", players=all_of(table.winner))
    return say("{player} wins with {points}.", player=table.winner[0], points=table.standing(table.winner[0]))


def tell_learnt(table: Table) -> str:
    """The answer to the owner's last bet, as what it says of their own sum."""
    bets = [bet for this in table.rounds if (bet := this.judged(table.me))]
    bet = bets[-1] if bets and bets[-1] not in table.untold() and not table.finished else None
    if bet is None or bet.answer is None:
        return ""
    least, most = bet.high + 1, bet.low - 1
    if bet.answer == "low" and least < SUMS[-1]:
        return say("Your sum is {sum} or more.", sum=least)
    if bet.answer == "high" and most > SUMS[0]:
        return say("Your sum is {sum} or less.", sum=most)
    if bet.answer == "miss":
        return say("Your sum is not {sum}.", sum=bet.span)
    return say("Your sum is {sum}.", sum={"low": least, "high": most}.get(bet.answer, bet.span))
