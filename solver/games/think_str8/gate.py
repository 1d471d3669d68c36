"""The table's own log: what it tells without being typed, what one player saw and heard of it, the scene a page draws.

Answers that cards in sight give, and the card another player lays off, are worked out again whenever the log is read,
so that they follow when a card is corrected. They rest on typed cards only; a typed answer always comes first. They are
never evidence about the cards of the log's owner, who sees none of them.

Nothing else of that log may reach a seat: a player's own cards are left out until they are laid off or turned, other
players' final bets until all are in, and their crosses for good. What the cards tell, so that the table need not type
it, is written out: answers once all have bet, the hands when all final bets are in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from solver.games.think_str8.rules import (
    NUMBERS,
    SUMS,
    Bet,
    Card,
    Cross,
    Final,
    Reveal,
    See,
    Swap,
    Uncross,
    find_colour,
    right_answer,
)
from solver.games.think_str8.table import Placed, Round, Table
from solver.grammar import Event
from solver.log import Line, Word, parse_line


def work_out_answer(bet: Placed, this: Round, table: Table) -> Placed:
    """The bet with the answer that the player's cards give; without one if the log does not tell them for sure.

    A player who lays off a card was told to be wrong, whatever the cards say: then the typed cards are in doubt.
    """
    cards = table.sure_cards(bet.player, this)
    if cards is None:
        return bet._replace(answer=None, lines=bet.lines[:1], total=None)
    total = sum(held.number or 0 for held in cards for colour in this.dice or () if colour == held.colour)
    answer = right_answer(bet.low, bet.high, total, bet.length == min(table.tokens))
    swap = this.swaps.get(bet.player)
    if swap is not None and answer == "hit":
        return bet._replace(answer="miss", lines=(bet.lines[0], swap.line), total=total)
    return bet._replace(answer=answer, lines=bet.lines[:1], total=total)


def complete_swap(swap: Swap, known: int | None) -> Swap:
    """A swap with one number, of a card that is known: another number is that of the new card."""
    if swap.new is not None or known is None or known == swap.old.number:
        return swap
    return replace(swap, old=Card(swap.old.colour, known, swap.old.at), new=swap.old)


def name_card(line: str, table: Table) -> str:
    """`swap Ben red` with the number of the card: Ben does not know it before it is shown, but the table does."""
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


def as_seen(event: Event, player: str) -> Event | None:
    """One event as that player sees it; None if there is nothing to see."""
    if isinstance(event, See):
        return None if event.holder == player else event
    if isinstance(event, Swap):
        return hide_drawn(event, player)
    if isinstance(event, Cross | Uncross):
        return replace(event, player=None) if event.player == player else None
    return event


def hide_drawn(swap: Swap, player: str) -> Swap:
    """All but its owner see the card drawn."""
    return replace(swap, new=None) if swap.player == player else swap


def show_to_all(event: Event, events: Sequence[Event], table: Table) -> Event | None:
    """One event of a player's log as everybody may see it: no card in a holder, no cross, no final bets of one's own.

    What was told aloud is written out, since the cards that tell it are left out.
    """
    if isinstance(event, See | Cross | Uncross):
        return None
    if isinstance(event, Final) and event.player == table.me:
        others = any(isinstance(one, Final | Reveal) and one.player != table.me for one in events)
        return event if others or any(isinstance(one, Reveal) for one in events) else None
    if isinstance(event, Bet):
        return replace(event, answer=event.answer or _list_answers(table).get(event.line.number))
    if isinstance(event, Swap):
        (full,) = in_full([event], table)
        return replace(full, new=None) if isinstance(full, Swap) else full
    return event


def pass_through(events: Sequence[Event], table: Table, player: str) -> Iterator[Event]:
    """The events of the table's own log as the player's has them."""
    answers, finals_open = _list_answers(table), _finals_are_open(events, table)
    last_final = next((event for event in reversed(events) if isinstance(event, Final)), None)
    for event, full in zip(events, in_full(events, table), strict=True):
        seen = as_seen(full, player)
        if isinstance(event, Bet):
            yield replace(event, answer=event.answer or answers.get(event.line.number))
        elif seen is not None and (finals_open or not isinstance(event, Final) or event.player == player):
            yield seen
        if finals_open and event is last_final:
            yield from _turn_cards(events, table, event.line)


def _list_answers(table: Table) -> dict[int, str | None]:
    """By the line of the bet, what is told without being typed: nothing before all have bet."""
    return {
        bet.lines[0].number: bet.answer
        for this in table.rounds
        if this is not table.rounds[-1] or table.finished or this.swaps or len(this.bets) == len(table.players)
        for bet in this.bets.values()
        if not bet.typed
    }


def _finals_are_open(events: Sequence[Event], table: Table) -> bool:
    """All have bet, or all cards are turned."""
    turned = {event.player for event in events if isinstance(event, Reveal)}
    return set(table.players) in (set(table.finals), turned)


def _turn_cards(events: Sequence[Event], table: Table, line: Line) -> Iterator[Reveal]:
    """When the last final bet is in, everybody's cards are turned, typed or not."""
    turned = {event.player for event in events if isinstance(event, Reveal)}
    for player in table.players:
        known = {colour: table.current(player, colour).number for colour in table.colours}
        cards = tuple(Card(colour, number) for colour, number in known.items() if number is not None)
        if cards and player not in turned:
            yield Reveal(player, cards, line=line)


