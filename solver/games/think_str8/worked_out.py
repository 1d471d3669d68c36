"""What the log determines without being typed: answers that cards in sight give, and the card another player lays off.

It leans on typed cards only and is worked out anew whenever the log is read, so that it follows when a card is mended.
A typed word always stands above it. It is never evidence about the cards of the log's owner, who sees none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from solver.games.think_str8.events import Bet, Card, Swap
from solver.games.think_str8.rules import find_colour, right_answer
from solver.games.think_str8.table import Placed, Round, Table
from solver.grammar import Event
from solver.log import Word, parse_line


def work_out_answer(bet: Placed, this: Round, table: Table) -> Placed:
    """The bet with the answer that the player's cards give; without one if the log does not tell them for sure.

    Who lays off a card was told to be wrong, whatever the cards say: then the typed cards are in doubt.
    """
    cards = table.sure_cards(bet.player, this)
    if cards is None:
        return replace(bet, answer=None, lines=bet.lines[:1], total=None)
    total = sum(held.number or 0 for held in cards for colour in this.dice or () if colour == held.colour)
    answer = right_answer(bet.low, bet.high, total, bet.length == min(table.tokens))
    swap = this.swaps.get(bet.player)
    if swap is not None and answer == "hit":
        return replace(bet, answer="miss", lines=(bet.lines[0], swap.line), total=total)
    return replace(bet, answer=answer, lines=bet.lines[:1], total=total)


def complete_swap(swap: Swap, known: int | None) -> Swap:
    """A swap with one number, of a card that is known: another number is that of the new card."""
    if swap.new is not None or known is None or known == swap.old.number:
        return swap
    return replace(swap, old=Card(swap.old.colour, known, swap.old.at), new=swap.old)


def name_card(line: str, table: Table) -> str:
    """`swap Ben red` with the number of the card: Ben does not know it before it lies open, but the table does."""
    verb, player, colour = (parse_line(0, line).words + (Word("", 0),) * 3)[:3]
    found = find_colour(colour)
    if not colour.text or not "swap".startswith(verb.key) or player.text not in table.players or found is None:
        return line
    number = table.current(player.text, found).number
    return line if number is None or not line.endswith(colour.text) else f"{line} {number}"


def in_full(events: Iterable[Event], table: Table) -> Iterator[Event]:
    """The events of a log with all that need not be typed."""
    bets = {bet.lines[0]: bet for this in table.rounds for bet in this.bets.values()}
    swaps = {swap.line: swap for this in table.rounds for swap in this.swaps.values()}
    for event in events:
        if isinstance(event, Bet) and event.line in bets and not bets[event.line].typed:
            yield replace(event, answer=bets[event.line].answer)
        else:
            yield swaps.get(event.line, event) if isinstance(event, Swap) else event