def describe_table(table: Table) -> dict[str, object]:
    """Round, dice, tokens, the track, cards in sight, my crosses, and the rounds so far. My own cards are not in it."""
    this = table.rounds[-1] if table.rounds else None
    track = table.final_track or table.track
    return {
        "round": table.round,
        "rounds": table.round_count,
        "colours": list(table.colours),
        "numbers": list(NUMBERS),
        "sums": len(SUMS),
        "dice": list(this.dice) if this and this.dice else None,
        "tokens": {str(length): points for length, points in sorted(table.tokens.items())},
        "free": list(table.free_tokens()),
        "thrower": table.thrower,
        "order": list(table.order) if table.order else None,
        "scores": track.scores(),
        "piles": {colour: table.pile(colour) for colour in table.colours},
        "holders": {holder: _cards(table, holder) for holder in table.holders if holder != table.me},
        "laid_off": _laid_off(table),
        "crossed": {
            colour: sorted(number for crossed, number in table.crossed if crossed == colour) for colour in table.colours
        },
        "history": [_round(one) for one in table.rounds],
        "finals": {
            player: {colour: list(bets) for colour, bets in finals.items()} for player, finals in table.finals.items()
        },
        "final_points": dict(table.final_points),
        "revealed": _cards(table, table.me) if table.me in table.holders else {},
        "winner": list(table.winner),
    }


def _cards(table: Table, holder: str) -> dict[str, int | None]:
    """The cards in a holder now; of my own only what was turned at the end."""
    held = {colour: table.current(holder, colour) for colour in table.colours}
    return {colour: one.number if holder != table.me or one.shown else None for colour, one in held.items()}


def _laid_off(table: Table) -> dict[str, list[int]]:
    """Numbers that lie face up beside the holders, by colour."""
    gone = [held for colours in table.holders.values() for cards in colours.values() for held in cards if held.last]
    found = {colour: {held.number for held in gone if held.colour == colour} for colour in table.colours}
    return {colour: sorted(number for number in numbers if number is not None) for colour, numbers in found.items()}


def _round(this: Round) -> dict[str, object]:
    return {
        "number": this.number,
        "dice": list(this.dice or ()),
        "bets": {player: {"low": bet.low, "high": bet.high, "answer": bet.answer} for player, bet in this.bets.items()},
        "swaps": {player: swap.old.colour for player, swap in this.swaps.items()},
    }
